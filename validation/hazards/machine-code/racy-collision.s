; gfx942, 64 threads: two lanes store the numbers of their threads to one word
  v_lshrrev_b32 v4, 1, v0
  v_lshlrev_b32 v4, 2, v4
  ds_write_b32 v4, v0                                ; hazard/lane-collision
  s_waitcnt lgkmcnt(0)
