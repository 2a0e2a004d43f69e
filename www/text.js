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
  }

  function use(next) {
    root.lang = next === "zh" ? "zh-CN" : "en";
    apply();
    window.GateLive?.rebuild();
    if (window.Shiny?.setInputValue) Shiny.setInputValue("lang", lang());
  }

  window.GateText = { lang, t, fill, apply, use };
  document.addEventListener("DOMContentLoaded", () => apply());
})();
