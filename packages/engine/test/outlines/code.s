  .amdgcn_target "amdgcn-amd-amdhsa--gfx942"
k:
  .file 1 "k.hip"
  .loc 1 3 1
  ds_write_b32 v0, v1
outer:
  .loc 1 5 1
  v_mov_b32 v2, 1
inner:
  ds_read_b32 v3, v2
  s_cbranch_scc1 inner
  s_cbranch_scc0 outer
  .loc 1 9 1
  s_cbranch_scc0 forward
  ds_read_b32 v4, v2
forward:
  s_endpgm

// loop of ds_write_b32: none
// loop of ds_read_b32 v3: 10-11
// loop of v_mov_b32: 8-12
// loop of ds_read_b32 v4: none
// source of ds_write_b32: k.hip:3
// source of s_cbranch_scc1: k.hip:5
