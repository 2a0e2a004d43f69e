/* Moves the cell diagram and the one-step picture drawn by gates/figures/diagram.py.
 *
 *   GateDiagram.update(root, values, options)   the cell at the time cursor, numbers of one unit
 *   GateDiagram.updateStep(root, values)        norms of the paths of the step Jacobian, by name, and "total"
 *
 * root is the <svg> or an element that holds it. A value may be a number, null (not there), or one of the texts
 * "NaN", "Infinity", "-Infinity", which JSON needs for what is not finite.
 * values: LSTM f i o c_tilde c_prev c h_prev h; GRU z r h_tilde h_prev h, reset after also rec = U_h h_prev + b_hn;
 *         RNN h_prev h; each with x (number or short text), t, unit.
 * options: scale         the magnitude that fills a pipe (default: the largest flow, rounded up to 1, 2 or 5)
 *          descTemplate  text alternative with {names} of values (default: the attribute data-desc-template);
 *                        a part in [square brackets] is left out where one of its values is not there
 *          motion        false: no beads on the belt
 */
(function () {
  "use strict";

  const MISSING = "—";
  const MINUS = "−";
  // Beads start when the numbers rest and stop by themselves: no frame of a drag is spent on them, and nothing
  // moves for longer than five seconds unasked.
  const REST_MS = 300;
  const MOTION_S = 4.5;
  const SUPERSCRIPT = { "-": "⁻", 0: "⁰", 1: "¹", 2: "²", 3: "³", 4: "⁴", 5: "⁵", 6: "⁶", 7: "⁷", 8: "⁸", 9: "⁹" };

  // What is shown beside what is given; the same products as in the equations of gates/core.
  const DERIVED = {
    lstm: (v) => ({ f_c_prev: times(v.f, v.c_prev), i_c_tilde: times(v.i, v.c_tilde), tanh_c: apply(Math.tanh, v.c) }),
    gru_before: (v) => ({ ...update_gate(v), r_h_prev: times(v.r, v.h_prev) }),
    gru_after: (v) => ({ ...update_gate(v), r_rec: times(v.r, v.rec) }),
    rnn: () => ({}),
  };
  const GIVEN = {
    lstm: ["f", "i", "o", "c_tilde", "c_prev", "c", "h_prev", "h"],
    gru_before: ["z", "r", "h_tilde", "h_prev", "h"],
    gru_after: ["z", "r", "h_tilde", "h_prev", "h", "rec"],
    rnn: ["h_prev", "h"],
  };

  // Numbers of the equation under a drawing; a tanh is rounded unless it is 0.
  const EQUATION = {
    lstm: ["f", "c_prev", "i", "c_tilde", "c"],
    gru_before: ["z", "h_prev", "h_tilde", "h"],
    gru_after: ["z", "h_prev", "h_tilde", "h"],
  };

  function update_gate(v) {
    const closed = apply((z) => 1 - z, v.z);
    return { z_h_prev: times(v.z, v.h_prev), one_minus_z: closed, fresh: times(closed, v.h_tilde) };
  }

  function times(a, b) {
    return a === undefined || b === undefined ? undefined : a * b;
  }

  function apply(f, a) {
    return a === undefined ? undefined : f(a);
  }

  function toNumber(value) {
    return value === null || value === undefined || value === "" ? undefined : Number(value);
  }

  function format(value) {
    if (value === undefined) return MISSING;
    if (Number.isNaN(value)) return "NaN";
    const size = Math.abs(value);
    const sign = value < 0 ? MINUS : "";
    if (size === Infinity) return sign + "∞";
    if (size >= 1e5) return sign + power(size);
    const digits = size.toFixed(size < 1000 ? 3 : 1);
    return (Number(digits) === 0 ? "" : sign) + digits;
  }

  // Whether the digits of `format` say all of a number.
  function isShort(value) {
    const digits = Math.abs(value) < 1000 ? 3 : 1;
    return value === undefined || (Math.abs(value) < 1e5 && Math.abs(value - Number(value.toFixed(digits))) <= 1e-12 * Math.abs(value));
  }

  function power(size) {
    const [mantissa, exponent] = size.toExponential(2).split("e");
    return `${mantissa}×10${[...String(Number(exponent))].map((c) => SUPERSCRIPT[c]).join("")}`;
  }

  function formatNorm(value) {
    return value > 0 && value < 0.001 ? power(value) : format(value);
  }

  function shortText(value) {
    if (value === null || value === undefined) return "";
    if (typeof value === "number") return Number.isInteger(value) ? String(value).replace("-", MINUS) : format(value);
    const seen = value.replace(/ /g, "␣").replace(/\n/g, "⏎").replace(/\t/g, "⇥");
    return [...seen].length > 7 ? [...seen].slice(0, 6).join("") + "…" : seen;
  }

  // The smallest of 1, 2, 5 times a power of ten that is not below size, so that the scale changes in steps.
  function roundUp(size) {
    const decade = 10 ** Math.floor(Math.log10(size));
    return decade * [1, 2, 5, 10].find((step) => step * decade >= size * (1 - 1e-12));
  }

  // Look-ups are kept per svg, and an attribute is written only when it changes: update() runs at every frame.
  const known = new WeakMap();

  function bound(root) {
    const svg = root.matches("svg.gate-diagram") ? root : root.querySelector("svg.gate-diagram");
    if (!svg) throw new Error("GateDiagram: no svg.gate-diagram in the given element");
    if (!known.has(svg)) {
      const parts = [...svg.querySelectorAll("[data-bind]")].map((element) => {
        const [what, name] = element.dataset.bind.split(":");
        return { element, what, name };
      });
      known.set(svg, { svg, parts, timer: 0 });
    }
    return known.get(svg);
  }

  function setText(element, text) {
    if (element.textContent !== text) element.textContent = text;
  }

  function setAttribute(element, name, value) {
    const text = String(value);
    if (element.getAttribute(name) !== text) element.setAttribute(name, text);
  }

  function rounded(value) {
    return Number(value.toFixed(2));
  }

  const PAINT = {
    number: (element, value) => setText(element, format(value)),
    paren: (element, value) => setText(element, format(value).startsWith(MINUS) ? `(${format(value)})` : format(value)),
    flow(element, value, { scale, pipe }) {
      const finite = value === undefined || Number.isFinite(value);
      const full = finite ? Math.min(1, Math.abs(value || 0) / scale) : 1;
      // A trickle stays visible, and zero is no flow at all.
      element.style.strokeWidth = `${full > 0 ? Math.max(1.5, rounded(full * pipe)) : 0}px`;
      element.classList.toggle("gd-negative", value < 0);
      element.classList.toggle("gd-nonfinite", !finite);
    },
    valve(element, value, { pipe }) {
      const slide = rounded(((value >= 0 ? Math.min(1, value) : 0) * pipe) / 2);
      const [upper, lower] = element.querySelectorAll(".gd-plate");
      setAttribute(upper, "y", rounded(-pipe / 2 - slide));
      setAttribute(lower, "y", slide);
    },
    sign: (element, value, { exact }) => setText(element, exact ? " = " : " ≈ "),
    motion(element, value) {
      const still = !(value >= 0.02);
      element.classList.toggle("gd-still", still);
      if (still) return;
      const period = 0.9 / Math.max(0.1, value);
      element.style.setProperty("--gd-period", `${period.toFixed(2)}s`);
      element.style.setProperty("--gd-rounds", Math.max(1, Math.floor(MOTION_S / period)));
    },
  };

  function update(root, values, options = {}) {
    const drawing = bound(root);
    const { svg, parts } = drawing;
    const kind = svg.dataset.kind;
    const given = {};
    for (const name of GIVEN[kind]) given[name] = toNumber((values || {})[name]);
    const all = { ...given, ...DERIVED[kind](given) };
    const flows = parts.filter((part) => part.what === "flow").map((part) => Math.abs(all[part.name]));
    const largest = Math.max(0.1, ...flows.filter(Number.isFinite));
    const exact = EQUATION[kind] ? EQUATION[kind].every((name) => isShort(given[name])) : given.h === 0;
    const frame = { scale: options.scale > 0 ? options.scale : roundUp(largest), pipe: Number(svg.dataset.pipe), exact };
    const texts = { scale: scaleText(frame.scale) };
    for (const name of ["t", "unit", "x"]) texts[name] = shortText((values || {})[name]);
    const state = stateOf(Object.values(given));
    setAttribute(svg, "data-state", state);
    for (const { element, what, name } of parts) {
      if (what === "text") setText(element, texts[name]);
      else PAINT[what](element, all[name], frame);
    }
    describe(svg, state, options.descTemplate || svg.dataset.descTemplate, { ...texts, ...all });
    letBeadsRun(drawing, options.motion !== false && state === "ok");
  }

  function scaleText(scale) {
    return scale >= 1e5 || scale < 0.001 ? power(scale) : String(Number(scale.toPrecision(3)));
  }

  function stateOf(numbers) {
    const there = numbers.filter((value) => value !== undefined);
    if (!there.length) return "empty";
    return there.every(Number.isFinite) ? "ok" : "nonfinite";
  }

  function describe(svg, state, template, values) {
    const sentence = svg.querySelector(`.gd-says-${state}`);
    const field = /\{(\w+)\}/g;
    const there = (name) => values[name] !== undefined && values[name] !== "";
    // What stands in square brackets is said only where all of its values are there.
    const told = (template || "").replace(/\[([^\]]*)\]/g, (_, part) =>
      [...part.matchAll(field)].every(([, name]) => there(name)) ? part : "",
    );
    const filled = told.replace(field, (_, name) =>
      typeof values[name] === "string" ? values[name] || MISSING : format(values[name]),
    );
    setText(svg.querySelector("desc"), sentence ? sentence.textContent : filled);
  }

  function letBeadsRun(drawing, wanted) {
    clearTimeout(drawing.timer);
    drawing.svg.removeAttribute("data-moving");
    if (wanted) drawing.timer = setTimeout(() => drawing.svg.setAttribute("data-moving", ""), REST_MS);
  }

  function updateStep(root, values) {
    const { svg, parts } = bound(root);
    const names = [...new Set(parts.filter((part) => part.what === "bar").map((part) => part.name))];
    const norms = Object.fromEntries(names.map((name) => [name, toNumber((values || {})[name])]));
    // 1 is the norm of the identity: it always stays in view.
    const scale = roundUp(Math.max(1, ...Object.values(norms).filter(Number.isFinite)));
    const width = Number(svg.dataset.bar);
    const one = rounded(Number(svg.dataset.left) + width / scale);
    setAttribute(svg, "data-state", stateOf(Object.values(norms)));
    for (const { element, what, name } of parts) {
      const value = norms[name];
      if (what === "number") setText(element, formatNorm(value));
      else if (what === "tick") paintTick(element, name, scale, one);
      else if (what === "one") setAttribute(element, "x", one - 1);
      else setAttribute(element, "width", barWidth(value, scale, width));
    }
    const lines = [...svg.querySelectorAll(".gd-path")].map((row) => {
      const [label, , digits] = row.querySelectorAll("text");
      return `${label.textContent} ${digits.textContent}`;
    });
    setText(svg.querySelector("desc"), lines.join(document.documentElement.lang.startsWith("zh") ? "；" : "; "));
  }

  // The tick of 1 moves with the scale, and steps aside for the ends of the axis.
  function paintTick(element, name, scale, one) {
    if (name === "0") return setText(element, "0");
    if (name === "scale") return setText(element, scaleText(scale));
    setAttribute(element, "x", one);
    return setText(element, scale > 1 && scale < 50 ? "1" : "");
  }

  function barWidth(value, scale, width) {
    if (value === undefined || Number.isNaN(value)) return 0;
    return rounded(Math.min(1, value / scale) * width);
  }

  window.GateDiagram = { update, updateStep, format };
})();
