; Loads that complete as late as their waits let them: 64 words that a wave stores, at byte 512 of a buffer of the words 1 to 256.
;: words
;: late
  s_load_dwordx2 s[20:21], s[0:1], 0x0
  v_lshlrev_b32 v1, 2, v0
  s_waitcnt lgkmcnt(0)

; ---- an old value is kept until the counter forces the new one
;: stores 128+64: 7 x 64
  v_mov_b32 v2, 7
  global_load_dword v2, v1, s[20:21]
  v_mov_b32 v3, v2                      ;! hazard/missing-wait: uses v2 while global_load_dword may not have written it yet
  s_waitcnt vmcnt(0)
  global_store_dword v1, v3, s[20:21] offset:512

; ---- the counter forces the new value
;: stores 128+64: 1 by 1 to 64
  v_mov_b32 v2, 7
  global_load_dword v2, v1, s[20:21]
  s_waitcnt vmcnt(0)
  global_store_dword v1, v2, s[20:21] offset:512

; ---- a scalar load is late
;: stores 128+64: 5 x 64
  s_mov_b32 s8, 5
  s_load_dword s8, s[20:21], 0x0
  s_mov_b32 s9, s8                      ;! hazard/missing-wait: uses s8 while s_load_dword may not have written it yet
  s_waitcnt lgkmcnt(0)
  v_mov_b32 v2, s9
  global_store_dword v1, v2, s[20:21] offset:512

; ---- a read of LDS is late
;: stores 128+64: 5 x 64
  v_mov_b32 v2, 5
  ds_write_b32 v1, v0
  ds_read_b32 v2, v1
  v_mov_b32 v3, v2                      ;! hazard/missing-wait: uses v2 while ds_read_b32 may not have written it yet
  s_waitcnt lgkmcnt(0)
  global_store_dword v1, v3, s[20:21] offset:512

; ---- an atomic with return is late
;: stores 128+64: 6 by 1 to 69
  v_mov_b32 v2, 5
  global_atomic_add v2, v1, v0, s[20:21] sc0
  v_mov_b32 v3, v2                      ;! hazard/missing-wait: uses v2 while global_atomic_add may not have written it yet
  s_waitcnt vmcnt(0)
  v_add_u32 v3, v3, v2
  global_store_dword v1, v3, s[20:21] offset:512

; ---- the other half of a register that two loads share is kept
;: stores 128+64: 131073 by 65537 to 4259904
  global_load_short_d16 v2, v1, s[20:21]
  global_load_short_d16_hi v2, v1, s[20:21] offset:4
  s_waitcnt vmcnt(0)
  global_store_dword v1, v2, s[20:21] offset:512

; ---- a wave stalls where a counter is full
;: stores 128+64: 0 by 1 to 63
  ds_write_b32 v1, v0
  ds_read_b32 v4, v1
  ds_read_b32 v5, v1
  ds_read_b32 v6, v1
  ds_read_b32 v7, v1
  ds_read_b32 v8, v1
  ds_read_b32 v9, v1
  ds_read_b32 v10, v1
  ds_read_b32 v11, v1
  ds_read_b32 v12, v1
  ds_read_b32 v13, v1
  ds_read_b32 v14, v1
  ds_read_b32 v15, v1
  ds_read_b32 v16, v1
  ds_read_b32 v17, v1
  ds_read_b32 v18, v1
  ds_read_b32 v19, v1
  ds_read_b32 v20, v1
  v_mov_b32 v2, v4
  s_waitcnt lgkmcnt(0)
  global_store_dword v1, v2, s[20:21] offset:512
