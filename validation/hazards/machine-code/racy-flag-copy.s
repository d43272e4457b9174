; gfx950, 128 threads: a copy to LDS goes another way than the flag behind it, which says nothing of it
  v_mov_b32 v6, 0
  v_mov_b32 v7, 1
  s_cmp_lg_u32 s8, 0
  s_cbranch_scc1 consumer
  s_mov_b32 m0, 0x200
  global_load_lds_dword v1, s[20:21]
  ds_write_b32 v6, v7
  s_waitcnt vmcnt(0)
  s_endpgm
consumer:
  ds_read_b32 v4, v6
  s_waitcnt lgkmcnt(0)
  v_readfirstlane_b32 s9, v4
  s_cmp_eq_u32 s9, 0
  s_cbranch_scc1 consumer
  ds_read_b32 v5, v2 offset:512                      ; hazard/unfinished-async-copy
  s_waitcnt lgkmcnt(0)
