; gfx1100, 64 threads: a store, a wait, a barrier, a load
  ds_store_b32 v1, v0
  s_waitcnt lgkmcnt(0)
  s_barrier
  ds_load_b32 v4, v2
  s_waitcnt lgkmcnt(0)
