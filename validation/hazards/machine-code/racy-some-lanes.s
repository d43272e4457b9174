; gfx942, 128 threads: half of the lanes store, and their wave does not wait
  s_mov_b64 exec, 0xffffffff
  ds_write_b32 v1, v0
  s_mov_b64 exec, -1
  s_barrier
  ds_read_b32 v4, v2                                 ; hazard/unfinished-write
  s_waitcnt lgkmcnt(0)
