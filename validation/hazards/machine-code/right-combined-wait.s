; gfx1201, 64 threads: one instruction waits for two counters: 63 loads and no access to LDS may be left
  ds_load_b32 v4, v2
  s_wait_loadcnt_dscnt 0x3f00
  s_barrier_signal -1
  s_barrier_wait -1
  ds_store_b32 v1, v0
  s_wait_dscnt 0x0
