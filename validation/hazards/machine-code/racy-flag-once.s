; gfx1100, 64 threads: the flag is read once, and the data in any case
  v_mov_b32 v6, 0
  v_mov_b32 v7, 1
  s_cmp_lg_u32 s8, 0
  s_cbranch_scc1 consumer
  ds_store_b32 v1, v0 offset:256
  ds_add_u32 v6, v7
  s_endpgm
consumer:
  v_mov_b32 v7, 0
  ds_add_rtn_u32 v4, v6, v7
  s_waitcnt lgkmcnt(0)
  ds_load_b32 v5, v2 offset:256                      ; hazard/lds-race
  s_waitcnt lgkmcnt(0)
