; gfx1100, 64 threads: a wait is no barrier
  ds_store_b32 v1, v0
  s_waitcnt lgkmcnt(0)
  ds_load_b32 v4, v2                                 ; hazard/lds-race
  s_waitcnt lgkmcnt(0)
