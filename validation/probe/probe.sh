#!/usr/bin/env bash
# Counts COUNT random accesses of each instruction on the GPU of this machine (needs nvcc, ncu, python3) and writes
# one JSON line per access to OUT: op, mask, address, wavefronts, conflicts. The format of `ldscope validate`.
#
#   probe.sh OUT [COUNT] [ARCH]
set -euo pipefail
out=$(realpath -m "$1"); count=${2:-200}; arch=${3:-sm_90}
cd "$(dirname "$0")"
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT
nvcc -arch="$arch" -o "$work/probe" shared.cu
metrics=
for op in ld st atom; do
  metrics+=l1tex__data_pipe_lsu_wavefronts_mem_shared_op_$op.sum,
  metrics+=l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_$op.sum,
done
: >"$out"
for op in red32 atom.shared.exch.b32 atom.shared.exch.b64 ldmatrix.x1 ldmatrix.x2 ldmatrix.x2.trans stmatrix.x1 \
  stmatrix.x2 stmatrix.x4.trans; do
  ncu --csv --page raw --cache-control none --clock-control none --metrics "${metrics%,}" \
    "$work/probe" "$op" "$count" "$work/patterns.jsonl" 2>/dev/null |
    grep '^"' >"$work/counters.csv"
  python3 - "$work" >>"$out" <<'PY'
import csv, json, sys
rows = list(csv.reader(open(sys.argv[1] + '/counters.csv')))
names, rows = rows[0], rows[2:]
total = lambda row, part: sum(int(float(row[i].replace(',', ''))) for i, name in enumerate(names) if part in name)
patterns = [json.loads(line) for line in open(sys.argv[1] + '/patterns.jsonl')]
assert len(rows) == len(patterns), (len(rows), len(patterns))
for pattern, row in zip(patterns, rows):
    pattern['wavefronts'] = total(row, 'lsu_wavefronts_mem_shared_op_')
    pattern['conflicts'] = total(row, 'bank_conflicts_pipe_lsu_mem_shared_op_')
    print(json.dumps(pattern, separators=(',', ':')))
PY
  echo "$op: $(grep -c "\"$op\"" "$out")" >&2
done
