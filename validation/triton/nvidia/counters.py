"""What Nsight Compute counted -> one JSON object per launch.

    python3 counters.py OUT PAGES > measured.jsonl

measure.sh writes PAGES: raw.csv and source.csv (`ncu --page raw|source --csv`) of `launch.py OUT`, what that printed
(ncu.txt), againN.csv of more runs, and NAME.sass (`nvdisasm -g -c`) for the lines of the source. A counter has a value per run:
those of asynchronous copies differ from run to run. Of the instructions those are kept that access shared memory for lanes.
"""
import csv
import glob
import json
import re
import sys

csv.field_size_limit(1 << 30)
CONFLICTS = "l1tex__data_bank_conflicts_pipe_lsu_mem_shared"
COUNTERS = {
    "all": f"{CONFLICTS}.sum", "load": f"{CONFLICTS}_op_ld.sum", "store": f"{CONFLICTS}_op_st.sum", "atomic": f"{CONFLICTS}_op_atom.sum",
    "copy": f"{CONFLICTS}_op_ldgsts.sum", "tensorCore": f"{CONFLICTS}_op_gmma.sum", "other": f"{CONFLICTS}_op_misc.sum",
}
SHARED = re.compile(r"\b((LDS|STS|LDSM|STSM|ATOMS|LDGSTS)[.\w]*)")


def number(text):
    return int(float(text.replace(",", ""))) if text not in ("", "-") else 0


def raw_page(path):
    """Launches as counters by name."""
    with open(path) as file:
        head, _, *rows = csv.reader(line for line in file if line.startswith('"'))
    return [{to: number(row[head.index(of)]) for to, of in COUNTERS.items()} for row in rows]


def source_pages(path):
    """A list of rows per launch, in the order of the launches."""
    pages, head = [], None
    with open(path) as file:
        for row in csv.reader(file):
            if row[:1] == ["Kernel Name"]:
                pages.append([])
            elif row[:1] == ["Address"]:
                head = {name: n for n, name in reversed(list(enumerate(row)))}
            elif pages and row and row[0].startswith("0x"):
                pages[-1].append({name: row[n] for name, n in head.items() if n < len(row)})
    return pages


def source_lines(path):
    """Offset of an instruction -> line of the innermost function."""
    lines, line = {}, None
    with open(path) as file:
        for text in file:
            if found := re.match(r'\s*//## File ".*", line (\d+)', text):
                line = int(found[1])
            if (found := re.match(r"\s*/\*([0-9a-f]{4,})\*/", text)) and line is not None:
                lines[int(found[1], 16)] = line
    return lines


def instructions(rows, lines):
    """[offset, line, instruction, executions by warps, lanes, wavefronts, ideal wavefronts]."""
    first = int(rows[0]["Address"], 16) if rows else 0
    for row in rows:
        found = SHARED.search(row["Source"])
        executed, lanes, wavefronts, ideal = (number(row.get(name, "")) for name in (
            "Instructions Executed", "Predicated-On Thread Instructions Executed", "L1 Wavefronts Shared",
            "L1 Wavefronts Shared Ideal"))
        if found and lanes > 0:
            at = int(row["Address"], 16) - first
            yield [at, lines.get(at, 0), found[1], executed, lanes, wavefronts, ideal]


if __name__ == "__main__":
    root, pages = sys.argv[1:]
    with open(f"{pages}/ncu.txt") as file:
        names = [line.split()[1] for line in file if line.startswith("ran ")]
    runs = [raw_page(path) for path in [f"{pages}/raw.csv", *sorted(glob.glob(f"{pages}/again*.csv"))]]
    source = source_pages(f"{pages}/source.csv")
    if len(source) == 2 * len(names):
        source = source[::2]  # each page can come twice
    assert all(len(names) == len(of) for of in (*runs, source)), (len(names), len(source), [len(run) for run in runs])
    for n, (name, rows) in enumerate(zip(names, source)):
        with open(f"{root}/{name}/launch.json") as file:
            launch = json.load(file)
        print(json.dumps({
            "name": name, "triton": launch["triton"],
            "conflicts": {to: [run[n][to] for run in runs] for to in COUNTERS},
            "instructions": list(instructions(rows, source_lines(f"{pages}/{name}.sass"))),
        }, separators=(",", ":")))
