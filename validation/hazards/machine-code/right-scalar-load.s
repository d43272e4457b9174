; gfx950, 128 threads: beside a scalar load, lgkmcnt(0) makes all certain
  ds_read_b32 v4, v2
  s_load_dword s10, s[20:21], 0x0
  s_waitcnt lgkmcnt(0)
  s_barrier
  ds_write_b32 v1, v0
  s_waitcnt lgkmcnt(0)
