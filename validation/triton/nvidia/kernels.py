"""Triton kernels that are measured on an H100 and executed from their PTX. cases.py says with what.

Each is written as its users write it: pointers, sizes that are known at the launch, blocks that are compile-time constants.
"""
import triton
import triton.language as tl


@triton.jit
def matmul(a_ptr, b_ptr, c_ptr, K, lda, ldb, ldc, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr,
           TA: tl.constexpr, TB: tl.constexpr, STAGES: tl.constexpr, PRECISION: tl.constexpr):
    rm = tl.program_id(0) * BM + tl.arange(0, BM)
    rn = tl.program_id(1) * BN + tl.arange(0, BN)
    rk = tl.arange(0, BK)
    if TA:
        a = a_ptr + rk[None, :] * lda + rm[:, None]
    else:
        a = a_ptr + rm[:, None] * lda + rk[None, :]
    if TB:
        b = b_ptr + rn[None, :] * ldb + rk[:, None]
    else:
        b = b_ptr + rk[:, None] * ldb + rn[None, :]
    if a_ptr.dtype.element_ty == tl.int8:
        acc = tl.zeros((BM, BN), dtype=tl.int32)
    elif a_ptr.dtype.element_ty == tl.float64:
        acc = tl.zeros((BM, BN), dtype=tl.float64)
    else:
        acc = tl.zeros((BM, BN), dtype=tl.float32)
    for k in tl.range(0, K, BK, num_stages=STAGES):
        x = tl.load(a)
        y = tl.load(b)
        acc = tl.dot(x, y, acc, input_precision=PRECISION)
        if TA:
            a += BK * lda
        else:
            a += BK
        if TB:
            b += BK
        else:
            b += BK * ldb
    tl.store(c_ptr + rm[:, None] * ldc + rn[None, :], acc.to(c_ptr.dtype.element_ty))


@triton.jit
def matmul_tma(a_desc, b_desc, c_desc, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr, TB: tl.constexpr,
               STAGES: tl.constexpr, SPECIAL: tl.constexpr):
    m = tl.program_id(0) * BM
    n = tl.program_id(1) * BN
    acc = tl.zeros((BM, BN), dtype=tl.float32)
    for k in tl.range(0, K, BK, num_stages=STAGES, warp_specialize=SPECIAL):
        x = a_desc.load([m, k])
        if TB:
            y = b_desc.load([n, k]).T
        else:
            y = b_desc.load([k, n])
        acc = tl.dot(x, y, acc)
    c_desc.store([m, n], acc.to(c_desc.dtype))


@triton.jit
def matmul_descriptor(a_ptr, b_ptr, c_ptr, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    """Tensor maps that the kernel makes in its scratch memory."""
    a = tl.make_tensor_descriptor(a_ptr, [M, K], [K, 1], [BM, BK])
    b = tl.make_tensor_descriptor(b_ptr, [K, N], [N, 1], [BK, BN])
    m = tl.program_id(0) * BM
    n = tl.program_id(1) * BN
    acc = tl.zeros((BM, BN), dtype=tl.float32)
    for k in range(0, K, BK):
        acc = tl.dot(a.load([m, k]), b.load([k, n]), acc)
    rm = m + tl.arange(0, BM)
    rn = n + tl.arange(0, BN)
    tl.store(c_ptr + rm[:, None] * N + rn[None, :], acc)


@triton.jit
def matmul_split_k(a_ptr, b_ptr, c_ptr, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    """Blocks add their part of K to one tile."""
    rm = tl.arange(0, BM)
    rn = tl.program_id(0) * BN + tl.arange(0, BN)
    rk = tl.program_id(1) * BK + tl.arange(0, BK)
    x = tl.load(a_ptr + rm[:, None] * K + rk[None, :])
    y = tl.load(b_ptr + rk[:, None] * N + rn[None, :])
    tl.atomic_add(c_ptr + rm[:, None] * N + rn[None, :], tl.dot(x, y))


@triton.jit
def matmul_dequant(a_ptr, b_ptr, s_ptr, c_ptr, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    """A is 8-bit integers with a scale per row, converted in registers."""
    rm = tl.program_id(0) * BM + tl.arange(0, BM)
    rn = tl.arange(0, BN)
    rk = tl.arange(0, BK)
    acc = tl.zeros((BM, BN), dtype=tl.float32)
    for k in range(0, K, BK):
        x = tl.load(a_ptr + rm[:, None] * K + (k + rk)[None, :]).to(tl.float16)
        y = tl.load(b_ptr + (k + rk)[:, None] * N + rn[None, :])
        acc = tl.dot(x, y, acc)
    acc *= tl.load(s_ptr + rm)[:, None]
    tl.store(c_ptr + rm[:, None] * N + rn[None, :], acc)


@triton.jit
def matmul_scaled(a_ptr, as_ptr, b_ptr, bs_ptr, c_ptr, K: tl.constexpr, BM: tl.constexpr, BN: tl.constexpr):
    """MX formats: a power of two scales 32 elements along K."""
    rm = tl.arange(0, BM)
    rn = tl.arange(0, BN)
    rk = tl.arange(0, K)
    rs = tl.arange(0, K // 32)
    x = tl.load(a_ptr + rm[:, None] * K + rk[None, :])
    y = tl.load(b_ptr + rk[:, None] * BN + rn[None, :])
    xs = tl.load(as_ptr + rm[:, None] * (K // 32) + rs[None, :])
    ys = tl.load(bs_ptr + rn[:, None] * (K // 32) + rs[None, :])
    tl.store(c_ptr + rm[:, None] * BN + rn[None, :], tl.dot_scaled(x, xs, "e4m3", y, ys, "e4m3"))


@triton.jit
def attention(q_ptr, k_ptr, v_ptr, o_ptr, L, scale, D: tl.constexpr, BM: tl.constexpr, BN: tl.constexpr,
              CAUSAL: tl.constexpr):
    first = tl.program_id(0) * BM
    rm = first + tl.arange(0, BM)
    rd = tl.arange(0, D)
    head = tl.program_id(1) * L * D
    q = tl.load(q_ptr + head + rm[:, None] * D + rd[None, :])
    most = tl.full((BM, ), -1e30, tl.float32)
    total = tl.zeros((BM, ), tl.float32)
    acc = tl.zeros((BM, D), tl.float32)
    end = first + BM if CAUSAL else L
    for n in range(0, end, BN):
        rn = n + tl.arange(0, BN)
        k = tl.load(k_ptr + head + rn[:, None] * D + rd[None, :])
        v = tl.load(v_ptr + head + rn[:, None] * D + rd[None, :])
        s = tl.dot(q, tl.trans(k)) * scale
        if CAUSAL:
            s = tl.where(rm[:, None] >= rn[None, :], s, -1e30)
        next_most = tl.maximum(most, tl.max(s, 1))
        p = tl.exp2(s - next_most[:, None])
        keep = tl.exp2(most - next_most)
        total = total * keep + tl.sum(p, 1)
        acc = tl.dot(p.to(v.dtype), v, acc * keep[:, None])
        most = next_most
    acc = acc / total[:, None]
    tl.store(o_ptr + head + rm[:, None] * D + rd[None, :], acc.to(o_ptr.dtype.element_ty))


@triton.jit
def attention_tma(q_desc, k_desc, v_desc, o_desc, L, scale, D: tl.constexpr, BM: tl.constexpr, BN: tl.constexpr):
    first = tl.program_id(0) * BM
    q = q_desc.load([first, 0])
    most = tl.full((BM, ), -1e30, tl.float32)
    total = tl.zeros((BM, ), tl.float32)
    acc = tl.zeros((BM, D), tl.float32)
    for n in range(0, L, BN):
        s = tl.dot(q, k_desc.load([n, 0]).T) * scale
        next_most = tl.maximum(most, tl.max(s, 1))
        p = tl.exp2(s - next_most[:, None])
        keep = tl.exp2(most - next_most)
        total = total * keep + tl.sum(p, 1)
        acc = tl.dot(p.to(q.dtype), v_desc.load([n, 0]), acc * keep[:, None])
        most = next_most
    o_desc.store([first, 0], (acc / total[:, None]).to(o_desc.dtype))


@triton.jit
def add_rows_tma(x_desc, y_desc, BM: tl.constexpr, BN: tl.constexpr):
    """Blocks add their rows to one box, as the copy engine reduces."""
    y_desc.atomic_add([0, 0], x_desc.load([tl.program_id(0) * BM, 0]))


@triton.jit
def shift_tma(x_desc, y_desc, B1: tl.constexpr, B2: tl.constexpr):
    """Boxes of three dimensions that reach over the edges: what is outside reads as zero and is not written."""
    at = tl.program_id(0)
    x = x_desc.load([at, 8, 32]).to(tl.float32)
    y_desc.store([at, 0, 0], (x + 1).to(y_desc.dtype))


@triton.jit
def softmax(x_ptr, y_ptr, N, B: tl.constexpr):
    row = tl.program_id(0)
    c = tl.arange(0, B)
    x = tl.load(x_ptr + row * N + c, mask=c < N, other=-float("inf"))
    e = tl.exp(x - tl.max(x, 0))
    tl.store(y_ptr + row * N + c, e / tl.sum(e, 0), mask=c < N)


@triton.jit
def layernorm(x_ptr, w_ptr, b_ptr, y_ptr, N, eps, ROWS: tl.constexpr, B: tl.constexpr):
    rows = tl.program_id(0) * ROWS + tl.arange(0, ROWS)
    c = tl.arange(0, B)
    inside = (c < N)[None, :]
    x = tl.load(x_ptr + rows[:, None] * N + c[None, :], mask=inside, other=0).to(tl.float32)
    mean = tl.sum(x, 1) / N
    d = tl.where(inside, x - mean[:, None], 0)
    scale = 1 / tl.sqrt(tl.sum(d * d, 1) / N + eps)
    w = tl.load(w_ptr + c, mask=c < N, other=0)
    b = tl.load(b_ptr + c, mask=c < N, other=0)
    y = d * scale[:, None] * w[None, :] + b[None, :]
    tl.store(y_ptr + rows[:, None] * N + c[None, :], y.to(y_ptr.dtype.element_ty), mask=inside)


@triton.jit
def layernorm_weights(dy_ptr, x_ptr, dw_ptr, locks, count_ptr, N, GROUP: tl.constexpr, B: tl.constexpr):
    """Partial sums over rows behind a lock, as in the backward pass of the tutorial."""
    row = tl.program_id(0)
    c = tl.arange(0, B)
    part = tl.load(dy_ptr + row * N + c) * tl.load(x_ptr + row * N + c)
    lock = locks + row % GROUP
    sums = dw_ptr + (row % GROUP) * N + c
    while tl.atomic_cas(lock, 0, 1) == 1:
        pass
    tl.store(sums, part + tl.load(sums))
    tl.debug_barrier()
    tl.atomic_xchg(lock, 0)
    tl.atomic_add(count_ptr, 1)


@triton.jit
def reduce(x_ptr, y_ptr, M: tl.constexpr, N: tl.constexpr, AXIS: tl.constexpr, WHAT: tl.constexpr):
    x = tl.load(x_ptr + tl.arange(0, M)[:, None] * N + tl.arange(0, N)[None, :])
    if WHAT == "sum":
        y = tl.sum(x, AXIS)
    elif WHAT == "max":
        y = tl.max(x, AXIS)
    elif WHAT == "xor":
        y = tl.xor_sum(x, AXIS)
    elif WHAT == "argmax":
        y = tl.argmax(x, AXIS)
    else:
        y = tl.argmin(x, AXIS)
    tl.store(y_ptr + tl.arange(0, M if AXIS == 1 else N), y)


@triton.jit
def linear(a, b, c, d):
    return a * c, c * b + d


@triton.jit
def scan(x_ptr, y_ptr, M: tl.constexpr, N: tl.constexpr, AXIS: tl.constexpr, REVERSE: tl.constexpr):
    at = tl.arange(0, M)[:, None] * N + tl.arange(0, N)[None, :]
    tl.store(y_ptr + at, tl.cumsum(tl.load(x_ptr + at), AXIS, reverse=REVERSE))


@triton.jit
def recurrence(a_ptr, b_ptr, y_ptr, B: tl.constexpr):
    """y[i] = a[i] y[i - 1] + b[i]."""
    at = tl.program_id(0) * B + tl.arange(0, B)
    _, y = tl.associative_scan((tl.load(a_ptr + at), tl.load(b_ptr + at)), 0, linear)
    tl.store(y_ptr + at, y)


@triton.jit
def transpose(x_ptr, y_ptr, M, N, BM: tl.constexpr, BN: tl.constexpr):
    rm = tl.program_id(0) * BM + tl.arange(0, BM)
    rn = tl.program_id(1) * BN + tl.arange(0, BN)
    x = tl.load(x_ptr + rm[:, None] * N + rn[None, :])
    tl.store(y_ptr + rn[:, None] * M + rm[None, :], tl.trans(x))


@triton.jit
def histogram(x_ptr, y_ptr, B: tl.constexpr, BINS: tl.constexpr):
    x = tl.load(x_ptr + tl.program_id(0) * B + tl.arange(0, B))
    tl.atomic_add(y_ptr + tl.arange(0, BINS), tl.histogram(x, BINS))


@triton.jit
def scatter_add(x_ptr, i_ptr, y_ptr, m_ptr, B: tl.constexpr):
    at = tl.program_id(0) * B + tl.arange(0, B)
    index = tl.load(i_ptr + at)
    x = tl.load(x_ptr + at)
    old = tl.atomic_add(y_ptr + index, x)
    tl.atomic_max(m_ptr + index, tl.where(old > 1e30, -1, at))


@triton.jit
def gather(x_ptr, i_ptr, y_ptr, M: tl.constexpr, N: tl.constexpr, K: tl.constexpr, AXIS: tl.constexpr):
    x = tl.load(x_ptr + tl.arange(0, M)[:, None] * N + tl.arange(0, N)[None, :])
    if AXIS == 0:
        at = tl.arange(0, K)[:, None] * N + tl.arange(0, N)[None, :]
    else:
        at = tl.arange(0, M)[:, None] * K + tl.arange(0, K)[None, :]
    tl.store(y_ptr + at, tl.gather(x, tl.load(i_ptr + at), AXIS))


@triton.jit
def sort(x_ptr, y_ptr, M: tl.constexpr, N: tl.constexpr):
    at = tl.arange(0, M)[:, None] * N + tl.arange(0, N)[None, :]
    tl.store(y_ptr + at, tl.sort(tl.load(x_ptr + at), 1))


@triton.jit
def top_k(x_ptr, y_ptr, N: tl.constexpr, K: tl.constexpr):
    x = tl.load(x_ptr + tl.program_id(0) * N + tl.arange(0, N))
    tl.store(y_ptr + tl.program_id(0) * K + tl.arange(0, K), tl.topk(x, K))


@triton.jit
def rotate_pairs(x_ptr, c_ptr, y_ptr, ROWS: tl.constexpr, D: tl.constexpr):
    """Rotary embedding of neighbours: split, rotate, join; the rows are flipped."""
    r = tl.arange(0, ROWS)
    h = tl.arange(0, D // 2)
    x = tl.load(x_ptr + r[:, None] * D + tl.arange(0, D)[None, :])
    c = tl.load(c_ptr + r[:, None] * (D // 2) + h[None, :])
    even, odd = tl.split(tl.reshape(x, (ROWS, D // 2, 2)))
    y = tl.interleave(even * c - odd, odd * c + even)
    tl.store(y_ptr + r[:, None] * D + tl.arange(0, D)[None, :], tl.flip(y, 0))


@triton.jit
def quantize(x_ptr, y_ptr, s_ptr, N: tl.constexpr, ROWS: tl.constexpr):
    """Rows to 8-bit floats with a scale each."""
    rows = tl.program_id(0) * ROWS + tl.arange(0, ROWS)
    at = rows[:, None] * N + tl.arange(0, N)[None, :]
    x = tl.load(x_ptr + at).to(tl.float32)
    scale = tl.max(tl.abs(x), 1) / 256
    tl.store(y_ptr + at, (x / scale[:, None]).to(tl.float8e4nv))
    tl.store(s_ptr + rows, scale)
