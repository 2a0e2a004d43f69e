// Live figures: Plotly figures that are created once and afterwards receive only numbers.
//
// One stage (an anywidget model) serves all figures of a page. A frame is one message: a header that
// says which slice of one float32 buffer belongs to which trace. All figures in view are drawn in one
// task; a newer frame replaces an older one that was not drawn yet.
(() => {
  "use strict";
  const json = (id) => JSON.parse(document.getElementById(id)?.textContent || "null");
  const theme = () => window.GateTheme.current();
  const t = (key) => window.GateText.t(key);
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
  let requested = false, lastDrawn = 0;
  turn.port1.onmessage = () => {
    requested = false;
    window.GateControls.beforeDrawing();
    const drag = performance.now() - lastDrawn < DRAG;
    for (let next = waiting(); next; next = drag ? null : waiting()) {
      next.draw();
      lastDrawn = performance.now();
    }
    if (waiting()) return schedule();
    later.forEach((set) => set());
    later.clear();
  };
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

  class Figure {
    constructor(element, spec) {
      Object.assign(this, { element, spec, paint: null, pending: null, inView: false, mounted: false, ghosts: null, width: 0, height: 0, drawnAt: 0 });
      this.plot = element.querySelector(".live-plot");
      this.overlay = element.querySelector(".live-overlay");
      this.key = spec.layout.meta.name;
      this.cursorLine = element.querySelector(".live-cursor");
      this.plot.addEventListener("click", (e) => this.click(e));
      seen.observe(element);
      sized.observe(element);
    }

    // ---- numbers -> Plotly ------------------------------------------------------------------
    queue(paint) {
      this.pending = { ...(this.pending || this.paint || {}), ...paint };
      schedule();
    }

    draw() {
      if (!this.pending || !this.width) return;
      const before = this.paint;
      this.paint = this.pending;
      this.pending = null;
      this.drawnAt = performance.now();
      if (!this.mounted) this.mount();
      else if (this.sameShape(before, this.paint)) this.restyle(before);
      else Plotly.react(this.plot, this.data(), this.layout(), this.config());
      this.decorate();
    }

    // Only numbers changed: the cheap path, one restyle (or one update where an axis range moved a step).
    restyle(before) {
      const shown = this.shown();
      const values = shown.map(({ name }) => this.paint.traces[name]);
      const update = { [shown[0]?.type === "heatmap" ? "z" : "y"]: values.map((v) => v.rows || v.y) };
      // Points move in both directions; curves keep their positions (undefined: as it was).
      if (values.some((v) => v.free)) update.x = values.map((v) => (v.free ? v.x : undefined));
      const index = shown.map((_, i) => i);
      const layout = {};
      if (String(before.range) !== String(this.paint.range)) Object.assign(layout, this.yAxis("yaxis."));
      if (Object.keys(layout).length) Plotly.update(this.plot, update, layout, index);
      else Plotly.restyle(this.plot, update, index);
    }

    sameShape(a, b) {
      const shape = (p) => JSON.stringify([p.axis, p.ticks, p.stale, Object.entries(p.traces).map(([k, v]) => [k, v.n])]);
      return a && shape(a) === shape(b);
    }

    mount() {
      this.mounted = true;
      this.plot.style.visibility = "hidden"; // until the fonts and ranges of the first picture stand
      Plotly.newPlot(this.plot, this.data(), this.layout(), this.config());
      this.plot.style.visibility = "";
    }

    rebuild() {
      if (!this.mounted || !this.paint || !this.width) return;
      this.boxNow = null;
      Plotly.react(this.plot, this.data(), this.layout(), this.config());
      this.decorate();
    }

    // Sizes are told by the observer: reading them while drawing would force a layout each time.
    resize(width, height) {
      Object.assign(this, { width, height, boxNow: null });
      if (this.pending) schedule();
      if (!this.mounted || !width) return;
      Plotly.Plots.resize(this.plot);
      this.decorate();
    }

    // Only traces that have numbers are in the picture: even an invisible one costs its share of each redraw.
    shown() {
      return this.spec.data.filter(({ name }) => this.paint.traces[name]);
    }

    data() {
      return this.shown().map((trace) => {
        const values = this.paint.traces[trace.name];
        const style = window.GateTheme.trace(trace, this.paint.stale);
        if (trace.type === "heatmap") return { ...trace, ...style, ...values.grid, z: values.rows };
        return { ...trace, ...style, x: values.x, y: values.y };
      });
    }

    yAxis(prefix = "") {
      const out = {};
      if (this.paint.range) {
        out[`${prefix}range`] = this.paint.range.slice(0, 2);
        if (this.paint.range.length > 2) out[`${prefix}dtick`] = this.paint.range[2];
      }
      return out;
    }

    layout() {
      const base = window.GateTheme.layout(this.spec.layout);
      const titles = this.spec.layout.meta.titles || {};
      for (const [axis, key] of Object.entries(titles)) base[axis] = { ...base[axis], title: { ...base[axis].title, text: t(key) } };
      base.xaxis.range = this.xRange();
      Object.assign(base.yaxis, this.yAxis());
      const ticks = this.paint.ticks;
      if (ticks) Object.assign(base.xaxis, { tickmode: "array", tickvals: ticks.map((p) => p[0]), ticktext: ticks.map((p) => p[1]), tickangle: 0 });
      return base;
    }

    config() {
      return { displayModeBar: false, displaylogo: false, showSendToCloud: false, responsive: false, scrollZoom: false, doubleClick: false };
    }

    xRange() {
      const [first, last] = this.paint.axis || [1, 2];
      const pad = this.spec.layout.meta.pad ?? Math.max((last - first) * 0.01, 0.5);
      return [first - pad, last + pad];
    }

    // ---- what lies above the picture: labels at the line ends, the time cursor ------------------
    box() {
      if (this.boxNow) return this.boxNow;
      const m = window.GateTheme.layout(this.spec.layout).margin;
      return (this.boxNow = { left: m.l, top: m.t, width: this.width - m.l - m.r, height: this.height - m.t - m.b });
    }
    toX(value, box = this.box()) {
      const [a, b] = this.xRange();
      return box.left + (box.width * (value - a)) / (b - a);
    }
    toY(value, box = this.box()) {
      const [a, b] = this.paint.range || this.spec.layout.yaxis.range;
      return box.top + box.height * (1 - (value - a) / (b - a));
    }

    decorate() {
      if (!this.paint) return;
      this.placeCursor();
      this.placeMark();
      const box = this.box();
      const side = this.spec.layout.meta.labels || "end";
      const wanted = [];
      for (const trace of this.spec.data) {
        const values = this.paint.traces[trace.name];
        if (!values || !trace.meta?.label) continue;
        const at = side === "start" ? values.y.findIndex(Number.isFinite) : values.y.findLastIndex(Number.isFinite);
        if (at < 0) continue;
        const y = this.toY(values.y[at], box);
        // A label inside the picture lies on the side that its curve does not run to.
        const along = side === "start" ? Math.min(at + (values.n >> 3) + 1, values.n - 1) : Math.max(at - (values.n >> 3) - 1, 0);
        const shift = side === "end" ? 0 : theme().size * (this.toY(values.y[along], box) < y ? 0.75 : -0.75);
        wanted.push({ trace, y: y + shift, x: this.toX(values.x[at], box), text: this.labelText(trace) });
      }
      this.spread(wanted, box);
      while (this.overlay.children.length > wanted.length) this.overlay.lastChild.remove();
      wanted.forEach((w, i) => this.label(this.overlay.children[i] || this.overlay.appendChild(document.createElement("span")), w, side, box));
    }

    labelText(trace) {
      const own = trace.meta.label;
      return own.startsWith("@") ? t(own.slice(1)) : own;
    }

    // Labels keep their order and at least a line's height between them.
    spread(labels, box) {
      const gap = theme().size * 1.15;
      labels.sort((a, b) => a.y - b.y);
      labels.forEach((l, i) => (l.y = Math.max(l.y, i ? labels[i - 1].y + gap : box.top + gap * 0.4)));
      for (let i = labels.length - 1, floor = box.top + box.height; i >= 0; i--) {
        labels[i].y = Math.min(labels[i].y, floor);
        floor = labels[i].y - gap;
      }
    }

    label(span, { trace, x, y, text }, side, box) {
      if (span.said !== text) span.innerHTML = span.said = text;
      const inside = side === "inside"; // at the end, but to its left
      const left = inside ? x - 4 : side === "start" ? x + 4 : Math.min(x + 6, box.left + box.width + 6);
      span.at = [left, y, inside ? "right" : "left"];
      span.className = "live-label";
      span.style.cssText = `color:${window.GateTheme.ink(trace.meta.role)};transform:translate(${left}px,${y}px) translate(${inside ? "-100%" : 0},-50%)`;
    }

    // A dashed line across the figure: the value that a control has now.
    placeMark() {
      const mark = this.paint?.mark, box = this.box();
      if (!mark) return this.markLine?.remove(), (this.markLine = null);
      if (!this.markLine) {
        this.markLine = Object.assign(document.createElement("div"), { className: "live-mark" });
        this.element.insertBefore(this.markLine, this.overlay);
      }
      this.markLine.style.cssText = mark.y != null ? `left:${box.left}px;width:${box.width}px;top:${this.toY(mark.y, box)}px`
        : `top:${box.top}px;height:${box.height}px;left:${this.toX(mark.x, box)}px`;
      this.markLine.classList.toggle("upright", mark.y == null);
    }
    // The same line for a picture file.
    markShape({ x, y }) {
      const place = y != null ? { xref: "paper", x0: 0, x1: 1, y0: y, y1: y } : { yref: "paper", y0: 0, y1: 1, x0: x, x1: x };
      return { type: "line", ...place, line: { dash: "dash", width: theme().line, color: theme().colours.text } };
    }

    placeCursor() {
      const at = this.spec.layout.meta.cursor === false ? null : window.GateCursor?.at(this.element);
      if (at == null || !this.cursorLine || !this.paint?.axis) return;
      const box = this.box();
      this.cursorLine.style.cssText = `left:${this.toX(at, box)}px;top:${box.top}px;height:${box.height}px;display:block`;
    }

    click(event) {
      if (!this.paint?.axis) return;
      const box = this.box(), rect = this.plot.getBoundingClientRect();
      const share = (event.clientX - rect.left - box.left) / box.width;
      if (share < -0.02 || share > 1.02) return;
      if (this.paint.click_y) return this.setByClick(1 - (event.clientY - rect.top - box.top) / box.height);
      if (this.spec.layout.meta.cursor === false) return;
      const [a, b] = this.xRange();
      this.element.dispatchEvent(new CustomEvent("gate:time", { bubbles: true, detail: Math.round(a + share * (b - a)) }));
    }

    // A click at a height sets the slider whose values the y axis shows, to the nearest of its steps.
    setByClick(share) {
      const el = document.getElementById(this.paint.click_y);
      if (!el || share < -0.02 || share > 1.02) return;
      const [a, b] = this.paint.range || this.spec.layout.yaxis.range;
      const value = Math.min(Number(el.max), Math.max(Number(el.min), a + share * (b - a)));
      window.GateControls.setRange(el.id, Number((Math.round(value / el.step) * el.step).toFixed(6)));
    }

    // ---- pin: the present curves stay as thin ghosts, in the browser alone -----------------------
    pin() {
      if (!this.paint) return;
      const traces = { ...this.paint.traces };
      for (const trace of this.spec.data) {
        const source = trace.meta?.ghost;
        if (!source) continue;
        if (traces[source]) traces[trace.name] = traces[source];
        else delete traces[trace.name];
      }
      this.paint = { ...this.paint, traces };
      this.ghosts = Object.fromEntries(this.spec.data.filter((d) => d.meta?.ghost && traces[d.name]).map((d) => [d.name, traces[d.name]]));
      this.rebuild();
    }
    unpin() {
      this.ghosts = null;
      if (!this.paint) return;
      this.paint = { ...this.paint, traces: Object.fromEntries(Object.entries(this.paint.traces).filter(([k]) => !this.spec.data.find((d) => d.name === k)?.meta?.ghost)) };
      this.rebuild();
    }

    // ---- picture files: what lies above the figure is drawn into it --------------------------------
    async save(format, name) {
      if (!this.mounted) return;
      const layout = this.layout(), box = this.box();
      const side = this.spec.layout.meta.labels || "end";
      layout.title = { text: this.element.dataset.title || "", font: { size: theme().size * 1.1 }, x: 0.02, xanchor: "left", y: 0.98, yanchor: "top" };
      layout.margin = { ...layout.margin, t: layout.margin.t + 34 };
      layout.paper_bgcolor = layout.plot_bgcolor = theme().background;
      layout.annotations = [...this.overlay.children].map((span) => ({
        text: span.innerHTML.replace(/<\/?(var|em|span)[^>]*>/g, ""), showarrow: false, font: { color: span.style.color, size: theme().size },
        xref: "paper", yref: "paper", xanchor: span.at[2],
        x: (span.at[0] - box.left) / box.width, y: 1 - (span.at[1] - box.top) / box.height,
      }));
      if (this.paint.mark) layout.shapes = [this.markShape(this.paint.mark)];
      const { width } = this, height = this.height + 34;
      const url = await Plotly.toImage({ data: this.data(), layout, config: this.config() }, { format, width, height, scale: 2 });
      const a = Object.assign(document.createElement("a"), { href: url, download: `${name}.${format}` });
      document.body.append(a);
      a.click();
      a.remove();
    }
  }

  // ---- unpacking a frame ---------------------------------------------------------------------------
  function bytes(view) {
    return view.buffer ? view.buffer.slice(view.byteOffset, view.byteOffset + view.byteLength) : view;
  }
  const axes = new Map(); // x positions are affine in the index: made once, shared by all traces of that length
  function affine(n, start, step) {
    const key = `${n} ${start} ${step}`;
    if (!axes.has(key)) {
      if (axes.size > 64) axes.clear();
      axes.set(key, Float32Array.from({ length: n }, (_, i) => start + step * i));
    }
    return axes.get(key);
  }
  function thereAndBack(a, reverse = a) {
    const n = a.length, out = new Float32Array(2 * n);
    out.set(a);
    for (let i = 0; i < n; i++) out[n + i] = reverse[n - 1 - i];
    return out;
  }
  function cells(offset, n, rows, low, high, all) {
    const level = (high - low) / 254;
    const row = (r) => Float32Array.from(all.subarray(offset + r * n, offset + (r + 1) * n), (v) => (v === 255 ? NaN : low + v * level));
    return Array.from({ length: rows }, (_, r) => row(r));
  }
  function unpackTrace([kind, offset, n, start, step, rows, low, high, more], curves, grids) {
    if (kind === "line") return { n, x: affine(n, start, step), y: curves.subarray(offset, offset + n) };
    if (kind === "band") {
      const x = affine(n, start, step), below = curves.subarray(offset, offset + n), above = curves.subarray(offset + n, offset + 2 * n);
      return { n, x: thereAndBack(x), y: thereAndBack(above, below) };
    }
    if (kind === "points") return { n, free: true, x: curves.subarray(offset, offset + n), y: curves.subarray(offset + n, offset + 2 * n) };
    const grid = { x0: start, dx: step, y0: 1, dy: 1, ...more };
    return { n: `${rows}x${n} ${more ? Object.values(more) : ""}`, grid, rows: cells(offset, n, rows, low, high, grids) };
  }
  function unpack(header, buffers) {
    const curves = new Float32Array(bytes(buffers[0])), grids = new Uint8Array(bytes(buffers[1])), out = {};
    for (const [name, paint] of Object.entries(header)) {
      const { traces, ...rest } = paint;
      out[name] = { range: null, ticks: null, stale: false, ...rest, traces: {} };
      for (const [trace, place] of Object.entries(traces)) out[name].traces[trace] = unpackTrace(place, curves, grids);
    }
    return out;
  }

  // ---- the stage --------------------------------------------------------------------------------------
  const stages = new Map(); // page name -> Map(figure name -> Figure)
  function stage(page) {
    if (stages.has(page)) return stages.get(page);
    const specs = json(`figures-${page}`), mine = new Map();
    for (const element of document.querySelectorAll(`.live-figure[data-page="${page}"]`)) {
      const figure = new Figure(element, specs[element.dataset.figure]);
      figures.set(element, figure);
      mine.set(element.dataset.figure, figure);
    }
    stages.set(page, mine);
    return mine;
  }
  function show(page, header, buffers) {
    const mine = stage(page);
    for (const [name, paint] of Object.entries(unpack(header, buffers))) {
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
  const cursors = () => figures.forEach((f) => f.placeCursor());
  window.GateLive = { attach, show, of, onPage, rebuild, cursors, schedule };
})();
