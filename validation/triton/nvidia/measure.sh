#!/bin/bash
# Measures the cases on a GPU with Nsight Compute: measure.sh OUT PAGES, where compile.py has written OUT.
set -e
here=$(dirname "$0"); out=$1; pages=$2
mkdir -p "$pages"
python3 "$here/launch.py" "$out" | tee "$pages/results.txt"
base=l1tex__data_bank_conflicts_pipe_lsu_mem_shared
metrics=$base.sum
for of in ld st atom ldgsts gmma misc; do metrics+=,${base}_op_$of.sum; done
ncu --clock-control none --section SourceCounters --metrics "$metrics" -f -o "$pages/report" \
  python3 "$here/launch.py" "$out" > "$pages/ncu.txt" 2>&1 || tail -20 "$pages/ncu.txt"
ncu --import "$pages/report.ncu-rep" --page raw --csv > "$pages/raw.csv"
ncu --import "$pages/report.ncu-rep" --page source --print-source sass --csv > "$pages/source.csv"
for run in 1 2 3; do
  ncu --clock-control none --metrics "$metrics" --page raw --csv python3 "$here/launch.py" "$out" > "$pages/again$run.csv" 2>&1
done
for one in "$out"/*/; do
  nvdisasm -g -c "$one/kernel.cubin" > "$pages/$(basename "$one").sass" 2> /dev/null
done
