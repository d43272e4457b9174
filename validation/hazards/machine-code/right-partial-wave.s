; gfx90a, 96 threads: the last wave has 32 of 64 threads; the others have read before
  v_mov_b32 v5, 0
  ds_read_b32 v4, v5
  s_waitcnt lgkmcnt(0)
  s_barrier
  v_cmp_eq_u32 vcc, 0x5f, v0
  s_and_b64 exec, exec, vcc
  ds_write_b32 v5, v0
  s_waitcnt lgkmcnt(0)
