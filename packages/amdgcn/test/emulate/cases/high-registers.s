; Vector registers above v255 of gfx1250, by what `s_set_vgpr_msb` says of the instructions behind it: v8 to v15 of 32 lanes afterwards.
;: chip gfx1250
;: block 32
  s_load_b64 s[4:5], s[0:1], 0x0
  v_and_b32_e32 v0, 0x3ff, v0
  v_lshlrev_b32_e32 v1, 2, v0
  s_wait_kmcnt 0x0
;...
  global_store_b32 v1, v8, s[4:5] offset:0
  global_store_b32 v1, v9, s[4:5] offset:128
  global_store_b32 v1, v10, s[4:5] offset:256
  global_store_b32 v1, v11, s[4:5] offset:384
  global_store_b32 v1, v12, s[4:5] offset:512
  global_store_b32 v1, v13, s[4:5] offset:640
  global_store_b32 v1, v14, s[4:5] offset:768
  global_store_b32 v1, v15, s[4:5] offset:896

; ---- they are others than those below, by source and destination
;: stores 256: 7 x 32, 0 x 32, 700 by 7 to 917, 4 x 32, 703 by 7 to 920, 0 x 96
  v_mov_b32_e32 v8, 7
  s_set_vgpr_msb 0x40
  v_add_nc_u32_e32 v8, 100, v0
  v_mov_b32_e32 v9, 3
  s_set_vgpr_msb 0x4001
  v_mul_lo_u32 v10, v8, v8
  s_set_vgpr_msb 0x104
  v_sub_nc_u32_e32 v11, v8, v9
  s_set_vgpr_msb 0x411
  v_mad_u32 v12, v8, v8, v9
  s_set_vgpr_msb 0x1100
  v_mov_b32_e32 v9, 0

; ---- they are in pairs of operations, LDS and memory
;: stores 256: 0 by 1 to 31, 0 by 4 to 124, 0 by 4 to 124, 0 x 160
  v_lshlrev_b32_e32 v2, 3, v0
  s_set_vgpr_msb 0x40
  v_dual_mov_b32 v20, v0 :: v_dual_mov_b32 v21, v1
  s_set_vgpr_msb 0x4004
  ds_store_b64 v2, v[20:21]
  s_set_vgpr_msb 0x440
  s_wait_dscnt 0x0
  ds_load_b64 v[30:31], v2
  s_wait_dscnt 0x0
  s_set_vgpr_msb 0x4004
  global_store_b32 v1, v31, s[4:5]
  s_wait_storecnt 0x0
  s_set_vgpr_msb 0x440
  global_load_b32 v32, v1, s[4:5]
  s_wait_loadcnt 0x0
  s_set_vgpr_msb 0x4001
  v_dual_mov_b32 v8, v30 :: v_dual_mov_b32 v9, v31
  v_mov_b32_e32 v10, v32
  s_set_vgpr_msb 0x100

; ---- they are in what atomics return, and in what one lane reads
;: stores 256: 0 by 1 to 31, 5 by 1 to 36, 0 x 32, 10 x 32, 12 x 32, 0 x 96
  s_set_vgpr_msb 0x40
  v_mov_b32_e32 v20, 5
  v_lshlrev_b32_e32 v21, 2, v0
  s_set_vgpr_msb 0x4001
  ds_store_b32 v21, v0
  v_readlane_b32 s6, v21, 3
  s_wait_dscnt 0x0
  s_set_vgpr_msb 0x145
  ds_add_rtn_u32 v22, v21, v20
  global_atomic_add_u32 v23, v21, v20, s[4:5] th:TH_ATOMIC_RETURN
  s_wait_dscnt 0x0
  s_wait_loadcnt 0x0
  s_set_vgpr_msb 0x4505
  global_atomic_add_u32 v21, v20, s[4:5]
  s_wait_storecnt 0x0
  s_set_vgpr_msb 0x541
  global_load_b32 v24, v21, s[4:5]
  s_wait_loadcnt 0x0
  s_set_vgpr_msb 0x4101
  ds_load_b32 v9, v21
  s_wait_dscnt 0x0
  v_dual_mov_b32 v8, v22 :: v_dual_mov_b32 v11, v24
  v_mov_b32_e32 v10, v23
  s_set_vgpr_msb 0x100
  v_mov_b32_e32 v12, s6

; ---- they are refused from v512 on
;: stores 256: 7 x 32, 0 x 224
  s_set_vgpr_msb 0x80                   ;! error emulate/unknown-instruction: s_set_vgpr_msb is not an instruction of gfx1250 that can be executed ;! emulate/open-hazards: hazards are not looked for behind s_set_vgpr_msb: whether it waits, or brings waves together, is not known
  v_mov_b32_e32 v8, 7

; ---- they are refused where the bits stay set over a label
;: stores 256: 7 x 32, 0 x 224
  s_set_vgpr_msb 0x40                   ;! error emulate/unknown-instruction: s_set_vgpr_msb is not an instruction of gfx1250 that can be executed ;! emulate/open-hazards: hazards are not looked for behind s_set_vgpr_msb: whether it waits, or brings waves together, is not known
here:
  v_mov_b32_e32 v8, 7
  s_set_vgpr_msb 0                      ;! error emulate/unknown-instruction: s_set_vgpr_msb is not an instruction of gfx1250 that can be executed ;! emulate/open-hazards: hazards are not looked for behind s_set_vgpr_msb: whether it waits, or brings waves together, is not known
