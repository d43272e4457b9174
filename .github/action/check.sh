#!/usr/bin/env bash
# Runs ldscope check for the action: annotations to the log, SARIF and a comment to files, the exit code to a later step, so that
# the upload and the comment come first.
#   LDSCOPE VERSION FILES MACHINES CONFIG ARGUMENTS   the inputs of action.yml
#   OUT                                               a folder for files
set -uo pipefail

if [ -n "${LDSCOPE:-}" ]; then
  read -ra command <<<"$LDSCOPE"
else
  command=(npx --yes "ldscope@${VERSION:-latest}")
fi

# Words of inputs are words of the command; globs are ldscope's to expand, quotes group words.
words=()
set -f
[ -z "${FILES:-}" ] || for file in $FILES; do words+=("$file"); done
[ -z "${MACHINES:-}" ] || words+=(--machine "$MACHINES")
[ -z "${CONFIG:-}" ] || words+=(--config "$CONFIG")
while IFS= read -r word; do [ -z "$word" ] || words+=("$word"); done < <(printf '%s' "${ARGUMENTS:-}" | xargs -r printf '%s\n')
set +f

sarif="$OUT/ldscope.sarif"
comment="$OUT/ldscope.md"
json="$OUT/ldscope.json"
rm -f "$sarif" "$comment" "$json"

"${command[@]}" check "${words[@]}" --format github \
  --also "sarif=$sarif" --also "markdown=$comment" --also "json=$json"
code=$?

{
  echo "code=$code"
  [ ! -s "$sarif" ] || echo "sarif=$sarif"
  [ ! -s "$comment" ] || echo "comment=$comment"
  [ ! -s "$json" ] || echo "verdict=$(node -p 'JSON.parse(require("fs").readFileSync(process.argv[1], "utf8")).verdict' "$json")"
} >>"$GITHUB_OUTPUT"
[ ! -s "$comment" ] || [ -z "${GITHUB_STEP_SUMMARY:-}" ] || cat "$comment" >>"$GITHUB_STEP_SUMMARY"
exit 0
