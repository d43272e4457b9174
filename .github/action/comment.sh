#!/usr/bin/env bash
# Keeps one comment on a pull request: the first run writes it, later runs change it. A mark in it finds it again. Where comments
# are not allowed, as in a pull request from a fork, that is a warning: the summary of the job has the same text.
#   GITHUB_REPOSITORY NUMBER   the pull request
#   COMMENT                    the file with the text
set -euo pipefail

mark='<!-- ldscope check -->'
comments="repos/$GITHUB_REPOSITORY/issues/$NUMBER/comments"
# GitHub takes 65,536 characters.
body=$(printf '%s\n' "$mark"; head -c 60000 "$COMMENT")

write() {
  gh api --method "$1" "$2" --field "body=$body" --silent
}

keep() {
  local ids
  ids=$(gh api --paginate "$comments" --jq ".[] | select(.body | startswith(\"$mark\")) | .id") || return 1
  # A comment of somebody else that begins with the mark cannot be changed.
  for id in $ids; do
    if write PATCH "repos/$GITHUB_REPOSITORY/issues/comments/$id"; then return 0; fi
  done
  write POST "$comments"
}

if ! problem=$(keep 2>&1); then
  echo "::warning title=ldscope::The comment was not written (${problem//$'\n'/ }). The summary of this job has its text. Comments need 'permissions: pull-requests: write', which pull requests from forks do not get."
fi
