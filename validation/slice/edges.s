; clang 22.1.8 -O3 --offload-arch=gfx942
	.amdgcn_target "amdgcn-amd-amdhsa--gfx942"
	.amdhsa_code_object_version 6
	.text
	.protected	gemm_edges
	.globl	gemm_edges
	.p2align	8
	.type	gemm_edges,@function
gemm_edges:
	s_load_dwordx4 s[4:7], s[0:1], 0x10
	v_and_b32_e32 v6, 31, v0
	s_waitcnt lgkmcnt(0)
	s_cmp_gt_i32 s6, 0
	s_cbranch_scc1 .LBB0_2
	s_lshl_b32 s7, s3, 5
	v_lshl_or_b32 v4, s2, 5, v6
	s_mov_b64 s[12:13], 0
	s_branch .LBB0_3
.LBB0_2:
	s_mov_b64 s[12:13], -1
.LBB0_3:
	s_load_dwordx4 s[8:11], s[0:1], 0x0
	v_lshrrev_b32_e32 v5, 5, v0
	s_andn2_b64 vcc, exec, s[12:13]
	v_mov_b32_e32 v1, 0
	v_mov_b32_e32 v0, 0
	v_mov_b32_e32 v3, 0
	v_mov_b32_e32 v2, 0
	s_cbranch_vccnz .LBB0_12
	s_lshl_b32 s7, s3, 5
	s_lshl_b32 s0, s2, 5
	v_mul_lo_u32 v0, s5, v5
	v_lshlrev_b32_e32 v7, 7, v5
	v_add3_u32 v40, v0, s0, v6
	v_or_b32_e32 v0, s7, v5
	v_lshlrev_b32_e32 v10, 2, v6
	v_or_b32_e32 v4, s0, v6
	v_mad_u64_u32 v[8:9], s[0:1], s6, v0, v[6:7]
	v_cmp_gt_i32_e32 vcc, s5, v4
	s_lshl_b32 s14, s5, 5
	s_lshl_b32 s15, s5, 3
	s_lshl_b32 s16, s6, 3
	v_or_b32_e32 v9, v7, v10
	s_mov_b32 s17, 0
	v_mov_b32_e32 v0, 0
	v_mov_b32_e32 v1, 0
	v_mov_b32_e32 v2, 0
	v_mov_b32_e32 v3, 0
	v_add_u32_e32 v41, 0x444, v7
	v_add_u32_e32 v42, 0x44c, v7
	v_add_u32_e32 v43, 0x854, v7
	v_add_u32_e32 v44, 0x82c, v7
	v_add_u32_e32 v45, 0xc2c, v7
	v_add_u32_e32 v46, 0x834, v7
	v_add_u32_e32 v47, 0xc34, v7
	v_add_u32_e32 v48, 0x83c, v7
	v_add_u32_e32 v49, 0xc3c, v7
	v_add_u32_e32 v50, 0x844, v7
	v_add_u32_e32 v51, 0xc44, v7
	v_add_u32_e32 v52, 0x85c, v7
	v_add_u32_e32 v53, 0x864, v7
	v_add_u32_e32 v54, 0x86c, v7
	v_add_u32_e32 v55, 0x874, v7
	v_add_u32_e32 v56, 0x1000, v10
	v_add_u32_e32 v57, 0x1400, v10
	v_add_u32_e32 v58, 0x1800, v10
	v_add_u32_e32 v59, 0x860, v7
	v_add_u32_e32 v60, 0x1c00, v10
	s_branch .LBB0_6
.LBB0_5:
	s_or_b64 exec, exec, s[12:13]
	s_waitcnt lgkmcnt(0)
	s_barrier
	ds_read2_b32 v[18:19], v56 offset1:32
	ds_read2_b32 v[20:21], v56 offset0:64 offset1:96
	ds_read2_b32 v[22:23], v56 offset0:128 offset1:160
	ds_read_b128 v[30:33], v7
	ds_read2_b32 v[24:25], v56 offset0:192 offset1:224
	ds_read_b128 v[10:13], v7 offset:1024
	ds_read2_b32 v[26:27], v57 offset1:32
	ds_read_b128 v[34:37], v7 offset:16
	ds_read_b128 v[14:17], v7 offset:1040
	ds_read_b128 v[62:65], v7 offset:2048
	s_waitcnt lgkmcnt(6)
	v_mov_b32_e32 v28, v30
	s_waitcnt lgkmcnt(4)
	v_mov_b32_e32 v29, v10
	v_pk_fma_f32 v[2:3], v[28:29], v[18:19], v[2:3] op_sel_hi:[1,0,1]
	v_mov_b32_e32 v10, v31
	v_mov_b32_e32 v28, v19
	v_pk_fma_f32 v[2:3], v[10:11], v[28:29], v[2:3] op_sel_hi:[1,0,1]
	v_mov_b32_e32 v10, v32
	v_mov_b32_e32 v11, v12
	v_pk_fma_f32 v[2:3], v[10:11], v[20:21], v[2:3] op_sel_hi:[1,0,1]
	v_mov_b32_e32 v12, v33
	v_mov_b32_e32 v30, v21
	v_pk_fma_f32 v[2:3], v[12:13], v[30:31], v[2:3] op_sel_hi:[1,0,1]
	s_waitcnt lgkmcnt(2)
	v_mov_b32_e32 v10, v34
	s_waitcnt lgkmcnt(1)
	v_mov_b32_e32 v11, v14
	v_pk_fma_f32 v[2:3], v[10:11], v[22:23], v[2:3] op_sel_hi:[1,0,1]
	v_mov_b32_e32 v14, v35
	v_mov_b32_e32 v32, v23
	v_pk_fma_f32 v[2:3], v[14:15], v[32:33], v[2:3] op_sel_hi:[1,0,1]
	v_mov_b32_e32 v10, v36
	v_mov_b32_e32 v11, v16
	v_pk_fma_f32 v[2:3], v[10:11], v[24:25], v[2:3] op_sel_hi:[1,0,1]
	ds_read_b128 v[10:13], v7 offset:3072
	v_mov_b32_e32 v16, v37
	v_mov_b32_e32 v34, v25
	v_pk_fma_f32 v[36:37], v[16:17], v[34:35], v[2:3] op_sel_hi:[1,0,1]
	s_waitcnt lgkmcnt(1)
	v_mov_b32_e32 v2, v62
	ds_read_b128 v[14:17], v7 offset:3088
	s_waitcnt lgkmcnt(1)
	v_mov_b32_e32 v3, v10
	v_pk_fma_f32 v[18:19], v[2:3], v[18:19], v[0:1] op_sel_hi:[1,0,1]
	v_mov_b32_e32 v10, v63
	v_pk_fma_f32 v[10:11], v[10:11], v[28:29], v[18:19] op_sel_hi:[1,0,1]
	v_mov_b32_e32 v18, v64
	v_mov_b32_e32 v19, v12
	v_pk_fma_f32 v[10:11], v[18:19], v[20:21], v[10:11] op_sel_hi:[1,0,1]
	ds_read_b128 v[66:69], v7 offset:2064
	ds_read_b96 v[18:20], v7 offset:1056
	v_mov_b32_e32 v12, v65
	v_pk_fma_f32 v[28:29], v[12:13], v[30:31], v[10:11] op_sel_hi:[1,0,1]
	s_waitcnt lgkmcnt(2)
	v_mov_b32_e32 v31, v14
	s_waitcnt lgkmcnt(1)
	v_mov_b32_e32 v30, v66
	ds_read_b96 v[0:2], v7 offset:32
	ds_read2_b32 v[38:39], v7 offset0:11 offset1:12
	ds_read_b32 v21, v7 offset:1108
	v_pk_fma_f32 v[22:23], v[30:31], v[22:23], v[28:29] op_sel_hi:[1,0,1]
	v_mov_b32_e32 v14, v67
	v_pk_fma_f32 v[14:15], v[14:15], v[32:33], v[22:23] op_sel_hi:[1,0,1]
	v_mov_b32_e32 v22, v68
	v_mov_b32_e32 v23, v16
	ds_read_b96 v[10:12], v7 offset:2080
	v_pk_fma_f32 v[14:15], v[22:23], v[24:25], v[14:15] op_sel_hi:[1,0,1]
	ds_read_b96 v[22:24], v7 offset:3104
	s_waitcnt lgkmcnt(4)
	v_mov_b32_e32 v28, v0
	v_mov_b32_e32 v29, v18
	v_pk_fma_f32 v[28:29], v[28:29], v[26:27], v[36:37] op_sel_hi:[1,0,1]
	v_mov_b32_e32 v18, v1
	v_mov_b32_e32 v0, v27
	v_mov_b32_e32 v16, v69
	v_pk_fma_f32 v[18:19], v[18:19], v[0:1], v[28:29] op_sel_hi:[1,0,1]
	v_pk_fma_f32 v[28:29], v[16:17], v[34:35], v[14:15] op_sel_hi:[1,0,1]
	ds_read_b128 v[14:17], v7 offset:3152
	s_waitcnt lgkmcnt(1)
	v_mov_b32_e32 v31, v22
	ds_read2_b32 v[34:35], v7 offset0:13 offset1:14
	v_mov_b32_e32 v30, v10
	v_mov_b32_e32 v22, v11
	ds_read2_b32 v[10:11], v57 offset0:64 offset1:96
	v_mov_b32_e32 v3, v20
	v_add_u32_e32 v20, 0x42c, v7
	v_pk_fma_f32 v[26:27], v[30:31], v[26:27], v[28:29] op_sel_hi:[1,0,1]
	ds_read2_b32 v[28:29], v20 offset1:1
	s_waitcnt lgkmcnt(1)
	v_pk_fma_f32 v[2:3], v[2:3], v[10:11], v[18:19] op_sel_hi:[1,0,1]
	v_add_u32_e32 v19, 0x434, v7
	ds_read2_b32 v[30:31], v19 offset1:1
	v_pk_fma_f32 v[0:1], v[22:23], v[0:1], v[26:27] op_sel_hi:[1,0,1]
	v_mov_b32_e32 v13, v24
	v_add_u32_e32 v19, 0x43c, v7
	ds_read2_b32 v[22:23], v57 offset0:128 offset1:160
	ds_read2_b32 v[24:25], v57 offset0:192 offset1:224
	ds_read2_b32 v[26:27], v58 offset1:32
	ds_read2_b32 v[32:33], v19 offset1:1
	ds_read2_b32 v[66:67], v44 offset1:1
	v_mov_b32_e32 v20, v11
	v_pk_fma_f32 v[0:1], v[12:13], v[10:11], v[0:1] op_sel_hi:[1,0,1]
	ds_read2_b32 v[10:11], v45 offset1:1
	v_mov_b32_e32 v18, v38
	s_waitcnt lgkmcnt(7)
	v_mov_b32_e32 v19, v28
	v_pk_fma_f32 v[2:3], v[18:19], v[20:21], v[2:3] op_sel_hi:[1,0,1]
	v_mov_b32_e32 v28, v39
	ds_read2_b32 v[38:39], v7 offset0:15 offset1:16
	ds_read2_b32 v[62:63], v7 offset0:17 offset1:18
	ds_read2_b32 v[64:65], v7 offset0:19 offset1:20
	s_waitcnt lgkmcnt(8)
	v_pk_fma_f32 v[2:3], v[28:29], v[22:23], v[2:3] op_sel_hi:[1,0,1]
	v_mov_b32_e32 v18, v34
	v_mov_b32_e32 v19, v30
	v_mov_b32_e32 v28, v23
	v_pk_fma_f32 v[2:3], v[18:19], v[28:29], v[2:3] op_sel_hi:[1,0,1]
	v_mov_b32_e32 v30, v35
	s_waitcnt lgkmcnt(7)
	v_pk_fma_f32 v[2:3], v[30:31], v[24:25], v[2:3] op_sel_hi:[1,0,1]
	s_waitcnt lgkmcnt(2)
	v_mov_b32_e32 v18, v38
	v_mov_b32_e32 v19, v32
	v_mov_b32_e32 v30, v25
	v_mov_b32_e32 v12, v66
	v_mov_b32_e32 v13, v10
	v_pk_fma_f32 v[2:3], v[18:19], v[30:31], v[2:3] op_sel_hi:[1,0,1]
	ds_read2_b32 v[68:69], v46 offset1:1
	ds_read2_b32 v[18:19], v47 offset1:1
	ds_read2_b32 v[70:71], v48 offset1:1
	v_pk_fma_f32 v[0:1], v[12:13], v[20:21], v[0:1] op_sel_hi:[1,0,1]
	ds_read2_b32 v[12:13], v41 offset1:1
	ds_read2_b32 v[34:35], v42 offset1:1
	ds_read2_b32 v[36:37], v43 offset1:1
	v_mov_b32_e32 v32, v39
	v_mov_b32_e32 v10, v67
	v_pk_fma_f32 v[2:3], v[32:33], v[26:27], v[2:3] op_sel_hi:[1,0,1]
	v_pk_fma_f32 v[0:1], v[10:11], v[22:23], v[0:1] op_sel_hi:[1,0,1]
	s_waitcnt lgkmcnt(7)
	v_mov_b32_e32 v10, v62
	s_waitcnt lgkmcnt(2)
	v_mov_b32_e32 v11, v12
	v_mov_b32_e32 v20, v27
	v_pk_fma_f32 v[2:3], v[10:11], v[20:21], v[2:3] op_sel_hi:[1,0,1]
	v_mov_b32_e32 v10, v68
	v_mov_b32_e32 v11, v18
	ds_read2_b32 v[32:33], v58 offset0:64 offset1:96
	v_pk_fma_f32 v[0:1], v[10:11], v[28:29], v[0:1] op_sel_hi:[1,0,1]
	ds_read2_b32 v[10:11], v49 offset1:1
	v_mov_b32_e32 v12, v63
	v_mov_b32_e32 v18, v69
	s_waitcnt lgkmcnt(1)
	v_pk_fma_f32 v[2:3], v[12:13], v[32:33], v[2:3] op_sel_hi:[1,0,1]
	v_pk_fma_f32 v[0:1], v[18:19], v[24:25], v[0:1] op_sel_hi:[1,0,1]
	v_mov_b32_e32 v12, v70
	ds_read2_b32 v[62:63], v50 offset1:1
	ds_read2_b32 v[18:19], v51 offset1:1
	s_waitcnt lgkmcnt(2)
	v_mov_b32_e32 v13, v10
	v_pk_fma_f32 v[0:1], v[12:13], v[30:31], v[0:1] op_sel_hi:[1,0,1]
	v_mov_b32_e32 v12, v64
	v_mov_b32_e32 v13, v34
	v_mov_b32_e32 v24, v33
	v_add_u32_e32 v10, 0x84c, v7
	ds_read2_b32 v[22:23], v58 offset0:128 offset1:160
	v_pk_fma_f32 v[2:3], v[12:13], v[24:25], v[2:3] op_sel_hi:[1,0,1]
	ds_read2_b32 v[12:13], v10 offset1:1
	ds_read2_b32 v[38:39], v59 offset0:7 offset1:251
	v_mov_b32_e32 v10, v71
	v_pk_fma_f32 v[0:1], v[10:11], v[26:27], v[0:1] op_sel_hi:[1,0,1]
	s_waitcnt lgkmcnt(4)
	v_mov_b32_e32 v10, v62
	s_waitcnt lgkmcnt(3)
	v_mov_b32_e32 v11, v18
	v_mov_b32_e32 v34, v65
	v_pk_fma_f32 v[0:1], v[10:11], v[20:21], v[0:1] op_sel_hi:[1,0,1]
	v_mov_b32_e32 v18, v63
	s_waitcnt lgkmcnt(2)
	v_pk_fma_f32 v[28:29], v[34:35], v[22:23], v[2:3] op_sel_hi:[1,0,1]
	s_waitcnt lgkmcnt(1)
	v_mul_f32_e32 v2, v13, v22
	v_pk_mul_f32 v[14:15], v[14:15], v[22:23]
	v_pk_fma_f32 v[0:1], v[18:19], v[32:33], v[0:1] op_sel_hi:[1,0,1]
	s_waitcnt lgkmcnt(0)
	v_mov_b32_e32 v13, v39
	v_pk_fma_f32 v[0:1], v[12:13], v[24:25], v[0:1] op_sel_hi:[1,0,1]
	v_mov_b32_e32 v3, v14
	v_pk_add_f32 v[26:27], v[0:1], v[2:3]
	ds_read_b32 v20, v7 offset:84
	ds_read2_b64 v[62:65], v7 offset0:11 offset1:12
	ds_read2_b64 v[0:3], v7 offset0:139 offset1:140
	ds_read2_b32 v[30:31], v58 offset0:192 offset1:224
	ds_read2_b32 v[32:33], v60 offset1:32
	v_mov_b32_e32 v10, v23
	s_waitcnt lgkmcnt(4)
	v_pk_fma_f32 v[10:11], v[20:21], v[10:11], v[28:29] op_sel_hi:[1,0,1]
	s_waitcnt lgkmcnt(3)
	v_mov_b32_e32 v12, v62
	s_waitcnt lgkmcnt(2)
	v_mov_b32_e32 v13, v0
	s_waitcnt lgkmcnt(1)
	v_pk_fma_f32 v[10:11], v[12:13], v[30:31], v[10:11] op_sel_hi:[1,0,1]
	v_mov_b32_e32 v0, v63
	v_mov_b32_e32 v12, v31
	v_pk_fma_f32 v[0:1], v[0:1], v[12:13], v[10:11] op_sel_hi:[1,0,1]
	v_mov_b32_e32 v10, v64
	v_mov_b32_e32 v11, v2
	s_waitcnt lgkmcnt(0)
	v_pk_fma_f32 v[0:1], v[10:11], v[32:33], v[0:1] op_sel_hi:[1,0,1]
	v_mov_b32_e32 v2, v65
	v_mov_b32_e32 v10, v33
	v_pk_fma_f32 v[66:67], v[2:3], v[10:11], v[0:1] op_sel_hi:[1,0,1]
	ds_read_b128 v[0:3], v7 offset:3168
	ds_read2_b32 v[24:25], v60 offset0:64 offset1:96
	ds_read_b128 v[18:21], v7 offset:3184
	ds_read2_b32 v[12:13], v60 offset0:128 offset1:160
	ds_read2_b32 v[10:11], v60 offset0:192 offset1:224
	v_pk_mul_f32 v[16:17], v[16:17], v[30:31]
	v_mul_f32_e32 v14, v36, v23
	v_pk_add_f32 v[14:15], v[26:27], v[14:15]
	s_waitcnt lgkmcnt(1)
	v_pk_mul_f32 v[64:65], v[18:19], v[12:13]
	s_waitcnt lgkmcnt(0)
	v_pk_mul_f32 v[68:69], v[20:21], v[10:11]
	v_mul_f32_e32 v20, v37, v30
	v_mov_b32_e32 v21, v16
	ds_read2_b32 v[18:19], v52 offset1:1
	ds_read2_b32 v[22:23], v55 offset1:1
	v_pk_add_f32 v[34:35], v[14:15], v[20:21]
	ds_read2_b32 v[14:15], v53 offset1:1
	v_mov_b32_e32 v37, v17
	ds_read2_b32 v[16:17], v54 offset1:1
	v_pk_mul_f32 v[28:29], v[0:1], v[32:33]
	v_pk_mul_f32 v[62:63], v[2:3], v[24:25]
	ds_read2_b64 v[0:3], v7 offset0:141 offset1:142
	s_waitcnt lgkmcnt(4)
	v_mul_f32_e32 v36, v18, v31
	v_mul_f32_e32 v32, v19, v32
	v_mov_b32_e32 v31, v29
	v_mov_b32_e32 v29, v62
	v_mov_b32_e32 v21, v63
	s_waitcnt lgkmcnt(1)
	v_mul_f32_e32 v18, v17, v12
	v_mov_b32_e32 v19, v64
	v_mov_b32_e32 v17, v65
	ds_read2_b64 v[62:65], v7 offset0:13 offset1:14
	s_waitcnt lgkmcnt(1)
	v_mov_b32_e32 v27, v0
	v_mul_f32_e32 v30, v14, v33
	v_mul_f32_e32 v14, v38, v11
	v_mov_b32_e32 v33, v28
	s_waitcnt lgkmcnt(0)
	v_mov_b32_e32 v26, v62
	v_pk_fma_f32 v[26:27], v[26:27], v[24:25], v[66:67] op_sel_hi:[1,0,1]
	ds_read_b64 v[38:39], v7 offset:1144
	ds_read_b64 v[66:67], v7 offset:120
	v_pk_add_f32 v[34:35], v[34:35], v[36:37]
	v_mul_f32_e32 v28, v15, v24
	v_pk_add_f32 v[32:33], v[34:35], v[32:33]
	v_mul_f32_e32 v20, v16, v25
	v_pk_add_f32 v[30:31], v[32:33], v[30:31]
	v_mov_b32_e32 v0, v63
	v_mov_b32_e32 v24, v25
	v_pk_add_f32 v[28:29], v[30:31], v[28:29]
	v_mov_b32_e32 v36, v64
	v_mov_b32_e32 v37, v2
	v_pk_fma_f32 v[0:1], v[0:1], v[24:25], v[26:27] op_sel_hi:[1,0,1]
	v_pk_add_f32 v[20:21], v[28:29], v[20:21]
	v_mul_f32_e32 v16, v22, v13
	v_mov_b32_e32 v2, v65
	v_mov_b32_e32 v34, v13
	v_pk_fma_f32 v[0:1], v[36:37], v[12:13], v[0:1] op_sel_hi:[1,0,1]
	v_pk_add_f32 v[12:13], v[20:21], v[18:19]
	v_mul_f32_e32 v22, v23, v10
	v_mov_b32_e32 v23, v68
	s_waitcnt lgkmcnt(0)
	v_mov_b32_e32 v32, v66
	v_mov_b32_e32 v33, v38
	v_pk_fma_f32 v[0:1], v[2:3], v[34:35], v[0:1] op_sel_hi:[1,0,1]
	v_pk_add_f32 v[2:3], v[12:13], v[16:17]
	v_mov_b32_e32 v15, v69
	s_add_i32 s17, s17, 32
	v_mov_b32_e32 v38, v67
	v_mov_b32_e32 v30, v11
	v_pk_fma_f32 v[0:1], v[32:33], v[10:11], v[0:1] op_sel_hi:[1,0,1]
	v_pk_add_f32 v[10:11], v[2:3], v[22:23]
	s_cmp_ge_i32 s17, s6
	v_pk_fma_f32 v[2:3], v[38:39], v[30:31], v[0:1] op_sel_hi:[1,0,1]
	v_pk_add_f32 v[0:1], v[10:11], v[14:15]
	v_add_u32_e32 v40, s14, v40
	s_barrier
	s_cbranch_scc1 .LBB0_12
.LBB0_6:
	v_or_b32_e32 v10, s17, v6
	v_cmp_gt_i32_e64 s[0:1], s6, v10
	s_mov_b64 s[12:13], 0
	v_mov_b32_e32 v12, v9
	v_mov_b32_e32 v13, v8
	v_mov_b32_e32 v10, v40
	v_mov_b32_e32 v14, v5
	s_branch .LBB0_8
.LBB0_7:
	s_or_b64 exec, exec, s[2:3]
	v_add_u32_e32 v11, 8, v14
	v_cmp_lt_u32_e64 s[2:3], 23, v14
	v_add_u32_e32 v10, s15, v10
	v_add_u32_e32 v13, s16, v13
	v_add_u32_e32 v12, 0x400, v12
	s_or_b64 s[12:13], s[2:3], s[12:13]
	v_mov_b32_e32 v14, v11
	s_andn2_b64 exec, exec, s[12:13]
	s_cbranch_execz .LBB0_5
.LBB0_8:
	v_add_u32_e32 v11, s7, v14
	v_cmp_gt_i32_e64 s[2:3], s4, v11
	s_and_b64 s[18:19], s[2:3], s[0:1]
	s_and_saveexec_b64 s[2:3], s[18:19]
	s_cbranch_execz .LBB0_10
	v_add_u32_e32 v16, s17, v13
	v_ashrrev_i32_e32 v17, 31, v16
	s_waitcnt lgkmcnt(0)
	v_lshl_add_u64 v[16:17], v[16:17], 2, s[10:11]
	global_load_dword v11, v[16:17], off
	s_waitcnt vmcnt(0)
	ds_write_b32 v12, v11
.LBB0_10:
	s_or_b64 exec, exec, s[2:3]
	v_add_u32_e32 v11, s17, v14
	v_cmp_gt_i32_e64 s[2:3], s6, v11
	s_and_b64 s[18:19], s[2:3], vcc
	s_and_saveexec_b64 s[2:3], s[18:19]
	s_cbranch_execz .LBB0_7
	v_ashrrev_i32_e32 v11, 31, v10
	s_waitcnt lgkmcnt(0)
	v_lshl_add_u64 v[16:17], v[10:11], 2, s[10:11]
	global_load_dword v11, v[16:17], off
	s_waitcnt vmcnt(0)
	ds_write_b32 v12, v11 offset:4096
	s_branch .LBB0_7
.LBB0_12:
	v_or_b32_e32 v5, s7, v5
	v_cmp_gt_i32_e32 vcc, s5, v4
	v_cmp_gt_i32_e64 s[0:1], s4, v5
	s_and_b64 s[2:3], s[0:1], vcc
	s_and_saveexec_b64 s[0:1], s[2:3]
	s_cbranch_execz .LBB0_14
	v_mad_u64_u32 v[6:7], s[2:3], v5, s5, v[4:5]
	v_ashrrev_i32_e32 v7, 31, v6
	s_waitcnt lgkmcnt(0)
	v_lshl_add_u64 v[6:7], v[6:7], 2, s[8:9]
	global_store_dword v[6:7], v2, off
.LBB0_14:
	s_or_b64 exec, exec, s[0:1]
	v_add_u32_e32 v2, 8, v5
	v_cmp_gt_i32_e64 s[0:1], s4, v2
	s_and_b64 s[2:3], s[0:1], vcc
	s_and_saveexec_b64 s[0:1], s[2:3]
	s_cbranch_execz .LBB0_16
	v_mad_u64_u32 v[6:7], s[2:3], v2, s5, v[4:5]
	v_ashrrev_i32_e32 v7, 31, v6
	s_waitcnt lgkmcnt(0)
	v_lshl_add_u64 v[6:7], v[6:7], 2, s[8:9]
	global_store_dword v[6:7], v3, off
.LBB0_16:
	s_or_b64 exec, exec, s[0:1]
	v_add_u32_e32 v2, 16, v5
	v_cmp_gt_i32_e64 s[0:1], s4, v2
	s_and_b64 s[2:3], s[0:1], vcc
	s_and_saveexec_b64 s[0:1], s[2:3]
	s_cbranch_execz .LBB0_18
	v_mad_u64_u32 v[2:3], s[2:3], v2, s5, v[4:5]
	v_ashrrev_i32_e32 v3, 31, v2
	s_waitcnt lgkmcnt(0)
	v_lshl_add_u64 v[2:3], v[2:3], 2, s[8:9]
	global_store_dword v[2:3], v0, off
.LBB0_18:
	s_or_b64 exec, exec, s[0:1]
	v_add_u32_e32 v0, 24, v5
	v_cmp_gt_i32_e64 s[0:1], s4, v0
	s_and_b64 s[0:1], s[0:1], vcc
	s_and_saveexec_b64 s[2:3], s[0:1]
	s_cbranch_execz .LBB0_20
	v_mad_u64_u32 v[2:3], s[0:1], v0, s5, v[4:5]
	v_ashrrev_i32_e32 v3, 31, v2
	s_waitcnt lgkmcnt(0)
	v_lshl_add_u64 v[2:3], v[2:3], 2, s[8:9]
	global_store_dword v[2:3], v1, off
.LBB0_20:
	s_endpgm
	.section	.rodata,"a",@progbits
	.p2align	6, 0x0
	.amdhsa_kernel gemm_edges
		.amdhsa_group_segment_fixed_size 8192
		.amdhsa_kernarg_size 28
		.amdhsa_user_sgpr_count 2
		.amdhsa_user_sgpr_kernarg_segment_ptr 1
		.amdhsa_system_sgpr_workgroup_id_x 1
		.amdhsa_system_sgpr_workgroup_id_y 1
		.amdhsa_next_free_vgpr 72
		.amdhsa_next_free_sgpr 20
		.amdhsa_accum_offset 72
		.amdhsa_reserve_vcc 1
		.amdhsa_float_denorm_mode_32 3
		.amdhsa_float_denorm_mode_16_64 3
		.amdhsa_dx10_clamp 1
		.amdhsa_ieee_mode 1
	.end_amdhsa_kernel
	.text
.Lfunc_end0:
	.size	gemm_edges, .Lfunc_end0-gemm_edges
	.text
	.protected	grouped_tiles
	.globl	grouped_tiles
	.p2align	8
	.type	grouped_tiles,@function
grouped_tiles:
	s_load_dwordx8 s[4:11], s[0:1], 0x0
	s_abs_i32 s3, s2
	v_and_b32_e32 v3, 31, v0
	v_lshrrev_b32_e32 v4, 5, v0
	v_or_b32_e32 v2, -8, v4
	s_waitcnt lgkmcnt(0)
	s_lshl_b32 s0, s9, 3
	s_abs_i32 s1, s0
	v_cvt_f32_u32_e32 v1, s1
	s_sub_i32 s11, 0, s1
	s_xor_b32 s9, s2, s0
	s_ashr_i32 s9, s9, 31
	v_rcp_iflag_f32_e32 v1, v1
	v_lshlrev_b32_e32 v5, 2, v3
	v_lshl_or_b32 v6, v4, 7, v5
	v_mov_b32_e32 v7, v2
	v_mul_f32_e32 v1, 0x4f7ffffe, v1
	v_cvt_u32_f32_e32 v1, v1
	s_nop 0
	v_readfirstlane_b32 s12, v1
	s_mul_i32 s11, s11, s12
	s_mul_hi_u32 s11, s12, s11
	s_add_i32 s12, s12, s11
	s_mul_hi_u32 s11, s3, s12
	s_mul_i32 s12, s11, s1
	s_sub_i32 s3, s3, s12
	s_add_i32 s13, s11, 1
	s_sub_i32 s12, s3, s1
	s_cmp_ge_u32 s3, s1
	s_cselect_b32 s11, s13, s11
	s_cselect_b32 s3, s12, s3
	s_add_i32 s12, s11, 1
	s_cmp_ge_u32 s3, s1
	s_cselect_b32 s1, s12, s11
	s_xor_b32 s1, s1, s9
	s_sub_i32 s1, s1, s9
	s_lshl_b32 s9, s1, 3
	s_sub_i32 s3, s8, s9
	s_min_i32 s11, s3, 8
	s_abs_i32 s3, s11
	v_cvt_f32_u32_e32 v1, s3
	s_mul_i32 s1, s1, s0
	s_sub_i32 s0, s2, s1
	s_xor_b32 s2, s0, s11
	v_rcp_iflag_f32_e32 v0, v1
	s_ashr_i32 s8, s2, 31
	s_sub_i32 s2, 0, s3
	s_abs_i32 s1, s0
	v_mul_f32_e32 v0, 0x4f7ffffe, v0
	v_cvt_u32_f32_e32 v0, v0
	s_nop 0
	v_readfirstlane_b32 s12, v0
	s_mul_i32 s2, s2, s12
	s_mul_hi_u32 s2, s12, s2
	s_add_i32 s12, s12, s2
	s_mul_hi_u32 s2, s1, s12
	s_mul_i32 s12, s2, s3
	s_sub_i32 s1, s1, s12
	s_add_i32 s13, s2, 1
	s_sub_i32 s12, s1, s3
	s_cmp_ge_u32 s1, s3
	s_cselect_b32 s2, s13, s2
	s_cselect_b32 s1, s12, s1
	s_add_i32 s12, s2, 1
	s_cmp_ge_u32 s1, s3
	s_cselect_b32 s1, s12, s2
	s_xor_b32 s1, s1, s8
	s_sub_i32 s12, s1, s8
	s_mul_i32 s12, s12, s11
	s_sub_i32 s0, s0, s12
	s_add_i32 s0, s0, s9
	s_lshl_b32 s9, s0, 5
	v_or_b32_e32 v0, s9, v4
	s_lshl_b32 s3, s8, 5
	s_lshl_b32 s8, s1, 5
	v_mul_lo_u32 v0, s10, v0
	v_add3_u32 v0, v0, s8, v3
	s_lshl_b32 s2, s10, 3
	v_subrev_u32_e32 v0, s3, v0
	s_mov_b64 s[0:1], 0
.LBB1_1:
	v_ashrrev_i32_e32 v1, 31, v0
	v_lshl_add_u64 v[8:9], v[0:1], 2, s[6:7]
	global_load_dword v1, v[8:9], off
	v_add_u32_e32 v7, 8, v7
	v_cmp_lt_u32_e32 vcc, 23, v7
	v_add_u32_e32 v0, s2, v0
	s_or_b64 s[0:1], vcc, s[0:1]
	s_waitcnt vmcnt(0)
	ds_write_b32 v6, v1
	v_add_u32_e32 v6, 0x400, v6
	s_andn2_b64 exec, exec, s[0:1]
	s_cbranch_execnz .LBB1_1
	s_or_b64 exec, exec, s[0:1]
	v_mul_u32_u24_e32 v0, 0x7c, v3
	v_lshlrev_b32_e32 v1, 2, v4
	v_add3_u32 v5, v0, v1, v5
	v_add_u32_e32 v0, s8, v4
	v_subrev_u32_e32 v0, s3, v0
	v_mul_lo_u32 v0, s10, v0
	v_add3_u32 v0, v0, s9, v3
	s_mov_b64 s[0:1], 0
	s_waitcnt lgkmcnt(0)
	s_barrier
.LBB1_3:
	ds_read_b32 v3, v5
	v_add_u32_e32 v2, 8, v2
	v_ashrrev_i32_e32 v1, 31, v0
	v_cmp_lt_u32_e32 vcc, 23, v2
	v_add_u32_e32 v5, 32, v5
	v_lshl_add_u64 v[6:7], v[0:1], 2, s[4:5]
	v_add_u32_e32 v0, s2, v0
	s_or_b64 s[0:1], vcc, s[0:1]
	s_waitcnt lgkmcnt(0)
	global_store_dword v[6:7], v3, off
	s_andn2_b64 exec, exec, s[0:1]
	s_cbranch_execnz .LBB1_3
	s_endpgm
	.section	.rodata,"a",@progbits
	.p2align	6, 0x0
	.amdhsa_kernel grouped_tiles
		.amdhsa_group_segment_fixed_size 4096
		.amdhsa_kernarg_size 28
		.amdhsa_user_sgpr_count 2
		.amdhsa_user_sgpr_kernarg_segment_ptr 1
		.amdhsa_system_sgpr_workgroup_id_x 1
		.amdhsa_next_free_vgpr 10
		.amdhsa_next_free_sgpr 14
		.amdhsa_accum_offset 12
		.amdhsa_reserve_vcc 1
		.amdhsa_float_denorm_mode_32 3
		.amdhsa_float_denorm_mode_16_64 3
		.amdhsa_dx10_clamp 1
		.amdhsa_ieee_mode 1
	.end_amdhsa_kernel
	.text
.Lfunc_end1:
	.size	grouped_tiles, .Lfunc_end1-grouped_tiles
	.text
	.protected	transpose_edges
	.globl	transpose_edges
	.p2align	8
	.type	transpose_edges,@function
transpose_edges:
	s_load_dwordx4 s[4:7], s[0:1], 0x0
	s_load_dwordx2 s[8:9], s[0:1], 0x10
	v_and_b32_e32 v3, 31, v0
	s_lshl_b32 s10, s2, 5
	v_lshrrev_b32_e32 v2, 5, v0
	s_lshl_b32 s11, s3, 5
	v_or_b32_e32 v0, s10, v3
	s_waitcnt lgkmcnt(0)
	v_cmp_gt_i32_e32 vcc, s9, v0
	v_or_b32_e32 v0, s11, v2
	v_mul_lo_u32 v0, s9, v0
	v_mul_u32_u24_e32 v1, 0x84, v2
	v_add3_u32 v0, v0, s10, v3
	s_lshl_b32 s12, s9, 3
	v_lshl_add_u32 v4, v3, 2, v1
	s_mov_b64 s[2:3], 0
	v_mov_b32_e32 v5, v2
	s_branch .LBB2_2
.LBB2_1:
	s_or_b64 exec, exec, s[0:1]
	v_add_u32_e32 v1, 8, v5
	v_cmp_lt_u32_e64 s[0:1], 23, v5
	v_add_u32_e32 v0, s12, v0
	v_add_u32_e32 v4, 0x420, v4
	s_or_b64 s[2:3], s[0:1], s[2:3]
	v_mov_b32_e32 v5, v1
	s_andn2_b64 exec, exec, s[2:3]
	s_cbranch_execz .LBB2_4
.LBB2_2:
	v_add_u32_e32 v1, s11, v5
	v_cmp_gt_i32_e64 s[0:1], s8, v1
	s_and_b64 s[14:15], s[0:1], vcc
	s_and_saveexec_b64 s[0:1], s[14:15]
	s_cbranch_execz .LBB2_1
	v_ashrrev_i32_e32 v1, 31, v0
	v_lshl_add_u64 v[6:7], v[0:1], 2, s[6:7]
	global_load_dword v1, v[6:7], off
	s_waitcnt vmcnt(0)
	ds_write_b32 v4, v1
	s_branch .LBB2_1
.LBB2_4:
	s_or_b64 exec, exec, s[2:3]
	v_or_b32_e32 v0, s11, v3
	v_cmp_gt_i32_e32 vcc, s8, v0
	v_mul_u32_u24_e32 v0, 0x84, v3
	v_lshl_add_u32 v4, v2, 2, v0
	v_add_u32_e32 v0, s10, v2
	v_mul_lo_u32 v0, s8, v0
	v_add3_u32 v0, v0, s11, v3
	s_lshl_b32 s6, s8, 3
	s_mov_b64 s[2:3], 0
	s_waitcnt lgkmcnt(0)
	s_barrier
	s_branch .LBB2_6
.LBB2_5:
	s_or_b64 exec, exec, s[0:1]
	v_add_u32_e32 v1, 8, v2
	v_cmp_lt_u32_e64 s[0:1], 23, v2
	v_add_u32_e32 v4, 32, v4
	v_add_u32_e32 v0, s6, v0
	s_or_b64 s[2:3], s[0:1], s[2:3]
	v_mov_b32_e32 v2, v1
	s_andn2_b64 exec, exec, s[2:3]
	s_cbranch_execz .LBB2_8
.LBB2_6:
	v_add_u32_e32 v1, s10, v2
	v_cmp_gt_i32_e64 s[0:1], s9, v1
	s_and_b64 s[12:13], s[0:1], vcc
	s_and_saveexec_b64 s[0:1], s[12:13]
	s_cbranch_execz .LBB2_5
	ds_read_b32 v3, v4
	v_ashrrev_i32_e32 v1, 31, v0
	v_lshl_add_u64 v[6:7], v[0:1], 2, s[4:5]
	s_waitcnt lgkmcnt(0)
	global_store_dword v[6:7], v3, off
	s_branch .LBB2_5
.LBB2_8:
	s_endpgm
	.section	.rodata,"a",@progbits
	.p2align	6, 0x0
	.amdhsa_kernel transpose_edges
		.amdhsa_group_segment_fixed_size 4224
		.amdhsa_kernarg_size 24
		.amdhsa_user_sgpr_count 2
		.amdhsa_user_sgpr_kernarg_segment_ptr 1
		.amdhsa_system_sgpr_workgroup_id_x 1
		.amdhsa_system_sgpr_workgroup_id_y 1
		.amdhsa_next_free_vgpr 8
		.amdhsa_next_free_sgpr 16
		.amdhsa_accum_offset 8
		.amdhsa_reserve_vcc 1
		.amdhsa_float_denorm_mode_32 3
		.amdhsa_float_denorm_mode_16_64 3
		.amdhsa_dx10_clamp 1
		.amdhsa_ieee_mode 1
	.end_amdhsa_kernel
	.text
.Lfunc_end2:
	.size	transpose_edges, .Lfunc_end2-transpose_edges
	.text
	.protected	stencil_edges
	.globl	stencil_edges
	.p2align	8
	.type	stencil_edges,@function
stencil_edges:
	s_load_dword s4, s[0:1], 0x10
	s_load_dwordx4 s[8:11], s[0:1], 0x0
	v_lshl_or_b32 v2, s2, 8, v0
	v_ashrrev_i32_e32 v3, 31, v2
	v_lshlrev_b32_e32 v1, 2, v0
	s_waitcnt lgkmcnt(0)
	v_cmp_gt_i32_e32 vcc, s4, v2
	s_and_saveexec_b64 s[0:1], vcc
	s_cbranch_execz .LBB3_2
	v_lshl_add_u64 v[4:5], v[2:3], 2, s[10:11]
	global_load_dword v4, v[4:5], off
	s_waitcnt vmcnt(0)
	ds_write_b32 v1, v4 offset:4
.LBB3_2:
	s_or_b64 exec, exec, s[0:1]
	v_cmp_eq_u32_e64 s[0:1], 0, v0
	v_cmp_lt_i32_e32 vcc, 0, v2
	s_and_b64 s[2:3], s[0:1], vcc
	s_and_saveexec_b64 s[0:1], s[2:3]
	s_cbranch_execz .LBB3_4
	v_mov_b32_e32 v5, 0
	v_mov_b32_e32 v4, v2
	v_lshl_add_u64 v[6:7], v[4:5], 2, s[10:11]
	global_load_dword v4, v[6:7], off offset:-4
	s_waitcnt vmcnt(0)
	ds_write_b32 v5, v4
.LBB3_4:
	s_or_b64 exec, exec, s[0:1]
	s_movk_i32 s2, 0xff
	v_cmp_ne_u32_e64 s[0:1], s2, v0
	v_cmp_eq_u32_e64 s[2:3], s2, v0
	v_add_u32_e32 v0, 1, v2
	v_cmp_gt_i32_e64 s[4:5], s4, v0
	s_and_b64 s[6:7], s[2:3], s[4:5]
	s_and_b64 s[0:1], s[0:1], s[4:5]
	s_and_saveexec_b64 s[2:3], s[6:7]
	s_cbranch_execz .LBB3_6
	v_lshl_add_u64 v[4:5], v[2:3], 2, s[10:11]
	global_load_dword v3, v[4:5], off offset:4
	v_mov_b32_e32 v0, 0
	s_or_b64 s[0:1], s[0:1], exec
	s_waitcnt vmcnt(0)
	ds_write_b32 v0, v3 offset:1028
.LBB3_6:
	s_or_b64 exec, exec, s[2:3]
	s_and_b64 s[0:1], vcc, s[0:1]
	s_waitcnt lgkmcnt(0)
	s_barrier
	s_and_saveexec_b64 s[2:3], s[0:1]
	s_cbranch_execz .LBB3_8
	ds_read2_b32 v[4:5], v1 offset1:1
	ds_read_b32 v6, v1 offset:8
	v_mov_b32_e32 v0, s8
	v_mov_b32_e32 v1, s9
	v_mov_b32_e32 v3, 0
	s_waitcnt lgkmcnt(1)
	v_add_f32_e32 v4, v4, v5
	s_waitcnt lgkmcnt(0)
	v_add_f32_e32 v4, v4, v6
	v_lshl_add_u64 v[0:1], v[2:3], 2, v[0:1]
	global_store_dword v[0:1], v4, off
.LBB3_8:
	s_endpgm
	.section	.rodata,"a",@progbits
	.p2align	6, 0x0
	.amdhsa_kernel stencil_edges
		.amdhsa_group_segment_fixed_size 1032
		.amdhsa_kernarg_size 20
		.amdhsa_user_sgpr_count 2
		.amdhsa_user_sgpr_kernarg_segment_ptr 1
		.amdhsa_system_sgpr_workgroup_id_x 1
		.amdhsa_next_free_vgpr 8
		.amdhsa_next_free_sgpr 12
		.amdhsa_accum_offset 8
		.amdhsa_reserve_vcc 1
		.amdhsa_float_denorm_mode_32 3
		.amdhsa_float_denorm_mode_16_64 3
		.amdhsa_dx10_clamp 1
		.amdhsa_ieee_mode 1
	.end_amdhsa_kernel
	.text
.Lfunc_end3:
	.size	stencil_edges, .Lfunc_end3-stencil_edges
	.text
	.protected	reduction_tail
	.globl	reduction_tail
	.p2align	8
	.type	reduction_tail,@function
reduction_tail:
	s_load_dword s3, s[0:1], 0x10
	s_load_dwordx4 s[4:7], s[0:1], 0x0
	v_lshl_or_b32 v2, s2, 8, v0
	v_mov_b32_e32 v3, 0
	s_waitcnt lgkmcnt(0)
	v_cmp_gt_i32_e32 vcc, s3, v2
	s_and_saveexec_b64 s[0:1], vcc
	s_cbranch_execz .LBB4_2
	v_mov_b32_e32 v4, s6
	v_mov_b32_e32 v5, s7
	v_ashrrev_i32_e32 v3, 31, v2
	v_lshl_add_u64 v[2:3], v[2:3], 2, v[4:5]
	global_load_dword v3, v[2:3], off
.LBB4_2:
	s_or_b64 exec, exec, s[0:1]
	s_movk_i32 s0, 0x80
	v_lshlrev_b32_e32 v1, 2, v0
	v_cmp_gt_u32_e32 vcc, s0, v0
	s_waitcnt vmcnt(0)
	ds_write_b32 v1, v3
	s_waitcnt lgkmcnt(0)
	s_barrier
	s_and_saveexec_b64 s[0:1], vcc
	s_cbranch_execz .LBB4_4
	ds_read2st64_b32 v[2:3], v1 offset1:2
	s_waitcnt lgkmcnt(0)
	v_add_f32_e32 v2, v3, v2
	ds_write_b32 v1, v2
.LBB4_4:
	s_or_b64 exec, exec, s[0:1]
	v_cmp_gt_u32_e32 vcc, 64, v0
	s_waitcnt lgkmcnt(0)
	s_barrier
	s_and_saveexec_b64 s[0:1], vcc
	s_cbranch_execz .LBB4_6
	ds_read2st64_b32 v[2:3], v1 offset1:1
	s_waitcnt lgkmcnt(0)
	v_add_f32_e32 v2, v3, v2
	ds_write_b32 v1, v2
.LBB4_6:
	s_or_b64 exec, exec, s[0:1]
	v_cmp_gt_u32_e32 vcc, 32, v0
	s_waitcnt lgkmcnt(0)
	s_barrier
	s_and_saveexec_b64 s[0:1], vcc
	s_cbranch_execz .LBB4_8
	ds_read2_b32 v[2:3], v1 offset1:32
	s_waitcnt lgkmcnt(0)
	v_add_f32_e32 v2, v3, v2
	ds_write_b32 v1, v2
.LBB4_8:
	s_or_b64 exec, exec, s[0:1]
	v_cmp_gt_u32_e32 vcc, 16, v0
	s_waitcnt lgkmcnt(0)
	s_barrier
	s_and_saveexec_b64 s[0:1], vcc
	s_cbranch_execz .LBB4_10
	ds_read2_b32 v[2:3], v1 offset1:16
	s_waitcnt lgkmcnt(0)
	v_add_f32_e32 v2, v3, v2
	ds_write_b32 v1, v2
.LBB4_10:
	s_or_b64 exec, exec, s[0:1]
	v_cmp_gt_u32_e32 vcc, 8, v0
	s_waitcnt lgkmcnt(0)
	s_barrier
	s_and_saveexec_b64 s[0:1], vcc
	s_cbranch_execz .LBB4_12
	ds_read2_b32 v[2:3], v1 offset1:8
	s_waitcnt lgkmcnt(0)
	v_add_f32_e32 v2, v3, v2
	ds_write_b32 v1, v2
.LBB4_12:
	s_or_b64 exec, exec, s[0:1]
	v_cmp_gt_u32_e32 vcc, 4, v0
	s_waitcnt lgkmcnt(0)
	s_barrier
	s_and_saveexec_b64 s[0:1], vcc
	s_cbranch_execz .LBB4_14
	ds_read2_b32 v[2:3], v1 offset1:4
	s_waitcnt lgkmcnt(0)
	v_add_f32_e32 v2, v3, v2
	ds_write_b32 v1, v2
.LBB4_14:
	s_or_b64 exec, exec, s[0:1]
	v_cmp_gt_u32_e32 vcc, 2, v0
	s_waitcnt lgkmcnt(0)
	s_barrier
	s_and_saveexec_b64 s[0:1], vcc
	s_cbranch_execz .LBB4_16
	ds_read2_b32 v[2:3], v1 offset1:2
	s_waitcnt lgkmcnt(0)
	v_add_f32_e32 v2, v3, v2
	ds_write_b32 v1, v2
.LBB4_16:
	s_or_b64 exec, exec, s[0:1]
	v_cmp_eq_u32_e32 vcc, 0, v0
	s_waitcnt lgkmcnt(0)
	s_barrier
	s_and_saveexec_b64 s[0:1], vcc
	s_cbranch_execz .LBB4_18
	ds_read2_b32 v[2:3], v1 offset1:1
	s_waitcnt lgkmcnt(0)
	v_add_f32_e32 v0, v3, v2
	ds_write_b32 v1, v0
.LBB4_18:
	s_or_b64 exec, exec, s[0:1]
	s_waitcnt lgkmcnt(0)
	s_barrier
	s_and_saveexec_b64 s[0:1], vcc
	s_cbranch_execz .LBB4_20
	v_mov_b32_e32 v0, 0
	ds_read_b32 v1, v0
	s_ashr_i32 s3, s2, 31
	s_lshl_b64 s[0:1], s[2:3], 2
	s_add_u32 s0, s4, s0
	s_addc_u32 s1, s5, s1
	s_waitcnt lgkmcnt(0)
	global_store_dword v0, v1, s[0:1]
.LBB4_20:
	s_endpgm
	.section	.rodata,"a",@progbits
	.p2align	6, 0x0
	.amdhsa_kernel reduction_tail
		.amdhsa_group_segment_fixed_size 1024
		.amdhsa_kernarg_size 20
		.amdhsa_user_sgpr_count 2
		.amdhsa_user_sgpr_kernarg_segment_ptr 1
		.amdhsa_system_sgpr_workgroup_id_x 1
		.amdhsa_next_free_vgpr 6
		.amdhsa_next_free_sgpr 8
		.amdhsa_accum_offset 8
		.amdhsa_reserve_vcc 1
		.amdhsa_float_denorm_mode_32 3
		.amdhsa_float_denorm_mode_16_64 3
		.amdhsa_dx10_clamp 1
		.amdhsa_ieee_mode 1
	.end_amdhsa_kernel
	.text
.Lfunc_end4:
	.size	reduction_tail, .Lfunc_end4-reduction_tail
	.text
	.protected	causal
	.globl	causal
	.p2align	8
	.type	causal,@function
causal:
	s_cmp_gt_i32 s2, s3
	s_cbranch_scc1 .LBB5_7
	s_load_dwordx4 s[4:7], s[0:1], 0x0
	s_load_dword s9, s[0:1], 0x10
	v_lshrrev_b32_e32 v3, 5, v0
	s_lshl_b32 s10, s3, 5
	v_and_b32_e32 v2, 31, v0
	v_or_b32_e32 v0, s10, v3
	s_lshl_b32 s11, s2, 5
	s_waitcnt lgkmcnt(0)
	v_mul_lo_u32 v0, s9, v0
	v_lshlrev_b32_e32 v4, 2, v2
	v_or_b32_e32 v5, s11, v2
	v_add3_u32 v0, v0, s11, v2
	s_lshl_b32 s8, s9, 3
	v_lshl_or_b32 v6, v3, 7, v4
	s_mov_b64 s[0:1], 0
	v_mov_b32_e32 v7, v3
	s_branch .LBB5_3
.LBB5_2:
	s_or_b64 exec, exec, s[2:3]
	v_add_u32_e32 v1, 8, v7
	v_cmp_lt_u32_e32 vcc, 23, v7
	v_add_u32_e32 v0, s8, v0
	v_add_u32_e32 v6, 0x400, v6
	s_or_b64 s[0:1], vcc, s[0:1]
	v_mov_b32_e32 v7, v1
	s_andn2_b64 exec, exec, s[0:1]
	s_cbranch_execz .LBB5_5
.LBB5_3:
	v_add_u32_e32 v1, s10, v7
	v_cmp_le_i32_e32 vcc, v5, v1
	s_and_saveexec_b64 s[2:3], vcc
	s_cbranch_execz .LBB5_2
	v_ashrrev_i32_e32 v1, 31, v0
	v_lshl_add_u64 v[8:9], v[0:1], 2, s[6:7]
	global_load_dword v1, v[8:9], off
	s_waitcnt vmcnt(0)
	ds_write_b32 v6, v1
	s_branch .LBB5_2
.LBB5_5:
	s_or_b64 exec, exec, s[0:1]
	v_mul_u32_u24_e32 v0, 0x7c, v2
	v_lshlrev_b32_e32 v1, 2, v3
	v_add3_u32 v4, v0, v1, v4
	v_add_u32_e32 v0, s11, v3
	v_mul_lo_u32 v0, s9, v0
	v_or_b32_e32 v5, -8, v3
	v_add3_u32 v0, v0, s10, v2
	s_mov_b64 s[0:1], 0
	s_waitcnt lgkmcnt(0)
	s_barrier
.LBB5_6:
	ds_read_b32 v6, v4
	v_add_u32_e32 v5, 8, v5
	v_ashrrev_i32_e32 v1, 31, v0
	v_cmp_lt_u32_e32 vcc, 23, v5
	v_add_u32_e32 v4, 32, v4
	v_lshl_add_u64 v[2:3], v[0:1], 2, s[4:5]
	v_add_u32_e32 v0, s8, v0
	s_or_b64 s[0:1], vcc, s[0:1]
	s_waitcnt lgkmcnt(0)
	global_store_dword v[2:3], v6, off
	s_andn2_b64 exec, exec, s[0:1]
	s_cbranch_execnz .LBB5_6
.LBB5_7:
	s_endpgm
	.section	.rodata,"a",@progbits
	.p2align	6, 0x0
	.amdhsa_kernel causal
		.amdhsa_group_segment_fixed_size 4096
		.amdhsa_kernarg_size 20
		.amdhsa_user_sgpr_count 2
		.amdhsa_user_sgpr_kernarg_segment_ptr 1
		.amdhsa_system_sgpr_workgroup_id_x 1
		.amdhsa_system_sgpr_workgroup_id_y 1
		.amdhsa_next_free_vgpr 10
		.amdhsa_next_free_sgpr 12
		.amdhsa_accum_offset 12
		.amdhsa_reserve_vcc 1
		.amdhsa_float_denorm_mode_32 3
		.amdhsa_float_denorm_mode_16_64 3
		.amdhsa_dx10_clamp 1
		.amdhsa_ieee_mode 1
	.end_amdhsa_kernel
	.text
.Lfunc_end5:
	.size	causal, .Lfunc_end5-causal
	.text
	.protected	triangle
	.globl	triangle
	.p2align	8
	.type	triangle,@function
triangle:
	s_load_dwordx4 s[4:7], s[0:1], 0x0
	s_cmp_gt_i32 s2, -16
	s_cbranch_scc0 .LBB6_4
	s_ashr_i32 s0, s2, 31
	s_lshr_b32 s0, s0, 28
	s_add_i32 s0, s2, s0
	s_ashr_i32 s0, s0, 4
	v_lshlrev_b32_e32 v4, 2, v0
	v_sub_u32_e32 v5, 0, v4
	s_add_i32 s0, s0, 1
	v_mov_b32_e32 v1, 0
	v_mov_b32_e32 v2, v0
.LBB6_2:
	v_ashrrev_i32_e32 v3, 31, v2
	s_waitcnt lgkmcnt(0)
	v_lshl_add_u64 v[6:7], v[2:3], 2, s[6:7]
	global_load_dword v3, v[6:7], off
	s_add_i32 s0, s0, -1
	s_cmp_eq_u32 s0, 0
	v_add_u32_e32 v2, 64, v2
	s_waitcnt vmcnt(0)
	ds_write_b32 v4, v3
	s_waitcnt lgkmcnt(0)
	ds_read_b32 v3, v5 offset:252
	s_waitcnt lgkmcnt(0)
	v_add_f32_e32 v1, v1, v3
	s_cbranch_scc0 .LBB6_2
	s_branch .LBB6_6
.LBB6_4:
	s_cbranch_execz .LBB6_6
	v_mov_b32_e32 v1, 0
.LBB6_6:
	v_lshl_or_b32 v4, s2, 6, v0
	s_waitcnt lgkmcnt(0)
	v_mov_b32_e32 v2, s4
	v_mov_b32_e32 v3, s5
	v_ashrrev_i32_e32 v5, 31, v4
	v_lshl_add_u64 v[2:3], v[4:5], 2, v[2:3]
	global_store_dword v[2:3], v1, off
	s_endpgm
	.section	.rodata,"a",@progbits
	.p2align	6, 0x0
	.amdhsa_kernel triangle
		.amdhsa_group_segment_fixed_size 256
		.amdhsa_kernarg_size 20
		.amdhsa_user_sgpr_count 2
		.amdhsa_user_sgpr_kernarg_segment_ptr 1
		.amdhsa_system_sgpr_workgroup_id_x 1
		.amdhsa_next_free_vgpr 8
		.amdhsa_next_free_sgpr 8
		.amdhsa_accum_offset 8
		.amdhsa_reserve_vcc 0
		.amdhsa_float_denorm_mode_32 3
		.amdhsa_float_denorm_mode_16_64 3
		.amdhsa_dx10_clamp 1
		.amdhsa_ieee_mode 1
	.end_amdhsa_kernel
	.text
.Lfunc_end6:
	.size	triangle, .Lfunc_end6-triangle
	.text
	.protected	ragged
	.globl	ragged
	.p2align	8
	.type	ragged,@function
ragged:
	s_load_dwordx4 s[4:7], s[0:1], 0x0
	s_ashr_i32 s3, s2, 31
	s_lshl_b64 s[0:1], s[2:3], 2
	s_waitcnt lgkmcnt(0)
	s_add_u32 s0, s6, s0
	s_addc_u32 s1, s7, s1
	s_load_dword s0, s[0:1], 0x0
	s_waitcnt lgkmcnt(0)
	s_ashr_i32 s1, s0, 31
	s_lshr_b32 s1, s1, 26
	s_add_i32 s1, s0, s1
	s_andn2_b32 s1, s1, 63
	s_sub_i32 s3, s0, s1
	v_cmp_gt_i32_e32 vcc, s3, v0
	s_and_saveexec_b64 s[0:1], vcc
	v_lshlrev_b32_e32 v1, 2, v0
	v_cvt_f32_ubyte0_e32 v2, v0
	ds_write_b32 v1, v2
	s_or_b64 exec, exec, s[0:1]
	s_waitcnt lgkmcnt(0)
	s_and_saveexec_b64 s[0:1], vcc
	s_cbranch_execz .LBB7_4
	v_not_b32_e32 v1, v0
	v_lshlrev_b32_e32 v1, 2, v1
	v_lshl_add_u32 v1, s3, 2, v1
	ds_read_b32 v4, v1
	v_lshl_or_b32 v0, s2, 6, v0
	v_mov_b32_e32 v2, s4
	v_mov_b32_e32 v3, s5
	v_ashrrev_i32_e32 v1, 31, v0
	v_lshl_add_u64 v[0:1], v[0:1], 2, v[2:3]
	s_waitcnt lgkmcnt(0)
	global_store_dword v[0:1], v4, off
.LBB7_4:
	s_endpgm
	.section	.rodata,"a",@progbits
	.p2align	6, 0x0
	.amdhsa_kernel ragged
		.amdhsa_group_segment_fixed_size 256
		.amdhsa_kernarg_size 20
		.amdhsa_user_sgpr_count 2
		.amdhsa_user_sgpr_kernarg_segment_ptr 1
		.amdhsa_system_sgpr_workgroup_id_x 1
		.amdhsa_next_free_vgpr 5
		.amdhsa_next_free_sgpr 8
		.amdhsa_accum_offset 8
		.amdhsa_reserve_vcc 1
		.amdhsa_float_denorm_mode_32 3
		.amdhsa_float_denorm_mode_16_64 3
		.amdhsa_dx10_clamp 1
		.amdhsa_ieee_mode 1
	.end_amdhsa_kernel
	.text
.Lfunc_end7:
	.size	ragged, .Lfunc_end7-ragged
	.text
	.protected	rotated
	.globl	rotated
	.p2align	8
	.type	rotated,@function
rotated:
	s_load_dwordx4 s[4:7], s[0:1], 0x0
	v_lshl_or_b32 v2, s2, 6, v0
	v_ashrrev_i32_e32 v3, 31, v2
	v_lshlrev_b64 v[2:3], 2, v[2:3]
	s_ashr_i32 s0, s3, 31
	s_waitcnt lgkmcnt(0)
	v_lshl_add_u64 v[4:5], s[6:7], 0, v[2:3]
	global_load_dword v6, v[4:5], off
	s_lshr_b32 s0, s0, 30
	s_add_i32 s0, s3, s0
	s_and_b32 s0, s0, -4
	s_sub_i32 s0, s3, s0
	s_add_i32 s1, s0, 1
	v_xor_b32_e32 v4, s0, v0
	v_mul_i32_i24_e32 v0, s1, v0
	v_ashrrev_i16_e32 v5, 15, v0
	v_add_u16_sdwa v5, v0, v5 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:DWORD src1_sel:BYTE_1
	v_and_b32_e32 v5, 0xffffff00, v5
	v_mov_b32_e32 v1, 2
	v_sub_u16_e32 v0, v0, v5
	v_lshlrev_b32_e32 v4, 2, v4
	v_lshlrev_b32_sdwa v0, v1, sext(v0) dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:DWORD src1_sel:WORD_0
	s_waitcnt vmcnt(0)
	ds_write_b32 v0, v6
	v_lshl_add_u64 v[0:1], s[4:5], 0, v[2:3]
	s_waitcnt lgkmcnt(0)
	ds_read_b32 v4, v4
	s_waitcnt lgkmcnt(0)
	global_store_dword v[0:1], v4, off
	s_endpgm
	.section	.rodata,"a",@progbits
	.p2align	6, 0x0
	.amdhsa_kernel rotated
		.amdhsa_group_segment_fixed_size 1024
		.amdhsa_kernarg_size 20
		.amdhsa_user_sgpr_count 2
		.amdhsa_user_sgpr_kernarg_segment_ptr 1
		.amdhsa_system_sgpr_workgroup_id_x 1
		.amdhsa_system_sgpr_workgroup_id_y 1
		.amdhsa_next_free_vgpr 7
		.amdhsa_next_free_sgpr 8
		.amdhsa_accum_offset 8
		.amdhsa_reserve_vcc 0
		.amdhsa_float_denorm_mode_32 3
		.amdhsa_float_denorm_mode_16_64 3
		.amdhsa_dx10_clamp 1
		.amdhsa_ieee_mode 1
	.end_amdhsa_kernel
	.text
.Lfunc_end8:
	.size	rotated, .Lfunc_end8-rotated
	.text
	.protected	split_k
	.globl	split_k
	.p2align	8
	.type	split_k,@function
split_k:
	s_load_dwordx2 s[10:11], s[0:1], 0x10
	s_load_dwordx4 s[4:7], s[0:1], 0x0
	v_mov_b32_e32 v1, 0
	s_waitcnt lgkmcnt(0)
	s_mul_i32 s8, s11, s3
	s_add_i32 s0, s8, s11
	s_min_i32 s9, s0, s10
	s_cmp_ge_i32 s8, s9
	s_cbranch_scc1 .LBB9_7
	v_lshlrev_b32_e32 v4, 2, v0
	v_mov_b32_e32 v1, 0
.LBB9_2:
	v_add_u32_e32 v2, s8, v0
	v_cmp_gt_i32_e32 vcc, s9, v2
	s_and_saveexec_b64 s[0:1], vcc
	s_cbranch_execz .LBB9_4
	v_ashrrev_i32_e32 v3, 31, v2
	v_lshl_add_u64 v[2:3], v[2:3], 2, s[6:7]
	global_load_dword v2, v[2:3], off
	s_waitcnt vmcnt(0)
	ds_write_b32 v4, v2
.LBB9_4:
	s_or_b64 exec, exec, s[0:1]
	s_mov_b32 s0, 0
	s_mov_b32 s1, 0
	s_waitcnt lgkmcnt(0)
.LBB9_5:
	v_mov_b32_e32 v2, s0
	s_add_i32 s12, s1, 1
	ds_read_b32 v2, v2
	s_cmp_gt_u32 s1, 62
	s_mov_b32 s1, s12
	s_cselect_b64 s[10:11], -1, 0
	s_add_i32 s12, s12, s8
	s_cmp_ge_i32 s12, s9
	s_cselect_b64 s[12:13], -1, 0
	s_or_b64 s[10:11], s[10:11], s[12:13]
	s_add_i32 s0, s0, 4
	s_waitcnt lgkmcnt(0)
	v_add_f32_e32 v1, v1, v2
	s_and_b64 vcc, exec, s[10:11]
	s_cbranch_vccz .LBB9_5
	s_add_i32 s8, s8, 64
	s_cmp_ge_i32 s8, s9
	s_cbranch_scc0 .LBB9_2
.LBB9_7:
	s_lshl_b32 s0, s3, 11
	s_lshl_b32 s1, s2, 6
	s_add_i32 s0, s0, s1
	v_or_b32_e32 v4, s0, v0
	v_mov_b32_e32 v2, s4
	v_mov_b32_e32 v3, s5
	v_ashrrev_i32_e32 v5, 31, v4
	v_lshl_add_u64 v[2:3], v[4:5], 2, v[2:3]
	global_store_dword v[2:3], v1, off
	s_endpgm
	.section	.rodata,"a",@progbits
	.p2align	6, 0x0
	.amdhsa_kernel split_k
		.amdhsa_group_segment_fixed_size 256
		.amdhsa_kernarg_size 24
		.amdhsa_user_sgpr_count 2
		.amdhsa_user_sgpr_kernarg_segment_ptr 1
		.amdhsa_system_sgpr_workgroup_id_x 1
		.amdhsa_system_sgpr_workgroup_id_z 1
		.amdhsa_next_free_vgpr 6
		.amdhsa_next_free_sgpr 14
		.amdhsa_accum_offset 8
		.amdhsa_reserve_vcc 1
		.amdhsa_float_denorm_mode_32 3
		.amdhsa_float_denorm_mode_16_64 3
		.amdhsa_dx10_clamp 1
		.amdhsa_ieee_mode 1
	.end_amdhsa_kernel
	.text
.Lfunc_end9:
	.size	split_k, .Lfunc_end9-split_k
	.text
	.protected	bins
	.globl	bins
	.p2align	8
	.type	bins,@function
bins:
	s_load_dwordx4 s[4:7], s[0:1], 0x0
	s_load_dword s3, s[0:1], 0x10
	v_lshlrev_b32_e32 v2, 2, v0
	v_lshl_or_b32 v0, s2, 6, v0
	v_mov_b32_e32 v1, 0
	ds_write_b32 v2, v1
	s_waitcnt lgkmcnt(0)
	v_cmp_gt_i32_e32 vcc, s3, v0
	s_and_saveexec_b64 s[0:1], vcc
	s_cbranch_execz .LBB10_2
	v_mov_b32_e32 v4, s6
	v_mov_b32_e32 v5, s7
	v_ashrrev_i32_e32 v1, 31, v0
	v_lshl_add_u64 v[0:1], v[0:1], 2, v[4:5]
	global_load_dword v0, v[0:1], off
	v_mov_b32_e32 v1, 1
	s_waitcnt vmcnt(0)
	v_and_b32_e32 v0, 63, v0
	v_lshlrev_b32_e32 v0, 2, v0
	ds_add_u32 v0, v1
.LBB10_2:
	s_or_b64 exec, exec, s[0:1]
	s_waitcnt lgkmcnt(0)
	ds_read_b32 v0, v2
	s_waitcnt lgkmcnt(0)
	global_atomic_add v2, v0, s[4:5]
	s_endpgm
	.section	.rodata,"a",@progbits
	.p2align	6, 0x0
	.amdhsa_kernel bins
		.amdhsa_group_segment_fixed_size 256
		.amdhsa_kernarg_size 20
		.amdhsa_user_sgpr_count 2
		.amdhsa_user_sgpr_kernarg_segment_ptr 1
		.amdhsa_system_sgpr_workgroup_id_x 1
		.amdhsa_next_free_vgpr 6
		.amdhsa_next_free_sgpr 8
		.amdhsa_accum_offset 8
		.amdhsa_reserve_vcc 1
		.amdhsa_float_denorm_mode_32 3
		.amdhsa_float_denorm_mode_16_64 3
		.amdhsa_dx10_clamp 1
		.amdhsa_ieee_mode 1
	.end_amdhsa_kernel
	.text
.Lfunc_end10:
	.size	bins, .Lfunc_end10-bins
	.text
	.text
	.amdgpu_metadata
---
amdhsa.kernels:
  - .agpr_count:     0
    .args:
      - .address_space:  global
        .offset:         0
        .size:           8
        .value_kind:     global_buffer
      - .address_space:  global
        .offset:         8
        .size:           8
        .value_kind:     global_buffer
      - .offset:         16
        .size:           4
        .value_kind:     by_value
      - .offset:         20
        .size:           4
        .value_kind:     by_value
      - .offset:         24
        .size:           4
        .value_kind:     by_value
    .group_segment_fixed_size: 8192
    .kernarg_segment_align: 8
    .kernarg_segment_size: 28
    .max_flat_workgroup_size: 256
    .name:           gemm_edges
    .private_segment_fixed_size: 0
    .sgpr_count:     26
    .sgpr_spill_count: 0
    .symbol:         gemm_edges.kd
    .uniform_work_group_size: 1
    .uses_dynamic_stack: false
    .vgpr_count:     72
    .vgpr_spill_count: 0
    .wavefront_size: 64
  - .agpr_count:     0
    .args:
      - .address_space:  global
        .offset:         0
        .size:           8
        .value_kind:     global_buffer
      - .address_space:  global
        .offset:         8
        .size:           8
        .value_kind:     global_buffer
      - .offset:         16
        .size:           4
        .value_kind:     by_value
      - .offset:         20
        .size:           4
        .value_kind:     by_value
      - .offset:         24
        .size:           4
        .value_kind:     by_value
    .group_segment_fixed_size: 4096
    .kernarg_segment_align: 8
    .kernarg_segment_size: 28
    .max_flat_workgroup_size: 256
    .name:           grouped_tiles
    .private_segment_fixed_size: 0
    .sgpr_count:     20
    .sgpr_spill_count: 0
    .symbol:         grouped_tiles.kd
    .uniform_work_group_size: 1
    .uses_dynamic_stack: false
    .vgpr_count:     10
    .vgpr_spill_count: 0
    .wavefront_size: 64
  - .agpr_count:     0
    .args:
      - .address_space:  global
        .offset:         0
        .size:           8
        .value_kind:     global_buffer
      - .address_space:  global
        .offset:         8
        .size:           8
        .value_kind:     global_buffer
      - .offset:         16
        .size:           4
        .value_kind:     by_value
      - .offset:         20
        .size:           4
        .value_kind:     by_value
    .group_segment_fixed_size: 4224
    .kernarg_segment_align: 8
    .kernarg_segment_size: 24
    .max_flat_workgroup_size: 256
    .name:           transpose_edges
    .private_segment_fixed_size: 0
    .sgpr_count:     22
    .sgpr_spill_count: 0
    .symbol:         transpose_edges.kd
    .uniform_work_group_size: 1
    .uses_dynamic_stack: false
    .vgpr_count:     8
    .vgpr_spill_count: 0
    .wavefront_size: 64
  - .agpr_count:     0
    .args:
      - .address_space:  global
        .offset:         0
        .size:           8
        .value_kind:     global_buffer
      - .address_space:  global
        .offset:         8
        .size:           8
        .value_kind:     global_buffer
      - .offset:         16
        .size:           4
        .value_kind:     by_value
    .group_segment_fixed_size: 1032
    .kernarg_segment_align: 8
    .kernarg_segment_size: 20
    .max_flat_workgroup_size: 256
    .name:           stencil_edges
    .private_segment_fixed_size: 0
    .sgpr_count:     18
    .sgpr_spill_count: 0
    .symbol:         stencil_edges.kd
    .uniform_work_group_size: 1
    .uses_dynamic_stack: false
    .vgpr_count:     8
    .vgpr_spill_count: 0
    .wavefront_size: 64
  - .agpr_count:     0
    .args:
      - .address_space:  global
        .offset:         0
        .size:           8
        .value_kind:     global_buffer
      - .address_space:  global
        .offset:         8
        .size:           8
        .value_kind:     global_buffer
      - .offset:         16
        .size:           4
        .value_kind:     by_value
    .group_segment_fixed_size: 1024
    .kernarg_segment_align: 8
    .kernarg_segment_size: 20
    .max_flat_workgroup_size: 256
    .name:           reduction_tail
    .private_segment_fixed_size: 0
    .sgpr_count:     14
    .sgpr_spill_count: 0
    .symbol:         reduction_tail.kd
    .uniform_work_group_size: 1
    .uses_dynamic_stack: false
    .vgpr_count:     6
    .vgpr_spill_count: 0
    .wavefront_size: 64
  - .agpr_count:     0
    .args:
      - .address_space:  global
        .offset:         0
        .size:           8
        .value_kind:     global_buffer
      - .address_space:  global
        .offset:         8
        .size:           8
        .value_kind:     global_buffer
      - .offset:         16
        .size:           4
        .value_kind:     by_value
    .group_segment_fixed_size: 4096
    .kernarg_segment_align: 8
    .kernarg_segment_size: 20
    .max_flat_workgroup_size: 256
    .name:           causal
    .private_segment_fixed_size: 0
    .sgpr_count:     18
    .sgpr_spill_count: 0
    .symbol:         causal.kd
    .uniform_work_group_size: 1
    .uses_dynamic_stack: false
    .vgpr_count:     10
    .vgpr_spill_count: 0
    .wavefront_size: 64
  - .agpr_count:     0
    .args:
      - .address_space:  global
        .offset:         0
        .size:           8
        .value_kind:     global_buffer
      - .address_space:  global
        .offset:         8
        .size:           8
        .value_kind:     global_buffer
      - .offset:         16
        .size:           4
        .value_kind:     by_value
    .group_segment_fixed_size: 256
    .kernarg_segment_align: 8
    .kernarg_segment_size: 20
    .max_flat_workgroup_size: 64
    .name:           triangle
    .private_segment_fixed_size: 0
    .sgpr_count:     14
    .sgpr_spill_count: 0
    .symbol:         triangle.kd
    .uniform_work_group_size: 1
    .uses_dynamic_stack: false
    .vgpr_count:     8
    .vgpr_spill_count: 0
    .wavefront_size: 64
  - .agpr_count:     0
    .args:
      - .address_space:  global
        .offset:         0
        .size:           8
        .value_kind:     global_buffer
      - .address_space:  global
        .offset:         8
        .size:           8
        .value_kind:     global_buffer
      - .offset:         16
        .size:           4
        .value_kind:     by_value
    .group_segment_fixed_size: 256
    .kernarg_segment_align: 8
    .kernarg_segment_size: 20
    .max_flat_workgroup_size: 64
    .name:           ragged
    .private_segment_fixed_size: 0
    .sgpr_count:     14
    .sgpr_spill_count: 0
    .symbol:         ragged.kd
    .uniform_work_group_size: 1
    .uses_dynamic_stack: false
    .vgpr_count:     5
    .vgpr_spill_count: 0
    .wavefront_size: 64
  - .agpr_count:     0
    .args:
      - .address_space:  global
        .offset:         0
        .size:           8
        .value_kind:     global_buffer
      - .address_space:  global
        .offset:         8
        .size:           8
        .value_kind:     global_buffer
      - .offset:         16
        .size:           4
        .value_kind:     by_value
    .group_segment_fixed_size: 1024
    .kernarg_segment_align: 8
    .kernarg_segment_size: 20
    .max_flat_workgroup_size: 64
    .name:           rotated
    .private_segment_fixed_size: 0
    .sgpr_count:     14
    .sgpr_spill_count: 0
    .symbol:         rotated.kd
    .uniform_work_group_size: 1
    .uses_dynamic_stack: false
    .vgpr_count:     7
    .vgpr_spill_count: 0
    .wavefront_size: 64
  - .agpr_count:     0
    .args:
      - .address_space:  global
        .offset:         0
        .size:           8
        .value_kind:     global_buffer
      - .address_space:  global
        .offset:         8
        .size:           8
        .value_kind:     global_buffer
      - .offset:         16
        .size:           4
        .value_kind:     by_value
      - .offset:         20
        .size:           4
        .value_kind:     by_value
    .group_segment_fixed_size: 256
    .kernarg_segment_align: 8
    .kernarg_segment_size: 24
    .max_flat_workgroup_size: 64
    .name:           split_k
    .private_segment_fixed_size: 0
    .sgpr_count:     20
    .sgpr_spill_count: 0
    .symbol:         split_k.kd
    .uniform_work_group_size: 1
    .uses_dynamic_stack: false
    .vgpr_count:     6
    .vgpr_spill_count: 0
    .wavefront_size: 64
  - .agpr_count:     0
    .args:
      - .address_space:  global
        .offset:         0
        .size:           8
        .value_kind:     global_buffer
      - .address_space:  global
        .offset:         8
        .size:           8
        .value_kind:     global_buffer
      - .offset:         16
        .size:           4
        .value_kind:     by_value
    .group_segment_fixed_size: 256
    .kernarg_segment_align: 8
    .kernarg_segment_size: 20
    .max_flat_workgroup_size: 64
    .name:           bins
    .private_segment_fixed_size: 0
    .sgpr_count:     14
    .sgpr_spill_count: 0
    .symbol:         bins.kd
    .uniform_work_group_size: 1
    .uses_dynamic_stack: false
    .vgpr_count:     6
    .vgpr_spill_count: 0
    .wavefront_size: 64
amdhsa.target:   amdgcn-amd-amdhsa--gfx942
amdhsa.version:
  - 1
  - 2
...
	.end_amdgpu_metadata
