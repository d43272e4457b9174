; gfx1100, 64 threads: vscnt does not count stores to LDS
  ds_store_b32 v1, v0
  s_waitcnt_vscnt null, 0x0
  s_barrier
  ds_load_b32 v4, v2                                 ; hazard/unfinished-write
  s_waitcnt lgkmcnt(0)
