; gfx942, 128 threads: of two copies the first is read, and the second after its own wait
  s_lshl_b32 m0, s8, 8
  global_load_lds_dword v1, s[20:21]
  s_add_u32 m0, m0, 0x400
  global_load_lds_dword v1, s[20:21]
  s_waitcnt vmcnt(1)
  s_barrier
  ds_read_b32 v4, v2
  s_waitcnt vmcnt(0)
  s_barrier
  ds_read_b32 v5, v2 offset:1024
  s_waitcnt lgkmcnt(0)
