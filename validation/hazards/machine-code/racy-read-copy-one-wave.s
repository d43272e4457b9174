; gfx950, 64 threads: a direct-to-LDS load overtakes a read of the same wave: it goes another way
  s_lshl_b32 m0, s8, 10
  ds_read_b128 v[4:7], v3
  global_load_lds_dwordx4 v3, s[20:21]               ; hazard/unfinished-read
  s_waitcnt vmcnt(0) lgkmcnt(0)
