; gfx942, 128 threads: the second place of a two-address read is overwritten
  ds_read2st64_b32 v[4:5], v2 offset1:4
  s_barrier
  ds_write_b32 v1, v0 offset:1024                    ; hazard/unfinished-read
  s_waitcnt lgkmcnt(0)
