"""A sentence as an input sequence: one step a character, one seeded vector a character."""

from __future__ import annotations

import unicodedata

import numpy as np

from gates.core.errors import GateError
from gates.inputs.sequence import MAX_D_X, MAX_T, Sequence, whole_number
from gates.inputs.synthetic import MAX_SEED

# A letter may carry any number of combining marks, so the length of the raw text needs its own bound.
MAX_CODE_POINTS = 10 * MAX_T
ZERO_WIDTH_JOINER = 0x200D
SHOWN = {" ": "␣", "\u3000": "␣", "\u00a0": "␣", "\n": "↵", "\t": "⇥"}


def text_sequence(text: str, d_x: int = 8, seed: int = 0) -> Sequence:
    """Turn a text into a sequence of random but fixed vectors, x_t = e(character t), e ~ N(0, I).

    Parameters
    ----------
    text : str
        Up to 2000 characters. What a reader sees as one character is one step: a letter with its accents, a
        flag, a family emoji.
    d_x : int
        Length of a character's vector, 1 to 256.
    seed : int
        Seed of the embedding. A vector depends on the seed and on its own character only, so the same
        character has the same vector in every text; a smaller d_x gives the beginning of the same vector.

    Returns
    -------
    Sequence
        X of shape (T, d_x); the labels are the characters, with visible signs for blanks.

    Raises
    ------
    GateError
        If the text is empty or blank, or longer than the limit.
    """
    d_x = whole_number("d_x", d_x, 1, MAX_D_X)
    seed = whole_number("seed", seed, 0, MAX_SEED)
    if not text.strip():
        raise GateError("error.text.empty", "The text is empty: type at least one character.")
    if len(text) > MAX_CODE_POINTS:
        raise _too_long(f"> {MAX_T}")
    characters = graphemes(text)
    if len(characters) > MAX_T:
        raise _too_long(str(len(characters)))
    table = {c: _vector(c, d_x, seed) for c in set(characters)}
    return Sequence(
        np.stack([table[c] for c in characters]),
        tuple(f"e_{j + 1}" for j in range(d_x)),
        tuple(_label(c) for c in characters),
    )


def graphemes(text: str) -> list[str]:
    """Split a text into what a reader takes for single characters, after NFC normalisation.

    Marks, variation selectors, skin tones and emoji tags stay with the character before them; a zero-width
    joiner binds two emoji; regional letters pair up to a flag. That is the part of Unicode's rules (UAX
    #29) that typed Chinese, accented letters and emoji need.
    """
    # A lone surrogate cannot be sent to a browser or written to a file: it becomes the replacement sign.
    clean = "".join("\ufffd" if 0xD800 <= ord(c) <= 0xDFFF else c for c in text)
    clean = unicodedata.normalize("NFC", clean.replace("\r\n", "\n").replace("\r", "\n"))
    clusters: list[str] = []
    for c in clean:
        if clusters and _belongs_to(clusters[-1], c):
            clusters[-1] += c
        else:
            clusters.append(c)
    return clusters


def _belongs_to(cluster: str, c: str) -> bool:
    code, last = ord(c), ord(cluster[-1])
    if cluster[-1] < " ":
        return False
    if unicodedata.category(c) in ("Mn", "Me", "Mc") or code == ZERO_WIDTH_JOINER:
        return True
    if 0x1F3FB <= code <= 0x1F3FF or 0xE0020 <= code <= 0xE007F:  # skin tones, tags of a flag
        return True
    if last == ZERO_WIDTH_JOINER:
        return unicodedata.category(c) == "So"
    return len(cluster) == 1 and _regional(last) and _regional(code)


def _regional(code: int) -> bool:
    return 0x1F1E6 <= code <= 0x1F1FF


def _vector(character: str, d_x: int, seed: int) -> np.ndarray:
    entropy = np.random.SeedSequence([seed, *map(ord, character)])
    return np.random.Generator(np.random.PCG64(entropy)).standard_normal(d_x)


def _label(character: str) -> str:
    """Return the character itself, or a visible sign where it would leave the axis blank or disturb it."""
    if character in SHOWN:
        return SHOWN[character]
    category = unicodedata.category(character[0])
    if category == "Zs" and not character.strip():  # blanks of other scripts
        return "␣"
    if category == "Cc":
        return chr(0x2400 + ord(character[0])) if ord(character[0]) < 0x20 else "␡"
    return "◌" if category in ("Cf", "Zl", "Zp") else character


def _too_long(length: str) -> GateError:
    return GateError(
        "error.text.long",
        "The text has {length} characters; at most {limit} can be shown.",
        length=length,
        limit=MAX_T,
    )
