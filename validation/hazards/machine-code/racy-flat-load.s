; gfx90a, 128 threads: a flat load of LDS is in flight while another wave overwrites its bytes
  s_mov_b64 s[10:11], src_shared_base
  v_mov_b32 v6, v2
  v_mov_b32 v7, s11
  flat_load_dword v4, v[6:7]
  s_waitcnt vmcnt(0)
  s_barrier
  ds_write_b32 v1, v0                                ; hazard/unfinished-read
  s_waitcnt vmcnt(0) lgkmcnt(0)
