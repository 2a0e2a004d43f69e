"""Every word that a page shows or speaks, and those of the wrong language."""

from __future__ import annotations

import re

from playwright.sync_api import Page

CJK = re.compile(r"[\u3000-\u303f\u3400-\u9fff\uff00-\uffef]")
#: Names, units and abbreviations that Chinese texts write in Latin letters.
NAMES = {
    *("LSTM", "GRU", "RNN", "PyTorch", "Keras", "CSV", "NPZ", "PNG", "SVG", "safetensors", "chrono", "log"),
    *(
        "diag",
        "tanh",
        "max",
        "min",
        "rms",
        "Frobenius",
        "BPTT",
        "GOOG",
        "AAPL",
        "AMZN",
        "NFLX",
        "MSFT",
        "GDP",
    ),
}
WORDS = """() => {
  const found = [];
  const skip = ".language, script, style, textarea";
  const shown = (el) => el && el.checkVisibility({visibilityProperty: true}) && !el.closest(skip);
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const text = walker.currentNode.textContent.trim(), parent = walker.currentNode.parentElement;
    if (text && (shown(parent) || (parent.matches("option") && shown(parent.closest("select"))))) found.push(text);
  }
  for (const el of document.body.querySelectorAll("[title], [aria-label], [placeholder], svg desc, svg title")) {
    if (!shown(el.closest("svg") || el)) continue;
    const texts = ["title", "aria-label", "placeholder"].map((name) => el.getAttribute(name));
    if (el.matches("desc, title")) texts.push(el.textContent);
    found.push(...texts.filter((text) => text?.trim()));
  }
  return [...new Set(found)];
}"""


def words_of(page: Page) -> list[str]:
    """Texts, names and tooltips of what is visible, each once."""
    return page.evaluate(WORDS)


def foreign_in_chinese(texts: list[str]) -> list[str]:
    """Texts of a Chinese page that hold words but no Chinese."""
    found = []
    for text in texts:
        words = set(re.findall(r"[A-Za-z]{3,}", text)) - NAMES
        if words and not CJK.search(text):
            found.append(text)
    return found


def foreign_in_english(texts: list[str]) -> list[str]:
    """Texts of an English page that hold Chinese."""
    return [text for text in texts if CJK.search(text)]
