; ---- a copy
s_load_dwordx4 s[4:7], s[0:1], 0x0
v_lshlrev_b32 v1, 4, v0
v_lshlrev_b32 v2, 8, v0
s_mov_b32 m0, 0
s_waitcnt lgkmcnt(0)
global_load_dwordx4 v[4:7], v1, s[4:5]
global_load_lds_dword v2, s[4:5]
s_waitcnt vmcnt(0)
global_store_dword v2, v4, s[6:7]
