; gfx1250, 32 threads: a copy from LDS to memory still reads when its own wave stores
  global_store_async_from_lds_b32 v1, v1, s[20:21]
  ds_store_b32 v1, v0                                ; hazard/unfinished-read
  s_wait_dscnt 0x0
  s_wait_asynccnt 0x0
