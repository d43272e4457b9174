"""Launches compiled cases on a GPU through the driver, once each, and compares their results with the references.

    python3 launch.py OUT [NAME...]      OUT as compile.py writes it; the order is that of cases.py

Needs numpy and a driver, no Triton: what is launched is the code in OUT.
"""
import ctypes
import json
import os
import sys

from cases import CASES, Buffer

Pointer, Address = ctypes.c_void_p, ctypes.c_uint64
cuda = ctypes.CDLL("libcuda.so.1")
NUMBERS = {"i32": ctypes.c_int32, "i64": ctypes.c_int64, "f32": ctypes.c_float}
MOST_SHARED = 8  # CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES
# Numbers of types in Triton's metadata (those of tensormap.replace) -> CUtensorMapDataType.
HOST_TYPES = {8: 10, 9: 8, 10: 9}


def check(result, what):
    if result:
        raise RuntimeError(f"{what}: CUDA error {result}")


def tensor_map(given, address):
    """A CUtensorMap as Triton's launcher fills it; dimensions go from the innermost one."""
    shape, strides, block = (given[key][::-1] for key in ("shape", "strides", "block"))
    rank, size = len(shape), given["elementBytes"]
    room = ctypes.create_string_buffer(128 + 64)
    at = -ctypes.addressof(room) % 64
    check(cuda.cuTensorMapEncodeTiled(
        Pointer(ctypes.addressof(room) + at), HOST_TYPES.get(given["elementType"], given["elementType"]), rank, Address(address),
        (ctypes.c_uint64 * rank)(*shape), (ctypes.c_uint64 * rank)(*[s * size for s in strides[1:]]),
        (ctypes.c_uint32 * rank)(*block), (ctypes.c_uint32 * rank)(*[1] * rank), 0, given["swizzle"], 2, 0), "tensor map")
    words = (ctypes.c_uint64 * 16).from_buffer(room, at)
    if sum((n - 1) * s * size for n, s in zip(shape, strides)) + 1 < 128 * 1024:
        words[1] &= ~(1 << 21)  # what Triton's launcher clears for tensors below 128 KiB
    return room, at


def launch(case, folder):
    """Runs one case; returns what is wrong with its results."""
    with open(f"{folder}/launch.json") as file:
        given = json.load(file)
    module, function = Pointer(), Pointer()
    check(cuda.cuModuleLoad(ctypes.byref(module), f"{folder}/kernel.cubin".encode()), "module")
    check(cuda.cuModuleGetFunction(ctypes.byref(function), module, given["kernel"].encode()), "function")
    memory, kept, pointers = {}, [], []

    def allocate(size):
        address = Address()
        check(cuda.cuMemAlloc_v2(ctypes.byref(address), ctypes.c_size_t(max(size, 256))), "memory")
        check(cuda.cuMemsetD8_v2(address, 0, ctypes.c_size_t(max(size, 256))), "memory")
        return address

    for buffer in case.arguments:
        if isinstance(buffer, Buffer):
            raw = buffer.raw()
            memory[buffer.name] = allocate(raw.nbytes), raw
            check(cuda.cuMemcpyHtoD_v2(memory[buffer.name][0], raw.ctypes.data_as(Pointer), ctypes.c_size_t(raw.nbytes)), "copy")
    blocks = given["grid"][0] * given["grid"][1] * given["grid"][2]
    for parameter in given["parameters"]:
        at = 0
        if "buffer" in parameter:
            value = Address(memory[parameter["buffer"]][0].value)
        elif "tensorMap" in parameter:
            value, at = tensor_map(parameter["tensorMap"], memory[parameter["tensorMap"]["buffer"]][0].value)
        elif "scratch" in parameter:
            value = allocate(parameter["scratch"] * blocks) if parameter["scratch"] else Address(0)
        else:
            kind = next(one for one in NUMBERS if one in parameter)
            value = NUMBERS[kind](parameter[kind])
        kept.append(value)
        pointers.append(ctypes.addressof(value) + at)
    if given["shared"] > 48 * 1024:
        check(cuda.cuFuncSetAttribute(function, MOST_SHARED, ctypes.c_int(given["shared"])), "shared memory")
    check(cuda.cuLaunchKernel(function, *given["grid"], *given["block"], given["shared"], None,
                              (Pointer * len(pointers))(*pointers), None), "launch")
    check(cuda.cuCtxSynchronize(), "run")
    outputs = {}
    for buffer in case.arguments:
        if isinstance(buffer, Buffer) and buffer.out:
            address, raw = memory[buffer.name]
            check(cuda.cuMemcpyDtoH_v2(raw.ctypes.data_as(Pointer), address, ctypes.c_size_t(raw.nbytes)), "copy back")
            outputs[buffer.name] = raw.tobytes()
    for address, _ in memory.values():
        check(cuda.cuMemFree_v2(address), "free")
    return case.check(outputs)


if __name__ == "__main__":
    root, *names = sys.argv[1:]
    device, context = ctypes.c_int(), Pointer()
    check(cuda.cuInit(0), "init")
    check(cuda.cuDeviceGet(ctypes.byref(device), 0), "device")
    check(cuda.cuDevicePrimaryCtxRetain(ctypes.byref(context), device), "context")
    check(cuda.cuCtxSetCurrent(context), "context")
    done = right = 0
    for case in CASES:
        if (names and case.name not in names) or not os.path.exists(f"{root}/{case.name}/launch.json"):
            continue
        try:
            fault = launch(case, f"{root}/{case.name}")
            print(f"ran {case.name}", flush=True)
        except RuntimeError as error:
            fault = str(error)
        done, right = done + 1, right + (fault == "")
        if fault:
            print(f"{case.name}: {fault}", flush=True)
    print(f"{right} of {done} have the results of their references")
