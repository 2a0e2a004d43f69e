"""Every sentence about model files is in the catalogue, with the same English and the same fields."""

import ast
import string
from pathlib import Path

import gates
from gates.text import errors_weights, weights

ROOT = Path(gates.__file__).parent
TEXTS = errors_weights.TEXTS | weights.TEXTS
FAMILIES = ("error.", "assume.", "fit.", "note.", "reading.")


def told():
    """Yield key and English template of every sentence in the code, in the order of the arguments."""
    files = [p for p in (ROOT / "weights").glob("*.py") if p.name != "counts.py"]
    for path in [*files, ROOT / "commands" / "models.py"]:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call):
                values = [a.value if isinstance(a, ast.Constant) else None for a in node.args]
                pairs = list(zip(values, [*values[1:], None], strict=False))
            elif isinstance(node, ast.Dict):
                both = zip(node.keys, node.values, strict=True)
                pairs = [(getattr(k, "value", None), getattr(v, "value", None)) for k, v in both]
            else:
                continue
            yield from ((k, v) for k, v in pairs if str(k).startswith(FAMILIES) and " " not in str(k))


def fields(text):
    return {(name, spec) for _, name, spec, _ in string.Formatter().parse(text) if name}


def test_the_catalogue_says_what_the_code_says():
    found = list(told())
    assert len(found) > 100
    for key, text in found:
        assert key in TEXTS
        if isinstance(text, str):
            assert TEXTS[key]["en"] == text
    assert {key for key in TEXTS if key.startswith("error.")} <= {key for key, _ in found}


def test_both_languages_have_the_same_fields():
    for key, both in TEXTS.items():
        assert fields(both["zh"]) == fields(both["en"]), key
        assert any("\u4e00" <= c <= "\u9fff" for c in both["zh"]), key
