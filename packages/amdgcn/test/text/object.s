; ---- count up to 32 user registers on gfx1250
.amdgcn_target "amdgcn-amd-amdhsa--gfx1250"
.text
k:
 s_endpgm
.rodata
.p2align 6
.amdhsa_kernel k
.amdhsa_user_sgpr_count 32
.amdhsa_user_sgpr_kernarg_preload_length 30
.amdhsa_next_free_vgpr 8
.amdhsa_next_free_sgpr 40
.end_amdhsa_kernel
