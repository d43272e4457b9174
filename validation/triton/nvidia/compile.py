"""Compiles the cases with the Triton that is installed; no GPU is needed.

    python3 compile.py OUT        OUT/NAME/kernel.{json,ttgir,ptx,cubin}, launch.json
    python3 compile.py OUT NAME...

launch.json is the launch as Triton's own launcher makes it: grid, block, dynamic shared memory, and the parameters in the
order of the PTX. A tensor map comes with its shape and strides, and the scratch pointers come last.
"""
import dataclasses
import json
import os
import re
import subprocess
import sys
from concurrent.futures import ProcessPoolExecutor

import triton
from triton.backends.compiler import GPUTarget
from triton.compiler import ASTSource

import kernels
from cases import CASES, Buffer


def parameters(case, metadata):
    """The parameters of the kernel in the order of its PTX."""
    maps = iter(metadata.get("tensordesc_meta") or [])
    out = []
    for argument in case.arguments:
        if not isinstance(argument, Buffer):
            name, value = argument
            out.append({"name": name, ("i32" if isinstance(value, int) else "f32"): value})
        elif argument.block == ():
            out.append({"name": argument.name, "buffer": argument.name})
        else:
            shape = list(argument.shape)
            strides = [1]
            for size in reversed(shape[1:]):
                strides.insert(0, strides[0] * size)
            meta = next(maps)
            out.append({"name": argument.name, "tensorMap": {
                "buffer": argument.name, "dtype": argument.dtype, "shape": shape, "strides": strides,
                "block": list(meta["block_size"]), "swizzle": meta["swizzle"], "elementType": meta["elem_type"],
                "elementBytes": meta["elem_size"]}})
            out += [{"name": f"{argument.name} shape {n}", "i32": size} for n, size in enumerate(shape)]
            out += [{"name": f"{argument.name} stride {n}", "i64": size} for n, size in enumerate(strides)]
    return out + [{"name": f"{of} scratch", "scratch": metadata[f"{of}_scratch_size"]} for of in ("global", "profile")]


def build(case, root):
    function = getattr(kernels, case.kernel)
    types = {}
    given = iter(case.arguments)
    for name in function.arg_names:
        if name in case.constants:
            types[name] = "constexpr"
            continue
        argument = next(given)
        if isinstance(argument, Buffer):
            of = argument.dtype
            block = ", ".join(map(str, argument.block))
            types[name] = f"*{of}" if argument.block == () else f"tensordesc<{of}[{block}]>"
        else:
            types[name] = "i32" if isinstance(argument[1], int) else "fp32"
    scalars = [a[1] if isinstance(a, tuple) else 0 for a in case.arguments]
    positions = [n for n, name in enumerate(function.arg_names) if types[name] != "constexpr"]
    divisible = [n for n, value in zip(positions, scalars)
                 if isinstance(value, int) and value % 16 == 0 and not types[function.arg_names[n]].startswith("tensordesc")]
    source = ASTSource(function, types, constexprs=case.constants,
                       attrs={(n, ): [["tt.divisibility", 16]] for n in divisible})
    options = {"num_warps": case.warps, "num_stages": case.stages, **case.options}
    compiled = triton.compile(source, target=GPUTarget("cuda", case.chip, 32), options=options)
    folder = f"{root}/{case.name}"
    os.makedirs(folder, exist_ok=True)
    metadata = compiled.metadata._asdict()
    for kind in ("ttgir", "ptx", "cubin"):
        text = compiled.asm[kind]
        with open(f"{folder}/kernel.{kind}", "wb") as file:
            file.write(text if isinstance(text, bytes) else text.encode())
    if case.chip != 90:
        assemble(f"{folder}/kernel.ptx", f"{folder}/kernel.cubin")
    with open(f"{folder}/kernel.json", "w") as file:
        json.dump(metadata, file, default=lambda x: getattr(x, "__dict__", str(x)))
    ptx = compiled.asm["ptx"]
    threads = int(re.search(r"\.reqntid (\d+)", ptx)[1])
    order = parameters(case, metadata)
    entry = ptx[ptx.index(".entry"):]
    count = entry[:entry.index("{")].count(".param")
    assert count == len(order), f"{case.name}: the PTX has {count} parameters, the launch {len(order)}"
    buffers = {b.name: {k: v for k, v in dataclasses.asdict(b).items() if k not in ("name", "block")}
               for b in case.arguments if isinstance(b, Buffer)}
    return {"name": case.name, "triton": triton.__version__, "kernel": metadata["name"],
            "grid": (list(case.grid) + [1, 1])[:3], "block": [threads, 1, 1], "shared": metadata["shared"],
            "buffers": buffers, "parameters": order}


def assemble(ptx, cubin):
    """PTX of an older chip for this one, as its driver does it."""
    subprocess.run([triton.knobs.nvidia.ptxas.path, "-lineinfo", "-arch=sm_90", ptx, "-o", cubin], check=True)


def attempt(name, root):
    case = next(one for one in CASES if one.name == name)
    try:
        launch = build(case, root)
    except Exception as error:
        return f"{name}: {type(error).__name__}: {str(error).strip().splitlines()[-1][:200] if str(error).strip() else ''}"
    with open(f"{root}/{name}/launch.json", "w") as file:
        json.dump(launch, file)
    return ""


if __name__ == "__main__":
    root, *names = sys.argv[1:]
    names = names or [case.name for case in CASES]
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        faults = [fault for fault in pool.map(attempt, names, [root] * len(names)) if fault]
    print(f"Triton {triton.__version__}: {len(names) - len(faults)} of {len(names)} compiled")
    for fault in faults:
        print(fault)
