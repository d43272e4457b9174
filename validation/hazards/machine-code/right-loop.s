; gfx942, 128 threads: two barriers per round, each with its wait
  s_mov_b32 s4, 3
round:
  ds_read2_b32 v[4:5], v2 offset1:8
  s_waitcnt lgkmcnt(0)
  s_barrier
  v_add_u32 v5, v4, v5
  ds_write_b32 v1, v5
  s_waitcnt lgkmcnt(0)
  s_barrier
  s_sub_u32 s4, s4, 1
  s_cmp_lg_u32 s4, 0
  s_cbranch_scc1 round
