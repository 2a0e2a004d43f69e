"""All pages of the app in one document: going from page to page, and what a screen reader or a Tab key finds there."""

from __future__ import annotations

from typing import Any

from axe_playwright_python.sync_playwright import Axe
from explorer_page import ExplorerPage

#: Language, theme and projector: both languages, both themes; the projector's colours are those of the theme.
MODES = [("en", "light", False), ("zh", "dark", False), ("zh", "light", True)]
DESK = (1600, 1000)
#: Roles whose name a screen reader speaks, or which one cannot use without.
NAMED = {
    *("button", "slider", "spinbutton", "textbox", "combobox", "radio", "checkbox", "switch", "tab", "link"),
    *("img", "image", "graphics-document", "DisclosureTriangle", "dialog", "progressbar", "searchbox"),
}
#: Pictures of plotly are hidden from screen readers; the figure around them is what is read.
AXE = """([combination, everywhere]) => axe.run(
  {...(everywhere ? {} : {include: [".navbar", "#main > .tab-pane.active"]}), exclude: [".js-plotly-plot"]},
  {resultTypes: ["violations"], preload: false}
).then((found) => found.violations.filter((v) => ["serious", "critical"].includes(v.impact))
  .flatMap((v) => v.nodes.map((n) =>
    `${combination}: ${v.id}: ${n.target} ${n.any[0]?.data?.contrastRatio || ""} ${n.html.slice(0, 160)}`)))"""
SETTLED = """() => new Promise((done) => setTimeout(done, 350))
  .then(() => !document.documentElement.classList.contains("shiny-busy"))"""
#: Everything that the Tab key has to reach: one radio button of a group, one tab of a list.
STOPS = """() => {
  const found = [...document.querySelectorAll("a[href], button, input, select, textarea, summary, [tabindex='0']")];
  const open = (el) => el.checkVisibility({visibilityProperty: true}) && !el.disabled && el.tabIndex >= 0;
  const chosen = (el) => {
    const group = el.type === "radio" ? [...document.getElementsByName(el.name)].filter(open) : [el];
    return el === (group.find((r) => r.checked) || group[0]);
  };
  const stops = found.filter((el) => open(el) && chosen(el) && !el.closest(".modal, .shiny-notification"));
  stops.forEach((el, i) => (el.stopNumber = i));
  const name = (el) => el.id || el.textContent.trim().slice(0, 40) || el.outerHTML.slice(0, 80);
  window.stopNames = stops.map(name);
  return stops.length;
}"""
#: The stop that has the focus now (-1: another element), and whether that can be seen.
AT = """() => {
  let el = document.activeElement;
  const inner = el.type === "file" ? el.closest(".btn") : el.shadowRoot?.activeElement || el;
  const marked = (e) => {
    const style = getComputedStyle(e);
    return style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2;
  };
  const label = inner.closest("label");
  const name = el === document.body ? "" : el.id || el.outerHTML.slice(0, 90);
  return [el.stopNumber ?? -1, marked(inner) || (label && marked(label)) || false, name];
}"""
#: Visible things of the open page that stick out of the window and that no box of their own scrolls.
STICK_OUT = """() => {
  const width = document.documentElement.clientWidth, out = [];
  const things = "button, input, select, textarea, a, summary, h2, p, label, legend, .card, svg, td, th";
  const whole = "body, .main, .tab-content, .tab-pane, .lesson-place, .page"; // scrolling these is scrolling the page
  const scrolled = (el) => el && !el.matches(whole)
    && (["auto", "scroll"].includes(getComputedStyle(el).overflowX) || scrolled(el.parentElement));
  for (const el of document.querySelectorAll(`.navbar *, #main > .tab-pane.active :is(${things})`)) {
    const box = el.getBoundingClientRect(), drawn = el.closest(".live-plot, .live-overlay, .visually-hidden, [type=file]");
    if (box.width < 2 || drawn || !el.checkVisibility({visibilityProperty: true})) continue;
    if ((box.right > width + 1 || box.left < -1) && !scrolled(el.parentElement))
      out.push(`${el.outerHTML.slice(0, 90)} ${Math.round(box.left)}..${Math.round(box.right)}`);
  }
  if (document.documentElement.scrollWidth > width) out.push(`page: ${document.documentElement.scrollWidth} > ${width}`);
  return out;
}"""
#: Sliders of the open page that a finger cannot get hold of, after each was brought into view.
OUT_OF_REACH = """() => [...document.querySelectorAll("#main > .tab-pane.active .live-range")].filter((el) => {
  if (!el.checkVisibility()) return false;
  el.scrollIntoView({block: "center", behavior: "instant"});
  const box = el.getBoundingClientRect();
  const there = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
  return there !== el || box.width < 60;
}).map((el) => el.id)"""


class SitePage(ExplorerPage):
    """One document in which a visitor goes from page to page."""

    def go(self, name: str) -> None:
        """Open a page by its tab and wait until the server rests."""
        self.page.evaluate("(name) => document.querySelector(`#page [data-value='${name}']`).click()", name)
        self.page.locator(f'.tab-pane.active .page[data-page="{name}"]').wait_for(state="attached")
        self.settle()

    def settle(self) -> None:
        """Wait until nothing has been computed for a third of a second."""
        self.page.wait_for_function(SETTLED, timeout=30_000)

    def set_mode(self, lang: str, theme: str, present: bool) -> None:
        """Language, theme and projector mode, each in place."""
        now = """[window.GateText.lang(), document.documentElement.dataset.bsTheme,
                  document.documentElement.hasAttribute("data-present")]"""
        if self.page.evaluate(now) == [lang, theme, present]:
            return
        self.page.evaluate(
            """([lang, theme, present]) => {
              window.GateText.use(lang);
              document.querySelector("bslib-input-dark-mode").mode = theme;
              if (document.documentElement.hasAttribute("data-present") !== present)
                document.querySelector("[data-action=present]").click();
              document.activeElement.blur();
            }""",
            [lang, theme, present],
        )
        self.settle()

    def serious(self, combination: str, everywhere: bool = False) -> list[str]:
        """What axe finds that is serious or critical, in the open page and the navigation or in the whole document."""
        if not self.page.evaluate("!!window.axe"):
            self.page.evaluate(Axe().axe_script)
        return self.page.evaluate(AXE, [combination, everywhere])

    def spoken(self) -> list[tuple[str, str]]:
        """Role and name of everything that has to have a name, as the browser tells a screen reader."""
        session = self.page.context.new_cdp_session(self.page)
        nodes: list[dict[str, Any]] = session.send("Accessibility.getFullAXTree")["nodes"]
        session.detach()
        told = [(n["role"]["value"], n.get("name", {}).get("value", "")) for n in nodes if not n["ignored"]]
        return [(role, name.strip()) for role, name in told if role in NAMED]

    def tab_through(self) -> tuple[list[str], list[str]]:
        """Press Tab until the round is complete; names of stops that were not reached, and of those not marked."""
        total = self.page.evaluate(STOPS)
        self.page.evaluate(
            "document.activeElement.blur(); getSelection().removeAllRanges(); window.scrollTo(0, 0)"
        )
        reached: set[int] = set()
        unmarked = []
        for _ in range(2 * total):
            self.page.keyboard.press("Tab")
            number, marked, name = self.page.evaluate(AT)
            if number in reached and len(reached) >= total:
                break
            if number >= 0:
                reached.add(number)
            if name and not marked:
                unmarked.append(name)
        names = self.page.evaluate("window.stopNames")
        return [name for i, name in enumerate(names) if i not in reached], unmarked
