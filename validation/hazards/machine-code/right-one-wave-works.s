; gfx1100, 64 threads: the other wave touches nothing
  s_cmp_lg_u32 s8, 0
  s_cbranch_scc1 others
  ds_load_b32 v4, v2
  ds_store_b32 v1, v0
others:
  s_barrier
  s_cmp_lg_u32 s8, 0
  s_cbranch_scc1 done
  ds_store_b32 v2, v0
done:
  s_waitcnt lgkmcnt(0)
