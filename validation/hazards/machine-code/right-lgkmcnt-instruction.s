; gfx1100, 64 threads: s_waitcnt_lgkmcnt waits too
  ds_load_b32 v4, v2
  s_waitcnt_lgkmcnt null, 0x0
  s_barrier
  ds_store_b32 v1, v0
  s_waitcnt lgkmcnt(0)
