; gfx950, 128 threads: a direct-to-LDS load of another wave overtakes a read
  s_lshl_b32 m0, s8, 10
  v_xor_b32 v12, 0x400, v3
  ds_read_b128 v[4:7], v12
  s_barrier
  global_load_lds_dwordx4 v3, s[20:21]               ; hazard/unfinished-read
  s_waitcnt vmcnt(0) lgkmcnt(0)
