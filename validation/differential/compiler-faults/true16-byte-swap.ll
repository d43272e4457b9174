; Swapping the bytes of a word takes all four of them. With registers of 16 bits, selection copies the low half alone, and
; v_perm_b32 takes the other two bytes from what the register held before.
; llc -mcpu=gfx1100 -O0 -stop-after=amdgpu-isel: %16:vgpr_16 = COPY %14.sub0, then %19:vgpr_32 = COPY %16, then V_PERM_B32_e64 0, killed %19
; llc -mcpu=gfx1100 -O0: v_mov_b16_e32 v0.l, v1.l, then v_perm_b32 v0, 0, v0, s2
; llc -mcpu=gfx1100 -O0 -mattr=-real-true16: v_mov_b32_e32 v0, v1, then v_perm_b32 v0, 0, v0, s2
define amdgpu_kernel void @f(ptr %p) {
  %word = load i64, ptr %p
  %swapped = call i64 @llvm.bswap.i64(i64 %word)
  store i64 %swapped, ptr %p
  ret void
}
declare i64 @llvm.bswap.i64(i64)
