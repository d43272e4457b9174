"""Compares outputs with the references: check.py WORK, with WORK/NAME/BUFFER.bin. Prints what is wrong.

    check.py WORK            NAME: fault         a line for each launch whose results are wrong
    check.py --digests       NAME BUFFER SHA256  of each output that is computed exactly
"""
import hashlib
import os
import sys

from cases import CASES, Buffer
from formats import decode, encode

if sys.argv[1] == "--digests":
    for case in CASES:
        if case.tolerance > 0:
            continue
        buffers = {b.name: b for b in case.arguments if isinstance(b, Buffer)}
        inputs = {name: decode(b.raw().tobytes(), b.dtype).reshape(b.shape) for name, b in buffers.items()}
        for name, values in case.reference({**inputs, **dict(a for a in case.arguments if isinstance(a, tuple))}).items():
            # Sums begin at 0, so that none is -0.
            print(case.name, name, hashlib.sha256(encode(values + 0.0, buffers[name].dtype).tobytes()).hexdigest())
else:
    for case in CASES:
        folder = f"{sys.argv[1]}/{case.name}"
        if os.path.exists(folder):
            fault = case.check({name[:-4]: open(f"{folder}/{name}", "rb").read() for name in os.listdir(folder)})
            if fault:
                print(f"{case.name}: {fault}")
