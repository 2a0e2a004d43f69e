"""Gate Explorer: ``shiny run app.py``."""

from gates.ui.app import make_app

app = make_app()
