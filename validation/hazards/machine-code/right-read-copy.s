; gfx950, 128 threads: reads are finished before the barrier, and the copy before the next
  s_lshl_b32 m0, s8, 10
  v_xor_b32 v12, 0x400, v3
  ds_read_b128 v[4:7], v12
  s_waitcnt lgkmcnt(0)
  s_barrier
  global_load_lds_dwordx4 v3, s[20:21]
  s_waitcnt vmcnt(0)
  s_barrier
  ds_read_b128 v[4:7], v12
  s_waitcnt lgkmcnt(0)
