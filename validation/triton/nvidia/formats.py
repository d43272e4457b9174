"""Element types of Triton as bytes and as numbers, and deterministic inputs.

    numbers(seed, (2, 3), low, high, step)      multiples of step between low and high, the same on every machine
    encode(values, "bf16"), decode(raw, "fp8e4nv")
"""
import numpy

PLAIN = {"fp16": numpy.float16, "fp32": numpy.float32, "fp64": numpy.float64, "i8": numpy.int8, "u8": numpy.uint8,
         "i16": numpy.int16, "i32": numpy.int32, "i64": numpy.int64}
BYTES = {"bf16": 2, "fp8e4nv": 1, "fp8e5": 1, **{name: numpy.dtype(of).itemsize for name, of in PLAIN.items()}}


def numbers(seed, shape, low, high, step):
    """Multiples of `step` from `low` to `high`, by a hash of the index (the last mix of MurmurHash3)."""
    with numpy.errstate(over="ignore"):
        x = numpy.arange(int(numpy.prod(shape)), dtype=numpy.uint32) * numpy.uint32(0x9E3779B1)
        x += numpy.uint32(seed * 7919 % 2**32)
        for shift, factor in ((16, 0x85EBCA6B), (13, 0xC2B2AE35)):
            x = (x ^ (x >> numpy.uint32(shift))) * numpy.uint32(factor)
        x ^= x >> numpy.uint32(16)
    count = round((high - low) / step) + 1
    return (low + (x % numpy.uint32(count)).astype(numpy.float64) * step).reshape(shape)


def small_float(exponent, mantissa):
    """The 128 values of an 8-bit float without its sign; what is not finite is NaN."""
    codes = numpy.arange(128)
    e, m = codes >> mantissa, codes & ((1 << mantissa) - 1)
    bias = (1 << (exponent - 1)) - 1
    value = numpy.where(e == 0, m * 2.0**(1 - bias - mantissa), (1 + m / 2.0**mantissa) * 2.0**(e - bias))
    infinite = (codes == 127) if exponent == 4 else (e == 31)
    return numpy.where(infinite, numpy.nan, value)


SMALL = {"fp8e4nv": small_float(4, 3), "fp8e5": small_float(5, 2)}


def encode(values, dtype):
    """The nearest element of each value, ties to even, as an array of its bytes."""
    if dtype in PLAIN:
        return numpy.asarray(values).astype(PLAIN[dtype])
    if dtype == "bf16":
        bits = numpy.asarray(values, numpy.float32).view(numpy.uint32).astype(numpy.uint64)
        return ((bits + 0x7FFF + ((bits >> 16) & 1)) >> 16).astype(numpy.uint16)
    table = SMALL[dtype]
    finite = table[~numpy.isnan(table)]
    size = numpy.minimum(numpy.abs(values), finite[-1])
    above = numpy.clip(numpy.searchsorted(finite, size), 1, len(finite) - 1)
    low, high = size - finite[above - 1], finite[above] - size
    code = numpy.where((low < high) | ((low == high) & (above % 2 == 1)), above - 1, above)
    return (code | numpy.where(numpy.signbit(values), 128, 0)).astype(numpy.uint8)


def decode(raw, dtype):
    """The values of bytes, as 64-bit floats or integers."""
    if dtype in PLAIN:
        kind = numpy.int64 if dtype[0] in "iu" else numpy.float64
        return numpy.frombuffer(raw, PLAIN[dtype]).astype(kind)
    if dtype == "bf16":
        bits = numpy.frombuffer(raw, numpy.uint16).astype(numpy.uint32) << numpy.uint32(16)
        return bits.view(numpy.float32).astype(numpy.float64)
    codes = numpy.frombuffer(raw, numpy.uint8)
    return SMALL[dtype][codes & 127] * numpy.where(codes & 128, -1.0, 1.0)
