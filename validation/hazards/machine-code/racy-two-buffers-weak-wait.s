; gfx1250, 64 threads: two buffers, but the store of a round is in flight at its barrier
  s_mov_b32 s4, 4
  v_mov_b32 v6, v1
  v_mov_b32 v7, v2
round:
  ds_load_b32 v4, v7 offset:512                      ; hazard/unfinished-write
  ds_store_b32 v6, v0
  s_wait_dscnt 0x1
  s_barrier_signal -1
  s_barrier_wait -1
  ds_load_b32 v5, v7                                 ; hazard/unfinished-write
  s_wait_dscnt 0x0
  s_barrier_signal -1
  s_barrier_wait -1
  ds_store_b32 v6, v5 offset:512
  s_wait_dscnt 0x1
  s_barrier_signal -1
  s_barrier_wait -1
  s_sub_co_u32 s4, s4, 1
  s_cmp_lg_u32 s4, 0
  s_cbranch_scc1 round
