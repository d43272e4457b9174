; ---- take what is unknown into LDS and out of it
v_lshlrev_b32 v2, 7, v0
s_mov_b64 s[4:5], src_shared_base
v_mov_b32 v3, s5
s_load_dword s6, s[0:1], 0x8
v_lshlrev_b32 v2, 2, v0
s_waitcnt lgkmcnt(0)
v_mov_b32 v5, s6
flat_store_dword v[2:3], v5
s_waitcnt vmcnt(0) lgkmcnt(0)
flat_load_dword v6, v[2:3]
ds_read_b32 v7, v2
s_waitcnt vmcnt(0) lgkmcnt(0)
ds_write_b32 v6, v0
ds_write_b32 v7, v0
