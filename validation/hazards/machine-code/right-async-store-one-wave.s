; gfx1250, 32 threads: a wave waits for its copy from LDS before it stores there
  global_store_async_from_lds_b32 v1, v1, s[20:21]
  s_wait_asynccnt 0x0
  ds_store_b32 v1, v0
  s_wait_dscnt 0x0
