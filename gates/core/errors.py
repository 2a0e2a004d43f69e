"""The one error that the project raises about a person's input."""

from functools import partial


class GateError(ValueError):
    """A sentence about bad input that can be shown in either language.

    Parameters
    ----------
    key : str
        Name of the sentence in the text catalogues, such as ``"error.shape"``.
    template : str
        The English sentence, with ``{name}`` fields.
    **params
        Values of the fields.

    Notes
    -----
    ``str(error)`` is the English sentence, which is what the command line and a notebook print;
    a page looks the key up in its own language and fills in the same values.
    """

    def __init__(self, key: str, template: str, **params: object) -> None:
        super().__init__(template.format(**params))
        self.key = key
        self.template = template
        self.params = params

    def __reduce__(self) -> tuple[object, tuple[()]]:
        """Errors cross process boundaries with their key."""
        return partial(type(self), self.key, self.template, **self.params), ()
