"""
Sources before and after `ldscope fix` on the GPU of this machine (needs nvcc, ncu and CuPy), as `npm run validate -- fix write FOLDER` writes them:

    python3 measure.py FOLDER > ../data/fix-sm90.jsonl

A line per source: bank conflicts and wavefronts of shared memory in one launch, microseconds of one with 4,000 times the blocks in z, which
compute the same, in the middle of 21; and whether all buffers are equal.
"""
import csv, json, re, subprocess, sys
from pathlib import Path

COPIES, REPEATS = 4000, 21
CONFLICTS = 'l1tex__data_bank_conflicts_pipe_lsu_mem_shared.sum'
WAVEFRONTS = 'l1tex__data_pipe_lsu_wavefronts_mem_shared.sum'
SIDES = ('before', 'after')


def argument(given, index):
    import cupy, numpy
    types = dict(f64='float64', f32='float32', f16='float16', i32='int32', i16='int16', u32='uint32', i8='int8', u8='uint8')
    if 'shape' not in given:
        [(kind, value)] = given.items()
        return numpy.dtype(types[kind]).type(value)
    kind, count = numpy.dtype(types[given['dtype']]), int(numpy.prod(given['shape']))
    random = numpy.random.default_rng(index)
    fills = dict(
        zeros=lambda: numpy.zeros(count),
        iota=lambda: numpy.arange(count),
        random=lambda: random.uniform(-1, 1, count) if kind.kind == 'f' else random.integers(0, 100, count),
    )
    return cupy.asarray(fills[given.get('fill', 'zeros')]().astype(kind))


def execute(folder, side, is_timed):
    """Bytes of the buffers after one launch, and microseconds where they are asked for."""
    import cupy
    code = folder / f'{side}.cubin'
    if not code.exists():
        subprocess.run(['nvcc', '-O3', '-arch=native', '-cubin', '-o', code, folder / f'{side}.cu'], check=True)
    symbols = subprocess.run(['cuobjdump', '-symbols', code], capture_output=True, text=True, check=True).stdout
    [name] = re.findall(r'STO_ENTRY\s+(\S+)', symbols)
    kernel = cupy.RawModule(path=str(code)).get_function(name)
    launch = json.loads((folder / f'{side}.json').read_text())
    given = tuple(argument(one, index) for index, one in enumerate(launch['args']))
    bytes = launch.get('lds', 0)
    if bytes > 48 * 1024:
        kernel.max_dynamic_shared_size_bytes = bytes
    grid, block = ((*launch[key], 1, 1)[:3] for key in ('grid', 'block'))
    kernel(grid, block, given, shared_mem=bytes)
    cupy.cuda.Device().synchronize()
    left = [one.get().tobytes() for one in given if hasattr(one, 'get')]
    times = []
    for _ in range(REPEATS if is_timed else 0):
        begin, end = cupy.cuda.Event(), cupy.cuda.Event()
        begin.record()
        kernel((*grid[:2], COPIES), block, given, shared_mem=bytes)
        end.record()
        end.synchronize()
        times.append(1000 * cupy.cuda.get_elapsed_time(begin, end))
    return left, sorted(times)[len(times) // 2] if times else None


def counters(folder):
    """Counters of all launches, in their order."""
    command = ['ncu', '--csv', '--metrics', f'{CONFLICTS},{WAVEFRONTS}', sys.executable, __file__, folder, 'once']
    printed = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    launches = {}
    for row in csv.DictReader(line for line in printed.splitlines() if line.startswith('"')):
        launches.setdefault(int(row['ID']), {})[row['Metric Name']] = int(row['Metric Value'].replace(',', ''))
    return [launches[key] for key in sorted(launches)]


def main(root, *rest):
    folders = sorted(one.parent for one in Path(root).glob('*/predicted.json'))
    if rest == ('once',):
        for folder in folders:
            for side in SIDES:
                execute(folder, side, False)
        return
    timed = [[execute(folder, side, True) for side in SIDES] for folder in folders]
    counted = counters(root)
    for index, (folder, sides) in enumerate(zip(folders, timed)):
        own = counted[2 * index : 2 * index + 2]
        print(json.dumps({
            'name': folder.name,
            **json.loads((folder / 'predicted.json').read_text()),
            'counted': [one[CONFLICTS] for one in own],
            'wavefronts': [one[WAVEFRONTS] for one in own],
            'micros': [round(time, 1) for _, time in sides],
            'isEqual': sides[0][0] == sides[1][0],
        }, separators=(',', ':')))


main(*sys.argv[1:])
