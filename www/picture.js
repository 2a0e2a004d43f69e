// Saves an inline drawing as a file of its own: what style sheets say about it is written into it.
(() => {
  "use strict";
  const PROPERTIES = ["fill", "fill-opacity", "stroke", "stroke-width", "stroke-dasharray", "stroke-linecap", "opacity", "font-family", "font-size", "font-style", "font-weight", "text-anchor", "dominant-baseline", "display", "visibility"];

  function standalone(svg) {
    const copy = svg.cloneNode(true), from = [svg, ...svg.querySelectorAll("*")], to = [copy, ...copy.querySelectorAll("*")];
    from.forEach((el, i) => {
      const style = getComputedStyle(el);
      to[i].setAttribute("style", PROPERTIES.map((p) => `${p}:${style.getPropertyValue(p)}`).join(";"));
    });
    copy.querySelectorAll("animate, animateMotion").forEach((el) => el.remove());
    const { width, height } = svg.viewBox.baseVal;
    Object.entries({ xmlns: "http://www.w3.org/2000/svg", width, height }).forEach(([k, v]) => copy.setAttribute(k, v));
    return { text: new XMLSerializer().serializeToString(copy), width, height };
  }

  function download(href, name) {
    const a = Object.assign(document.createElement("a"), { href, download: name });
    document.body.append(a);
    a.click();
    a.remove();
  }

  async function save(svg, format, name) {
    if (!svg) return;
    const { text, width, height } = standalone(svg);
    const source = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
    if (format === "svg") return download(source, `${name}.svg`);
    const image = Object.assign(new Image(), { src: source });
    await image.decode();
    const canvas = Object.assign(document.createElement("canvas"), { width: 2 * width, height: 2 * height });
    const context = canvas.getContext("2d");
    context.fillStyle = getComputedStyle(document.documentElement).getPropertyValue("--c-bg");
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    return download(canvas.toDataURL("image/png"), `${name}.png`);
  }

  window.GatePicture = { save };
})();
