; gfx950, 128 threads: a read is in flight at the barrier, and the bytes that are written are others
  ds_read_b32 v4, v2
  s_barrier
  ds_write_b32 v1, v0 offset:1024
  s_waitcnt lgkmcnt(0)
  s_barrier
  ds_write_b32 v1, v0
  ds_read_b32 v5, v2 offset:1024
  s_waitcnt lgkmcnt(0)
