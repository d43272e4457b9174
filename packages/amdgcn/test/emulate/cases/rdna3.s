; Waves of 32 lanes on RDNA 3: what depends on n in s8, which nobody gives.
;: chip gfx1100
;: fields wavefront_size32 1
;: block 32
;: arguments x:8* n:4
;: ignore emulate/no-arguments hazard/uninitialized-lds
  s_load_b32 s8, s[0:1], 0x8
  v_lshlrev_b32 v1, 2, v0
  s_waitcnt lgkmcnt(0)

; ---- unknown values are in one word of a mask: vcc_hi and s11, behind the masks, are known
;: counted 2 of 3; whose address depends on argument n (offset 8)
  s_mov_b32 vcc_hi, 5
  s_mov_b32 s11, 6
  v_cmp_gt_u32 vcc_lo, s8, v0
  v_cmp_gt_u32 s10, s8, v0
  v_mov_b32 v2, vcc_hi
  v_mov_b32 v3, s11
  ds_store_b32 v2, v1                   ;! hazard/misaligned: touches byte 5, which is not a multiple of 4 (lane 0)
  ds_store_b32 v3, v1                   ;! hazard/misaligned: touches byte 6, which is not a multiple of 4 (lane 0)
  v_mov_b32 v4, vcc_lo
  ds_store_b32 v4, v1                   ;! emulate/unknown-address: the LDS address of ds_store_b32 depends on argument n (offset 8): its accesses are not counted

; ---- the logic of RDNA settles bits
  s_and_not1_b32 s9, 0, s8
  v_mov_b32 v2, s9
  ds_store_b32 v2, v1

; ---- the logic of RDNA leaves bits open
  s_or_not1_b32 s9, s8, -1
  v_mov_b32 v2, s9
  ds_store_b32 v2, v1                   ;! emulate/unknown-address: the LDS address of ds_store_b32 depends on argument n (offset 8): its accesses are not counted

; ---- a branch on vcc does not depend on vcc_hi
  s_mov_b32 vcc_hi, s8
  s_mov_b32 vcc_lo, 0
  s_cbranch_vccz skip
  ds_store_b32 v1, v0                   ;! emulate/not-reached: ds_store_b32 was not reached on any path that was followed: its accesses are not counted
skip:

; ---- a sum that takes the unknown away again is known
;: counted 1 of 2; whose address depends on argument n (offset 8)
  v_add_nc_u32 v3, s8, v1
  v_subrev_nc_u32 v2, s8, v3
  ds_load_b32 v6, v2
  ds_load_b32 v7, v3                    ;! emulate/unknown-address: the LDS address of ds_load_b32 depends on argument n (offset 8): its accesses are not counted

; ---- a second operation with a scalar that no chip has
  v_dual_mov_b32 v0, v1 :: v_dual_mov_b32 v1, s120 ;! error execute/malformed: v_dual_mov_b32: there is no register s120

; ---- a second operation with a register that no chip has
  v_dual_mov_b32 v0, v1 :: v_dual_mov_b32 v1, v300 ;! error execute/malformed: v_dual_mov_b32: there is no register v300
