; gfx1100, 64 threads: a wave that ends waits for all that it has in flight; a barrier counts those that are left
  s_cmp_eq_u32 s8, 0
  s_cbranch_scc1 others
  ds_store_b32 v1, v0
  s_endpgm
others:
  s_barrier
  ds_load_b32 v4, v2
  s_waitcnt lgkmcnt(0)
