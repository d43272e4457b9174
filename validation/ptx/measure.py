"""Executes the forms of forms.txt on a GPU, through the driver.

    npm run validate -- ptx-forms FOLDER           writes forms.ptx, inputs.bin, names.json
    ptxas -arch=sm_90 FOLDER/forms.ptx -o FOLDER/forms.cubin
    python3 validation/ptx/measure.py FOLDER "NAME OF THE GPU" > validation/ptx/forms-sm90.json
"""
import base64
import ctypes
import gzip
import json
import sys
import numpy

THREADS = 96
folder = sys.argv[1]
cuda = ctypes.CDLL("libcuda.so.1")
Pointer, Address = ctypes.c_void_p, ctypes.c_uint64


def check(result, what):
    if result:
        sys.exit(f"{what}: CUDA error {result}")


check(cuda.cuInit(0), "init")
device, context, module = ctypes.c_int(), Pointer(), Pointer()
check(cuda.cuDeviceGet(ctypes.byref(device), 0), "device")
check(cuda.cuDevicePrimaryCtxRetain(ctypes.byref(context), device), "context")
check(cuda.cuCtxSetCurrent(context), "context")
check(cuda.cuModuleLoad(ctypes.byref(module), f"{folder}/forms.cubin".encode()), "module")
inputs = numpy.fromfile(f"{folder}/inputs.bin", numpy.uint64)
names = json.load(open(f"{folder}/names.json"))
source, target = Address(), Address()
check(cuda.cuMemAlloc_v2(ctypes.byref(source), inputs.nbytes), "memory")
check(cuda.cuMemAlloc_v2(ctypes.byref(target), 8 * THREADS), "memory")
check(cuda.cuMemcpyHtoD_v2(source, inputs.ctypes.data_as(Pointer), inputs.nbytes), "copy")
results = numpy.zeros((len(names), THREADS), numpy.uint64)
for number, name in enumerate(names):
    function = Pointer()
    check(cuda.cuModuleGetFunction(ctypes.byref(function), module, f"f{number}".encode()), name)
    check(cuda.cuMemsetD8_v2(target, 0, 8 * THREADS), name)
    arguments = (Pointer * 2)(*(ctypes.cast(ctypes.pointer(one), Pointer) for one in (source, target)))
    check(cuda.cuLaunchKernel(function, 1, 1, 1, THREADS, 1, 1, 0, None, arguments, None), name)
    check(cuda.cuCtxSynchronize(), name)
    row = numpy.zeros(THREADS, numpy.uint64)
    check(cuda.cuMemcpyDtoH_v2(row.ctypes.data_as(Pointer), target, row.nbytes), name)
    results[number] = row
packed = base64.b64encode(gzip.compress(results.tobytes(), 9)).decode()
print(json.dumps({"gpu": sys.argv[2], "threads": THREADS, "names": names, "results": packed}))
