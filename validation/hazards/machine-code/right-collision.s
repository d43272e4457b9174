; gfx942, 64 threads: two lanes store one number to one word, and an inactive lane stores nothing
  v_lshrrev_b32 v5, 1, v0
  v_lshlrev_b32 v4, 2, v5
  ds_write_b32 v4, v5
  s_mov_b32 exec_lo, 0x55555555
  s_mov_b32 exec_hi, 0x55555555
  ds_write_b32 v4, v0
  s_waitcnt lgkmcnt(0)
