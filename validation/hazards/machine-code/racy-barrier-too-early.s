; gfx950, 128 threads: the barrier is before the copy, not behind its wait
  s_lshl_b32 m0, s8, 8
  s_barrier
  global_load_lds_dword v1, s[20:21]
  s_waitcnt vmcnt(0)
  ds_read_b32 v4, v2                                 ; hazard/unfinished-async-copy
  s_waitcnt lgkmcnt(0)
