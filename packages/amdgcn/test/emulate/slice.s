; ---- asks for everything where scalar memory reads what was not stored
s_load_dwordx2 s[8:9], s[0:1], 0x0
v_lshlrev_b32_e32 v1, 2, v0
s_waitcnt lgkmcnt(0)
global_store_dword v1, v1, s[8:9]
s_waitcnt vmcnt(0)
s_load_dword s10, s[8:9], 0x8
s_waitcnt lgkmcnt(0)
v_add_u32_e32 v2, s10, v1
ds_write_b32 v2, v1
