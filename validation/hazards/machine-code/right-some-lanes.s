; gfx942, 128 threads: the lanes that store and those that the other wave reads are others
  s_mov_b64 exec, 0xffffffff
  ds_write_b32 v1, v0
  s_not_b64 exec, exec
  s_barrier
  ds_read_b32 v4, v2
  s_waitcnt lgkmcnt(0)
  s_mov_b64 exec, -1
