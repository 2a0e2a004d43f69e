// Controls: live sliders with their number boxes, what is shown for which choice, messages beside controls.
(() => {
  "use strict";
  const one = (selector, scope = document) => scope.querySelector(selector);
  const all = (selector, scope = document) => [...scope.querySelectorAll(selector)];
  const decimals = (el) => (String(el.step).split(".")[1] || "").length;
  const tidy = (el, value) => Number(value).toFixed(decimals(el));

  // ---- a slider sends while it moves: at most every 30 ms, and the next value only when the last was answered --
  const GAP = 30;
  const flow = { waiting: false, since: 0, timer: 0, dirty: new Set(), sent: new Map() };
  const lost = () => performance.now() - flow.since > 3000; // an answer that never came holds nothing up for longer
  function offer(el) {
    flow.dirty.add(el);
    if (!flow.waiting || lost()) soon();
  }
  function soon() {
    clearTimeout(flow.timer);
    const rest = GAP - (performance.now() - flow.since);
    if (rest > 0) flow.timer = setTimeout(send, rest);
    else send();
  }
  function send() {
    clearTimeout(flow.timer);
    const held = [...flow.dirty].filter((el) => flow.sent.get(el.id) !== el.value);
    flow.dirty.clear();
    if (!held.length) return;
    Object.assign(flow, { waiting: true, since: performance.now() });
    for (const el of held) {
      flow.sent.set(el.id, el.value);
      // A single value leaves at once; of several, Shiny makes one message in a task of its own.
      el.gateSend(held.length === 1 ? "event" : false);
    }
  }
  function answered() {
    flow.waiting = false;
    if (flow.dirty.size) soon();
  }
  // The server computes the next frame while this one is being drawn: a timer would fire only after the drawing.
  function beforeDrawing() {
    if (!flow.waiting && flow.dirty.size && performance.now() - flow.since >= GAP) send();
  }

  // Whether a finger or the mouse holds a slider's handle.
  let held = false;
  document.addEventListener("pointerdown", (e) => { held = e.target.matches?.("input.live-range"); }, true);
  for (const end of ["pointerup", "pointercancel", "blur"]) window.addEventListener(end, () => {
    if (!held) return;
    held = false;
    window.GateLive.letGo();
  }, true);

  const sigma = (b) => 1 / (1 + Math.exp(-b));
  function reflect(el) {
    const wrap = el.closest(".slider"), box = one(".slider-number", wrap), out = one(".slider-sigma", wrap);
    if (box && document.activeElement !== box) box.value = tidy(el, el.value);
    // Four decimals say all of ½ and of no other value of a sigmoid.
    if (out) out.textContent = `σ(b) ${Number(el.value) === 0 ? "=" : "≈"} ${sigma(Number(el.value)).toFixed(4)}`;
    el.style.setProperty("--share", `${(100 * (el.value - el.min)) / (el.max - el.min)}%`);
    wrap.classList.toggle("is-default", Number(el.value) === Number(el.dataset.default));
  }

  class LiveRange extends Shiny.InputBinding {
    find(scope) { return $(scope).find("input.live-range"); }
    getValue(el) { return Number(el.value); }
    setValue(el, value) { el.value = value; reflect(el); }
    subscribe(el, callback) {
      el.gateSend = callback;
      $(el).on("input.live change.live", () => { reflect(el); offer(el); });
    }
    unsubscribe(el) { $(el).off(".live"); }
    receiveMessage(el, data) {
      for (const k of ["min", "max", "step"]) if (data[k] != null) el[k] = data[k];
      if (data.value != null) el.value = data.value;
      $(el).trigger("change");
    }
    initialize(el) {
      flow.sent.set(el.id, el.value);
      reflect(el);
    }
  }
  Shiny.inputBindings.register(new LiveRange(), "gate.range", 10);

  function setRange(id, value) {
    const el = document.getElementById(id);
    if (!el) return;
    el.value = value;
    el.dispatchEvent(new Event("input", { bubbles: true }));
  }

  // ---- the number box: free typing, a sentence when it is not a number in range ----------------------------
  function complain(id, text) {
    const place = document.getElementById(`${id}-error`), el = document.getElementById(id);
    if (place && place.textContent !== text) place.textContent = text;
    const field = el?.type === "range" ? one(".slider-number", el.closest(".slider")) : el;
    field?.setAttribute?.("aria-invalid", text ? "true" : "false");
  }
  function typed(box) {
    const el = document.getElementById(box.dataset.for), raw = box.value.trim(), value = Number(raw);
    const step = decimals(el) === 0 && !Number.isInteger(value);
    if (raw === "" || !Number.isFinite(value) || step || value < Number(el.min) || value > Number(el.max)) {
      const key = step && raw !== "" ? "problem.whole" : "problem.range";
      return complain(el.id, window.GateText.fill(key, { low: el.min, high: el.max }));
    }
    setRange(el.id, value);
    // The slider takes the nearest of its steps: what counts is said while the box still holds what was typed.
    const near = window.GateText.fill("problem.step", { step: el.step, value: tidy(el, el.value) });
    complain(el.id, Number(el.value) === value ? "" : near);
  }
  document.addEventListener("input", (e) => { if (e.target.matches(".slider-number")) typed(e.target); });
  document.addEventListener("focusout", (e) => {
    if (!e.target.matches(".slider-number")) return;
    const el = document.getElementById(e.target.dataset.for);
    complain(el.id, "");
    reflect(el);
    e.target.value = tidy(el, el.value);
  });
  // Said before the file travels; the server counts for itself.
  document.addEventListener("change", (e) => {
    if (!e.target.matches?.("input[type=file]") || !e.target.files.length) return;
    const large = [...e.target.files].some((f) => f.size > 20 * 2 ** 20);
    complain(e.target.id, large ? window.GateText.t("problem.file_large") : "");
    if (!large) return;
    e.target.value = "";
    e.stopImmediatePropagation();
  }, true);

  document.addEventListener("click", (e) => {
    const reroll = e.target.closest("[data-reroll]");
    const preset = e.target.closest("[data-set]"); // a button that sets a slider to its own value
    if (preset) setRange(preset.dataset.set, preset.dataset.value);
    if (reroll) setRange(reroll.dataset.reroll, Math.floor(Math.random() * 1e6));
    const reset = e.target.closest("[data-reset]");
    if (!reset) return;
    const targets = reset.dataset.reset === "all" ? all(".live-range[data-gate]", reset.closest(".page")) : [document.getElementById(reset.dataset.reset)];
    for (const el of targets) setRange(el.id, el.dataset.default);
  });

  // ---- show a control only for the choices it belongs to: data-show="cell=gru lstm;reset=after" --------------------------
  function choice(page, name) {
    const value = window.GatePage.value(page.dataset.page, name);
    return value == null ? null : String(value);
  }
  function reveal() {
    for (const el of all("[data-show]")) {
      const page = el.closest(".page");
      el.hidden = !el.dataset.show.split(";").every((rule) => {
        const [name, values] = rule.split("=");
        return values.split(" ").includes(choice(page, name));
      });
    }
    window.GateLive?.schedule();
  }
  document.addEventListener("DOMContentLoaded", reveal);

  function connected() {
    $(document).on("shiny:idle", answered);
    Shiny.addCustomMessageHandler("gate-complain", ({ id, text }) => complain(id, text));
    Shiny.addCustomMessageHandler("gate-range", ({ id, ...data }) => {
      const el = document.getElementById(id);
      if (!el) return;
      const { value, ...ends } = data;
      const before = el.value;
      Object.assign(el, ends);
      if (value != null) el.value = value;
      const box = one(".slider-number", el.closest(".slider"));
      if (box) Object.assign(box, { min: el.min, max: el.max });
      // A range that became shorter moves its handle by itself; the server has to hear of it.
      if (el.value !== before) el.dispatchEvent(new Event("input", { bubbles: true }));
      reflect(el);
    });
  }
  document.addEventListener("DOMContentLoaded", connected);

  window.GateControls = { beforeDrawing, holding: () => held, setRange, reflect, choice, complain, reveal };
})();
