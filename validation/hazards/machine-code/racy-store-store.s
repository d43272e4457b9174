; gfx942, 128 threads: stores of two waves to one place, of other values: either may be the last
  ds_write_b32 v1, v0
  s_barrier
  ds_write_b32 v2, v0                                ; hazard/unfinished-write
  s_waitcnt lgkmcnt(0)
