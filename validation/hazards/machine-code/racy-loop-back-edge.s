; gfx942, 128 threads: no barrier between the store of a round and the read of the next
  s_mov_b32 s4, 3
round:
  ds_read_b32 v4, v2
  s_waitcnt lgkmcnt(0)
  s_barrier
  v_add_u32 v5, v4, v0
  ds_write_b32 v1, v5                                ; hazard/lds-race
  s_waitcnt lgkmcnt(0)
  s_sub_u32 s4, s4, 1
  s_cmp_lg_u32 s4, 0
  s_cbranch_scc1 round
