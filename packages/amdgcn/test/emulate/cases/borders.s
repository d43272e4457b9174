; The borders of 1024 bytes of LDS and of waves: v1 is 4 * lane.
;: counts
  s_load_dwordx2 s[20:21], s[0:1], 0x0
  v_lshlrev_b32 v1, 2, v0
  v_mov_b32 v5, 9
  s_waitcnt lgkmcnt(0)
;...
  global_store_dword v1, v5, s[20:21]

; ---- the last word is inside
;: stores 64: 0 by 1 to 63
  v_add_u32 v2, 0x300, v1
  ds_write_b32 v2, v0                   ;= 1
  s_waitcnt lgkmcnt(0)
  ds_read_b32 v5, v2                    ;= 1
  s_waitcnt lgkmcnt(0)

; ---- one lane is a word behind the end
;: stores 64: 0 by 1 to 62, 0
  v_add_u32 v2, 0x304, v1
  ds_write_b32 v2, v0                   ;! hazard/lds-out-of-range: touches byte 1024, but the LDS has 1024 bytes (lane 63) ;= 1
  s_waitcnt lgkmcnt(0)
  ds_read_b32 v5, v2                    ;! hazard/lds-out-of-range: touches byte 1024, but the LDS has 1024 bytes (lane 63) ;= 1
  s_waitcnt lgkmcnt(0)

; ---- eight bytes of which the last four are outside
;: stores 64: 9 x 64
  s_mov_b64 exec, 1
  v_mov_b32 v2, 0x3fc
  ds_write_b64 v2, v[0:1]               ;! hazard/lds-out-of-range: touches byte 1024, but the LDS has 1024 bytes (lane 0) ;= 1 of 1 lanes
  ds_write_b32 v2, v5                   ;= 1 of 1 lanes
  s_waitcnt lgkmcnt(0)
  ds_read_b32 v5, v2                    ;= 1 of 1 lanes
  s_waitcnt lgkmcnt(0)
  s_mov_b64 exec, -1

; ---- the last byte, by a byte and by half a word
;: stores 64: 7 x 64
  v_mov_b32 v2, 0x3ff
  v_mov_b32 v3, 7
  ds_write_b8 v2, v3                    ;= 1
  s_waitcnt lgkmcnt(0)
  ds_read_u8 v5, v2                     ;= 1
  ds_read_u16 v6, v2                    ;! hazard/lds-out-of-range: touches byte 1024, but the LDS has 1024 bytes (lane 0) ;= 1
  s_waitcnt lgkmcnt(0)

; ---- lanes 31 and 32 alone, two halves of one word each
;: stores 64: 9 x 31, 31, 32, 9 x 31
  s_mov_b32 exec_lo, 0x80000000
  s_mov_b32 exec_hi, 1
  v_lshlrev_b32 v2, 1, v0
  ds_write_b16 v2, v0                   ;= 1 of 2 lanes
  s_waitcnt lgkmcnt(0)
  ds_read_u16 v5, v2                    ;= 1 of 2 lanes
  s_waitcnt lgkmcnt(0)
  s_mov_b64 exec, -1

; ---- lanes 62 and 63 alone, in the halves of one word
;: stores 64: 9 x 62, 4128830, 4128830
  s_mov_b32 exec_lo, 0
  s_mov_b32 exec_hi, 0xc0000000
  v_lshlrev_b32 v2, 1, v0
  ds_write_b16 v2, v0                   ;= 1 of 2 lanes
  s_waitcnt lgkmcnt(0)
  v_and_b32 v3, 0x7c, v2
  ds_read_b32 v5, v3                    ;= 1 of 2 lanes
  s_waitcnt lgkmcnt(0)
  s_mov_b64 exec, -1

; ---- no lane at all
;: stores 64: 9 x 64
  s_mov_b64 exec, 0
  ds_write_b32 v1, v0                   ;= 1 of 0 lanes
  s_waitcnt lgkmcnt(0)
  ds_read_b32 v5, v1                    ;= 1 of 0 lanes
  s_waitcnt lgkmcnt(0)
  s_mov_b64 exec, -1

; ---- a wave of one work-item
;: block 1
;: stores 64: 0 x 64
  ds_write_b32 v1, v0                   ;= 1 of 1 lanes
  s_waitcnt lgkmcnt(0)
  ds_read_b32 v5, v1                    ;= 1 of 1 lanes
  s_waitcnt lgkmcnt(0)

; ---- a last wave of one work-item, which races with the first by the word of item 64
;: block 65
;: stores 65: 0 by 1 to 63, 0
  ds_write_b32 v1, v0                   ;= 2 of 65 lanes
  s_waitcnt lgkmcnt(0)
  v_and_b32 v2, 0xfc, v1
  ds_read_b32 v5, v2                    ;! hazard/lds-race: reads what was written: waves 0 and 1 touch the same bytes with no barrier between <> ds_write_b32 v1, v0 ;= 2 of 65 lanes
  s_waitcnt lgkmcnt(0)

; ---- a last wave of one work-item short of a whole one
;: block 127
;: stores 127: 0 by 1 to 126
  ds_write_b32 v1, v0                   ;= 2 of 127 lanes
  s_waitcnt lgkmcnt(0)
  ds_read_b32 v5, v1                    ;= 2 of 127 lanes
  s_waitcnt lgkmcnt(0)
