; gfx1201, 64 threads: the wait is before the signal, and work that is not of LDS between the halves
  ds_store_b32 v1, v0
  s_wait_dscnt 0x0
  s_barrier_signal -1
  v_add_nc_u32 v5, v0, v0
  s_barrier_wait -1
  ds_load_b32 v4, v2
  s_wait_dscnt 0x0
