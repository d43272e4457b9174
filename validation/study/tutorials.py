"""Compiles kernels of Triton's tutorials for chips that this machine lacks.

    python tutorials.py TUTORIALS CACHE     TUTORIALS: python/tutorials of a checkout; CACHE: made, as Triton's own

Only functions are taken from a tutorial: its host code wants a GPU.
"""
import ast
import importlib.util
import os
import sys
import tempfile

tutorials, cache = sys.argv[1:3]
os.environ["TRITON_CACHE_DIR"] = cache
import triton  # noqa: E402
import triton.language as tl  # noqa: E402
from triton.backends.compiler import GPUTarget  # noqa: E402
from triton.compiler import ASTSource  # noqa: E402

TARGETS = [("hip", chip, 64) for chip in ("gfx90a", "gfx942", "gfx950")]
TARGETS += [("hip", chip, 32) for chip in ("gfx1100", "gfx1201", "gfx1250")]
TARGETS += [("cuda", chip, 32) for chip in (80, 90, 100)]


def is_jit(decorator):
    return "jit" in ast.unparse(decorator) and "autotune" not in ast.unparse(decorator)


def functions_of(path):
    """The functions for a GPU of a tutorial, as a module."""
    tree = ast.parse(open(path).read())
    kept = []
    for node in tree.body:
        if isinstance(node, ast.FunctionDef) and any(map(is_jit, node.decorator_list)):
            node.decorator_list = [ast.parse("triton.jit", mode="eval").body]
            kept.append(node)
    text = "import triton\nimport triton.language as tl\n\n\n" + "\n\n\n".join(map(ast.unparse, kept)) + "\n"
    name = "tutorial_" + os.path.basename(path)[:2]
    file = os.path.join(tempfile.mkdtemp(), name + ".py")
    open(file, "w").write(text)
    spec = importlib.util.spec_from_file_location(name, file)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


F16, F32, F8, I32, I64 = "*fp16", "*fp32", "*fp8e5", "i32", "i64"
MATMUL = dict(a_ptr=F16, b_ptr=F16, c_ptr=F16, M=I32, N=I32, K=I32, stride_am=I32, stride_bk=I32, stride_cm=I32)
MATMUL_ONE = dict(stride_ak=1, stride_bn=1, stride_cn=1)


def tile(m, n, k, **more):
    return dict(BLOCK_SIZE_M=m, BLOCK_SIZE_N=n, BLOCK_SIZE_K=k, **more)


def jobs():
    """Tutorial, kernel, types, constants, options: the configurations that the tutorials themselves tune over."""
    for size in (1024, 4096):
        yield "01", "add_kernel", dict(x_ptr=F32, y_ptr=F32, output_ptr=F32, n_elements=I32), dict(BLOCK_SIZE=size), {}
        yield "04", "_dropout", dict(x_ptr=F32, x_keep_ptr="*i32", output_ptr=F32, n_elements=I32, p="fp32"), dict(BLOCK_SIZE=size), {}
    for size in (512, 1024, 2048, 4096, 8192):
        yield "02", "softmax_kernel", dict(output_ptr=F32, input_ptr=F32, input_row_stride=I32, output_row_stride=I32,
                                           n_rows=I32, n_cols=I32), dict(BLOCK_SIZE=size, num_stages=2), dict(num_warps=8)
        warps = min(max(size // 256, 1), 8)
        yield "05", "_layer_norm_fwd_fused", dict(X=F16, Y=F16, W=F16, B=F16, Mean=F32, Rstd=F32, stride=I32, N=I32,
                                                  eps="fp32"), dict(BLOCK_SIZE=size), dict(num_warps=warps)
        yield "05", "_layer_norm_bwd_dx_fused", dict(DX=F16, DY=F16, DW=F16, DB=F16, X=F16, W=F16, Mean=F32, Rstd=F32,
                                                     Lock="*i32", stride=I32, N=I32), dict(GROUP_SIZE_M=96, BLOCK_SIZE_N=size), dict(num_warps=warps)
    yield "05", "_layer_norm_bwd_dwdb", dict(DW=F16, DB=F16, FINAL_DW=F16, FINAL_DB=F16, M=I32, N=I32), dict(BLOCK_SIZE_M=32, BLOCK_SIZE_N=128), {}
    shapes = [(128, 256, 64, 3, 8), (64, 256, 32, 4, 4), (128, 128, 32, 4, 4), (128, 64, 32, 4, 4), (64, 128, 32, 4, 4),
              (128, 32, 32, 4, 4), (64, 32, 32, 5, 2), (32, 64, 32, 5, 2), (256, 128, 64, 2, 8), (128, 256, 32, 2, 4)]
    for m, n, k, stages, warps in shapes:
        for dtype in (F16, F8) if (m, n) in ((128, 128), (64, 32)) else (F16,):
            types = dict(MATMUL, a_ptr=dtype, b_ptr=dtype)
            yield "03", "matmul_kernel", types, dict(MATMUL_ONE, **tile(m, n, k), GROUP_SIZE_M=8, ACTIVATION=""), dict(num_warps=warps, num_stages=stages)
    # B by columns: what a linear layer has.
    for m, n, k, stages, warps in shapes[:4]:
        types = {name: kind for name, kind in MATMUL.items() if name != "stride_bk"} | dict(stride_bn=I32)
        yield "03", "matmul_kernel", types, dict(stride_ak=1, stride_bk=1, stride_cn=1, **tile(m, n, k), GROUP_SIZE_M=8, ACTIVATION="leaky_relu"), dict(num_warps=warps, num_stages=stages)
    for m, n in ((64, 32), (128, 64)):
        for head in (64, 128):
            for stage in (1, 3):
                if stage == 3 or head == 64:
                    yield "06", "_attn_fwd", dict(sm_scale="fp32", M=F32, Z=I32, H=I32, desc_q=F16, desc_k=F16, desc_v=F16, desc_o=F16, N_CTX=I32), dict(
                        HEAD_DIM=head, BLOCK_M=m, BLOCK_N=n, FP8_OUTPUT=False, STAGE=stage, warp_specialize=False, IS_HOPPER=False), dict(num_warps=4, num_stages=2)
    for head in (64,):
        yield "06", "_attn_bwd_preprocess", dict(O=F16, DO=F16, Delta=F32, Z=I32, H=I32, N_CTX=I32), dict(BLOCK_M=128, HEAD_DIM=head), {}
        yield "06", "_attn_bwd", dict(Q=F16, K=F16, V=F16, sm_scale="fp32", DO=F16, DQ=F16, DK=F16, DV=F16, M=F32, D=F32, stride_z=I32, stride_h=I32,
                                      stride_tok=I32, H=I32, N_CTX=I32), dict(stride_d=1, BLOCK_M1=32, BLOCK_N1=128, BLOCK_M2=128, BLOCK_N2=32,
                                                                              BLK_SLICE_FACTOR=2, HEAD_DIM=head, CAUSAL=True), dict(num_warps=4, num_stages=5)
    for m, n, k in ((128, 128, 32), (64, 64, 32)):
        yield "08", "grouped_matmul_kernel", dict(group_a_ptrs="*i64", group_b_ptrs="*i64", group_c_ptrs="*i64", group_gemm_sizes="*i32", g_lds="*i32",
                                                  group_size=I32), tile(m, n, k, NUM_SM=128), {}
    for n in (128, 256):
        for k in (64,):
            yield "09", "matmul_kernel", MATMUL, dict(MATMUL_ONE, **tile(128, n, k), GROUP_SIZE_M=8), dict(num_warps=8, num_stages=2)
            yield "09", "matmul_kernel_persistent", MATMUL, dict(MATMUL_ONE, **tile(128, n, k), GROUP_SIZE_M=8, NUM_SMS=128), dict(num_warps=8, num_stages=2)


def main():
    modules = {}
    made, refused = 0, {}
    for number, name, types, constants, options in jobs():
        if number not in modules:
            [file] = [file for file in os.listdir(tutorials) if file.startswith(number)]
            modules[number] = functions_of(os.path.join(tutorials, file))
        fn = getattr(modules[number], name)
        order = [parameter.name for parameter in fn.params]
        signature = {name: types.get(name, "constexpr") for name in order}
        constexprs = {(order.index(name),): value for name, value in constants.items()}
        # Pointers and sizes as the launcher finds them: multiples of 16.
        attributes = {(at,): [["tt.divisibility", 16]] for at, name in enumerate(order)
                      if types.get(name, "").startswith("*") or types.get(name) == "i32"}
        for kind, chip, lanes in TARGETS:
            try:
                source = ASTSource(fn, signature, constexprs, attributes)
                triton.compile(source, target=GPUTarget(kind, chip, lanes), options=options)
                made += 1
            except Exception as error:
                key = f"{kind} {chip} {type(error).__name__}: {str(error).strip().splitlines()[-1][:80] if str(error).strip() else ''}"
                refused[key] = refused.get(key, 0) + 1
    print(f"{made} compiled")
    for key, count in sorted(refused.items()):
        print(f"{count} refused: {key}")


main()
