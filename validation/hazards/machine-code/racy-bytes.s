; gfx1100, 64 threads: a byte of another wave is in the middle of a half-word
  v_lshlrev_b32 v5, 1, v0
  v_xor_b32 v6, 0x41, v5
  ds_load_u8 v4, v6
  s_barrier
  ds_store_b16 v5, v0                                ; hazard/unfinished-read
  s_waitcnt lgkmcnt(0)
