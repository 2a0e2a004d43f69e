// The whole state as an address, made as one moves: settings that are not at their first value, written out while
// that is short, else packed (deflate, base64url) into one parameter; gates/ui/links.py reads both.
(() => {
  "use strict";
  const LONGEST = 1990; // characters that mail, chat and QR codes keep whole
  const root = document.documentElement;
  const params = JSON.parse(document.getElementById("gate-params").textContent); // input id -> {key, default, value}
  const own = new Set([...Object.values(params).map((p) => p.key), "lang", "present", "packed"]);
  const foreign = [...new URLSearchParams(location.search)].filter(([key]) => !own.has(key));

  const changed = (p) => p.value != null && String(p.value) !== String(p.default) && (p.value !== "" || typeof p.default === "string");
  const written = (value) => (value === true ? "1" : value === false ? "0" : String(value));
  function settings(ids = Object.keys(params)) {
    return ids.filter((id) => changed(params[id])).map((id) => [params[id].key, written(params[id].value)]);
  }
  function how() {
    return [["lang", window.GateText.lang()], ...(root.hasAttribute("data-present") ? [["present", "1"]] : [])];
  }
  const query = (pairs) => `?${new URLSearchParams(pairs)}`;
  const fits = (q) => location.origin.length + location.pathname.length + q.length <= LONGEST;

  // "key value", one behind the other; what is not ASCII follows in two bytes a character, which pack better than three.
  const joined = (pairs) => pairs.map(([key, value]) => `${key} ${value.replace(/[\x1d\x1e]/g, " ")}`).join("\x1e");
  function bytes(pairs) {
    const plain = (pair) => /^[\x20-\x7e]*$/.test(pair[1]);
    const words = joined(pairs.filter((pair) => !plain(pair)));
    const wide = new DataView(new ArrayBuffer(2 * words.length));
    for (let i = 0; i < words.length; i++) wide.setUint16(2 * i, words.charCodeAt(i), true);
    return [`${joined(pairs.filter(plain))}\x1d`, wide];
  }
  async function packed(pairs) {
    const stream = new Blob(bytes(pairs)).stream().pipeThrough(new CompressionStream("deflate"));
    const out = new Uint8Array(await new Response(stream).arrayBuffer());
    return btoa(String.fromCharCode(...out)).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
  }
  // Longest last: what is left out first is one long text, never a slider.
  const byLength = (pairs) => [...pairs].sort((a, b) => a[1].length - b[1].length);

  // The address, and the key of a notice about what it had no room for.
  async function short() {
    const all = settings();
    if (fits(whole())) return { query: whole(), lacks: "" };
    if (fits(query([...all, ...how()]))) return { query: query([...all, ...how()]), lacks: "" };
    const open = params.page.value, here = Object.keys(params).filter((id) => id === "page" || id.startsWith(`${open}-`));
    const tries = [[all, ""], [settings(here), "link.without_pages"]];
    const rest = byLength(settings(here));
    while (rest.pop()) tries.push([[...rest], "link.without_text"]);
    for (const [pairs, lacks] of tries) {
      const made = window.CompressionStream ? query([["packed", await packed(pairs)], ...how()]) : query([...pairs, ...how()]);
      if (fits(made)) return { query: made, lacks };
    }
    return { query: query(how()), lacks: "link.without_text" };
  }
  // For this browser alone, which takes any length.
  const whole = () => query([...settings(), ...how(), ...foreign]);

  let due = 0, latest = 0;
  function remember(wait = 300) {
    clearTimeout(due);
    due = setTimeout(async () => {
      const mine = ++latest, made = await short();
      if (mine === latest) history.replaceState(null, "", made.query + location.hash);
    }, wait);
  }
  window.GateAddress = { params, short, whole, remember };
})();
