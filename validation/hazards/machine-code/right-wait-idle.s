; gfx1201, 64 threads: s_wait_idle waits for every counter
  ds_store_b32 v1, v0
  s_wait_idle
  s_barrier_signal -1
  s_barrier_wait -1
  ds_load_b32 v4, v2
  s_wait_idle
