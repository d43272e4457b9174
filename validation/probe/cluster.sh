#!/usr/bin/env bash
# Counts accesses to shared memory of a cluster on the GPU of this machine (needs nvcc, ncu, python3) and writes one JSON line per pattern to OUT:
# op, mask, address, and [wavefronts, conflicts] in the own block, in another one, and in both.
#
#   cluster.sh OUT [ARCH]
set -euo pipefail
out=$(realpath -m "$1"); arch=${2:-sm_90}
cd "$(dirname "$0")"
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT
nvcc -arch="$arch" -o "$work/cluster" cluster.cu
metrics=
for op in ld st atom; do
  metrics+=l1tex__data_pipe_lsu_wavefronts_mem_shared_op_$op.sum,
  metrics+=l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_$op.sum,
done
cat >"$work/patterns.py" <<'PY'
import random, sys
width = int(sys.argv[1])
draw = random.Random(width)
def emit(mask, addresses):
    mixed = draw.getrandbits(32) & mask
    for remote in (0, mask, mixed):
        print(f'{mask:x} {remote:x}', *addresses)
full = 0xffffffff
emit(0, [0] * 32)
for degree in (1, 2, 4, 8, 16, 32):
    emit(full, [lane * width * degree for lane in range(32)])
emit(full, [0] * 32)
for i in range(6):
    mask = full if i % 2 else draw.getrandbits(32) | 1 << draw.randrange(32)
    words = draw.choice([32, 64, 256, 1024])
    emit(mask, [draw.randrange(words) * width for _ in range(32)])
PY
: >"$out"
for op in ld8 ld32 ld64 ld128 genericld32 genericld128 st8 st32 st64 st128 genericst32 add32 red32 exch32 exch64 cas32 cas64 add64 \
  async32 async64 async128 redasync32; do
  case $op in *128) width=16 ;; *64) width=8 ;; *) width=4 ;; esac
  python3 "$work/patterns.py" $width >"$work/patterns.txt"
  ncu --csv --page raw --cache-control none --clock-control none --metrics "${metrics%,}" "$work/cluster" $op \
    <"$work/patterns.txt" 2>/dev/null | grep '^"' >"$work/counters.csv"
  python3 - "$work" $op >>"$out" <<'PY'
import csv, json, sys
rows = list(csv.reader(open(sys.argv[1] + '/counters.csv')))
names, rows = rows[0], rows[2:]
total = lambda row, part: sum(int(float(row[i].replace(',', ''))) for i, name in enumerate(names) if part in name)
counts = [[total(row, 'lsu_wavefronts_mem_shared_op_'), total(row, 'bank_conflicts_pipe_lsu_mem_shared_op_')] for row in rows]
patterns = [line.split() for line in open(sys.argv[1] + '/patterns.txt')]
assert len(rows) == len(patterns), (len(rows), len(patterns))
counts = [[one - idle for one, idle in zip(pair, counts[0])] for pair in counts]
for i in range(3, len(rows), 3):
    mask, address = int(patterns[i][0], 16), list(map(int, patterns[i][2:]))
    own, remote, mixed = counts[i:i + 3]
    print(json.dumps({'op': sys.argv[2], 'mask': f'{mask:08x}', 'address': address, 'own': own, 'remote': remote, 'mixed': mixed,
                      'toOther': f'{int(patterns[i + 2][1], 16):08x}'}, separators=(',', ':')))
PY
done
