; gfx1201, 64 threads: a load between the halves of the barrier is in no order with what comes behind it
  s_barrier_signal -1
  ds_load_b32 v4, v2
  s_wait_dscnt 0x0
  s_barrier_wait -1
  ds_store_b32 v1, v0                                ; hazard/unfinished-read
  s_wait_dscnt 0x0
