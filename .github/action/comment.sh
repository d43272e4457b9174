#!/usr/bin/env bash
# Keeps one comment on a pull request: the first run writes it, later runs change it. A mark in it finds it again.
#   GITHUB_REPOSITORY NUMBER   the pull request
#   COMMENT                    the file with the text
set -euo pipefail

mark='<!-- ldscope check -->'
# GitHub takes 65,536 characters.
body=$(printf '%s\n' "$mark"; head -c 60000 "$COMMENT")

id=$(gh api --paginate "repos/$GITHUB_REPOSITORY/issues/$NUMBER/comments" \
  --jq ".[] | select(.body | startswith(\"$mark\")) | .id" | head -n 1)

if [ -n "$id" ]; then
  gh api --method PATCH "repos/$GITHUB_REPOSITORY/issues/comments/$id" --field "body=$body" --silent
else
  gh api --method POST "repos/$GITHUB_REPOSITORY/issues/$NUMBER/comments" --field "body=$body" --silent
fi
