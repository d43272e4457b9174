; gfx1100, 64 threads: LDS executes the accesses of one wave in order
  ds_store_b32 v1, v0
  ds_load_b32 v4, v1
  ds_store_b32 v1, v2
  ds_load_b32 v5, v1
  s_waitcnt lgkmcnt(1)
  v_add_nc_u32 v6, v4, v4
  s_waitcnt lgkmcnt(0)
  v_add_nc_u32 v6, v6, v5
