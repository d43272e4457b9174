; 0.0 - 0.0 is 0.0, and its negation is -0.0. Selection folds the subtraction into a negated operand.
; llc -mcpu=gfx90a: v_mul_f32_e64 v0, -v0, v1
; llc -mcpu=gfx90a -global-isel: v_sub_f32_e32 v0, 0, v0
define float @f(float %x, float %y) {
  %difference = fsub float 0.0, %x
  %product = fmul float %difference, %y
  ret float %product
}
