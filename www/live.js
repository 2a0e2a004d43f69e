// Live figures: Plotly figures that are created once and afterwards receive only numbers.
//
// One stage (an anywidget model) serves all figures of a page. A frame is one message: a header that
// says which slice of one float32 buffer belongs to which trace. All figures in view are drawn in one
// task; a newer frame replaces an older one that was not drawn yet.
(() => {
  "use strict";
  const json = (id) => JSON.parse(document.getElementById(id)?.textContent || "null");
  const figures = new Map(); // element -> Figure, every figure of the document
  const seen = new IntersectionObserver((entries) => {
    for (const e of entries) {
      const figure = figures.get(e.target);
      figure.inView = e.isIntersecting;
      if (e.isIntersecting) schedule();
    }
  });
  const sized = new ResizeObserver((entries) => {
    for (const e of entries) figures.get(e.target)?.resize(e.contentRect.width, e.contentRect.height);
  });

  // Drawn in a task of its own right after the messages that already wait: the next animation frame would be up to
  // 16 ms later.
  const turn = new MessageChannel();
  const later = new Map(); // words and diagram of the newest frame, set after its figures
  let requested = false;
  turn.port1.onmessage = () => {
    requested = false;
    window.GateControls.beforeDrawing();
    figures.forEach((f) => { if (f.inView) f.draw(); });
    later.forEach((set) => set());
    later.clear();
    warmUp();
  };
  function schedule() {
    if (requested) return;
    requested = true;
    turn.port2.postMessage(null);
  }

  // ---- warming up: Plotly's first drawings take twice as long as later ones, until the browser has compiled its code. A
  // few, of what is shown already and while nobody waits for anything, let an axis change smoothly at the first drag too.
  const ROUNDS = 10, WARM_UP = 1500; // ms that all of it may take
  let until = null;
  function warmUp() {
    if (until !== null || !window.requestIdleCallback || ![...figures.values()].some((f) => f.mounted)) return;
    until = performance.now() + WARM_UP;
    requestIdleCallback(() => drawAgain(0));
  }
  function drawAgain(k) {
    const mine = [...figures.values()].filter((f) => f.inView && f.mounted && !f.pending);
    if (performance.now() > until || k >= ROUNDS * mine.length) return;
    mine[k % mine.length].byPlotly();
    requestIdleCallback(() => drawAgain(k + 1));
  }
  for (const event of ["pointerdown", "keydown", "wheel"]) window.addEventListener(event, () => { until = 0; }, { capture: true, passive: true });

  // ---- the stage --------------------------------------------------------------------------------------
  const stages = new Map(); // page name -> Map(figure name -> Figure)
  function stage(page) {
    if (stages.has(page)) return stages.get(page);
    const specs = json(`figures-${page}`), mine = new Map();
    for (const element of document.querySelectorAll(`.live-figure[data-page="${page}"]`)) {
      const figure = new window.GateFigure(element, specs[element.dataset.figure]);
      figures.set(element, figure);
      seen.observe(element);
      sized.observe(element);
      mine.set(element.dataset.figure, figure);
    }
    stages.set(page, mine);
    return mine;
  }
  function show(page, header, buffers) {
    const mine = stage(page);
    for (const [name, paint] of Object.entries(window.GateFrame.unpack(header, buffers))) {
      const figure = mine.get(name);
      if (!figure) continue;
      if (figure.ghosts) paint.traces = { ...paint.traces, ...figure.ghosts };
      figure.queue(paint);
    }
  }
  function attach(model) {
    const page = model.get("page");
    model.on("msg:custom", (message, buffers) => {
      if (message.figures) show(page, message.figures, buffers);
      if (message.texts) later.set(`texts ${page}`, () => window.GatePage.texts(page, message.texts));
      if (message.diagram) later.set(`diagram ${page}`, () => window.GatePage.diagram(page, message.diagram));
      schedule();
    });
    model.send({ ready: true });
  }

  const of = (element) => figures.get(element);
  const onPage = (page) => [...stage(page).values()];
  const rebuild = () => figures.forEach((f) => f.rebuild());
  const letGo = () => figures.forEach((f) => f.letGo());
  const cursors = () => figures.forEach((f) => f.placeCursor());
  window.GateLive = { attach, show, of, onPage, rebuild, letGo, cursors, schedule };
})();
