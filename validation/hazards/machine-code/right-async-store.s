; gfx1250, 64 threads: a copy from LDS to memory is waited for before the barrier
  v_xor_b32 v12, 0x200, v3
  global_store_async_from_lds_b128 v12, v3, s[20:21]
  s_wait_asynccnt 0x0
  s_barrier_signal -1
  s_barrier_wait -1
  ds_store_b32 v3, v0
  s_wait_dscnt 0x0
