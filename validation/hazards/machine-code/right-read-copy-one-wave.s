; gfx950, 64 threads: one wave reads, waits, copies over the bytes, waits and reads again
  s_lshl_b32 m0, s8, 10
  ds_read_b128 v[4:7], v3
  s_waitcnt lgkmcnt(0)
  global_load_lds_dwordx4 v3, s[20:21]
  s_waitcnt vmcnt(0)
  ds_read_b128 v[4:7], v3
  s_waitcnt lgkmcnt(0)
