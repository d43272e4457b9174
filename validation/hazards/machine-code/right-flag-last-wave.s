; gfx942, 256 threads: the last wave that counts itself reads what all have stored
  v_mov_b32 v6, 0
  v_mov_b32 v7, 1
  ds_write_b32 v1, v0 offset:1024
  s_mov_b64 exec, 1
  ds_add_rtn_u32 v4, v6, v7
  s_waitcnt lgkmcnt(0)
  v_readfirstlane_b32 s9, v4
  s_mov_b64 exec, -1
  s_cmp_lg_u32 s9, 3
  s_cbranch_scc1 end
  ds_read_b32 v5, v1 offset:1024
  v_xor_b32 v2, 0x100, v1
  ds_read_b32 v5, v2 offset:1024
  v_xor_b32 v2, 0x200, v1
  ds_read_b32 v5, v2 offset:1024
  s_waitcnt lgkmcnt(0)
end:
