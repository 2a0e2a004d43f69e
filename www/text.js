// Both catalogues are in the browser: the language changes in place, and no control is built anew.
(() => {
  "use strict";
  const root = document.documentElement;
  const catalogue = window.GATE_TEXT;
  const lang = () => (root.lang.startsWith("zh") ? "zh" : "en");
  const t = (key) => catalogue[lang()][key] ?? key;
  const fill = (key, params) => t(key).replace(/\{(\w+)\}/g, (all, name) => params[name] ?? all);

  function apply(scope = document) {
    for (const el of scope.querySelectorAll("[data-i18n]")) el.textContent = t(el.dataset.i18n);
    for (const el of scope.querySelectorAll("[data-i18n-html]")) el.innerHTML = t(el.dataset.i18nHtml);
    for (const el of scope.querySelectorAll("[data-i18n-attr]")) {
      for (const pair of el.dataset.i18nAttr.split(";")) {
        const [attribute, key] = pair.split("=");
        el.setAttribute(attribute, t(key));
      }
    }
    for (const el of scope.querySelectorAll("select[data-i18n-options]")) {
      for (const option of el.options) {
        const key = `${el.dataset.i18nOptions}.${option.value}`;
        if (key in catalogue.en) option.textContent = t(key);
      }
    }
    for (const el of document.querySelectorAll(".live-figure")) el.dataset.title = t(el.dataset.titleKey);
    document.title = t("app.title");
    brought();
  }

  // Words that the libraries of the page bring in English only: attribute or text -> key.
  const BROUGHT = {
    "Expand card": "tool.expand", Expand: "tool.expand", "Close card": "tool.close", "Close ": "tool.close",
    "Toggle sidebar": "tool.sidebar", "Toggle navigation": "nav.label", "Switch from light to dark mode": "tool.theme", "Switch from dark to light mode": "tool.theme",
  };
  const known = new WeakMap(); // element -> {attribute: key}
  function brought() {
    const switches = [...document.querySelectorAll("bslib-input-dark-mode")].map((e) => e.shadowRoot?.querySelector("button"));
    for (const el of [...document.querySelectorAll("[aria-label], [title]"), ...switches]) {
      for (const attribute of el ? ["aria-label", "title", "data-bs-original-title"] : []) {
        const key = BROUGHT[el.getAttribute(attribute)] || known.get(el)?.[attribute];
        if (!key) continue;
        known.set(el, { ...known.get(el), [attribute]: key });
        if (el.getAttribute(attribute) !== t(key)) el.setAttribute(attribute, t(key));
      }
    }
    for (const el of document.querySelectorAll(".bslib-full-screen-exit, bslib-tooltip > div")) {
      const node = [...el.childNodes].find((n) => n.nodeType === Node.TEXT_NODE);
      const key = node && (BROUGHT[node.data] || known.get(el)?.text);
      if (!key) continue;
      known.set(el, { ...known.get(el), text: key });
      node.data = `${t(key)} `;
    }
  }

  function use(next) {
    root.lang = next === "zh" ? "zh-CN" : "en";
    apply();
    window.GateLive?.rebuild();
    if (window.Shiny?.setInputValue) Shiny.setInputValue("lang", lang());
  }

  window.GateText = { lang, t, fill, apply, use };
  document.addEventListener("DOMContentLoaded", () => apply());
  $(document).on("shiny:connected", () => setTimeout(brought));
  document.addEventListener("click", () => setTimeout(brought, 50));
  new MutationObserver(() => setTimeout(brought, 50)).observe(root, { attributes: true, attributeFilter: ["data-bs-theme"] });
})();
