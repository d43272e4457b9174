; gfx942, 128 threads: a flat store to LDS is finished when lgkmcnt says so, not vmcnt
  s_mov_b64 s[10:11], src_shared_base
  v_mov_b32 v6, v1
  v_mov_b32 v7, s11
  flat_store_dword v[6:7], v0
  s_waitcnt vmcnt(0)
  s_barrier
  ds_read_b32 v4, v2                                 ; hazard/unfinished-write
  s_waitcnt vmcnt(0) lgkmcnt(0)
