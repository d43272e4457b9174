; gfx942, 128 threads: a read is in flight at the barrier, and another wave overwrites its bytes
  ds_read_b32 v4, v2
  s_barrier
  ds_write_b32 v1, v0                                ; hazard/unfinished-read
  s_waitcnt lgkmcnt(0)
