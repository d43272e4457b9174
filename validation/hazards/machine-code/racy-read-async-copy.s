; gfx1250, 64 threads: the copies have arrived, but reads of what the next copy overwrites are in flight
  global_load_async_to_lds_b128 v3, v3, s[20:21]
  s_wait_asynccnt 0x0
  s_barrier_signal -1
  s_barrier_wait -1
  v_xor_b32 v12, 0x200, v3
  ds_load_b128 v[4:7], v12
  s_wait_asynccnt 0x0
  s_barrier_signal -1
  s_barrier_wait -1
  global_load_async_to_lds_b128 v3, v3, s[20:21]     ; hazard/unfinished-read
  s_wait_dscnt 0x0
  s_wait_asynccnt 0x0
