; gfx942, 128 threads: the second of two copies is not waited for
  s_lshl_b32 m0, s8, 8
  global_load_lds_dword v1, s[20:21]
  s_add_u32 m0, m0, 0x400
  global_load_lds_dword v1, s[20:21]
  s_waitcnt vmcnt(1)
  s_barrier
  ds_read_b32 v4, v2
  ds_read_b32 v5, v2 offset:1024                     ; hazard/unfinished-async-copy
  s_waitcnt vmcnt(0) lgkmcnt(0)
