; gfx1201, 64 threads: a flag that is stored, and polled until each lane has left the loop
  v_mov_b32 v6, 0
  v_mov_b32 v7, 1
  s_cmp_lg_u32 s8, 1
  s_cbranch_scc1 consumer
  ds_store_b32 v1, v0 offset:256
  ds_store_b32 v6, v7
  s_endpgm
consumer:
  s_mov_b32 s9, 0
again:
  ds_load_b32 v4, v6
  s_wait_dscnt 0x0
  v_cmp_ne_u32 vcc_lo, 0, v4
  s_or_b32 s9, vcc_lo, s9
  s_and_not1_b32 exec_lo, exec_lo, s9
  s_cbranch_execnz again
  s_mov_b32 exec_lo, -1
  ds_load_b32 v5, v2 offset:256
  s_wait_dscnt 0x0
