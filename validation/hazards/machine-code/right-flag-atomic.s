; gfx950, 128 threads: wave 0 counts up a flag behind its data, and wave 1 polls it: LDS performs both in order, without a wait
  v_mov_b32 v6, 0
  v_mov_b32 v7, 1
  s_cmp_lg_u32 s8, 0
  s_cbranch_scc1 consumer
  ds_write_b32 v1, v0 offset:512
  ds_add_u32 v6, v7
  s_endpgm
consumer:
  ds_read_b32 v4, v6
  s_waitcnt lgkmcnt(0)
  v_cmp_eq_u32 vcc, 0, v4
  s_cbranch_vccnz consumer
  ds_read_b32 v5, v2 offset:512
  s_waitcnt lgkmcnt(0)
