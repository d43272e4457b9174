"""Executes the cases of cases.jsonl on a GPU through the driver API.

    npm run validate -- textures FOLDER                     writes textures.json and a cubin per case
    python3 validation/textures/measure.py FOLDER > out     a line per case: its result, as base64 of gzip
"""
import base64
import ctypes
import gzip
import json
import sys

folder = sys.argv[1]
cuda = ctypes.CDLL("libcuda.so.1")
P, U, I, F, S = ctypes.c_void_p, ctypes.c_uint64, ctypes.c_uint, ctypes.c_float, ctypes.c_size_t
FORMATS = {"u8": (1, 1), "u16": (2, 2), "u32": (3, 4), "s8": (8, 1), "s16": (9, 2), "s32": (10, 4), "f16": (16, 2), "f32": (32, 4)}
MODES = ["wrap", "clamp", "mirror", "border"]


def struct(name, fields):
    return type(name, (ctypes.Structure,), {"_fields_": fields})


Array = struct("Array", [("width", S), ("height", S), ("depth", S), ("format", I), ("channels", I), ("flags", I)])
side = lambda p: [(p + "X", S), (p + "Y", S), (p + "Z", S), (p + "Lod", S), (p + "Type", I), (p + "Host", P), (p + "Device", U),
                  (p + "Array", P), (p + "Reserved", P), (p + "Pitch", S), (p + "Height", S)]
Copy = struct("Copy", side("src") + side("dst") + [("widthBytes", S), ("height", S), ("depth", S)])
Linear = struct("Linear", [("address", U), ("format", I), ("channels", I), ("bytes", S)])
Pitch = struct("Pitch", [("address", U), ("format", I), ("channels", I), ("width", S), ("height", S), ("pitch", S)])
Any = type("Any", (ctypes.Union,), {"_fields_": [("array", P), ("linear", Linear), ("pitch", Pitch), ("reserved", ctypes.c_int * 32)]})
Resource = struct("Resource", [("type", I), ("of", Any), ("flags", I)])
Sampler = struct("Sampler", [("address", I * 3), ("filter", I), ("flags", I), ("anisotropy", I), ("mipmapFilter", I), ("bias", F),
                             ("least", F), ("most", F), ("border", F * 4), ("reserved", ctypes.c_int * 12)])


def check(result, what):
    if result:
        raise RuntimeError(f"{what}: {result}")


def buffer(data):
    at = U()
    check(cuda.cuMemAlloc_v2(ctypes.byref(at), S(max(len(data), 512))), "memory")
    check(cuda.cuMemcpyHtoD_v2(at, data, S(len(data))), "copy to the GPU")
    return at


def planes(one):
    return one["size"][2] * max(1, one["layers"]) * (6 if one["shape"] == "cube" else 1)


def copy(texels, array, one, back):
    width, height, depth = one["size"]
    row = one["pitchBytes"]
    c = Copy()
    for host, other in [("dst", "src")] if back else [("src", "dst")]:
        setattr(c, host + "Type", 1)
        setattr(c, host + "Host", ctypes.cast(texels, P))
        setattr(c, host + "Pitch", row)
        setattr(c, host + "Height", height)
        setattr(c, other + "Type", 3)
        setattr(c, other + "Array", array)
    c.widthBytes, c.height, c.depth = row, height, planes(one)
    check(cuda.cuMemcpy3D_v2(ctypes.byref(c)), "copy of an array")


def measure(case):
    one = case["object"]
    texels = ctypes.create_string_buffer(base64.b64decode(case["texels"]), len(base64.b64decode(case["texels"])))
    width, height, depth = one["size"]
    number, texel = FORMATS[one["format"]]
    resource, array = Resource(), P()
    if one["memory"] == "array":
        d = Array(width, 0 if one["shape"] == "1d" else height, 0, number, one["channels"], 0)
        if one["layers"] > 0 or one["shape"] in ("3d", "cube"):
            d.depth = planes(one)
        d.flags |= (1 if one["layers"] > 0 else 0) | (4 if one["shape"] == "cube" else 0)
        d.flags |= (2 if one["isSurface"] else 0) | (8 if ".tld4" in case["name"] or case["name"].startswith("gather") else 0)
        check(cuda.cuArray3DCreate_v2(ctypes.byref(array), ctypes.byref(d)), "array")
        copy(texels, array, one, False)
        resource.type, resource.of.array = 0, array
    else:
        memory = buffer(texels)
        if one["memory"] == "linear":
            resource.type = 2
            resource.of.linear = Linear(memory, number, one["channels"], len(texels))
        else:
            resource.type = 3
            resource.of.pitch = Pitch(memory, number, one["channels"], width, height, one["pitchBytes"])
    handle = U()
    if one["isSurface"]:
        check(cuda.cuSurfObjectCreate(ctypes.byref(handle), ctypes.byref(resource)), "surface")
    else:
        s = Sampler()
        for i, mode in enumerate(one["addressModes"]):
            s.address[i] = MODES.index(mode)
        s.filter = 1 if one["filter"] == "linear" else 0
        s.flags = (0 if one["readsFloats"] else 1) | (2 if one["isNormalized"] else 0)
        for i, value in enumerate(one["border"]):
            s.border[i] = value
        check(cuda.cuTexObjectCreate(ctypes.byref(handle), ctypes.byref(resource), ctypes.byref(s), None), "texture")
    module, function = P(), P()
    check(cuda.cuModuleLoad(ctypes.byref(module), f"{folder}/{case['entry']}.cubin".encode()), "module")
    check(cuda.cuModuleGetFunction(ctypes.byref(function), module, case["entry"].encode()), "function")
    points = base64.b64decode(case["coordinates"])
    given, out = buffer(points), buffer(bytes(len(points)))
    arguments = (P * 3)(*[ctypes.cast(ctypes.pointer(x), P) for x in (handle, given, out)])
    check(cuda.cuLaunchKernel(function, 1, 1, 1, len(points) // 16, 1, 1, 0, None, arguments, None), "launch")
    check(cuda.cuCtxSynchronize(), "kernel")
    if case["result"] == "texels":
        copy(texels, array, one, True)
        return texels.raw
    result = ctypes.create_string_buffer(len(points))
    check(cuda.cuMemcpyDtoH_v2(result, out, S(len(points))), "copy from the GPU")
    return result.raw


check(cuda.cuInit(0), "init")
device, context = ctypes.c_int(), P()
check(cuda.cuDeviceGet(ctypes.byref(device), 0), "device")
check(cuda.cuDevicePrimaryCtxRetain(ctypes.byref(context), device), "context")
check(cuda.cuCtxSetCurrent(context), "context")
for case in json.load(open(f"{folder}/textures.json")):
    try:
        packed = base64.b64encode(gzip.compress(measure(case), 9, mtime=0)).decode()
        print(json.dumps({"name": case["name"], "result": packed}), flush=True)
    except RuntimeError as error:
        print(json.dumps({"name": case["name"], "error": str(error)}), flush=True)
        if str(error).startswith("kernel"):
            break
