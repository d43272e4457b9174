; ---- add vectors by global memory
s_load_dwordx4 s[8:11], s[0:1], 0x0
s_load_dwordx2 s[12:13], s[0:1], 0x10

s_lshl_b32 s4, s2, 7
v_add_u32 v1, s4, v0
v_lshlrev_b32 v1, 2, v1
s_waitcnt lgkmcnt(0)
global_load_dword v2, v1, s[8:9]
global_load_dword v3, v1, s[10:11]
s_waitcnt vmcnt(0)
v_add_f32 v2, v2, v3
global_store_dword v1, v2, s[12:13]

; ---- add vectors by buffer memory
; The last workgroup is cut off by the size in the descriptor.
s_load_dwordx4 s[8:11], s[0:1], 0x0
s_load_dwordx2 s[12:13], s[0:1], 0x10

s_lshl_b32 s4, s2, 7
v_add_u32 v1, s4, v0
v_lshlrev_b32 v1, 2, v1
s_waitcnt lgkmcnt(0)
s_mov_b32 s16, s10
s_and_b32 s17, s11, 0xffff
s_mov_b32 s18, 1200
s_mov_b32 s19, 0x27000
s_and_b32 s9, s9, 0xffff
s_mov_b64 s[10:11], s[18:19]
s_and_b32 s13, s13, 0xffff
s_mov_b64 s[14:15], s[18:19]
buffer_load_dword v2, v1, s[8:11], 0 offen
buffer_load_dword v3, v1, s[16:19], 0 offen
s_waitcnt vmcnt(0)
v_add_f32 v2, v2, v3
buffer_store_dword v2, v1, s[12:15], 0 offen

; ---- reverse a block through LDS, and record each access
  s_load_dwordx2 s[8:9], s[0:1], 0x0
  v_lshlrev_b32 v1, 2, v0
  s_waitcnt lgkmcnt(0)
  global_load_dword v2, v1, s[8:9]
  v_sub_u32 v3, 0x1fc, v1
  s_waitcnt vmcnt(0)
  ds_write_b32 v1, v2
  s_waitcnt lgkmcnt(0)
  s_barrier
  ds_read_b32 v2, v3
  s_waitcnt lgkmcnt(0)
  global_store_dword v1, v2, s[8:9]

; ---- loop until every lane is done
  s_load_dwordx2 s[8:9], s[0:1], 0x0
  v_add_u32 v2, 1, v0
  v_mov_b32 v3, 0
  v_lshlrev_b32 v1, 2, v0
  s_mov_b64 s[10:11], exec
loop:
  v_cmp_ne_u32 vcc, 1, v2
  s_and_b64 exec, exec, vcc
  s_cbranch_execz done
  v_and_b32 v4, 1, v2
  v_lshrrev_b32 v5, 1, v2
  v_mul_u32_u24 v6, 3, v2
  v_add_u32 v6, 1, v6
  v_cmp_eq_u32 vcc, 1, v4
  v_cndmask_b32 v2, v5, v6, vcc
  v_add_u32 v3, 1, v3
  s_branch loop
done:
  s_mov_b64 exec, s[10:11]
  s_waitcnt lgkmcnt(0)
  global_store_dword v1, v3, s[8:9]

; ---- spin on what another wave writes
  s_load_dwordx2 s[8:9], s[0:1], 0x0
  v_mov_b32 v1, 0
  v_cmp_gt_u32 vcc, 64, v0
  s_waitcnt lgkmcnt(0)
  s_cbranch_vccz writer
wait:
  s_sleep 1
  global_load_dword v2, v1, s[8:9]
  s_waitcnt vmcnt(0)
  v_readfirstlane_b32 s10, v2
  s_cmp_eq_u32 s10, 0
  s_cbranch_scc1 wait
  global_store_dword v1, v2, s[8:9] offset:4
  s_endpgm
writer:
  v_mov_b32 v2, 42
  global_store_dword v1, v2, s[8:9]
