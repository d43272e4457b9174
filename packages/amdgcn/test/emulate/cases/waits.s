; Registers that are used before the wait for what is in flight to them.
;: words
  s_load_dwordx2 s[20:21], s[0:1], 0x0
  v_lshlrev_b32 v1, 2, v0
  s_waitcnt lgkmcnt(0)

; ---- the register, the load and the least wait are named
  global_load_dword v2, v1, s[20:21]
  global_load_dword v3, v1, s[20:21] offset:256
  v_add_u32 v4, v2, v2                  ;! hazard/missing-wait: uses v2 while global_load_dword may not have written it yet -- put s_waitcnt vmcnt(1) before this instruction

; ---- the least wait is enough, in order
  global_load_dword v2, v1, s[20:21]
  global_load_dword v3, v1, s[20:21] offset:256
  s_waitcnt vmcnt(1)
  v_add_u32 v4, v2, v2
  s_waitcnt vmcnt(0)
  v_add_u32 v4, v3, v3

; ---- stores count among the loads
  global_load_dword v2, v1, s[20:21]
  global_store_dword v1, v0, s[20:21] offset:512
  s_waitcnt vmcnt(1)
  v_add_u32 v4, v2, v2

; ---- beside scalar loads nothing but lgkmcnt(0) is certain
  ds_write_b32 v1, v0
  s_load_dword s8, s[20:21], 0x0
  ds_read_b32 v2, v1
  s_waitcnt lgkmcnt(1)
  s_mov_b32 s9, s8                      ;! hazard/missing-wait: uses s8 while s_load_dword may not have written it yet
  v_mov_b32 v3, v2                      ;! hazard/missing-wait: uses v2 while ds_read_b32 may not have written it yet

; ---- lgkmcnt(0) is certain for scalar loads and LDS
  ds_write_b32 v1, v0
  s_load_dword s8, s[20:21], 0x0
  ds_read_b32 v2, v1
  s_waitcnt lgkmcnt(0)
  s_mov_b32 s9, s8
  v_mov_b32 v3, v2

; ---- a flat load needs more than vmcnt
  v_mov_b32 v2, s20
  v_mov_b32 v3, s21
  flat_load_dword v4, v[2:3]
  s_waitcnt vmcnt(0)
  v_mov_b32 v5, v4                      ;! hazard/missing-wait: uses v4 while flat_load_dword may not have written it yet

; ---- a flat load needs more than lgkmcnt
  v_mov_b32 v2, s20
  v_mov_b32 v3, s21
  flat_load_dword v4, v[2:3]
  s_waitcnt lgkmcnt(0)
  v_mov_b32 v5, v4                      ;! hazard/missing-wait: uses v4 while flat_load_dword may not have written it yet

; ---- both counters are enough for a flat load
  v_mov_b32 v2, s20
  v_mov_b32 v3, s21
  flat_load_dword v4, v[2:3]
  s_waitcnt vmcnt(0) lgkmcnt(0)
  v_mov_b32 v5, v4

; ---- a write over a load in flight
  global_load_dword v2, v1, s[20:21]
  v_mov_b32 v2, 0                       ;! hazard/missing-wait: uses v2 while global_load_dword may not have written it yet
  s_waitcnt vmcnt(0)

; ---- a newer load of the same unit may write over an older one
  global_load_short_d16 v2, v1, s[20:21]
  global_load_short_d16_hi v2, v1, s[20:21] offset:256
  s_waitcnt vmcnt(0)
  v_mov_b32 v3, v2

; ---- data of a store
  global_load_dword v2, v1, s[20:21]
  ds_write_b32 v1, v2                   ;! hazard/missing-wait: uses v2 while global_load_dword may not have written it yet

; ---- the address of a store
  global_load_dword v2, v1, s[20:21]
  ds_write_b32 v2, v1                   ;! hazard/missing-wait: uses v2 while global_load_dword may not have written it yet ;! hazard/misaligned: touches byte 1, which is not a multiple of 4 (lane 0) ;! hazard/lane-collision: lanes write different values to the same bytes: the result is undefined
