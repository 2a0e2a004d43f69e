#!/usr/bin/env bash
# Writes manifest.json for rsconnect: the app's own files, by name, and nothing else.
# Further arguments go to "rsconnect write-manifest shiny", such as --override-python-version 3.12.
set -euo pipefail
cd "$(dirname "$0")/.."
mapfile -t files < <(git ls-files app.py requirements.txt .python-version LICENSE gates www)
exec rsconnect write-manifest shiny . "${files[@]}" --entrypoint app:app --exclude '**/*' --overwrite "$@"
