; gfx1201, 64 threads: between the halves of the barrier a wave accesses bytes that no other does
  ds_store_b32 v1, v0
  s_barrier_signal -1
  ds_load_b32 v4, v1
  s_barrier_wait -1
  s_wait_dscnt 0x0
