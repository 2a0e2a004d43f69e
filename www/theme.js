// Colours, line styles and sizes of the figures, chosen by theme (light, dark) and mode (desk, projector).
(() => {
  "use strict";
  const all = JSON.parse(document.getElementById("gate-theme").textContent);
  const root = document.documentElement;
  const dark = () => root.dataset.bsTheme === "dark";
  const present = () => root.hasAttribute("data-present");

  function current() {
    const colours = all.colours[dark() ? "dark" : "light"];
    return { ...all.sizes[present() ? "present" : "desk"], colours, background: colours.background };
  }
  const alpha = (hex, a) => `rgba(${[1, 3, 5].map((i) => parseInt(hex.slice(i, i + 2), 16)).join(",")},${a})`;

  // Text needs more contrast than a line does: each role has an ink beside its line colour.
  function ink(role) {
    const { colours } = current();
    return colours[`${role}_ink`] || colours[role] || colours.text;
  }

  function trace(spec, stale) {
    const { colours, line } = current(), meta = spec.meta || {};
    if (spec.type === "heatmap") return { opacity: stale && meta.exact ? 0.4 : 1 };
    const colour = stale && meta.exact ? colours.muted : colours[meta.role] || colours.text;
    if (meta.kind === "band") return { fillcolor: alpha(colour, dark() ? 0.24 : 0.16), line: { width: 0 } };
    const faint = meta.ghost || meta.faint;
    if (spec.mode === "markers") return { marker: { ...spec.marker, color: faint ? alpha(colour, 0.75) : colour, size: (spec.marker?.size || 3) * line, line: { ...spec.marker?.line, color: colour } } };
    return { line: { ...spec.line, color: faint ? alpha(colour, meta.ghost ? 0.35 : 0.75) : colour, width: line * (meta.weight || 1) * (meta.ghost ? 0.6 : 1) } };
  }

  function layout(spec) {
    const { colours, size, margin } = current();
    const axis = (a) => ({ ...a, color: colours.text, gridcolor: colours.grid, zerolinecolor: colours.grid, linecolor: colours.grid,
      title: { ...(a?.title || {}), standoff: 4, font: { size } }, tickfont: { size: size * 0.92 } });
    const m = spec.margin || {};
    return { ...spec, xaxis: axis(spec.xaxis), yaxis: axis(spec.yaxis), paper_bgcolor: "rgba(0,0,0,0)", plot_bgcolor: "rgba(0,0,0,0)",
      font: { family: all.font, size, color: colours.text },
      margin: { l: (m.l ?? 52) * margin, r: (m.r ?? 40) * margin, t: (m.t ?? 8), b: (m.b ?? 40) * margin, pad: 0 } };
  }

  window.GateTheme = { current, trace, layout, ink };
  // Bootstrap's theme and the projector mode are attributes of <html>; figures follow them.
  new MutationObserver(() => window.GateLive?.rebuild()).observe(root, { attributes: true, attributeFilter: ["data-bs-theme", "data-present"] });
})();
