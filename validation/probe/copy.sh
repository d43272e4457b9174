#!/usr/bin/env bash
# Counts COUNT random cp.async of each width on the GPU of this machine (needs nvcc, ncu, python3) and writes one JSON line per copy
# to OUT: op, mask, address, source, and from the counters wavefronts and conflicts of shared memory, requests and sectors of L1.
#
#   copy.sh OUT [COUNT] [ARCH]
set -euo pipefail
out=$(realpath -m "$1"); count=${2:-200}; arch=${3:-sm_90}
cd "$(dirname "$0")"
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT
nvcc -arch="$arch" -o "$work/probe" copy.cu
metrics=l1tex__data_pipe_lsu_wavefronts_mem_shared.sum,l1tex__data_bank_conflicts_pipe_lsu_mem_shared.sum
metrics+=,l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum,l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum
metrics+=,l1tex__t_sectors_pipe_lsu_mem_global_op_ldgsts.sum,l1tex__data_pipe_lsu_wavefronts.sum
: >"$out"
for op in cp.async.ca.b32 cp.async.ca.b64 cp.async.ca.b128 cp.async.cg.b128 cp.async.cg.b128.sizes; do
  ncu --csv --page raw --clock-control none --metrics "$metrics" \
    "$work/probe" "$op" "$count" "$work/patterns.jsonl" 2>/dev/null |
    grep '^"' >"$work/counters.csv"
  python3 - "$work" >>"$out" <<'PY'
import csv, json, sys
rows = list(csv.reader(open(sys.argv[1] + '/counters.csv')))
names, rows = rows[0], rows[2:]
patterns = [json.loads(line) for line in open(sys.argv[1] + '/patterns.jsonl')]
assert len(rows) == len(patterns), (len(rows), len(patterns))
NAMES = {'wavefronts': 'l1tex__data_pipe_lsu_wavefronts_mem_shared.sum', 'conflicts': 'l1tex__data_bank_conflicts_pipe_lsu_mem_shared.sum',
         'requests': 'l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum', 'sectors': 'l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum',
         'copySectors': 'l1tex__t_sectors_pipe_lsu_mem_global_op_ldgsts.sum', 'all': 'l1tex__data_pipe_lsu_wavefronts.sum'}
for pattern, row in zip(patterns, rows):
    found = dict(zip(names, row))
    for counter, name in NAMES.items():
        if name in found: pattern[counter] = int(float(found[name].replace(',', '')))
    print(json.dumps(pattern, separators=(',', ':')))
PY
  echo "$op: $(grep -c "\"$op\"" "$out")" >&2
done
