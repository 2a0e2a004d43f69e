// One live figure: created once with its traces and layout, afterwards it receives numbers.
(() => {
  "use strict";
  const t = (key) => window.GateText.t(key);

  class Figure {
    constructor(element, spec) {
      Object.assign(this, { element, spec, paint: null, pending: null, inView: false, mounted: false, ghosts: null, width: 0, height: 0 });
      this.plot = element.querySelector(".live-plot");
      this.overlay = element.querySelector(".live-overlay");
      this.key = spec.layout.meta.name;
      this.cursorLine = element.querySelector(".live-cursor");
      // Plotly asks for both at the start of each restyle: answered by the page, that would force a layout each time.
      Object.defineProperties(this.plot, { clientWidth: { get: () => Math.round(this.width) }, clientHeight: { get: () => Math.round(this.height) } });
      this.plot.addEventListener("click", (e) => this.click(e));
    }

    // ---- numbers -> Plotly ------------------------------------------------------------------
    queue(paint) {
      this.pending = { ...(this.pending || this.paint || {}), ...paint };
      window.GateLive.schedule();
    }

    draw() {
      if (!this.pending || !this.width) return;
      const before = this.paint;
      this.paint = this.pending;
      this.pending = null;
      this.hold(before);
      if (!this.mounted) this.mount();
      else if (this.sameShape(before, this.paint)) this.restyle(before);
      else this.react();
      this.decorate();
    }

    react() {
      this.marks = null;
      Plotly.react(this.plot, this.data(), this.layout(), this.config());
    }

    // While a slider is held an axis only widens, so that the curves move and not the scale; let go, it takes its own range.
    hold(before) {
      this.own = this.paint.range;
      if (!this.own || !before?.range || !window.GateControls.holding()) return;
      const [low, high, ...tick] = before.range;
      this.paint.range = [Math.min(low, this.own[0]), Math.max(high, this.own[1]), ...tick.map((d) => Math.max(d, this.own[2]))];
    }
    letGo() {
      if (this.paint && String(this.own) !== String(this.paint.range)) this.queue({ range: this.own });
    }

    // Only numbers changed: straight into the picture, or by Plotly.
    restyle(before) {
      const still = String(before.range) === String(this.paint.range);
      if (!still || !this.quick(...this.numbers())) this.byPlotly(still);
    }

    // One restyle, or one update where an axis range moved a step.
    byPlotly(still = true) {
      this.marks = null;
      const [shown, values] = this.numbers();
      const update = { [shown[0]?.type === "heatmap" ? "z" : "y"]: values.map((v) => v.rows || v.y) };
      // Points move in both directions; curves keep their positions (undefined: as it was).
      if (values.some((v) => v.free)) update.x = values.map((v) => (v.free ? v.x : undefined));
      const index = shown.map((_, i) => i);
      if (still) Plotly.restyle(this.plot, update, index);
      else Plotly.update(this.plot, update, this.yAxis("yaxis."), index);
    }

    sameShape(a, b) {
      const shape = (p) => JSON.stringify([p.axis, p.ticks, p.stale, Object.entries(p.traces).map(([k, v]) => [k, v.n])]);
      return a && shape(a) === shape(b);
    }

    mount() {
      this.mounted = true;
      this.plot.style.visibility = "hidden"; // until the fonts and ranges of the first picture stand
      Plotly.newPlot(this.plot, this.data(), this.layout(), this.config());
      document.getElementById("js-plotly-tester")?.setAttribute("aria-hidden", "true"); // where it measures text
      this.plot.style.visibility = "";
    }

    rebuild() {
      if (!this.mounted || !this.paint || !this.width) return;
      this.boxNow = null;
      this.react();
      this.decorate();
    }

    // Sizes are told by the observer: reading them while drawing would force a layout each time.
    resize(width, height) {
      Object.assign(this, { width, height, boxNow: null });
      if (this.pending) window.GateLive.schedule();
      if (!this.mounted || !width) return;
      if (this.paint) this.rebuild(); // another size has room for other labels
      this.marks = null;
      Plotly.Plots.resize(this.plot);
      this.decorate();
    }

    // Only traces that have numbers are in the picture: even an invisible one costs its share of each redraw.
    shown() {
      return this.spec.data.filter(({ name }) => this.paint.traces[name]);
    }

    // The traces in the picture and the numbers of each.
    numbers() {
      const shown = this.shown();
      return [shown, shown.map(({ name }) => this.paint.traces[name])];
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
        if (this.paint.range.length > 2) out[`${prefix}dtick`] = this.legibleTick(...this.paint.range);
      }
      return out;
    }

    layout() {
      const base = window.GateTheme.layout(this.spec.layout);
      const titles = this.spec.layout.meta.titles || {};
      for (const [axis, key] of Object.entries(titles)) base[axis] = { ...base[axis], title: { ...base[axis].title, text: t(key) } };
      base.xaxis.range = this.xRange();
      Object.assign(base.yaxis, this.yAxis());
      const ticks = this.legible(this.paint.ticks, base);
      if (ticks) Object.assign(base.xaxis, { tickmode: "array", tickvals: ticks.map((p) => p[0]), ticktext: ticks.map((p) => p[1]), tickangle: 0 });
      return base;
    }

    // A multiple of the tick distance that leaves a line's height for each label of the y axis.
    legibleTick(low, high, tick) {
      const room = (this.box().height * tick) / (high - low);
      return tick * Math.max(1, Math.ceil((window.GateTheme.current().size * 1.15) / Math.max(room, 1)));
    }

    // Labels of the x axis that have room beside each other.
    legible(ticks, { margin, font }) {
      if (!ticks) return ticks;
      const longest = Math.max(...ticks.map(([, label]) => String(label).replace(/<[^>]*>/g, "").length));
      const [first, last] = this.xRange(), wide = longest > 2 ? (longest + 1) * font.size * 0.58 : 0;
      const apart = Math.abs(ticks.at(-1)[0] - ticks[0][0]) / Math.max(1, ticks.length - 1);
      const room = ((this.width - margin.l - margin.r) * apart) / (last - first);
      const every = Math.max(1, Math.ceil(wide / room));
      return every > 1 ? ticks.filter((_, i) => i % every === 0) : ticks;
    }

    config() {
      return { displayModeBar: false, displaylogo: false, showSendToCloud: false, responsive: false, scrollZoom: false, doubleClick: false };
    }

    xRange() {
      const [first, last] = this.paint.axis || [1, 2];
      const pad = this.spec.layout.meta.pad ?? Math.max((last - first) * 0.01, 0.5);
      return [first - pad, last + pad];
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
  }
  Object.assign(Figure.prototype, window.GateOverlay, window.GateQuick);
  window.GateFigure = Figure;
})();
