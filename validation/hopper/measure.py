"""Executes the cases of products.jsonl and boxes.jsonl on a GPU, and counts what asynchronous instructions do.

    npm run validate -- hopper FOLDER                              writes cases.json and PTX
    python3 validation/hopper/measure.py FOLDER results > out      results of each case; names may follow
    ncu --metrics ... python3 measure.py FOLDER counters           kernels of counters, one launch each
"""
import base64
import ctypes
import gzip
import json
import sys
import numpy

folder, what = sys.argv[1:3]
cuda = ctypes.CDLL("libcuda.so.1")
Pointer, Address = ctypes.c_void_p, ctypes.c_uint64


def check(result, name):
    if result:
        print(json.dumps({"name": name, "error": result}))
        sys.stdout.flush()
        return False
    return True


check(cuda.cuInit(0), "init")
device, context = ctypes.c_int(), Pointer()
check(cuda.cuDeviceGet(ctypes.byref(device), 0), "device")
check(cuda.cuDevicePrimaryCtxRetain(ctypes.byref(context), device), "context")
check(cuda.cuCtxSetCurrent(context), "context")

# Types of CUtensorMapDataType by the numbers of tensormap.replace.
TYPES = [0, 1, 2, 3, 4, 5, 6, 7, 10, 8, 9, 11, 12]


def put(data):
    at = Address()
    check(cuda.cuMemAlloc_v2(ctypes.byref(at), max(len(data), 16)), "memory")
    check(cuda.cuMemcpyHtoD_v2(at, data.ctypes.data_as(Pointer), len(data)), "copy")
    return at


def tensor_map(given, address):
    rank = len(given["sizes"])
    raw = ctypes.create_string_buffer(128 + 64)
    at = (ctypes.addressof(raw) + 63) & ~63
    wide = lambda list: (ctypes.c_uint64 * max(1, len(list)))(*list)
    words = lambda list: (ctypes.c_uint32 * len(list))(*list)
    if "im2col" in given:
        pixels = given["im2col"]
        corner = lambda list: (ctypes.c_int * len(list))(*list)
        result = cuda.cuTensorMapEncodeIm2col(
            Pointer(at), TYPES[given["type"]], rank, Pointer(address.value), wide(given["sizes"]), wide(given["strides"][1:]),
            corner(pixels["lower"]), corner(pixels["upper"]), given["box"][0], pixels["pixels"], words(given["elementStrides"]),
            given["interleave"], given["swizzle"], 0, 1 if given["fill"] == "nan" else 0)
        return result, ctypes.string_at(at, 128)
    result = cuda.cuTensorMapEncodeTiled(
        Pointer(at), TYPES[given["type"]], rank, Pointer(address.value), wide(given["sizes"]), wide(given["strides"][1:]),
        words(given["box"]), words(given["elementStrides"]), given["interleave"], given["swizzle"], 0,
        1 if given["fill"] == "nan" else 0)
    return result, ctypes.string_at(at, 128)


for case in json.load(open(f"{folder}/{what}.json")):
    name = case["name"]
    if len(sys.argv) > 3 and name not in sys.argv[3:]:
        continue
    module, function = Pointer(), Pointer()
    if not check(cuda.cuModuleLoad(ctypes.byref(module), f"{folder}/{name}.cubin".encode()), name):
        continue
    check(cuda.cuModuleGetFunction(ctypes.byref(function), module, case.get("entry", "k").encode()), name)
    image = put(numpy.frombuffer(base64.b64decode(case["image"]), numpy.uint8).copy())
    out = put(numpy.zeros(case["outBytes"], numpy.uint8))
    held = ctypes.create_string_buffer(128)
    if "map" in case:
        tensor = put(numpy.frombuffer(base64.b64decode(case["tensor"]), numpy.uint8).copy())
        result, content = tensor_map(case["map"], tensor)
        if not check(result, name):
            continue
        held = ctypes.create_string_buffer(content, 128)
    arguments = (Pointer * 3)(
        ctypes.cast(held, Pointer), ctypes.cast(ctypes.pointer(image), Pointer), ctypes.cast(ctypes.pointer(out), Pointer))
    check(cuda.cuLaunchKernel(function, case.get("blocks", 1), 1, 1, case["threads"], 1, 1, 0, None, arguments, None), name)
    if not check(cuda.cuCtxSynchronize(), name):
        break
    row = numpy.zeros(case["outBytes"], numpy.uint8)
    check(cuda.cuMemcpyDtoH_v2(row.ctypes.data_as(Pointer), out, row.nbytes), name)
    packed = base64.b64encode(gzip.compress(row.tobytes(), 9)).decode()
    print(json.dumps({"name": name, "result": packed}))
