// A frame: a header that says which slice of one float32 buffer (curves) or one uint8 buffer (heatmaps) belongs to
// which trace. The counterpart of gates/figures/frame.py.
(() => {
  "use strict";
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
    const levels = more ? null : grids.subarray(offset, offset + rows * n);
    return { n: `${rows}x${n} ${more ? Object.values(more) : ""}`, grid, rows: cells(offset, n, rows, low, high, grids), cells: levels, ends: [n, low, high] };
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

  window.GateFrame = { unpack };
})();
