; gfx942, 128 threads: both waves store zeros, in flight at the barrier: which is the last does not show
  v_mov_b32 v5, 0
  ds_write_b32 v1, v5
  s_barrier
  ds_write_b32 v2, v5
  s_waitcnt lgkmcnt(0)
