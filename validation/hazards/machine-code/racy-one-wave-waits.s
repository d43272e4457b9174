; gfx90a, 128 threads: wave 0 waits for its store, wave 1 does not
  ds_write_b32 v1, v0
  s_cmp_lg_u32 s8, 0
  s_cbranch_scc1 others
  s_waitcnt lgkmcnt(0)
others:
  s_barrier
  ds_read_b32 v4, v2                                 ; hazard/unfinished-write
  s_waitcnt lgkmcnt(0)
