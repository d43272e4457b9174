; Instructions of CDNA whose text leaves VCC out, beside the same with VCC: what v3 of each lane is. The lane is in v0 and v1.
;: chip gfx942
;: block 64
  s_load_dwordx2 s[4:5], s[0:1], 0x0
  v_and_b32 v0, 0x3ff, v0
  v_mov_b32 v1, v0
  v_lshlrev_b32 v2, 2, v0
  s_waitcnt lgkmcnt(0)
;...
  global_store_dword v2, v3, s[4:5]

; ---- a comparison and a choice, VCC left out
;: stores 64: 7 x 8, 8 by 1 to 63
  v_cmp_gt_u32 8, v0
  v_mov_b32 v4, 7
  v_cndmask_b32 v3, v0, v4

; ---- a comparison and a choice, VCC left out of the encoding of 32 bits
;: stores 64: 7 x 8, 8 by 1 to 63
  v_cmp_gt_u32_e32 8, v0
  v_mov_b32 v4, 7
  v_cndmask_b32 v3, v0, v4

; ---- a comparison and a choice, VCC written
;: stores 64: 7 x 8, 8 by 1 to 63
  v_cmp_gt_u32 vcc, 8, v0
  v_mov_b32 v4, 7
  v_cndmask_b32 v3, v0, v4, vcc

; ---- a comparison and a choice, VCC written in the encoding of 32 bits
;: stores 64: 7 x 8, 8 by 1 to 63
  v_cmp_gt_u32_e32 vcc, 8, v0
  v_mov_b32 v4, 7
  v_cndmask_b32 v3, v0, v4, vcc

; ---- v_add_co_u32 gives its carry
;: stores 64: 0 x 8, 1 x 56
  v_mov_b32 v4, -8
  v_add_co_u32 v3, v0, v4
  v_mov_b32 v4, 0
  v_addc_co_u32 v3, vcc, v4, v4, vcc

; ---- not in the encoding of 64 bits
;: stores 64: 0 x 64
  v_cndmask_b32_e64 v3, v0, v1          ;! error execute/malformed: v_cndmask_b32: has 3 operands, but needs 4

; ---- not with a second source that is scalar
;: stores 64: 0 x 64
  v_add_co_u32 v3, v0, s4               ;! error execute/malformed: v_add_co_u32: has 3 operands, but needs 4

; ---- not of the carry that CDNA takes
;: stores 64: 0 x 64
  v_addc_co_u32 v3, v0, v1              ;! error execute/malformed: v_addc_co_u32: has 3 operands, but needs 5
