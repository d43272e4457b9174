"""Inputs and references of measured CUDA launches, with their own gen.py and check.py.

    python3 launches.py KERNELS inputs WORK      writes WORK/LAUNCH/ARGUMENT.bin
    python3 launches.py KERNELS check WORK       compares WORK/LAUNCH/ARGUMENT.out, prints the launches that are wrong
"""
import json
import os
import sys

kernels, what, work = sys.argv[1:]
sys.path.insert(0, kernels)
import numpy
import check
import gen

for launch in json.load(open(f"{kernels}/launches.json")):
    folder = f"{work}/{launch['name']}"
    os.makedirs(folder, exist_ok=True)
    inputs, outputs = {}, {}
    for index, argument in enumerate(launch["args"]):
        if "buffer" not in argument:
            continue
        buffer = argument["buffer"]
        data = gen.make(buffer["init"], buffer["dtype"], buffer["shape"])
        if what == "inputs":
            data.tofile(f"{folder}/{index}.bin")
            continue
        if argument["role"] != "out":
            inputs[argument["name"]] = data
        if argument["role"] != "in":
            result = numpy.fromfile(f"{folder}/{index}.out", data.dtype)
            outputs[argument["name"]] = result.reshape(data.shape)
    if what == "check":
        right, message = check.check(launch["name"], inputs, outputs)
        if not right:
            print(f"{launch['name']}: {message}")
