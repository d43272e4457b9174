"""What is launched: a kernel of kernels.py with types, constants, inputs and a reference in numpy.

Inputs are multiples of a power of two that are so small that sums are exact in every order: what is computed exactly has to
be equal; where exp, sqrt or a division round, `tolerance` is relative and absolute.
"""
from dataclasses import dataclass, field
from typing import Callable

import numpy
from formats import decode, encode, numbers


@dataclass
class Buffer:
    """Elements in global memory; without a seed zeros, which the kernel writes."""
    name: str
    dtype: str
    shape: tuple
    seed: int = 0
    low: float = -2
    high: float = 2
    step: float = 0.25
    out: bool = False
    # Of a tensor map: the box that one copy moves.
    block: tuple = ()

    def values(self):
        if self.seed == 0:
            return numpy.zeros(self.shape)
        return numbers(self.seed, self.shape, self.low, self.high, self.step)

    def raw(self):
        return encode(self.values(), self.dtype)


@dataclass
class Case:
    name: str
    kernel: str
    grid: tuple
    # In the order of the kernel's parameters: buffers, or names with numbers.
    arguments: list
    constants: dict
    reference: Callable
    tolerance: float = 0
    warps: int = 4
    stages: int = 3
    chip: int = 90
    options: dict = field(default_factory=dict)

    def check(self, outputs):
        """What is wrong with the bytes of the outputs by name; an empty string if nothing is."""
        buffers = {b.name: b for b in self.arguments if isinstance(b, Buffer)}
        scalars = dict(a for a in self.arguments if isinstance(a, tuple))
        inputs = {name: decode(b.raw().tobytes(), b.dtype).reshape(b.shape) for name, b in buffers.items()}
        expected = self.reference({**inputs, **scalars})
        for name, values in expected.items():
            dtype = buffers[name].dtype
            want = decode(encode(values, dtype).tobytes(), dtype)
            got = decode(outputs[name], dtype)
            error = numpy.abs(got - want)
            wrong = ~(error <= self.tolerance + self.tolerance * numpy.abs(want))
            if wrong.any():
                at = int(numpy.argmax(wrong))
                return f"{name}: {int(wrong.sum())} of {wrong.size} elements, the first at {at}: {got[at]}, expected {want[at]}"
        return ""


CASES = []


def case(name, kernel, grid, arguments, constants, reference, **rest):
    CASES.append(Case(name, kernel, grid, arguments, constants, reference, **rest))


def product(i):
    return {"c": i["a"] @ i["b"]}


def matmul(dtype, block, ways="nn", stages=2, warps=4, grid=(1, 1), steps=4, chip=90, precision="tf32", out=None, name=""):
    m, n, k = block
    M, N, K = m * grid[0], n * grid[1], k * steps
    ta, tb = ways[0] == "t", ways[1] == "t"
    whole = dtype == "i8"
    low, high, step = (-8, 7, 1) if whole else (-2, 2, 0.5 if dtype.startswith("fp8") else 0.25)
    a = Buffer("a", dtype, (K, M) if ta else (M, K), 1, low, high, step)
    b = Buffer("b", dtype, (N, K) if tb else (K, N), 2, low, high, step)
    out = out or {"i8": "i32", "fp64": "fp64", "fp16": "fp16", "bf16": "bf16"}.get(dtype, "fp32")
    c = Buffer("c", out, (M, N), out=True)
    text = f"{name or 'matmul'}-{dtype}-{m}x{n}x{k}-{ways}-s{stages}" + (f"-w{warps}" if warps != 4 else "")
    case(text if chip == 90 else f"{text}-sm{chip}", "matmul", grid,
         [a, b, c, ("K", K), ("lda", M if ta else K), ("ldb", K if tb else N), ("ldc", N)],
         dict(BM=m, BN=n, BK=k, TA=ta, TB=tb, STAGES=stages, PRECISION=precision),
         lambda i: {"c": (i["a"].T if ta else i["a"]) @ (i["b"].T if tb else i["b"])},
         warps=warps, stages=stages, chip=chip)


# Tensor cores of Hopper: wgmma.
for count in (1, 2, 3, 4):
    matmul("fp16", (64, 64, 32), stages=count, grid=(2, 1))
matmul("fp16", (128, 64, 64), "nt", stages=3, warps=8)
matmul("fp16", (64, 128, 32), "tn", stages=2)
matmul("bf16", (64, 64, 64), "nn", stages=3)
matmul("bf16", (128, 128, 32), "tt", stages=2, warps=8)
matmul("fp8e4nv", (64, 64, 64), "nt", stages=3)
matmul("fp8e5", (64, 32, 64), "nn", stages=2)
matmul("i8", (64, 64, 64), "nt", stages=3)
matmul("i8", (64, 64, 32), "nn", stages=2)
matmul("fp32", (64, 64, 32), "nt", stages=2)
matmul("fp32", (64, 32, 32), "nn", stages=3)
# Tiles that are too small for it: mma.sync.
matmul("fp16", (32, 32, 32), stages=2, grid=(2, 2))
matmul("fp16", (16, 64, 32), "tt", stages=3, warps=2)
matmul("bf16", (32, 64, 32), "tn", stages=4)
matmul("i8", (32, 32, 64), stages=2)
matmul("fp8e4nv", (32, 64, 64), stages=3)
matmul("fp32", (32, 64, 32), stages=2)
matmul("fp64", (32, 32, 16), stages=2)
matmul("fp32", (32, 32, 16), stages=2, precision="ieee", name="fma")
# The code of an A100.
for count in (1, 2, 3, 4):
    matmul("fp16", (64, 64, 32), stages=count, chip=80)
matmul("fp16", (128, 64, 32), "tn", stages=3, warps=8, chip=80)
matmul("bf16", (64, 64, 32), "nt", stages=3, chip=80)
matmul("fp32", (64, 64, 32), stages=3, chip=80)
matmul("i8", (64, 64, 64), "nt", stages=3, chip=80)


def tma(dtype, block, stages, warps=4, tb=False, special=False, grid=(1, 1), steps=4, out="fp32"):
    m, n, k = block
    M, N, K = m * grid[0], n * grid[1], k * steps
    step = 0.5 if dtype.startswith("fp8") else 0.25
    a = Buffer("a", dtype, (M, K), 1, step=step, block=(m, k))
    b = Buffer("b", dtype, (N, K) if tb else (K, N), 2, step=step, block=(n, k) if tb else (k, n))
    c = Buffer("c", out, (M, N), out=True, block=(m, n))
    case(f"tma-{dtype}-{m}x{n}x{k}-n{'t' if tb else 'n'}-s{stages}" + (f"-w{warps}" if warps != 4 else "") +
         ("-special" if special else ""), "matmul_tma", grid, [a, b, c, ("K", K)],
         dict(BM=m, BN=n, BK=k, TB=tb, STAGES=stages, SPECIAL=special),
         lambda i: {"c": i["a"] @ (i["b"].T if tb else i["b"])}, warps=warps, stages=stages)


tma("fp16", (64, 64, 64), 1)
tma("fp16", (64, 64, 64), 2)
tma("fp16", (128, 64, 64), 3, warps=8, out="fp16", grid=(1, 2))
tma("bf16", (64, 64, 32), 4, tb=True)
tma("fp8e4nv", (64, 64, 128), 3, tb=True)
tma("fp16", (64, 128, 64), 3, special=True)
case("descriptor-fp16-64x64x64", "matmul_descriptor", (1, 1),
     [Buffer("a", "fp16", (64, 192), 1), Buffer("b", "fp16", (192, 64), 2), Buffer("c", "fp32", (64, 64), out=True),
      ("M", 64), ("N", 64), ("K", 192)], dict(BM=64, BN=64, BK=64), product)

case("split-k-bf16-64x64x64", "matmul_split_k", (1, 3),
     [Buffer("a", "bf16", (64, 192), 3), Buffer("b", "bf16", (192, 64), 4), Buffer("c", "fp32", (64, 64), out=True),
      ("N", 64), ("K", 192)], dict(BM=64, BN=64, BK=64), product)
case("dequant-i8-64x64x64", "matmul_dequant", (1, ),
     [Buffer("a", "i8", (64, 256), 5, -8, 7, 1), Buffer("b", "fp16", (256, 64), 6), Buffer("s", "fp32", (64, ), 7, 0.5, 2, 0.5),
      Buffer("c", "fp32", (64, 64), out=True), ("N", 64), ("K", 256)], dict(BM=64, BN=64, BK=64),
     lambda i: {"c": i["s"][:, None] * (i["a"] @ i["b"])})
case("scaled-fp8e4nv-64x64x64", "matmul_scaled", (1, ),
     [Buffer("a", "fp8e4nv", (64, 64), 8, step=0.5), Buffer("as", "u8", (64, 2), 9, 126, 128, 1),
      Buffer("b", "fp8e4nv", (64, 64), 10, step=0.5), Buffer("bs", "u8", (64, 2), 11, 126, 128, 1),
      Buffer("c", "fp32", (64, 64), out=True)], dict(K=64, BM=64, BN=64),
     lambda i: {"c": (i["a"] * 2.0**(i["as"] - 127).repeat(32, 1)) @ (i["b"] * (2.0**(i["bs"] - 127).repeat(32, 1)).T)})


def attention(dtype, d, bm, bn, stages, causal=False, warps=4, chip=90):
    L, heads, scale = 2 * max(bm, bn), 1, 0.0625
    q, k, v = (Buffer(name, dtype, (heads, L, d), 20 + n, step=0.5) for n, name in enumerate("qkv"))

    def reference(i):
        s = i["q"] @ i["k"].transpose(0, 2, 1) * scale
        if causal:
            s = numpy.where(numpy.tri(L) == 0, -1e30, s)
        p = numpy.exp2(s - s.max(-1, keepdims=True))
        return {"o": p @ i["v"] / p.sum(-1, keepdims=True)}

    case(f"attention-{dtype}-d{d}-{bm}x{bn}-s{stages}" + ("-causal" if causal else "") + (f"-w{warps}" if warps != 4 else "") +
         ("" if chip == 90 else f"-sm{chip}"), "attention", (L // bm, heads),
         [q, k, v, Buffer("o", dtype, (heads, L, d), out=True), ("L", L), ("scale", scale)],
         dict(D=d, BM=bm, BN=bn, CAUSAL=causal), reference,
         tolerance=1e-3 if dtype == "fp32" else 2e-2 if dtype == "bf16" else 4e-3, stages=stages, warps=warps, chip=chip)


attention("fp16", 64, 64, 32, 2)
attention("fp16", 32, 64, 64, 3, causal=True)
attention("bf16", 64, 128, 64, 2, warps=8)
attention("fp16", 32, 32, 32, 2)
attention("fp32", 32, 32, 32, 2)
attention("bf16", 64, 64, 32, 3, causal=True, chip=80)

rows = [Buffer(name, "fp16", (128, 64), 20 + n, step=0.5, block=(64, 64)) for n, name in enumerate("qkv")]


def attended(i):
    p = numpy.exp2(i["q"] @ i["k"].T * 0.0625)
    return {"o": p @ i["v"] / p.sum(-1, keepdims=True)}


case("tma-attention-fp16-d64-64x64", "attention_tma", (2, ),
     [*rows, Buffer("o", "fp16", (128, 64), out=True, block=(64, 64)), ("L", 128), ("scale", 0.0625)], dict(D=64, BM=64, BN=64),
     attended, tolerance=4e-3, stages=2)
case("tma-add-fp32-16x64", "add_rows_tma", (3, ),
     [Buffer("x", "fp32", (48, 64), 24, block=(16, 64)), Buffer("y", "fp32", (16, 64), out=True, block=(16, 64))],
     dict(BM=16, BN=64), lambda i: {"y": i["x"].reshape(3, 16, 64).sum(0)})


def shifted(i):
    x = numpy.zeros((3, 16, 64))
    x[:, :12, :8] = i["x"][:, 8:, 32:]
    return {"y": (x + 1)[:, :12, :40]}


case("tma-shift-fp16-16x64", "shift_tma", (3, ),
     [Buffer("x", "fp16", (3, 20, 40), 25, block=(1, 16, 64)), Buffer("y", "fp16", (3, 12, 40), out=True, block=(1, 16, 64))],
     dict(B1=16, B2=64), shifted)

case("softmax-fp32-1000", "softmax", (2, ),
     [Buffer("x", "fp32", (2, 1000), 30), Buffer("y", "fp32", (2, 1000), out=True), ("N", 1000)], dict(B=1024),
     lambda i: {"y": numpy.exp(i["x"]) / numpy.exp(i["x"]).sum(1, keepdims=True)}, tolerance=1e-5)


def normalized(i):
    d = i["x"] - i["x"].mean(1, keepdims=True)
    return {"y": d / numpy.sqrt((d * d).mean(1, keepdims=True) + i["eps"]) * i["w"] + i["b"]}


for dtype, rows, warps in (("fp32", 1, 8), ("fp16", 4, 4)):
    case(f"layernorm-{dtype}-{rows}x500", "layernorm", (2, ),
         [Buffer("x", dtype, (2 * rows, 500), 31), Buffer("w", "fp32", (500, ), 32), Buffer("b", "fp32", (500, ), 33),
          Buffer("y", dtype, (2 * rows, 500), out=True), ("N", 500), ("eps", 1e-5)], dict(ROWS=rows, B=512), normalized,
         tolerance=1e-5 if dtype == "fp32" else 2e-3, warps=warps)
case("layernorm-weights-256", "layernorm_weights", (6, ),
     [Buffer("dy", "fp32", (6, 256), 34), Buffer("x", "fp32", (6, 256), 35), Buffer("dw", "fp32", (2, 256), out=True),
      Buffer("locks", "i32", (2, ), out=True), Buffer("count", "i32", (1, ), out=True), ("N", 256)], dict(GROUP=2, B=256),
     lambda i: {"dw": (i["dy"] * i["x"]).reshape(3, 2, 256).sum(0), "locks": i["locks"], "count": i["count"] + 6})


def reduction(what, dtype, m, n, axis, warps=4):
    of = {"sum": numpy.sum, "max": numpy.max, "argmax": numpy.argmax, "argmin": numpy.argmin,
          "xor": lambda x, a: numpy.bitwise_xor.reduce(x.astype(numpy.int64), a)}[what]
    whole = dtype.startswith("i")
    case(f"{what}-{dtype}-{m}x{n}-axis{axis}" + (f"-w{warps}" if warps != 4 else ""), "reduce", (1, ),
         [Buffer("x", dtype, (m, n), 40, -100 if whole else -2, 100 if whole else 2, 1 if whole else 0.125),
          Buffer("y", "i32" if what.startswith("arg") else dtype, (m if axis == 1 else n, ), out=True)],
         dict(M=m, N=n, AXIS=axis, WHAT=what), lambda i: {"y": of(i["x"], axis)}, warps=warps)


reduction("sum", "fp32", 64, 64, 0)
reduction("sum", "fp32", 8, 512, 1)
reduction("max", "fp16", 128, 32, 0, warps=8)
reduction("xor", "i32", 32, 128, 0)
reduction("argmax", "fp32", 16, 256, 1)
reduction("argmin", "fp32", 128, 16, 0)


def scanned(dtype, m, n, axis, reverse):
    case(f"cumsum-{dtype}-{m}x{n}-axis{axis}" + ("-reverse" if reverse else ""), "scan", (1, ),
         [Buffer("x", dtype, (m, n), 45), Buffer("y", dtype, (m, n), out=True)],
         dict(M=m, N=n, AXIS=axis, REVERSE=reverse),
         lambda i: {"y": numpy.flip(numpy.flip(i["x"], axis).cumsum(axis), axis) if reverse else i["x"].cumsum(axis)})


scanned("fp32", 8, 512, 1, False)
scanned("fp32", 128, 32, 0, False)
scanned("fp32", 4, 256, 1, True)


def recurred(i):
    y, last = numpy.zeros(512), 0.0
    for n in range(512):
        last = y[n] = i["a"][n] * last + i["b"][n]
    return {"y": y}


case("recurrence-fp32-512", "recurrence", (1, ),
     [Buffer("a", "fp32", (512, ), 46, -0.5, 0.5, 0.25), Buffer("b", "fp32", (512, ), 47), Buffer("y", "fp32", (512, ), out=True)],
     dict(B=512), recurred, tolerance=1e-5)
for dtype, m, n in (("fp32", 32, 32), ("fp16", 64, 64), ("i8", 128, 64)):
    case(f"transpose-{dtype}-{m}x{n}", "transpose", (2, 1),
         [Buffer("x", dtype, (2 * m, n), 50, -100, 100, 1), Buffer("y", dtype, (n, 2 * m), out=True), ("M", 2 * m), ("N", n)],
         dict(BM=m, BN=n), lambda i: {"y": i["x"].T})
case("histogram-1024-64", "histogram", (2, ),
     [Buffer("x", "i32", (2048, ), 51, 0, 63, 1), Buffer("y", "i32", (64, ), out=True)], dict(B=1024, BINS=64),
     lambda i: {"y": numpy.bincount(i["x"].astype(int), minlength=64)})


def scattered(i):
    index = i["i"].astype(int)
    m = numpy.zeros(64)
    numpy.maximum.at(m, index, numpy.arange(512))
    return {"y": numpy.bincount(index, i["x"], 64), "m": m}


case("scatter-add-512", "scatter_add", (2, ),
     [Buffer("x", "fp32", (512, ), 52), Buffer("i", "i32", (512, ), 53, 0, 63, 1), Buffer("y", "fp32", (64, ), out=True),
      Buffer("m", "i32", (64, ), out=True)], dict(B=256), scattered)
for axis, m, n, k in ((0, 64, 16, 32), (1, 16, 128, 64)):
    shape = (k, n) if axis == 0 else (m, k)
    case(f"gather-{m}x{n}-axis{axis}", "gather", (1, ),
         [Buffer("x", "fp32", (m, n), 54), Buffer("i", "i32", shape, 55, 0, (m if axis == 0 else n) - 1, 1),
          Buffer("y", "fp32", shape, out=True)], dict(M=m, N=n, K=k, AXIS=axis),
         lambda i, axis=axis: {"y": numpy.take_along_axis(i["x"], i["i"].astype(int), axis)})
case("sort-4x256", "sort", (1, ), [Buffer("x", "i32", (4, 256), 56, -1000, 1000, 1), Buffer("y", "i32", (4, 256), out=True)],
     dict(M=4, N=256), lambda i: {"y": numpy.sort(i["x"], 1)})
case("top-k-512-32", "top_k", (2, ), [Buffer("x", "fp32", (2, 512), 57, -100, 100, 0.125), Buffer("y", "fp32", (2, 32), out=True)],
     dict(N=512, K=32), lambda i: {"y": -numpy.sort(-i["x"], 1)[:, :32]})


def rotated(i):
    even, odd = i["x"][:, 0::2], i["x"][:, 1::2]
    y = numpy.stack([even * i["c"] - odd, odd * i["c"] + even], -1).reshape(32, 64)
    return {"y": y[::-1]}


case("rotate-pairs-32x64", "rotate_pairs", (1, ),
     [Buffer("x", "fp32", (32, 64), 58), Buffer("c", "fp32", (32, 32), 59), Buffer("y", "fp32", (32, 64), out=True)],
     dict(ROWS=32, D=64), rotated, tolerance=1e-7)
case("quantize-fp16-4x1024", "quantize", (2, ),
     [Buffer("x", "fp16", (8, 1024), 60, -2, 2, 0.03125), Buffer("y", "fp8e4nv", (8, 1024), out=True),
      Buffer("s", "fp32", (8, ), out=True)], dict(N=1024, ROWS=4),
     lambda i: {"y": i["x"] * (256 / numpy.abs(i["x"]).max(1, keepdims=True)), "s": numpy.abs(i["x"]).max(1) / 256})
