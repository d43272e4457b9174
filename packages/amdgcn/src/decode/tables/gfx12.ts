/**
 * How instructions of gfx1201, gfx1250 are encoded: written by `npm run isa`, which measured it with the disassembler of
 * LLVM 22. `table.ts` says how it is read.
 */
export const gfx12 = `chips gfx1201 gfx1250
names singles 106 vcc_lo 107 vcc_hi 124 null 125 m0 126 exec_lo 127 exec_hi 230 src_flat_scratch_base_lo 231 src_flat_scratch_base_hi 235 src_shared_base 236 src_shared_limit 237 src_private_base 238 src_private_limit 239 src_pops_exiting_wave_id 251 src_vccz 252 src_execz 253 src_scc 1@254 src_lds_direct
names pairs 106 vcc 124 null 126 exec 230 src_flat_scratch_base_lo 235 src_shared_base 236 src_shared_limit 237 src_private_base 238 src_private_limit 239 src_pops_exiting_wave_id 251 src_vccz 252 src_execz 253 src_scc
names hwreg 1 HW_REG_WAVE_MODE 2 HW_REG_WAVE_STATUS 4 HW_REG_WAVE_STATE_PRIV 5 HW_REG_WAVE_GPR_ALLOC 6 HW_REG_WAVE_LDS_ALLOC 7 HW_REG_IB_STS 10 HW_REG_PERF_SNAPSHOT_DATA 11 HW_REG_PERF_SNAPSHOT_PC_LO 12 HW_REG_PERF_SNAPSHOT_PC_HI 15 HW_REG_PERF_SNAPSHOT_DATA1 16 HW_REG_PERF_SNAPSHOT_DATA2 17 HW_REG_WAVE_EXCP_FLAG_PRIV 18 HW_REG_WAVE_EXCP_FLAG_USER 19 HW_REG_WAVE_TRAP_CTRL 20 HW_REG_WAVE_SCRATCH_BASE_LO 21 HW_REG_WAVE_SCRATCH_BASE_HI 23 HW_REG_WAVE_HW_ID1 24 HW_REG_WAVE_HW_ID2 26 HW_REG_WAVE_SCHED_MODE 29 HW_REG_SHADER_CYCLES_LO 30 HW_REG_SHADER_CYCLES_HI 31 HW_REG_WAVE_DVGPR_ALLOC_LO 32 HW_REG_WAVE_DVGPR_ALLOC_HI 2@28 HW_REG_IB_STS2 2@33 HW_REG_XNACK_STATE_PRIV 2@34 HW_REG_XNACK_MASK
names message 1 MSG_INTERRUPT 2 MSG_HS_TESSFACTOR 3 MSG_DEALLOC_VGPRS 9 MSG_GS_ALLOC_REQ 128 MSG_RTN_GET_DOORBELL 129 MSG_RTN_GET_DDID 130 MSG_RTN_GET_TMA 131 MSG_RTN_GET_REALTIME 132 MSG_RTN_SAVE_WAVE 133 MSG_RTN_GET_TBA 134 MSG_RTN_GET_TBA_TO_PC 135 MSG_RTN_GET_SE_AID_ID 2@10 MSG_SAVEWAVE_HAS_TDM 2@136 MSG_RTN_GET_CLUSTER_BARRIER_STATE
names dataFormat 1@0 BUF_FMT_INVALID 1@2 BUF_FMT_8_SNORM 1@3 BUF_FMT_8_USCALED 1@4 BUF_FMT_8_SSCALED 1@5 BUF_FMT_8_UINT 1@6 BUF_FMT_8_SINT 1@7 BUF_FMT_16_UNORM 1@8 BUF_FMT_16_SNORM 1@9 BUF_FMT_16_USCALED 1@10 BUF_FMT_16_SSCALED 1@11 BUF_FMT_16_UINT 1@12 BUF_FMT_16_SINT 1@13 BUF_FMT_16_FLOAT 1@14 BUF_FMT_8_8_UNORM 1@15 BUF_FMT_8_8_SNORM 1@16 BUF_FMT_8_8_USCALED 1@17 BUF_FMT_8_8_SSCALED 1@18 BUF_FMT_8_8_UINT 1@19 BUF_FMT_8_8_SINT 1@20 BUF_FMT_32_UINT 1@21 BUF_FMT_32_SINT 1@22 BUF_FMT_32_FLOAT 1@23 BUF_FMT_16_16_UNORM 1@24 BUF_FMT_16_16_SNORM 1@25 BUF_FMT_16_16_USCALED 1@26 BUF_FMT_16_16_SSCALED 1@27 BUF_FMT_16_16_UINT 1@28 BUF_FMT_16_16_SINT 1@29 BUF_FMT_16_16_FLOAT 1@30 BUF_FMT_10_11_11_FLOAT 1@31 BUF_FMT_11_11_10_FLOAT 1@32 BUF_FMT_10_10_10_2_UNORM 1@33 BUF_FMT_10_10_10_2_SNORM 1@34 BUF_FMT_10_10_10_2_UINT 1@35 BUF_FMT_10_10_10_2_SINT 1@36 BUF_FMT_2_10_10_10_UNORM 1@37 BUF_FMT_2_10_10_10_SNORM 1@38 BUF_FMT_2_10_10_10_USCALED 1@39 BUF_FMT_2_10_10_10_SSCALED 1@40 BUF_FMT_2_10_10_10_UINT 1@41 BUF_FMT_2_10_10_10_SINT 1@42 BUF_FMT_8_8_8_8_UNORM 1@43 BUF_FMT_8_8_8_8_SNORM 1@44 BUF_FMT_8_8_8_8_USCALED 1@45 BUF_FMT_8_8_8_8_SSCALED 1@46 BUF_FMT_8_8_8_8_UINT 1@47 BUF_FMT_8_8_8_8_SINT 1@48 BUF_FMT_32_32_UINT 1@49 BUF_FMT_32_32_SINT 1@50 BUF_FMT_32_32_FLOAT 1@51 BUF_FMT_16_16_16_16_UNORM 1@52 BUF_FMT_16_16_16_16_SNORM 1@53 BUF_FMT_16_16_16_16_USCALED 1@54 BUF_FMT_16_16_16_16_SSCALED 1@55 BUF_FMT_16_16_16_16_UINT 1@56 BUF_FMT_16_16_16_16_SINT 1@57 BUF_FMT_16_16_16_16_FLOAT 1@58 BUF_FMT_32_32_32_UINT 1@59 BUF_FMT_32_32_32_SINT 1@60 BUF_FMT_32_32_32_FLOAT 1@61 BUF_FMT_32_32_32_32_UINT 1@62 BUF_FMT_32_32_32_32_SINT 1@63 BUF_FMT_32_32_32_32_FLOAT
= d:SMEFN 0:RCL 1:RCL
= d:SMEFN 0:RCL
= d:V 0:V/dpp8
= d:V 0:V~/clamp omod dpp8/600.c0000000
= d:V 0:V~/clamp omod dpp/600.c0000000
= 0:RCL 1:RCL
= 'vcc_lo' 0:U 1:U/dpp8
= 'vcc_lo' 0:V 1:V/dpp8
= 0:U 1:U/dpp8
= 0:V 1:V/dpp8
= d:V 0:V 1:V/dpp8
= d:U 0:U/dpp8
= a:V 0:V/offset/20000.ffff0000
= d:V a:V 0:V/offset/20000.ff0000
= d:U 0:U~/dpp/0.c00000
= d:V 0:V/dpp/0.f00000
= d:V 0:V~/dpp/0.c00000
= ?d:V @gaddr 0:V r:2OS/soffset13 scale_offset th:ATOMIC scope nv/0.20000
= d:V @baddr r:4SN o:SMEFN/idxen offen offset th:ATOMIC scope nv/400000.0.80000000
= d:V 0:VRCL
= d:V 0:V 1:V/dpp/0.f00000
= d:V 0:VRDCL 1:V
= d:V 0:VRCL 1:V
= d:V 0:VRDCL
= 'vcc_lo' 0:U~ 1:U~/dpp
= 0:U~ 1:U~/dpp
= d:V 0:V/dpp8/8700.f8000000
= 'vcc_lo' 0:V~ 1:V~/dpp
= 0:V~ 1:V~/dpp
= 0:i16RCL 1:i16RCL
= 'vcc_lo' 0:VRDCL 1:V
= 0:VRDCL 1:V
= 'vcc_lo' 0:VRCL 1:V
= 0:VRCL 1:V
= d:V @baddr r:4SN o:SMEFN/idxen offen offset th:LOAD scope nv/400000.0.80000000
= i:hex
= 'vcc_lo' 0:V 1:V/dpp/0.f00000
= 0:V 1:V/dpp/0.f00000
= d:V @gaddr r:2OS/soffset13 scale_offset th:LOAD scope nv/0.20000
= d:V 0:VRDCL 1:VRDCL 2:VRDCL//8700.f8000000
= d:V 0:VRCL 1:VRCL 2:VRCL//8700.f8000000
= i:number
= 'vcc_lo' 0:U 1:U/dpp/0.f00000
= d:V 0:V/dpp/8700.f8000000
= d:V 0:V 1:VRDCL 2:VRDCL/dpp8/8700.f8000000
= d:V 0:VRDCL 1:VRDCL//8700.f8000000
= d:V a:V/offset/20000.ffff00
= d:V @vaddr r:OSME/soffset13 scale_offset th:LOAD scope nv
= d:V 0:VRCL 1:VRCL//8700.f8000000
= d:V 0:V 1:VRCL 2:VRCL/dpp8/8700.f8000000
= 0:U 1:U/dpp/0.f00000
= d:2SEN 0:b642SENPCL
= d:V 0:f16VRCL~/clamp omod/600.c0000000
= d:2SEN 0:b642SENPCLW
= d:V 0:V 1:VRDCL 2:VRDCL/dpp/8700.f8000000
= d:V 0:f16VRDCL~/clamp omod/600.c0000000
= d:U 0:f16URCL
= ?d:V @gaddr 0:V r:2ZSE/soffset13 scale_offset th:ATOMIC scope nv/0.20000
= d:V 0:V~ 1:V~/dpp
= d:U 0:f16URDCL
= d:V 0:V 1:VRDCL/dpp8/8700.f8000000
= d:V 0:V/clamp omod dpp8/700.e0000000
= d:V 0:VRDCL~ 1:VRDCL~ 2:VRDCL~/clamp omod
= a:V 0:2V/offset/20000.ffff0000
= ?d:V a:2V 0:V/soffset13 scale_offset th:ATOMIC scope nv/3.20000/7c
= d:V 0:VRCL~/clamp omod/600.c0000000
= d:V 0:VRCL~ 1:VRCL~ 2:VRCL~/clamp omod
= d:2V a:V 0:2V/offset/20000.1ff0100
= d:V 0:V/clamp omod dpp/700.e0000000
= d:V 0:VRDCL~/clamp omod/600.c0000000
= d:U 0:U 1:U/dpp8
= d:V 0:V 1:VRDCL/dpp/8700.f8000000
= d:2V a:V 0:2V/offset/20000.ff0000
= d:SMEFN 0:f16RCL 1:f16RCL
= d:V 0:V 1:VRCL 2:VRCL/dpp/8700.f8000000
= d:V 0:V 1:VRCL/dpp8/8700.f8000000
= d:2V @baddr r:4SN o:SMEFN/idxen offen offset th:ATOMIC scope nv/400000.1.80000000
= @ydst 0:VRCL 1:V
= 'vcc_lo' 0:f16URDCL 1:U
= 0:f16URDCL 1:U
= d:V 0:V~ 1:VRDCL~ 2:VRDCL~/clamp omod dpp
= d:V 0:V~ 1:VRDCL~ 2:VRDCL~/clamp omod dpp8
= 'vcc_lo' 0:f16URCL 1:U
= 0:f16URCL 1:U
= d:V 0:V~ 1:VRCL~ 2:VRCL~/clamp omod dpp
= d:V 0:V~ 1:VRCL~ 2:VRCL~/clamp omod dpp8
= ?d:2V @gaddr 0:2V r:2OS/soffset13 scale_offset th:ATOMIC scope nv/0.820000
= ?d:2V @gaddr 0:2V r:2ZSE/soffset13 scale_offset th:ATOMIC scope nv/0.20000
= //ffff
= i:branch
= d:U 0:U~ 1:U~/dpp
= 'vcc_lo' 0:f642VSENPCL 1:2V
= 0:f642VSENPCL 1:2V
= D:RD 0:V~ 1:VRDCL~/clamp dpp/400.98000000
= 0:V~ 1:f16VRDCL~/clamp dpp/400.98000000
= 0:V~ 1:VRDCL~/clamp dpp/400.98000000
= D:RD 0:V~ 1:f16VRDCL~/clamp dpp8/400.98000000
= D:RD 0:V~ 1:VRDCL~/clamp dpp8/400.98000000
= 0:V~ 1:f16VRDCL~/clamp dpp8/400.98000000
= 0:V~ 1:VRDCL~/clamp dpp8/400.98000000
= D:RD 0:f16VRDCL~ 1:f16VRDCL~/clamp/400.98000000
= D:RD 0:VRDCL~ 1:VRDCL~/clamp/400.98000000
= D:RD 0:f642VSENPCL~ 1:f642VSENPCL~/clamp/400.98000000
= 0:f16VRDCL~ 1:f16VRDCL~/clamp/400.98000000
= 0:VRDCL~ 1:VRDCL~/clamp/400.98000000
= 0:f642VSENPCL~ 1:f642VSENPCL~/clamp/400.98000000
= d:V @baddr r:4SN o:SMEFN/idxen offen offset th:STORE scope nv/400000.0.80000000
= 'vcc_lo' 0:f642VSENPCLW 1:2V//200
= 0:V~ 1:f16VRCL~/clamp dpp/400.98000000
= 0:V~ 1:VRCL~/clamp dpp/400.98000000
= d:V 0:V 1:VRCL/dpp/8700.f8000000
= D:R 0:V~ 1:f16VRCL~/clamp dpp8/400.98000000
= D:R 0:V~ 1:VRCL~/clamp dpp8/400.98000000
= 0:V~ 1:f16VRCL~/clamp dpp8/400.98000000
= 0:V~ 1:VRCL~/clamp dpp8/400.98000000
= D:R 0:f16VRCL~ 1:f16VRCL~/clamp/400.98000000
= D:R 0:VRCL~ 1:VRCL~/clamp/400.98000000
= 0:f16VRCL~ 1:f16VRCL~/clamp/400.98000000
= 0:VRCL~ 1:VRCL~/clamp/400.98000000
= d:V 0:VNP
= ?d:2V @gaddr 0:2V r:2OS/soffset13 scale_offset th:ATOMIC scope nv/0.20000
= d:2V @baddr r:4SN o:SMEFN/idxen offen offset th:ATOMIC scope nv/400000.0.80000000
= 0:f642VSENPCLW 1:2V//200
= D:R 0:V~ 1:VRCL~/clamp dpp/400.98000000
= a:V 0:2V/offset/20000.ffff0100
= d:V 0:VRCL 1:V//0.ff000c00
= d:V 0:VRCL 1:V//0.0.ff0000
= 'vcc_lo' 0:i16URDCL 1:U
= 'vcc_lo' 0:b642VSENPCL 1:2V
= 0:i16URDCL 1:U
= 0:b642VSENPCL 1:2V
= d:V 0:VRDCL 1:VRDCL/op_sel:2 op_sel_hi:2 neg_lo:2 neg_hi:2 clamp/802400.80000000
= 0:V 1:VRDCL/dpp8/8700.f8000000
= D:RD 0:i16VRDCL 1:i16VRDCL//8700.f8000000
= D:RD 0:VRDCL 1:VRDCL//8700.f8000000
= D:RD 0:b642VSENPCL 1:b642VSENPCL//8700.f8000000
= 0:i16VRDCL 1:i16VRDCL//8700.f8000000
= 0:VRDCL 1:VRDCL//8700.f8000000
= 0:b642VSENPCL 1:b642VSENPCL//8700.f8000000
= ?d:2V a:2V 0:2V/soffset13 scale_offset th:ATOMIC scope nv/3.20000/7c
= @ydst 0:VRDCL 1:V
= d:2SEN 0:b642SENPCL 1:b642SENPCL
= 'vcc_lo' 0:i16URCL 1:U
= 0:i16URCL 1:U
= 0:b642VSENPCLW 1:2V//200
= d:V 0:VRCL 1:VRCL/op_sel:2 op_sel_hi:2 neg_lo:2 neg_hi:2 clamp/802400.80000000
= d:V 0:V~ 1:VRCL~/clamp omod dpp/400.80000000
= 0:V 1:i16VRCL/dpp8/8700.f8000000
= 0:V 1:VRCL/dpp8/8700.f8000000
= d:V 0:V~ 1:VRCL~/clamp omod dpp8/400.80000000
= D:R 0:i16VRCL 1:i16VRCL//8700.f8000000
= D:R 0:VRCL 1:VRCL//8700.f8000000
= 0:i16VRCL 1:i16VRCL//8700.f8000000
= 0:VRCL 1:VRCL//8700.f8000000
= d:V 0:VRCL~ 1:VRCL~/clamp omod/400.80000000
= d:V @gaddr r:2ZS/soffset13 scale_offset th:LOAD scope nv/0.20000
= d:V 0:V~ 1:f16VRDCL~ 2:f16VRDCL~/op_sel:3d clamp omod dpp
= d:V 0:V~ 1:f16VRDCL~ 2:f16VRDCL~/op_sel:3d clamp omod dpp8
= d:V 0:VRDCL~ 1:VRDCL~/clamp omod/400.80000000
= d:V 0:f16VRDCL~ 1:f16VRDCL~ 2:f16VRDCL~/op_sel:3d clamp omod
= d:V 0:i16VRDCL 1:i16VRDCL//8700.f8000000
= d:V a:2V/soffset13 scale_offset th:LOAD scope nv/3.20000/7c
= 0:RC
= D:R 0:V~ 1:f16VRCL~/clamp dpp/400.98000000
= d:V 0:V~ 1:f16VRCL~ 2:f16VRCL~/op_sel:3d clamp omod dpp
= d:V 0:V 1:VRCL 2:VRCL/clamp dpp8/700.f8000000
= d:V 0:V~ 1:f16VRCL~ 2:f16VRCL~/op_sel:3d clamp omod dpp8
= d:V 0:VRCL//8700.f8000000
= d:V 0:VRCL 1:VRCL 2:VRCL/clamp/700.f8000000
= d:V 0:i16VRCL 1:i16VRCL//8700.f8000000
= D:RD 0:V~ 1:f16VRDCL~/clamp dpp/400.98000000
= 0:V 1:i16VRDCL/dpp/8700.f8000000
= 0:V 1:VRDCL/dpp/8700.f8000000
= d:V 0:V~ 1:VRDCL~/clamp omod dpp/400.80000000
= D:RD 0:V 1:i16VRDCL/dpp8/8700.f8000000
= 0:V 1:i16VRDCL/dpp8/8700.f8000000
= d:V 0:V~ 1:VRDCL~/clamp omod dpp8/400.80000000
= d:V 0:V 1:i16VRDCL/dpp8/8700.f8000000
= D:SMNP 0:RCL~/clamp omod/600.c0000000
= D:SMNP 0:f16RCL~/clamp omod/600.c0000000
= d:SN @base2 @offset/scale_offset th:LOAD scope nv
= d:SN @base4 @offset/scale_offset th:LOAD scope nv/0.800000
= @vaddr 0:V r:OSME/soffset13 scale_offset th:STORE scope nv
= @gaddr 0:V r:2OS/soffset13 scale_offset th:STORE scope nv/0.20000
= 0:V 1:VRCL/dpp/8700.f8000000
= d:V 0:V 1:VRCL 2:VRCL/clamp dpp/700.f8000000
= D:R 0:V 1:i16VRCL/dpp8/8700.f8000000
= d:V 0:U/dpp8
= d:2V 0:f642VSENPCL
= D:RD 0:V 1:i16VRDCL/dpp/8700.f8000000
= d:V 0:V/dpp/8700.f8000000.10000
= d:2V 0:f642VSENPCL~/clamp omod/600.c0000000
= d:2V 0:f642VSENPCLW//20000
= 'vcc_lo' 0:b642VSENPCLW 1:2V//200
= D:R 0:V 1:i16VRCL/dpp/8700.f8000000
= D:R 0:V 1:VRCL/dpp/8700.f8000000
= D:R 0:V 1:VRCL/dpp8/8700.f8000000
= d:V 0:V 1:i16VRCL/dpp8/8700.f8000000
= d:V 0:f16VRCL~ 1:f16VRCL~ 2:f16VRCL~/op_sel:3d clamp omod
= d:2SEN 0:b642SENPCLW 1:b642SENPCLW
= d:SMEFN i:hex
= d:U 0:V/dpp8
= d:U 0:f16URDCL 1:U
= d:V 0:V 1:i16VRDCL 2:i16VRDCL/op_sel:3d clamp dpp/0.18000000
= d:V 0:V 1:i16VRDCL 2:i16VRDCL/op_sel:3d clamp dpp8/0.18000000
= d:V 0:VRDCL//8700.f8000000
= d:V 0:i16VRDCL 1:i16VRDCL 2:i16VRDCL/op_sel:3d clamp/0.18000000
= d:U 0:bf16URCL
= d:U 0:f16URCL 1:U
= d:V 0:V~/dpp/8600.d8000000
= d:V 0:V 1:i16VRCL 2:i16VRCL/op_sel:3d clamp dpp/0.18000000
= d:V 0:V 1:i16VRCL/dpp/8700.f8000000
= d:V 0:V~/dpp8/8600.d8000000
= d:V 0:V 1:i16VRCL 2:i16VRCL/op_sel:3d clamp dpp8/0.18000000
= D:R 0:b642VSENPCLW 1:b642VSENPCLW//8700.f8000000
= d:V 0:bf16VRCL~//8600.d8000000
= d:V @gaddr r:2OSE/soffset13 scale_offset th:LOAD scope nv/0.20000
= d:V 0:V 1:i16VRDCL/dpp/8700.f8000000
= D:RD 0:V 1:VRDCL/dpp8/8700.f8000000
= d:V 0:V 1:VRDCL 2:VRDCL/clamp dpp8/700.f8000000
= d:V 0:VRDCL 1:VRDCL/clamp/700.f8000000
= d:V 0:f16VRDCL~ 1:f16VRDCL~/clamp omod/400.80000000
= d:V 0:VRDCL/clamp omod/700.e0000000
= d:V 0:VRDCL 1:VRDCL 2:VRDCL/clamp/700.f8000000
= d:2SEN 0:b642SENPCL 1:RCL
= d:V 0:VRCL 1:VRCL 2:VRCL/op_sel:3 op_sel_hi:3 clamp/800000
= d:V 0:V 1:VRCL 2:VRCL/dpp/8700.f8000000.10000
= 0:b642VSENPCLW 1:b642VSENPCLW//8700.f8000000
= d:V 0:VRCL 1:VRCL/clamp/700.f8000000
= d:V 0:f16VRCL~ 1:f16VRCL~/clamp omod/400.80000000
= d:V 0:VRCL/clamp omod/700.e0000000
= d:V 0:i16VRCL 1:i16VRCL 2:i16VRCL/op_sel:3d clamp/0.18000000
= d:U 0:U/dpp/0.f00000
= d:V 'vcc_lo' 0:V 1:V 'vcc_lo'/dpp/0.f00000
= d:V 'vcc_lo' 0:V 1:V 'vcc_lo'/dpp8
= d:V 0:h16VRDCL 1:h16VRDCL/op_sel:2 op_sel_hi:2 neg_lo:2 neg_hi:2 clamp/802400.80000000
= D:RD 0:V 1:VRDCL/dpp/8700.f8000000
= D:RD 0:V 1:VRDCL/dpp/8700.f8000000.10000
= d:V 0:V~ 1:f16VRDCL~/clamp omod dpp/400.80000000
= d:V 0:V~ 1:f16VRDCL~/clamp omod dpp8/400.80000000
= d:V 0:V~/clamp dpp8/600.d8000000
= d:2V 0:f642VSENPCL~ 1:f642VSENPCL~/clamp omod/400.80000000
= d:V 0:VNP//8700.f8000000
= d:V/offset/20000.ffffff
= /scale_offset th:LOAD scope nv/3.20000/7c
= d:2SEN 0:RCL
= d:U 0:VRCL
= d:V 0:h16VRCL 1:h16VRCL/op_sel:2 op_sel_hi:2 neg_lo:2 neg_hi:2 clamp/802400.80000000
= 0:V 1:i16VRCL/dpp/8700.f8000000
= 0:V 1:i16VRCL/dpp/8700.f8000000.10000
= d:V 0:V~ 1:f16VRCL~/clamp omod dpp/400.80000000
= d:V 0:V 1:VRCL/clamp dpp8/700.f8000000
= d:V 0:V~ 1:f16VRCL~/clamp omod dpp8/400.80000000
= 0:f642VSENPCLW~ 1:f642VSENPCLW~/clamp/400.98000000
= d:V 0:V 1:VRDCL/clamp dpp/700.f8000000
= d:V 0:V~/clamp dpp/600.d8000000
= d:V 0:V 1:VRDCL 2:VRDCL/clamp dpp/700.f8000000
= d:V 0:V 1:VRDCL/clamp dpp8/700.f8000000
= a:2V 0:V/soffset13 scale_offset th:STORE scope nv/3.20000/7c
= d:SMEFN 0:b642SENPCL
= d:2V 0:f642VSENPCLW 1:2V//20200
= d:V 0:V 1:VRCL/clamp dpp/700.f8000000
= d:V 0:V 1:VRCL/dpp/8700.f8000000.10000
= D:R 0:f642VSENPCLW~ 1:f642VSENPCLW~/clamp/400.98000000
= d:2V 0:f642VSENPCLW~/clamp omod/601.c0000000
= d:2V @gaddr r:2OS/soffset13 scale_offset th:LOAD scope nv/0.20001
= @gaddr 0:V r:2ZS/soffset13 scale_offset th:STORE scope nv/0.20000
= d:SMEFN 0:b642SENPCLW
= i:sendmsg
= d:U 0:V/dpp/0.f00000
= d:V 0:U/dpp/0.f00000
= 0:U 1:U/dpp/0.f10000
= //1fe0000
= d:V 0:f642VSENPCL
= d:2V 0:f642VSENPCL 1:2V
= d:V 0:VRDCL 1:VRDCL 2:VRDCL/neg_lo:3 neg_hi:3 clamp/803800
= D:RD 0:V~ 1:f16VRDCL~/clamp dpp/400.98000000.10000
= d:V 0:V 1:VRDCL 2:VRDCL/dpp/8700.f8000000.10000
= d:V 0:V 1:i16VRDCL/dpp/8700.f8000000.10000
= d:V 0:V~ 1:VRDCL~/clamp dpp/400.98000000
= D:RD 0:V 1:VRDCL/dpp8/8700.f8000000.8000
= d:V 0:V 1:i16VRDCL/op_sel:2d clamp dpp8/2400.98000000
= d:V 0:V~ 1:VRDCL~/clamp dpp8/400.98000000
= //87ff.f8000000
= d:V 0:f642VSENPCL~/clamp omod/600.c0000000
= d:V 0:VNP 1:RCL 2:RCL/op_sel:2/8700.f8000000
= d:V 0:i16VRDCL 1:i16VRDCL/op_sel:2d clamp/2400.98000000
= d:V 0:VRDCL~ 1:VRDCL~/clamp/400.98000000
= d:V 0:VNP 1:VNP/op_sel:2/a700.f8000000
= @base2 @imm @sreg d:decimal//1800
= @imm @sreg d:decimal//1800
= a:V 0:V 1:V/offset/20000.ff000000
= a:V 0:V 1:V/offset2/20000.ff000000
= d:V a:V 0:V 1:V/offset/20000
= d:2V @baddr r:4SN o:SMEFN/idxen offen offset th:LOAD scope nv/400000.0.80000000
= d:2V @baddr r:4SN o:SMEFN/idxen offen offset th:STORE scope nv/400000.0.80000000
= 0:2SENP
= d:V 0:f642VSENPCLW
= d:V 0:i16URCL
= d:V 0:h16VRCL 1:h16VRCL 2:h16VRCL/op_sel:3 op_sel_hi:3 neg_lo:3 neg_hi:3 clamp/800000
= d:V 0:VRCL 1:VRCL 2:VRCL/neg_lo:3 neg_hi:3 clamp/803800
= d:V 0:hb16VRCL 1:hb16VRCL/op_sel:2 op_sel_hi:2 neg_lo:2 neg_hi:2 clamp/802400.80000000
= d:V 0:V~ 1:VRCL~/clamp dpp/400.98000000
= d:V 0:V 1:i16VRCL/op_sel:2d clamp dpp8/2400.98000000
= d:V 0:V~ 1:VRCL~/clamp dpp8/400.98000000
= d:2V 0:b642VSENPCLW 1:b642VSENPCLW//8701.f8000000
= d:V 0:f642VSENPCLW~/clamp omod/600.c0000000
= d:V 0:VNP 1:RCL 2:RCL//8700.f8000000
= d:3V 0:8VN 1:VRCL//8701.f8000001
= d:3V 0:8VN 1:VRCL 2:VRCL//8701.f8000001
= d:V 0:i16VRCL 1:i16VRCL/op_sel:2d clamp/2400.98000000
= d:V 0:VRCL~ 1:VRCL~/clamp/400.98000000
= d:4V @gaddr r:2OS/soffset13 scale_offset th:LOAD scope nv/0.20001
= @gaddr 0:V r:2OSE/soffset13 scale_offset th:STORE scope nv/0.20000
= d:2V 0:f642VSENPCL 1:2V//0.ff000c00
= d:V 0:U~/dpp/0.c00000
= d:2V 0:VRDCL
= d:U 0:i16URDCL
= d:V 'vcc_lo' 0:VRDCL 1:V 'vcc_lo'
= d:V 0:V~ 1:VNP~ 2:f16VRDCL~/op_sel:3 op_sel_mix:3 clamp dpp/800000
= d:V 0:V~ 1:VNP~ 2:f16VRDCL~/op_sel:3 op_sel_mix:3 clamp dpp8/800000
= d:V 0:f16VRDCL~ 1:f16VRDCL~ 2:f16VRDCL~/op_sel:3 op_sel_mix:3 clamp/800000
= D:RD 0:V 1:i16VRDCL/dpp/8700.f8000000.10000
= d:V 0:V 1:VRDCL/dpp/8700.f8000000.10000
= d:V s:SMEFN 0:V 1:VRDCL 2:VRD/clamp dpp/0.f8000000
= d:V s:SMEFN 0:V 1:VRDCL/clamp dpp/0.f8000000
= d:V 0:V 1:i16VRDCL/op_sel:2d clamp dpp/2400.98000000
= d:V 0:V~ 1:f16VRDCL~/op_sel:2d clamp dpp/2400.98000000
= d:V s:SMEFN 0:V 1:VRDCL 2:VRD/clamp dpp8/0.f8000000
= d:V 0:V/byte_sel:01 dpp8/8700.f8000000
= d:V s:SMEFN 0:V 1:VRDCL/clamp dpp8/0.f8000000
= d:V 0:V~ 1:f16VRDCL~/op_sel:2d clamp dpp8/2400.98000000
= d:2V 0:VRDCL 1:b642VSENPCL//8700.f8000000
= d:V s:SMEFN 0:VRDCL 1:VRDCL 2:VRD/clamp/0.f8000000
= d:V 0:VRDCL~/clamp/600.d8000000
= d:V 0:i16VRDCL//8700.f8000000
= d:2V 0:f642VSENPCL~ 1:f642VSENPCL~ 2:f642VSENPCL~/clamp omod
= d:V s:SMEFN 0:VRDCL 1:VRDCL/clamp/0.f8000000
= d:V 0:f16VRDCL~ 1:f16VRDCL~/op_sel:2d clamp/2400.98000000
= d:2V a:V/offset2/20000.ffff00
= d:4V a:V/offset2/20000.ffff00
= d:V @baddr r:4SN o:SMEFN/format idxen offen offset th:LOAD scope nv/400000.0.80000000
= d:2V @baddr r:4SN o:SMEFN/format idxen offen offset th:LOAD scope nv/400000.0.80000000
= d:V @baddr r:4SN o:SMEFN/format idxen offen offset th:STORE scope nv/400000.0.80000000
= d:2V @baddr r:4SN o:SMEFN/format idxen offen offset th:STORE scope nv/400000.0.80000000
= d:2SEN
= 0:b642SENPCL 1:RCL
= d:2V 0:VRCL//20000
= d:U 0:i16URCL
= d:V 'vcc_lo' 0:VRCL 1:V 'vcc_lo'
= d:V 0:V~ 1:VNP~ 2:f16VRCL~/op_sel:3 op_sel_mix:3 clamp dpp/800000
= d:V 0:V~ 1:VNP~ 2:bf16VRCL~/op_sel:3 op_sel_mix:3 clamp dpp/800000
= d:V 0:V~ 1:VNP~ 2:f16VRCL~/op_sel:3 op_sel_mix:3 clamp dpp8/800000
= d:V 0:V~ 1:VNP~ 2:bf16VRCL~/op_sel:3 op_sel_mix:3 clamp dpp8/800000
= d:V 0:f16VRCL~ 1:f16VRCL~ 2:f16VRCL~/op_sel:3 op_sel_mix:3 clamp/800000
= d:V 0:bf16VRCL~ 1:bf16VRCL~ 2:bf16VRCL~/op_sel:3 op_sel_mix:3 clamp/800000
= D:R 0:V~ 1:f16VRCL~/clamp dpp/400.98000000.10000
= D:R 0:V 1:i16VRCL/dpp/8700.f8000000.10000
= D:R 0:V 1:VRCL/dpp/8700.f8000000.10000
= d:V s:SMEFN 0:V 1:VRCL 2:VR/clamp dpp/0.f8000000
= d:V s:SMEFN 0:V 1:VRCL/clamp dpp/0.f8000000
= d:V 0:V 1:i16VRCL/op_sel:2d clamp dpp/2400.98000000
= d:V 0:V 1:i16VRCL/dpp/8700.f8000000.10000
= d:V 0:V 1:VRCL/dpp8/8700.f8000000.8000
= d:V s:SMEFN 0:V 1:VRCL 2:VR/clamp dpp8/0.f8000000
= d:V s:SMEFN 0:V 1:VRCL/clamp dpp8/0.f8000000
= d:V 0:V~ 1:f16VRCL~/op_sel:2d clamp dpp8/2400.98000000
= 0:b642VSENPCL 1:b642VSENPCLW//8700.f8000000
= d:V s:SMEFN 0:VRCL 1:VRCL 2:VR/clamp/0.f8000000
= d:V 0:VRCL~/clamp/600.d8000000
= d:V 0:i16VRCL//8700.f8000000
= d:2V 0:4VN 1:VRCL 2:VRCL//8701.f8000001
= d:V s:SMEFN 0:VRCL 1:VRCL/clamp/0.f8000000
= d:2V a:V/offset/20000.1ffff00
= d:SMEFN i:hwreg
= i:hwreg d:SMEFN
= i:hwreg kn
= d:2SEN i:branch
= i:delay
= i:depctr
= i:end
= d:U 0:V~/dpp/0.c00000
= 'vcc_lo' 0:U 1:U/dpp/0.f10000
= 'vcc_lo' 0:V~ 1:V/dpp/0.c00000
= 0:V~ 1:V/dpp
= d:V 0:V~ 1:V- 'vcc_lo'/dpp/0.800000
= d:U 0:U~ 1:U/dpp
= d:V 0:V 1:V 'vcc_lo'/dpp8
= d:U 0:VRDCL
= d:V 0:i16URDCL
= d:2V 0:f16URDCL
= d:V 0:VRDCL k 1:V
= d:V 0:VRDCL 1:V k
= d:V 0:VRDCL 1:VRDCL 2:VRDCL/op_sel:3 op_sel_hi:3 neg_lo:3 neg_hi:3 clamp/800000
= 0:V 1:i16VRDCL/dpp/8700.f8000000.10000
= 0:V 1:VRDCL/dpp/8700.f8000000.10000
= d:V 0:V 1:VRDCL/clamp dpp/700.f8000000.10000
= d:V 0:V~ 1:VRD~/clamp omod dpp/400.80000000
= d:V 0:V/byte_sel:01 dpp/8700.f8000000
= d:V 0:V 1:VRDCL 2:i16VRDCL/op_sel:3d clamp dpp/0.18000000
= d:V 0:V 1:VRDCL 2:VRDCL/clamp dpp/700.f8000000.10000
= d:V 0:V 1:i16VRDCL 2:VRDCL/op_sel:3d clamp dpp/0.18000000
= d:V 0:V~ 1:VRDCL/byte_sel:32 dpp/8400.98000000
= D:RD 0:V 1:i16VRDCL/dpp8/8700.f8000000.8000
= 0:V 1:i16VRDCL/dpp8/8700.f8000000.8000
= d:V 0:V 1:VRDCL/clamp dpp8/700.f8000000.8000
= d:V 0:V~ 1:VRD~/clamp omod dpp8/400.80000000
= d:V 0:V/dpp8/8700.f8000000.8000
= d:V 0:V 1:VRDCL 2:i16VRDCL/op_sel:3d clamp dpp8/0.18000000
= d:V 0:V 1:i16VRDCL 2:VRDCL/op_sel:3d clamp dpp8/0.18000000
= d:V 0:V~ 1:f16VRDCL~/op_sel:2d clamp omod dpp8/2400.80000000
= d:V 0:V~ 1:VRDCL~/op_sel:2d dpp8/a400.98000000
= d:V 0:V~ 1:VRDCL/byte_sel:32 dpp8/8400.98000000
= d:2V 0:VRDCL/clamp omod/700.e0000000
= d:V 0:i16VRDCL/clamp omod/700.e0000000
= d:V 0:VRDCL/byte_sel:01/e700.f8000000
= d:2V 0:f16VRDCL/op_sel:1d/b600.d8000000
= d:V 0:VRDCL 1:VRDCL 2:i16VRDCL/op_sel:3d clamp/0.18000000
= d:2V 0:b642VSENPCL 1:VRDCL 2:b642VSENPCL/clamp/700.f8000000
= d:V 0:i16VRDCL 1:i16VRDCL 2:VRDCL/op_sel:3d clamp/0.18000000
= d:2V s:SMEFN 0:VRDCL 1:VRDCL 2:b642VSENPCL/clamp/0.f8000000
= d:2V 0:f642VSENPCL~ 1:VRDCL/clamp omod/400.80000000
= d:V 0:f16VRDCL~ 1:f16VRDCL~/op_sel:2d clamp omod/2400.80000000
= d:V 0:VRDCL~ 1:VRDCL~/op_sel:2d/a400.98000000
= d:V 0:VRDCL~ 1:VRDCL/byte_sel:32/9c00.98000000
= d:2SN @base2 @offset/scale_offset th:LOAD scope nv
= d:4SN @base2 @offset/scale_offset th:LOAD scope nv
= d:8SN @base2 @offset/scale_offset th:LOAD scope nv
= d:16SN @base2 @offset/scale_offset th:LOAD scope nv
= d:3SN @base2 @offset/scale_offset th:LOAD scope nv
= d:2SN @base4 @offset/scale_offset th:LOAD scope nv/0.800000
= d:4SN @base4 @offset/scale_offset th:LOAD scope nv/0.800000
= d:8SN @base4 @offset/scale_offset th:LOAD scope nv/0.800000
= d:16SN @base4 @offset/scale_offset th:LOAD scope nv/0.800000
= d:3SN @base4 @offset/scale_offset th:LOAD scope nv/0.800000
= 
= d:decimal @base2 @offset//1800
= d:decimal @base4 @offset//1800.800000
= @base4 @imm @sreg d:decimal//1800.800000
= d:2V a:V 0:V 1:V/offset2/20000
= d:V a:V/swizzle/20000.ffff00
= a:V 0:2V 1:2V/offset/20000.ff000000
= a:V 0:2V 1:2V/offset2/20000.ff000000
= d:2V a:V 0:2V 1:2V/offset/20000
= d:4V a:V 0:2V 1:2V/offset2/20000
= d:3V a:V/offset/20000.ffff00
= d:2V @gaddr r:2OS/soffset13 scale_offset th:LOAD scope nv/0.20000
= d:3V @gaddr r:2OS/soffset13 scale_offset th:LOAD scope nv/0.20000
= d:4V @gaddr r:2OS/soffset13 scale_offset th:LOAD scope nv/0.20000
= d:V r:2OSE/soffset13 scale_offset th:LOAD scope nv/0.20000
= 0:V r:2OSE/soffset13 scale_offset th:STORE scope nv/0.20000
= d:3V @baddr r:4SN o:SMEFN/idxen offen offset th:LOAD scope nv/400000.0.80000000
= d:4V @baddr r:4SN o:SMEFN/idxen offen offset th:LOAD scope nv/400000.0.80000000
= d:3V @baddr r:4SN o:SMEFN/idxen offen offset th:STORE scope nv/400000.0.80000000
= d:4V @baddr r:4SN o:SMEFN/idxen offen offset th:STORE scope nv/400000.0.80000000
= d:2SEN 0:RCL 1:RCL
= d:SMEFN 0:RCL 1:RCL k
= d:SMEFN 0:RCL k 1:RCL
= d:SMEFN 0:R
= d:2SEN 0:2SENP
= d:SMEFN 0:sendmsg
= d:2SEN 0:sendmsg
= d:SMEFN 0:RC
= 0:RCL
= 0:b642SENPCL 1:b642SENPCL
= //2ffff.ffffffff
= 0:V/offset/20000.ffff00ff
= d:4V a:V/offset/20000.ffff00
= d:V 0:U/dpp/0.c00000
= d:U 0:V/dpp/0.c00000
= d:2V 0:f16URCL//20000
= 'vcc_lo' 0:b642VSENPCL 1:2V//200
= d:2V 0:b642VSENPCLW 1:2V//20200
= d:V 0:VRCL k 1:V
= d:V 0:VRCL 1:V k
= d:V 0:VRCL 1:VRCL 2:VRCL/op_sel:3 op_sel_hi:3 neg_lo:3 neg_hi:3 clamp/800000
= d:2V 0:2VSENPCL 1:2VSENPCL/op_sel:2 op_sel_hi:2 neg_lo:2 neg_hi:2 clamp/802401.80000000
= 0:V 1:VRCL/dpp/8700.f8000000.10000
= d:V 0:V 1:VRCL/clamp dpp/700.f8000000.10000
= d:V 0:V~ 1:VR~/clamp omod dpp/400.80000000
= d:V 0:V 1:VRCL 2:i16VRCL/op_sel:3d clamp dpp/0.18000000
= d:V 0:V 1:i16VRCL 2:VRCL/op_sel:3d clamp dpp/0.18000000
= d:V 0:V 1:VRCL 2:VRCL/op_sel:3d dpp/8000.18000000
= d:V 0:V~ 1:f16VRCL~/op_sel:2d clamp dpp/2400.98000000
= d:V 0:V~ 1:f16VRCL~/op_sel:2d clamp omod dpp/2400.80000000
= d:V 0:V~ 1:VRCL~ 2:VRCL/clamp omod dpp
= d:V 0:V~/op_sel:1d clamp dpp/3600.d8000000
= D:R 0:V 1:i16VRCL/dpp8/8700.f8000000.8000
= D:R 0:V 1:VRCL/dpp8/8700.f8000000.8000
= d:V 0:V~ 1:VR~/clamp omod dpp8/400.80000000
= d:V 0:V/op_sel:1d dpp8/b600.d8000000
= d:V 0:V 1:VRCL 2:i16VRCL/op_sel:3d clamp dpp8/0.18000000
= d:V 0:V 1:i16VRCL 2:VRCL/op_sel:3d clamp dpp8/0.18000000
= d:V 0:V 1:VRCL 2:VRCL/op_sel:3d dpp8/8000.18000000
= d:V 0:V 1:i16VRCL/dpp8/8700.f8000000.8000
= d:V 0:V~ 1:f16VRCL~/op_sel:2d clamp omod dpp8/2400.80000000
= d:V 0:V~ 1:VRCL~ 2:VRCL/clamp omod dpp8
= d:V 0:V~/op_sel:1d clamp dpp8/3600.d8000000
= D:R 0:f642VSENPCL~ 1:f642VSENPCLW~/clamp/400.98000000
= D:R 0:f642VSENPCLW~ 1:f642VSENPCL~/clamp/400.98000000
= D:R 0:b642VSENPCLW 1:b642VSENPCL//8700.f8000000
= 0:f642VSENPCLW~ 1:f642VSENPCL~/clamp/400.98000000
= 0:f642VSENPCLW~ 1:2VSENPCL~/clamp/400.98000000
= 0:b642VSENPCLW 1:b642VSENPCL//8700.f8000000
= d:2V 0:b642VSENPCLW 1:b642VSENPCLW/clamp/701.f8000000
= d:2V 0:VRCL/clamp omod/701.e0000000
= d:V 0:i16VRCL/clamp omod/700.e0000000
= d:2V 0:f16VRCL/op_sel:1d/b601.d8000000
= d:V 0:i16VRCL/op_sel:1d/b600.d8000000
= d:V 0:VRCL 1:VRCL 2:i16VRCL/op_sel:3d clamp/0.18000000
= d:V 0:i16VRCL 1:i16VRCL 2:VRCL/op_sel:3d clamp/0.18000000
= d:V 0:VRCL 1:VRCL 2:VRCL/op_sel:3d/8000.18000000
= d:2V 0:8VN 1:VRCL 2:VRCL//8701.f8000001
= d:V 0:4VN 1:VRCL//8700.f8000001
= d:2V 0:4VN 1:VRCL//8701.f8000001
= d:V 0:4VN 1:VRCL 2:VRCL//8700.f8000001
= d:3V 0:16VN 1:VRCL//8701.f8000001
= d:3V 0:16VN 1:VRCL 2:VRCL//8701.f8000001
= d:2V 0:VRCL 1:VRCL 2:b642VSENPCLW/clamp/701.f8000000
= d:V 0:f16VRCL~ 1:f16VRCL~/op_sel:2d clamp/2400.98000000
= d:2V 0:VRCL 1:b642VSENPCLW//8701.f8000000
= d:V 0:f16VRCL~ 1:f16VRCL~/op_sel:2d clamp omod/2400.80000000
= d:V 0:VRCL~ 1:VRCL~ 2:VRCL/clamp omod
= d:V 0:VRC~/op_sel:1d clamp/3600.d8000000
= d:2V a:V 0:V 1:V/offset2/20000.1000000
= a:V 0:2V 1:2V/offset/20000.ff010100
= a:V 0:2V 1:2V/offset2/20000.ff010100
= d:2V a:V 0:2V 1:2V/offset/20000.1010100
= d:4V a:V 0:2V 1:2V/offset2/20000.1010100
= d:2V @gaddr r:2ZS/soffset13 scale_offset th:LOAD scope nv/0.20000
= d:4V @gaddr r:2ZS/soffset13 scale_offset th:LOAD scope nv/0.20000
= d:2SEN 0:b642SENPCLW 1:RCL
= d:2SEN 0:b642SENPCLW 1:b642SENPCL
= d:2V 0:4VN 1:VRCL//8700.f8000000
= d:V 0:f16VRCL~ 1:VRCL/op_sel:2z byte_sel:32/8400.98000000
= d:V 0:VRC 1:V//0.ff000c00
= i:waitcnt
= D:SEFNP 0:VNPD
= d:V 0:f16URDCL
= 'vcc_lo' 0:f642VSENPCL 1:V
= 0:f642VSENPCL 1:V
= d:V 0:VRDCL 1:V 'vcc_lo'
= d:2V 0:VRDCL 1:2V
= d:U 0:f16URDCL k 1:U
= d:U 0:f16URDCL 1:U k
= d:V 0:hn16VRDCL 1:V
= d:V 0:V 1:bf16VRDCL 2:VSMEFPDCL/op_sel:3 op_sel_hi:3 neg_lo:3 neg_hi:3 clamp dpp/800000
= d:V 0:V 1:bf16VRDCL 2:VRDCL/op_sel:3 op_sel_hi:3 neg_lo:3 neg_hi:3 clamp dpp/800000
= d:V 0:V 1:VSEFNPDC 2:VRDCL/op_sel:3 op_sel_hi:3 neg_lo:3 neg_hi:3 clamp dpp8/800000
= d:V 0:V 1:bf16VRDCL 2:VRDCL/op_sel:3 op_sel_hi:3 neg_lo:3 neg_hi:3 clamp dpp8/800000
= d:V 0:h16VRDCL 1:h16VRDCL 2:h16VRDCL/op_sel:3 op_sel_hi:3 neg_lo:3 neg_hi:3 clamp/800000
= d:V 0:h16VRDCL 1:h16VRDCL 2:VRDCL/op_sel:3 op_sel_hi:3 neg_lo:3 neg_hi:3 clamp/800000
= d:V 0:hb16VRDCL 1:hb16VRDCL 2:VRDCL/op_sel:3 op_sel_hi:3 neg_lo:3 neg_hi:3 clamp/800000
= D:RD 0:V~ 1:f16VRDCL~/dpp/8400.98000000
= D:RD 0:V~ 1:VRDCL/dpp/8600.d8000000
= 0:V~ 1:f16VRDCL~/dpp/8400.98000000
= 0:V~ 1:VRDCL/dpp/8400.98000000
= d:V 0:V~ 1:VRDCL~ 2:VRD/dpp/8400.98000000
= d:V 0:V~ 1:f16VRDCL/clamp omod dpp/400.80000000
= d:V 0:V~/clamp dpp/600.d8000000.10000
= d:V 0:V/clamp omod dpp/700.e0000000.10000
= d:V 0:V/byte_sel:01 dpp/8700.f8000000.10000
= d:V 0:V~ 1:VRDCL 2:VRDCL/clamp dpp/0.18000000
= d:V 0:V~ 1:i16VRDCL~ 2:VRD/dpp/8400.98000000
= d:V 0:V 1:i16VRDCL/op_sel:2d clamp dpp/2400.98000000.10000
= d:V 0:V~ 1:VRDCL/clamp omod dpp/400.80000000
= d:V 0:V~ 1:f16VRDCL~/op_sel:2d clamp omod dpp/2400.80000000.10000
= d:V 0:V~ 1:f16VRDCL~/op_sel:2d clamp omod dpp/2400.80000000
= D:RD 0:V~ 1:f16VRDCL~/dpp8/8400.98000000
= D:RD 0:V~ 1:VRDCL/dpp8/8600.d8000000
= 0:V~ 1:f16VRDCL~/dpp8/8400.98000000
= 0:V~ 1:VRDCL/dpp8/8400.98000000
= d:V 0:V~ 1:VRDCL~ 2:VRD/dpp8/8400.98000000
= d:V 0:V~ 1:f16VRDCL/clamp omod dpp8/400.80000000
= d:V 0:V~ 1:VRDCL 2:VRDCL/clamp dpp8/0.18000000
= d:V 0:V~ 1:i16VRDCL~ 2:VRD/dpp8/8400.98000000
= d:V 0:V~ 1:VRDCL/clamp omod dpp8/400.80000000
= d:V 0:V 1:VRDCL/dpp8/8700.f8000000.8000
= d:V 0:V 1:i16VRDCL/dpp8/8700.f8000000.8000
= D:RD 0:f16VRDCL~ 1:f16VRDCL~//8400.98000000
= D:RD 0:VRDCL~ 1:VRDCL//8600.d8000000
= D:RD 0:f642VSENPCL~ 1:VRDCL//8600.d8000000
= 0:f16VRDCL~ 1:f16VRDCL~//8400.98000000
= 0:VRDCL~ 1:VRDCL//8400.98000000
= 0:f642VSENPCL~ 1:VRDCL//8400.98000000
= d:V 0:VRDCL~ 1:VRDCL~ 2:VRD//8400.98000000
= d:V 0:f16VRDCL~ 1:f16VRDCL/clamp omod/400.80000000
= d:2V 0:VRDCL~/clamp omod/600.c0000000
= d:V 0:VRDCL~ 1:VRDCL 2:VRDCL/clamp/0.18000000
= d:4V 0:b642VSENPCL 1:VRDCL 2:4VN/clamp/700.f8000000
= d:V 0:i16VRDCL~ 1:i16VRDCL~ 2:VRD//8400.98000000
= d:V s:SMEFN 0:VRDCL- 1:VRDCL- 2:VRDCL-/clamp omod
= d:2V s:SMEFN 0:f642VSENPCL- 1:f642VSENPCL- 2:f642VSENPCL-/clamp omod
= d:V 0:VRDCL~ 1:VRDCL/clamp omod/400.80000000
= D:SEFNP 0:VNPD 1:RCL//8700.f8000000
= d:2V a:V/offset/20000.ffff00
= a:V 0:3V/offset/20000.ffff0000
= a:V 0:4V/offset/20000.ffff0000
= d:V a:V 0:V 1:4V/offset/20000
= d:V a:V 0:V 1:8V/offset/20000
= d:2V a:V 0:V 1:8V/offset/20000
= d:2V a:2V/soffset13 scale_offset th:LOAD scope nv/3.20000/7c
= d:3V a:2V/soffset13 scale_offset th:LOAD scope nv/3.20000/7c
= d:4V a:2V/soffset13 scale_offset th:LOAD scope nv/3.20000/7c
= a:2V 0:2V/soffset13 scale_offset th:STORE scope nv/3.20000/7c
= a:2V 0:3V/soffset13 scale_offset th:STORE scope nv/3.20000/7c
= a:2V 0:4V/soffset13 scale_offset th:STORE scope nv/3.20000/7c
= ?d:V a:2V 0:2V/soffset13 scale_offset th:ATOMIC scope nv/3.20000/7c
= ?d:U a:2V 0:V/soffset13 scale_offset th:ATOMIC scope nv/3.20000/7c
= ?d:2V a:2V 0:4V/soffset13 scale_offset th:ATOMIC scope nv/3.20000/7c
= d:2V @vaddr r:OSME/soffset13 scale_offset th:LOAD scope nv
= d:3V @vaddr r:OSME/soffset13 scale_offset th:LOAD scope nv
= d:4V @vaddr r:OSME/soffset13 scale_offset th:LOAD scope nv
= @vaddr 0:2V r:OSME/soffset13 scale_offset th:STORE scope nv
= @vaddr 0:3V r:OSME/soffset13 scale_offset th:STORE scope nv
= @vaddr 0:4V r:OSME/soffset13 scale_offset th:STORE scope nv
= d:32V @vaddr r:OSME/soffset13 scale_offset th:LOAD scope nv
= @vaddr 0:32V r:OSME/soffset13 scale_offset th:STORE scope nv
= @gaddr 0:2V r:2OS/soffset13 scale_offset th:STORE scope nv/0.20000
= @gaddr 0:3V r:2OS/soffset13 scale_offset th:STORE scope nv/0.20000
= @gaddr 0:4V r:2OS/soffset13 scale_offset th:STORE scope nv/0.20000
= ?d:V @gaddr 0:2V r:2OS/soffset13 scale_offset th:ATOMIC scope nv/0.20000
= ?d:2V @gaddr 0:4V r:2OS/soffset13 scale_offset th:ATOMIC scope nv/0.20000
= d:32V @gaddr r:2OS/soffset13 scale_offset th:LOAD scope nv/0.20000
= @gaddr 0:32V r:2OS/soffset13 scale_offset th:STORE scope nv/0.20000
= d:4V @baddr r:4SN o:SMEFN/idxen offen offset th:ATOMIC scope nv/400000.0.80000000
= d:3V @baddr r:4SN o:SMEFN/format idxen offen offset th:LOAD scope nv/400000.0.80000000
= d:4V @baddr r:4SN o:SMEFN/format idxen offen offset th:LOAD scope nv/400000.0.80000000
= d:3V @baddr r:4SN o:SMEFN/format idxen offen offset th:STORE scope nv/400000.0.80000000
= d:4V @baddr r:4SN o:SMEFN/format idxen offen offset th:STORE scope nv/400000.0.80000000
= d:V 0:VRDCL//1fe00
= d:V 0:h16VRDCL 1:V
= d:V 0:hb16VRDCL 1:V
= @ydst 0:VRDCL 1:V k
= @ydst 0:VRDCL k 1:V
= @ydst 0:VRDCL//0.1fe00
= @ydst 0:h16VRDCL 1:V
= @ydst 0:hb16VRDCL 1:V
= d:8V 0:4VN 1:4VN 2:8VNCL/neg_lo:3 neg_hi:3/80b800/4000.18000000
= d:V 0:RDCL 1:RCL//8700.f8000000
= D:SEFNP 0:VNP
= d:V 0:f16URCL
= d:2V 0:b642VSENPCLW//20000
= d:V 0:bf16URCL
= 'vcc_lo' 0:2VSENP 1:2V//200
= 'vcc_lo' 0:f642VSENPCLW 1:V
= 0:f642VSENPCL 1:2V//200
= 0:f642VSENPCLW 1:V
= d:V 0:VRCL 1:V 'vcc_lo'
= d:2V 0:VRCL 1:2V//20200
= d:2V 0:b642VSENPCL 1:2V//20200
= d:U 0:f16URCL k 1:U
= d:U 0:f16URCL 1:U k
= d:V 0:hn16VRCL 1:V
= d:V 0:hb16VRCL 1:hb16VRCL 2:hb16VRCL/op_sel:3 op_sel_hi:3 neg_lo:3 neg_hi:3 clamp/800000
= d:V 0:VSEFNPCL 1:VRCL 2:VRCL/op_sel:3 op_sel_hi:3 clamp/800000
= d:2V 0:2VSENPCL 1:2VSENPCL 2:2VSENPCL/op_sel:3 op_sel_hi:3 neg_lo:3 neg_hi:3 clamp/800001
= d:V 0:VRCL 1:h16VRCL 2:VRCL/op_sel:3 op_sel_hi:3 neg_lo:3 neg_hi:3 clamp/800000
= D:R 0:V~ 1:VRCL~/clamp dpp/400.98000000.10000
= D:R 0:V~ 1:f16VRCL~/dpp/8400.98000000
= D:R 0:V~ 1:VRCL/dpp/8600.d8000000.10000
= 0:V~ 1:f16VRCL~/dpp/8400.98000000.10000
= 0:V~ 1:VRCL/dpp/8400.98000000
= d:V 0:V~ 1:VRCL~ 2:VR/dpp/8400.98000000
= d:V 0:V~ 1:f16VRCL/clamp omod dpp/400.80000000
= d:V 0:V~/clamp omod dpp/600.c0000000.10000
= d:V 0:V/byte_sel:01 clamp dpp/700.f8000000
= d:V 0:V~/op_sel:1d dpp/b600.d8000000
= d:V 0:V/op_sel:1d dpp/b600.d8000000.10000
= d:V 0:V/op_sel:1d dpp/b600.d8000000
= d:V 0:V 1:VRCL 2:VRCL/clamp dpp/700.f8000000.10000
= d:V 0:V~ 1:VRCL 2:VRCL/clamp dpp/0.18000000
= d:V 0:V 1:i16VRCL 2:i16VRCL/bitop3 op_sel:3d dpp/8000
= d:V 0:V 1:VRCL 2:VRCL/bitop3 dpp/f800
= d:V 0:V~ 1:i16VRCL~ 2:VR/dpp/8400.98000000
= d:V 0:V 1:i16VRCL/op_sel:2d clamp dpp/2400.98000000.10000
= d:V 0:V~ 1:f16VRCL~/op_sel:2d clamp dpp/2400.98000000.10000
= d:V 0:V~ 1:VRCL/clamp omod dpp/400.80000000
= d:V 0:V~ 1:VRCL/byte_sel:32 clamp dpp/400.98000000
= d:V 0:V~ 1:VRCL/byte_sel:32 dpp/8400.98000000
= D:R 0:V~ 1:f16VRCL~/dpp8/8400.98000000
= D:R 0:V~ 1:VRCL/dpp8/8600.d8000000
= 0:V~ 1:f16VRCL~/dpp8/8400.98000000
= 0:V~ 1:VRCL/dpp8/8400.98000000
= d:V 0:V~ 1:VRCL~ 2:VR/dpp8/8400.98000000
= d:V 0:V 1:VRCL/clamp dpp8/700.f8000000.8000
= d:V 0:V~ 1:f16VRCL/clamp omod dpp8/400.80000000
= d:V 0:V/byte_sel:01 clamp dpp8/700.f8000000
= d:V 0:V~/op_sel:1d dpp8/b600.d8000000
= d:V 0:V~ 1:VRCL 2:VRCL/clamp dpp8/0.18000000
= d:V 0:V 1:i16VRCL 2:i16VRCL/bitop3 op_sel:3d dpp8/8000
= d:V 0:V 1:VRCL 2:VRCL/bitop3 dpp8/f800
= d:V 0:V~ 1:i16VRCL~ 2:VR/dpp8/8400.98000000
= d:V 0:V 1:VRCL 2:VRCL/dpp8/8700.f8000000.8000
= d:V 0:V~ 1:VRCL/clamp omod dpp8/400.80000000
= d:V 0:V~ 1:VRCL~/op_sel:2d clamp dpp8/2400.98000000
= d:V 0:V~ 1:VRCL~/op_sel:2d dpp8/a400.98000000
= d:V 0:V~ 1:VRCL/byte_sel:32 clamp dpp8/400.98000000
= d:V 0:V~ 1:VRCL/byte_sel:32 dpp8/8400.98000000
= D:R 0:2VSENPC~ 1:2VSENPCW~/clamp/400.98000000
= D:SEFP 0:b642VSENPCL~ 1:b642VSENPC~/clamp/400.98000000
= D:SMEFP 0:2VSENPCL~ 1:b642VSENPCW~/clamp/400.98000000
= D:R 0:2VSENPCLW~ 1:2VSENPC~/clamp/400.98000000
= D:R 0:b642VSENPCL~ 1:2VSENPCW~/clamp/400.98000000
= D:R 0:2VSENPC 1:b642VSENPC//8700.f8000000
= D:R 0:b642VSENPCL 1:b642VSENPCLW//8700.f8000000
= D:R 0:f16VRCL~ 1:f16VRCL~//8400.98000000
= D:R 0:VRCL~ 1:VRCL//8600.d8000000
= D:R 0:f642VSENPCL~ 1:VRCL//8600.d8000000
= 0:f642VSNPCLW~ 1:2VSENPCL~/clamp/400.98000000
= 0:f642VSENPCL~ 1:2VSENPC~/clamp/400.98000000
= 0:f642VSENPCL~ 1:f642VSENPCLW~/clamp/400.98000000
= 0:f16VRCL~ 1:f16VRCL~//8400.98000000
= 0:VRCL~ 1:VRCL//8400.98000000
= 0:f642VSENPCLW~ 1:VRCL//8400.98000000
= d:V 0:VRCL~ 1:VRCL~ 2:VR//8400.98000000
= d:2V 0:b642VSENPC~ 1:b642VSENPC~/clamp omod/401.80000000
= d:2V 0:2VSENPC~ 1:2VSENPCL~/clamp omod/401.80000000
= d:2V 0:f642VSENPCLW~ 1:f642VSENPCLW~/clamp omod/401.80000000
= d:2V 0:f642VSENPCL~ 1:2VSEPCL~/clamp omod/401.80000000
= d:2V 0:2VSENPCLW~ 1:b642VSENPC~/clamp omod/401.80000000
= d:2V 0:VRCL 1:b642VSENPCL//8701.f8000000
= d:V 0:f16VRCL~ 1:f16VRCL/clamp omod/400.80000000
= d:2V 0:VRCL~/clamp omod/601.c0000000
= d:2V 0:b642VSENPCLW//8701.f8000000
= d:2V 0:b642VSENPCL~/clamp omod/601.c0000000
= d:V 0:VNP/swap/8700.f8000000
= d:V 0:VRCL/byte_sel:01 clamp/6700.f8000000
= d:V 0:VRCL/byte_sel:01/e700.f8000000
= d:V 0:bf16VRCL~/op_sel:1d/b600.d8000000
= d:2V 0:2VSNP~ 1:2VSENP~ 2:2VSENP~/clamp omod/1
= d:V 0:VRCL~ 1:VRCL 2:VRCL/clamp/0.18000000
= d:2V 0:f642VSENPCLW~ 1:f642VSENPCLW~ 2:f642VSENPCLW~/clamp omod/1
= d:V 0:i16VRCL 1:i16VRCL 2:i16VRCL/bitop3 op_sel:3d/8000
= d:V 0:VRCL 1:VRCL 2:VRCL/bitop3/f800
= d:2V 0:b642VSENPCLW~ 1:b642VSENPCLW~ 2:b642VSEPCLW~/clamp omod/1
= d:2V 0:2VSENPC 1:VSEFNPC 2:2VSENPC/clamp/701.f8000000
= d:2V 0:b642VSENPCLW 1:VRCL 2:b642VSENPCLW/clamp/701.f8000000
= d:4V 0:b642VSENPCLW 1:VRCL 2:4VN/clamp/701.f8040000
= d:2V 0:VRCL 1:VRCL 2:2VSENPCL//8701.f8000000
= d:3V 0:VRC 1:2VSEPC 2:2VSENPC//8701.f8000000
= d:4V 0:b642VSENPCLW 1:b642VSENPCLW 2:2VSENPCL//8701.f8000000
= d:V 0:i16VRCL 1:i16VSMEFPCL 2:i16VRC/op_sel:3d clamp/0.18000000
= d:2V 0:b642VSENPCLW 1:VRCL 2:b642VSENPCLW//8701.f8000000
= d:V 0:f16VSMENPCL~ 1:f16VSEFNPCL~ 2:f16VRCL~/op_sel:3d clamp omod
= d:V 0:i16VRCL~ 1:i16VRCL~ 2:VR//8400.98000000
= d:V 0:VRC 1:VSEFNPC 2:VRC//8700.f8000000
= d:V 0:VRC~ 1:f16VSMFNPCL~ 2:f16VSEFNPCL~/op_sel:3d clamp omod
= d:V 0:8VN 1:VRCL 2:VRCL//8700.f8000001
= d:V 0:8VN 1:VRCL//8700.f8000001
= d:2V 0:8VN 1:VRCL//8701.f8000001
= d:V s:SMEFN 0:VRCL- 1:VRCL- 2:VRCL-/clamp omod
= d:2V s:SMEFN 0:VRCL 1:VRCL 2:b642VSENPCLW/clamp/1.f8000000
= d:2V s:SMEFN 0:VRCL 1:VSMFNPCL 2:2VSENP/clamp/1.f8000000
= d:V 0:f16VRCL~ 1:VRC~/op_sel:2d clamp/2400.98000000
= d:V 0:VNP 1:RCL//8700.f8000000
= d:2V 0:b642VSENPCL 1:b642VSENPCLW//8701.f8000000
= d:V 0:VRCL~ 1:VRCL/clamp omod/400.80000000
= d:2V 0:2VSENPCL~ 1:VRCL/clamp omod/401.80000000
= d:2V 0:b642VSNPC~ 1:VRC/clamp omod/401.80000000
= d:2V 0:2VSENPC~ 1:2VSEPC~/clamp omod/401.80000000
= d:2V 0:b642VSENPCLW~ 1:2VSENPC~/clamp omod/401.80000000
= D:SEFNP 0:VNP 1:RCL//8700.f8000000
= d:V 0:VRCL~ 1:VRCL~/op_sel:2d clamp/2400.98000000
= d:V 0:VRCL~ 1:VRCL~/op_sel:2d/a400.98000000
= d:V 0:VRCL~ 1:VRCL/byte_sel:32 clamp/1c00.98000000
= d:V 0:VRCL~ 1:VRCL/byte_sel:32/9c00.98000000
= d:V 0:VRCL~ 1:VRC~/clamp omod/400.80000000
= d:2V a:V/offset2/20000.1ffff00
= a:V/offset/20000.ffffff00
= d:4V a:V/offset2/20000.1ffff00
= a:V 0:3V/offset/20000.ffff0100
= a:V 0:4V/offset/20000.ffff0100
= d:4V a:V/offset/20000.1ffff00
= d:3V a:V/offset/20000.1ffff00
= d:2V @vaddr r:OSME/soffset13 scale_offset th:LOAD scope nv/0.1
= d:3V @vaddr r:OSME/soffset13 scale_offset th:LOAD scope nv/0.1
= d:4V @vaddr r:OSME/soffset13 scale_offset th:LOAD scope nv/0.1
= @vaddr 0:2V r:OSME/soffset13 scale_offset th:STORE scope nv/0.800000
= @vaddr 0:3V r:OSME/soffset13 scale_offset th:STORE scope nv/0.800000
= @vaddr 0:4V r:OSME/soffset13 scale_offset th:STORE scope nv/0.800000
= d:32V @vaddr r:OSME/soffset13 scale_offset th:LOAD scope nv/0.1
= @vaddr 0:32V r:OSME/soffset13 scale_offset th:STORE scope nv/0.800000
= d:3V @gaddr r:2OS/soffset13 scale_offset th:LOAD scope nv/0.20001
= @gaddr 0:2V r:2OS/soffset13 scale_offset th:STORE scope nv/0.820000
= @gaddr 0:3V r:2OS/soffset13 scale_offset th:STORE scope nv/0.820000
= @gaddr 0:4V r:2OS/soffset13 scale_offset th:STORE scope nv/0.820000
= ?d:V @gaddr 0:2V r:2OS/soffset13 scale_offset th:ATOMIC scope nv/0.820000
= ?d:2V @gaddr 0:4V r:2OS/soffset13 scale_offset th:ATOMIC scope nv/0.820000
= d:32V @gaddr r:2OS/soffset13 scale_offset th:LOAD scope nv/0.20001
= @gaddr 0:32V r:2OS/soffset13 scale_offset th:STORE scope nv/0.820000
= @gaddr r:2OSE/soffset13 scale_offset th:LOAD scope nv/0.20000
= r:2SEN/soffset13 scale_offset th:STORE scope nv/0.20000
= d:2V @baddr r:4SN o:SMEFN/idxen offen offset th:LOAD scope nv/400000.1.80000000
= d:3V @baddr r:4SN o:SMEFN/idxen offen offset th:LOAD scope nv/400000.1.80000000
= d:4V @baddr r:4SN o:SMEFN/idxen offen offset th:LOAD scope nv/400000.1.80000000
= d:2V @baddr r:4SN o:SMEFN/idxen offen offset th:STORE scope nv/400000.1.80000000
= d:3V @baddr r:4SN o:SMEFN/idxen offen offset th:STORE scope nv/400000.1.80000000
= d:4V @baddr r:4SN o:SMEFN/idxen offen offset th:STORE scope nv/400000.1.80000000
= d:4V @baddr r:4SN o:SMEFN/idxen offen offset th:ATOMIC scope nv/400000.1.80000000
= d:V 0:VRCL//1fe00
= d:V 0:h16VRCL 1:V
= d:V 0:hb16VRCL 1:V
= @ydst 0:VRCL 1:V k
= @ydst 0:VRCL k 1:V
= @ydst 0:VRCL//0.1fe00
= @ydst 0:h16VRCL 1:V
= @ydst 0:hb16VRCL 1:V
= d:3V @gaddr r:2ZS/soffset13 scale_offset th:LOAD scope nv/0.20000
= @gaddr 0:2V r:2ZS/soffset13 scale_offset th:STORE scope nv/0.20000
= @gaddr 0:3V r:2ZS/soffset13 scale_offset th:STORE scope nv/0.20000
= @gaddr 0:4V r:2ZS/soffset13 scale_offset th:STORE scope nv/0.20000
= ?d:V @gaddr 0:2V r:2ZSE/soffset13 scale_offset th:ATOMIC scope nv/0.20000
= ?d:2V @gaddr 0:4V r:2ZSE/soffset13 scale_offset th:ATOMIC scope nv/0.20000
= @gaddr r:2ZSE/soffset13 scale_offset th:LOAD scope nv/0.20000
= d:2SEN 0:b642SENPCL 1:b642SENPCLW
= d:2SEN 0:b642SENPCL 1:RC
= 0:b642SENPCLW
= 0:b642SENPCLW 1:RCL
= 0:b642SENPCL 1:b642SENPCLW
= 0:b642SENPCLW 1:b642SENPCLW
= d:2V 0:b642VSENPCL~/clamp omod/600.c0000000
= d:2V 0:b642VSENPC~/clamp omod/600.c0000000
= d:2V 0:b642VSENPCW~/clamp omod/600.c0000000
= d:2V 0:4VN 1:VRCL 2:VRCL//8700.f8000000
= d:2V 0:8VN 1:VRCL//8700.f8000000
= d:2V s:SMEFN 0:b642VSENPCLW- 1:b642VSENPCL- 2:b642VSENPC-/clamp omod
= d:V 0:RCL 1:RCL//8700.f8000000
= d:V 0:VRCL//0.ffff0c00
= d:2V 0:f642VSENPCL 1:2V 2:2V//0.c00
= d:V 0:VRCL//0.0.ffff00
= d:V 0:VRC 1:V//0.0.ff0000
= d:V 0:bf16VRCL 1:V//0.0.ff0000
= d:V 0:VRCL 1:V/bitop
buffer_atomic_add_f32 2e.r.i
buffer_atomic_add_f64 2@2d.r.24
buffer_atomic_add_u32 1h.r.i
buffer_atomic_add_u64 1@1v.r.3d 2@1v.r.24
buffer_atomic_and_b32 1o.r.i
buffer_atomic_and_b64 1@21.r.3d 2@21.r.24
buffer_atomic_cmpswap_b32 1@1g.r.3d 2@1g.r.24
buffer_atomic_cmpswap_b64 1@1u.r.hd 2@1u.r.m7
buffer_atomic_cond_sub_u32 28.r.i
buffer_atomic_dec_u32 1s.r.i
buffer_atomic_dec_u64 1@25.r.3d 2@25.r.24
buffer_atomic_inc_u32 1r.r.i
buffer_atomic_inc_u64 1@24.r.3d 2@24.r.24
buffer_atomic_max_i32 1m.r.i
buffer_atomic_max_i64 1@1z.r.3d 2@1z.r.24
buffer_atomic_max_num_f32 2a.r.i
buffer_atomic_max_num_f64 2@2k.r.24
buffer_atomic_max_u32 1n.r.i
buffer_atomic_max_u64 1@20.r.3d 2@20.r.24
buffer_atomic_min_i32 1k.r.i
buffer_atomic_min_i64 1@1x.r.3d 2@1x.r.24
buffer_atomic_min_num_f32 29.r.i
buffer_atomic_min_num_f64 2@2j.r.24
buffer_atomic_min_u32 1l.r.i
buffer_atomic_min_u64 1@1y.r.3d 2@1y.r.24
buffer_atomic_or_b32 1p.r.i
buffer_atomic_or_b64 1@22.r.3d 2@22.r.24
buffer_atomic_pk_add_bf16 2i.r.i
buffer_atomic_pk_add_f16 2h.r.i
buffer_atomic_sub_clamp_u32 1j.r.i
buffer_atomic_sub_u32 1i.r.i
buffer_atomic_sub_u64 1@1w.r.3d 2@1w.r.24
buffer_atomic_swap_b32 1f.r.i
buffer_atomic_swap_b64 1@1t.r.3d 2@1t.r.24
buffer_atomic_xor_b32 1q.r.i
buffer_atomic_xor_b64 1@23.r.3d 2@23.r.24
buffer_load_b128 1@n.r.ck 2@n.r.m3
buffer_load_b32 k.r.y
buffer_load_b64 1@l.r.86 2@l.r.m1
buffer_load_b96 1@m.r.cj 2@m.r.m2
buffer_load_d16_b16 w.r.y
buffer_load_d16_format_x 1@8.r.y
buffer_load_d16_format_xy 1@9.r.y
buffer_load_d16_format_xyz 1@a.r.86
buffer_load_d16_format_xyzw 1@b.r.86
buffer_load_d16_hi_b16 z.r.y
buffer_load_d16_hi_format_x 1@12.r.y
buffer_load_d16_hi_i8 y.r.y
buffer_load_d16_hi_u8 x.r.y
buffer_load_d16_i8 v.r.y
buffer_load_d16_u8 u.r.y
buffer_load_format_x 1@0.r.y
buffer_load_format_xy 1@1.r.86
buffer_load_format_xyz 1@2.r.cj
buffer_load_format_xyzw 1@3.r.ck
buffer_load_i16 j.r.y
buffer_load_i8 h.r.y
buffer_load_u16 i.r.y
buffer_load_u8 g.r.y
buffer_store_b128 1@t.r.cm 2@t.r.m6
buffer_store_b16 p.r.2y
buffer_store_b32 q.r.2y
buffer_store_b64 1@r.r.87 2@r.r.m4
buffer_store_b8 o.r.2y
buffer_store_b96 1@s.r.cl 2@s.r.m5
buffer_store_d16_format_x 1@c.r.2y
buffer_store_d16_format_xy 1@d.r.2y
buffer_store_d16_format_xyz 1@e.r.87
buffer_store_d16_format_xyzw 1@f.r.87
buffer_store_d16_hi_b16 11.r.2y
buffer_store_d16_hi_b8 10.r.2y
buffer_store_d16_hi_format_x 1@13.r.2y
buffer_store_format_x 1@4.r.2y
buffer_store_format_xy 1@5.r.87
buffer_store_format_xyz 1@6.r.cl
buffer_store_format_xyzw 1@7.r.cm
cluster_load_async_to_lds_b128 2@31.q.60
cluster_load_async_to_lds_b32 2@2z.q.60
cluster_load_async_to_lds_b64 2@30.q.60
cluster_load_async_to_lds_b8 2@2y.q.60
cluster_load_b128 2@2x.q.8o
cluster_load_b32 2@2v.q.12
cluster_load_b64 2@2w.q.7d
ds_add_f32 l.n.c
ds_add_f64 2@2c.n.3g
ds_add_rtn_f32 3d.n.d
ds_add_rtn_f64 2@38.n.1v
ds_add_rtn_u32 w.n.d
ds_add_rtn_u64 1@2o.n.20 2@2o.n.1v
ds_add_u32 0.n.c
ds_add_u64 1@1s.n.1r 2@1s.n.3g
ds_and_b32 9.n.c
ds_and_b64 1@21.n.1r 2@21.n.3g
ds_and_rtn_b32 15.n.d
ds_and_rtn_b64 1@2x.n.20 2@2x.n.1v
ds_append 1q.n.6r
ds_atomic_async_barrier_arrive_b64 2@2e.n.ld
ds_atomic_barrier_arrive_rtn_b64 2@39.n.1v
ds_bpermute_b32 4z.n.d
ds_bpermute_fi_b32 5p.n.d
ds_bvh_stack_push4_pop1_rtn_b32 1@68.n.gm
ds_bvh_stack_push8_pop1_rtn_b32 1@69.n.gn
ds_bvh_stack_push8_pop2_rtn_b64 1@6a.n.go
ds_cmpstore_b32 g.n.83
ds_cmpstore_b64 1@28.n.c9 2@28.n.el
ds_cmpstore_rtn_b32 1c.n.85
ds_cmpstore_rtn_b64 1@34.n.cb 2@34.n.en
ds_cond_sub_rtn_u32 4o.n.d
ds_cond_sub_u32 48.n.c
ds_condxchg32_rtn_b64 1@3i.n.20 2@3i.n.1v
ds_consume 1p.n.6r
ds_dec_rtn_u32 10.n.d
ds_dec_rtn_u64 1@2s.n.20 2@2s.n.1v
ds_dec_u32 4.n.c
ds_dec_u64 1@1w.n.1r 2@1w.n.3g
ds_inc_rtn_u32 z.n.d
ds_inc_rtn_u64 1@2r.n.20 2@2r.n.1v
ds_inc_u32 3.n.c
ds_inc_u64 1@1v.n.1r 2@1v.n.3g
ds_load_2addr_b32 1@1j.n.9f 2@1j.n.lc
ds_load_2addr_b64 1@3b.n.9g 2@3b.n.le
ds_load_2addr_stride64_b32 1k.n.9f
ds_load_2addr_stride64_b64 3c.n.9g
ds_load_addtid_b32 4x.n.6r
ds_load_b128 73.n.cz
ds_load_b32 1i.n.1a
ds_load_b64 1@3a.n.gj 2@3a.n.ad
ds_load_b96 1@72.n.cd 2@72.n.li
ds_load_i16 1n.n.1a
ds_load_i8 1l.n.1a
ds_load_i8_d16 4k.n.1a
ds_load_i8_d16_hi 4l.n.1a
ds_load_tr16_b128 2@70.n.lh
ds_load_tr4_b64 2@6y.n.ad
ds_load_tr6_b96 2@6z.n.cd
ds_load_tr8_b64 2@71.n.ad
ds_load_u16 1o.n.1a
ds_load_u16_d16 4m.n.1a
ds_load_u16_d16_hi 4n.n.1a
ds_load_u8 1m.n.1a
ds_load_u8_d16 4i.n.1a
ds_load_u8_d16_hi 4j.n.1a
ds_max_i32 6.n.c
ds_max_i64 1@1y.n.1r 2@1y.n.3g
ds_max_num_f32 j.n.c
ds_max_num_f64 2b.n.1r
ds_max_num_rtn_f32 1f.n.d
ds_max_num_rtn_f64 1@37.n.20 2@37.n.1v
ds_max_rtn_i32 12.n.d
ds_max_rtn_i64 1@2u.n.20 2@2u.n.1v
ds_max_rtn_u32 14.n.d
ds_max_rtn_u64 1@2w.n.20 2@2w.n.1v
ds_max_u32 8.n.c
ds_max_u64 1@20.n.1r 2@20.n.3g
ds_min_i32 5.n.c
ds_min_i64 1@1x.n.1r 2@1x.n.3g
ds_min_num_f32 i.n.c
ds_min_num_f64 1@2a.n.1r 2@2a.n.3g
ds_min_num_rtn_f32 1e.n.d
ds_min_num_rtn_f64 1@36.n.20 2@36.n.1v
ds_min_rtn_i32 11.n.d
ds_min_rtn_i64 1@2t.n.20 2@2t.n.1v
ds_min_rtn_u32 13.n.d
ds_min_rtn_u64 1@2v.n.20 2@2v.n.1v
ds_min_u32 7.n.c
ds_min_u64 1z.n.1r
ds_mskor_b32 c.n.83
ds_mskor_b64 1@24.n.c9 2@24.n.el
ds_mskor_rtn_b32 18.n.85
ds_mskor_rtn_b64 1@30.n.cb 2@30.n.en
ds_nop k.n.cx
ds_or_b32 a.n.c
ds_or_b64 22.n.1r
ds_or_rtn_b32 16.n.d
ds_or_rtn_b64 1@2y.n.20 2@2y.n.1v
ds_permute_b32 4y.n.d
ds_pk_add_bf16 4b.n.c
ds_pk_add_f16 4a.n.c
ds_pk_add_rtn_bf16 4r.n.d
ds_pk_add_rtn_f16 4q.n.d
ds_rsub_rtn_u32 y.n.d
ds_rsub_rtn_u64 1@2q.n.20 2@2q.n.1v
ds_rsub_u32 2.n.c
ds_rsub_u64 1@1u.n.1r 2@1u.n.3g
ds_store_2addr_b32 e.n.84
ds_store_2addr_b64 1@26.n.ca 2@26.n.em
ds_store_2addr_stride64_b32 f.n.84
ds_store_2addr_stride64_b64 1@27.n.ca 2@27.n.em
ds_store_addtid_b32 4w.n.cy
ds_store_b128 1@67.n.gl 2@67.n.lg
ds_store_b16 v.n.c
ds_store_b16_d16_hi 4h.n.c
ds_store_b32 d.n.c
ds_store_b64 1@25.n.1r 2@25.n.3g
ds_store_b8 u.n.c
ds_store_b8_d16_hi 4g.n.c
ds_store_b96 1@66.n.gk 2@66.n.lf
ds_storexchg_2addr_rtn_b32 1@1a.n.c7 2@1a.n.ek
ds_storexchg_2addr_rtn_b64 1@32.n.cc 2@32.n.eo
ds_storexchg_2addr_stride64_rtn_b32 1@1b.n.c7 2@1b.n.ek
ds_storexchg_2addr_stride64_rtn_b64 1@33.n.cc 2@33.n.eo
ds_storexchg_rtn_b32 19.n.d
ds_storexchg_rtn_b64 1@31.n.20 2@31.n.1v
ds_sub_clamp_rtn_u32 4p.n.d
ds_sub_clamp_u32 49.n.c
ds_sub_rtn_u32 x.n.d
ds_sub_rtn_u64 1@2p.n.20 2@2p.n.1v
ds_sub_u32 1.n.c
ds_sub_u64 1@1t.n.1r 2@1t.n.3g
ds_swizzle_b32 1h.n.c8
ds_xor_b32 b.n.c
ds_xor_b64 1@23.n.1r 2@23.n.3g
ds_xor_rtn_b32 17.n.d
ds_xor_rtn_b64 1@2z.n.20 2@2z.n.1v
flat_atomic_add_f32 1@2e.o.1s 2@2e.o.1l
flat_atomic_add_f64 2@2d.o.2f
flat_atomic_add_u32 1@1h.o.1s 2@1h.o.1l
flat_atomic_add_u64 1@1v.o.3v 2@1v.o.2f
flat_atomic_and_b32 1@1o.o.1s 2@1o.o.1l
flat_atomic_and_b64 1@21.o.3v 2@21.o.2f
flat_atomic_cmpswap_b32 1@1g.o.gv 2@1g.o.mk
flat_atomic_cmpswap_b64 1@1u.o.gx 2@1u.o.ml
flat_atomic_cond_sub_u32 1@28.o.1s 2@28.o.1l
flat_atomic_dec_u32 1@1s.o.1s 2@1s.o.1l
flat_atomic_dec_u64 1@25.o.3v 2@25.o.2f
flat_atomic_inc_u32 1@1r.o.1s 2@1r.o.1l
flat_atomic_inc_u64 1@24.o.3v 2@24.o.2f
flat_atomic_max_i32 1@1m.o.1s 2@1m.o.1l
flat_atomic_max_i64 1@1z.o.3v 2@1z.o.2f
flat_atomic_max_num_f32 1@2a.o.1s 2@2a.o.1l
flat_atomic_max_num_f64 2@2k.o.2f
flat_atomic_max_u32 1@1n.o.1s 2@1n.o.1l
flat_atomic_max_u64 1@20.o.3v 2@20.o.2f
flat_atomic_min_i32 1@1k.o.1s 2@1k.o.1l
flat_atomic_min_i64 1@1x.o.3v 2@1x.o.2f
flat_atomic_min_num_f32 1@29.o.1s 2@29.o.1l
flat_atomic_min_num_f64 2@2j.o.2f
flat_atomic_min_u32 1@1l.o.gw 2@1l.o.1l
flat_atomic_min_u64 1@1y.o.3v 2@1y.o.2f
flat_atomic_or_b32 1@1p.o.1s 2@1p.o.1l
flat_atomic_or_b64 1@22.o.3v 2@22.o.2f
flat_atomic_pk_add_bf16 1@2i.o.1s 2@2i.o.1l
flat_atomic_pk_add_f16 1@2h.o.1s 2@2h.o.1l
flat_atomic_sub_clamp_u32 1@1j.o.1s 2@1j.o.1l
flat_atomic_sub_u32 1@1i.o.1s 2@1i.o.1l
flat_atomic_sub_u64 1@1w.o.3v 2@1w.o.2f
flat_atomic_swap_b32 1@1f.o.1s 2@1f.o.1l
flat_atomic_swap_b64 1@1t.o.3v 2@1t.o.2f
flat_atomic_xor_b32 1@1q.o.1s 2@1q.o.1l
flat_atomic_xor_b64 1@23.o.3v 2@23.o.2f
flat_load_b128 1@n.o.gr 2@n.o.eq
flat_load_b32 1@k.o.4h 2@k.o.4b
flat_load_b64 1@l.o.gp 2@l.o.ep
flat_load_b96 1@m.o.gq 2@m.o.mg
flat_load_d16_b16 1@w.o.4h 2@w.o.4b
flat_load_d16_hi_b16 1@z.o.4h 2@z.o.4b
flat_load_d16_hi_i8 1@y.o.4h 2@y.o.4b
flat_load_d16_hi_u8 1@x.o.4h 2@x.o.4b
flat_load_d16_i8 1@v.o.4h 2@v.o.4b
flat_load_d16_u8 1@u.o.4h 2@u.o.4b
flat_load_i16 1@j.o.4h 2@j.o.4b
flat_load_i8 1@h.o.4h 2@h.o.4b
flat_load_monitor_b128 2@36.o.eq
flat_load_monitor_b32 2@34.o.4b
flat_load_monitor_b64 2@35.o.ep
flat_load_u16 1@i.o.4h 2@i.o.4b
flat_load_u8 1@g.o.4h 2@g.o.4b
flat_prefetch_b8 2@2l.o.mm
flat_store_b128 1@t.o.gu 2@t.o.mj
flat_store_b16 1@p.o.76 2@p.o.7e
flat_store_b32 1@q.o.76 2@q.o.7e
flat_store_b64 1@r.o.gs 2@r.o.mh
flat_store_b8 1@o.o.76 2@o.o.7e
flat_store_b96 1@s.o.gt 2@s.o.mi
flat_store_d16_hi_b16 1@11.o.76 2@11.o.7e
flat_store_d16_hi_b8 1@10.o.76 2@10.o.7e
global_atomic_add_f32 2e.q.h
global_atomic_add_f64 2@2d.q.2e
global_atomic_add_u32 1h.q.h
global_atomic_add_u64 1@1v.q.3c 2@1v.q.2e
global_atomic_and_b32 1o.q.h
global_atomic_and_b64 1@21.q.3c 2@21.q.2e
global_atomic_cmpswap_b32 1@1g.q.h9 2@1g.q.lv
global_atomic_cmpswap_b64 1@1u.q.ha 2@1u.q.lw
global_atomic_cond_sub_u32 28.q.h
global_atomic_dec_u32 1s.q.h
global_atomic_dec_u64 1@25.q.3c 2@25.q.2e
global_atomic_inc_u32 1r.q.h
global_atomic_inc_u64 1@24.q.3c 2@24.q.2e
global_atomic_max_i32 1m.q.h
global_atomic_max_i64 1@1z.q.3c 2@1z.q.2e
global_atomic_max_num_f32 2a.q.h
global_atomic_max_num_f64 2@2k.q.2e
global_atomic_max_u32 1n.q.h
global_atomic_max_u64 1@20.q.3c 2@20.q.2e
global_atomic_min_i32 1k.q.h
global_atomic_min_i64 1@1x.q.3c 2@1x.q.2e
global_atomic_min_num_f32 29.q.h
global_atomic_min_num_f64 2@2j.q.2e
global_atomic_min_u32 1l.q.h
global_atomic_min_u64 1@1y.q.3c 2@1y.q.2e
global_atomic_or_b32 1p.q.h
global_atomic_or_b64 1@22.q.3c 2@22.q.2e
global_atomic_ordered_add_b64 1@37.q.3c
global_atomic_pk_add_bf16 2i.q.h
global_atomic_pk_add_f16 2h.q.h
global_atomic_sub_clamp_u32 1j.q.h
global_atomic_sub_u32 1i.q.h
global_atomic_sub_u64 1@1w.q.3c 2@1w.q.2e
global_atomic_swap_b32 1f.q.h
global_atomic_swap_b64 1@1t.q.3c 2@1t.q.2e
global_atomic_xor_b32 1q.q.h
global_atomic_xor_b64 1@23.q.3c 2@23.q.2e
global_inv 17.q.6s
global_load_addtid_b32 14.q.ch
global_load_async_to_lds_b128 2@2q.q.60
global_load_async_to_lds_b32 2@2o.q.60
global_load_async_to_lds_b64 2@2p.q.60
global_load_async_to_lds_b8 2@2n.q.60
global_load_b128 1@n.q.cg 2@n.q.8o
global_load_b32 k.q.12
global_load_b64 1@l.q.ce 2@l.q.7d
global_load_b96 1@m.q.cf 2@m.q.lr
global_load_block 1@2b.q.hb 2@2b.q.lx
global_load_d16_b16 w.q.12
global_load_d16_hi_b16 z.q.12
global_load_d16_hi_i8 y.q.12
global_load_d16_hi_u8 x.q.12
global_load_d16_i8 v.q.12
global_load_d16_u8 u.q.12
global_load_i16 j.q.12
global_load_i8 h.q.12
global_load_monitor_b128 2@36.q.8o
global_load_monitor_b32 2@34.q.12
global_load_monitor_b64 2@35.q.7d
global_load_tr16_b128 2@2f.q.8o
global_load_tr4_b64 2@37.q.7d
global_load_tr6_b96 2@38.q.cf
global_load_tr8_b64 2@2g.q.7d
global_load_tr_b128 1@2f.q.cg
global_load_tr_b64 1@2g.q.ce
global_load_u16 i.q.12
global_load_u8 g.q.12
global_prefetch_b8 2@2l.q.lz
global_store_addtid_b32 15.q.ci
global_store_async_from_lds_b128 2@2u.q.8p
global_store_async_from_lds_b32 2@2s.q.8p
global_store_async_from_lds_b64 2@2t.q.8p
global_store_async_from_lds_b8 2@2r.q.8p
global_store_b128 1@t.q.h8 2@t.q.lu
global_store_b16 p.q.53
global_store_b32 q.q.53
global_store_b64 1@r.q.h6 2@r.q.ls
global_store_b8 o.q.53
global_store_b96 1@s.q.h7 2@s.q.lt
global_store_block 1@2c.q.hc 2@2c.q.ly
global_store_d16_hi_b16 11.q.53
global_store_d16_hi_b8 10.q.53
global_wb 18.q.6s
global_wbinv 27.q.6s
s_abs_i32 l.2.1
s_absdiff_i32 6.0.0
s_add_co_ci_u32 4.0.0
s_add_co_i32 2.0.0
s_add_co_u32 0.0.0
s_add_f16 21.0.21
s_add_f32 1s.0.0
s_add_nc_u64 1@2b.0.3x 2@2b.0.5j
s_add_pc_i64 2@23.2.mp
s_addk_co_i32 f.1.5k
s_alloc_vgpr 2b.2.4i
s_and_b32 m.0.0
s_and_b64 1@n.0.3x 2@n.0.5j
s_and_not0_saveexec_b32 18.2.1
s_and_not0_saveexec_b64 1@19.2.1f 2@19.2.1h
s_and_not0_wrexec_b32 1g.2.1
s_and_not0_wrexec_b64 1@1h.2.1f 2@1h.2.1h
s_and_not1_b32 y.0.0
s_and_not1_b64 1@z.0.3x 2@z.0.5j
s_and_not1_saveexec_b32 1c.2.1
s_and_not1_saveexec_b64 1@1d.2.1f 2@1d.2.1h
s_and_not1_wrexec_b32 1i.2.1
s_and_not1_wrexec_b64 1@1j.2.1f 2@1j.2.1h
s_and_saveexec_b32 w.2.1
s_and_saveexec_b64 1@x.2.1f 2@x.2.1h
s_ashr_i32 c.0.0
s_ashr_i64 d.0.68
s_atc_probe y.m.c4
s_atc_probe_buffer z.m.c5
s_barrier_init 29.2.4i
s_barrier_join 2a.2.4i
s_barrier_leave l.4.2g
s_barrier_signal 26.2.4i
s_barrier_signal_isfirst 27.2.4i
s_barrier_wait k.4.15
s_bcnt0_i32_b32 m.2.1
s_bcnt0_i32_b64 1@n.2.77 2@n.2.7f
s_bcnt1_i32_b32 o.2.1
s_bcnt1_i32_b64 1@p.2.77 2@p.2.7f
s_bfe_i32 13.0.0
s_bfe_i64 1@15.0.68 2@15.0.mo
s_bfe_u32 12.0.0
s_bfe_u64 14.0.68
s_bfm_b32 16.0.0
s_bfm_b64 17.0.cn
s_bitcmp0_b32 c.3.5
s_bitcmp0_b64 e.3.9m
s_bitcmp1_b32 d.3.5
s_bitcmp1_b64 1@f.3.9m 2@f.3.mq
s_bitreplicate_b64_b32 k.2.6t
s_bitset0_b32 g.2.1
s_bitset0_b64 h.2.6t
s_bitset1_b32 i.2.1
s_bitset1_b64 j.2.6t
s_branch w.4.2h
s_brev_b32 4.2.1
s_brev_b64 1@5.2.1f 2@5.2.1h
s_buffer_load_b128 i.m.bz
s_buffer_load_b256 j.m.c0
s_buffer_load_b32 g.m.51
s_buffer_load_b512 k.m.c1
s_buffer_load_b64 h.m.by
s_buffer_load_b96 l.m.c2
s_buffer_load_i16 q.m.51
s_buffer_load_i8 o.m.51
s_buffer_load_u16 r.m.51
s_buffer_load_u8 p.m.51
s_buffer_prefetch_data 13.m.c6
s_call_b64 1@k.1.ah
s_call_i64 2@k.1.ah
s_cbranch_execnz 12.4.2h
s_cbranch_execz 11.4.2h
s_cbranch_scc0 x.4.2h
s_cbranch_scc1 y.4.2h
s_cbranch_vccnz 10.4.2h
s_cbranch_vccz z.4.2h
s_ceil_f16 2z.2.1
s_ceil_f32 2o.2.1
s_clause 5.4.z
s_cls_i32 c.2.1
s_cls_i32_i64 1@d.2.77 2@d.2.7f
s_clz_i32_u32 a.2.1
s_clz_i32_u64 1@b.2.77 2@b.2.7f
s_cmov_b32 2.2.1
s_cmov_b64 1@3.2.1f 2@3.2.1h
s_cmovk_i32 2.1.5k
s_cmp_eq_f16 2a.3.t
s_cmp_eq_f32 1u.3.5
s_cmp_eq_i32 0.3.5
s_cmp_eq_u32 6.3.5
s_cmp_eq_u64 1@g.3.cw 2@g.3.mr
s_cmp_ge_f16 2e.3.t
s_cmp_ge_f32 1y.3.5
s_cmp_ge_i32 3.3.5
s_cmp_ge_u32 9.3.5
s_cmp_gt_f16 2c.3.t
s_cmp_gt_f32 1w.3.5
s_cmp_gt_i32 2.3.5
s_cmp_gt_u32 8.3.5
s_cmp_le_f16 2b.3.t
s_cmp_le_f32 1v.3.5
s_cmp_le_i32 5.3.5
s_cmp_le_u32 b.3.5
s_cmp_lg_f16 2d.3.t
s_cmp_lg_f32 1x.3.5
s_cmp_lg_i32 1.3.5
s_cmp_lg_u32 7.3.5
s_cmp_lg_u64 1@h.3.cw 2@h.3.ms
s_cmp_lt_f16 29.3.t
s_cmp_lt_f32 1t.3.5
s_cmp_lt_i32 4.3.5
s_cmp_lt_u32 a.3.5
s_cmp_neq_f16 2l.3.t
s_cmp_neq_f32 25.3.5
s_cmp_nge_f16 2h.3.t
s_cmp_nge_f32 21.3.5
s_cmp_ngt_f16 2j.3.t
s_cmp_ngt_f32 23.3.5
s_cmp_nle_f16 2k.3.t
s_cmp_nle_f32 24.3.5
s_cmp_nlg_f16 2i.3.t
s_cmp_nlg_f32 22.3.5
s_cmp_nlt_f16 2m.3.t
s_cmp_nlt_f32 26.3.5
s_cmp_o_f16 2f.3.t
s_cmp_o_f32 1z.3.5
s_cmp_u_f16 2g.3.t
s_cmp_u_f32 20.3.5
s_code_end v.4.2g
s_cselect_b32 1c.0.0
s_cselect_b64 1@1d.0.3x 2@1d.0.5j
s_ctz_i32_b32 8.2.1
s_ctz_i32_b64 1@9.2.77 2@9.2.7f
s_cvt_f16_f32 2w.2.1
s_cvt_f32_f16 2x.2.1
s_cvt_f32_i32 2s.2.1
s_cvt_f32_u32 2t.2.1
s_cvt_hi_f32_f16 2y.2.1
s_cvt_i32_f32 2u.2.1
s_cvt_pk_rtz_f16_f32 20.0.0
s_cvt_u32_f32 2v.2.1
s_dcache_inv x.m.c3
s_decperflevel 1l.4.15
s_delay_alu 7.4.ai
s_denorm_mode i.4.15
s_endpgm 1c.4.ak
s_endpgm_saved 1d.4.2g
s_floor_f16 30.2.1
s_floor_f32 2p.2.1
s_fmaak_f32 1x.0.co
s_fmac_f16 26.0.21
s_fmac_f32 1z.0.0
s_fmamk_f32 1y.0.cp
s_get_barrier_state 28.2.cu
s_get_pc_i64 2@1z.2.9l
s_get_shader_cycles_u64 2@6.2.9l
s_getpc_b64 1@1z.2.9l
s_getreg_b32 h.1.ae
s_icache_inv 1o.4.2g
s_incperflevel 1k.4.15
s_load_b128 2.m.bu
s_load_b256 3.m.bv
s_load_b32 0.m.50
s_load_b512 4.m.bw
s_load_b64 1.m.bt
s_load_b96 5.m.bx
s_load_i16 a.m.50
s_load_i8 8.m.50
s_load_u16 b.m.50
s_load_u8 9.m.50
s_lshl1_add_u32 e.0.0
s_lshl2_add_u32 f.0.0
s_lshl3_add_u32 g.0.0
s_lshl4_add_u32 h.0.0
s_lshl_b32 8.0.0
s_lshl_b64 1@9.0.68 2@9.0.er
s_lshr_b32 a.0.0
s_lshr_b64 1@b.0.68 2@b.0.er
s_max_i32 k.0.0
s_max_num_f16 24.0.21
s_max_num_f32 1v.0.0
s_max_u32 l.0.0
s_maximum_f16 2a.0.21
s_maximum_f32 28.0.0
s_min_i32 i.0.0
s_min_num_f16 23.0.21
s_min_num_f32 1u.0.0
s_min_u32 j.0.0
s_minimum_f16 29.0.21
s_minimum_f32 27.0.0
s_monitor_sleep 2@4.4.15
s_mov_b32 0.2.1
s_mov_b64 1@1.2.1f 2@1.2.1h
s_movk_i32 0.1.5k
s_movreld_b32 1u.2.1
s_movreld_b64 1@1v.2.1f 2@1v.2.1h
s_movrels_b32 1s.2.cq
s_movrels_b64 1t.2.cr
s_movrelsd_2_b32 1w.2.1
s_mul_f16 25.0.21
s_mul_f32 1w.0.0
s_mul_hi_i32 1a.0.0
s_mul_hi_u32 19.0.0
s_mul_i32 18.0.0
s_mul_u64 1@2d.0.3x 2@2d.0.5j
s_mulk_i32 g.1.5k
s_nand_b32 s.0.0
s_nand_b64 1@t.0.3x 2@t.0.es
s_nand_saveexec_b32 12.2.1
s_nand_saveexec_b64 1@13.2.1f 2@13.2.1h
s_nop 0.4.15
s_nor_b32 u.0.0
s_nor_b64 1@v.0.3x 2@v.0.mn
s_nor_saveexec_b32 14.2.1
s_nor_saveexec_b64 1@15.2.1f 2@15.2.1h
s_not_b32 u.2.1
s_not_b64 1@v.2.1f 2@v.2.1h
s_or_b32 o.0.0
s_or_b64 1@p.0.3x 2@p.0.5j
s_or_not0_saveexec_b32 1a.2.1
s_or_not0_saveexec_b64 1@1b.2.1f 2@1b.2.1h
s_or_not1_b32 10.0.0
s_or_not1_b64 1@11.0.3x 2@11.0.es
s_or_not1_saveexec_b32 1e.2.1
s_or_not1_saveexec_b64 1@1f.2.1f 2@1f.2.1h
s_or_saveexec_b32 y.2.1
s_or_saveexec_b64 1@z.2.1f 2@z.2.1h
s_pack_hh_b32_b16 1g.0.0
s_pack_hl_b32_b16 1h.0.0
s_pack_lh_b32_b16 1f.0.0
s_pack_ll_b32_b16 1e.0.0
s_prefetch_data 12.m.81
s_prefetch_data_pc_rel 14.m.82
s_prefetch_inst 10.m.81
s_prefetch_inst_pc_rel 11.m.82
s_quadmask_b32 q.2.1
s_quadmask_b64 1@r.2.1f 2@r.2.1h
s_rfe_b64 1@22.2.88
s_rfe_i64 2@22.2.88
s_rndne_f16 32.2.1
s_rndne_f32 2r.2.1
s_round_mode h.4.z
s_sendmsg 1i.4.7g
s_sendmsg_rtn_b32 24.2.cs
s_sendmsg_rtn_b64 25.2.ct
s_sendmsghalt 1j.4.7g
s_set_pc_i64 2@20.2.88
s_set_vgpr_msb 2@6.4.15
s_sethalt 2.4.15
s_setkill 1@1.4.15
s_setpc_b64 1@20.2.88
s_setprio 1h.4.15
s_setprio_inc_wg 2@1q.4.15
s_setreg_b32 i.1.af
s_setreg_imm32_b32 j.1.ag
s_sext_i32_i16 f.2.1
s_sext_i32_i8 e.2.1
s_sleep 3.4.15
s_sleep_var 2g.2.cv
s_sub_co_ci_u32 5.0.0
s_sub_co_i32 3.0.0
s_sub_co_u32 1.0.0
s_sub_f16 22.0.21
s_sub_f32 1t.0.0
s_sub_nc_u64 1@2c.0.3x 2@2c.0.5j
s_swap_pc_i64 2@21.2.1h
s_swappc_b64 1@21.2.1f
s_trap g.4.15
s_trunc_f16 31.2.1
s_trunc_f32 2q.2.1
s_ttracedata 1m.4.2g
s_ttracedata_imm 1n.4.z
s_wait_alu 8.4.aj
s_wait_asynccnt 2@22.4.z
s_wait_bvhcnt 1@1v.4.z
s_wait_dscnt 1y.4.z
s_wait_event 1@b.4.z
s_wait_expcnt 1@1w.4.z
s_wait_idle a.4.2g
s_wait_kmcnt 1z.4.z
s_wait_loadcnt 1s.4.z
s_wait_loadcnt_dscnt 20.4.z
s_wait_samplecnt 1@1u.4.z
s_wait_storecnt 1t.4.z
s_wait_storecnt_dscnt 21.4.z
s_wait_tensorcnt 2@23.4.z
s_wait_xcnt 2@1x.4.z
s_waitcnt 1@9.4.ew
s_wakeup 1g.4.2g
s_wakeup_barrier 2@2f.2.4i
s_wqm_b32 s.2.1
s_wqm_b64 1@t.2.1f 2@t.2.1h
s_xnor_b32 w.0.0
s_xnor_b64 1@x.0.3x 2@x.0.5j
s_xnor_saveexec_b32 16.2.1
s_xnor_saveexec_b64 1@17.2.1f 2@17.2.1h
s_xor_b32 q.0.0
s_xor_b64 1@r.0.3x 2@r.0.5j
s_xor_saveexec_b32 10.2.1
s_xor_saveexec_b64 1@11.2.1f 2@11.2.1h
scratch_load_b128 1@n.p.h0 2@n.p.ll
scratch_load_b32 k.p.1b
scratch_load_b64 1@l.p.gy 2@l.p.lj
scratch_load_b96 1@m.p.gz 2@m.p.lk
scratch_load_block 1@2b.p.h4 2@2b.p.lp
scratch_load_d16_b16 w.p.1b
scratch_load_d16_hi_b16 z.p.1b
scratch_load_d16_hi_i8 y.p.1b
scratch_load_d16_hi_u8 x.p.1b
scratch_load_d16_i8 v.p.1b
scratch_load_d16_u8 u.p.1b
scratch_load_i16 j.p.1b
scratch_load_i8 h.p.1b
scratch_load_u16 i.p.1b
scratch_load_u8 g.p.1b
scratch_store_b128 1@t.p.h3 2@t.p.lo
scratch_store_b16 p.p.52
scratch_store_b32 q.p.52
scratch_store_b64 1@r.p.h1 2@r.p.lm
scratch_store_b8 o.p.52
scratch_store_b96 1@s.p.h2 2@s.p.ln
scratch_store_block 1@2c.p.h5 2@2c.p.lq
scratch_store_d16_hi_b16 11.p.52
scratch_store_d16_hi_b8 10.p.52
tbuffer_load_d16_format_x 1@3s.r.9h
tbuffer_load_d16_format_xy 1@3t.r.9h
tbuffer_load_d16_format_xyz 1@3u.r.9i
tbuffer_load_d16_format_xyzw 1@3v.r.9i
tbuffer_load_format_x 1@3k.r.9h
tbuffer_load_format_xy 1@3l.r.9i
tbuffer_load_format_xyz 1@3m.r.he
tbuffer_load_format_xyzw 1@3n.r.hf
tbuffer_store_d16_format_x 1@3w.r.9j
tbuffer_store_d16_format_xy 1@3x.r.9j
tbuffer_store_d16_format_xyz 1@3y.r.9k
tbuffer_store_d16_format_xyzw 1@3z.r.9k
tbuffer_store_format_x 1@3o.r.9j
tbuffer_store_format_xy 1@3p.r.9k
tbuffer_store_format_xyz 1@3q.r.hg
tbuffer_store_format_xyzw 1@3r.r.hh
tensor_save 2@32.q.m0
v_add3_u32 1@gl.hi-j.1i.18.13 2@gl.hi-j.6a.1d.14
v_add_co_ci_u32 w.7a.6h.6i 1@w.d.8u 1@80.hij.90.94.99 2@w.d.9p 2@80.hij.9z.a4.a8
v_add_co_u32 1@lc.hi-j.91.96.9d 2@lc.hi-j.a0.a5.ac
v_add_f16 1e.7a.2i.1y 1@1e.d.5m 1@8i.hij.6m.6n.65 2@1e.d.5s 2@8i.hij.6y.70.6d
v_add_f32 3.7a.1m.a 1@3.d.l 1@77.hij.4t.4w.4e 2@3.d.m 2@77.hij.42.45.4a
v_add_f64 1@2.d.7m 1@76.j.6p 2@2.d.78 2@76.j.jw
v_add_lshl_u32 1@g7.hi-j.1i.18.13 2@g7.hi-j.22.1d.14
v_add_max_i32 2@gu.hi-j.55.4l.4o
v_add_max_u32 2@gv.hi-j.55.4l.4o
v_add_min_i32 2@gw.hi-j.55.4l.4o
v_add_min_u32 2@gx.hi-j.55.4l.4o
v_add_nc_i16 1@lp.hi-j.fo.7t.7y 2@lp.hi-j.ir.8f.8m
v_add_nc_i32 1@me.hi-j.b0.75.64 2@me.hi-j.79.6z.6c
v_add_nc_u16 1@lf.hi-j.92.7t.7y 2@lf.hi-j.a1.8f.8m
v_add_nc_u32 11.7a.k.a 1@11.d.l 1@85.hij.72.b9.64 2@11.d.m 2@85.hij.79.j1.6c
v_add_nc_u64 2@14.d.d4 2@88.j.e0
v_alignbit_b32 1@eu.hi-j.b3.bc.bl 2@eu.hi-j.dc.dn.e5
v_alignbyte_b32 1@ev.hi-j.b3.bc.bl 2@ev.hi-j.dc.dn.e5
v_and_b16 1@o2.hi-j.7q.g2.4g 2@o2.hi-j.a2.5h.4p
v_and_b32 r.7a.k.a 1@r.d.l 1@7v.hij.1z.1o.19 2@r.d.m 2@7v.hij.32.23.1c
v_and_or_b32 1@gn.hi-j.7p.18.13 2@gn.hi-j.22.1d.14
v_ashr_pk_i8_i32 2@i8.hi-j.de.dp.e7
v_ashr_pk_u8_i32 2@i9.hi-j.de.dp.e7
v_ashrrev_i16 1@my.hi-j.7q.4x.4g 2@my.hi-j.5v.5h.4p
v_ashrrev_i32 q.7a.k.a 1@q.d.l 1@7u.hij.1z.1o.19 2@q.d.m 2@7u.hij.32.a3.1c
v_ashrrev_i64 1@n2.-j.98 2@n2.-j.eg
v_bcnt_u32_b32 1@m6.hi-j.1z.1o.19 2@m6.hi-j.32.23.1c
v_bfe_i32 1@ep.hi-j.7p.18.13 2@ep.hi-j.22.1d.14
v_bfe_u32 1@eo.hi-j.7p.18.13 2@eo.hi-j.6a.1d.14
v_bfi_b32 1@eq.h-j.1i.13 2@eq.h-j.22.14
v_bfm_b32 1@m5.hi-j.1z.1o.19 2@m5.hi-j.7a.23.1c
v_bfrev_b32 1k.58.f.2 1@1k.b.n c8.hi.5a.q 1@c8.j.5p 2@1k.b.j 2@c8.j.4n
v_bitop3_b16 2@fn.hi-j.io.j6.kd
v_bitop3_b32 2@fo.hi-j.ip.j7.ke
v_ceil_f16 2k.58.e.b 1@2k.b.1n d8.hi.4.3 1@d8.j.1j 2@2k.b.1k 2@d8.j.1g
v_ceil_f32 y.58.g.2 1@y.b.n bm.hi.4.3 1@bm.j.1x 2@y.b.j 2@bm.j.1t
v_ceil_f64 1@o.b.58 1@bc.j.5b 2@o.b.5c 2@bc.j.7c
v_cls_i32 1n.58.f.2 1@1n.b.n cb.hi.17.q 1@cb.j.5p 2@1n.b.j 2@cb.j.4n
v_clz_i32_u32 1l.58.f.2 1@1l.b.n c9.hi.17.q 1@c9.j.5p 2@1l.b.j 2@c9.j.4n
v_cmp_class_f16 3h.-6-9.o.6 1@3h.chij.26.fd.fs.g3 2@3h.chij.2a.ib.iw.jm
v_cmp_class_f32 3i.-6-9.an.7 1@3i.chij.u.fe.ft.g4 2@3i.chij.w.ic.ix.jn
v_cmp_class_f64 1@3j.cj.ez.g5 2@3j.cj.hx.jo
v_cmp_eq_f16 2.-6-9.o.6 1@2.chij.26.4q.2o.2s 2@2.chij.2a.4j.33.37
v_cmp_eq_f32 i.-6-9.r.7 1@i.chij.u.2l.2p.2t 2@i.chij.w.3f.34.38
v_cmp_eq_f64 1@y.cj.2j.2u 2@y.cj.2z.7b
v_cmp_eq_i16 1e.-6-9.16.6 1@1e.chij.3j.59.4u.3p 2@1e.chij.3y.5e.56.46
v_cmp_eq_i32 1u.-6-9.10.7 1@1u.chij.u.6l.7s.3q 2@1u.chij.w.9y.5g.47
v_cmp_eq_i64 1@2a.cj.3k.3r 2@2a.cj.5d.dw
v_cmp_eq_u16 1m.-6-9.16.6 1@1m.chij.3j.59.4u.3p 2@1m.chij.3y.9x.dj.46
v_cmp_eq_u32 22.-6-9.10.7 1@22.chij.u.6l.62.3q 2@22.chij.w.5f.5g.47
v_cmp_eq_u64 1@2i.cj.3k.3r 2@2i.cj.5d.jk
v_cmp_ge_f16 6.-6-9.o.6 1@6.chij.26.4q.2o.2s 2@6.chij.2a.4j.33.37
v_cmp_ge_f32 m.-6-9.r.7 1@m.chij.u.2l.2p.2t 2@m.chij.w.3f.34.38
v_cmp_ge_f64 1@12.cj.2j.2u 2@12.cj.2z.dv
v_cmp_ge_i16 1i.-6-9.16.6 1@1i.chij.3j.59.4u.3p 2@1i.chij.3y.5e.56.46
v_cmp_ge_i32 1y.-6-9.10.7 1@1y.chij.u.6k.7s.3q 2@1y.chij.w.5f.dk.47
v_cmp_ge_i64 1@2e.cj.3k.3r 2@2e.cj.d3.5y
v_cmp_ge_u16 1q.-6-9.16.6 1@1q.chij.3j.59.b7.3p 2@1q.chij.3y.5e.56.46
v_cmp_ge_u32 26.-6-9.10.7 1@26.chij.u.6l.62.3q 2@26.chij.w.9y.5g.47
v_cmp_ge_u64 1@2m.cj.3k.3r 2@2m.cj.5d.5y
v_cmp_gt_f16 4.-6-9.o.6 1@4.chij.26.4q.2o.2s 2@4.chij.2a.4j.33.37
v_cmp_gt_f32 k.-6-9.r.7 1@k.chij.u.2l.2p.2t 2@k.chij.w.3f.34.38
v_cmp_gt_f64 1@10.cj.2j.2u 2@10.cj.2z.7b
v_cmp_gt_i16 1g.-6-9.16.6 1@1g.chij.3j.59.4u.3p 2@1g.chij.3y.9x.56.46
v_cmp_gt_i32 1w.-6-9.10.7 1@1w.chij.u.6l.7s.3q 2@1w.chij.w.5f.5g.47
v_cmp_gt_i64 1@2c.cj.3k.3r 2@2c.cj.d3.5y
v_cmp_gt_u16 1o.-6-9.16.6 1@1o.chij.3j.59.b7.3p 2@1o.chij.3y.5e.dj.46
v_cmp_gt_u32 24.-6-9.10.7 1@24.chij.u.6l.62.3q 2@24.chij.w.5f.5g.47
v_cmp_gt_u64 1@2k.cj.3k.3r 2@2k.cj.5d.5y
v_cmp_le_f16 3.-6-9.o.6 1@3.chij.26.7o.2o.2s 2@3.chij.2a.9w.33.37
v_cmp_le_f32 j.-6-9.r.7 1@j.chij.u.2l.2p.2t 2@j.chij.w.3f.34.38
v_cmp_le_f64 1@z.cj.2j.2u 2@z.cj.2z.7b
v_cmp_le_i16 1f.-6-9.16.6 1@1f.chij.3j.59.4u.3p 2@1f.chij.3y.5e.56.46
v_cmp_le_i32 1v.-6-9.10.7 1@1v.chj.u.6k.3q 2@1v.chj.w.5f.47
v_cmp_le_i64 1@2b.cj.3k.3r 2@2b.cj.5d.5y
v_cmp_le_u16 1n.-6-9.16.6 1@1n.chij.3j.59.4u.3p 2@1n.chij.3y.5e.56.46
v_cmp_le_u32 23.-6-9.10.7 1@23.chij.u.6k.7s.3q 2@23.chij.w.5f.5g.47
v_cmp_le_u64 1@2j.cj.3k.3r 2@2j.cj.5d.jl
v_cmp_lg_f16 5.-6-9.o.6 1@5.chij.26.4q.2o.2s 2@5.chij.2a.9w.33.37
v_cmp_lg_f32 l.-6-9.r.7 1@l.chij.u.2l.2p.2t 2@l.chij.w.3f.34.38
v_cmp_lg_f64 1@11.cj.2j.2u 2@11.cj.2z.du
v_cmp_lt_f16 1.-6-9.o.6 1@1.chij.26.4q.2o.2s 2@1.chij.2a.4j.33.37
v_cmp_lt_f32 h.-6-9.r.7 1@h.chij.u.2l.2p.2t 2@h.chij.w.3f.34.38
v_cmp_lt_f64 1@x.cj.2j.2u 2@x.cj.2z.jf
v_cmp_lt_i16 1d.-6-9.am.6 1@1d.chij.3j.8y.4u.3p 2@1d.chij.3y.9x.56.46
v_cmp_lt_i32 1t.-6-9.10.7 1@1t.chij.u.6k.62.3q 2@1t.chij.w.5f.dk.47
v_cmp_lt_i64 1@29.cj.3k.3r 2@29.cj.5d.dw
v_cmp_lt_u16 1l.-6-9.16.6 1@1l.chij.3j.8y.4u.3p 2@1l.chij.3y.5e.56.46
v_cmp_lt_u32 21.-6-9.10.7 1@21.chij.u.6l.62.3q 2@21.chij.w.9y.5g.47
v_cmp_lt_u64 1@2h.cj.3k.3r 2@2h.cj.hw.5y
v_cmp_ne_i16 1h.-6-9.16.6 1@1h.chij.3j.59.4u.3p 2@1h.chij.3y.5e.56.46
v_cmp_ne_i32 1x.-6-9.10.7 1@1x.chij.u.6k.62.3q 2@1x.chij.w.5f.5g.47
v_cmp_ne_i64 1@2d.cj.3k.3r 2@2d.cj.5d.5y
v_cmp_ne_u16 1p.-6-9.16.6 1@1p.chij.3j.8y.4u.3p 2@1p.chij.3y.5e.56.46
v_cmp_ne_u32 25.-6-9.10.7 1@25.chij.u.6k.62.3q 2@25.chij.w.5f.5g.47
v_cmp_ne_u64 1@2l.cj.3k.3r 2@2l.cj.5d.5y
v_cmp_neq_f16 d.-6-9.o.6 1@d.chij.26.4q.2o.2s 2@d.chij.2a.4j.33.37
v_cmp_neq_f32 t.-6-9.r.7 1@t.chij.u.2l.2p.2t 2@t.chij.w.ia.34.38
v_cmp_neq_f64 1@19.cj.2j.2u 2@19.cj.2z.7b
v_cmp_nge_f16 9.-6-9.o.6 1@9.chij.26.4q.2o.2s 2@9.chij.2a.4j.33.37
v_cmp_nge_f32 p.-6-9.r.7 1@p.chij.u.2l.2p.2t 2@p.chij.w.3f.34.38
v_cmp_nge_f64 1@15.cj.2j.2u 2@15.cj.2z.jg
v_cmp_ngt_f16 b.-6-9.o.6 1@b.chij.26.7o.2o.2s 2@b.chij.2a.9w.33.37
v_cmp_ngt_f32 r.-6-9.r.7 1@r.chij.u.2l.2p.2t 2@r.chij.w.3f.34.38
v_cmp_ngt_f64 1@17.cj.2j.2u 2@17.cj.2z.ji
v_cmp_nle_f16 c.-6-9.o.6 1@c.chij.26.4q.2o.2s 2@c.chij.2a.4j.33.37
v_cmp_nle_f32 s.-6-9.r.7 1@s.chij.u.2l.2p.2t 2@s.chij.w.3f.34.38
v_cmp_nle_f64 1@18.cj.2j.2u 2@18.cj.2z.jj
v_cmp_nlg_f16 a.-6-9.o.6 1@a.chij.26.7o.2o.2s 2@a.chij.2a.4j.33.37
v_cmp_nlg_f32 q.-6-9.r.7 1@q.chij.u.2l.2p.2t 2@q.chij.w.3f.34.38
v_cmp_nlg_f64 1@16.cj.2j.2u 2@16.cj.2z.jh
v_cmp_nlt_f16 e.-6-9.o.6 1@e.chij.26.7o.2o.2s 2@e.chij.2a.4j.33.37
v_cmp_nlt_f32 u.-6-9.r.7 1@u.chij.u.2l.2p.2t 2@u.chij.w.3f.34.38
v_cmp_nlt_f64 1@1a.cj.2j.2u 2@1a.cj.2z.7b
v_cmp_o_f16 7.-6-9.o.6 1@7.chij.26.4q.2o.2s 2@7.chij.2a.4j.33.37
v_cmp_o_f32 n.-6-9.r.7 1@n.chij.u.2l.2p.2t 2@n.chij.w.3f.34.38
v_cmp_o_f64 1@13.cj.2j.2u 2@13.cj.2z.du
v_cmp_u_f16 8.-6-9.o.6 1@8.chij.26.4q.2o.2s 2@8.chij.2a.4j.33.37
v_cmp_u_f32 o.-6-9.r.7 1@o.chij.u.2l.2p.2t 2@o.chij.w.3f.34.38
v_cmp_u_f64 1@14.cj.2j.2u 2@14.cj.2z.dv
v_cmpx_class_f16 71.-6-9.p.8 1@71.chij.27.ff.fu.g6 2@71.chij.2b.id.iy.js
v_cmpx_class_f32 72.-6-9.ao.9 1@72.chij.v.fg.fv.g7 2@72.chij.x.ie.iz.jt
v_cmpx_class_f64 1@73.cj.f0.g8 2@73.cj.hz.ju
v_cmpx_eq_f16 3m.-6-9.p.8 1@3m.chij.27.2m.2q.2v 2@3m.chij.2b.30.35.39
v_cmpx_eq_f32 42.-6-9.s.9 1@42.chij.v.2n.2r.2w 2@42.chij.x.31.36.3a
v_cmpx_eq_f64 1@4i.cj.2k.2x 2@4i.cj.3e.dx
v_cmpx_eq_i16 4y.-6-9.1e.8 1@4y.chij.3l.4r.4v.3s 2@4y.chij.3z.6w.43.48
v_cmpx_eq_i32 5e.-6-9.11.9 1@5e.chij.v.az.3o.3t 2@5e.chij.x.d9.44.49
v_cmpx_eq_i64 1@5u.cj.3m.3u 2@5u.cj.40.6b
v_cmpx_eq_u16 56.-6-9.1e.8 1@56.chij.3l.4r.4v.3s 2@56.chij.3z.6x.43.48
v_cmpx_eq_u32 5m.-6-9.11.9 1@5m.chij.v.4s.3o.3t 2@5m.chij.x.d9.44.49
v_cmpx_eq_u64 1@62.cj.3m.3u 2@62.cj.40.a7
v_cmpx_ge_f16 3q.-6-9.p.8 1@3q.chij.27.2m.2q.2v 2@3q.chij.2b.30.35.39
v_cmpx_ge_f32 46.-6-9.s.9 1@46.chij.v.2n.2r.2w 2@46.chij.x.31.36.3a
v_cmpx_ge_f64 1@4m.cj.2k.2x 2@4m.cj.3e.71
v_cmpx_ge_i16 52.-6-9.1e.8 1@52.chij.3l.ay.4v.3s 2@52.chij.3z.6w.43.48
v_cmpx_ge_i32 5i.-6-9.11.9 1@5i.chij.v.4s.3o.3t 2@5i.chij.x.54.44.49
v_cmpx_ge_i64 1@5y.cj.3m.3u 2@5y.cj.40.6b
v_cmpx_ge_u16 5a.-6-9.1e.8 1@5a.chij.3l.4r.4v.3s 2@5a.chij.3z.6x.43.48
v_cmpx_ge_u32 5q.-6-9.11.9 1@5q.chij.v.az.3o.3t 2@5q.chij.x.54.44.49
v_cmpx_ge_u64 1@66.cj.3m.3u 2@66.cj.40.a7
v_cmpx_gt_f16 3o.-6-9.p.8 1@3o.chij.27.2m.2q.2v 2@3o.chij.2b.30.35.39
v_cmpx_gt_f32 44.-6-9.s.9 1@44.chij.v.2n.2r.2w 2@44.chij.x.31.36.3a
v_cmpx_gt_f64 1@4k.cj.2k.2x 2@4k.cj.3e.71
v_cmpx_gt_i16 50.-6-9.1e.8 1@50.chij.3l.4r.4v.3s 2@50.chij.3z.6x.43.48
v_cmpx_gt_i32 5g.-6-9.11.9 1@5g.chij.v.4s.3o.3t 2@5g.chij.x.54.44.49
v_cmpx_gt_i64 1@5w.cj.3m.3u 2@5w.cj.40.6b
v_cmpx_gt_u16 58.-6-9.7j.8 1@58.chij.3l.4r.4v.3s 2@58.chij.3z.6w.43.48
v_cmpx_gt_u32 5o.-6-9.11.9 1@5o.chij.v.4s.3o.3t 2@5o.chij.x.54.44.49
v_cmpx_gt_u64 1@64.cj.3m.3u 2@64.cj.40.6b
v_cmpx_le_f16 3n.-6-9.p.8 1@3n.chij.27.2m.2q.2v 2@3n.chij.2b.30.35.39
v_cmpx_le_f32 43.-6-9.s.9 1@43.chij.v.2n.2r.2w 2@43.chij.x.31.36.3a
v_cmpx_le_f64 1@4j.cj.2k.2x 2@4j.cj.3e.dx
v_cmpx_le_i16 4z.-6-9.1e.8 1@4z.chij.3l.4r.4v.3s 2@4z.chij.3z.6w.43.48
v_cmpx_le_i32 5f.-6-9.11.9 1@5f.chij.v.4s.3o.3t 2@5f.chij.x.54.44.49
v_cmpx_le_i64 1@5v.cj.3m.3u 2@5v.cj.40.dz
v_cmpx_le_u16 57.-6-9.7j.8 1@57.chij.3l.4r.b8.3s 2@57.chij.3z.6x.43.48
v_cmpx_le_u32 5n.-6-9.11.9 1@5n.chij.v.4s.3o.3t 2@5n.chij.x.54.44.49
v_cmpx_le_u64 1@63.cj.3m.3u 2@63.cj.40.6b
v_cmpx_lg_f16 3p.-6-9.p.8 1@3p.chij.27.2m.2q.2v 2@3p.chij.2b.30.35.39
v_cmpx_lg_f32 45.-6-9.s.9 1@45.chij.v.2n.2r.2w 2@45.chij.x.31.36.3a
v_cmpx_lg_f64 1@4l.cj.2k.2x 2@4l.cj.3e.dy
v_cmpx_lt_f16 3l.-6-9.p.8 1@3l.chij.27.2m.2q.2v 2@3l.chij.2b.30.35.39
v_cmpx_lt_f32 41.-6-9.s.9 1@41.chij.v.2n.2r.2w 2@41.chij.x.31.36.3a
v_cmpx_lt_f64 1@4h.cj.2k.2x 2@4h.cj.3e.71
v_cmpx_lt_i16 4x.-6-9.1e.8 1@4x.chij.3l.4r.4v.3s 2@4x.chij.3z.6w.43.48
v_cmpx_lt_i32 5d.-6-9.11.9 1@5d.chij.v.4s.3o.3t 2@5d.chij.x.54.44.49
v_cmpx_lt_i64 1@5t.cj.3m.3u 2@5t.cj.40.a7
v_cmpx_lt_u16 55.-6-9.1e.8 1@55.chij.3l.4r.4v.3s 2@55.chij.3z.6w.43.48
v_cmpx_lt_u32 5l.-6-9.11.9 1@5l.chij.v.4s.3o.3t 2@5l.chij.x.54.44.49
v_cmpx_lt_u64 1@61.cj.3m.3u 2@61.cj.40.6b
v_cmpx_ne_i16 51.-6-9.1e.8 1@51.chij.3l.ay.4v.3s 2@51.chij.3z.6x.43.48
v_cmpx_ne_i32 5h.-6-9.11.9 1@5h.chij.v.4s.3o.3t 2@5h.chij.x.54.44.49
v_cmpx_ne_i64 1@5x.cj.3m.3u 2@5x.cj.40.6b
v_cmpx_ne_u16 59.-6-9.1e.8 1@59.chij.3l.4r.b8.3s 2@59.chij.3z.6x.43.48
v_cmpx_ne_u32 5p.-6-9.11.9 1@5p.chij.v.4s.3o.3t 2@5p.chij.x.54.44.49
v_cmpx_ne_u64 1@65.cj.3m.3u 2@65.cj.40.dz
v_cmpx_neq_f16 3x.-6-9.p.8 1@3x.chij.27.2m.2q.2v 2@3x.chij.2b.30.35.39
v_cmpx_neq_f32 4d.-6-9.s.9 1@4d.chij.v.2n.2r.2w 2@4d.chij.x.31.36.3a
v_cmpx_neq_f64 1@4t.cj.2k.2x 2@4t.cj.3e.71
v_cmpx_nge_f16 3t.-6-9.p.8 1@3t.chij.27.2m.2q.2v 2@3t.chij.2b.30.35.39
v_cmpx_nge_f32 49.-6-9.s.9 1@49.chij.v.2n.2r.2w 2@49.chij.x.31.36.3a
v_cmpx_nge_f64 1@4p.cj.2k.2x 2@4p.cj.3e.jp
v_cmpx_ngt_f16 3v.-6-9.p.8 1@3v.chij.27.2m.2q.2v 2@3v.chij.2b.30.35.39
v_cmpx_ngt_f32 4b.-6-9.s.9 1@4b.chij.v.2n.2r.2w 2@4b.chij.x.31.36.3a
v_cmpx_ngt_f64 1@4r.cj.2k.2x 2@4r.cj.3e.jq
v_cmpx_nle_f16 3w.-6-9.p.8 1@3w.chij.27.2m.2q.2v 2@3w.chij.2b.30.35.39
v_cmpx_nle_f32 4c.-6-9.s.9 1@4c.chij.v.2n.2r.2w 2@4c.chij.x.31.36.3a
v_cmpx_nle_f64 1@4s.cj.2k.2x 2@4s.cj.3e.jr
v_cmpx_nlg_f16 3u.-6-9.p.8 1@3u.chij.27.2m.2q.2v 2@3u.chij.2b.30.35.39
v_cmpx_nlg_f32 4a.-6-9.s.9 1@4a.chij.v.2n.2r.2w 2@4a.chij.x.31.36.3a
v_cmpx_nlg_f64 1@4q.cj.2k.2x 2@4q.c.3e
v_cmpx_nlt_f16 3y.-6-9.p.8 1@3y.chij.27.2m.2q.2v 2@3y.chij.2b.30.35.39
v_cmpx_nlt_f32 4e.-6-9.s.9 1@4e.chij.v.2n.2r.2w 2@4e.chij.x.31.36.3a
v_cmpx_nlt_f64 1@4u.cj.2k.2x 2@4u.cj.hy.dy
v_cmpx_o_f16 3r.-6-9.p.8 1@3r.chij.27.2m.2q.2v 2@3r.chij.2b.30.35.39
v_cmpx_o_f32 47.-6-9.s.9 1@47.chij.v.2n.2r.2w 2@47.chij.x.31.36.3a
v_cmpx_o_f64 1@4n.cj.2k.2x 2@4n.cj.3e.71
v_cmpx_u_f16 3s.-6-9.p.8 1@3s.chij.27.2m.2q.2v 2@3s.chij.2b.30.35.39
v_cmpx_u_f32 48.-6-9.s.9 1@48.chij.v.2n.2r.2w 2@48.chij.x.31.36.3a
v_cmpx_u_f64 1@4o.cj.2k.2x 2@4o.cj.3e.71
v_cndmask_b16 1@gt.hi-j.fn.fz.ge 2@gt.hi-j.iq.j8.kp
v_cndmask_b32 1.7a.ap.ar 1@1.d.f1 1@75.hij.fh.fw.g9 2@1.d.i0 2@75.hij.if.j0.jv
v_cos_bf16 2@3j.58b.e.b.5r 2@e7.hij.5t.5w.5z
v_cos_f16 2p.58.e.b 1@2p.b.1n dd.hi.4.3 1@dd.j.1j 2@2p.b.1k 2@dd.j.1g
v_cos_f32 1i.58.g.2 1@1i.b.n c6.hi.4.3 1@c6.j.1x 2@1i.b.j 2@c6.j.1t
v_ctz_i32_b32 1m.58.f.2 1@1m.b.n ca.hi.17.q 1@ca.j.5p 2@1m.b.j 2@ca.j.4n
v_cubeid_f32 1@ek.hi-j.28.29.1q 2@ek.hi-j.2c.2d.1u
v_cubema_f32 1@en.hi-j.28.29.1q 2@en.hi-j.2c.2d.1u
v_cubesc_f32 1@el.hi-j.28.29.1q 2@el.hi-j.2c.2d.1u
v_cubetc_f32 1@em.hi-j.28.29.1q 2@em.hi-j.2c.2d.1u
v_cvt_f16_bf8 2@3c.58b.d1.5l.6u
v_cvt_f16_f32 a.58.al.5l 1@a.b.as ay.hi.4.3 1@ay.j.1x 2@a.b.6u 2@ay.j.1t
v_cvt_f16_fp8 2@3b.58b.d1.5l.6u
v_cvt_f16_i16 29.58.6g.b 1@29.b.8t cx.hi.1w.1p 1@cx.j.bi 2@29.b.9o 2@cx.j.e2
v_cvt_f16_u16 28.58.6g.b 1@28.b.8t cw.hi.1w.1p 1@cw.j.bi 2@28.b.9o 2@cw.j.e2
v_cvt_f32_bf16 2@36.58b.8r.57.hv 2@du.hij.ij.j4.k9
v_cvt_f32_bf8 31.58.f.2 1@31.b.n dp.hi.b2.95 1@dp.j.bj 2@31.b.j 2@dp.j.k8
v_cvt_f32_f16 b.58.8r.57 1@b.b.ey az.hi.4.3 1@az.j.1j 2@b.b.ht 2@az.j.1g
v_cvt_f32_f64 1@f.b.7l 1@b3.j.7w 2@f.b.89 2@b3.j.8i
v_cvt_f32_fp8 30.58.f.2 1@30.b.n 1@do.hij.fl.95.bj 2@30.b.j 2@do.hij.ii.j3.k7
v_cvt_f32_i32 5.58.f.2 1@5.b.n at.hi.1w.1p 1@at.j.66 2@5.b.j 2@at.j.6e
v_cvt_f32_u32 6.58.f.2 1@6.b.n au.hi.1w.1p 1@au.j.66 2@6.b.j 2@au.j.6e
v_cvt_f32_ubyte0 h.58.f.2 1@h.b.n b5.hi.1w.1p 1@b5.j.66 2@h.b.j 2@b5.j.6e
v_cvt_f32_ubyte1 i.58.f.2 1@i.b.n b6.hi.1w.1p 1@b6.j.66 2@i.b.j 2@b6.j.6e
v_cvt_f32_ubyte2 j.58.f.2 1@j.b.n b7.hi.1w.1p 1@b7.j.66 2@j.b.j 2@b7.j.6e
v_cvt_f32_ubyte3 k.58.f.2 1@k.b.n 1@b8.hj.fk.66 b8.i.1p 2@k.b.j 2@b8.hj.1w.6e
v_cvt_f64_f32 1@g.b.8s 1@b4.j.gb 2@g.b.9n 2@b4.j.k3
v_cvt_f64_i32 1@4.b.8s 1@as.j.bh 2@4.b.9n 2@as.j.e1
v_cvt_f64_u32 1@m.b.8s 1@ba.j.bh 2@m.b.9n 2@ba.j.e1
v_cvt_floor_i32_f32 d.58.g.2 1@d.b.n 1@b1.hj.fj.9a b1.i.6o 2@d.b.j 2@b1.hj.73.a9
v_cvt_i16_f16 2b.58.e.b 1@2b.b.1n cz.hi.4.3 1@cz.j.1j 2@2b.b.1k 2@cz.j.1g
v_cvt_i32_f32 8.58.g.2 1@8.b.n aw.hi.4.3 1@aw.j.1x 2@8.b.j 2@aw.j.1t
v_cvt_i32_f64 1@3.b.7l 1@ar.j.7w 2@3.b.89 2@ar.j.8i
v_cvt_i32_i16 2y.58.7i.57 1@2y.b.at dm.hi.17.q 1@dm.j.9b 2@2y.b.8a 2@dm.j.aa
v_cvt_nearest_i32_f32 c.58.g.2 1@c.b.n b0.hi.73.6o 1@b0.j.9a 2@c.b.j 2@b0.j.a9
v_cvt_norm_i16_f16 2r.58.e.b 1@2r.b.1n df.hi.4.3 1@df.j.1j 2@2r.b.1k 2@df.j.1g
v_cvt_norm_u16_f16 2s.58.e.b 1@2s.b.1n dg.hi.4.3 1@dg.j.1j 2@2s.b.1k 2@dg.j.1g
v_cvt_off_f32_i4 e.58.f.2 1@e.b.n b2.hi.1w.1p 1@b2.j.66 2@e.b.j 2@b2.j.6e
v_cvt_pk_bf16_f32 2@od.hi-j.42.45.4a
v_cvt_pk_bf8_f16 2@oj.hi-j.di.dt.ej
v_cvt_pk_bf8_f32 1@oa.i-j.bf.br 2@oa.i-j.jc.l8
v_cvt_pk_f16_bf8 2@3a.58-b.d0.57.8a 2@dy.hi-j.il.dm.e4
v_cvt_pk_f16_f32 2@of.hi-j.42.45.lb
v_cvt_pk_f16_fp8 2@39.58-b.d0.57.8a 2@dx.hi-j.ik.dm.e4
v_cvt_pk_f32_bf8 1@33.b.au 1@dr.j.bk 2@33.b.d2 2@dr.j.e3
v_cvt_pk_f32_fp8 1@32.b.au 1@dq.j.bk 2@32.b.d2 2@dq.j.e3
v_cvt_pk_fp8_f16 2@oi.hi-j.di.dt.ej
v_cvt_pk_fp8_f32 1@o9.i-j.bf.br 2@o9.i-j.jb.l7
v_cvt_pk_i16_f32 1@li.hi-j.7r.7u.7z 2@li.hi-j.8e.8g.8n
v_cvt_pk_i16_i32 1@mc.hi-j.8z.1o.19 2@mc.hi-j.7a.a3.1c
v_cvt_pk_norm_i16_f16 1@lu.hi-j.93.97.9e 2@lu.hi-j.df.a6.ky
v_cvt_pk_norm_i16_f32 1@m9.hi-j.7r.7u.7z 2@m9.hi-j.8e.8g.8n
v_cvt_pk_norm_u16_f16 1@lv.hi-j.93.97.9e 2@lv.hi-j.is.a6.ef
v_cvt_pk_norm_u16_f32 1@ma.hi-j.7r.7u.7z 2@ma.hi-j.8e.8g.8n
v_cvt_pk_rtz_f16_f32 1b.7a.1m.a 1@1b.d.l 1@8f.hij.4t.4w.4e 2@1b.d.m 2@8f.hij.42.45.4a
v_cvt_pk_u16_f32 1@lj.hi-j.7r.7u.7z 2@lj.hi-j.8e.8g.8n
v_cvt_pk_u16_u32 1@mb.hi-j.1z.g1.19 2@mb.hi-j.32.23.1c
v_cvt_pk_u8_f32 1@fa.hi-j.fm.fy.gc 2@fa.hi-j.in.j5.kb
v_cvt_scalef32_pk16_bf6_bf16 2@k2.-j.8k
v_cvt_scalef32_pk16_bf6_f16 2@k0.-j.8k
v_cvt_scalef32_pk16_bf6_f32 2@jy.-j.ec
v_cvt_scalef32_pk16_fp6_bf16 2@k1.-j.8k
v_cvt_scalef32_pk16_fp6_f16 2@jz.-j.8k
v_cvt_scalef32_pk16_fp6_f32 2@jx.-j.ec
v_cvt_scalef32_pk8_bf8_bf16 2@j9.-j.ea
v_cvt_scalef32_pk8_bf8_f16 2@jq.-j.ea
v_cvt_scalef32_pk8_bf8_f32 2@jp.-j.ku
v_cvt_scalef32_pk8_fp4_bf16 2@jc.-j.e9
v_cvt_scalef32_pk8_fp4_f16 2@j7.-j.e9
v_cvt_scalef32_pk8_fp4_f32 2@j4.-j.kt
v_cvt_scalef32_pk8_fp8_bf16 2@j8.-j.et
v_cvt_scalef32_pk8_fp8_f16 2@jo.-j.et
v_cvt_scalef32_pk8_fp8_f32 2@jn.-j.mx
v_cvt_scalef32_sr_pk16_bf6_bf16 2@k8.-j.8l
v_cvt_scalef32_sr_pk16_bf6_f16 2@k6.-j.8l
v_cvt_scalef32_sr_pk16_bf6_f32 2@k4.-j.ed
v_cvt_scalef32_sr_pk16_fp6_bf16 2@k7.-j.8l
v_cvt_scalef32_sr_pk16_fp6_f16 2@k5.-j.8l
v_cvt_scalef32_sr_pk16_fp6_f32 2@k3.-j.ed
v_cvt_scalef32_sr_pk8_bf8_bf16 2@jm.-j.ab
v_cvt_scalef32_sr_pk8_bf8_f16 2@jl.-j.ab
v_cvt_scalef32_sr_pk8_bf8_f32 2@ih.-j.e8
v_cvt_scalef32_sr_pk8_fp4_bf16 2@jg.-j.eb
v_cvt_scalef32_sr_pk8_fp4_f16 2@jd.-j.eb
v_cvt_scalef32_sr_pk8_fp4_f32 2@if.-j.ks
v_cvt_scalef32_sr_pk8_fp8_bf16 2@jk.-j.mw
v_cvt_scalef32_sr_pk8_fp8_f16 2@jj.-j.ab
v_cvt_scalef32_sr_pk8_fp8_f32 2@ig.-j.e8
v_cvt_sr_bf8_f16 2@ol.-j.eu
v_cvt_sr_bf8_f32 1@oc.hi-j.b6.bg.bs 2@oc.hi-j.iv.je.la
v_cvt_sr_fp8_f16 2@ok.-j.eu
v_cvt_sr_fp8_f32 1@ob.hi-j.b6.bg.bs 2@ob.hi-j.iu.jd.l9
v_cvt_sr_pk_bf16_f32 2@oe.hi-j.dh.ds.ei
v_cvt_sr_pk_f16_f32 2@og.hi-j.dh.ds.ei
v_cvt_u16_f16 2a.58.e.b 1@2a.b.1n cy.hi.4.3 1@cy.j.1j 2@2a.b.1k 2@cy.j.1g
v_cvt_u32_f32 7.58.g.2 1@7.b.n av.hi.4.3 1@av.j.1x 2@7.b.j 2@av.j.1t
v_cvt_u32_f64 1@l.b.7l 1@b9.j.7w 2@l.b.89 2@b9.j.8i
v_cvt_u32_u16 2z.58.7i.57 1@2z.b.at dn.h.17 1@dn.ij.bb.9b 2@2z.b.8a 2@dn.ij.q.aa
v_div_fixup_f16 1@gk.hi-j.4c.4d.4f 2@gk.hi-j.4k.4m.ko
v_div_fixup_f32 1@fb.-j.1q 2@fb.-j.1u
v_div_fixup_f64 1@fc.-j.9c 2@fc.-j.kc
v_div_fmas_f32 1@fr.-j.1q 2@fr.-j.1u
v_div_fmas_f64 1@fs.-j.9c 2@fs.-j.kf
v_div_scale_f32 1@l8.-j.gf 2@l8.-j.kv
v_div_scale_f64 1@l9.-j.gg 2@l9.-j.my
v_dot2_f32_bf16 1@q.efg.f7.f9.fc
v_dot2_f32_f16 1@j.efg.f6.f8.fb
v_dot4_i32_iu8 1@m.g.7n 2@m.g.8c
v_dot4_u32_u8 1@n.g.7n 2@n.g.8c
v_dot8_i32_iu4 1@o.g.7n 2@o.g.8c
v_dot8_u32_u4 1@p.g.7n 2@p.g.8c
v_dual_add_f32 1@4.kl.l.3w 2@4.klt.m.25.3h
v_dual_add_f64 2@x.t.8q
v_dual_add_nc_u32 1@g.l.3w 2@g.ltu.25.3h.3i
v_dual_and_b32 1@i.l.3w
v_dual_ashrrev_i32 2@m.ltu.25.3h.3i
v_dual_bitop2_b32 2@i.u.n5
v_dual_cndmask_b32 1@9.kl.l.3w 2@9.kl.m.25
v_dual_dot2acc_f32_bf16 1@d.kl.hk.hp 2@d.kltu.ma.mf.ev.n4
v_dual_dot2acc_f32_f16 1@c.kl.hj.ho 2@c.kltu.m9.me.ev.n3
v_dual_fma_f64 2@w.t.n1
v_dual_fmaak_f32 1@1.kl.aw.hl 2@1.kl.d6.mb
v_dual_fmac_f32 1@0.kl.l.3w 2@0.kltu.m.25.3h.3i
v_dual_fmamk_f32 1@2.kl.av.hm 2@2.kl.d5.mc
v_dual_lshlrev_b32 1@h.l.3w 2@h.ltu.25.3h.3i
v_dual_lshrrev_b32 2@l.ltu.25.3h.3i
v_dual_max_i32 2@n.lu.25.3i
v_dual_max_num_f32 1@a.kl.l.3w 2@a.kltu.m.25.3h.3i
v_dual_max_num_f64 2@z.t.8q
v_dual_min_i32 2@o.lu.25.3i
v_dual_min_num_f32 1@b.kl.l.3w 2@b.kltu.m.25.3h.3i
v_dual_min_num_f64 2@10.t.8q
v_dual_mov_b32 1@8.kl.hi.hn 2@8.kltu.m8.md.n0.n2
v_dual_mul_dx9_zero_f32 1@7.kl.l.3w 2@7.kltu.m.25.3h.3i
v_dual_mul_f32 1@3.kl.l.3w 2@3.klt.m.25.3h
v_dual_mul_f64 2@y.t.8q
v_dual_sub_f32 1@5.kl.l.3w 2@5.kltu.m.25.3h.3i
v_dual_sub_nc_u32 2@k.ltu.25.3h.3i
v_dual_subrev_f32 1@6.kl.l.3w 2@6.kltu.m.25.3h.3i
v_exp_bf16 2@3h.58b.e.b.5r 2@e5.hij.5t.5w.5z
v_exp_f16 2g.58.e.b 1@2g.b.1n d4.hi.4.3 1@d4.j.1j 2@2g.b.1k 2@d4.j.1g
v_exp_f32 11.58.g.2 1@11.b.n bp.hi.4.3 1@bp.j.1x 2@11.b.j 2@bp.j.1t
v_floor_f16 2j.58.e.b 1@2j.b.1n d7.hi.4.3 1@d7.j.1j 2@2j.b.1k 2@d7.j.1g
v_floor_f32 10.58.g.2 1@10.b.n bo.hi.4.3 1@bo.j.1x 2@10.b.j 2@bo.j.1t
v_floor_f64 1@q.b.58 1@be.j.5b 2@q.b.5c 2@be.j.7c
v_fma_dx9_zero_f32 1@eh.-j.1q 2@eh.-j.1u
v_fma_f16 1@g8.hi-j.4c.4d.4f 2@g8.hi-j.4k.4m.5i
v_fma_f32 1@er.hi-j.28.29.1q 2@er.hi-j.2c.2d.1u
v_fma_f64 1@es.-j.9c 2@es.-j.ka
v_fma_mix_f32 1@w.efg.8v.8w.8x 2@w.efg.9q.9s.9u
v_fma_mix_f32_bf16 2@1p.efg.9r.9t.9v
v_fma_mixhi_bf16 2@1r.efg.9r.9t.9v
v_fma_mixhi_f16 1@y.efg.8v.8w.8x 2@y.efg.9q.9s.9u
v_fma_mixlo_bf16 2@1q.efg.9r.9t.9v
v_fma_mixlo_f16 1@x.efg.8v.8w.8x 2@x.efg.9q.9s.9u
v_fmaak_f16 1@1k.-d.f4 2@1k.-d.i4
v_fmaak_f32 1@19.-d.aw 2@19.-d.d6
v_fmac_f16 1i.7a.2i.1y 1@1i.d.5m 1@8m.hij.b1.ba.65 2@1i.d.5s 2@8m.hij.db.dl.6d
v_fmac_f32 17.7a.1m.a 1@17.d.l 1@8b.hij.b1.ba.4e 2@17.d.m 2@8b.hij.db.dl.4a
v_fmac_f64 2@n.d.78 2@7r.j.k0
v_fmamk_f16 1@1j.-d.f3 2@1j.-d.i3
v_fmamk_f32 1@18.-d.av 2@18.-d.d5
v_fract_f16 2n.58.e.b 1@2n.b.1n db.hi.4.3 1@db.j.1j 2@2n.b.1k 2@db.j.1g
v_fract_f32 w.58.g.2 1@w.b.n bk.hi.4.3 1@bk.j.1x 2@w.b.j 2@bk.j.1t
v_fract_f64 1@1q.b.58 1@ce.j.5b 2@1q.b.5c 2@ce.j.mv
v_frexp_exp_i16_f16 2i.58.e.b 1@2i.b.1n d6.hi.4.3 1@d6.j.1j 2@2i.b.1k 2@d6.j.1g
v_frexp_exp_i32_f32 1r.58.g.2 1@1r.b.n cf.hi.73.6o 1@cf.j.9a 2@1r.b.j 2@cf.j.a9
v_frexp_exp_i32_f64 1@1o.b.7l 1@cc.j.7w 2@1o.b.89 2@cc.j.8i
v_frexp_mant_f16 2h.58.e.b 1@2h.b.1n d5.hi.4.3 1@d5.j.1j 2@2h.b.1k 2@d5.j.1g
v_frexp_mant_f32 1s.58.g.2 1@1s.b.n cg.hi.4.3 1@cg.j.1x 2@1s.b.j 2@cg.j.1t
v_frexp_mant_f64 1@1p.b.58 1@cd.j.5b 2@1p.b.5c 2@cd.j.k5
v_ldexp_f16 1n.7a.aq.1y 1@1n.d.5m 1@8r.hij.fi.fx.ga 2@1n.d.5s 2@8r.hij.ig.j2.k2
v_ldexp_f32 1@m4.hi-j.fp.g0.gh 2@m4.hi-j.it.ja.l1
v_ldexp_f64 1@mj.-j.bp 2@mj.-j.l2
v_lerp_u8 1@et.hi-j.1i.18.13 2@et.hi-j.6a.1d.14
v_log_bf16 2@3g.58b.e.b.5r 2@e4.hij.5t.5w.5z
v_log_f16 2f.58.e.b 1@2f.b.1n d3.hi.4.3 1@d3.j.1j 2@2f.b.1k 2@d3.j.1g
v_log_f32 13.58.g.2 1@13.b.n br.hi.4.3 1@br.j.1x 2@13.b.j 2@br.j.1t
v_lshl_add_u32 1@g6.hi-j.1i.18.13 2@g6.hi-j.22.1d.14
v_lshl_add_u64 2@gi.-j.kn
v_lshl_or_b32 1@gm.hi-j.1i.18.13 2@gm.hi-j.22.1d.14
v_lshlrev_b16 1@mw.hi-j.61.4x.4g 2@mw.hi-j.a2.5h.4p
v_lshlrev_b32 o.7a.k.a 1@o.d.l 1@7s.hij.1z.1o.19 2@o.d.m 2@7s.hij.32.23.1c
v_lshlrev_b64 1@v.d.f2 1@7z.j.98 2@v.d.i1 2@7z.j.k1
v_lshrrev_b16 1@mx.hi-j.7q.4x.4g 2@mx.hi-j.5v.5h.4p
v_lshrrev_b32 p.7a.k.a 1@p.d.l 1@7t.hij.1z.1o.19 2@p.d.m 2@7t.hij.32.23.1c
v_lshrrev_b64 1@n1.-j.98 2@n1.-j.eg
v_mad_co_i64_i32 1@lb.-j.bo 2@lb.-j.kx
v_mad_co_u64_u32 1@la.-j.bo 2@la.-j.kw
v_mad_i16 1@gj.hi-j.5n.5o.5q 2@gj.hi-j.5u.5x.6f
v_mad_i32_i16 1@gq.hi-j.b5.bd.bn 2@gq.hi-j.dd.do.e6
v_mad_i32_i24 1@ei.hi-j.74.63.67 2@ei.hi-j.55.4l.4o
v_mad_nc_i64_i32 2@l7.-j.ee
v_mad_nc_u64_u32 2@l6.-j.ee
v_mad_u16 1@g1.hi-j.5n.5o.5q 2@g1.hi-j.5u.5x.6f
v_mad_u32 2@fp.-j.14
v_mad_u32_u16 1@gp.hi-j.b5.bd.bn 2@gp.hi-j.dd.do.e6
v_mad_u32_u24 1@ej.hi-j.74.63.67 2@ej.hi-j.im.4l.4o
v_max3_i16 1@gd.hi-j.5n.5o.5q 2@gd.hi-j.5u.5x.6f
v_max3_i32 1@f1.hi-j.1i.18.13 2@f1.hi-j.22.1d.14
v_max3_num_f16 1@fg.hi-j.4c.4d.4f 2@fg.hi-j.4k.4m.5i
v_max3_num_f32 1@fe.hi-j.28.29.1q 2@fe.hi-j.2c.2d.1u
v_max3_u16 1@ge.hi-j.5n.5o.5q 2@ge.hi-j.5u.5x.6f
v_max3_u32 1@f2.hi-j.1i.18.13 2@f2.hi-j.6a.1d.14
v_max_i16 1@lm.hi-j.61.4x.4g 2@lm.hi-j.5v.5h.4p
v_max_i32 i.7a.k.a 1@i.d.l 1@7m.hij.1z.1o.19 2@i.d.m 2@7m.hij.32.23.1c
v_max_i64 2@m3.-j.8h
v_max_num_f16 1d.7a.2i.1y 1@1d.d.5m 1@8h.hij.6m.6n.65 2@1d.d.5s 2@8h.hij.6y.70.6d
v_max_num_f32 m.7a.1m.a 1@m.d.l 1@7q.hij.4t.4w.4e 2@m.d.m 2@7q.hij.42.45.4a
v_max_num_f64 1@e.d.7m 1@7i.j.6p 2@e.d.78 2@7i.j.jz
v_max_u16 1@ll.hi-j.61.4x.4g 2@ll.hi-j.5v.5h.4p
v_max_u32 k.7a.k.a 1@k.d.l 1@7o.hij.1z.1o.19 2@k.d.m 2@7o.hij.32.23.1c
v_max_u64 2@m1.-j.8h
v_maximum3_f16 1@fk.hi-j.4c.4d.4f 2@fk.hi-j.4k.4m.5i
v_maximum3_f32 1@fi.hi-j.28.29.1q 2@fi.hi-j.2c.2d.1u
v_maximum_f16 1@o8.hi-j.fr.be.bq 2@o8.hi-j.dg.dr.eh
v_maximum_f32 1@o6.hi-j.4t.4w.4e 2@o6.hi-j.42.45.4a
v_maximum_f64 1@n6.-j.6p 2@n6.-j.l5
v_maximumminimum_f16 1@hb.hi-j.4c.4d.4f 2@hb.hi-j.4k.4m.5i
v_maximumminimum_f32 1@h9.hi-j.28.29.1q 2@h9.hi-j.2c.2d.1u
v_maxmin_i32 1@h0.hi-j.1i.18.13 2@h0.hi-j.22.1d.14
v_maxmin_num_f16 1@h7.hi-j.4c.4d.4f 2@h7.hi-j.4k.4m.5i
v_maxmin_num_f32 1@h5.hi-j.28.29.1q 2@h5.hi-j.2c.2d.1u
v_maxmin_u32 1@gy.hi-j.1i.18.13 2@gy.hi-j.6a.1d.14
v_mbcnt_hi_u32_b32 1@m8.hi-j.1z.1o.19 2@m8.hi-j.32.23.1c
v_mbcnt_lo_u32_b32 1@m7.hi-j.8z.1o.19 2@m7.hi-j.7a.a3.1c
v_med3_i16 1@gg.hi-j.5n.5o.5q 2@gg.hi-j.5u.5x.km
v_med3_i32 1@f4.hi-j.7p.18.13 2@f4.hi-j.6a.1d.14
v_med3_num_f16 1@fm.hi-j.4c.4d.4f 2@fm.hi-j.4k.4m.5i
v_med3_num_f32 1@fl.hi-j.28.29.1q 2@fl.hi-j.2c.2d.1u
v_med3_u16 1@gh.hi-j.5n.5o.5q 2@gh.hi-j.5u.5x.6f
v_med3_u32 1@f5.hi-j.1i.18.13 2@f5.hi-j.22.1d.14
v_min3_i16 1@ga.hi-j.5n.5o.5q 2@ga.hi-j.5u.5x.6f
v_min3_i32 1@ey.hi-j.1i.18.13 2@ey.hi-j.22.1d.14
v_min3_num_f16 1@ff.hi-j.4c.4d.4f 2@ff.hi-j.4k.4m.5i
v_min3_num_f32 1@fd.hi-j.28.29.1q 2@fd.hi-j.2c.2d.1u
v_min3_u16 1@gb.hi-j.5n.5o.5q 2@gb.hi-j.5u.5x.6f
v_min3_u32 1@ez.hi-j.1i.18.13 2@ez.hi-j.6a.1d.14
v_min_i16 1@lo.hi-j.61.4x.4g 2@lo.hi-j.5v.5h.4p
v_min_i32 h.7a.k.a 1@h.d.l 1@7l.hij.1z.1o.19 2@h.d.m 2@7l.hij.32.23.1c
v_min_i64 2@m2.-j.l0
v_min_num_f16 1c.7a.2i.1y 1@1c.d.5m 1@8g.hij.6m.6n.65 2@1c.d.5s 2@8g.hij.6y.70.6d
v_min_num_f32 l.7a.1m.a 1@l.d.l 1@7p.hij.4t.4w.4e 2@l.d.m 2@7p.hij.42.45.4a
v_min_num_f64 1@d.d.7m 1@7h.j.6p 2@d.d.78 2@7h.j.jy
v_min_u16 1@ln.hi-j.61.4x.4g 2@ln.hi-j.5v.5h.4p
v_min_u32 j.7a.k.a 1@j.d.l 1@7n.hij.1z.1o.19 2@j.d.m 2@7n.hij.7a.23.1c
v_min_u64 2@m0.-j.8h
v_minimum3_f16 1@fj.hi-j.4c.4d.4f 2@fj.hi-j.4k.4m.5i
v_minimum3_f32 1@fh.hi-j.28.29.1q 2@fh.hi-j.2c.2d.1u
v_minimum_f16 1@o7.hi-j.fq.be.bq 2@o7.hi-j.dg.dr.eh
v_minimum_f32 1@o5.hi-j.4t.4w.4e 2@o5.hi-j.42.45.4a
v_minimum_f64 1@n5.-j.6p 2@n5.-j.l4
v_minimummaximum_f16 1@ha.hi-j.4c.4d.4f 2@ha.hi-j.4k.4m.5i
v_minimummaximum_f32 1@h8.hi-j.28.29.1q 2@h8.hi-j.2c.2d.1u
v_minmax_i32 1@h1.hi-j.1i.18.13 2@h1.hi-j.22.j9.14
v_minmax_num_f16 1@h6.hi-j.4c.4d.4f 2@h6.hi-j.4k.4m.kr
v_minmax_num_f32 1@h4.hi-j.28.29.1q 2@h4.hi-j.2c.2d.1u
v_minmax_u32 1@gz.hi-j.1i.18.13 2@gz.hi-j.22.1d.kq
v_mov_b32 1.58.f.2 1@1.b.n ap.hi.17.q 1@ap.j.5p 2@1.b.j 2@ap.j.4n
v_mov_b64 2@t.b.hu 2@bh.j.k4
v_movreld_b32 1u.58.f.2 1@1u.b.n 1@ci.hj.17.5p ci.i.q 2@1u.b.j 2@ci.hj.5a.4n
v_movrels_b32 1v.58b.f.2.3b cj.hij.17.q.6q
v_movrelsd_2_b32 20.58b.f.2.3b co.hij.5a.q.6q
v_movrelsd_b32 1w.58b.f.2.3b ck.hij.17.q.6q
v_mqsad_pk_u16_u8 1@fv.-j.bm 2@fv.-j.kh
v_mqsad_u32_u8 1@fx.-j.gd 2@fx.-j.ki
v_msad_u8 1@ft.hi-j.b4.63.67 2@ft.hi-j.55.4l.4o
v_mul_dx9_zero_f32 7.7a.1m.a 1@7.d.l 1@7b.hij.4t.4w.4e 2@7.d.m 2@7b.hij.42.45.4a
v_mul_f16 1h.7a.2i.1y 1@1h.d.5m 1@8l.hij.6m.6n.65 2@1h.d.5s 2@8l.hij.6y.70.6d
v_mul_f32 8.7a.1m.a 1@8.d.l 1@7c.hij.4t.4w.4e 2@8.d.m 2@7c.hij.42.45.4a
v_mul_f64 1@6.d.7m 1@7a.j.6p 2@6.d.78 2@7a.j.jx
v_mul_hi_i32 1@mm.-j.19 2@mm.-j.1c
v_mul_hi_i32_i24 a.7a.k.a 1@a.d.l 1@7e.hij.1z.1o.19 2@a.d.m 2@7e.hij.32.23.1c
v_mul_hi_u32 1@ml.-j.19 2@ml.-j.1c
v_mul_hi_u32_u24 c.7a.k.a 1@c.d.l 1@7g.hij.1z.1o.19 2@c.d.m 2@7g.hij.32.23.1c
v_mul_i32_i24 9.7a.k.a 1@9.d.l 1@7d.hij.72.75.64 2@9.d.m 2@7d.hij.79.6z.6c
v_mul_lo_u16 1@lh.hi-j.7q.4x.4g 2@lh.hi-j.5v.dq.4p
v_mul_lo_u32 1@mk.-j.19 2@mk.-j.1c
v_mul_u32_u24 b.7a.k.a 1@b.d.l 1@7f.hij.72.b9.64 2@b.d.m 2@7f.hij.79.6z.6c
v_mul_u64 2@16.d.d4 2@8a.j.8h
v_mullit_f32 1@ew.hi-j.28.29.1q 2@ew.hi-j.2c.2d.1u
v_nop 0.-b.7k ao.-j.7v
v_not_b16 2x.58.6g.b 1@2x.b.8t dl.hi.17.q 1@dl.j.9b 2@2x.b.9o 2@dl.j.aa
v_not_b32 1j.58.f.2 1@1j.b.n c7.hi.5a.q 1@c7.j.5p 2@1j.b.j 2@c7.j.4n
v_or3_b32 1@go.hi-j.1i.18.13 2@go.hi-j.22.1d.14
v_or_b16 1@o3.hi-j.61.4x.4g 2@o3.hi-j.a2.dq.4p
v_or_b32 s.7a.k.a 1@s.d.l 1@7w.hij.8z.1o.19 2@s.d.m 2@7w.hij.7a.23.1c
v_pack_b32_f16 1@lt.hi-j.93.97.9e 2@lt.hi-j.df.a6.ef
v_perm_b32 1@g4.hi-j.1i.18.13 2@g4.hi-j.22.1d.14
v_perm_pk16_b4_u4 2@fz.-j.kj
v_perm_pk16_b6_u4 2@g2.-j.kk
v_perm_pk16_b8_u4 2@g3.-j.kl
v_permlane16_b32 gr.-j.7x
v_permlane16_swap_b32 2@21.b.3b 2@cp.j.k6
v_permlane16_var_b32 lr.-j.80
v_permlane64_b32 2v.-b.3b
v_permlane_bcast_b32 2@hc.-j.8j
v_permlane_down_b32 2@he.-j.8j
v_permlane_idx_gen_b32 2@lw.-j.kz
v_permlane_up_b32 2@hd.-j.8j
v_permlane_xor_b32 2@hf.-j.8j
v_permlanex16_b32 gs.-j.7x
v_permlanex16_var_b32 ls.-j.80
v_pipeflush r.-b.7k bf.-j.7v
v_pk_add_bf16 2@z.g.8d
v_pk_add_f16 1@f.g.6j 2@f.g.6v
v_pk_add_f32 2@15.g.d8
v_pk_add_i16 1@2.g.3n 2@2.g.41
v_pk_add_max_i16 2@k.g.69
v_pk_add_max_u16 2@l.g.i7
v_pk_add_min_i16 2@19.g.69
v_pk_add_min_u16 2@1a.g.69
v_pk_add_u16 1@a.g.3n 2@a.g.41
v_pk_ashrrev_i16 1@6.g.3n 2@6.g.41
v_pk_fma_bf16 2@h.g.i6
v_pk_fma_f16 1@e.g.fa 2@e.g.8b
v_pk_fma_f32 2@v.g.i8
v_pk_fmac_f16 1@1o.-d.f5 2@1o.-d.i5
v_pk_lshlrev_b16 1@4.g.3n 2@4.g.41
v_pk_lshrrev_b16 1@5.g.3n 2@5.g.41
v_pk_mad_i16 1@0.g.ax 2@0.g.d7
v_pk_mad_u16 1@9.g.ax 2@9.g.d7
v_pk_max3_i16 2@1b.g.69
v_pk_max3_num_f16 2@1l.g.i9
v_pk_max3_u16 2@1c.g.69
v_pk_max_i16 1@7.g.3n 2@7.g.41
v_pk_max_num_bf16 2@18.g.8d
v_pk_max_num_f16 1@s.g.6j 2@s.g.6v
v_pk_max_u16 1@c.g.3n 2@c.g.41
v_pk_maximum3_f16 2@1j.g.8b
v_pk_maximum_f16 1@u.g.6j 2@u.g.6v
v_pk_min3_i16 2@1d.g.69
v_pk_min3_num_f16 2@1k.g.8b
v_pk_min3_u16 2@1e.g.69
v_pk_min_i16 1@8.g.3n 2@8.g.41
v_pk_min_num_bf16 2@17.g.8d
v_pk_min_num_f16 1@r.g.6j 2@r.g.6v
v_pk_min_u16 1@d.g.3n 2@d.g.41
v_pk_minimum3_f16 2@1i.g.8b
v_pk_minimum_f16 1@t.g.6j 2@t.g.6v
v_pk_mul_bf16 2@16.g.8d
v_pk_mul_f16 1@g.g.6j 2@g.g.6v
v_pk_mul_f32 2@14.g.d8
v_pk_mul_lo_u16 1@1.g.3n 2@1.g.41
v_pk_sub_i16 1@3.g.3n 2@3.g.41
v_pk_sub_u16 1@b.g.3n 2@b.g.41
v_prng_b32 2@23.58b.f.2.j 2@cr.hij.17.q.4n
v_qsad_pk_u16_u8 1@fu.-j.bm 2@fu.-j.kg
v_rcp_bf16 2@3d.58b.e.b.5r 2@e1.hij.5t.5w.5z
v_rcp_f16 2c.58.e.b 1@2c.b.1n d0.hi.4.3 1@d0.j.1j 2@2c.b.1k 2@d0.j.1g
v_rcp_f32 16.58.g.2 1@16.b.n bu.hi.4.3 1@bu.j.1x 2@16.b.j 2@bu.j.1t
v_rcp_f64 1@1b.b.58 1@bz.j.5b 2@1b.b.5c 2@bz.j.mu
v_rcp_iflag_f32 17.58.g.2 1@17.b.n bv.hi.4.3 1@bv.j.1x 2@17.b.j 2@bv.j.1t
v_readfirstlane_b32 1@2.-b.ex 2@2.-b.hs
v_readlane_b32 1@o0.-j.gi 2@o0.-j.l6
v_rndne_f16 2m.58.e.b 1@2m.b.1n da.hi.4.3 1@da.j.1j 2@2m.b.1k 2@da.j.1g
v_rndne_f32 z.58.g.2 1@z.b.n bn.hi.4.3 1@bn.j.1x 2@z.b.j 2@bn.j.1t
v_rndne_f64 1@p.b.58 1@bd.j.5b 2@p.b.5c 2@bd.j.7c
v_rsq_bf16 2@3f.58b.e.b.5r 2@e3.hij.5t.5w.5z
v_rsq_f16 2e.58.e.b 1@2e.b.1n d2.hi.4.3 1@d2.j.1j 2@2e.b.1k 2@d2.j.1g
v_rsq_f32 1a.58.g.2 1@1a.b.n 1@by.hj.4.1x by.i.3 2@1a.b.j 2@by.hj.ih.1t
v_rsq_f64 1@1d.b.58 1@c1.j.5b 2@1d.b.5c 2@c1.j.7c
v_s_exp_f16 ht.-j.4z
v_s_exp_f32 hs.-j.4y
v_s_log_f16 hv.-j.4z
v_s_log_f32 hu.-j.4y
v_s_rcp_f16 hx.-j.4z
v_s_rcp_f32 hw.-j.4y
v_s_rsq_f16 hz.-j.4z
v_s_rsq_f32 hy.-j.4y
v_s_sqrt_f16 i1.-j.4z
v_s_sqrt_f32 i0.-j.4y
v_sad_hi_u8 1@f7.hi-j.74.63.67 2@f7.hi-j.55.4l.4o
v_sad_u16 1@f8.hi-j.74.63.67 2@f8.hi-j.55.4l.4o
v_sad_u32 1@f9.hi-j.b4.63.67 2@f9.hi-j.55.4l.4o
v_sad_u8 1@f6.hi-j.74.63.67 2@f6.hi-j.55.4l.4o
v_sat_pk4_i4_i8 2@37.58b.7h.5l.6u 2@dv.hij.5a.bb.4n
v_sat_pk4_u4_u8 2@38.58b.7h.5l.6u 2@dw.hij.5a.q.4n
v_sat_pk_u8_i16 2q.58.7h.5l 1@2q.b.as de.hi.17.q 1@de.j.5p 2@2q.b.6u 2@de.j.4n
v_sin_bf16 2@3i.58b.e.b.5r 2@e6.hij.5t.5w.5z
v_sin_f16 2o.58.e.b 1@2o.b.1n dc.hi.4.3 1@dc.j.1j 2@2o.b.1k 2@dc.j.1g
v_sin_f32 1h.58.g.2 1@1h.b.n c5.hi.4.3 1@c5.j.1x 2@1h.b.j 2@c5.j.1t
v_sqrt_bf16 2@3e.58b.e.b.5r 2@e2.hij.5t.5w.5z
v_sqrt_f16 2d.58.e.b 1@2d.b.1n d1.hi.4.3 1@d1.j.1j 2@2d.b.1k 2@d1.j.1g
v_sqrt_f32 1f.58.g.2 1@1f.b.n c3.hi.4.3 1@c3.j.1x 2@1f.b.j 2@c3.j.1t
v_sqrt_f64 1@1g.b.58 1@c4.j.5b 2@1g.b.5c 2@c4.j.7c
v_sub_co_ci_u32 x.7a.6h.6i 1@x.d.8u 1@81.hij.90.94.99 2@x.d.9p 2@81.hij.9z.a4.a8
v_sub_co_u32 1@ld.hi-j.91.96.9d 2@ld.hi-j.a0.a5.ac
v_sub_f16 1f.7a.2i.1y 1@1f.d.5m 1@8j.hij.6m.6n.65 2@1f.d.5s 2@8j.hij.6y.70.6d
v_sub_f32 4.7a.1m.a 1@4.d.l 1@78.hij.4t.4w.4e 2@4.d.m 2@78.hij.42.45.4a
v_sub_nc_i16 1@lq.hi-j.92.7t.7y 2@lq.hi-j.a1.8f.8m
v_sub_nc_i32 1@md.hi-j.72.75.64 2@md.hi-j.da.6z.6c
v_sub_nc_u16 1@lg.hi-j.92.7t.7y 2@lg.hi-j.a1.8f.8m
v_sub_nc_u32 12.7a.k.a 1@12.d.l 1@86.hij.72.75.64 2@12.d.m 2@86.hij.da.6z.6c
v_sub_nc_u64 2@15.d.i2 2@89.j.e0
v_subrev_co_ci_u32 y.7a.6h.6i 1@y.d.8u 1@82.hij.90.94.99 2@y.d.9p 2@82.hij.9z.a4.a8
v_subrev_co_u32 1@le.hi-j.91.96.9d 2@le.hi-j.a0.a5.ac
v_subrev_f16 1g.7a.2i.1y 1@1g.d.5m 1@8k.hij.6m.6n.65 2@1g.d.5s 2@8k.hij.6y.70.6d
v_subrev_f32 5.7a.1m.a 1@5.d.l 1@79.hij.4t.4w.4e 2@5.d.m 2@79.hij.42.45.4a
v_subrev_nc_u32 13.7a.k.a 1@13.d.l 1@87.hij.b0.75.64 2@13.d.m 2@87.hij.79.6z.6c
v_swap_b32 2t.-b.3b
v_swaprel_b32 2w.-b.3b
v_tanh_bf16 2@22.58b.e.b.5r 2@cq.hij.5t.5w.5z
v_tanh_f16 2@v.58b.e.b.1k 2@bj.hij.4.3.1g
v_tanh_f32 2@u.58b.g.2.j 2@bi.hij.4.3.1t
v_trig_preop_f64 1@mn.-j.bp 2@mn.-j.l3
v_trunc_f16 2l.58.e.b 1@2l.b.1n d9.hi.4.3 1@d9.j.1j 2@2l.b.1k 2@d9.j.1g
v_trunc_f32 x.58.g.2 1@x.b.n bl.hi.4.3 1@bl.j.1x 2@x.b.j 2@bl.j.1t
v_trunc_f64 1@n.b.58 1@bb.j.5b 2@n.b.5c 2@bb.j.mt
v_wmma_f32_16x16x16_bf16 1@1t.g.hq
v_writelane_b32 1@o1.-j.hr 2@o1.-j.mz
v_xad_u32 1@g5.hi-j.1i.18.13 2@g5.hi-j.22.1d.14
v_xnor_b32 u.7a.k.a 1@u.d.l 1@7y.hij.1z.1o.19 2@u.d.m 2@7y.hij.32.23.1c
v_xor3_b32 1@g0.hi-j.1i.18.13 2@g0.hi-j.22.1d.14
v_xor_b16 1@o4.hi-j.61.4x.4g 2@o4.hi-j.5v.5h.4p
v_xor_b32 t.7a.k.a 1@t.d.l 1@7x.hij.1z.1o.19 2@t.d.m 2@7x.hij.32.23.1c`;
