; 0.0 is not above -0.0, so the result is -0.0. Selection makes a maximum of it, which is 0.0.
; llc -mcpu=gfx942: v_max_f32_e32 v0, 0x80000000, v0
define float @f(float %x) {
  %above = fcmp ogt float %x, -0.0
  %result = select i1 %above, float %x, float -0.0
  ret float %result
}
