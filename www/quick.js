// New numbers straight into the picture that Plotly has made. Plotly works through all of its attributes, axes and labels
// for a restyle; while a slider moves only the curves and cells change, so only their paths and pixels are replaced here:
// a tenth of the time. Whatever else changes (a range, a trace, a size, a gap in a curve) is drawn by Plotly as always,
// from the same data.
(() => {
  "use strict";
  const FARTHEST = 20000; // pixels; beyond that a path is clipped as Plotly does it
  const round = (v) => Math.round(v * 100) / 100;

  // The path through the points, or null where there is a gap or no sensible place.
  function path({ x, y }, place) {
    let d = "";
    for (let i = 0; i < y.length; i++) {
      const px = place.left + place.wide * x[i], py = place.top + place.high * y[i];
      if (!(Math.abs(py) < FARTHEST && Math.abs(px) < FARTHEST)) return null;
      d += `${i ? "L" : "M"}${round(px)},${round(py)}`;
    }
    return d || null;
  }

  // Red, green and blue of each of the 255 levels; the last is clear: there was no number.
  function colours({ colorscale, zmin, zmax }, low, high) {
    const stops = colorscale.map(([at, hex]) => [at, [1, 3, 5].map((i) => parseInt(hex.slice(i, i + 2), 16))]);
    const out = new Uint8ClampedArray(1024);
    for (let level = 0; level < 255; level++) {
      const at = Math.min(1, Math.max(0, (low + (level * (high - low)) / 254 - zmin) / (zmax - zmin)));
      const k = Math.max(1, stops.findIndex((s) => s[0] >= at)), [a, from] = stops[k - 1], [b, to] = stops[k];
      out.set([...from.map((c, i) => c + ((to[i] - c) * (at - a)) / (b - a)), 255], 4 * level);
    }
    return out;
  }

  const isLine = (trace) => trace.type === "scatter" && trace.mode === "lines" && !trace.line?.shape;

  window.GateQuick = {
    // The elements to write to, one for each trace shown; null where the picture is not as simple as that.
    findMarks(shown) {
      if (shown[0]?.type === "heatmap") {
        const image = this.plot.querySelectorAll(".heatmaplayer image");
        return shown.length === 1 && image.length === 1 ? [{ image: image[0] }] : null;
      }
      if (!shown.length) return null;
      const groups = this.plot.querySelectorAll(".scatterlayer > .trace");
      if (groups.length !== shown.length || !shown.every(isLine)) return null;
      const marks = [...groups].map((g) => ({ lines: g.querySelectorAll(".js-line"), fills: g.querySelectorAll(".js-fill") }));
      const simple = marks.every(({ lines, fills }, i) => lines.length === 1 && fills.length === (shown[i].fill ? 1 : 0));
      return simple ? marks.map(({ lines, fills }) => ({ line: lines[0], fill: fills[0] })) : null;
    },

    // Whether it was drawn.
    quick(shown, values) {
      this.marks ||= this.findMarks(shown);
      if (!this.marks) return false;
      const draw = this.marks[0].image ? this.quickCells(shown[0], values[0]) : this.quickCurves(shown, values);
      if (!draw) return false;
      draw();
      // What Plotly draws next, or saves, starts from the same numbers; who counts repaints hears of this one.
      values.forEach((v, i) => { this.plot.data[i][v.rows ? "z" : "y"] = v.rows || v.y; });
      this.plot.emit("plotly_afterplot");
      return true;
    },

    quickCurves(shown, values) {
      const box = this.box(), [a, b] = this.xRange(), [c, d] = this.paint.range || this.spec.layout.yaxis.range;
      const wide = box.width / (b - a), high = -box.height / (d - c), place = { left: -a * wide, wide, top: -d * high, high };
      const paths = values.map((v) => path(v, place));
      if (paths.includes(null)) return null;
      return () => this.marks.forEach(({ line, fill }, i) => (fill || line).setAttribute("d", fill ? `${paths[i]}Z` : paths[i]));
    },

    quickCells(trace, { cells, ends }) {
      if (trace.zsmooth || !cells) return null;
      const [columns, low, high] = ends, rows = cells.length / columns;
      const key = `${trace.name} ${low} ${high}`;
      if (this.levelsOf !== key) Object.assign(this, { levelsOf: key, levels: colours(trace, low, high) });
      this.canvas ||= document.createElement("canvas");
      Object.assign(this.canvas, { width: columns, height: rows });
      const context = this.canvas.getContext("2d"), image = context.createImageData(columns, rows);
      for (let r = 0, at = 0; r < rows; r++) {
        for (let k = (rows - 1 - r) * columns, end = k + columns; k < end; k++, at += 4) {
          const level = 4 * cells[k];
          for (let i = 0; i < 4; i++) image.data[at + i] = this.levels[level + i];
        }
      }
      context.putImageData(image, 0, 0);
      const href = this.canvas.toDataURL("image/png");
      return () => this.marks[0].image.setAttributeNS("http://www.w3.org/1999/xlink", "href", href);
    },
  };
})();
