.amdgcn_target "amdgcn-amd-amdhsa--gfx942"
.text
k:
  .file 0 "/src" "k.hip"
  .loc 0 5 3
  s_mov_b32 s0, 4
  v_lshlrev_b32 v0, 2, v0
loop:
  .loc 0 6 3
  ds_write_b32 v0, v1
  s_waitcnt lgkmcnt(0)
  s_barrier
  .loc 0 7 3
  ds_read_b32 v2, v0 offset:4
  s_waitcnt lgkmcnt(0)
  .loc 0 8 3
  s_sub_u32 s0, s0, 1
  s_cmp_lg_u32 s0, 0
  s_cbranch_scc1 loop
  s_endpgm
.amdhsa_kernel k
  .amdhsa_next_free_vgpr 4
  .amdhsa_next_free_sgpr 4
  .amdhsa_group_segment_fixed_size 1024
.end_amdhsa_kernel
