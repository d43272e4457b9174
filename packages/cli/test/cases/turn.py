import triton

@triton.jit
def turn(x_ptr, y_ptr):
    x = tl.load(x_ptr + offsets())
    tl.store(y_ptr, turned(x))

def turned(x):
    return tl.trans(x)
