; gfx942, 128 threads: what is overwritten is between the two places of a read
  ds_read2st64_b32 v[4:5], v2 offset1:4
  s_barrier
  ds_write_b32 v1, v0 offset:512
  s_waitcnt lgkmcnt(0)
