; gfx1250, 64 threads: loads return in order: the first of three is there when two are left
  ds_load_b32 v4, v2
  ds_load_b32 v5, v2 offset:256
  ds_load_b32 v6, v2 offset:512
  s_wait_dscnt 0x2
  s_barrier_signal -1
  s_barrier_wait -1
  ds_store_b32 v1, v0
  s_wait_dscnt 0x0
  s_barrier_signal -1
  s_barrier_wait -1
  ds_store_b32 v1, v0 offset:512
  s_wait_dscnt 0x0
