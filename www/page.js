// The page as a whole: language, projector mode, time cursor, texts from the server.
(() => {
  "use strict";
  const root = document.documentElement;
  const one = (selector, scope = document) => scope.querySelector(selector);
  const all = (selector, scope = document) => [...scope.querySelectorAll(selector)];
  const { params, short, whole, remember } = window.GateAddress;

  const value = (page, name) => (params[`${page}-${name}`] || params[name])?.value;

  $(document).on("shiny:inputchanged", (event) => {
    const p = params[event.name];
    if (!p || p.value === event.value) return;
    p.value = event.value;
    window.GateControls.reveal();
    remember();
  });

  // ---- projector mode, language, theme ----------------------------------------------------------------------
  function present(on) {
    root.toggleAttribute("data-present", on);
    for (const b of all("[data-action=present]")) b.setAttribute("aria-pressed", String(on));
    remember();
    window.dispatchEvent(new Event("resize"));
  }
  const typing = (el) => el.matches("input:not([type=range]):not([type=radio]):not([type=checkbox]), textarea, select");
  const ABOVE = ".modal, [data-full-screen='true']"; // these have keys of their own
  document.addEventListener("keydown", (e) => {
    if (e.ctrlKey || e.metaKey || e.altKey || typing(e.target) || e.target.closest(ABOVE)) return;
    if (e.key === "p" || e.key === "P") present(!root.hasAttribute("data-present"));
    else if (e.key === "Escape" && root.hasAttribute("data-present")) present(false);
    else if ((e.key === "ArrowLeft" || e.key === "ArrowRight") && !e.target.matches("input, [role=tab], [role=slider], a.nav-link")) {
      if (step(pageOf(e.target), e.key === "ArrowLeft" ? -1 : 1)) e.preventDefault();
    }
  });

  // ---- the time cursor ------------------------------------------------------------------------------------------
  const pageOf = (el) => el.closest?.(".page") || one(".tab-pane.active .page") || one(".page");
  const clock = (page) => page && one("input[data-clock]", page);
  function at(element) {
    const el = clock(element.closest(".page"));
    return el ? Number(el.value) : null;
  }
  function step(page, by) {
    const el = clock(page);
    if (!el) return false;
    window.GateControls.setRange(el.id, Math.min(Number(el.max), Math.max(Number(el.min), Number(el.value) + by)));
    return true;
  }
  window.GateCursor = { at };
  document.addEventListener("input", (e) => { if (e.target.matches("[data-clock]")) window.GateLive.cursors(); });
  document.addEventListener("gate:time", (e) => {
    const el = clock(e.target.closest(".page"));
    if (el) window.GateControls.setRange(el.id, Math.min(Number(el.max), Math.max(Number(el.min), e.detail)));
  });

  let playing = null;
  function play(button) {
    if (playing) {
      clearInterval(playing.timer);
      playing.button.setAttribute("aria-pressed", "false");
      playing = null;
      return;
    }
    const page = pageOf(button), el = clock(page);
    if (Number(el.value) >= Number(el.max)) window.GateControls.setRange(el.id, el.min);
    button.setAttribute("aria-pressed", "true");
    playing = { button, timer: setInterval(() => (Number(el.value) >= Number(el.max) ? play(button) : step(page, 1)), 160) };
  }

  // ---- buttons --------------------------------------------------------------------------------------------------------
  async function copyLink() {
    const { query, lacks } = await short(), url = location.origin + location.pathname + query;
    Shiny.setInputValue("link", url, { priority: "event" });
    let done = true;
    try { await navigator.clipboard.writeText(url); } catch { done = false; }
    history.replaceState(null, "", query);
    const place = one("#gate-said"), { t } = window.GateText;
    place.textContent = `${t(done ? "link.copied" : "link.in_address_bar")} ${lacks && t(lacks)}`;
    setTimeout(() => (place.textContent = ""), lacks ? 12_000 : 4000);
  }
  function save(button, format) {
    const card = button.closest(".card"), name = card.id || "figure", figure = figureOf(button);
    if (figure) figure.save(format, name);
    else window.GatePicture.save(one(".tab-pane.active .diagram:not([hidden]) svg", card), format, name);
  }
  const figureOf = (button) => window.GateLive.of(one(".live-figure:not([hidden])", button.closest(".card")));
  async function copyText(button) {
    const source = one(button.dataset.copy), place = one("#gate-said");
    let done = true;
    try { await navigator.clipboard.writeText(source.textContent); } catch { done = false; getSelection().selectAllChildren(source); }
    place.textContent = window.GateText.t(done ? "exp.copied" : "exp.select_to_copy");
    setTimeout(() => (place.textContent = ""), 4000);
  }
  const actions = {
    copy: copyText,
    present: () => present(!root.hasAttribute("data-present")),
    lang: (b) => { window.GateText.use(b.dataset.lang); remember(); },
    play,
    link: copyLink,
    pin: (b) => { window.GateLive.onPage(pageOf(b).dataset.page).forEach((f) => f.pin()); all("[data-action=unpin]", pageOf(b)).forEach((u) => (u.disabled = false)); },
    unpin: (b) => { window.GateLive.onPage(pageOf(b).dataset.page).forEach((f) => f.unpin()); b.disabled = true; },
    png: (b) => save(b, "png"),
    svg: (b) => save(b, "svg"),
    table: (b) => Shiny.setInputValue(b.dataset.input, b.dataset.figure, { priority: "event" }),
  };
  document.addEventListener("click", (e) => {
    const button = e.target.closest("[data-action]");
    if (button) actions[button.dataset.action](button);
  });

  // ---- texts and diagram numbers that come with a frame -----------------------------------------------------------------
  function texts(page, said) {
    const scope = one(`.page[data-page="${page}"]`);
    for (const [name, html] of Object.entries(said)) {
      const el = one(`[data-text="${name}"]`, scope);
      if (el && el.innerHTML !== html) el.innerHTML = html;
    }
  }
  function diagram(page, numbers) {
    const scope = one(`.page[data-page="${page}"]`);
    for (const host of all("[data-diagram]", scope)) {
      const mine = host.dataset.diagram === numbers.kind;
      host.hidden = !mine;
      if (mine) window.GateDiagram[host.dataset.step ? "updateStep" : "update"](host, host.dataset.step ? numbers.paths : numbers.values, { lang: window.GateText.lang() });
    }
  }

  function connected() {
    Shiny.setInputValue("lang", window.GateText.lang());
    const wrong = JSON.parse(one("#gate-wrong").textContent);
    if (wrong.length) Shiny.setInputValue("wrong_in_link", wrong.join(", "));
    window.GateControls.reveal();
  }
  $(document).on("shiny:connected", connected);

  // ---- a lost connection: the state is in the address, so the page comes back where it was ---------------------
  $(document).on("shiny:disconnected", () => {
    one("#gate-offline").hidden = false;
    const look = async () => {
      const there = await fetch("health", { cache: "no-store" }).then((r) => r.ok, () => false);
      if (there) location.replace(location.pathname + whole());
      else setTimeout(look, 2000);
    };
    setTimeout(look, 1000);
  });
  window.GatePage = { value, texts, diagram };
})();
