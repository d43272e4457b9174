; gfx90a, 128 threads: the wait leaves one read too many in flight
  ds_read_b32 v4, v2
  ds_read_b32 v5, v2 offset:1024
  s_waitcnt lgkmcnt(1)
  s_barrier
  ds_write_b32 v1, v0
  ds_write_b32 v1, v0 offset:1024                    ; hazard/unfinished-read
  s_waitcnt lgkmcnt(0)
