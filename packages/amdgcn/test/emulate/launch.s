; ---- metadata of its arguments
  .amdgpu_metadata
---
amdhsa.kernels:
  - .args:
      - { .offset: 0, .size: 8, .value_kind: global_buffer, .address_space: global, .name: out }
      - { .offset: 8, .size: 4, .value_kind: by_value, .name: n }
      - { .offset: 12, .size: 4, .value_kind: by_value, .name: m }
      - { .offset: 16, .size: 4, .value_kind: hidden_block_count_x }
      - { .offset: 20, .size: 4, .value_kind: hidden_block_count_y }
      - { .offset: 24, .size: 4, .value_kind: hidden_block_count_z }
      - { .offset: 28, .size: 2, .value_kind: hidden_group_size_x }
      - { .offset: 30, .size: 2, .value_kind: hidden_group_size_y }
      - { .offset: 32, .size: 2, .value_kind: hidden_group_size_z }
      - { .offset: 34, .size: 2, .value_kind: hidden_remainder_x }
      - { .offset: 36, .size: 2, .value_kind: hidden_grid_dims }
      - { .offset: 40, .size: 4, .value_kind: hidden_dynamic_lds_size }
      - { .offset: 44, .size: 4, .value_kind: hidden_private_base }
      - { .offset: 48, .size: 4, .value_kind: hidden_shared_base }
    .group_segment_fixed_size: 0
    .kernarg_segment_align: 8
    .kernarg_segment_size: 64
    .max_flat_workgroup_size: 128
    .name: k
    .private_segment_fixed_size: 0
    .sgpr_count: 32
    .symbol: k.kd
    .vgpr_count: 32
    .wavefront_size: 64
amdhsa.version:
  - 1
  - 2
...
  .end_amdgpu_metadata

; ---- a kernel that stores its arguments
s_load_dwordx2 s[20:21], s[0:1], 0x0
v_lshlrev_b32 v1, 2, v0
s_waitcnt lgkmcnt(0)
v_cmp_gt_u32 vcc, 14, v0
s_and_saveexec_b64 s[10:11], vcc
v_mov_b32 v3, s1
v_mov_b32 v2, s0
v_add_co_u32 v2, vcc, v2, v1
v_addc_co_u32 v3, vcc, 0, v3, vcc
flat_load_dword v4, v[2:3]
s_waitcnt vmcnt(0) lgkmcnt(0)
global_store_dword v1, v4, s[20:21]
