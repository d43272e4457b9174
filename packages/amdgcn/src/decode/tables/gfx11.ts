/**
 * How instructions of gfx1100, gfx1151 are encoded: written by `npm run isa`, which measured it with the disassembler of
 * LLVM 22. `table.ts` says how it is read.
 */
export const gfx11 = `chips gfx1100 gfx1151
names singles 106 vcc_lo 107 vcc_hi 124 null 125 m0 126 exec_lo 127 exec_hi 230 src_flat_scratch_base_lo 231 src_flat_scratch_base_hi 235 src_shared_base 236 src_shared_limit 237 src_private_base 238 src_private_limit 239 src_pops_exiting_wave_id 251 src_vccz 252 src_execz 253 src_scc 254 src_lds_direct
names pairs 106 vcc 124 null 126 exec 230 src_flat_scratch_base_lo 235 src_shared_base 236 src_shared_limit 237 src_private_base 238 src_private_limit 239 src_pops_exiting_wave_id 251 src_vccz 252 src_execz 253 src_scc
names hwreg 1 HW_REG_MODE 2 HW_REG_STATUS 3 HW_REG_TRAPSTS 5 HW_REG_GPR_ALLOC 6 HW_REG_LDS_ALLOC 7 HW_REG_IB_STS 15 HW_REG_SH_MEM_BASES 18 HW_REG_PERF_SNAPSHOT_PC_LO 19 HW_REG_PERF_SNAPSHOT_PC_HI 20 HW_REG_FLAT_SCR_LO 21 HW_REG_FLAT_SCR_HI 23 HW_REG_HW_ID1 24 HW_REG_HW_ID2 27 HW_REG_PERF_SNAPSHOT_DATA 29 HW_REG_SHADER_CYCLES
names message 1 MSG_INTERRUPT 2 MSG_HS_TESSFACTOR 3 MSG_DEALLOC_VGPRS 5 MSG_STALL_WAVE_GEN 6 MSG_HALT_WAVES 9 MSG_GS_ALLOC_REQ 128 MSG_RTN_GET_DOORBELL 129 MSG_RTN_GET_DDID 130 MSG_RTN_GET_TMA 131 MSG_RTN_GET_REALTIME 132 MSG_RTN_SAVE_WAVE 133 MSG_RTN_GET_TBA 134 MSG_RTN_GET_TBA_TO_PC
names dataFormat 0 BUF_FMT_INVALID 2 BUF_FMT_8_SNORM 3 BUF_FMT_8_USCALED 4 BUF_FMT_8_SSCALED 5 BUF_FMT_8_UINT 6 BUF_FMT_8_SINT 7 BUF_FMT_16_UNORM 8 BUF_FMT_16_SNORM 9 BUF_FMT_16_USCALED 10 BUF_FMT_16_SSCALED 11 BUF_FMT_16_UINT 12 BUF_FMT_16_SINT 13 BUF_FMT_16_FLOAT 14 BUF_FMT_8_8_UNORM 15 BUF_FMT_8_8_SNORM 16 BUF_FMT_8_8_USCALED 17 BUF_FMT_8_8_SSCALED 18 BUF_FMT_8_8_UINT 19 BUF_FMT_8_8_SINT 20 BUF_FMT_32_UINT 21 BUF_FMT_32_SINT 22 BUF_FMT_32_FLOAT 23 BUF_FMT_16_16_UNORM 24 BUF_FMT_16_16_SNORM 25 BUF_FMT_16_16_USCALED 26 BUF_FMT_16_16_SSCALED 27 BUF_FMT_16_16_UINT 28 BUF_FMT_16_16_SINT 29 BUF_FMT_16_16_FLOAT 30 BUF_FMT_10_11_11_FLOAT 31 BUF_FMT_11_11_10_FLOAT 32 BUF_FMT_10_10_10_2_UNORM 33 BUF_FMT_10_10_10_2_SNORM 34 BUF_FMT_10_10_10_2_UINT 35 BUF_FMT_10_10_10_2_SINT 36 BUF_FMT_2_10_10_10_UNORM 37 BUF_FMT_2_10_10_10_SNORM 38 BUF_FMT_2_10_10_10_USCALED 39 BUF_FMT_2_10_10_10_SSCALED 40 BUF_FMT_2_10_10_10_UINT 41 BUF_FMT_2_10_10_10_SINT 42 BUF_FMT_8_8_8_8_UNORM 43 BUF_FMT_8_8_8_8_SNORM 44 BUF_FMT_8_8_8_8_USCALED 45 BUF_FMT_8_8_8_8_SSCALED 46 BUF_FMT_8_8_8_8_UINT 47 BUF_FMT_8_8_8_8_SINT 48 BUF_FMT_32_32_UINT 49 BUF_FMT_32_32_SINT 50 BUF_FMT_32_32_FLOAT 51 BUF_FMT_16_16_16_16_UNORM 52 BUF_FMT_16_16_16_16_SNORM 53 BUF_FMT_16_16_16_16_USCALED 54 BUF_FMT_16_16_16_16_SSCALED 55 BUF_FMT_16_16_16_16_UINT 56 BUF_FMT_16_16_16_16_SINT 57 BUF_FMT_16_16_16_16_FLOAT 58 BUF_FMT_32_32_32_UINT 59 BUF_FMT_32_32_32_SINT 60 BUF_FMT_32_32_32_FLOAT 61 BUF_FMT_32_32_32_32_UINT 62 BUF_FMT_32_32_32_32_SINT 63 BUF_FMT_32_32_32_32_FLOAT
= d:SMEFN 0:RCL 1:RCL
= d:V @baddr @rsrc4 o:RC/idxen offen offset glc slc dlc/0.200000
= d:SMEFN 0:RCL
= d:V 0:VRDCL 1:V
= d:V 0:V/dpp8
= 'vcc_lo' 0:V 1:V/dpp8
= 0:V 1:V/dpp8
= d:V 0:VRDCL
= 'vcc_lo' 0:VRDCL 1:V
= 0:VRDCL 1:V
= 'vcc_lo' 0:HV 1:HV/dpp8
= 0:HV 1:HV/dpp8
= d:V 0:V 1:V/dpp8
= d:V 0:VRDCL 1:VRDCL 2:VRDCL//8700.f8000000
= d:HV 0:HV/dpp8
= d:V 0:VRDCL 1:VRDCL//8700.f8000000
= d:2V @baddr @rsrc4 o:RC/idxen offen offset glc slc dlc/0.200000
= d:V 0:V 1:VRDCL 2:VRDCL/dpp8/8700.f8000000
= 0:RCL 1:RCL
= d:SMEFN i:hex
= a:V 0:V/offset gds/0.ffff0000
= d:2SEN 0:b642SENPCL
= d:V 0:V~/dpp/0.c00000
= d:HV 0:HV~/dpp/0.c00000
= d:V 0:V 1:V/dpp/0.f00000
= d:HV 0:f16HVRDCL
= d:V 0:V/dpp/0.f00000
= 'vcc_lo' 0:HV~ 1:HV~/dpp
= 0:HV~ 1:HV~/dpp
= 'vcc_lo' 0:f16HVRDCL 1:HV
= 0:f16HVRDCL 1:HV
= d:V 0:V 1:VRDCL 2:VRDCL/dpp/8700.f8000000
= d:V 0:V 1:VRDCL/dpp8/8700.f8000000
= 'vcc_lo' 0:V~ 1:V~/dpp
= 'vcc_lo' 0:V 1:V/dpp/0.f00000
= 0:V~ 1:V~/dpp
= 0:V 1:V/dpp/0.f00000
= 'vcc_lo' 0:f642VSENPCL 1:2V
= 'vcc_lo' 0:b642VSENPCL 1:2V
= 0:f642VSENPCL 1:2V
= 0:b642VSENPCL 1:2V
= 0:V 1:VRDCL/dpp/8700.f8000000
= 0:V~ 1:VRDCL~/clamp dpp8/400.98000000
= d:V 0:V~/clamp omod dpp8/600.c0000000
= D:RD 0:VRDCL~ 1:VRDCL~/clamp/400.98000000
= D:RD 0:f642VSENPCL~ 1:f642VSENPCL~/clamp/400.98000000
= D:RD 0:VRDCL 1:VRDCL//8700.f8000000
= D:RD 0:b642VSENPCL 1:b642VSENPCL//8700.f8000000
= 0:VRDCL~ 1:VRDCL~/clamp/400.98000000
= 0:f642VSENPCL~ 1:f642VSENPCL~/clamp/400.98000000
= 0:VRDCL 1:VRDCL//8700.f8000000
= 0:b642VSENPCL 1:b642VSENPCL//8700.f8000000
= d:V 0:VRDCL~/clamp omod/600.c0000000
= d:V a:V 0:V/offset gds/0.ff0000
= d:2V a:V 0:2V/offset gds/0.ff0000
= ?d:V @gaddr 0:V r:2OS/soffset13 glc slc dlc/0.800000
= 0:V~ 1:VRDCL~/clamp dpp/400.98000000
= d:V 0:V~/clamp omod dpp/600.c0000000
= D:RD 0:V~ 1:VRDCL~/clamp dpp8/400.98000000
= 0:V 1:VRDCL/dpp8/8700.f8000000
= d:HV 0:f16HVRDCL~/op_sel:1d clamp omod/3600.c0000000
= a:V 0:2V/offset gds/0.ffff0000
= ?d:V a:2V 0:V/offset glc slc dlc/0.830000/0.7c0000
= D:RD 0:V~ 1:VRDCL~/clamp dpp/400.98000000
= d:V 0:V 1:VRDCL/dpp/8700.f8000000
= d:V 0:VRDCL~ 1:VRDCL~ 2:VRDCL~/clamp omod
= 'vcc_lo' 0:HV 1:HV/dpp
= 0:HV 1:HV/dpp
= 'vcc_lo' 0:i16HVRDCL 1:HV
= 0:i16HVRDCL 1:HV
= d:V 0:VRDCL 1:VRDCL/op_sel:2 op_sel_hi:2 neg_lo:2 neg_hi:2 clamp/802400.80000000
= D:RD 0:V 1:VRDCL/dpp8/8700.f8000000
= ?d:2V a:2V 0:2V/offset glc slc dlc/0.830000/0.7c0000
= ?d:2V @gaddr 0:2V r:2OS/soffset13 glc slc dlc/0.800000
= @ydst 0:VRDCL 1:V
= i:branch
= d:V 0:V~ 1:VRDCL~ 2:VRDCL~/clamp omod dpp
= 0:HV~ 1:f16HVRDCL~/op_sel:2 clamp dpp8/6400.98000000
= d:V 0:V~ 1:VRDCL~ 2:VRDCL~/clamp omod dpp8
= d:V a:V/offset gds/0.ffff00
= d:V a:2V/offset glc slc dlc/0.830000/0.7c0000
= d:V @vaddr r:OSME/soffset13 glc slc dlc
= d:V @gaddr r:2OS/soffset13 glc slc dlc/0.800000
= d:V 0:V~ 1:V~/dpp
= D:RD 0:HV 1:i16HVRDCL/op_sel:2 dpp/e400.98000000
= d:HV 0:HV~/op_sel:1d clamp omod dpp/3600.c0000000
= d:V 0:VRDCL~ 1:VRDCL~/clamp omod/400.80000000
= i:number
= d:2V 0:f642VSENPCL
= D:RD 0:V 1:VRDCL/dpp/8700.f8000000
= d:V 0:V/dpp8/8700.f8000000
= d:HV 0:HV~/op_sel:1d clamp omod dpp8/3600.c0000000
= d:HV 0:HV 1:i16HVRDCL/op_sel:2d dpp8/a400.98000000
= d:2V 0:f642VSENPCL~/clamp omod/600.c0000000
= d:2SEN 0:b642SENPCL 1:b642SENPCL
= //ffff
= d:HV 0:HV 1:HV/dpp8
= d:HV 0:f16HVRDCL 1:HV
= D:RD 0:HV~ 1:f16HVRDCL~/op_sel:2 clamp dpp/6400.98000000
= 0:HV~ 1:f16HVRDCL~/op_sel:2 clamp dpp/6400.98000000
= d:V 0:V~ 1:VRDCL~/clamp omod dpp/400.80000000
= d:HV 0:HV 1:i16HVRDCL 2:i16HVRDCL/op_sel:3d clamp dpp/0.18000000
= d:HV 0:HV 1:i16HVRDCL/op_sel:2d dpp/a400.98000000
= D:RD 0:HV~ 1:f16HVRDCL~/op_sel:2 clamp dpp8/6400.98000000
= 0:HV 1:i16HVRDCL/op_sel:2 dpp8/e400.98000000
= d:V 0:V~ 1:VRDCL~/clamp omod dpp8/400.80000000
= d:HV 0:HV 1:i16HVRDCL 2:i16HVRDCL/op_sel:3d clamp dpp8/0.18000000
= d:HV 0:i16HVRDCL 1:i16HVRDCL 2:i16HVRDCL/op_sel:3d clamp/0.18000000
= d:HV 0:i16HVRDCL 1:i16HVRDCL/op_sel:2d/a400.98000000
= d:HV 0:HV~ 1:HV~/dpp
= D:RD 0:V 1:VRDCL/dpp/8700.f8000000.10000
= 0:HV 1:i16HVRDCL/op_sel:2 dpp/e400.98000000
= d:V 0:V/dpp/8700.f8000000
= d:V 0:V 1:VRDCL 2:VRDCL/clamp dpp/700.f8000000
= d:HV 0:HV~ 1:f16HVRDCL~ 2:f16HVRDCL~/op_sel:3d clamp omod dpp
= d:V 0:V/clamp omod dpp8/700.e0000000
= d:V 0:V 1:VRDCL 2:VRDCL/clamp dpp8/700.f8000000
= d:HV 0:HV~ 1:f16HVRDCL~ 2:f16HVRDCL~/op_sel:3d clamp omod dpp8
= d:V 0:VRDCL 1:VRDCL/clamp/700.f8000000
= d:V 0:VRDCL//8700.f8000000
= d:V 0:VRDCL/clamp omod/700.e0000000
= d:V 0:VRDCL 1:VRDCL 2:VRDCL/clamp/700.f8000000
= d:HV 0:f16HVRDCL~ 1:f16HVRDCL~ 2:f16HVRDCL~/op_sel:3d clamp omod
= 0:i16RCL 1:i16RCL
= d:V 0:VNP
= d:V 0:V 1:VRDCL 2:VRDCL/dpp/8700.f8000000.10000
= d:V 0:V 1:VRDCL/clamp dpp8/700.f8000000
= d:V @baddr @rsrc4 o:RC/format idxen offen offset glc slc dlc/0.200000
= d:2V @baddr @rsrc4 o:RC/format idxen offen offset glc slc dlc/0.200000
= i:hex
= d:V 0:V 1:VRDCL/clamp dpp/700.f8000000
= d:V 0:V 1:VRDCL/dpp/8700.f8000000.10000
= d:V 0:V/clamp omod dpp/700.e0000000
= d:HV 0:HV~/op_sel:1d clamp omod dpp/3600.c0000000.10000
= D:RD 0:HV 1:i16HVRDCL/op_sel:2 dpp8/e400.98000000
= d:HV 0:HV~ 1:f16HVRDCL~/op_sel:2d clamp omod dpp8/2400.80000000
= d:HV 0:f16HVRDCL~ 1:f16HVRDCL~/op_sel:2d clamp omod/2400.80000000
= a:2V 0:V/offset glc slc dlc/0.830000/0.7c0000
= @vaddr 0:V r:OSME/soffset13 glc slc dlc
= @gaddr 0:V r:2OS/soffset13 glc slc dlc/0.800000
= d:4V @baddr @rsrc4 o:RC/idxen offen offset glc slc dlc/0.200000
= d:2SEN 0:b642SENPCL 1:RCL
= d:SMEFN 0:b642SENPCL
= d:HV 0:HV/dpp/0.c00000
= d:V 0:f642VSENPCL
= d:HV 0:i16HVRDCL
= d:V 0:h16VRDCL 1:h16VRDCL/op_sel:2 op_sel_hi:2 neg_lo:2 neg_hi:2 clamp/802400.80000000
= d:V 0:VRDCL 1:VRDCL 2:VRDCL/neg_lo:3 neg_hi:3 clamp/803800
= D:RD 0:HV~ 1:f16HVRDCL~/op_sel:2 clamp dpp/6400.98000000.10000
= d:HV 0:HV~ 1:f16HVRDCL~/op_sel:2d clamp omod dpp/2400.80000000
= d:HV 0:HV 1:i16HVRDCL/op_sel:2d clamp dpp/2400.98000000
= d:V 0:V~ 1:VRDCL~/clamp dpp/400.98000000
= d:HV 0:HV 1:i16HVRDCL/op_sel:2d clamp dpp8/2400.98000000
= d:V 0:V~ 1:VRDCL~/clamp dpp8/400.98000000
= d:V 0:f642VSENPCL~/clamp omod/600.c0000000
= d:HV 0:i16HVRDCL 1:i16HVRDCL/op_sel:2d clamp/2400.98000000
= d:V 0:VRDCL~ 1:VRDCL~/clamp/400.98000000
= d:2V 0:f642VSENPCL~ 1:f642VSENPCL~/clamp omod/400.80000000
= d:V a:V 0:V 1:V/offset gds
= d:3V @baddr @rsrc4 o:RC/idxen offen offset glc slc dlc/0.200000
= d:V 'vcc_lo' 0:V 1:V 'vcc_lo'/dpp/0.f00000
= d:V 0:HV/dpp8
= d:V 'vcc_lo' 0:V 1:V 'vcc_lo'/dpp8
= d:2V 0:VRDCL
= d:V 'vcc_lo' 0:VRDCL 1:V 'vcc_lo'
= d:V 0:V~ 1:VNP~ 2:f16VRDCL~/op_sel:3 op_sel_mix:3 clamp dpp/800000
= d:V 0:V~ 1:VNP~ 2:f16VRDCL~/op_sel:3 op_sel_mix:3 clamp dpp8/800000
= d:V 0:f16VRDCL~ 1:f16VRDCL~ 2:f16VRDCL~/op_sel:3 op_sel_mix:3 clamp/800000
= d:V s:SMEFN 0:V 1:VRDCL 2:VRD/clamp dpp/0.f8000000
= d:V 0:V/dpp/8700.f8000000.10000
= d:V s:SMEFN 0:V 1:VRDCL/clamp dpp/0.f8000000
= d:V 0:HV~ 1:f16HVRDCL~/op_sel:2d clamp dpp/2400.98000000
= D:RD 0:V 1:VRDCL/dpp8/8700.f8000000.8000
= d:V s:SMEFN 0:V 1:VRDCL 2:VRD/clamp dpp8/0.f8000000
= d:V 0:V~/clamp dpp8/600.d8000000
= d:V s:SMEFN 0:V 1:VRDCL/clamp dpp8/0.f8000000
= d:V 0:HV~ 1:f16HVRDCL~/op_sel:2d clamp dpp8/2400.98000000
= d:V s:SMEFN 0:VRDCL 1:VRDCL 2:VRD/clamp/0.f8000000
= d:V 0:VRDCL~/clamp/600.d8000000
= d:V 0:VNP//8700.f8000000
= d:2V 0:f642VSENPCL~ 1:f642VSENPCL~ 2:f642VSENPCL~/clamp omod
= d:V s:SMEFN 0:VRDCL 1:VRDCL/clamp/0.f8000000
= d:V 0:i16VRDCL 1:i16VRDCL//8700.f8000000/2000
= d:V 0:f16RDCL~ 1:f16RDCL~/op_sel:2d clamp/2400.98000000
= d:2V 0:VRDCL 1:b642VSENPCL//8700.f8000000
= a:V 0:V 1:V/offset gds/0.ff000000
= d:V/offset gds/0.ffffff
= a:V 0:2V 1:2V/offset gds/0.ff000000
= d:2V a:V 0:2V 1:2V/offset gds
= d:2SEN 0:RCL
= d:SMEFN 0:f16RCL 1:f16RCL
= d:SMEFN i:branch
= i:sendmsg
= d:V 0:HV/dpp/0.c00000
= d:HV 0:V/dpp8
= //1fe0000
= d:HV 0:VRDCL
= d:V 0:i16RDCL
= d:V 0:h16VRDCL 1:V
= d:V 0:VRDCL k 1:V
= d:V 0:VRDCL 1:V k
= d:V 0:VRDCL 1:VRDCL 2:VRDCL/op_sel:3 op_sel_hi:3 neg_lo:3 neg_hi:3 clamp/800000
= d:8V 0:8VN 1:8VN 2:f648VNCL/neg_lo:3 neg_hi:3/80b800
= d:8V 0:8VN 1:8VN 2:f648VNCL/op_sel:3 op_sel_hi:3 neg_lo:3 neg_hi:3/808000
= D:RD 0:V~ 1:VRDCL~/clamp dpp/400.98000000.10000
= 0:HV 1:i16HVRDCL/op_sel:2 dpp/e400.98000000.10000
= d:V 0:V~ 1:f16VRDCL~/clamp omod dpp/400.80000000/2000
= d:V 0:V~/clamp dpp/600.d8000000
= d:V 0:V/clamp omod dpp/700.e0000000.10000
= d:V 0:V 1:VRDCL 2:i16RDCL/op_sel:3d clamp dpp/0.18000000
= d:V 0:HV 1:i16HVRDCL 2:VRDCL/op_sel:3d clamp dpp/0.18000000
= d:HV 0:HV 1:i16HVRDCL/op_sel:2d dpp/a400.98000000.10000
= d:V 0:V 1:VRDCL/clamp dpp/700.f8000000.10000
= d:V 0:V 1:VRDCL/dpp8/8700.f8000000.8000
= d:HV 0:HV/op_sel:1d dpp8/b600.d8000000
= d:V 0:HV/op_sel:1d dpp8/b600.d8000000
= d:V 0:V 1:VRDCL 2:i16RDCL/op_sel:3d clamp dpp8/0.18000000
= d:V 0:HV 1:i16HVRDCL 2:VRDCL/op_sel:3d clamp dpp8/0.18000000
= //87ff.f8000000
= d:2V 0:VRDCL/clamp omod/700.e0000000
= d:HV 0:i16HVRDCL/op_sel:1d/b600.d8000000
= d:HV 0:i16HVRDCL/op_sel:1d clamp omod/3600.c0000000
= d:V 0:VRDCL 1:VRDCL 2:i16RDCL/op_sel:3d clamp/0.18000000
= d:2V 0:b642VSENPCL 1:VRDCL 2:b642VSENPCL/clamp/700.f8000000
= d:V 0:i16RDCL 1:i16RDCL 2:VRDCL/op_sel:3d clamp/0.18000000
= d:V 0:VNP 1:RCL 2:RCL/op_sel:2/8700.f8000000
= d:2V s:SMEFN 0:VRDCL 1:VRDCL 2:b642VSENPCL/clamp/0.f8000000
= d:2V 0:f642VSENPCL~ 1:VRDCL/clamp omod/400.80000000
= //6000
= a:V 0:V 1:V/offset2 gds/0.ff000000
= d:2V a:V 0:V 1:V/offset2 gds
= d:2V a:V/offset2 gds/0.ffff00
= a:V 0:2V 1:2V/offset2 gds/0.ff000000
= d:4V a:V 0:2V 1:2V/offset2 gds
= d:4V a:V/offset2 gds/0.ffff00
= d:V a:V 0:V/offset/20000.ff0000
= ?d:V @gaddr 0:2V r:2OS/soffset13 glc slc dlc/0.800000
= //6000.e00000
= d:3V @baddr @rsrc4 o:RC/format idxen offen offset glc slc dlc/0.200000
= d:4V @baddr @rsrc4 o:RC/format idxen offen offset glc slc dlc/0.200000
= d:2V 0:V/offset gds/0.ff00ff/20000
= 0:2SENP
= 0:b642SENPCL 1:RCL
= 0:b642SENPCL 1:b642SENPCL
= d:SMEFN i:hwreg
= i:hwreg d:SMEFN
= i:hwreg kn
= d:2SEN i:branch
= i:delay
= i:depctr
= i:waitcnt
= i:end
= d:HV 0:V~/dpp/0.c00000
= d:V 0:HV~/dpp/0.c00000
= d:HV 0:V/dpp/0.c00000
= 'vcc_lo' 0:V~ 1:V/dpp/0.c00000
= 0:V~ 1:V/dpp
= d:V 0:V~ 1:V~ 'vcc_lo'/dpp
= d:HV 0:HV~ 1:HV/dpp
= d:V 0:V 1:V 'vcc_lo'/dpp8
= D:SEFNP 0:VNPD
= d:V 0:f16RDCL
= d:HV 0:HVNP
= 'vcc_lo' 0:f642VSENPCL 1:V
= 0:f642VSENPCL 1:V
= d:V 0:VRDCL 1:V 'vcc_lo'
= d:HV 0:f16HVRDCL k 1:HV
= d:HV 0:f16HVRDCL 1:HV k
= d:V 0:hn16VRDCL 1:V
= d:V 0:V 1:bf16VRDCL 2:VSMEFPDCL/op_sel:3 op_sel_hi:3 neg_lo:3 neg_hi:3 clamp dpp/800000
= d:V 0:V 1:bf16VRDCL 2:VRDCL/op_sel:3 op_sel_hi:3 neg_lo:3 neg_hi:3 clamp dpp/800000
= d:V 0:V 1:VSEFNPDC 2:VRDCL/op_sel:3 op_sel_hi:3 neg_lo:3 neg_hi:3 clamp dpp8/800000
= d:V 0:V 1:bf16VRDCL 2:VRDCL/op_sel:3 op_sel_hi:3 neg_lo:3 neg_hi:3 clamp dpp8/800000
= d:V 0:h16VRDCL 1:h16VRDCL 2:h16VRDCL/op_sel:3 op_sel_hi:3 neg_lo:3 neg_hi:3 clamp/800000
= d:V 0:h16VRDCL 1:h16VRDCL 2:VRDCL/op_sel:3 op_sel_hi:3 neg_lo:3 neg_hi:3 clamp/800000
= d:V 0:hb16VRDCL 1:hb16VRDCL 2:VRDCL/op_sel:3 op_sel_hi:3 neg_lo:3 neg_hi:3 clamp/800000
= d:8V 0:4VN 1:4VN 2:f648VNCL/neg_lo:3 neg_hi:3 clamp/803800
= d:8V 0:2VNP 1:2VNP 2:f648VNCL/neg_lo:3 neg_hi:3 clamp/803800
= D:RD 0:HV 1:i16HVRDCL/op_sel:2 dpp/e400.98000000.10000
= D:RD 0:V~ 1:VRDCL/dpp/8600.d8000000
= 0:HV~ 1:f16HVRDCL~/op_sel:2 clamp dpp/6400.98000000.10000
= 0:V~ 1:VRDCL~/clamp dpp/400.98000000.10000
= 0:HV~ 1:f16HVRDCL~/op_sel:2 dpp/e400.98000000.10000
= 0:V~ 1:VRDCL/dpp/8400.98000000
= d:V 0:V~ 1:VRDCL~ 2:VRD/dpp/8400.98000000
= d:V 0:V~ 1:VRD~/clamp omod dpp/400.80000000
= d:HV 0:HV~ 1:HVRD~/op_sel:3d clamp omod dpp/2400.80000000
= d:HV 0:HV~ 1:f16HVRDCL/op_sel:2d clamp omod dpp/2400.80000000
= d:V 0:HV~/op_sel:1d clamp omod dpp/3600.c0000000
= d:HV 0:HV/op_sel:1d dpp/b600.d8000000
= d:V 0:V~/clamp omod dpp/600.c0000000.10000
= d:V 0:V~/clamp dpp/600.d8000000.10000
= d:HV 0:HV/op_sel:1d clamp omod dpp/3600.c0000000.10000
= d:HV 0:V/op_sel:1d dpp/b600.d8000000
= d:HV 0:HV/op_sel:1d dpp/b600.d8000000.10000
= d:V 0:HV/op_sel:1d dpp/b600.d8000000.10000
= d:V 0:HV/op_sel:1d dpp/b600.d8000000
= d:V 0:V~ 1:VRDCL 2:VRDCL/clamp dpp/0.18000000
= d:HV 0:HV~ 1:i16HVRDCL~ 2:VRD/dpp/a400.98000000
= d:V 0:V~ 1:VRDCL/clamp omod dpp/400.80000000
= d:V 0:V 1:i16VRDCL/dpp/8700.f8000000.10000/2000
= D:RD 0:V~ 1:VRDCL~/clamp dpp8/400.98000000.8000
= D:RD 0:V 1:i16VRDCL/dpp8/8700.f8000000.8000/4000
= D:RD 0:HV 1:i16HVRDCL/op_sel:2 dpp8/e400.98000000.8000
= D:RD 0:V~ 1:VRDCL/dpp8/8600.d8000000
= 0:HV 1:i16HVRDCL/op_sel:2 dpp8/e400.98000000.8000
= 0:V 1:VRDCL/dpp8/8700.f8000000.8000
= 0:V~ 1:VRDCL/dpp8/8400.98000000
= d:V 0:V~ 1:VRDCL~ 2:VRD/dpp8/8400.98000000
= d:V 0:V 1:VRDCL/clamp dpp8/700.f8000000.8000
= d:V 0:V~ 1:VRD~/clamp omod dpp8/400.80000000
= d:V 0:V~ 1:f16VRDCL~/clamp omod dpp8/400.80000000/2000
= d:HV 0:HV~ 1:HVRD~/op_sel:3d clamp omod dpp8/2400.80000000
= d:HV 0:HV~ 1:f16HVRDCL/op_sel:2d clamp omod dpp8/2400.80000000
= d:HV 0:V~/op_sel:1d clamp omod dpp8/3600.c0000000
= d:V 0:HV~/op_sel:1d clamp omod dpp8/3600.c0000000
= d:V 0:V/dpp8/8700.f8000000.8000
= d:HV 0:HV/op_sel:1d clamp omod dpp8/3600.c0000000
= d:HV 0:V/op_sel:1d dpp8/b600.d8000000
= d:V 0:V 1:VRDCL 2:VRDCL/dpp8/8700.f8000000.8000
= d:V 0:V~ 1:VRDCL 2:VRDCL/clamp dpp8/0.18000000
= d:HV 0:HV~ 1:i16HVRDCL~ 2:VRD/dpp8/a400.98000000
= d:V 0:V~ 1:VRDCL/clamp omod dpp8/400.80000000
= d:V 0:V 1:i16VRDCL/dpp8/8700.f8000000/2000
= d:V 0:V 1:i16VRDCL/dpp8/8700.f8000000.8000/2000
= D:RD 0:VRDCL~ 1:VRDCL//8600.d8000000
= D:RD 0:f642VSENPCL~ 1:VRDCL//8600.d8000000
= 0:VRDCL~ 1:VRDCL//8400.98000000
= 0:f642VSENPCL~ 1:VRDCL//8400.98000000
= d:V 0:VRDCL~ 1:VRDCL~ 2:VRD//8400.98000000
= d:V 0:f16VRDCL~ 1:f16VRDCL~/clamp omod/400.80000000/2000
= d:HV 0:f16HVRDCL~ 1:f16HVRDCL~/op_sel:3d clamp omod/2400.80000000
= d:V 0:f16VRDCL~ 1:f16VRDCL/clamp omod/400.80000000/2000
= d:HV 0:VRDCL~/op_sel:1d clamp omod/3600.c0000000
= d:2V 0:VRDCL~/clamp omod/600.c0000000
= d:HV 0:VRDCL/op_sel:1d/b600.d8000000
= d:V 0:HV/op_sel:1d/b600.d8000000
= d:V 0:VRDCL~ 1:VRDCL 2:VRDCL/clamp/0.18000000
= d:4V 0:b642VSENPCL 1:VRDCL 2:4VN/clamp/700.f8000000
= d:HV 0:i16HVRDCL~ 1:i16HVRDCL~ 2:VRD//a400.98000000
= d:V s:SMEFN 0:VRDCL- 1:VRDCL- 2:VRDCL-/clamp omod
= d:2V s:SMEFN 0:f642VSENPCL- 1:f642VSENPCL- 2:f642VSENPCL-/clamp omod
= d:V 0:VRDCL~ 1:VRDCL/clamp omod/400.80000000
= D:SEFNP 0:VNPD 1:RCL//8700.f8000000
= d:SN @base2 @soffset/glc dlc
= d:2SN @base2 @soffset/glc dlc
= d:4SN @base2 @soffset/glc dlc
= d:8SN @base2 @soffset/glc dlc
= d:16SN @base2 @soffset/glc dlc
= d:SN @base4 @soffset/glc dlc
= d:2SN @base4 @soffset/glc dlc
= d:4SN @base4 @soffset/glc dlc
= d:8SN @base4 @soffset/glc dlc
= d:16SN @base4 @soffset/glc dlc
= d:number @base2 @soffset//6000
= d:number @base4 @soffset//6000
= d:V a:V/swizzle gds/0.ffff00
= d:V a:V 0:V 1:4V/offset/20000
= a:V 0:3V/offset gds/0.ffff0000
= a:V 0:4V/offset gds/0.ffff0000
= d:3V a:V/offset gds/0.ffff00
= d:4V a:V/offset gds/0.ffff00
= d:2V a:2V/offset glc slc dlc/0.830000/0.7c0000
= d:3V a:2V/offset glc slc dlc/0.830000/0.7c0000
= d:4V a:2V/offset glc slc dlc/0.830000/0.7c0000
= a:2V 0:2V/offset glc slc dlc/0.830000/0.7c0000
= a:2V 0:3V/offset glc slc dlc/0.830000/0.7c0000
= a:2V 0:4V/offset glc slc dlc/0.830000/0.7c0000
= ?d:U a:2V 0:2V/offset glc slc dlc/0.830000/0.7c0000
= ?d:2V a:2V 0:4V/offset glc slc dlc/0.830000/0.7c0000
= ?d:V a:2V 0:2V/offset glc slc dlc/0.830000/0.7c0000
= d:2V @vaddr r:OSME/soffset13 glc slc dlc
= d:3V @vaddr r:OSME/soffset13 glc slc dlc
= d:4V @vaddr r:OSME/soffset13 glc slc dlc
= @vaddr 0:2V r:OSME/soffset13 glc slc dlc
= @vaddr 0:3V r:OSME/soffset13 glc slc dlc
= @vaddr 0:4V r:OSME/soffset13 glc slc dlc
= d:2V @gaddr r:2OS/soffset13 glc slc dlc/0.800000
= d:3V @gaddr r:2OS/soffset13 glc slc dlc/0.800000
= d:4V @gaddr r:2OS/soffset13 glc slc dlc/0.800000
= @gaddr 0:2V r:2OS/soffset13 glc slc dlc/0.800000
= @gaddr 0:3V r:2OS/soffset13 glc slc dlc/0.800000
= @gaddr 0:4V r:2OS/soffset13 glc slc dlc/0.800000
= d:V r:2OSE/soffset13 glc slc dlc/0.800000
= 0:V r:2OSE/soffset13 glc slc dlc/0.800000
= ?d:2V @gaddr 0:4V r:2OS/soffset13 glc slc dlc/0.800000
= d:V 0:RDCL 1:RCL//8700.f8000000
= a:V/offset gds/0.ffffff00/20000
= d:V a:V/offset gds/0.ffff00/20000
= d:2V a:V/offset gds/0.ffff00
= 0:V/offset gds/0.ffff00ff
= d:2SEN 0:RCL 1:RCL
= d:SMEFN 0:R
= d:2SEN 0:2SENP
= d:2SEN
= d:SMEFN 0:sendmsg
= d:2SEN 0:sendmsg
= d:V 0:VRDCL//1fe00
= d:V 0:hb16VRDCL 1:V
= @ydst 0:VRDCL 1:V k
= @ydst 0:VRDCL k 1:V
= @ydst 0:VRDCL//0.1fe00
= @ydst 0:h16VRDCL 1:V
= @ydst 0:hb16VRDCL 1:V
= d:SMEFN 0:RCL 1:RCL k
= d:SMEFN 0:RCL k 1:RCL
buffer_atomic_add_f32 2e.r.1
buffer_atomic_add_u32 1h.r.1
buffer_atomic_add_u64 1v.r.g
buffer_atomic_and_b32 1o.r.1
buffer_atomic_and_b64 21.r.g
buffer_atomic_cmpswap_b32 1g.r.g
buffer_atomic_cmpswap_b64 1u.r.3w
buffer_atomic_cmpswap_f32 28.r.g
buffer_atomic_csub_u32 1j.r.1
buffer_atomic_dec_u32 1s.r.1
buffer_atomic_dec_u64 25.r.g
buffer_atomic_inc_u32 1r.r.1
buffer_atomic_inc_u64 24.r.g
buffer_atomic_max_f32 2a.r.1
buffer_atomic_max_i32 1m.r.1
buffer_atomic_max_i64 1z.r.g
buffer_atomic_max_u32 1n.r.1
buffer_atomic_max_u64 20.r.g
buffer_atomic_min_f32 29.r.1
buffer_atomic_min_i32 1k.r.1
buffer_atomic_min_i64 1x.r.g
buffer_atomic_min_u32 1l.r.1
buffer_atomic_min_u64 1y.r.g
buffer_atomic_or_b32 1p.r.1
buffer_atomic_or_b64 22.r.g
buffer_atomic_sub_u32 1i.r.1
buffer_atomic_sub_u64 1w.r.g
buffer_atomic_swap_b32 1f.r.1
buffer_atomic_swap_b64 1t.r.g
buffer_atomic_xor_b32 1q.r.1
buffer_atomic_xor_b64 23.r.g
buffer_gl0_inv 17.r.6l
buffer_gl1_inv 18.r.6l
buffer_load_b128 n.r.3w
buffer_load_b32 k.r.1
buffer_load_b64 l.r.g
buffer_load_b96 m.r.4f
buffer_load_d16_b16 w.r.1
buffer_load_d16_format_x 8.r.1
buffer_load_d16_format_xy 9.r.1
buffer_load_d16_format_xyz a.r.g
buffer_load_d16_format_xyzw b.r.g
buffer_load_d16_hi_b16 z.r.1
buffer_load_d16_hi_format_x 12.r.1
buffer_load_d16_hi_i8 y.r.1
buffer_load_d16_hi_u8 x.r.1
buffer_load_d16_i8 v.r.1
buffer_load_d16_u8 u.r.1
buffer_load_format_x 0.r.1
buffer_load_format_xy 1.r.g
buffer_load_format_xyz 2.r.4f
buffer_load_format_xyzw 3.r.3w
buffer_load_i16 j.r.1
buffer_load_i8 h.r.1
buffer_load_u16 i.r.1
buffer_load_u8 g.r.1
buffer_store_b128 t.r.3w
buffer_store_b16 p.r.1
buffer_store_b32 q.r.1
buffer_store_b64 r.r.g
buffer_store_b8 o.r.1
buffer_store_b96 s.r.4f
buffer_store_d16_format_x c.r.1
buffer_store_d16_format_xy d.r.1
buffer_store_d16_format_xyz e.r.g
buffer_store_d16_format_xyzw f.r.g
buffer_store_d16_hi_b16 11.r.1
buffer_store_d16_hi_b8 10.r.1
buffer_store_d16_hi_format_x 13.r.1
buffer_store_format_x 4.r.1
buffer_store_format_xy 5.r.g
buffer_store_format_xyz 6.r.4f
buffer_store_format_xyzw 7.r.3w
ds_add_f32 l.n.k
ds_add_gs_reg_rtn 3e.n.6o
ds_add_rtn_f32 3d.n.1h
ds_add_rtn_u32 w.n.1h
ds_add_rtn_u64 2o.n.1i
ds_add_u32 0.n.k
ds_add_u64 1s.n.1p
ds_and_b32 9.n.k
ds_and_b64 21.n.1p
ds_and_rtn_b32 15.n.1h
ds_and_rtn_b64 2x.n.1i
ds_append 1q.n.56
ds_bpermute_b32 4z.n.6j
ds_bvh_stack_rtn_b32 4t.n.9x
ds_cmpstore_b32 g.n.55
ds_cmpstore_b64 28.n.57
ds_cmpstore_f32 h.n.55
ds_cmpstore_f64 29.n.57
ds_cmpstore_rtn_b32 1c.n.4e
ds_cmpstore_rtn_b64 34.n.58
ds_cmpstore_rtn_f32 1d.n.4e
ds_cmpstore_rtn_f64 35.n.58
ds_condxchg32_rtn_b64 3i.n.1i
ds_consume 1p.n.56
ds_dec_rtn_u32 10.n.1h
ds_dec_rtn_u64 2s.n.1i
ds_dec_u32 4.n.k
ds_dec_u64 1w.n.1p
ds_gws_init p.n.ar
ds_inc_rtn_u32 z.n.1h
ds_inc_rtn_u64 2r.n.1i
ds_inc_u32 3.n.k
ds_inc_u64 1v.n.1p
ds_load_2addr_b32 1j.n.6f
ds_load_2addr_b64 3b.n.6i
ds_load_2addr_stride64_b32 1k.n.6f
ds_load_2addr_stride64_b64 3c.n.6i
ds_load_addtid_b32 4x.n.56
ds_load_b128 73.n.a1
ds_load_b32 1i.n.27
ds_load_b64 3a.n.at
ds_load_b96 72.n.a0
ds_load_i16 1n.n.27
ds_load_i8 1l.n.27
ds_load_i8_d16 4k.n.27
ds_load_i8_d16_hi 4l.n.27
ds_load_u16 1o.n.27
ds_load_u16_d16 4m.n.27
ds_load_u16_d16_hi 4n.n.27
ds_load_u8 1m.n.27
ds_load_u8_d16 4i.n.27
ds_load_u8_d16_hi 4j.n.27
ds_max_f32 j.n.k
ds_max_f64 2b.n.1p
ds_max_i32 6.n.k
ds_max_i64 1y.n.1p
ds_max_rtn_f32 1f.n.1h
ds_max_rtn_f64 37.n.1i
ds_max_rtn_i32 12.n.1h
ds_max_rtn_i64 2u.n.1i
ds_max_rtn_u32 14.n.1h
ds_max_rtn_u64 2w.n.1i
ds_max_u32 8.n.k
ds_max_u64 20.n.1p
ds_min_f32 i.n.k
ds_min_f64 2a.n.1p
ds_min_i32 5.n.k
ds_min_i64 1x.n.1p
ds_min_rtn_f32 1e.n.1h
ds_min_rtn_f64 36.n.1i
ds_min_rtn_i32 11.n.1h
ds_min_rtn_i64 2t.n.1i
ds_min_rtn_u32 13.n.1h
ds_min_rtn_u64 2v.n.1i
ds_min_u32 7.n.k
ds_min_u64 1z.n.1p
ds_mskor_b32 c.n.55
ds_mskor_b64 24.n.57
ds_mskor_rtn_b32 18.n.4e
ds_mskor_rtn_b64 30.n.58
ds_or_b32 a.n.k
ds_or_b64 22.n.1p
ds_or_rtn_b32 16.n.1h
ds_or_rtn_b64 2y.n.1i
ds_ordered_count 1r.n.as
ds_permute_b32 4y.n.6j
ds_rsub_rtn_u32 y.n.1h
ds_rsub_rtn_u64 2q.n.1i
ds_rsub_u32 2.n.k
ds_rsub_u64 1u.n.1p
ds_store_2addr_b32 e.n.6d
ds_store_2addr_b64 26.n.6g
ds_store_2addr_stride64_b32 f.n.6d
ds_store_2addr_stride64_b64 27.n.6g
ds_store_addtid_b32 4w.n.au
ds_store_b128 67.n.9z
ds_store_b16 v.n.k
ds_store_b16_d16_hi 4h.n.k
ds_store_b32 d.n.k
ds_store_b64 25.n.1p
ds_store_b8 u.n.k
ds_store_b8_d16_hi 4g.n.k
ds_store_b96 66.n.9y
ds_storexchg_2addr_rtn_b32 1a.n.6e
ds_storexchg_2addr_rtn_b64 32.n.6h
ds_storexchg_2addr_stride64_rtn_b32 1b.n.6e
ds_storexchg_2addr_stride64_rtn_b64 33.n.6h
ds_storexchg_rtn_b32 19.n.1h
ds_storexchg_rtn_b64 31.n.1i
ds_sub_gs_reg_rtn 3f.n.6o
ds_sub_rtn_u32 x.n.1h
ds_sub_rtn_u64 2p.n.1i
ds_sub_u32 1.n.k
ds_sub_u64 1t.n.1p
ds_swizzle_b32 1h.n.9w
ds_wrap_rtn_b32 1g.n.4e
ds_xor_b32 b.n.k
ds_xor_b64 23.n.1p
ds_xor_rtn_b32 17.n.1h
ds_xor_rtn_b64 2z.n.1i
flat_atomic_add_f32 2e.o.1q
flat_atomic_add_u32 1h.o.1q
flat_atomic_add_u64 1v.o.20
flat_atomic_and_b32 1o.o.1q
flat_atomic_and_b64 21.o.20
flat_atomic_cmpswap_b32 1g.o.a8
flat_atomic_cmpswap_b64 1u.o.a9
flat_atomic_cmpswap_f32 28.o.aa
flat_atomic_dec_u32 1s.o.1q
flat_atomic_dec_u64 25.o.20
flat_atomic_inc_u32 1r.o.1q
flat_atomic_inc_u64 24.o.20
flat_atomic_max_f32 2a.o.1q
flat_atomic_max_i32 1m.o.1q
flat_atomic_max_i64 1z.o.20
flat_atomic_max_u32 1n.o.1q
flat_atomic_max_u64 20.o.20
flat_atomic_min_f32 29.o.1q
flat_atomic_min_i32 1k.o.1q
flat_atomic_min_i64 1x.o.20
flat_atomic_min_u32 1l.o.1q
flat_atomic_min_u64 1y.o.20
flat_atomic_or_b32 1p.o.1q
flat_atomic_or_b64 22.o.20
flat_atomic_sub_u32 1i.o.1q
flat_atomic_sub_u64 1w.o.20
flat_atomic_swap_b32 1f.o.1q
flat_atomic_swap_b64 1t.o.20
flat_atomic_xor_b32 1q.o.1q
flat_atomic_xor_b64 23.o.20
flat_load_b128 n.o.a4
flat_load_b32 k.o.28
flat_load_b64 l.o.a2
flat_load_b96 m.o.a3
flat_load_d16_b16 w.o.28
flat_load_d16_hi_b16 z.o.28
flat_load_d16_hi_i8 y.o.28
flat_load_d16_hi_u8 x.o.28
flat_load_d16_i8 v.o.28
flat_load_d16_u8 u.o.28
flat_load_i16 j.o.28
flat_load_i8 h.o.28
flat_load_u16 i.o.28
flat_load_u8 g.o.28
flat_store_b128 t.o.a7
flat_store_b16 p.o.3t
flat_store_b32 q.o.3t
flat_store_b64 r.o.a5
flat_store_b8 o.o.3t
flat_store_b96 s.o.a6
flat_store_d16_hi_b16 11.o.3t
flat_store_d16_hi_b8 10.o.3t
global_atomic_add_f32 2e.q.1j
global_atomic_add_u32 1h.q.1j
global_atomic_add_u64 1v.q.21
global_atomic_and_b32 1o.q.1j
global_atomic_and_b64 21.q.21
global_atomic_cmpswap_b32 1g.q.6k
global_atomic_cmpswap_b64 1u.q.ap
global_atomic_cmpswap_f32 28.q.6k
global_atomic_csub_u32 1j.q.1j
global_atomic_dec_u32 1s.q.1j
global_atomic_dec_u64 25.q.21
global_atomic_inc_u32 1r.q.1j
global_atomic_inc_u64 24.q.21
global_atomic_max_f32 2a.q.1j
global_atomic_max_i32 1m.q.1j
global_atomic_max_i64 1z.q.21
global_atomic_max_u32 1n.q.1j
global_atomic_max_u64 20.q.21
global_atomic_min_f32 29.q.1j
global_atomic_min_i32 1k.q.1j
global_atomic_min_i64 1x.q.21
global_atomic_min_u32 1l.q.1j
global_atomic_min_u64 1y.q.21
global_atomic_or_b32 1p.q.1j
global_atomic_or_b64 22.q.21
global_atomic_sub_u32 1i.q.1j
global_atomic_sub_u64 1w.q.21
global_atomic_swap_b32 1f.q.1j
global_atomic_swap_b64 1t.q.21
global_atomic_xor_b32 1q.q.1j
global_atomic_xor_b64 23.q.21
global_load_addtid_b32 14.q.an
global_load_b128 n.q.aj
global_load_b32 k.q.2a
global_load_b64 l.q.ah
global_load_b96 m.q.ai
global_load_d16_b16 w.q.2a
global_load_d16_hi_b16 z.q.2a
global_load_d16_hi_i8 y.q.2a
global_load_d16_hi_u8 x.q.2a
global_load_d16_i8 v.q.2a
global_load_d16_u8 u.q.2a
global_load_i16 j.q.2a
global_load_i8 h.q.2a
global_load_u16 i.q.2a
global_load_u8 g.q.2a
global_store_addtid_b32 15.q.ao
global_store_b128 t.q.am
global_store_b16 p.q.3v
global_store_b32 q.q.3v
global_store_b64 r.q.ak
global_store_b8 o.q.3v
global_store_b96 s.q.al
global_store_d16_hi_b16 11.q.3v
global_store_d16_hi_b8 10.q.3v
s_abs_i32 l.2.2
s_absdiff_i32 6.0.0
s_add_f16 2@21.0.5a
s_add_f32 2@1s.0.0
s_add_i32 2.0.0
s_add_u32 0.0.0
s_addc_u32 4.0.0
s_addk_i32 f.1.j
s_and_b32 m.0.0
s_and_b64 n.0.2m
s_and_not0_saveexec_b32 18.2.2
s_and_not0_saveexec_b64 19.2.l
s_and_not0_wrexec_b32 1g.2.2
s_and_not0_wrexec_b64 1h.2.l
s_and_not1_b32 y.0.0
s_and_not1_b64 z.0.2m
s_and_not1_saveexec_b32 1c.2.2
s_and_not1_saveexec_b64 1d.2.l
s_and_not1_wrexec_b32 1i.2.2
s_and_not1_wrexec_b64 1j.2.l
s_and_saveexec_b32 w.2.2
s_and_saveexec_b64 x.2.l
s_ashr_i32 c.0.0
s_ashr_i64 d.0.3x
s_atc_probe y.m.9u
s_atc_probe_buffer z.m.9v
s_barrier 1p.4.2n
s_bcnt0_i32_b32 m.2.2
s_bcnt0_i32_b64 n.2.3y
s_bcnt1_i32_b32 o.2.2
s_bcnt1_i32_b64 p.2.3y
s_bfe_i32 13.0.0
s_bfe_i64 15.0.3x
s_bfe_u32 12.0.0
s_bfe_u64 14.0.3x
s_bfm_b32 16.0.0
s_bfm_b64 17.0.av
s_bitcmp0_b32 c.3.i
s_bitcmp0_b64 e.3.6q
s_bitcmp1_b32 d.3.i
s_bitcmp1_b64 f.3.6q
s_bitreplicate_b64_b32 k.2.59
s_bitset0_b32 g.2.2
s_bitset0_b64 h.2.59
s_bitset1_b32 i.2.2
s_bitset1_b64 j.2.59
s_branch w.4.23
s_brev_b32 4.2.2
s_brev_b64 5.2.l
s_buffer_load_b128 a.m.9r
s_buffer_load_b256 b.m.9s
s_buffer_load_b32 8.m.9p
s_buffer_load_b512 c.m.9t
s_buffer_load_b64 9.m.9q
s_call_b64 k.1.6v
s_cbranch_cdbgsys 13.4.23
s_cbranch_cdbgsys_and_user 16.4.23
s_cbranch_cdbgsys_or_user 15.4.23
s_cbranch_cdbguser 14.4.23
s_cbranch_execnz 12.4.23
s_cbranch_execz 11.4.23
s_cbranch_scc0 x.4.23
s_cbranch_scc1 y.4.23
s_cbranch_vccnz 10.4.23
s_cbranch_vccz z.4.23
s_ceil_f16 2@2z.2.2
s_ceil_f32 2@2o.2.2
s_clause 5.4.3l
s_cls_i32 c.2.2
s_cls_i32_i64 d.2.3y
s_clz_i32_u32 a.2.2
s_clz_i32_u64 b.2.3y
s_cmov_b32 2.2.2
s_cmov_b64 3.2.l
s_cmovk_i32 2.1.j
s_cmp_eq_f16 2@2a.3.3f
s_cmp_eq_f32 2@1u.3.i
s_cmp_eq_i32 0.3.i
s_cmp_eq_u32 6.3.i
s_cmp_eq_u64 g.3.6r
s_cmp_ge_f16 2@2e.3.3f
s_cmp_ge_f32 2@1y.3.i
s_cmp_ge_i32 3.3.i
s_cmp_ge_u32 9.3.i
s_cmp_gt_f16 2@2c.3.3f
s_cmp_gt_f32 2@1w.3.i
s_cmp_gt_i32 2.3.i
s_cmp_gt_u32 8.3.i
s_cmp_le_f16 2@2b.3.3f
s_cmp_le_f32 2@1v.3.i
s_cmp_le_i32 5.3.i
s_cmp_le_u32 b.3.i
s_cmp_lg_f16 2@2d.3.3f
s_cmp_lg_f32 2@1x.3.i
s_cmp_lg_i32 1.3.i
s_cmp_lg_u32 7.3.i
s_cmp_lg_u64 h.3.6r
s_cmp_lt_f16 2@29.3.3f
s_cmp_lt_f32 2@1t.3.i
s_cmp_lt_i32 4.3.i
s_cmp_lt_u32 a.3.i
s_cmp_neq_f16 2@2l.3.3f
s_cmp_neq_f32 2@25.3.i
s_cmp_nge_f16 2@2h.3.3f
s_cmp_nge_f32 2@21.3.i
s_cmp_ngt_f16 2@2j.3.3f
s_cmp_ngt_f32 2@23.3.i
s_cmp_nle_f16 2@2k.3.3f
s_cmp_nle_f32 2@24.3.i
s_cmp_nlg_f16 2@2i.3.3f
s_cmp_nlg_f32 2@22.3.i
s_cmp_nlt_f16 2@2m.3.3f
s_cmp_nlt_f32 2@26.3.i
s_cmp_o_f16 2@2f.3.3f
s_cmp_o_f32 2@1z.3.i
s_cmp_u_f16 2@2g.3.3f
s_cmp_u_f32 2@20.3.i
s_cmpk_eq_i32 3.1.j
s_cmpk_eq_u32 9.1.j
s_cmpk_ge_i32 6.1.j
s_cmpk_ge_u32 c.1.j
s_cmpk_gt_i32 5.1.j
s_cmpk_gt_u32 b.1.j
s_cmpk_le_i32 8.1.j
s_cmpk_le_u32 e.1.j
s_cmpk_lg_i32 4.1.j
s_cmpk_lg_u32 a.1.j
s_cmpk_lt_i32 7.1.j
s_cmpk_lt_u32 d.1.j
s_code_end v.4.2n
s_cselect_b32 1c.0.0
s_cselect_b64 1d.0.2m
s_ctz_i32_b32 8.2.2
s_ctz_i32_b64 9.2.3y
s_cvt_f16_f32 2@2w.2.2
s_cvt_f32_f16 2@2x.2.2
s_cvt_f32_i32 2@2s.2.2
s_cvt_f32_u32 2@2t.2.2
s_cvt_hi_f32_f16 2@2y.2.2
s_cvt_i32_f32 2@2u.2.2
s_cvt_pk_rtz_f16_f32 2@20.0.0
s_cvt_u32_f32 2@2v.2.2
s_dcache_inv x.m.6c
s_decperflevel 1l.4.2f
s_delay_alu 7.4.6w
s_denorm_mode i.4.2f
s_endpgm 1c.4.6z
s_endpgm_ordered_ps_done 1e.4.2n
s_endpgm_saved 1d.4.2n
s_floor_f16 2@30.2.2
s_floor_f32 2@2p.2.2
s_fmaak_f32 2@1x.0.b8
s_fmac_f16 2@26.0.5a
s_fmac_f32 2@1z.0.0
s_fmamk_f32 2@1y.0.b9
s_getpc_b64 1z.2.ay
s_getreg_b32 h.1.6s
s_gl1_inv w.m.6c
s_icache_inv 1o.4.2n
s_incperflevel 1k.4.2f
s_load_b128 2.m.9m
s_load_b256 3.m.9n
s_load_b32 0.m.9k
s_load_b512 4.m.9o
s_load_b64 1.m.9l
s_lshl1_add_u32 e.0.0
s_lshl2_add_u32 f.0.0
s_lshl3_add_u32 g.0.0
s_lshl4_add_u32 h.0.0
s_lshl_b32 8.0.0
s_lshl_b64 9.0.3x
s_lshr_b32 a.0.0
s_lshr_b64 b.0.3x
s_max_f16 2@24.0.5a
s_max_f32 2@1v.0.0
s_max_i32 k.0.0
s_max_u32 l.0.0
s_min_f16 2@23.0.5a
s_min_f32 2@1u.0.0
s_min_i32 i.0.0
s_min_u32 j.0.0
s_mov_b32 0.2.2
s_mov_b64 1.2.l
s_movk_i32 0.1.j
s_movreld_b32 1u.2.2
s_movreld_b64 1v.2.l
s_movrels_b32 1s.2.aw
s_movrels_b64 1t.2.ax
s_movrelsd_2_b32 1w.2.2
s_mul_f16 2@25.0.5a
s_mul_f32 2@1w.0.0
s_mul_hi_i32 1a.0.0
s_mul_hi_u32 19.0.0
s_mul_i32 18.0.0
s_mulk_i32 g.1.j
s_nand_b32 s.0.0
s_nand_b64 t.0.2m
s_nand_saveexec_b32 12.2.2
s_nand_saveexec_b64 13.2.l
s_nop 0.4.2f
s_nor_b32 u.0.0
s_nor_b64 v.0.2m
s_nor_saveexec_b32 14.2.2
s_nor_saveexec_b64 15.2.l
s_not_b32 u.2.2
s_not_b64 v.2.l
s_or_b32 o.0.0
s_or_b64 p.0.2m
s_or_not0_saveexec_b32 1a.2.2
s_or_not0_saveexec_b64 1b.2.l
s_or_not1_b32 10.0.0
s_or_not1_b64 11.0.2m
s_or_not1_saveexec_b32 1e.2.2
s_or_not1_saveexec_b64 1f.2.l
s_or_saveexec_b32 y.2.2
s_or_saveexec_b64 z.2.l
s_pack_hh_b32_b16 1g.0.0
s_pack_hl_b32_b16 1h.0.0
s_pack_lh_b32_b16 1f.0.0
s_pack_ll_b32_b16 1e.0.0
s_quadmask_b32 q.2.2
s_quadmask_b64 r.2.l
s_rfe_b64 22.2.6p
s_rndne_f16 2@32.2.2
s_rndne_f32 2@2r.2.2
s_round_mode h.4.3l
s_sendmsg 1i.4.5c
s_sendmsg_rtn_b32 24.2.az
s_sendmsg_rtn_b64 25.2.b0
s_sendmsghalt 1j.4.5c
s_set_inst_prefetch_distance 4.4.3l
s_sethalt 2.4.2f
s_setkill 1.4.2f
s_setpc_b64 20.2.6p
s_setprio 1h.4.2f
s_setreg_b32 i.1.6t
s_setreg_imm32_b32 j.1.6u
s_sext_i32_i16 f.2.2
s_sext_i32_i8 e.2.2
s_sleep 3.4.2f
s_sub_f16 2@22.0.5a
s_sub_f32 2@1t.0.0
s_sub_i32 3.0.0
s_sub_u32 1.0.0
s_subb_u32 5.0.0
s_subvector_loop_begin m.1.5b
s_subvector_loop_end n.1.5b
s_swappc_b64 21.2.l
s_trap g.4.2f
s_trunc_f16 2@31.2.2
s_trunc_f32 2@2q.2.2
s_ttracedata 1m.4.2n
s_ttracedata_imm 1n.4.3l
s_wait_event b.4.3l
s_wait_idle a.4.2n
s_waitcnt 9.4.6y
s_waitcnt_depctr 8.4.6x
s_waitcnt_expcnt q.1.j
s_waitcnt_lgkmcnt r.1.j
s_waitcnt_vmcnt p.1.j
s_waitcnt_vscnt o.1.j
s_wakeup 1g.4.2n
s_wqm_b32 s.2.2
s_wqm_b64 t.2.l
s_xnor_b32 w.0.0
s_xnor_b64 x.0.2m
s_xnor_saveexec_b32 16.2.2
s_xnor_saveexec_b64 17.2.l
s_xor_b32 q.0.0
s_xor_b64 r.0.2m
s_xor_saveexec_b32 10.2.2
s_xor_saveexec_b64 11.2.l
scratch_load_b128 n.p.ad
scratch_load_b32 k.p.29
scratch_load_b64 l.p.ab
scratch_load_b96 m.p.ac
scratch_load_d16_b16 w.p.29
scratch_load_d16_hi_b16 z.p.29
scratch_load_d16_hi_i8 y.p.29
scratch_load_d16_hi_u8 x.p.29
scratch_load_d16_i8 v.p.29
scratch_load_d16_u8 u.p.29
scratch_load_i16 j.p.29
scratch_load_i8 h.p.29
scratch_load_u16 i.p.29
scratch_load_u8 g.p.29
scratch_store_b128 t.p.ag
scratch_store_b16 p.p.3u
scratch_store_b32 q.p.3u
scratch_store_b64 r.p.ae
scratch_store_b8 o.p.3u
scratch_store_b96 s.p.af
scratch_store_d16_hi_b16 11.p.3u
scratch_store_d16_hi_b8 10.p.3u
tbuffer_load_d16_format_x 8.s.3j
tbuffer_load_d16_format_xy 9.s.3j
tbuffer_load_d16_format_xyz a.s.3k
tbuffer_load_d16_format_xyzw b.s.3k
tbuffer_load_format_x 0.s.3j
tbuffer_load_format_xy 1.s.3k
tbuffer_load_format_xyz 2.s.6m
tbuffer_load_format_xyzw 3.s.6n
tbuffer_store_d16_format_x c.s.3j
tbuffer_store_d16_format_xy d.s.3j
tbuffer_store_d16_format_xyz e.s.3k
tbuffer_store_d16_format_xyzw f.s.3k
tbuffer_store_format_x 4.s.3j
tbuffer_store_format_xy 5.s.3k
tbuffer_store_format_xyz 6.s.6m
tbuffer_store_format_xyzw 7.s.6n
v_add3_u32 gl.hi-j.3h.h.d
v_add_co_ci_u32 w.7ad.4g.4i.4k 80.hij.4o.4t.4x
v_add_co_u32 lc.hi-j.4q.4v.51
v_add_f16 1e.7ad.31.2o.2p 8i.hij.45.3r.3s
v_add_f32 3.7ad.2b.c.3 77.hij.2s.2x.2e
v_add_f64 mf.-j.4d
v_add_lshl_u32 g7.hi-j.v.h.d
v_add_nc_i16 lp.hi-j.46.48.4b
v_add_nc_i32 me.hi-j.5w.3i.3a
v_add_nc_u16 lf.hi-j.46.48.4b
v_add_nc_u32 11.7ad.o.c.3 85.hij.3m.8l.3a
v_alignbit_b32 eu.hi-j.5t.60.66
v_alignbyte_b32 ev.hi-j.5t.60.66
v_and_b16 o2.hi-j.2u.90.30
v_and_b32 r.7ad.o.c.3 7v.hij.1s.w.f
v_and_or_b32 gn.hi-j.v.h.d
v_ashrrev_i16 my.hi-j.8c.2k.30
v_ashrrev_i32 q.7ad.o.c.3 7u.hij.1s.5x.f
v_ashrrev_i64 n2.-j.54
v_bcnt_u32_b32 m6.hi-j.3n.w.f
v_bfe_i32 ep.hi-j.v.h.d
v_bfe_u32 eo.hi-j.v.h.d
v_bfi_b32 eq.h-j.v.d
v_bfm_b32 m5.hi-j.1s.w.f
v_bfrev_b32 1k.58b.q.4.7 c8.hij.34.2i.3b
v_ceil_f16 2k.58b.n.e.p d8.hj.3p.1o
v_ceil_f32 y.58b.m.4.7 bm.hij.1l.17.1g
v_ceil_f64 o.b.2g bc.j.2l
v_cls_i32 1n.58b.q.4.7 cb.hij.34.2i.3b
v_clz_i32_u32 1l.58b.q.4.7 c9.hij.34.2i.3b
v_cmp_class_f16 3h.-6-9c.r.a.t
v_cmp_class_f32 3i.-6-9chij.73.5.8.7r.8g.91
v_cmp_class_f64 3j.cj.7b.92
v_cmp_eq_f16 2.-6-9chi.r.a.t.2q.2v
v_cmp_eq_f32 i.-6-9chij.x.5.8.1r.1m.18
v_cmp_eq_f64 y.cj.11.19
v_cmp_eq_i16 1e.-6-9chi.1u.a.1w.2c.3q
v_cmp_eq_i32 1u.-6-9chij.y.5.8.32.4s.1a
v_cmp_eq_i64 2a.cj.12.1b
v_cmp_eq_u16 1m.-6-9ch.1u.a.1w.2c
v_cmp_eq_u32 22.-6-9chij.y.5.8.2h.1z.1a
v_cmp_eq_u64 2i.cj.12.1b
v_cmp_f_f16 0.-6-9ch.r.a.t.2q
v_cmp_f_f32 g.-6-9chij.x.5.8.1r.1m.18
v_cmp_f_f64 w.cj.11.19
v_cmp_f_i32 1s.-6-9chij.y.5.8.2h.1z.1a
v_cmp_f_i64 28.cj.12.1b
v_cmp_f_u32 20.-6-9chij.y.5.8.2h.1z.1a
v_cmp_f_u64 2g.cj.12.1b
v_cmp_ge_f16 6.-6-9chi.r.a.t.2q.2v
v_cmp_ge_f32 m.-6-9chij.x.5.8.1r.1m.18
v_cmp_ge_f64 12.cj.11.19
v_cmp_ge_i16 1i.-6-9chi.1u.a.1w.2c.3q
v_cmp_ge_i32 1y.-6-9chij.y.5.8.2h.1z.1a
v_cmp_ge_i64 2e.cj.12.1b
v_cmp_ge_u16 1q.-6-9chi.1u.a.1w.2c.8f
v_cmp_ge_u32 26.-6-9chij.y.5.8.32.1z.1a
v_cmp_ge_u64 2m.cj.12.1b
v_cmp_gt_f16 4.-6-9c.r.a.t
v_cmp_gt_f32 k.-6-9chij.x.5.8.1r.1m.18
v_cmp_gt_f64 10.cj.11.19
v_cmp_gt_i16 1g.-6-9ch.1u.a.1w.2c
v_cmp_gt_i32 1w.-6-9chij.y.5.8.32.1z.1a
v_cmp_gt_i64 2c.cj.12.1b
v_cmp_gt_u16 1o.-6-9chi.1u.a.1w.2c.8e
v_cmp_gt_u32 24.-6-9chij.y.5.8.32.4s.1a
v_cmp_gt_u64 2k.cj.12.1b
v_cmp_le_f16 3.-6-9chi.r.a.t.44.2v
v_cmp_le_f32 j.-6-9chij.x.5.8.1r.1m.18
v_cmp_le_f64 z.cj.11.19
v_cmp_le_i16 1f.-6-9chi.1u.a.1w.2c.3q
v_cmp_le_i32 1v.-6-9chj.y.5.8.2h.1a
v_cmp_le_i64 2b.cj.12.1b
v_cmp_le_u16 1n.-6-9ch.1u.a.1w.2c
v_cmp_le_u32 23.-6-9chij.y.5.8.2h.1z.1a
v_cmp_le_u64 2j.cj.12.1b
v_cmp_lg_f16 5.-6-9ci.r.a.t.2v
v_cmp_lg_f32 l.-6-9chij.x.5.8.1r.1m.18
v_cmp_lg_f64 11.cj.11.19
v_cmp_lt_f16 1.-6-9ch.r.a.t.44
v_cmp_lt_f32 h.-6-9chij.x.5.8.5o.1m.18
v_cmp_lt_f64 x.cj.11.19
v_cmp_lt_i16 1d.-6-9chi.1u.a.1w.2c.3q
v_cmp_lt_i32 1t.-6-9chij.y.5.8.32.1z.1a
v_cmp_lt_i64 29.cj.12.1b
v_cmp_lt_u16 1l.-6-9chi.1u.a.1w.2c.3q
v_cmp_lt_u32 21.-6-9chij.y.5.8.32.4s.1a
v_cmp_lt_u64 2h.cj.12.1b
v_cmp_ne_i16 1h.-6-9ch.1u.a.1w.7q
v_cmp_ne_i32 1x.-6-9chij.y.5.8.2h.1z.1a
v_cmp_ne_i64 2d.cj.12.1b
v_cmp_ne_u16 1p.-6-9c.1u.a.1w
v_cmp_ne_u32 25.-6-9chij.y.5.8.2h.1z.1a
v_cmp_ne_u64 2l.cj.12.1b
v_cmp_neq_f16 d.-6-9chi.r.a.t.44.2v
v_cmp_neq_f32 t.-6-9chij.x.5.8.1r.1m.18
v_cmp_neq_f64 19.cj.11.19
v_cmp_nge_f16 9.-6-9c.r.a.t
v_cmp_nge_f32 p.-6-9chij.x.5.8.1r.1m.18
v_cmp_nge_f64 15.cj.11.19
v_cmp_ngt_f16 b.-6-9ch.r.a.t.2q
v_cmp_ngt_f32 r.-6-9chij.x.5.8.1r.1m.18
v_cmp_ngt_f64 17.cj.11.19
v_cmp_nle_f16 c.-6-9ch.r.a.t.2q
v_cmp_nle_f32 s.-6-9chij.x.5.8.1r.8d.18
v_cmp_nle_f64 18.cj.11.19
v_cmp_nlg_f16 a.-6-9chi.r.a.t.44.2v
v_cmp_nlg_f32 q.-6-9chij.x.5.8.5o.1m.18
v_cmp_nlg_f64 16.cj.11.19
v_cmp_nlt_f16 e.-6-9c.r.a.t
v_cmp_nlt_f32 u.-6-9chij.x.5.8.1r.1m.18
v_cmp_nlt_f64 1a.cj.11.19
v_cmp_o_f16 7.-6-9ch.r.a.t.2q
v_cmp_o_f32 n.-6-9chij.x.5.8.1r.1m.18
v_cmp_o_f64 13.cj.11.19
v_cmp_t_f16 f.-6-9chi.r.a.t.2q.2v
v_cmp_t_f32 v.-6-9chij.x.5.8.1r.1m.18
v_cmp_t_f64 1b.cj.11.19
v_cmp_t_i32 1z.-6-9chij.y.5.8.32.1z.1a
v_cmp_t_i64 2f.cj.12.1b
v_cmp_t_u32 27.-6-9chij.y.5.8.2h.1z.1a
v_cmp_t_u64 2n.cj.12.1b
v_cmp_u_f16 8.-6-9chi.r.a.t.2q.2v
v_cmp_u_f32 o.-6-9chij.x.5.8.1r.1m.18
v_cmp_u_f64 14.cj.11.19
v_cmpx_class_f16 71.-6-9ch.s.b.u.7u
v_cmpx_class_f32 72.-6-9chij.74.6.9.7v.8j.93
v_cmpx_class_f64 73.cj.7c.94
v_cmpx_eq_f16 3m.-6-9chi.s.b.u.2r.25
v_cmpx_eq_f32 42.-6-9chij.z.6.9.1k.16.1c
v_cmpx_eq_f64 4i.cj.13.1d
v_cmpx_eq_i16 4y.-6-9ch.1v.b.1x.33
v_cmpx_eq_i32 5e.-6-9chij.10.6.9.15.1n.1e
v_cmpx_eq_i64 5u.cj.14.1f
v_cmpx_eq_u16 56.-6-9ci.1v.b.1x.2w
v_cmpx_eq_u32 5m.-6-9chij.10.6.9.15.1n.1e
v_cmpx_eq_u64 62.cj.14.1f
v_cmpx_f_f16 3k.-6-9ch.s.b.u.2r
v_cmpx_f_f32 40.-6-9chij.z.6.9.1k.16.1c
v_cmpx_f_f64 4g.cj.13.1d
v_cmpx_f_i32 5c.-6-9chij.10.6.9.15.1n.1e
v_cmpx_f_i64 5s.cj.14.1f
v_cmpx_f_u32 5k.-6-9chij.10.6.9.15.1n.1e
v_cmpx_f_u64 60.cj.14.1f
v_cmpx_ge_f16 3q.-6-9ch.s.b.u.2r
v_cmpx_ge_f32 46.-6-9chij.z.6.9.1k.16.1c
v_cmpx_ge_f64 4m.cj.13.1d
v_cmpx_ge_i16 52.-6-9chi.1v.b.1x.33.2w
v_cmpx_ge_i32 5i.-6-9chij.10.6.9.15.1n.1e
v_cmpx_ge_i64 5y.cj.14.1f
v_cmpx_ge_u16 5a.-6-9chi.1v.b.1x.33.2w
v_cmpx_ge_u32 5q.-6-9chij.10.6.9.15.1n.1e
v_cmpx_ge_u64 66.cj.14.1f
v_cmpx_gt_f16 3o.-6-9ci.s.b.u.25
v_cmpx_gt_f32 44.-6-9chij.z.6.9.1k.16.1c
v_cmpx_gt_f64 4k.cj.13.1d
v_cmpx_gt_i16 50.-6-9chi.1v.b.1x.33.8h
v_cmpx_gt_i32 5g.-6-9chij.10.6.9.15.1n.1e
v_cmpx_gt_i64 5w.cj.14.1f
v_cmpx_gt_u16 58.-6-9chi.1v.b.1x.5p.2w
v_cmpx_gt_u32 5o.-6-9chij.10.6.9.15.1n.1e
v_cmpx_gt_u64 64.cj.14.1f
v_cmpx_le_f16 3n.-6-9ci.s.b.u.25
v_cmpx_le_f32 43.-6-9chij.z.6.9.1k.16.1c
v_cmpx_le_f64 4j.cj.13.1d
v_cmpx_le_i16 4z.-6-9ch.1v.b.1x.5p
v_cmpx_le_i32 5f.-6-9chij.10.6.9.15.1n.1e
v_cmpx_le_i64 5v.cj.14.1f
v_cmpx_le_u16 57.-6-9ci.1v.b.1x.2w
v_cmpx_le_u32 5n.-6-9chij.10.6.9.15.1n.1e
v_cmpx_le_u64 63.cj.14.1f
v_cmpx_lg_f16 3p.-6-9ci.s.b.u.25
v_cmpx_lg_f32 45.-6-9chij.z.6.9.7t.16.1c
v_cmpx_lg_f64 4l.cj.13.1d
v_cmpx_lt_f16 3l.-6-9ci.s.b.u.25
v_cmpx_lt_f32 41.-6-9chij.z.6.9.1k.16.1c
v_cmpx_lt_f64 4h.cj.13.1d
v_cmpx_lt_i16 4x.-6-9chi.1v.b.1x.33.2w
v_cmpx_lt_i32 5d.-6-9chij.10.6.9.15.1n.1e
v_cmpx_lt_i64 5t.cj.14.1f
v_cmpx_lt_u16 55.-6-9chi.1v.b.1x.33.2w
v_cmpx_lt_u32 5l.-6-9chij.10.6.9.15.8i.1e
v_cmpx_lt_u64 61.cj.14.1f
v_cmpx_ne_i16 51.-6-9c.1v.b.1x
v_cmpx_ne_i32 5h.-6-9chij.10.6.9.15.1n.1e
v_cmpx_ne_i64 5x.cj.14.1f
v_cmpx_ne_u16 59.-6-9chi.1v.b.1x.33.2w
v_cmpx_ne_u32 5p.-6-9chij.10.6.9.15.1n.1e
v_cmpx_ne_u64 65.cj.14.1f
v_cmpx_neq_f16 3x.-6-9c.s.b.u
v_cmpx_neq_f32 4d.-6-9chij.z.6.9.1k.16.1c
v_cmpx_neq_f64 4t.cj.13.1d
v_cmpx_nge_f16 3t.-6-9chi.s.b.u.2r.25
v_cmpx_nge_f32 49.-6-9chij.z.6.9.1k.16.1c
v_cmpx_nge_f64 4p.cj.13.1d
v_cmpx_ngt_f16 3v.-6-9chi.s.b.u.7s.25
v_cmpx_ngt_f32 4b.-6-9chij.z.6.9.1k.16.1c
v_cmpx_ngt_f64 4r.cj.13.1d
v_cmpx_nle_f16 3w.-6-9ch.s.b.u.2r
v_cmpx_nle_f32 4c.-6-9chij.z.6.9.1k.16.1c
v_cmpx_nle_f64 4s.cj.13.1d
v_cmpx_nlg_f16 3u.-6-9ch.s.b.u.2r
v_cmpx_nlg_f32 4a.-6-9chij.z.6.9.1k.16.1c
v_cmpx_nlg_f64 4q.cj.13.1d
v_cmpx_nlt_f16 3y.-6-9ci.s.b.u.25
v_cmpx_nlt_f32 4e.-6-9chij.z.6.9.1k.16.1c
v_cmpx_nlt_f64 4u.cj.13.1d
v_cmpx_o_f16 3r.-6-9chi.s.b.u.2r.25
v_cmpx_o_f32 47.-6-9chij.z.6.9.1k.16.1c
v_cmpx_o_f64 4n.cj.13.1d
v_cmpx_t_f16 3z.-6-9ci.s.b.u.25
v_cmpx_t_f32 4f.-6-9chij.z.6.9.1k.16.1c
v_cmpx_t_f64 4v.cj.13.1d
v_cmpx_t_i32 5j.-6-9chij.10.6.9.15.1n.1e
v_cmpx_t_i64 5z.cj.14.1f
v_cmpx_t_u32 5r.-6-9chij.10.6.9.15.1n.1e
v_cmpx_t_u64 67.cj.14.1f
v_cmpx_u_f16 3s.-6-9chi.s.b.u.2r.25
v_cmpx_u_f32 48.-6-9chij.z.6.9.1k.16.1c
v_cmpx_u_f64 4o.cj.13.1d
v_cndmask_b16 gt.hi-j.8a.8x.9f
v_cndmask_b32 1.7ad.75.77.7d 75.hij.7w.8k.95
v_cos_f16 2p.58b.n.e.p dd.hij.2d.2j.1o
v_cos_f32 1i.58b.m.4.7 c6.hij.1l.17.1g
v_ctz_i32_b32 1m.58b.q.4.7 ca.hij.34.2i.3b
v_cubeid_f32 ek.hi-j.24.26.1t
v_cubema_f32 en.hi-j.24.26.1t
v_cubesc_f32 el.hi-j.24.26.1t
v_cubetc_f32 em.hi-j.24.26.1t
v_cvt_f16_f32 a.58b.70.5e.5g ay.ij.8q.99
v_cvt_f16_i16 29.58b.3z.e.41 cx.hj.84.65
v_cvt_f16_u16 28.58b.3z.e.41 cw.ij.8t.65
v_cvt_f32_f16 b.58b.71.4h.79 az.hi.80.8r
v_cvt_f32_f64 f.b.40 b3.j.4a
v_cvt_f32_i32 5.58b.q.4.7 at.hij.3o.37.3c
v_cvt_f32_u32 6.58b.q.4.7 au.hij.3o.37.3c
v_cvt_f32_ubyte0 h.58b.q.4.7 b5.hij.3o.37.3c
v_cvt_f32_ubyte1 i.58b.q.4.7 b6.hij.3o.37.3c
v_cvt_f32_ubyte2 j.58b.q.4.7 b7.hij.5s.37.3c
v_cvt_f32_ubyte3 k.58b.q.4.7 b8.hij.5s.37.3c
v_cvt_f64_f32 g.b.4j b4.j.9a
v_cvt_f64_i32 4.b.4j as.j.63
v_cvt_f64_u32 m.b.4j ba.j.63
v_cvt_floor_i32_f32 d.58b.m.4.7 b1.hij.5r.4u.4y
v_cvt_i16_f16 2b.58b.n.e.p cz.h.2d
v_cvt_i32_f32 8.58b.m.4.7 aw.hij.1l.17.1g
v_cvt_i32_f64 3.b.40 ar.j.4a
v_cvt_i32_i16 2y.58b.5d.4h.5h dm.hij.87.5z.9c
v_cvt_nearest_i32_f32 c.58b.m.4.7 b0.hij.5r.4u.4y
v_cvt_norm_i16_f16 2r.58b.n.e.p df.h.3p
v_cvt_norm_u16_f16 2s.58b.n.e.p dg.hi.2d.2j
v_cvt_off_f32_i4 e.58b.q.4.7 b2.hij.3o.37.3c
v_cvt_pk_i16_f32 li.hi-j.47.49.4c
v_cvt_pk_i16_i32 mc.hi-j.1s.w.f
v_cvt_pk_norm_i16_f16 lu.hi-j.4r.4w.53
v_cvt_pk_norm_i16_f32 m9.hi-j.47.49.4c
v_cvt_pk_norm_u16_f16 lv.hi-j.4r.4w.53
v_cvt_pk_norm_u16_f32 ma.hi-j.47.49.4c
v_cvt_pk_rtz_f16_f32 1b.7ad.2b.c.3 8f.hij.2s.2x.2e
v_cvt_pk_u16_f32 lj.hi-j.47.49.4c
v_cvt_pk_u16_u32 mb.hi-j.3n.w.f
v_cvt_pk_u8_f32 fa.hi-j.89.8w.9d
v_cvt_u16_f16 2a.58b.n.e.p cy.hj.2d.1o
v_cvt_u32_f32 7.58b.m.4.7 av.hij.1l.17.1g
v_cvt_u32_f64 l.b.40 b9.j.4a
v_cvt_u32_u16 2z.58b.5d.4h.5h dn.hi.88.5z
v_div_fixup_f16 gk.hi-j.36.39.3e
v_div_fixup_f32 fb.-j.1t
v_div_fixup_f64 fc.-j.50
v_div_fmas_f32 fr.-j.1t
v_div_fmas_f64 fs.-j.50
v_div_scale_f32 l8.-j.9g
v_div_scale_f64 l9.-j.9h
v_dot2_f32_bf16 q.efg.7i.7k.7n
v_dot2_f32_f16 j.efg.7h.7j.7m
v_dot2acc_f32_f16 2.7a-d.2b.c.5i
v_dot4_i32_iu8 m.g.43
v_dot4_u32_u8 n.g.43
v_dot8_i32_iu4 o.g.43
v_dot8_u32_u4 p.g.43
v_dual_add_f32 4.kl.3.22
v_dual_add_nc_u32 g.l.22
v_dual_and_b32 i.l.22
v_dual_cndmask_b32 9.kl.3.22
v_dual_dot2acc_f32_bf16 d.kl.b2.b7
v_dual_dot2acc_f32_f16 c.kl.5i.b6
v_dual_fmaak_f32 1.kl.5k.b3
v_dual_fmac_f32 0.kl.3.22
v_dual_fmamk_f32 2.kl.5j.b4
v_dual_lshlrev_b32 h.l.22
v_dual_max_f32 a.kl.3.22
v_dual_min_f32 b.kl.3.22
v_dual_mov_b32 8.kl.b1.b5
v_dual_mul_dx9_zero_f32 7.kl.3.22
v_dual_mul_f32 3.kl.3.22
v_dual_sub_f32 5.kl.3.22
v_dual_subrev_f32 6.kl.3.22
v_exp_f16 2g.58b.n.e.p d4.hij.2d.2j.1o
v_exp_f32 11.58b.m.4.7 bp.hij.1l.17.1g
v_floor_f16 2j.58b.n.e.p d7.ij.2j.1o
v_floor_f32 10.58b.m.4.7 bo.hij.1l.17.1g
v_floor_f64 q.b.2g be.j.2l
v_fma_dx9_zero_f32 eh.-j.1t
v_fma_f16 g8.hi-j.36.39.3e
v_fma_f32 er.hi-j.24.26.1t
v_fma_f64 es.-j.50
v_fma_mix_f32 w.efg.4l.4m.4n
v_fma_mixhi_f16 y.efg.4l.4m.4n
v_fma_mixlo_f16 x.efg.4l.4m.4n
v_fmaak_f16 1k.-d.7f
v_fmaak_f32 19.-d.5k
v_fmac_dx9_zero_f32 6.d.3 7a.j.2e
v_fmac_f16 1i.7ad.31.2o.2p 8m.hij.7y.8o.97
v_fmac_f32 17.7ad.2b.c.3 8b.hij.7x.8m.2e
v_fmamk_f16 1j.-d.7e
v_fmamk_f32 18.-d.5j
v_fract_f16 2n.58b.n.e.p db.hij.2d.2j.1o
v_fract_f32 w.58b.m.4.7 bk.hij.1l.17.1g
v_fract_f64 1q.b.2g ce.j.2l
v_frexp_exp_i16_f16 2i.58b.n.e.p d6.hj.2d.1o
v_frexp_exp_i32_f32 1r.58b.m.4.7 cf.hij.83.4u.4y
v_frexp_exp_i32_f64 1o.b.40 cc.j.4a
v_frexp_mant_f16 2h.58b.n.e.p d5.hij.3p.2j.1o
v_frexp_mant_f32 1s.58b.m.4.7 cg.hij.1l.17.1g
v_frexp_mant_f64 1p.b.2g cd.j.2l
v_ldexp_f16 1n.7ad.76.2o.2p 8r.hij.7z.8p.98
v_ldexp_f32 m4.hi-j.8b.8y.9i
v_ldexp_f64 mj.-j.6b
v_lerp_u8 et.hi-j.3h.8v.d
v_log_f16 2f.58b.n.e.p d3.hij.3p.2j.1o
v_log_f32 13.58b.m.4.7 br.hij.1l.17.1g
v_lshl_add_u32 g6.hi-j.3h.h.d
v_lshl_or_b32 gm.hi-j.v.h.d
v_lshlrev_b16 mw.hi-j.2u.8z.30
v_lshlrev_b32 o.7ad.o.c.3 7s.hij.1s.w.f
v_lshlrev_b64 n0.-j.54
v_lshrrev_b16 mx.hi-j.2u.2k.30
v_lshrrev_b32 p.7ad.o.c.3 7t.hij.3n.w.f
v_lshrrev_b64 n1.-j.54
v_mad_i16 gj.hi-j.2t.2y.2z
v_mad_i32_i16 gq.hi-j.5u.61.68
v_mad_i32_i24 ei.hi-j.35.38.3d
v_mad_i64_i32 lb.-j.6a
v_mad_u16 g1.hi-j.2t.2y.2z
v_mad_u32_u16 gp.hi-j.5u.61.68
v_mad_u32_u24 ej.hi-j.35.38.3d
v_mad_u64_u32 la.-j.6a
v_max3_f16 gc.hi-j.36.39.3e
v_max3_f32 f0.hi-j.24.26.1t
v_max3_i16 gd.hi-j.2t.2y.2z
v_max3_i32 f1.hi-j.v.h.d
v_max3_u16 ge.hi-j.2t.2y.2z
v_max3_u32 f2.hi-j.3h.h.d
v_max_f16 1l.7ad.31.2o.2p 8p.hij.45.3r.3s
v_max_f32 g.7ad.2b.c.3 7k.hij.2s.2x.2e
v_max_f64 mi.-j.4d
v_max_i16 lm.hi-j.5v.2k.30
v_max_i32 i.7ad.o.c.3 7m.hij.1s.w.f
v_max_u16 ll.hi-j.2u.2k.52
v_max_u32 k.7ad.o.c.3 7o.hij.1s.w.f
v_maxmin_f16 gw.hi-j.36.39.3e
v_maxmin_f32 gu.hi-j.24.26.1t
v_maxmin_i32 h0.hi-j.3h.h.d
v_maxmin_u32 gy.hi-j.v.h.d
v_mbcnt_hi_u32_b32 m8.hi-j.1s.w.f
v_mbcnt_lo_u32_b32 m7.hi-j.3n.w.f
v_med3_f16 gf.hi-j.36.39.3e
v_med3_f32 f3.hi-j.24.26.1t
v_med3_i16 gg.hi-j.2t.2y.2z
v_med3_i32 f4.hi-j.v.h.d
v_med3_u16 gh.hi-j.2t.2y.2z
v_med3_u32 f5.hi-j.v.h.d
v_min3_f16 g9.hi-j.36.39.3e
v_min3_f32 ex.hi-j.24.26.1t
v_min3_i16 ga.hi-j.2t.2y.2z
v_min3_i32 ey.hi-j.v.h.d
v_min3_u16 gb.hi-j.2t.2y.2z
v_min3_u32 ez.hi-j.v.h.d
v_min_f16 1m.7ad.31.2o.2p 8q.hij.45.3r.3s
v_min_f32 f.7ad.2b.c.3 7j.hij.2s.2x.2e
v_min_f64 mh.-j.4d
v_min_i16 lo.hi-j.2u.2k.52
v_min_i32 h.7ad.o.c.3 7l.hij.3n.5x.f
v_min_u16 ln.hi-j.2u.2k.30
v_min_u32 j.7ad.o.c.3 7n.hij.1s.w.f
v_minmax_f16 gx.hi-j.36.39.3e
v_minmax_f32 gv.hi-j.24.26.1t
v_minmax_i32 h1.hi-j.v.h.d
v_minmax_u32 gz.hi-j.v.h.d
v_mov_b16 s.58b.3z.e.41 bg.hij.81.5y.64
v_mov_b32 1.58b.q.4.7 ap.hij.34.2i.3b
v_movreld_b32 1u.58b.q.4.7 ci.hij.4p.2i.3b
v_movrels_b32 1v.58b.q.4.3g cj.hij.34.2i.4z
v_movrelsd_2_b32 20.58b.q.4.3g co.hij.4p.2i.4z
v_movrelsd_b32 1w.58b.q.4.3g ck.hij.34.2i.4z
v_mqsad_pk_u16_u8 fv.-j.67
v_mqsad_u32_u8 fx.-j.9e
v_msad_u8 ft.hi-j.35.38.3d
v_mul_dx9_zero_f32 7.7ad.2b.c.3 7b.hij.2s.2x.2e
v_mul_f16 1h.7ad.31.2o.2p 8l.hij.45.8n.3s
v_mul_f32 8.7ad.2b.c.3 7c.hij.2s.2x.2e
v_mul_f64 mg.-j.4d
v_mul_hi_i32 mm.-j.f
v_mul_hi_i32_i24 a.7ad.o.c.3 7e.hij.1s.w.f
v_mul_hi_u32 ml.-j.f
v_mul_hi_u32_u24 c.7ad.o.c.3 7g.hij.1s.w.f
v_mul_i32_i24 9.7ad.o.c.3 7d.hij.3m.3i.3a
v_mul_lo_u16 lh.hi-j.5v.2k.30
v_mul_lo_u32 mk.-j.f
v_mul_u32_u24 b.7ad.o.c.3 7f.hij.3m.3i.3a
v_mullit_f32 ew.hi-j.24.26.1t
v_nop 0.-b.5f ao.-j.62
v_not_b16 2x.58b.3z.e.41 dl.hij.86.5y.64
v_not_b32 1j.58b.q.4.7 c7.hij.4p.8s.3b
v_or3_b32 go.hi-j.v.h.d
v_or_b16 o3.hi-j.2u.2k.30
v_or_b32 s.7ad.o.c.3 7w.hij.1s.w.f
v_pack_b32_f16 lt.hi-j.4r.4w.53
v_perm_b32 g4.hi-j.v.h.d
v_permlane16_b32 gr.-j.69
v_permlane64_b32 2v.-b.3g
v_permlanex16_b32 gs.-j.69
v_pipeflush r.-b.5f bf.-j.62
v_pk_add_f16 f.g.42
v_pk_add_i16 2.g.1y
v_pk_add_u16 a.g.1y
v_pk_ashrrev_i16 6.g.1y
v_pk_fma_f16 e.g.7l
v_pk_fmac_f16 1o.-d.7g
v_pk_lshlrev_b16 4.g.1y
v_pk_lshrrev_b16 5.g.1y
v_pk_mad_i16 0.g.5l
v_pk_mad_u16 9.g.5l
v_pk_max_f16 i.g.42
v_pk_max_i16 7.g.1y
v_pk_max_u16 c.g.1y
v_pk_min_f16 h.g.42
v_pk_min_i16 8.g.1y
v_pk_min_u16 d.g.1y
v_pk_mul_f16 g.g.42
v_pk_mul_lo_u16 1.g.1y
v_pk_sub_i16 3.g.1y
v_pk_sub_u16 b.g.1y
v_qsad_pk_u16_u8 fu.-j.67
v_rcp_f16 2c.58b.n.e.p d0.hj.2d.1o
v_rcp_f32 16.58b.m.4.7 bu.hij.82.17.1g
v_rcp_f64 1b.b.2g bz.j.2l
v_rcp_iflag_f32 17.58b.m.4.7 bv.hij.1l.17.1g
v_readfirstlane_b32 2.-b.78
v_readlane_b32 o0.-j.9j
v_rndne_f16 2m.58b.n.e.p da.hij.3p.2j.1o
v_rndne_f32 z.58b.m.4.7 bn.hij.1l.17.1g
v_rndne_f64 p.b.2g bd.j.2l
v_rsq_f16 2e.58b.n.e.p d2.j.1o
v_rsq_f32 1a.58b.m.4.7 by.hij.1l.17.1g
v_rsq_f64 1d.b.2g c1.j.2l
v_sad_hi_u8 f7.hi-j.35.38.3d
v_sad_u16 f8.hi-j.35.38.3d
v_sad_u32 f9.hi-j.35.38.3d
v_sad_u8 f6.hi-j.35.38.3d
v_sat_pk_u8_i16 2q.58b.72.5e.5g de.hij.85.8u.9b
v_sin_f16 2o.58b.n.e.p dc.hj.2d.1o
v_sin_f32 1h.58b.m.4.7 c5.hij.1l.17.1g
v_sqrt_f16 2d.58b.n.e.p d1.hj.2d.1o
v_sqrt_f32 1f.58b.m.4.7 c3.hij.1l.17.1g
v_sqrt_f64 1g.b.2g c4.j.2l
v_sub_co_ci_u32 x.7ad.4g.4i.4k 81.hij.4o.4t.4x
v_sub_co_u32 ld.hi-j.4q.4v.51
v_sub_f16 1f.7ad.31.2o.2p 8j.hij.5q.3r.3s
v_sub_f32 4.7ad.2b.c.3 78.hij.2s.2x.2e
v_sub_nc_i16 lq.hi-j.46.48.4b
v_sub_nc_i32 md.hi-j.5w.3i.3a
v_sub_nc_u16 lg.hi-j.46.48.4b
v_sub_nc_u32 12.7ad.o.c.3 86.hij.3m.3i.3a
v_subrev_co_ci_u32 y.7ad.4g.4i.4k 82.hij.4o.4t.4x
v_subrev_co_u32 le.hi-j.4q.4v.51
v_subrev_f16 1g.7ad.31.2o.2p 8k.hij.5q.3r.96
v_subrev_f32 5.7ad.2b.c.3 79.hij.2s.2x.2e
v_subrev_nc_u32 13.7ad.o.c.3 87.hij.3m.3i.3a
v_swap_b16 2u.-b.7a
v_swap_b32 2t.-b.3g
v_swaprel_b32 2w.-b.3g
v_trig_preop_f64 mn.-j.6b
v_trunc_f16 2l.58b.n.e.p d9.ij.2j.1o
v_trunc_f32 x.58b.m.4.7 bl.hij.1l.17.1g
v_trunc_f64 n.b.2g bb.j.2l
v_wmma_bf16_16x16x16_bf16 1v.g.5n
v_wmma_f16_16x16x16_f16 1u.g.5n
v_wmma_f32_16x16x16_bf16 1t.g.5m
v_wmma_f32_16x16x16_f16 1s.g.5m
v_wmma_i32_16x16x16_iu4 1x.g.7p
v_wmma_i32_16x16x16_iu8 1w.g.7o
v_writelane_b32 o1.-j.aq
v_xad_u32 g5.hi-j.v.h.d
v_xnor_b32 u.7ad.o.c.3 7y.hij.1s.w.f
v_xor3_b32 g0.hi-j.3h.h.d
v_xor_b16 o4.hi-j.2u.2k.52
v_xor_b32 t.7ad.o.c.3 7x.hij.1s.w.f`;
