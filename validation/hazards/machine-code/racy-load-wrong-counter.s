; gfx1201, 64 threads: loadcnt does not count loads of LDS
  ds_load_b32 v4, v2
  s_wait_loadcnt 0x0
  s_barrier_signal -1
  s_barrier_wait -1
  ds_store_b32 v1, v0                                ; hazard/unfinished-read
  s_wait_dscnt 0x0
