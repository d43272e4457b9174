#!/usr/bin/env bash
# Counts COUNT random global accesses of each instruction on the GPU of this machine (needs nvcc, ncu, python3) and
# writes one JSON line per access to OUT: op, mask, address, and from the counters requests and sectors of the L1 cache.
#
#   global.sh OUT [COUNT] [ARCH]
set -euo pipefail
out=$(realpath -m "$1"); count=${2:-200}; arch=${3:-sm_90}
cd "$(dirname "$0")"
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT
nvcc -arch="$arch" -o "$work/probe" global.cu
metrics=
for op in ld st; do
  metrics+=l1tex__t_requests_pipe_lsu_mem_global_op_$op.sum,
  metrics+=l1tex__t_sectors_pipe_lsu_mem_global_op_$op.sum,
done
: >"$out"
for op in ld.global.b8 ld.global.b16 ld.global.b32 ld.global.v2.b32 ld.global.v4.b32 \
  st.global.b8 st.global.b16 st.global.b32 st.global.v2.b32 st.global.v4.b32; do
  ncu --csv --page raw --clock-control none --metrics "${metrics%,}" \
    "$work/probe" "$op" "$count" "$work/patterns.jsonl" 2>/dev/null |
    grep '^"' >"$work/counters.csv"
  python3 - "$work" >>"$out" <<'PY'
import csv, json, sys
rows = list(csv.reader(open(sys.argv[1] + '/counters.csv')))
names, rows = rows[0], rows[2:]
# By the whole name of a metric: the page has a column for it in each of several tables.
number = lambda row, name: int(float(dict(zip(names, row))[name].replace(',', '')))
patterns = [json.loads(line) for line in open(sys.argv[1] + '/patterns.jsonl')]
assert len(rows) == len(patterns), (len(rows), len(patterns))
for pattern, row in zip(patterns, rows):
    kind = pattern['op'][:2]
    for counter in ('requests', 'sectors'):
        pattern[counter] = number(row, f'l1tex__t_{counter}_pipe_lsu_mem_global_op_{kind}.sum')
    print(json.dumps(pattern, separators=(',', ':')))
PY
  echo "$op: $(grep -c "\"$op\"" "$out")" >&2
done
