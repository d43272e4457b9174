; -0.0 times a positive number is -0.0. Selection makes a fused multiply-add of it that adds +0.0, which is +0.0.
; llc -mcpu=gfx90a: v_fma_mixlo_f16 v0, v0, s4, 0 op_sel_hi:[1,0,0]
define half @f(half %x) {
  %wide = fpext half %x to float
  %product = fmul float %wide, 0x3D70000000000000
  %narrow = fptrunc float %product to half
  ret half %narrow
}
