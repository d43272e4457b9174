; gfx1201, 64 threads: the wait comes after the signal: others go on before it
  ds_store_b32 v1, v0
  s_barrier_signal -1
  s_wait_dscnt 0x0
  s_barrier_wait -1
  ds_load_b32 v4, v2                                 ; hazard/unfinished-write
  s_wait_dscnt 0x0
