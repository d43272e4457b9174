; gfx942, 128 threads: a wave that reads its own copies needs no barrier
  s_lshl_b32 m0, s8, 8
  global_load_lds_dword v1, s[20:21]
  s_waitcnt vmcnt(0)
  ds_read_b32 v4, v1
  s_waitcnt lgkmcnt(0)
