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

  // A single step is drawn in a task of its own right after the messages that already wait, all figures in it: the
  // next animation frame would be up to 16 ms later. During a drag the figures are drawn one a task: between two of
  // them the browser hands out the mouse's newest position, so that the next value leaves, and is computed, while the
  // rest of this frame is still drawn; that gives a tenth more frames.
  const DRAG = 150; // ms since the last drawing within which a frame belongs to the same movement
  const turn = new MessageChannel();
  const later = new Map(); // words and diagram of the newest frame, set after its figures
  let requested = false, lastDrawn = 0, lastTold = 0;
  turn.port1.onmessage = () => {
    requested = false;
    if (!waiting() || performance.now() - lastTold > DRAG) tell();
    window.GateControls.beforeDrawing();
    const drag = performance.now() - lastDrawn < DRAG;
    for (let next = waiting(); next; next = drag ? null : waiting()) {
      next.draw();
      lastDrawn = performance.now();
    }
    // Words and diagram come in the task after the figures: Plotly tells that it has drawn at the end of this one.
    if (later.size || waiting()) schedule();
    else startWarmUp();
  };
  function tell() {
    lastTold = performance.now();
    later.forEach((set) => set());
    later.clear();
  }
  function schedule() {
    if (requested) return;
    requested = true;
    turn.port2.postMessage(null);
  }
  // The figure in view that was not drawn for longest: each is drawn equally often, whatever arrives meanwhile.
  function waiting() {
    const mine = [...figures.values()].filter((f) => f.inView && f.pending && f.width);
    return mine.reduce((first, f) => (first && first.drawnAt <= f.drawnAt ? first : f), null);
  }

  // ---- warming up: the first drawings take twice as long as later ones, until the browser has compiled Plotly's code.
  // A few dozen drawings of what is shown, while nobody waits for anything, let the first drag run as smoothly as the tenth.
  const ROUNDS = 24, WARM_UP = 1800; // ms that all of it may take
  let until = null;
  function warmUp(left) {
    const mine = [...figures.values()].filter((f) => f.inView && f.mounted && !f.pending);
    if (left <= 0 || performance.now() > until || !mine.length) return;
    mine[left % mine.length].repaint();
    requestIdleCallback(() => warmUp(left - 1));
  }
  function startWarmUp() {
    if (until !== null || !window.requestIdleCallback) return;
    until = performance.now() + WARM_UP;
    requestIdleCallback(() => warmUp(ROUNDS * [...figures.values()].filter((f) => f.inView).length));
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
