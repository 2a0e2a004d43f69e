// What lies above the picture of a figure, drawn by the page and not by Plotly: labels at the line ends, the time
// cursor, the mark of a control's value, clicks; and how all of it gets into a picture file.
(() => {
  "use strict";
  const theme = () => window.GateTheme.current();
  const t = (key) => window.GateText.t(key);

  window.GateOverlay = {
    box() {
      if (this.boxNow) return this.boxNow;
      const margin = window.GateTheme.layout(this.spec.layout).margin;
      const [l, r, t, b] = [margin.l, margin.r, margin.t, margin.b].map(Math.round); // whole pixels, as Plotly has them
      return (this.boxNow = { left: l, top: t, width: Math.round(this.width) - l - r, height: Math.round(this.height) - t - b });
    },
    toX(value, box = this.box()) {
      const [a, b] = this.xRange();
      return box.left + (box.width * (value - a)) / (b - a);
    },
    toY(value, box = this.box()) {
      const [a, b] = this.paint.range || this.spec.layout.yaxis.range;
      return box.top + box.height * (1 - (value - a) / (b - a));
    },

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
    },

    labelText(trace) {
      const own = trace.meta.label;
      return own.startsWith("@") ? t(own.slice(1)) : own;
    },

    // Labels keep their order and at least a line's height between them.
    spread(labels, box) {
      const gap = theme().size * 1.15;
      labels.sort((a, b) => a.y - b.y);
      labels.forEach((l, i) => (l.y = Math.max(l.y, i ? labels[i - 1].y + gap : box.top + gap * 0.4)));
      for (let i = labels.length - 1, floor = box.top + box.height; i >= 0; i--) {
        labels[i].y = Math.min(labels[i].y, floor);
        floor = labels[i].y - gap;
      }
    },

    label(span, { trace, x, y, text }, side, box) {
      if (span.said !== text) span.innerHTML = span.said = text;
      const inside = side === "inside"; // at the end, but to its left
      const left = inside ? x - 4 : side === "start" ? x + 4 : Math.min(x + 6, box.left + box.width + 6);
      span.at = [left, y, inside ? "right" : "left"];
      span.className = "live-label";
      span.style.cssText = `color:${window.GateTheme.ink(trace.meta.role)};transform:translate(${left}px,${y}px) translate(${inside ? "-100%" : 0},-50%)`;
    },

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
    },
    // The same line for a picture file.
    markShape({ x, y }) {
      const place = y != null ? { xref: "paper", x0: 0, x1: 1, y0: y, y1: y } : { yref: "paper", y0: 0, y1: 1, x0: x, x1: x };
      return { type: "line", ...place, line: { dash: "dash", width: theme().line, color: theme().colours.text } };
    },

    placeCursor() {
      const at = this.spec.layout.meta.cursor === false ? null : window.GateCursor?.at(this.element);
      if (at == null || !this.cursorLine || !this.paint?.axis) return;
      const box = this.box();
      this.cursorLine.style.cssText = `left:${this.toX(at, box)}px;top:${box.top}px;height:${box.height}px;display:block`;
    },

    click(event) {
      if (!this.paint?.axis) return;
      const box = this.box(), rect = this.plot.getBoundingClientRect();
      const share = (event.clientX - rect.left - box.left) / box.width;
      if (share < -0.02 || share > 1.02) return;
      if (this.paint.click_y) return this.setByClick(1 - (event.clientY - rect.top - box.top) / box.height);
      if (this.spec.layout.meta.cursor === false) return;
      const [a, b] = this.xRange();
      this.element.dispatchEvent(new CustomEvent("gate:time", { bubbles: true, detail: Math.round(a + share * (b - a)) }));
    },

    // A click at a height sets the slider whose values the y axis shows, to the nearest of its steps.
    setByClick(share) {
      const el = document.getElementById(this.paint.click_y);
      if (!el || share < -0.02 || share > 1.02) return;
      const [a, b] = this.paint.range || this.spec.layout.yaxis.range;
      const value = Math.min(Number(el.max), Math.max(Number(el.min), a + share * (b - a)));
      window.GateControls.setRange(el.id, Number((Math.round(value / el.step) * el.step).toFixed(6)));
    },

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
    },
  };
})();
