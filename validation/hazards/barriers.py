"""Takes one barrier out of a compiled kernel at a time, and asks racecheck on a GPU whether its warps race then.

    python3 validation/hazards/barriers.py KERNELS > barriers-sm90.jsonl

KERNELS has kernels.ptx, launches.json and gen.py of the measured CUDA launches. A line per kernel and barrier, -1 for the kernel
as it is: the races that racecheck tells apart, and how many of them are errors.
"""
import concurrent.futures
import ctypes
import json
import re
import subprocess
import sys
import tempfile

folder = sys.argv[1]
sys.path.insert(0, folder)
import gen

BARRIER = re.compile(r"^\s*bar\.sync\b.*$", re.M)
NUMBERS = {"i32": ctypes.c_int32, "u32": ctypes.c_uint32, "f32": ctypes.c_float, "i64": ctypes.c_int64}
MODULES, CHECKS = 16, 8


def launch(module, named):
    """Executes one launch; what tools observe."""
    cuda = ctypes.CDLL("libcuda.so.1")
    pointer, address = ctypes.c_void_p, ctypes.c_uint64

    def do(name, *arguments):
        if getattr(cuda, name)(*arguments):
            sys.exit(f"{name} failed")

    device, context, loaded, function = ctypes.c_int(), pointer(), pointer(), pointer()
    do("cuInit", 0)
    do("cuDeviceGet", ctypes.byref(device), 0)
    do("cuDevicePrimaryCtxRetain", ctypes.byref(context), device)
    do("cuCtxSetCurrent", context)
    do("cuModuleLoad", ctypes.byref(loaded), module.encode())
    do("cuModuleGetFunction", ctypes.byref(function), loaded, named["kernel"].encode())
    values = []
    for argument in named["args"]:
        if "buffer" in argument:
            buffer = argument["buffer"]
            data = gen.make(buffer["init"], buffer["dtype"], buffer["shape"])
            value = address()
            do("cuMemAlloc_v2", ctypes.byref(value), ctypes.c_size_t(max(data.nbytes, 16)))
            do("cuMemcpyHtoD_v2", value, data.ctypes.data_as(pointer), ctypes.c_size_t(data.nbytes))
        elif "struct_hex" in argument:
            value = ctypes.create_string_buffer(bytes.fromhex(argument["struct_hex"]))
        else:
            kind = next(kind for kind in NUMBERS if kind in argument)
            value = NUMBERS[kind](argument[kind])
        values.append(value)
    places = (pointer * len(values))(*[ctypes.cast(ctypes.pointer(value), pointer) for value in values])
    if named["shared"] > 48 * 1024:
        do("cuFuncSetAttribute", function, 8, ctypes.c_int(named["shared"]))
    do("cuLaunchKernel", function, *named["grid"], *named["block"], named["shared"], None, places, None)
    do("cuCtxSynchronize")


def variants():
    """Kernel, launch, barrier and PTX with that barrier taken out."""
    text = re.sub(r"^\s*\.(?:loc|file)\b.*$", "", open(f"{folder}/kernels.ptx").read(), flags=re.M)
    begins = [match.start() for match in re.finditer(r"^\.visible \.entry ", text, re.M)] + [text.index("\n\t.section")]
    launches = {}
    for one in json.load(open(f"{folder}/launches.json")):
        launches.setdefault(one["kernel"], one)
    for begin, end in zip(begins, begins[1:]):
        entry = text[begin:end]
        kernel = re.match(r"\.visible \.entry (\w+)", entry)[1]
        barriers = list(BARRIER.finditer(entry))
        for index in range(-1, len(barriers)):
            at = barriers[index].span() if index >= 0 else (0, 0)
            yield launches[kernel], index, text[: begins[0]] + entry[: at[0]] + entry[at[1] :]


def assemble(work, number, text):
    source, module = f"{work}/{number}.ptx", f"{work}/{number}.cubin"
    open(source, "w").write(text)
    subprocess.run(["ptxas", "-arch=sm_90a", "-O3", "-o", module, source], check=True)
    return module


def check(module, named):
    command = ["compute-sanitizer", "--tool", "racecheck", "--print-limit", "1000", sys.executable, __file__, folder, module, json.dumps(named)]
    output = subprocess.run(command, capture_output=True, text=True, timeout=300).stdout
    summary = re.search(r"RACECHECK SUMMARY: (\d+) hazards? displayed \((\d+) errors?, (\d+) warnings?\)", output)
    return [int(number) for number in summary.groups()] if summary else output[-400:]


if len(sys.argv) > 2:
    launch(sys.argv[2], json.loads(sys.argv[3]))
    sys.exit()
with tempfile.TemporaryDirectory() as work:
    all = list(variants())
    with concurrent.futures.ThreadPoolExecutor(MODULES) as pool:
        modules = list(pool.map(lambda item: assemble(work, item[0], item[1][2]), enumerate(all)))
    with concurrent.futures.ThreadPoolExecutor(CHECKS) as pool:
        results = pool.map(lambda item: check(item[0], item[1][0]), zip(modules, all))
        for (named, index, _), result in zip(all, results):
            print(json.dumps({"kernel": named["kernel"], "launch": named["name"], "barrier": index, "racecheck": result}), flush=True)
