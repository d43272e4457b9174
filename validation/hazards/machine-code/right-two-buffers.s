; gfx1250, 64 threads: two buffers, and one barrier per round
  s_mov_b32 s4, 4
  v_mov_b32 v6, v1
  v_mov_b32 v7, v2
round:
  v_add_nc_u32 v5, s4, v0
  ds_store_b32 v6, v5
  s_wait_dscnt 0x0
  s_barrier_signal -1
  s_barrier_wait -1
  ds_load_b32 v4, v7
  v_xor_b32 v6, 0x200, v6
  v_xor_b32 v7, 0x200, v7
  s_sub_co_u32 s4, s4, 1
  s_cmp_lg_u32 s4, 0
  s_cbranch_scc1 round
  s_wait_dscnt 0x0
