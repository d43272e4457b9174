; gfx942, 64 threads: a direct-to-LDS load overtakes a store of the same wave
  s_lshl_b32 m0, s8, 8
  ds_write_b32 v1, v0
  global_load_lds_dword v1, s[20:21]                 ; hazard/unfinished-write
  s_waitcnt vmcnt(0) lgkmcnt(0)
