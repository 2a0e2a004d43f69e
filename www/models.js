// The models page: answers to what a file leaves open go into one text, which is part of the link; and a layer that is
// sent to the explorer, whose sliders then start at 0 and add to trained biases.
(() => {
  "use strict";
  const one = (selector, scope = document) => scope.querySelector(selector);
  const all = (selector, scope = document) => [...scope.querySelectorAll(selector)];
  const explorer = () => one(".page.explorer");

  // ---- answers: "model:name=value;name=value"; the server draws the selects anew, the focus stays where it was --------
  function answered(select) {
    const list = select.closest("[data-model]");
    const given = all("select[data-answer]", list).filter((s) => s.value !== s.dataset.default);
    const text = document.getElementById(list.dataset.input);
    text.value = `${list.dataset.model}:${given.map((s) => `${s.dataset.answer}=${s.value}`).join(";")}`;
    text.dispatchEvent(new Event("input", { bubbles: true }));
    text.dispatchEvent(new Event("change", { bubbles: true }));
  }
  document.addEventListener("change", (e) => { if (e.target.matches?.("select[data-answer]")) answered(e.target); });
  let focused = null;
  $(document).on("shiny:value", (e) => {
    const at = document.activeElement;
    focused = at?.matches?.("select[data-answer]") && e.target.contains(at) ? at.dataset.answer : null;
    const back = focused;
    if (back) setTimeout(() => one(`select[data-answer="${CSS.escape(back)}"]`)?.focus(), 50);
  });

  // ---- a layer arrives in the explorer ------------------------------------------------------------------------------
  const gates = () => all(".biases .live-range[data-gate]", explorer());
  const first = new Map(); // slider -> its own default, while a model's biases are added to
  function weights(kind) {
    const page = explorer();
    if (!page || page.dataset.weights === kind) return;
    page.dataset.weights = kind;
    for (const el of gates()) {
      if (!first.has(el)) first.set(el, el.dataset.default);
      el.dataset.default = kind === "model" ? "0" : first.get(el);
      window.GateControls.reflect(el);
    }
  }
  const press = (name, value) => one(`input[name="explorer-${name}"][value="${value}"]`)?.click();
  function arrive({ kind }) {
    document.documentElement.dataset.sent = "";
    press("cell", kind);
    press("weights", "model");
    for (const id of ["explorer-source", "explorer-state0"]) {
      const select = document.getElementById(id);
      select.value = "model";
      select.dispatchEvent(new Event("change", { bubbles: true }));
    }
    for (const el of gates()) window.GateControls.setRange(el.id, 0);
    one('.navbar [data-value="explorer"]')?.click();
  }
  $(document).on("shiny:inputchanged", (e) => { if (e.name === "explorer-weights") weights(e.value); });
  document.addEventListener("DOMContentLoaded", () => {
    weights(window.GatePage.value("explorer", "weights"));
    Shiny.addCustomMessageHandler("gate-sent", arrive);
  });
})();
