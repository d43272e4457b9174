; gfx1100, 64 threads: an atomic may come before the store that begins its sum
  ds_store_b32 v1, v0
  s_barrier
  ds_add_u32 v2, v0                                  ; hazard/unfinished-write
  s_waitcnt lgkmcnt(0)
