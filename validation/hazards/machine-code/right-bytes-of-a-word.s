; gfx1100, 64 threads: two waves store to neighbouring bytes of one word and read their own
  v_and_b32 v5, 31, v0
  v_lshlrev_b32 v5, 2, v5
  v_add_nc_u32 v5, s8, v5
  ds_store_b8 v5, v0
  s_barrier
  ds_load_u8 v4, v5
  ds_store_b8 v5, v1
  s_waitcnt lgkmcnt(0)
