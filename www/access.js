// What the libraries of the page leave undone for keyboards and screen readers.
(() => {
  "use strict";
  const one = (selector, scope = document) => scope.querySelector(selector);
  const all = (selector, scope = document) => [...scope.querySelectorAll(selector)];

  // ---- landmarks: the list of tabs holds tabs alone, the pages are the main place, and a link leads there ----------
  const tabs = one("#page"), tools = one(".app-tools"), main = one(`.tab-content[data-tabsetid="page"]`);
  const item = tools.parentElement;
  tabs.after(tools);
  item.remove();
  Object.assign(main, { id: "main", tabIndex: -1, role: "main" });
  document.addEventListener("click", (e) => {
    if (!e.target.closest(".skip-link")) return;
    e.preventDefault(); // the address holds settings, not places
    main.focus();
  });

  // ---- the file input of the library shows a file's name in a text field of its own -----------------------------
  for (const input of all("input[type=file]")) {
    const shown = one("input[readonly]", input.closest(".shiny-input-container"));
    shown?.setAttribute("aria-labelledby", `${input.id}-label`);
    if (shown) shown.tabIndex = -1;
  }

  // ---- a style sheet of the page does not reach into the switch between light and dark ---------------------------
  const focus = new CSSStyleSheet();
  focus.replaceSync("button:focus-visible { outline: 3px solid var(--c-accent) !important; outline-offset: 2px; }");
  customElements.whenDefined("bslib-input-dark-mode").then(async () => {
    const lightOrDark = one("bslib-input-dark-mode", tools);
    await lightOrDark.updateComplete;
    lightOrDark.shadowRoot.adoptedStyleSheets.push(focus);
  });

  // ---- dialogs have their title as their name, and give the focus back ------------------------------------------
  let opener = null;
  document.addEventListener("show.bs.modal", (e) => {
    opener = document.activeElement;
    const title = one(".modal-title", e.target);
    if (!title) return;
    title.id = "dialog-title";
    e.target.setAttribute("aria-labelledby", title.id);
  });
  // By jQuery: when the browser's own event is sent, the dialog is no longer in the document.
  $(document).on("hidden.bs.modal", () => {
    if (opener?.isConnected && opener.checkVisibility()) opener.focus();
    opener = null;
  });

  // Past the last stop comes the first one, and not the page below.
  const FOCUSABLE = "a[href], button, input, select, textarea, summary, [tabindex]";
  document.addEventListener("keydown", (e) => {
    const dialog = e.key === "Tab" && e.target.closest(".modal");
    if (!dialog) return;
    const stops = all(FOCUSABLE, dialog).filter((el) => el.tabIndex >= 0 && !el.disabled && el.checkVisibility());
    if (!stops.length || ![dialog, e.shiftKey ? stops[0] : stops.at(-1)].includes(e.target)) return;
    e.preventDefault();
    (e.shiftKey ? stops.at(-1) : stops[0]).focus();
  });

  // ---- what scrolls can be scrolled by keys, also where nothing in it takes the focus --------------------------
  const SCROLLS = ".bslib-sidebar-layout > .main, .lab > .tab-content, .lesson-place, .table-scroll, .derivation, .derivation-right, .modal-body, .live-says, .diagram";
  const mine = new WeakSet(); // those that got their place in the order here
  function reachable() {
    for (const el of all(SCROLLS).reverse()) { // inner ones first
      const scrolls = el.scrollHeight > el.clientHeight + 1 || el.scrollWidth > el.clientWidth + 1;
      const wanted = scrolls && !all(FOCUSABLE, el).some((inner) => inner.checkVisibility());
      if (wanted && el.tabIndex < 0) {
        el.tabIndex = 0;
        mine.add(el);
      } else if (!wanted && mine.delete(el)) el.removeAttribute("tabindex");
    }
  }
  let due = 0;
  const soon = () => {
    clearTimeout(due);
    due = setTimeout(reachable, 150);
  };
  window.addEventListener("resize", soon);
  for (const event of ["shiny:idle", "shown.bs.tab", "shown.bs.modal"]) $(document).on(event, soon);
})();
