; Swapping the bytes of a word takes all four of them. With registers of 16 bits, selection copies the low half alone, and
; v_perm_b32 takes the other two bytes from what the register held before.
; llc -mcpu=gfx1100 -O0: v_mov_b16_e32 v4.l, v2.l, then v_perm_b32 v4, 0, v4, s0; with -mattr=-real-true16 v_mov_b32_e32
define amdgpu_kernel void @f(ptr %p) {
  %word = load i64, ptr %p
  %swapped = call i64 @llvm.bswap.i64(i64 %word)
  store i64 %swapped, ptr %p
  ret void
}
declare i64 @llvm.bswap.i64(i64)
