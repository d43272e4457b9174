/**
 * How instructions of gfx90a, gfx942, gfx950 are encoded: written by `npm run isa`, which measured it with the disassembler of
 * LLVM 22. `table.ts` says how it is read.
 */
export const gfx9 = `chips gfx90a gfx942 gfx950
names singles 102 flat_scratch_lo 103 flat_scratch_hi 104 xnack_mask_lo 105 xnack_mask_hi 106 vcc_lo 107 vcc_hi 124 m0 125 null 126 exec_lo 127 exec_hi 230 src_flat_scratch_base_lo 231 src_flat_scratch_base_hi 235 src_shared_base 236 src_shared_limit 237 src_private_base 238 src_private_limit 239 src_pops_exiting_wave_id 251 src_vccz 252 src_execz 253 src_scc 254 src_lds_direct
names pairs 102 flat_scratch 104 xnack_mask 106 vcc 125 null 126 exec 230 src_flat_scratch_base_lo 235 src_shared_base 236 src_shared_limit 237 src_private_base 238 src_private_limit 239 src_pops_exiting_wave_id 251 src_vccz 252 src_execz 253 src_scc
names hwreg 1 HW_REG_MODE 2 HW_REG_STATUS 3 HW_REG_TRAPSTS 4 HW_REG_HW_ID 5 HW_REG_GPR_ALLOC 6 HW_REG_LDS_ALLOC 7 HW_REG_IB_STS 15 HW_REG_SH_MEM_BASES 16 HW_REG_TBA_LO 17 HW_REG_TBA_HI 18 HW_REG_TMA_LO 19 HW_REG_TMA_HI 6@20 HW_REG_XCC_ID 6@21 HW_REG_SQ_PERF_SNAPSHOT_DATA 6@22 HW_REG_SQ_PERF_SNAPSHOT_DATA1 6@23 HW_REG_SQ_PERF_SNAPSHOT_PC_LO 6@24 HW_REG_SQ_PERF_SNAPSHOT_PC_HI
names message 1 MSG_INTERRUPT 3 MSG_GS_DONE 4 MSG_SAVEWAVE 5 MSG_STALL_WAVE_GEN 6 MSG_HALT_WAVES 7 MSG_ORDERED_PS_DONE 8 MSG_EARLY_PRIM_DEALLOC 9 MSG_GS_ALLOC_REQ 10 MSG_GET_DOORBELL 2 MSG_GS 15 MSG_SYSMSG
names dataFormat 0 BUF_DATA_FORMAT_INVALID 2 BUF_DATA_FORMAT_16 3 BUF_DATA_FORMAT_8_8 4 BUF_DATA_FORMAT_32 5 BUF_DATA_FORMAT_16_16 6 BUF_DATA_FORMAT_10_11_11 7 BUF_DATA_FORMAT_11_11_10 8 BUF_DATA_FORMAT_10_10_10_2 9 BUF_DATA_FORMAT_2_10_10_10 10 BUF_DATA_FORMAT_8_8_8_8 11 BUF_DATA_FORMAT_32_32 12 BUF_DATA_FORMAT_16_16_16_16 13 BUF_DATA_FORMAT_32_32_32 14 BUF_DATA_FORMAT_32_32_32_32 15 BUF_DATA_FORMAT_RESERVED_15
names numberFormat 1 BUF_NUM_FORMAT_SNORM 2 BUF_NUM_FORMAT_USCALED 3 BUF_NUM_FORMAT_SSCALED 4 BUF_NUM_FORMAT_UINT 5 BUF_NUM_FORMAT_SINT 6 BUF_NUM_FORMAT_RESERVED_6 7 BUF_NUM_FORMAT_FLOAT
= 'vcc' 0:VRDCL 1:V
= D:2SENP 0:VRDC~ 1:VRDC~/clamp/400.98000000
= d:V 0:V~/dpp/0.c00000
= d:V 0:VRDCL
= d:V 0:VRDC~/clamp omod/600.c0000000
= d:R 0:RCL 1:RCL
= 'vcc' 0:f16VRDCL 1:V
= 'vcc' 0:f642VSENPCL 1:2V
= 'vcc' 0:i16VRDCL 1:V
= 'vcc' 0:b642VSENPCL 1:2V
= D:2SENP 0:b642VSENPC~ 1:b642VSENPC~/clamp/400.98000000
= D:2SENP 0:i16VRDC 1:i16VRDC//8700.f8000000
= D:2SENP 0:VRDC 1:VRDC//8700.f8000000
= D:2SENP 0:b642VSENPC 1:b642VSENPC//8700.f8000000
= d:V 0:V 1:V/dpp/0.f00000
= d:V 0:VRDCL 1:V
= d:VA @baddr @rsrc4 o:RC/idxen offen offset sc0 nt sc1/10000
= d:V 0:VRDC 1:VRDC//8700.f8000000
= a:V 0:VA/offset/0.ffff0000
= d:2SENP 0:b642SENPCL
= d:V 0:f16VRDCL
= d:V 0:VRDC~ 1:VRDC~/clamp omod/400.80000000
= d:V 0:V/dpp/0.f00000
= d:V 0:VRDC 1:VRDC 2:VRDC//8700.f8000000
= d:R 0:RCL
= d:VA a:V 0:VA/offset/0.ff0000
= d:2SNP @base2 @soffset/glc
= d:2VA a:V 0:2VA/offset/0.ff0000
= d:V 0:V~ 1:V~/dpp
= d:R i:hex
= m:V 0:VRDC 1:VRDC/op_sel:2 op_sel_hi:2 neg_lo:2 neg_hi:2 clamp/2400.80000000
= d:SNP @base2 @soffset/glc
= a:V 0:2VA/offset/0.ffff0000
= d:2VA @baddr @rsrc4 o:RC/idxen offen offset sc0 nt sc1/10000
= d:2SNP @base4 @soffset/glc
= 0:RCL 1:RCL
= d:V 0:VRDC~ 1:VRDC~ 2:VRDC~/clamp omod
= d:SNP @base4 @soffset/glc
= d:VA @baddr @rsrc4 o:RC/idxen offen offset glc slc scc/10000
= i:branch
= d:V 0:i16VRDCL 1:V
= d:VA a:V/offset/0.ffff00
= ?d:VA a:2V 0:VA/offset sc0 nt sc1/2000.7f0000
= ?d:2VA @gaddr 0:2VA r:2OSNP/soffset13 sc0 nt sc1/2000
= ?d:2VA a:2V 0:2VA/offset sc0 nt sc1/2000.7f0000
= d:2V 0:f642VSENPCL
= d:2V 0:b642VSENPC~/clamp omod/600.c0000000
= d:2SENP 0:b642SENPCL 1:b642SENPCL
= ?d:VA @gaddr 0:VA r:2OSNP/soffset13 sc0 nt sc1/2000
= d:V 0:VRDC//8700.f8000000
= d:V 0:VRDC/clamp omod/700.e0000000
= i:number
= d:V 0:f16VRDCL 1:V
= d:V 0:i16VRDC 1:i16VRDC//8700.f8000000
= d:V 0:i16VRDC 1:i16VRDC 2:i16VRDC/op_sel:3d clamp/700.f8000000
= d:4VA a:2VANP b:2VANP c:4VANC/cbsz abid blgp
= d:16VA a:2VANP b:2VANP c:16VANC/cbsz abid blgp
= d:VA a:2V/offset sc0 nt sc1/2000.7f0000
= d:VA @vaddr r:OSMENP/soffset13 sc0 nt sc1
= d:VA @gaddr r:2OSNP/soffset13 sc0 nt sc1/2000
= //ffff
= d:V 0:VSPC~/clamp omod dst_sel dst_unused src0_sel/0.bf080000
= m:V 0:VRDC 1:VRDC 2:VRDC/op_sel:3 op_sel_hi:3 neg_lo:3 neg_hi:3 clamp
= d:V 0:VRDC 1:VRDC/clamp/700.f8000000
= d:V 0:VRDC 1:VRDC 2:VRDC/clamp/700.f8000000
= d:2VA @baddr @rsrc4 o:RC/idxen offen offset glc slc scc/10000
= @sdwadst 0:VSPC~ 1:VSPC~/src0_sel src1_sel/0.8080000
= d:V 0:VRDC~ 1:VRDC~ 2:VRDC~/op_sel:3d clamp omod
= d:R 0:b642SENPCL
= d:2V 0:b642VSENPC~ 1:b642VSENPC~/clamp omod/400.80000000
= d:4SN @base2 @soffset/glc
= d:2SENP 0:b642SENPCL 1:RCL
= d:V 0:VSPDC~/clamp omod dst_sel dst_unused src0_sel/0.bf080000
= d:16VA a:2VANP b:4VAN 2:VNP/cbsz abid/0.e0000000
= d:4VA a:2VANP b:4VAN 2:VNP/cbsz abid/0.e0000000
= @baddr @rsrc4 o:RC/idxen offen offset sc0 nt sc1 lds/0.800000/10000
= d:2V 0:VRDCL
= d:V 0:f642VSENPCL
= m:V 0:VRDC 1:VRDC 2:VRDC/neg_lo:3 neg_hi:3 clamp/3800
= d:16VA a:VANP b:VANP c:16VANC/cbsz abid blgp
= d:4VA a:VANP b:VANP c:4VANC/cbsz abid blgp
= D:2SENP 0:VRDC~ 1:VRDC//8600.d8000000
= d:V 0:b642VSENPC~/clamp omod/600.c0000000
= //20000
= d:VA a:V 0:VA 1:VA/offset
= ?d:VA a:2V 0:VA/offset glc slc scc/2000.7f0000
= ?d:VA @gaddr 0:VA r:2OSNP/soffset13 glc slc scc/2000
= ?d:2VA @gaddr 0:2VA r:2OSNP/soffset13 glc slc scc/2000
= d:VA @baddr @rsrc4 o:RC/format idxen offen offset sc0 nt sc1
= d:2VA @baddr @rsrc4 o:RC/format idxen offen offset sc0 nt sc1
= @gaddr r:2OSENP/soffset13 sc0 nt sc1/2000.800000
= d:VA a:2V/offset glc slc scc/2000.7f0000
= d:VA @vaddr r:OSMENP/soffset13 glc slc scc/2000
= d:VA @gaddr r:2OSNP/soffset13 glc slc scc/2000
= d:V 0:VSPC+/clamp omod dst_sel dst_unused src0_sel/0.bf300000
= d:V 0:VSMPC~/clamp omod dst_sel dst_unused src0_sel/0.bf080000
= d:V 0:VSNPC~/clamp omod dst_sel dst_unused src0_sel/0.bf080000
= d:2V 0:VRDC/clamp omod/700.e0000000
= ?d:2VA a:2V 0:2VA/offset glc slc scc/2000.7f0000
= d:4VA @baddr @rsrc4 o:RC/idxen offen offset sc0 nt sc1/10000
= a:2V 0:VA/offset sc0 nt sc1/2000.7f0000
= @vaddr 0:VA r:OSMENP/soffset13 sc0 nt sc1
= @vaddr r:OSMENP/soffset13 sc0 nt sc1/0.800000
= @gaddr 0:VA r:2OSNP/soffset13 sc0 nt sc1/2000
= d:V 0:VRDC 1:VRDC~/op_sel:2d/a400.98000000
= d:V 0:VSPC+/clamp dst_sel dst_unused src0_sel/0.bf30c000
= d:2V 0:2V~/dpp/0.c0a000/0.15000
= d:V 'vcc' 0:V 1:V/dpp/0.f00000
= d:V 'vcc' 0:V 1:V 'vcc'/dpp/0.f00000
= d:V 0:V 1:V/dpp
= d:V 'vcc' 0:VRDCL 1:V
= d:V 'vcc' 0:VRDCL 1:V 'vcc'
= m:V 0:VRDC~ 1:VRDC~ 2:VRDC~/op_sel:3 op_sel_mix:3 clamp
= m:2V 0:2VSENPC 1:2VSENPC/op_sel:2 op_sel_hi:2 neg_lo:2 neg_hi:2 clamp/2400.80000000
= d:V s:2SENP 0:VRDC 1:VRDC/clamp/0.f8000000
= d:V s:2SENP 0:VRDC 1:VRDC 2:2VSENP/clamp/0.f8000000
= d:V 0:i16VRDC 1:i16VRDC/clamp/700.f8000000
= d:V 0:VRDC 1:VRDC/clamp/400.98000000
= d:V 0:VRDC~/clamp/600.d8000000
= d:2V 0:b642VSENPC~ 1:b642VSENPC~ 2:b642VSENPC~/clamp omod
= d:2V 0:VRDC 1:b642VSENPC//8700.f8000000
= d:V 0:VRDC~ 1:VRDC~/op_sel:2d clamp/2400.98000000
= d:4SN @base4 @soffset/glc
= a:V 0:VA 1:VA/offset/0.ff000000
= a:V 0:2VA 1:2VA/offset/0.ff000000
= d:2VA a:V 0:2VA 1:2VA/offset
= 0:b642SENPCL 1:b642SENPCL
= 0:b642SENPCL 1:RCL
= d:2SENP 0:RCL
= d:V 0:VSPC~/clamp dst_sel dst_unused src0_sel/0.bf08c000
= d:VA/offset/0.ffffff
= d:V 0:VRDC~ 1:VRDC~/op_sel:2d/a400.98000000
= d:3VA @baddr @rsrc4 o:RC/idxen offen offset sc0 nt sc1/10000
= d:V 0:VRDC~ 1:VRDC 2:VRDC~/op_sel:3d/8000.18000000
= @sdwadst 0:VSEPC~ 1:VSPC~/src0_sel src1_sel/0.8080000
= d:V 0:VSPC+ 1:VSPC+/clamp dst_sel dst_unused src0_sel src1_sel/0.3030c000
= d:32VA a:VANP b:VANP c:32VANC/cbsz abid blgp
= d:4VA a:4VAN b:8VAN 2:VNP/cbsz abid/0.e0000000
= d:16VA a:4VAN b:8VAN 2:VNP/cbsz abid/0.e0000000
= d:2SENP i:branch
= i:sendmsg
= @sdwadst 0:VSPC+ 1:VSPC+/src0_sel src1_sel/0.30300000
= d:V 0:2V~/dpp/0.c0a000/0.15000
= //1fe0000
= d:V 0:i16VRDCL
= 'vcc' 0:f642VSENPCL 1:V
= d:V 0:h16VRDCL 1:V
= d:32VA a:2VANP b:2VANP c:32VANC/cbsz abid blgp
= D:2SENP 0:b642VSENPC~ 1:VRDC//8600.d8000000
= d:V 0:VRDC~ 1:VRDC/clamp omod/400.80000000
= //87ff.f8000000
= d:V 0:i16VRDC/clamp omod/700.e0000000
= d:V 0:VRDC 1:VRDC 2:VRDC/op_sel:3d clamp/700.f8000000
= d:2V 0:b642VSENPC 1:VRDC 2:b642VSENPC/clamp/700.f8000000
= d:2V s:2SENP 0:VRDC 1:VRDC 2:b642VSENPC/clamp/0.f8000000
= d:V 0:i16VRDC 1:i16VRDC 2:i16VRDC/clamp/700.f8000000
= d:V 0:i16VRDC 1:i16VRDC 2:VRDC/op_sel:3d clamp/700.f8000000
= d:2V 0:b642VSENPC~ 1:VRDC/clamp omod/400.80000000
= d:V 0:VRDC~ 1:VRDC~/clamp/400.98000000
= d:V 0:i16VRDC 1:i16VRDC/op_sel:2d clamp/2700.f8000000
= d:2SNP//20000
= @base2 @soffset
= a:V 0:VA 1:VA/offset2/0.ff000000
= d:2VA a:V 0:VA 1:VA/offset2
= d:2VA a:V/offset2/0.ffff00
= d:VA a:V 0:VA/offset/10000.ff0000
= a:V 0:2VA 1:2VA/offset2/0.ff000000
= d:4VA a:V 0:2VA 1:2VA/offset2
= d:2VA a:V/offset/0.ffff00
= @baddr @rsrc4 o:RC/idxen offen offset glc slc scc lds/0.800000/10000
= d:VA @baddr @rsrc4 o:RC/format idxen offen offset glc slc scc
= d:2VA @baddr @rsrc4 o:RC/format idxen offen offset glc slc scc
= 0:2SENP
= d:4VA a:V/offset2/0.ffff00
= @sdwadst 0:VSPC~ 1:VSPDC~/src0_sel src1_sel/0.8080000
= @sdwadst 0:VSMFPC+ 1:VSPC+/src0_sel src1_sel/0.30300000
= d:V 0:VNP
= d:4VA @baddr @rsrc4 o:RC/idxen offen offset glc slc scc/10000
= a:2V 0:VA/offset glc slc scc/2000.7f0000
= @vaddr r:OSMENP/soffset13 glc slc scc lds/0.800000/2000
= @vaddr 0:VA r:OSMENP/soffset13 glc slc scc/2000
= @gaddr r:2OSENP/soffset13 glc slc scc lds/0.800000/2000
= @gaddr 0:VA r:2OSNP/soffset13 glc slc scc/2000
= d:V 0:VSMPC~/clamp dst_sel dst_unused src0_sel/0.bf08c000
= d:V 0:VSFPC~/clamp omod dst_sel dst_unused src0_sel/0.bf080000
= d:V 0:VSEPC~/clamp omod dst_sel dst_unused src0_sel/0.bf080000
= @sdwadst 0:VSMNPDC~ 1:VSPC~/src0_sel src1_sel/0.8080000
= @sdwadst 0:VSFPC~ 1:VSPC~/src0_sel src1_sel/0.8080000
= @sdwadst 0:VSMFPC~ 1:VSPC~/src0_sel src1_sel/0.8080000
= @sdwadst 0:VSNPC~ 1:VSPC~/src0_sel src1_sel/0.8080000
= @sdwadst 0:VSNPC+ 1:VSEPC+/src0_sel src1_sel/0.30300000
= @sdwadst 0:VSPC+ 1:VSMPC+/src0_sel src1_sel/0.30300000
= d:V 0:VSPDC+ 1:VSPC+/clamp dst_sel dst_unused src0_sel src1_sel/0.3030c000
= d:V 'vcc' 0:VSPC+ 1:VSNPC+/clamp dst_sel dst_unused src0_sel src1_sel/0.3030c000
= d:3VA a:V/offset/0.ffff00
= d:3VA @baddr @rsrc4 o:RC/idxen offen offset glc slc scc/10000
= d:V 0:VSMEFPC~/clamp omod dst_sel dst_unused src0_sel/0.bf080000
= d:2V 0:V/dpp/0.f0a000/0.15000
= d:V 0:VRDC~ 1:VRDC/op_sel:3d/8000.18000000
= /sc0 sc1/13000.800000
= d:3VA @baddr @rsrc4 o:RC/format idxen offen offset sc0 nt sc1
= d:4VA @baddr @rsrc4 o:RC/format idxen offen offset sc0 nt sc1
= ?d:V @gaddr 0:VA r:2OSNP/soffset13 sc0 nt sc1/2000
= d:6V 0:16VN 1:VRDC//8700.f8000000
= d:6V 0:16VN 1:VRDC 2:VRDC//8700.f8000000
= d:16V 0:6VN 1:VRDC//8700.f8000000
= d:R i:hwreg
= i:hwreg d:R
= i:hwreg kn
= i:end
= i:waitcnt
= i:gpr_idx
= d:V 0:VSMPC+/clamp dst_sel dst_unused src0_sel/0.bf30c000
= d:V 0:VSMNPC~/clamp dst_sel dst_unused src0_sel/0.bf08c000
= d:V 0:VSMEPC~/clamp omod dst_sel dst_unused src0_sel/0.bf080000
= d:V 0:VSENPC~/clamp omod dst_sel dst_unused src0_sel/0.bf080000
= d:V 0:VSFPC~/clamp dst_sel dst_unused src0_sel/0.bf08c000
= @sdwadst 0:VSMNPC~ 1:VSFPC~/src0_sel src1_sel/0.8080000
= @sdwadst 0:VSPC~ 1:VSMEPC~/src0_sel src1_sel/0.8080000
= @sdwadst 0:VSPDC~ 1:VSPC~/src0_sel src1_sel/0.8080000
= @sdwadst 0:VSEPDC~ 1:VSPC~/src0_sel src1_sel/0.8080000
= @sdwadst 0:i16VSFPC+ 1:i16VSMPC+/src0_sel src1_sel/0.30300000
= @sdwadst 0:i16VSMPC+ 1:i16VSEPC+/src0_sel src1_sel/0.30300000
= @sdwadst 0:i16VSPDC+ 1:i16VSMPC+/src0_sel src1_sel/0.30300000
= @sdwadst 0:VSPC+ 1:VSEFPDC+/src0_sel src1_sel/0.30300000
= @sdwadst 0:VSEPC+ 1:VSFPC+/src0_sel src1_sel/0.30300000
= d:V 0:VSPC+ 1:VSFPC+/clamp dst_sel dst_unused src0_sel src1_sel/0.3030c000
= d:V 0:V~ 1:V~ 'vcc'/dpp
= d:V 0:V~ 1:V/dpp
= D:SEFNP 0:VNPD
= d:A 0:ANP
= d:V 0:VRDCL 1:V 'vcc'
= d:2V 0:f642VSENPCL 1:2V
= d:V 0:VRDCL k 1:V
= d:V 0:VRDCL 1:V k
= d:V 0:f16VRDCL k 1:V
= d:V 0:f16VRDCL 1:V k
= m:2V 0:2VSENPC 1:2VSENPC 2:2VSENPC/op_sel:3 op_sel_hi:3 neg_lo:3 neg_hi:3 clamp
= m:V 0:ANP//3f00.e0000000
= m:A 0:VRDC//3f00.e0000000
= d:V 0:VRDC~ 1:VRDC~ 2:2VSENP//8400.98000000
= d:2V 0:VRDC~/clamp omod/600.c0000000
= d:V 0:VRDC~ 1:VRDC 2:VRDC/clamp/0.18000000
= d:V s:2SENP 0:VRDC- 1:VRDC- 2:VRDC-/clamp omod
= d:2V s:2SENP 0:b642VSENPC- 1:b642VSENPC- 2:b642VSENPC-/clamp omod
= d:4V 0:b642VSENPC 1:VRDC 2:4VN/clamp/700.f8000000
= d:V 0:VRDC~ 1:VRDC/clamp/400.98000000
= D:SEFNP 0:VNPD 1:RC//8700.f8000000
= d:V 0:RC 1:RC//8700.f8000000
= d:8SN @base2 @soffset/glc
= d:16SN @base2 @soffset/glc
= d:8SN @base4 @soffset/glc
= d:16SN @base4 @soffset/glc
= d:number @base2 @soffset
= d:number @base4 @soffset
= d:VA a:V/swizzle/0.ffff00
= a:V 0:4VA/offset/0.ffff0000
= d:4VA a:V/offset/0.ffff00
= //1f000.800000
= d:2VA @baddr @rsrc4 o:RC/idxen offen offset glc slc/18000
= d:2SENP 0:RCL 1:RCL
= d:2SENP
= d:R 0:R
= d:2SENP 0:2SENP
= 0:R
= 0:RCL
= 0:RCL 1:gpr_idx
= g:VA/offset gds/0.ffffff00/10000
= a:V 0:3VA/offset/0.ffff0000
= ?d:2VA a:2V 0:2VA/offset glc slc/2002000.7f0000
= ?d:2VA @gaddr 0:2VA r:2OSNP/soffset13 glc slc/2002000
= @sdwadst 0:VSPC~ 1:VSFPDC~/src0_sel src1_sel/0.8080000
= d:4VA a:4VAN b:4VAN c:4VANC/cbsz abid blgp
= d:16VA a:4VAN b:4VAN c:16VANC/cbsz abid blgp
= d:V 0:VRDC~ 1:VRDC~ 2:VRDC~/op_sel:3d/8000.18000000
= d:2V 0:VRDC 1:VRDC~/op_sel:2d/a400.98000000
= d:V 0:VSNPC+/clamp omod dst_sel dst_unused src0_sel/0.bf300000
= d:V 0:VSMEPDC~/clamp dst_sel dst_unused src0_sel/0.bf08c000
= d:V 0:VSEFNPDC~/clamp omod dst_sel dst_unused src0_sel/0.bf080000
= d:V 0:VSNPDC+/clamp dst_sel dst_unused src0_sel/0.bf30c000
= d:V 0:VSPDC+/clamp dst_sel dst_unused src0_sel/0.bf30c000
= d:V 0:VSFPDC~/clamp omod dst_sel dst_unused src0_sel/0.bf080000
= d:V 0:VSNPDC~/clamp omod dst_sel dst_unused src0_sel/0.bf080000
= @sdwadst 0:VSPC~ 1:VSENPC+/src0_sel src1_sel/0.30080000
= @sdwadst 0:VSPC~ 1:VRDC+/src0_sel src1_sel/0.30080000
= @sdwadst 0:VSPC~ 1:VSPDC+/src0_sel src1_sel/0.30080000
= @sdwadst 0:VSEPC~ 1:VSPC+/src0_sel src1_sel/0.30080000
= @sdwadst 0:VSMEPC~ 1:VSMENPDC~/src0_sel src1_sel/0.8080000
= @sdwadst 0:VSMPC~ 1:VSFNPC~/src0_sel src1_sel/0.8080000
= @sdwadst 0:VSFPDC~ 1:VSPC~/src0_sel src1_sel/0.8080000
= @sdwadst 0:VSEPDC~ 1:VSMEPC~/src0_sel src1_sel/0.8080000
= @sdwadst 0:VSMEFPC~ 1:VSPC~/src0_sel src1_sel/0.8080000
= @sdwadst 0:VSEFNPC~ 1:VSMNPC~/src0_sel src1_sel/0.8080000
= @sdwadst 0:VSNPC~ 1:VSMPC~/src0_sel src1_sel/0.8080000
= @sdwadst 0:VSMPDC~ 1:VRC~/src0_sel src1_sel/0.8080000
= @sdwadst 0:VSMPC~ 1:VSMPC~/src0_sel src1_sel/0.8080000
= @sdwadst 0:VSMFNPC~ 1:VSEFNPDC~/src0_sel src1_sel/0.8080000
= @sdwadst 0:VSEFNPC~ 1:VSFPC~/src0_sel src1_sel/0.8080000
= @sdwadst 0:VSMEFPC~ 1:VSMNPDC~/src0_sel src1_sel/0.8080000
= @sdwadst 0:VSFPDC~ 1:VSPDC~/src0_sel src1_sel/0.8080000
= @sdwadst 0:VSEFPC~ 1:VSPDC~/src0_sel src1_sel/0.8080000
= @sdwadst 0:VSNPC~ 1:VSNPC~/src0_sel src1_sel/0.8080000
= @sdwadst 0:VSC~ 1:VSFPC~/src0_sel src1_sel/0.8080000
= @sdwadst 0:VSEFNPDC~ 1:VSPC~/src0_sel src1_sel/0.8080000
= @sdwadst 0:VSMNPC~ 1:VSPC~/src0_sel src1_sel/0.8080000
= @sdwadst 0:VSNPC~ 1:VSMFPC~/src0_sel src1_sel/0.8080000
= @sdwadst 0:VSFPDC~ 1:VSEPC~/src0_sel src1_sel/0.8080000
= @sdwadst 0:VSMFPDC~ 1:VSNPC~/src0_sel src1_sel/0.8080000
= @sdwadst 0:VSEPDC~ 1:VSMC~/src0_sel src1_sel/0.8080000
= @sdwadst 0:VSEFNPDC~ 1:VSMEPDC~/src0_sel src1_sel/0.8080000
= @sdwadst 0:VSMNPC~ 1:VSMNPDC~/src0_sel src1_sel/0.8080000
= @sdwadst 0:VSENPC~ 1:VSMFNPC~/src0_sel src1_sel/0.8080000
= @sdwadst 0:VSEPC~ 1:VSEPC~/src0_sel src1_sel/0.8080000
= @sdwadst 0:VSPC~ 1:VSFNPC~/src0_sel src1_sel/0.8080000
= @sdwadst 0:VSMEFPC~ 1:VSMENPC~/src0_sel src1_sel/0.8080000
= @sdwadst 0:VSEPC~ 1:VSMPDC~/src0_sel src1_sel/0.8080000
= @sdwadst 0:VSFNPC~ 1:VSFNPC~/src0_sel src1_sel/0.8080000
= @sdwadst 0:VSENPC~ 1:VSMEPDC~/src0_sel src1_sel/0.8080000
= @sdwadst 0:VSFNPDC~ 1:VSNPDC~/src0_sel src1_sel/0.8080000
= @sdwadst 0:VSEPC~ 1:VSEPDC~/src0_sel src1_sel/0.8080000
= @sdwadst 0:VSFPC~ 1:VSC~/src0_sel src1_sel/0.8080000
= @sdwadst 0:VSNPC~ 1:VSMNPC~/src0_sel src1_sel/0.8080000
= @sdwadst 0:VSENPC~ 1:VRC~/src0_sel src1_sel/0.8080000
= @sdwadst 0:VSEFPC~ 1:VSPC~/src0_sel src1_sel/0.8080000
= @sdwadst 0:VSMFPC~ 1:VSMFPC~/src0_sel src1_sel/0.8080000
= @sdwadst 0:VSNPC~ 1:VSEPC~/src0_sel src1_sel/0.8080000
= @sdwadst 0:VSMPC~ 1:VSNPC~/src0_sel src1_sel/0.8080000
= @sdwadst 0:VSENPC~ 1:VSMPC~/src0_sel src1_sel/0.8080000
= @sdwadst 0:i16VSFC+ 1:i16VSMPC+/src0_sel src1_sel/0.30300000
= @sdwadst 0:i16VSPC+ 1:i16VSFPC+/src0_sel src1_sel/0.30300000
= @sdwadst 0:i16VSMNPDC+ 1:i16VSEPC+/src0_sel src1_sel/0.30300000
= @sdwadst 0:i16VSPC+ 1:VSENP+/src0_sel src1_sel/0.30300000
= @sdwadst 0:i16VSMEPC+ 1:i16VSFNPC+/src0_sel src1_sel/0.30300000
= @sdwadst 0:VSEPC+ 1:i16VSFPC+/src0_sel src1_sel/0.30300000
= @sdwadst 0:i16VSPDC+ 1:i16VSPC+/src0_sel src1_sel/0.30300000
= @sdwadst 0:i16VSFPC+ 1:i16VSFPDC+/src0_sel src1_sel/0.30300000
= @sdwadst 0:i16VSPC+ 1:i16VSPC+/src0_sel src1_sel/0.30300000
= @sdwadst 0:i16VSPDC+ 1:i16VSMENPC+/src0_sel src1_sel/0.30300000
= @sdwadst 0:i16VSFPDC+ 1:i16VSEFPDC+/src0_sel src1_sel/0.30300000
= @sdwadst 0:VSPC+ 1:i16VSPC+/src0_sel src1_sel/0.30300000
= @sdwadst 0:i16VSPDC+ 1:i16VSEPC+/src0_sel src1_sel/0.30300000
= @sdwadst 0:VSPC+ 1:i16VSNPC+/src0_sel src1_sel/0.30300000
= @sdwadst 0:i16VSPC+ 1:i16VSFC+/src0_sel src1_sel/0.30300000
= @sdwadst 0:i16VSMPC+ 1:VSFPC+/src0_sel src1_sel/0.30300000
= @sdwadst 0:i16VSMEFPC+ 1:i16VSPC+/src0_sel src1_sel/0.30300000
= @sdwadst 0:i16VSNPC+ 1:i16VSMPDC+/src0_sel src1_sel/0.30300000
= @sdwadst 0:i16VRC+ 1:i16VSPC+/src0_sel src1_sel/0.30300000
= @sdwadst 0:i16VSFPC+ 1:VSC+/src0_sel src1_sel/0.30300000
= @sdwadst 0:i16VSENPC+ 1:i16VSEPC+/src0_sel src1_sel/0.30300000
= @sdwadst 0:i16VSEPC+ 1:VSMPC+/src0_sel src1_sel/0.30300000
= @sdwadst 0:i16VSMPC+ 1:VSFPDC+/src0_sel src1_sel/0.30300000
= @sdwadst 0:i16VSPC+ 1:i16VSPDC+/src0_sel src1_sel/0.30300000
= @sdwadst 0:i16VSNC+ 1:i16VSMPC+/src0_sel src1_sel/0.30300000
= @sdwadst 0:VSEPC+ 1:i16VSMPDC+/src0_sel src1_sel/0.30300000
= @sdwadst 0:i16VSNPDC+ 1:i16VSNPC+/src0_sel src1_sel/0.30300000
= @sdwadst 0:VSNPC+ 1:i16VRC+/src0_sel src1_sel/0.30300000
= @sdwadst 0:VSMNPC+ 1:VSEPC+/src0_sel src1_sel/0.30300000
= @sdwadst 0:VSDC+ 1:VSPC+/src0_sel src1_sel/0.30300000
= @sdwadst 0:VSEPC+ 1:VSNPDC+/src0_sel src1_sel/0.30300000
= @sdwadst 0:VSEPDC+ 1:VSMPC+/src0_sel src1_sel/0.30300000
= @sdwadst 0:VSPC+ 1:VSNPC+/src0_sel src1_sel/0.30300000
= @sdwadst 0:VSMFPC+ 1:VSEP+/src0_sel src1_sel/0.30300000
= @sdwadst 0:VSFNPDC+ 1:VSPC+/src0_sel src1_sel/0.30300000
= @sdwadst 0:VSFPC+ 1:VSPC+/src0_sel src1_sel/0.30300000
= @sdwadst 0:VSC+ 1:VSPDC+/src0_sel src1_sel/0.30300000
= @sdwadst 0:VSMEFPC+ 1:VSPC+/src0_sel src1_sel/0.30300000
= @sdwadst 0:VSPC+ 1:VSEFPC+/src0_sel src1_sel/0.30300000
= @sdwadst 0:VSNPC+ 1:VSPC+/src0_sel src1_sel/0.30300000
= @sdwadst 0:VSPC+ 1:VSMNPDC+/src0_sel src1_sel/0.30300000
= @sdwadst 0:VSEPC+ 1:VSPDC+/src0_sel src1_sel/0.30300000
= @sdwadst 0:VSMNPC+ 1:VSNPC+/src0_sel src1_sel/0.30300000
= @sdwadst 0:VSNC+ 1:VSFPC+/src0_sel src1_sel/0.30300000
= @sdwadst 0:VSENPC+ 1:VSNPC+/src0_sel src1_sel/0.30300000
= @sdwadst 0:VSEFPC+ 1:VSEPC+/src0_sel src1_sel/0.30300000
= @sdwadst 0:VSFNPC+ 1:VSMFPC+/src0_sel src1_sel/0.30300000
= @sdwadst 0:VSP+ 1:VSFP+/src0_sel src1_sel/0.30300000
= @sdwadst 0:VSEFNPC+ 1:VSFPDC+/src0_sel src1_sel/0.30300000
= @sdwadst 0:VSEFC+ 1:VSFPDC+/src0_sel src1_sel/0.30300000
= d:V 0:VSFPC~ 1:VSPDC~ 'vcc'/clamp dst_sel dst_unused src0_sel src1_sel/0.808c000
= d:V 0:VSFPC~ 1:VSNPDC~/clamp omod dst_sel dst_unused src0_sel src1_sel/0.8080000
= d:V 0:VSFNPDC~ 1:VSNPC~/clamp omod dst_sel dst_unused src0_sel src1_sel/0.8080000
= d:V 0:VSPC~ 1:VSPC~/clamp omod dst_sel dst_unused src0_sel src1_sel/0.8080000
= d:V 0:VSEPC~ 1:VSMEFPC~/clamp omod dst_sel dst_unused src0_sel src1_sel/0.8080000
= d:V 0:VSNPC+ 1:VSMNPC+/clamp dst_sel dst_unused src0_sel src1_sel/0.3030c000
= d:V 0:VSEPC+ 1:VSPC+/clamp dst_sel dst_unused src0_sel src1_sel/0.3030c000
= d:V 0:VSNPC~ 1:VSPC~/clamp omod dst_sel dst_unused src0_sel src1_sel/0.8080000
= d:V 0:VSPC~ 1:VSEPC~/clamp omod dst_sel dst_unused src0_sel src1_sel/0.8080000
= d:V 0:VSEPC+ 1:VSMPC+/clamp dst_sel dst_unused src0_sel src1_sel/0.3030c000
= d:V 0:VR+ 1:VSEFPC+/clamp dst_sel dst_unused src0_sel src1_sel/0.3030c000
= d:V 0:VSMNPDC+ 1:VSPC+/clamp dst_sel dst_unused src0_sel src1_sel/0.3030c000
= d:V 0:VSP+ 1:VSMNPC+/clamp dst_sel dst_unused src0_sel src1_sel/0.3030c000
= d:V 0:VSPDC+ 1:VSMNPC+/clamp dst_sel dst_unused src0_sel src1_sel/0.3030c000
= d:V 0:VSPC+ 1:VSMPDC+/clamp dst_sel dst_unused src0_sel src1_sel/0.3030c000
= d:V 0:VSFPC+ 1:VSPDC+/clamp dst_sel dst_unused src0_sel src1_sel/0.3030c000
= d:V 'vcc' 0:VSMPC+ 1:VSMPC+/clamp dst_sel dst_unused src0_sel src1_sel/0.3030c000
= d:V 'vcc' 0:VSMEPC+ 1:VSMEPDC+ 'vcc'/clamp dst_sel dst_unused src0_sel src1_sel/0.3030c000
= d:V 'vcc' 0:VSPC+ 1:VSPC+ 'vcc'/clamp dst_sel dst_unused src0_sel src1_sel/0.3030c000
= d:V 'vcc' 0:VSPC+ 1:VS+ 'vcc'/clamp dst_sel dst_unused src0_sel src1_sel/0.3030c000
= d:V 0:VSNPDC~ 1:VSPC~/clamp omod dst_sel dst_unused src0_sel src1_sel/0.8080000
= d:V 0:VSNPC~ 1:VSMNPC~/clamp omod dst_sel dst_unused src0_sel src1_sel/0.8080000
= d:V 0:VSMEPDC~ 1:VSPC~/clamp omod dst_sel dst_unused src0_sel src1_sel/0.8080000
= d:V 0:VSMPC~ 1:VSENPC~/clamp omod dst_sel dst_unused src0_sel src1_sel/0.8080000
= d:V 0:VSEPDC+ 1:i16VSPC+/clamp dst_sel dst_unused src0_sel src1_sel/0.3030c000
= d:V 0:VSFP+ 1:i16VSMEC+/clamp dst_sel dst_unused src0_sel src1_sel/0.3030c000
= d:V 0:i16VSMPC+ 1:i16VSEFNPC+/clamp dst_sel dst_unused src0_sel src1_sel/0.3030c000
= d:V 0:VSPC+ 1:i16VSMNPC+/clamp dst_sel dst_unused src0_sel src1_sel/0.3030c000
= d:V 0:i16VSEPC+ 1:i16VSPDC+/clamp dst_sel dst_unused src0_sel src1_sel/0.3030c000
= d:V 0:i16VSMEPC+ 1:i16VSEFPDC+/clamp dst_sel dst_unused src0_sel src1_sel/0.3030c000
= d:V 0:i16VSPC+ 1:i16VSFPC+/clamp dst_sel dst_unused src0_sel src1_sel/0.3030c000
= d:V 0:VSMFNPC~ 1:VRC~/clamp omod dst_sel dst_unused src0_sel src1_sel/0.8080000
= d:V 0:VSMPC~ 1:VSMENPC~/clamp omod dst_sel dst_unused src0_sel src1_sel/0.8080000
= d:V 0:i16VSPC+ 1:i16VSEFPC+/clamp dst_sel dst_unused src0_sel src1_sel/0.3030c000
= d:V 0:i16VSMNPDC+ 1:i16VSMNPC+/clamp dst_sel dst_unused src0_sel src1_sel/0.3030c000
= d:V 0:i16VSEFPC+ 1:i16VSMPDC+/clamp dst_sel dst_unused src0_sel src1_sel/0.3030c000
= d:V 0:i16VSNPDC+ 1:VSFPC+/clamp dst_sel dst_unused src0_sel src1_sel/0.3030c000
= d:V 0:VSNPC~ 1:VSPDC+/clamp omod dst_sel dst_unused src0_sel src1_sel/0.30080000
= d:V 0:VSMEPC+ 1:VS+/clamp dst_sel dst_unused src0_sel src1_sel/0.3030c000
= d:V 0:VSENPDC+ 1:VSFPC+/clamp dst_sel dst_unused src0_sel src1_sel/0.3030c000
= d:V 0:VSFPC+ 1:VSMEPDC+/clamp dst_sel dst_unused src0_sel src1_sel/0.3030c000
= d:V 0:VSPDC 1:VSMPDC/clamp omod dst_sel dst_unused src0_sel src1_sel/0.8080000
= d:2V 0:V~/dpp/0.c0a000/0.15000
= d:VA @baddr @rsrc4 o:RC/idxen offen offset glc slc/18000
= d:3VA @baddr @rsrc4 o:RC/format idxen offen offset glc slc scc
= d:4VA @baddr @rsrc4 o:RC/format idxen offen offset glc slc scc
= ?d:2V a:2V 0:2VA/offset glc slc scc/2000.7f0000
= ?d:VA @gaddr 0:VA r:2OSNP/soffset13 glc slc/2002000
= d:V 0:VSMPC+/clamp omod dst_sel dst_unused src0_sel/0.bf300000
= d:V 0:VSPDC~/clamp dst_sel dst_unused src0_sel/0.bf08c000
= d:V 0:VSNPC~/clamp dst_sel dst_unused src0_sel/0.bf08c000
= d:V 0:VSMNPC~/clamp omod dst_sel dst_unused src0_sel/0.bf080000
= d:V 0:VSMNPDC~/clamp omod dst_sel dst_unused src0_sel/0.bf080000
= d:V 0:VSNPC+/clamp dst_sel dst_unused src0_sel/0.bf30c000
= d:V 0:VSMEPDC~/clamp omod dst_sel dst_unused src0_sel/0.bf080000
= d:2V 0:b642VSENPCL
= d:8VA a:2VANP b:2VANP c:b648VANC/cbsz abid neg:3
= d:2VA a:2VANP b:2VANP c:b642VANPC/cbsz abid neg:3
= d:2V 0:b642VSENPC//8700.f8000000
= d:2V 0:b642VSENPC 1:VRDC 2:b642VSENPC//8700.f8000000
= d:2VA a:2V/offset sc0 nt sc1/2000.7f0000
= d:3VA a:2V/offset sc0 nt sc1/2000.7f0000
= d:4VA a:2V/offset sc0 nt sc1/2000.7f0000
= a:2V 0:2VA/offset sc0 nt sc1/2000.7f0000
= a:2V 0:3VA/offset sc0 nt sc1/2000.7f0000
= a:2V 0:4VA/offset sc0 nt sc1/2000.7f0000
= ?d:VA a:2V 0:2VA/offset sc0 nt sc1/2000.7f0000
= ?d:2V a:2V 0:2VA/offset sc0 nt sc1/2000.7f0000
= ?d:2VA a:2V 0:4VA/offset sc0 nt sc1/2000.7f0000
= d:2VA @vaddr r:OSMENP/soffset13 sc0 nt sc1
= d:3VA @vaddr r:OSMENP/soffset13 sc0 nt sc1
= d:4VA @vaddr r:OSMENP/soffset13 sc0 nt sc1
= @vaddr 0:2VA r:OSMENP/soffset13 sc0 nt sc1
= @vaddr 0:3VA r:OSMENP/soffset13 sc0 nt sc1
= @vaddr 0:4VA r:OSMENP/soffset13 sc0 nt sc1
= d:2VA @gaddr r:2OSNP/soffset13 sc0 nt sc1/2000
= d:3VA @gaddr r:2OSNP/soffset13 sc0 nt sc1/2000
= d:4VA @gaddr r:2OSNP/soffset13 sc0 nt sc1/2000
= @gaddr 0:2VA r:2OSNP/soffset13 sc0 nt sc1/2000
= @gaddr 0:3VA r:2OSNP/soffset13 sc0 nt sc1/2000
= @gaddr 0:4VA r:2OSNP/soffset13 sc0 nt sc1/2000
= ?d:VA @gaddr 0:2VA r:2OSNP/soffset13 sc0 nt sc1/2000
= ?d:2VA @gaddr 0:4VA r:2OSNP/soffset13 sc0 nt sc1/2000
= d:V 0:VSMENPDC~/clamp omod dst_sel dst_unused src0_sel/0.bf080000
= d:V 0:VSEPC+/clamp dst_sel dst_unused src0_sel/0.bf30c000
= @sdwadst 0:VSNPDC~ 1:VSPDC~/src0_sel src1_sel/0.8080000
= @sdwadst 0:VSENPDC~ 1:VSFPC~/src0_sel src1_sel/0.8080000
= @sdwadst 0:VSMPC~ 1:VSPC~/src0_sel src1_sel/0.8080000
= d:V 0:VSPC+ 1:VSMNPC+/clamp dst_sel dst_unused src0_sel src1_sel/0.3030c000
= d:V 0:VSPC+ 1:VSMPC+/clamp dst_sel dst_unused src0_sel src1_sel/0.3030c000
= d:V 0:VSC+ 1:VSMPC+/clamp dst_sel dst_unused src0_sel src1_sel/0.3030c000
= d:V 0:VNP/swap/8700.f8000000
= d:V 0:VRDC~ 1:VRDC~/op_sel:3d/8000.18000000
= d:6V 0:32VN 1:VRDC 2:VRDC//8700.f8000000
= d:32V 0:6VN 1:VRDC//8700.f8000000
= d:V 0:VRDC 1:VRDC 2:VRDC/op_sel:3d/8000.18000000
= d:V 0:VRDC~ 1:VRDC/op_sel:2d/a400.98000000
= d:6V 0:16VN 1:16VN 2:VRDC//8700.f8000000
= d:V 0:VSMPDC~/clamp dst_sel dst_unused src0_sel/0.bf08c000
= d:V 0:VSEPC+/clamp omod dst_sel dst_unused src0_sel/0.bf300000
= d:V 0:VSEPDC+/clamp omod dst_sel dst_unused src0_sel/0.bf300000
= d:V 0:VSC+/clamp omod dst_sel dst_unused src0_sel/0.bf300000
= d:V 0:i16VSFPDC+/clamp omod dst_sel dst_unused src0_sel/0.bf300000
= d:V 0:i16VSNPC+/clamp omod dst_sel dst_unused src0_sel/0.bf300000
= d:V 0:VSMFNPDC~/clamp omod dst_sel dst_unused src0_sel/0.bf080000
= d:8VA a:2VANP b:2VANP c:b648VANC/cbsz abid blgp
= d:2VA a:2VANP b:2VANP c:b642VANPC/cbsz abid blgp
= //13000.800000
= @rsrc4 o:RC/offset lds_first:lds glc slc scc/3000.800000/10000
= d:2VA a:2V/offset glc slc scc/2000.7f0000
= d:3VA a:2V/offset glc slc scc/2000.7f0000
= d:4VA a:2V/offset glc slc scc/2000.7f0000
= a:2V 0:2VA/offset glc slc scc/2000.7f0000
= a:2V 0:3VA/offset glc slc scc/2000.7f0000
= a:2V 0:4VA/offset glc slc scc/2000.7f0000
= ?d:VA a:2V 0:2VA/offset glc slc scc/2000.7f0000
= ?d:2VA a:2V 0:4VA/offset glc slc scc/2000.7f0000
= d:2VA @vaddr r:OSMENP/soffset13 glc slc scc/2000
= d:3VA @vaddr r:OSMENP/soffset13 glc slc scc/2000
= d:4VA @vaddr r:OSMENP/soffset13 glc slc scc/2000
= @vaddr 0:2VA r:OSMENP/soffset13 glc slc scc/2000
= @vaddr 0:3VA r:OSMENP/soffset13 glc slc scc/2000
= @vaddr 0:4VA r:OSMENP/soffset13 glc slc scc/2000
= d:2VA @gaddr r:2OSNP/soffset13 glc slc scc/2000
= d:3VA @gaddr r:2OSNP/soffset13 glc slc scc/2000
= d:4VA @gaddr r:2OSNP/soffset13 glc slc scc/2000
= @gaddr 0:2VA r:2OSNP/soffset13 glc slc scc/2000
= @gaddr 0:3VA r:2OSNP/soffset13 glc slc scc/2000
= @gaddr 0:4VA r:2OSNP/soffset13 glc slc scc/2000
= ?d:VA @gaddr 0:2VA r:2OSNP/soffset13 glc slc scc/2000
= ?d:2VA @gaddr 0:4VA r:2OSNP/soffset13 glc slc scc/2000
= d:V 0:VSNPDC~/clamp dst_sel dst_unused src0_sel/0.bf08c000
= d:V 0:VSMENPC+/clamp omod dst_sel dst_unused src0_sel/0.bf300000
= d:V 0:VSFPC+/clamp dst_sel dst_unused src0_sel/0.bf30c000
= d:V 0:VSMPDC+/clamp dst_sel dst_unused src0_sel/0.bf30c000
= d:V 0:i16VSPC+/clamp omod dst_sel dst_unused src0_sel/0.bf300000
= d:V 0:i16VSPDC+/clamp omod dst_sel dst_unused src0_sel/0.bf300000
= d:V 0:VSMEPC~/clamp dst_sel dst_unused src0_sel/0.bf08c000
= d:V 0:VSFNPDC~/clamp omod dst_sel dst_unused src0_sel/0.bf080000
= d:V 0:VSNDC~/clamp omod dst_sel dst_unused src0_sel/0.bf080000
= d:V 0:VSMNPC+/clamp dst_sel dst_unused src0_sel/0.bf30c000
= d:V 0:VSEFPDC+/clamp omod src0_sel/0.bf300100/0.600
= d:V 0:VSNPC+/clamp omod src0_sel/0.bf300100/0.600
= d:2V 0:VSPC+/clamp omod src0_sel/0.bf300100/0.600
= d:V 0:VSNPDC+/clamp omod dst_sel dst_unused src0_sel/0.bf300000
= d:V 0:VSENPC~/clamp dst_sel dst_unused src0_sel/0.bf08c000
= d:V 0:VSMEFPC+/clamp omod dst_sel dst_unused src0_sel/0.bf300000
= d:V 0:VSP+/clamp omod dst_sel dst_unused src0_sel/0.bf300000
= d:V 0:VSMPDC~/clamp omod dst_sel dst_unused src0_sel/0.bf080000
= d:V 0:VSFC+/clamp dst_sel dst_unused src0_sel/0.bf30c000
= d:V 0:i16VSMNPDC+/clamp omod dst_sel dst_unused src0_sel/0.bf300000
= d:V 0:i16VSMPDC+/clamp omod dst_sel dst_unused src0_sel/0.bf300000
= d:V 0:VSMENPC~/clamp dst_sel dst_unused src0_sel/0.bf08c000
= d:V 0:VSEPC~/clamp dst_sel dst_unused src0_sel/0.bf08c000
= d:V 0:VSEFPC~/clamp omod dst_sel dst_unused src0_sel/0.bf080000
= d:V 0:VSEPDC~/clamp omod dst_sel dst_unused src0_sel/0.bf080000
= d:V 0:VSEFNPC~/clamp omod dst_sel dst_unused src0_sel/0.bf080000
= d:V 0:VSEFNPC+/clamp omod src0_sel/0.bf300100/0.600
= d:V 0:VSENPC+/clamp dst_sel dst_unused src0_sel/0.bf30c000
= @sdwadst 0:VSMPC~ 1:VSPDC+/src0_sel src1_sel/0.30080000
= @sdwadst 0:VSEFPC~ 1:VSPC+/src0_sel src1_sel/0.30080000
= @sdwadst 0:VSFNPDC~ 1:VSMEPDC+/src0_sel src1_sel/0.30080000
= @sdwadst 0:VSPC~ 1:VSFPC+/src0_sel src1_sel/0.30080000
= @sdwadst 0:VSFPDC~ 1:VSNPDC~/src0_sel src1_sel/0.8080000
= @sdwadst 0:VSNPDC~ 1:VSMEPDC~/src0_sel src1_sel/0.8080000
= @sdwadst 0:VSEPDC~ 1:VSMFNPC~/src0_sel src1_sel/0.8080000
= @sdwadst 0:VSPC~ 1:VSFPC~/src0_sel src1_sel/0.8080000
= @sdwadst 0:VSMFPC~ 1:VSPDC~/src0_sel src1_sel/0.8080000
= @sdwadst 0:VSNPDC~ 1:VSNPDC~/src0_sel src1_sel/0.8080000
= @sdwadst 0:VSEPC~ 1:VSMFPC~/src0_sel src1_sel/0.8080000
= @sdwadst 0:VSNPC~ 1:VSNPDC~/src0_sel src1_sel/0.8080000
= @sdwadst 0:VSFPC~ 1:VSMEPDC~/src0_sel src1_sel/0.8080000
= @sdwadst 0:VSEPC~ 1:VSMNPDC~/src0_sel src1_sel/0.8080000
= @sdwadst 0:VSPDC~ 1:VSFPDC~/src0_sel src1_sel/0.8080000
= @sdwadst 0:VSC~ 1:VSNPC~/src0_sel src1_sel/0.8080000
= @sdwadst 0:VSMPC~ 1:VSEFPC~/src0_sel src1_sel/0.8080000
= @sdwadst 0:VSPC~ 1:VSEPDC~/src0_sel src1_sel/0.8080000
= @sdwadst 0:VSENPC~ 1:VSNPC~/src0_sel src1_sel/0.8080000
= @sdwadst 0:VSNPC~ 1:VSMEFPC~/src0_sel src1_sel/0.8080000
= @sdwadst 0:VSMPDC~ 1:VSMFPC~/src0_sel src1_sel/0.8080000
= @sdwadst 0:VSMFNPC~ 1:VSFNPDC~/src0_sel src1_sel/0.8080000
= @sdwadst 0:VSFPDC~ 1:VSMPDC~/src0_sel src1_sel/0.8080000
= @sdwadst 0:VSMEPC~ 1:VSMPDC~/src0_sel src1_sel/0.8080000
= @sdwadst 0:VSEFNPC~ 1:VSPDC~/src0_sel src1_sel/0.8080000
= @sdwadst 0:VSFNPDC~ 1:VSEFPC~/src0_sel src1_sel/0.8080000
= @sdwadst 0:VRDC~ 1:VSEFNPDC~/src0_sel src1_sel/0.8080000
= @sdwadst 0:VSEPDC~ 1:VSEFPC~/src0_sel src1_sel/0.8080000
= @sdwadst 0:VSEFNPC~ 1:VSMFPC~/src0_sel src1_sel/0.8080000
= @sdwadst 0:VSPDC~ 1:VSEPC~/src0_sel src1_sel/0.8080000
= @sdwadst 0:VSFNPDC~ 1:VSFPC~/src0_sel src1_sel/0.8080000
= @sdwadst 0:VSEPC~ 1:VSFPC~/src0_sel src1_sel/0.8080000
= @sdwadst 0:VSFPC~ 1:VSEPC~/src0_sel src1_sel/0.8080000
= @sdwadst 0:VSFPC~ 1:VSFPDC~/src0_sel src1_sel/0.8080000
= @sdwadst 0:VSFNPC~ 1:VSPC~/src0_sel src1_sel/0.8080000
= @sdwadst 0:VSMFPC~ 1:VSFNPDC~/src0_sel src1_sel/0.8080000
= @sdwadst 0:VSC~ 1:VSNPDC~/src0_sel src1_sel/0.8080000
= @sdwadst 0:VSPC~ 1:VSMPC~/src0_sel src1_sel/0.8080000
= @sdwadst 0:VSENPC~ 1:VSFNPC~/src0_sel src1_sel/0.8080000
= @sdwadst 0:VSMEPC~ 1:VSEFNPC~/src0_sel src1_sel/0.8080000
= @sdwadst 0:VSENPC~ 1:VSEPC~/src0_sel src1_sel/0.8080000
= @sdwadst 0:VSMEPC~ 1:VSPC~/src0_sel src1_sel/0.8080000
= @sdwadst 0:VSPC~ 1:VSNPC~/src0_sel src1_sel/0.8080000
= @sdwadst 0:VSPC~ 1:VSMEFPC~/src0_sel src1_sel/0.8080000
= @sdwadst 0:VSMPC~ 1:VSMEPDC~/src0_sel src1_sel/0.8080000
= @sdwadst 0:VSMNPC~ 1:VSEDC~/src0_sel src1_sel/0.8080000
= @sdwadst 0:i16VSPDC+ 1:i16VSNC+/src0_sel src1_sel/0.30300000
= @sdwadst 0:i16VSPC+ 1:i16VSFNPC+/src0_sel src1_sel/0.30300000
= @sdwadst 0:i16VSNPC+ 1:i16VSEFNPC+/src0_sel src1_sel/0.30300000
= @sdwadst 0:i16VSMEPC+ 1:i16VSNPC+/src0_sel src1_sel/0.30300000
= @sdwadst 0:i16VRC+ 1:i16VSMNPC+/src0_sel src1_sel/0.30300000
= @sdwadst 0:i16VSPC+ 1:i16VSFPDC+/src0_sel src1_sel/0.30300000
= @sdwadst 0:i16VSMNPC+ 1:VSEPDC+/src0_sel src1_sel/0.30300000
= @sdwadst 0:i16VSFPC+ 1:i16VSNPC+/src0_sel src1_sel/0.30300000
= @sdwadst 0:i16VSC+ 1:i16VSPDC+/src0_sel src1_sel/0.30300000
= @sdwadst 0:i16VSNPC+ 1:i16VSPC+/src0_sel src1_sel/0.30300000
= @sdwadst 0:i16VSMFNPC+ 1:i16VSFPDC+/src0_sel src1_sel/0.30300000
= @sdwadst 0:i16VSMNPC+ 1:VSEPC+/src0_sel src1_sel/0.30300000
= @sdwadst 0:i16VSEC+ 1:i16VSENPC+/src0_sel src1_sel/0.30300000
= @sdwadst 0:i16VSMNPC+ 1:i16VSFNPC+/src0_sel src1_sel/0.30300000
= @sdwadst 0:i16VSMNPC+ 1:i16VSMPC+/src0_sel src1_sel/0.30300000
= @sdwadst 0:i16VSPC+ 1:i16VSEFNPC+/src0_sel src1_sel/0.30300000
= @sdwadst 0:i16VSMPDC+ 1:i16VSPC+/src0_sel src1_sel/0.30300000
= @sdwadst 0:i16VSC+ 1:i16VSPC+/src0_sel src1_sel/0.30300000
= @sdwadst 0:i16VSMEPC+ 1:i16VSMPC+/src0_sel src1_sel/0.30300000
= @sdwadst 0:i16VSEPDC+ 1:i16VSPC+/src0_sel src1_sel/0.30300000
= @sdwadst 0:i16VSEPC+ 1:i16VSFPC+/src0_sel src1_sel/0.30300000
= @sdwadst 0:VSPDC+ 1:i16VSNPC+/src0_sel src1_sel/0.30300000
= @sdwadst 0:i16VSEFNC+ 1:VSPDC+/src0_sel src1_sel/0.30300000
= @sdwadst 0:i16VSNPC+ 1:i16VSMPC+/src0_sel src1_sel/0.30300000
= @sdwadst 0:VSPC+ 1:i16VSFPC+/src0_sel src1_sel/0.30300000
= @sdwadst 0:i16VSFPC+ 1:i16VSPC+/src0_sel src1_sel/0.30300000
= @sdwadst 0:VSC+ 1:i16VSENPC+/src0_sel src1_sel/0.30300000
= @sdwadst 0:i16VSEPC+ 1:i16VSMPC+/src0_sel src1_sel/0.30300000
= @sdwadst 0:i16VSFNPC+ 1:VSFPC+/src0_sel src1_sel/0.30300000
= @sdwadst 0:VSMEPC+ 1:VSPC+/src0_sel src1_sel/0.30300000
= @sdwadst 0:VSEFNPC+ 1:VSPDC+/src0_sel src1_sel/0.30300000
= @sdwadst 0:VSNPC+ 1:VSMPC+/src0_sel src1_sel/0.30300000
= @sdwadst 0:VSPC+ 1:VSEFC+/src0_sel src1_sel/0.30300000
= @sdwadst 0:VSMEPDC+ 1:VSMPC+/src0_sel src1_sel/0.30300000
= @sdwadst 0:VSMPDC+ 1:VSPC+/src0_sel src1_sel/0.30300000
= @sdwadst 0:VSPC+ 1:VSENPC+/src0_sel src1_sel/0.30300000
= @sdwadst 0:VSFPC+ 1:VSEPDC+/src0_sel src1_sel/0.30300000
= @sdwadst 0:VSPDC+ 1:VSMFPC+/src0_sel src1_sel/0.30300000
= @sdwadst 0:VSC+ 1:VSMPC+/src0_sel src1_sel/0.30300000
= @sdwadst 0:VSPC+ 1:VSMNPC+/src0_sel src1_sel/0.30300000
= @sdwadst 0:VSPC+ 1:VSFPDC+/src0_sel src1_sel/0.30300000
= @sdwadst 0:VSFNPDC+ 1:VSEFNPC+/src0_sel src1_sel/0.30300000
= @sdwadst 0:VSC+ 1:VSPC+/src0_sel src1_sel/0.30300000
= @sdwadst 0:VSEPDC+ 1:VSPDC+/src0_sel src1_sel/0.30300000
= @sdwadst 0:VSEFPC+ 1:VSFNPC+/src0_sel src1_sel/0.30300000
= @sdwadst 0:VSMPC+ 1:VSEPC+/src0_sel src1_sel/0.30300000
= @sdwadst 0:VSEPC+ 1:VSEFPC+/src0_sel src1_sel/0.30300000
= @sdwadst 0:VSMPDC+ 1:VSENPC+/src0_sel src1_sel/0.30300000
= @sdwadst 0:VSMEPDC+ 1:VSMEPC+/src0_sel src1_sel/0.30300000
= @sdwadst 0:VSMEPDC+ 1:VSMNPC+/src0_sel src1_sel/0.30300000
= @sdwadst 0:VSFPC+ 1:VSF+/src0_sel src1_sel/0.30300000
= @sdwadst 0:VSPC+ 1:VSPDC+/src0_sel src1_sel/0.30300000
= @sdwadst 0:VSMPC+ 1:VSFPC+/src0_sel src1_sel/0.30300000
= @sdwadst 0:VSNPDC+ 1:VSPC+/src0_sel src1_sel/0.30300000
= @sdwadst 0:VSFPC+ 1:VSMPC+/src0_sel src1_sel/0.30300000
= @sdwadst 0:VSMNPDC+ 1:VSFNPC+/src0_sel src1_sel/0.30300000
= d:V 0:VSPC~ 1:VSFPC~ 'vcc'/clamp dst_sel dst_unused src0_sel src1_sel/0.808c000
= d:V 0:VSMPC~ 1:VSEFPC~/clamp omod dst_sel dst_unused src0_sel src1_sel/0.8080000
= d:V 0:VSMNPDC~ 1:VSFPDC~/clamp omod dst_sel dst_unused src0_sel src1_sel/0.8080000
= d:V 0:VRC~ 1:VSMPC~/clamp omod dst_sel dst_unused src0_sel src1_sel/0.8080000
= d:V 0:VSMEFPC~ 1:VSMEPC~/clamp omod dst_sel dst_unused src0_sel src1_sel/0.8080000
= d:V 0:VSPC+ 1:VSEPC+/clamp dst_sel dst_unused src0_sel src1_sel/0.3030c000
= d:V 0:VSEFPC+ 1:VSPC+/clamp dst_sel dst_unused src0_sel src1_sel/0.3030c000
= d:V 0:VSMEPC~ 1:VSMEPC~/clamp omod dst_sel dst_unused src0_sel src1_sel/0.8080000
= d:V 0:VSEFPC~ 1:VSFPC~/clamp omod dst_sel dst_unused src0_sel src1_sel/0.8080000
= d:V 0:VSMPDC+ 1:VSFC+/clamp dst_sel dst_unused src0_sel src1_sel/0.3030c000
= d:V 0:VSNPC+ 1:VSPC+/clamp dst_sel dst_unused src0_sel src1_sel/0.3030c000
= d:V 0:VSPC+ 1:VSDC+/clamp dst_sel dst_unused src0_sel src1_sel/0.3030c000
= d:V 0:VSFC+ 1:VSP+/clamp dst_sel dst_unused src0_sel src1_sel/0.3030c000
= d:V 0:VSFPC+ 1:VSNPC+/clamp dst_sel dst_unused src0_sel src1_sel/0.3030c000
= d:V 0:VSMEPDC+ 1:VSPC+/clamp dst_sel dst_unused src0_sel src1_sel/0.3030c000
= d:V 0:VSEFPDC+ 1:VSPC+/clamp dst_sel dst_unused src0_sel src1_sel/0.3030c000
= d:V 'vcc' 0:VSEPC+ 1:VSPDC+/clamp dst_sel dst_unused src0_sel src1_sel/0.3030c000
= d:V 'vcc' 0:VSC+ 1:VSFPC+/clamp dst_sel dst_unused src0_sel src1_sel/0.3030c000
= d:V 'vcc' 0:VSPC+ 1:VSPC+/clamp dst_sel dst_unused src0_sel src1_sel/0.3030c000
= d:V 'vcc' 0:VSEPDC+ 1:VSPDC+ 'vcc'/clamp dst_sel dst_unused src0_sel src1_sel/0.3030c000
= d:V 'vcc' 0:VSFPC+ 1:VSMEPDC+ 'vcc'/clamp dst_sel dst_unused src0_sel src1_sel/0.3030c000
= d:V 'vcc' 0:VSPC+ 1:VSNPC+ 'vcc'/clamp dst_sel dst_unused src0_sel src1_sel/0.3030c000
= d:V 0:VSFPC~ 1:VSPC~/clamp omod dst_sel dst_unused src0_sel src1_sel/0.8080000
= d:V 0:VSFPDC~ 1:VSNPC~/clamp omod dst_sel dst_unused src0_sel src1_sel/0.8080000
= d:V 0:VSEFPC~ 1:VSEPC~/clamp omod dst_sel dst_unused src0_sel src1_sel/0.8080000
= d:V 0:VSFNPDC~ 1:VSMPC~/clamp omod dst_sel dst_unused src0_sel src1_sel/0.8080000
= d:V 0:i16VSPC+ 1:i16VSMEPC+/clamp dst_sel dst_unused src0_sel src1_sel/0.3030c000
= d:V 0:i16VSMEPC+ 1:i16VSPC+/clamp dst_sel dst_unused src0_sel src1_sel/0.3030c000
= d:V 0:i16VSPC+ 1:VSPC+/clamp dst_sel dst_unused src0_sel src1_sel/0.3030c000
= d:V 0:i16VSMC+ 1:i16VSFPDC+/clamp dst_sel dst_unused src0_sel src1_sel/0.3030c000
= d:V 0:i16VSPC+ 1:i16VSPC+/clamp dst_sel dst_unused src0_sel src1_sel/0.3030c000
= d:V 0:i16VSEFPC+ 1:i16VSPC+/clamp dst_sel dst_unused src0_sel src1_sel/0.3030c000
= d:V 0:i16VSNPC+ 1:i16VSMFPDC+/clamp dst_sel dst_unused src0_sel src1_sel/0.3030c000
= d:V 0:VSMNPC~ 1:VSPDC~/clamp omod dst_sel dst_unused src0_sel src1_sel/0.8080000
= d:V 0:VSMFPC~ 1:VSNPC~/clamp omod dst_sel dst_unused src0_sel src1_sel/0.8080000
= d:V 0:i16VSPC+ 1:i16VSEPC+/clamp dst_sel dst_unused src0_sel src1_sel/0.3030c000
= d:V 0:VSNPC+ 1:i16VSPC+/clamp dst_sel dst_unused src0_sel src1_sel/0.3030c000
= d:V 0:VSPC+ 1:i16VSPC+/clamp dst_sel dst_unused src0_sel src1_sel/0.3030c000
= d:V 0:VSMPDC~ 1:VSENPDC+/clamp omod dst_sel dst_unused src0_sel src1_sel/0.30080000
= d:V 0:VSEPDC+ 1:VSENPC+/clamp dst_sel dst_unused src0_sel src1_sel/0.3030c000
= d:V 0:VSPC+ 1:VSNP+/clamp dst_sel dst_unused src0_sel src1_sel/0.3030c000
= d:V 0:VSMPC 1:VSMNPDC/clamp omod dst_sel dst_unused src0_sel src1_sel/0.8080000
= d:V 0:bf16VRDCL
= d:V 0:hb16VRDCL 1:V
= d:V 0:i16VRDC 1:i16VRDC 2:i16VRDC/bitop3 op_sel:3d/8000
= d:V 0:VRDC 1:VRDC 2:VRDC/bitop3/f800
= d:V 0:2VNP~ 1:VRDC 2:VRDC~/op_sel:3d/8000.18000000
= d:V 0:VRDC~ 1:VRDC~/clamp omod/2400.80000000
= 0:VA/offset/0.ffff00ff
= d:4VA @A @B c:4VANC/cbsz blgp/7800
= d:16VA @A @B c:16VANC/cbsz blgp/7800
= 0:VRDC 1:VRDC/op_sel:2 op_sel_hi:2/a4ff.80000000
= d:4VA @A @B c:4VANC e:VNP f:VNP/op_sel:2z op_sel_hi:2z cbsz blgp/0.0.2c007000/0.0.d3800800
= d:16VA @A @B c:16VANC e:VNP f:VNP/op_sel:2z op_sel_hi:2z cbsz blgp/0.0.2c007000/0.0.d3800800
buffer_atomic_add 1@1u.l.12 6@1u.l.g
buffer_atomic_add_f32 1@25.l.bp 6@25.l.g
buffer_atomic_add_f64 1@27.l.77 6@27.l.x
buffer_atomic_add_x2 1@2q.l.1t 6@2q.l.x
buffer_atomic_and 1@20.l.12 6@20.l.g
buffer_atomic_and_x2 1@2w.l.1t 6@2w.l.x
buffer_atomic_cmpswap 1@1t.l.1t 6@1t.l.x
buffer_atomic_cmpswap_x2 1@2p.l.4x 6@2p.l.2r
buffer_atomic_dec 1@24.l.12 6@24.l.g
buffer_atomic_dec_x2 1@30.l.1t 6@30.l.x
buffer_atomic_inc 1@23.l.12 6@23.l.g
buffer_atomic_inc_x2 1@2z.l.1t 6@2z.l.x
buffer_atomic_max_f64 1@29.l.77 6@29.l.x
buffer_atomic_min_f64 1@28.l.77 6@28.l.x
buffer_atomic_or 1@21.l.12 6@21.l.g
buffer_atomic_or_x2 1@2x.l.1t 6@2x.l.x
buffer_atomic_pk_add_bf16 4@2a.l.g
buffer_atomic_pk_add_f16 1@26.l.bp 6@26.l.g
buffer_atomic_smax 1@1y.l.12 6@1y.l.g
buffer_atomic_smax_x2 1@2u.l.1t 6@2u.l.x
buffer_atomic_smin 1@1w.l.12 6@1w.l.g
buffer_atomic_smin_x2 1@2s.l.1t 6@2s.l.x
buffer_atomic_sub 1@1v.l.12 6@1v.l.g
buffer_atomic_sub_x2 1@2r.l.1t 6@2r.l.x
buffer_atomic_swap 1@1s.l.12 6@1s.l.g
buffer_atomic_swap_x2 1@2o.l.1t 6@2o.l.x
buffer_atomic_umax 1@1z.l.12 6@1z.l.g
buffer_atomic_umax_x2 1@2v.l.1t 6@2v.l.x
buffer_atomic_umin 1@1x.l.12 6@1x.l.g
buffer_atomic_umin_x2 1@2t.l.1t 6@2t.l.x
buffer_atomic_xor 1@22.l.12 6@22.l.g
buffer_atomic_xor_x2 1@2y.l.1t 6@2y.l.x
buffer_inv 6@15.l.5j
buffer_invl2 1@15.l.76
buffer_load_dword 1@k.ll.4p.12 6@k.ll.23.g
buffer_load_dwordx2 1@l.l.1t 6@l.l.x
buffer_load_dwordx3 1@m.l.5f 6@m.l.3o 4@m.l.23
buffer_load_dwordx4 1@n.l.4x 6@n.l.2r 4@n.l.23
buffer_load_format_d16_hi_x 1@12.l.12 6@12.l.g
buffer_load_format_d16_x 1@8.l.12 6@8.l.g
buffer_load_format_d16_xy 1@9.l.12 6@9.l.g
buffer_load_format_d16_xyz 1@a.l.1t 6@a.l.x
buffer_load_format_d16_xyzw 1@b.l.1t 6@b.l.x
buffer_load_format_x 1@0.ll.12.4p 6@0.ll.g.23
buffer_load_format_xy 1@1.l.1t 6@1.l.x
buffer_load_format_xyz 1@2.l.5f 6@2.l.3o
buffer_load_format_xyzw 1@3.l.4x 6@3.l.2r
buffer_load_sbyte 1@h.ll.12.4p 6@h.ll.g.23
buffer_load_sbyte_d16 1@y.l.12 6@y.l.g
buffer_load_sbyte_d16_hi 1@z.l.12 6@z.l.g
buffer_load_short_d16 1@10.l.12 6@10.l.g
buffer_load_short_d16_hi 1@11.l.12 6@11.l.g
buffer_load_sshort 1@j.ll.12.4p 6@j.ll.g.23
buffer_load_ubyte 1@g.ll.12.4p 6@g.ll.g.23
buffer_load_ubyte_d16 1@w.l.12 6@w.l.g
buffer_load_ubyte_d16_hi 1@x.l.12 6@x.l.g
buffer_load_ushort 1@i.ll.12.4p 6@i.ll.g.23
buffer_store_byte 1@o.l.12 6@o.l.g
buffer_store_byte_d16_hi 1@p.l.12 6@p.l.g
buffer_store_dword 1@s.l.12 6@s.l.g
buffer_store_dwordx2 1@t.l.1t 6@t.l.x
buffer_store_dwordx3 1@u.l.5f 6@u.l.3o
buffer_store_dwordx4 1@v.l.4x 6@v.l.2r
buffer_store_format_d16_hi_x 1@13.l.12 6@13.l.g
buffer_store_format_d16_x 1@c.l.12 6@c.l.g
buffer_store_format_d16_xy 1@d.l.12 6@d.l.g
buffer_store_format_d16_xyz 1@e.l.1t 6@e.l.x
buffer_store_format_d16_xyzw 1@f.l.1t 6@f.l.x
buffer_store_format_x 1@4.l.12 6@4.l.g
buffer_store_format_xy 1@5.l.1t 6@5.l.x
buffer_store_format_xyz 1@6.l.5f 6@6.l.3o
buffer_store_format_xyzw 1@7.l.4x 6@7.l.2r
buffer_store_lds_dword 1@1p.l.di
buffer_store_short 1@q.l.12 6@q.l.g
buffer_store_short_d16_hi 1@r.l.12 6@r.l.g
buffer_wbinvl1 1@1q.l.76
buffer_wbinvl1_vol 1@1r.l.76
buffer_wbl2 1@14.l.dh 6@14.l.5j
ds_add_f32 l.h.i
ds_add_f64 2k.h.w
ds_add_rtn_f32 1h.h.p
ds_add_rtn_f64 3g.h.r
ds_add_rtn_u32 w.h.p
ds_add_rtn_u64 2o.h.r
ds_add_u32 0.h.i
ds_add_u64 1s.h.w
ds_and_b32 9.h.i
ds_and_b64 21.h.w
ds_and_rtn_b32 15.h.p
ds_and_rtn_b64 2x.h.r
ds_append 5a.h.3m
ds_bpermute_b32 1r.h.4l
ds_cmpst_b32 g.h.3f
ds_cmpst_b64 28.h.3g
ds_cmpst_f32 h.h.3f
ds_cmpst_f64 29.h.3g
ds_cmpst_rtn_b32 1c.h.2c
ds_cmpst_rtn_b64 34.h.3h
ds_cmpst_rtn_f32 1d.h.2c
ds_cmpst_rtn_f64 35.h.3h
ds_condxchg32_rtn_b64 3i.h.r
ds_consume 59.h.3m
ds_dec_rtn_u32 10.h.p
ds_dec_rtn_u64 2s.h.r
ds_dec_u32 4.h.i
ds_dec_u64 1w.h.w
ds_gws_barrier 4@4d.h.7f
ds_gws_init 1@49.h.7f
ds_gws_sema_br 2@4b.h.7f
ds_inc_rtn_u32 z.h.p
ds_inc_rtn_u64 2r.h.r
ds_inc_u32 3.h.i
ds_inc_u64 1v.h.w
ds_max_f32 j.h.i
ds_max_f64 2b.h.w
ds_max_i32 6.h.i
ds_max_i64 1y.h.w
ds_max_rtn_f32 1f.h.p
ds_max_rtn_f64 37.h.r
ds_max_rtn_i32 12.h.p
ds_max_rtn_i64 2u.h.r
ds_max_rtn_u32 14.h.p
ds_max_rtn_u64 2w.h.r
ds_max_u32 8.h.i
ds_max_u64 20.h.w
ds_min_f32 i.h.i
ds_min_f64 2a.h.w
ds_min_i32 5.h.i
ds_min_i64 1x.h.w
ds_min_rtn_f32 1e.h.p
ds_min_rtn_f64 36.h.r
ds_min_rtn_i32 11.h.p
ds_min_rtn_i64 2t.h.r
ds_min_rtn_u32 13.h.p
ds_min_rtn_u64 2v.h.r
ds_min_u32 7.h.i
ds_min_u64 1z.h.w
ds_mskor_b32 c.h.3f
ds_mskor_b64 24.h.3g
ds_mskor_rtn_b32 18.h.2c
ds_mskor_rtn_b64 30.h.3h
ds_or_b32 a.h.i
ds_or_b64 22.h.w
ds_or_rtn_b32 16.h.p
ds_or_rtn_b64 2y.h.r
ds_permute_b32 1q.h.4l
ds_pk_add_bf16 6@o.h.i
ds_pk_add_f16 6@n.h.i
ds_pk_add_rtn_bf16 6@54.h.p
ds_pk_add_rtn_f16 6@53.h.p
ds_read2_b32 1j.h.4k
ds_read2_b64 3b.h.4t
ds_read2st64_b32 1k.h.4k
ds_read2st64_b64 3c.h.4t
ds_read_addtid_b32 3@52.h.3m
ds_read_b128 73.h.75
ds_read_b32 1i.h.15
ds_read_b64 3a.h.4o
ds_read_b64_tr_b16 4@6b.h.4o
ds_read_b64_tr_b4 4@68.h.4o
ds_read_b64_tr_b8 4@6a.h.4o
ds_read_b96 72.h.5e
ds_read_b96_tr_b6 4@69.h.5e
ds_read_i16 1n.h.15
ds_read_i8 1l.h.15
ds_read_i8_d16 2g.h.15
ds_read_i8_d16_hi 2h.h.15
ds_read_u16 1o.h.15
ds_read_u16_d16 2i.h.15
ds_read_u16_d16_hi 2j.h.15
ds_read_u8 1m.h.15
ds_read_u8_d16 2e.h.15
ds_read_u8_d16_hi 2f.h.15
ds_rsub_rtn_u32 y.h.p
ds_rsub_rtn_u64 2q.h.r
ds_rsub_u32 2.h.i
ds_rsub_u64 1u.h.w
ds_sub_rtn_u32 x.h.p
ds_sub_rtn_u64 2p.h.r
ds_sub_u32 1.h.i
ds_sub_u64 1t.h.w
ds_swizzle_b32 1p.h.73
ds_wrap_rtn_b32 1g.h.2c
ds_write2_b32 e.h.4i
ds_write2_b64 26.h.4m
ds_write2st64_b32 f.h.4i
ds_write2st64_b64 27.h.4m
ds_write_addtid_b32 4@t.h.j3
ds_write_b128 67.h.74
ds_write_b16 v.h.i
ds_write_b16_d16_hi 2d.h.i
ds_write_b32 d.h.i
ds_write_b64 25.h.w
ds_write_b8 u.h.i
ds_write_b8_d16_hi 2c.h.i
ds_write_b96 66.h.7g
ds_wrxchg2_rtn_b32 1a.h.4j
ds_wrxchg2_rtn_b64 32.h.4n
ds_wrxchg2st64_rtn_b32 1b.h.4j
ds_wrxchg2st64_rtn_b64 33.h.4n
ds_wrxchg_rtn_b32 19.h.p
ds_wrxchg_rtn_b64 31.h.r
ds_xor_b32 b.h.i
ds_xor_b64 23.h.w
ds_xor_rtn_b32 17.h.p
ds_xor_rtn_b64 2z.h.r
flat_atomic_add 1@1u.i.2d 6@1u.i.16
flat_atomic_add_f32 6@25.i.16
flat_atomic_add_f64 1@27.i.7h 6@27.i.18
flat_atomic_add_x2 1@2q.i.2q 6@2q.i.18
flat_atomic_and 1@20.i.2d 6@20.i.16
flat_atomic_and_x2 1@2w.i.bs 6@2w.i.18
flat_atomic_cmpswap 1@1t.i.dp 6@1t.i.cc
flat_atomic_cmpswap_x2 1@2p.i.dq 6@2p.i.ce
flat_atomic_dec 1@24.i.2d 6@24.i.16
flat_atomic_dec_x2 1@30.i.2q 6@30.i.18
flat_atomic_inc 1@23.i.2d 6@23.i.16
flat_atomic_inc_x2 1@2z.i.2q 6@2z.i.18
flat_atomic_max_f64 1@29.i.7h 6@29.i.cd
flat_atomic_min_f64 1@28.i.7h 6@28.i.18
flat_atomic_or 1@21.i.2d 6@21.i.16
flat_atomic_or_x2 1@2x.i.2q 6@2x.i.18
flat_atomic_pk_add_bf16 6@2a.i.16
flat_atomic_pk_add_f16 6@26.i.16
flat_atomic_smax 1@1y.i.2d 6@1y.i.16
flat_atomic_smax_x2 1@2u.i.bs 6@2u.i.18
flat_atomic_smin 1@1w.i.2d 6@1w.i.16
flat_atomic_smin_x2 1@2s.i.2q 6@2s.i.18
flat_atomic_sub 1@1v.i.2d 6@1v.i.16
flat_atomic_sub_x2 1@2r.i.2q 6@2r.i.18
flat_atomic_swap 1@1s.i.2d 6@1s.i.16
flat_atomic_swap_x2 1@2o.i.2q 6@2o.i.18
flat_atomic_umax 1@1z.i.2d 6@1z.i.16
flat_atomic_umax_x2 1@2v.i.2q 6@2v.i.18
flat_atomic_umin 1@1x.i.2d 6@1x.i.16
flat_atomic_umin_x2 1@2t.i.2q 6@2t.i.18
flat_atomic_xor 1@22.i.2d 6@22.i.16
flat_atomic_xor_x2 1@2y.i.2q 6@2y.i.18
flat_load_dword 1@k.i.2j 6@k.i.1l
flat_load_dwordx2 1@l.i.dj 6@l.i.c6
flat_load_dwordx3 1@m.i.dk 6@m.i.c7
flat_load_dwordx4 1@n.i.dl 6@n.i.c8
flat_load_sbyte 1@h.i.2j 6@h.i.1l
flat_load_sbyte_d16 1@y.i.2j 6@y.i.1l
flat_load_sbyte_d16_hi 1@z.i.2j 6@z.i.1l
flat_load_short_d16 1@10.i.2j 6@10.i.1l
flat_load_short_d16_hi 1@11.i.2j 6@11.i.1l
flat_load_sshort 1@j.i.2j 6@j.i.1l
flat_load_ubyte 1@g.i.2j 6@g.i.1l
flat_load_ubyte_d16 1@w.i.2j 6@w.i.1l
flat_load_ubyte_d16_hi 1@x.i.2j 6@x.i.1l
flat_load_ushort 1@i.i.2j 6@i.i.1l
flat_store_byte 1@o.i.4y 6@o.i.2s
flat_store_byte_d16_hi 1@p.i.4y 6@p.i.2s
flat_store_dword 1@s.i.4y 6@s.i.2s
flat_store_dwordx2 1@t.i.dm 6@t.i.c9
flat_store_dwordx3 1@u.i.dn 6@u.i.ca
flat_store_dwordx4 1@v.i.do 6@v.i.cb
flat_store_short 1@q.i.4y 6@q.i.2s
flat_store_short_d16_hi 1@r.i.4y 6@r.i.2s
global_atomic_add 1@1u.k.2e 6@1u.k.1c
global_atomic_add_f32 1@25.k.bt 6@25.k.5m
global_atomic_add_f64 1@27.k.7i 6@27.k.17
global_atomic_add_x2 1@2q.k.2f 6@2q.k.17
global_atomic_and 1@20.k.2e 6@20.k.1c
global_atomic_and_x2 1@2w.k.2f 6@2w.k.17
global_atomic_cmpswap 1@1t.k.e3 6@1t.k.cr
global_atomic_cmpswap_x2 1@2p.k.e4 6@2p.k.cs
global_atomic_dec 1@24.k.2e 6@24.k.1c
global_atomic_dec_x2 1@30.k.2f 6@30.k.17
global_atomic_inc 1@23.k.2e 6@23.k.1c
global_atomic_inc_x2 1@2z.k.2f 6@2z.k.17
global_atomic_max_f64 1@29.k.7i 6@29.k.17
global_atomic_min_f64 1@28.k.7i 6@28.k.17
global_atomic_or 1@21.k.2e 6@21.k.1c
global_atomic_or_x2 1@2x.k.2f 6@2x.k.17
global_atomic_pk_add_bf16 6@2a.k.1c
global_atomic_pk_add_f16 1@26.k.bt 6@26.k.5m
global_atomic_smax 1@1y.k.2e 6@1y.k.1c
global_atomic_smax_x2 1@2u.k.2f 6@2u.k.17
global_atomic_smin 1@1w.k.2e 6@1w.k.1c
global_atomic_smin_x2 1@2s.k.2f 6@2s.k.17
global_atomic_sub 1@1v.k.2e 6@1v.k.1c
global_atomic_sub_x2 1@2r.k.2f 6@2r.k.17
global_atomic_swap 1@1s.k.2e 6@1s.k.1c
global_atomic_swap_x2 1@2o.k.2f 6@2o.k.17
global_atomic_umax 1@1z.k.2e 6@1z.k.1c
global_atomic_umax_x2 1@2v.k.2f 6@2v.k.17
global_atomic_umin 1@1x.k.2e 6@1x.k.1c
global_atomic_umin_x2 1@2t.k.2f 6@2t.k.17
global_atomic_xor 1@22.k.2e 6@22.k.1c
global_atomic_xor_x2 1@2y.k.2f 6@2y.k.17
global_load_dword 1@k.kk.2l.51 6@k.k.1n
global_load_dwordx2 1@l.k.dx 6@l.k.cl
global_load_dwordx3 1@m.k.dy 6@m.k.cm
global_load_dwordx4 1@n.k.dz 6@n.k.cn
global_load_lds_dword 6@16.k.2i
global_load_lds_dwordx3 4@3i.k.2i
global_load_lds_dwordx4 4@3h.k.2i
global_load_lds_sbyte 6@13.k.2i
global_load_lds_sshort 6@15.k.2i
global_load_lds_ubyte 6@12.k.2i
global_load_lds_ushort 6@14.k.2i
global_load_sbyte 1@h.kk.51.2l 6@h.k.1n
global_load_sbyte_d16 1@y.k.2l 6@y.k.1n
global_load_sbyte_d16_hi 1@z.k.2l 6@z.k.1n
global_load_short_d16 1@10.k.2l 6@10.k.1n
global_load_short_d16_hi 1@11.k.2l 6@11.k.1n
global_load_sshort 1@j.kk.2l.51 6@j.k.1n
global_load_ubyte 1@g.kk.2l.51 6@g.k.1n
global_load_ubyte_d16 1@w.k.2l 6@w.k.1n
global_load_ubyte_d16_hi 1@x.k.2l 6@x.k.1n
global_load_ushort 1@i.kk.2l.51 6@i.k.1n
global_store_byte 1@o.k.52 6@o.k.2v
global_store_byte_d16_hi 1@p.k.52 6@p.k.2v
global_store_dword 1@s.k.52 6@s.k.2v
global_store_dwordx2 1@t.k.e0 6@t.k.co
global_store_dwordx3 1@u.k.e1 6@u.k.cp
global_store_dwordx4 1@v.k.e2 6@v.k.cq
global_store_short 1@q.k.52 6@q.k.2v
global_store_short_d16_hi 1@r.k.52 6@r.k.2v
s_abs_i32 1c.2.o
s_absdiff_i32 16.0.5
s_add_i32 2.0.5
s_add_u32 0.0.5
s_addc_u32 4.0.5
s_addk_i32 e.1.t
s_and_b32 c.0.5
s_and_b64 d.0.1b
s_and_saveexec_b64 w.2.j
s_andn1_saveexec_b64 1f.2.j
s_andn1_wrexec_b64 1h.2.j
s_andn2_b32 i.0.5
s_andn2_b64 j.0.1b
s_andn2_saveexec_b64 z.2.j
s_andn2_wrexec_b64 1i.2.j
s_ashr_i32 w.0.5
s_ashr_i64 x.0.1z
s_atc_probe 12.g.71
s_atc_probe_buffer 13.g.72
s_atomic_add 3m.g.v
s_atomic_add_x2 4i.g.q
s_atomic_and 3s.g.v
s_atomic_and_x2 4o.g.q
s_atomic_cmpswap 3l.g.q
s_atomic_cmpswap_x2 4h.g.1y
s_atomic_dec 3w.g.v
s_atomic_dec_x2 4s.g.q
s_atomic_inc 3v.g.v
s_atomic_inc_x2 4r.g.q
s_atomic_or 3t.g.v
s_atomic_or_x2 4p.g.q
s_atomic_smax 3q.g.v
s_atomic_smax_x2 4m.g.q
s_atomic_smin 3o.g.v
s_atomic_smin_x2 4k.g.q
s_atomic_sub 3n.g.v
s_atomic_sub_x2 4j.g.q
s_atomic_swap 3k.g.v
s_atomic_swap_x2 4g.g.q
s_atomic_umax 3r.g.v
s_atomic_umax_x2 4n.g.q
s_atomic_umin 3p.g.v
s_atomic_umin_x2 4l.g.q
s_atomic_xor 3u.g.v
s_atomic_xor_x2 4q.g.q
s_barrier a.4.1o
s_bcnt0_i32_b32 a.2.o
s_bcnt0_i32_b64 b.2.1w
s_bcnt1_i32_b32 c.2.o
s_bcnt1_i32_b64 d.2.1w
s_bfe_i32 12.0.5
s_bfe_i64 14.0.1z
s_bfe_u32 11.0.5
s_bfe_u64 13.0.1z
s_bfm_b32 y.0.5
s_bfm_b64 z.0.78
s_bitcmp0_b32 c.3.z
s_bitcmp0_b64 e.3.3j
s_bitcmp1_b32 d.3.z
s_bitcmp1_b64 f.3.3j
s_bitreplicate_b64_b32 1j.2.3k
s_bitset0_b32 o.2.o
s_bitset0_b64 p.2.3k
s_bitset1_b32 q.2.o
s_bitset1_b64 r.2.3k
s_branch 2.4.13
s_brev_b32 8.2.o
s_brev_b64 9.2.j
s_buffer_atomic_add 1u.g.11
s_buffer_atomic_add_x2 2q.g.y
s_buffer_atomic_and 20.g.11
s_buffer_atomic_and_x2 2w.g.y
s_buffer_atomic_cmpswap 1t.g.y
s_buffer_atomic_cmpswap_x2 2p.g.3e
s_buffer_atomic_dec 24.g.11
s_buffer_atomic_dec_x2 30.g.y
s_buffer_atomic_inc 23.g.11
s_buffer_atomic_inc_x2 2z.g.y
s_buffer_atomic_or 21.g.11
s_buffer_atomic_or_x2 2x.g.y
s_buffer_atomic_smax 1y.g.11
s_buffer_atomic_smax_x2 2u.g.y
s_buffer_atomic_smin 1w.g.11
s_buffer_atomic_smin_x2 2s.g.y
s_buffer_atomic_sub 1v.g.11
s_buffer_atomic_sub_x2 2r.g.y
s_buffer_atomic_swap 1s.g.11
s_buffer_atomic_swap_x2 2o.g.y
s_buffer_atomic_umax 1z.g.11
s_buffer_atomic_umax_x2 2v.g.y
s_buffer_atomic_umin 1x.g.11
s_buffer_atomic_umin_x2 2t.g.y
s_buffer_atomic_xor 22.g.11
s_buffer_atomic_xor_x2 2y.g.y
s_buffer_load_dword 8.g.11
s_buffer_load_dwordx16 c.g.70
s_buffer_load_dwordx2 9.g.y
s_buffer_load_dwordx4 a.g.3e
s_buffer_load_dwordx8 b.g.6z
s_buffer_store_dword o.g.11
s_buffer_store_dwordx2 p.g.y
s_buffer_store_dwordx4 q.g.3e
s_call_b64 l.1.3v
s_cbranch_cdbgsys n.4.13
s_cbranch_cdbgsys_and_user q.4.13
s_cbranch_cdbgsys_or_user p.4.13
s_cbranch_cdbguser o.4.13
s_cbranch_execnz 9.4.13
s_cbranch_execz 8.4.13
s_cbranch_g_fork 15.0.3i
s_cbranch_i_fork g.1.3v
s_cbranch_join 1a.2.7c
s_cbranch_scc0 4.4.13
s_cbranch_scc1 5.4.13
s_cbranch_vccnz 7.4.13
s_cbranch_vccz 6.4.13
s_cmov_b32 2.2.o
s_cmov_b64 3.2.j
s_cmovk_i32 1.1.t
s_cmp_eq_i32 0.3.z
s_cmp_eq_u32 6.3.z
s_cmp_eq_u64 i.3.3i
s_cmp_ge_i32 3.3.z
s_cmp_ge_u32 9.3.z
s_cmp_gt_i32 2.3.z
s_cmp_gt_u32 8.3.z
s_cmp_le_i32 5.3.z
s_cmp_le_u32 b.3.z
s_cmp_lg_i32 1.3.z
s_cmp_lg_u32 7.3.z
s_cmp_lg_u64 j.3.3i
s_cmp_lt_i32 4.3.z
s_cmp_lt_u32 a.3.z
s_cmpk_eq_i32 2.1.t
s_cmpk_eq_u32 8.1.t
s_cmpk_ge_i32 5.1.t
s_cmpk_ge_u32 b.1.t
s_cmpk_gt_i32 4.1.t
s_cmpk_gt_u32 a.1.t
s_cmpk_le_i32 7.1.t
s_cmpk_le_u32 d.1.t
s_cmpk_lg_i32 3.1.t
s_cmpk_lg_u32 9.1.t
s_cmpk_lt_i32 6.1.t
s_cmpk_lt_u32 c.1.t
s_cselect_b32 a.0.5
s_cselect_b64 b.0.1b
s_dcache_discard 14.g.4h
s_dcache_discard_x2 15.g.4h
s_dcache_inv w.g.2b
s_dcache_inv_vol y.g.2b
s_dcache_wb x.g.2b
s_dcache_wb_vol z.g.2b
s_decperflevel l.4.1f
s_endpgm 1.4.5t
s_endpgm_ordered_ps_done u.4.1o
s_endpgm_saved r.4.1o
s_ff0_i32_b32 e.2.o
s_ff0_i32_b64 f.2.1w
s_ff1_i32_b32 g.2.o
s_ff1_i32_b64 h.2.1w
s_flbit_i32 k.2.o
s_flbit_i32_b32 i.2.o
s_flbit_i32_b64 j.2.1w
s_flbit_i32_i64 l.2.1w
s_getpc_b64 s.2.79
s_getreg_b32 h.1.5q
s_icache_inv j.4.1o
s_incperflevel k.4.1f
s_load_dword 0.g.v
s_load_dwordx16 4.g.6y
s_load_dwordx2 1.g.q
s_load_dwordx4 2.g.1y
s_load_dwordx8 3.g.6x
s_lshl1_add_u32 1a.0.5
s_lshl2_add_u32 1b.0.5
s_lshl3_add_u32 1c.0.5
s_lshl4_add_u32 1d.0.5
s_lshl_b32 s.0.5
s_lshl_b64 t.0.1z
s_lshr_b32 u.0.5
s_lshr_b64 v.0.1z
s_max_i32 8.0.5
s_max_u32 9.0.5
s_memrealtime 11.g.4g
s_memtime 10.g.4g
s_min_i32 6.0.5
s_min_u32 7.0.5
s_mov_b32 0.2.o
s_mov_b64 1.2.j
s_movk_i32 0.1.t
s_movreld_b32 18.2.o
s_movreld_b64 19.2.j
s_movrels_b32 16.2.7a
s_movrels_b64 17.2.7b
s_mul_hi_i32 19.0.5
s_mul_hi_u32 18.0.5
s_mul_i32 10.0.5
s_mulk_i32 f.1.t
s_nand_b32 m.0.5
s_nand_b64 n.0.1b
s_nand_saveexec_b64 11.2.j
s_nop 0.4.1f
s_nor_b32 o.0.5
s_nor_b64 p.0.1b
s_nor_saveexec_b64 12.2.j
s_not_b32 4.2.o
s_not_b64 5.2.j
s_or_b32 e.0.5
s_or_b64 f.0.1b
s_or_saveexec_b64 x.2.j
s_orn1_saveexec_b64 1g.2.j
s_orn2_b32 k.0.5
s_orn2_b64 l.0.1b
s_orn2_saveexec_b64 10.2.j
s_pack_hh_b32_b16 1g.0.5
s_pack_lh_b32_b16 1f.0.5
s_pack_ll_b32_b16 1e.0.5
s_quadmask_b32 14.2.o
s_quadmask_b64 15.2.j
s_rfe_b64 v.2.4s
s_rfe_restore_b64 17.0.3j
s_scratch_load_dword 5.g.v
s_scratch_load_dwordx2 6.g.q
s_scratch_load_dwordx4 7.g.1y
s_scratch_store_dword l.g.v
s_scratch_store_dwordx2 m.g.q
s_scratch_store_dwordx4 n.g.1y
s_sendmsg g.4.3w
s_sendmsghalt h.4.3w
s_set_gpr_idx_idx 1e.2.7d
s_set_gpr_idx_mode t.4.5v
s_set_gpr_idx_off s.4.1o
s_set_gpr_idx_on h.3.7e
s_sethalt d.4.1f
s_setkill b.4.1f
s_setpc_b64 t.2.4s
s_setprio f.4.1f
s_setreg_b32 i.1.5r
s_setreg_imm32_b32 k.1.5s
s_setvskip g.3.z
s_sext_i32_i16 n.2.o
s_sext_i32_i8 m.2.o
s_sleep e.4.1f
s_store_dword g.g.v
s_store_dwordx2 h.g.q
s_store_dwordx4 i.g.1y
s_sub_i32 3.0.5
s_sub_u32 1.0.5
s_subb_u32 5.0.5
s_swappc_b64 u.2.j
s_trap i.4.1f
s_ttracedata m.4.1o
s_waitcnt c.4.5u
s_wakeup 3.4.1o
s_wqm_b32 6.2.o
s_wqm_b64 7.2.j
s_xnor_b32 q.0.5
s_xnor_b64 r.0.1b
s_xnor_saveexec_b64 13.2.j
s_xor_b32 g.0.5
s_xor_b64 h.0.1b
s_xor_saveexec_b64 y.2.j
scratch_load_dword 1@k.jj.2k.4z 6@k.j.1m
scratch_load_dwordx2 1@l.j.dr 6@l.j.cf
scratch_load_dwordx3 1@m.j.ds 6@m.j.cg
scratch_load_dwordx4 1@n.j.dt 6@n.j.ch
scratch_load_lds_dword 6@16.j.2u
scratch_load_lds_sbyte 6@13.j.2u
scratch_load_lds_sshort 6@15.j.2u
scratch_load_lds_ubyte 6@12.j.2u
scratch_load_lds_ushort 6@14.j.2u
scratch_load_sbyte 1@h.jj.4z.2k 6@h.j.1m
scratch_load_sbyte_d16 1@y.j.2k 6@y.j.1m
scratch_load_sbyte_d16_hi 1@z.j.2k 6@z.j.1m
scratch_load_short_d16 1@10.j.2k 6@10.j.1m
scratch_load_short_d16_hi 1@11.j.2k 6@11.j.1m
scratch_load_sshort 1@j.jj.2k.4z 6@j.j.1m
scratch_load_ubyte 1@g.jj.2k.4z 6@g.j.1m
scratch_load_ubyte_d16 1@w.j.2k 6@w.j.1m
scratch_load_ubyte_d16_hi 1@x.j.2k 6@x.j.1m
scratch_load_ushort 1@i.jj.2k.4z 6@i.j.1m
scratch_store_byte 1@o.j.50 6@o.j.2t
scratch_store_byte_d16_hi 1@p.j.50 6@p.j.2t
scratch_store_dword 1@s.j.50 6@s.j.2t
scratch_store_dwordx2 1@t.j.du 6@t.j.ci
scratch_store_dwordx3 1@u.j.dv 6@u.j.cj
scratch_store_dwordx4 1@v.j.dw 6@v.j.ck
scratch_store_short 1@q.j.50 6@q.j.2t
scratch_store_short_d16_hi 1@r.j.50 6@r.j.2t
tbuffer_load_format_d16_x 1@8.m.4q 6@8.m.2g
tbuffer_load_format_d16_xy 1@9.m.4q 6@9.m.2g
tbuffer_load_format_d16_xyz 1@a.m.4r 6@a.m.2h
tbuffer_load_format_d16_xyzw 1@b.m.4r 6@b.m.2h
tbuffer_load_format_x 1@0.m.4q 6@0.m.2g
tbuffer_load_format_xy 1@1.m.4r 6@1.m.2h
tbuffer_load_format_xyz 1@2.m.bq 6@2.m.5k
tbuffer_load_format_xyzw 1@3.m.br 6@3.m.5l
tbuffer_store_format_d16_x 1@c.m.4q 6@c.m.2g
tbuffer_store_format_d16_xy 1@d.m.4q 6@d.m.2g
tbuffer_store_format_d16_xyz 1@e.m.4r 6@e.m.2h
tbuffer_store_format_d16_xyzw 1@f.m.4r 6@f.m.2h
tbuffer_store_format_x 1@4.m.4q 6@4.m.2g
tbuffer_store_format_xy 1@5.m.4r 6@5.m.2h
tbuffer_store_format_xyz 1@6.m.bq 6@6.m.5k
tbuffer_store_format_xyzw 1@7.m.br 6@7.m.5l
v_accvgpr_mov_b32 2a.-b.6e
v_accvgpr_read_b32 2g.e.6m
v_accvgpr_write_b32 2h.e.6n
v_add3_u32 e7.-f.n
v_add_co_u32 3@p.7.ay p.ad.2z.32 7t.f.36 4@p.7.i7
v_add_f16 3@v.7.b2 v.ad.s.1g 7z.f.l 4@v.7.id
v_add_f32 3@1.7.aj 1.ad.s.f 75.f.l 4@1.7.hs
v_add_f64 hs.-f.1x
v_add_i16 im.-f.4f
v_add_i32 ik.-f.1r
v_add_lshl_u32 e6.-f.n
v_add_u16 3@12.7.b6 12.ad.e.14 86.f.38 4@12.7.ih
v_add_u32 3@1g.7.bk 1g.ad.e.f 8k.f.1r 4@1g.7.iu
v_addc_co_u32 3@s.7.az s.ad.30.33 7w.f.37 4@s.7.ia
v_alignbit_b32 cu.-f.48
v_alignbyte_b32 cv.-f.48
v_and_b32 3@j.7.av j.ad.e.f 7n.f.h 4@j.7.i5
v_and_or_b32 e9.-f.n
v_ashr_pk_i8_i32 4@h1.-f.d5
v_ashr_pk_u8_i32 4@h2.-f.d5
v_ashrrev_i16 3@18.7.bc 18.ad.e.14 8c.f.1h 4@18.7.in
v_ashrrev_i32 3@h.7.at h.ad.e.f 7l.f.h 4@h.7.cz
v_ashrrev_i64 i9.-f.3c
v_bcnt_u32_b32 i3.-f.h
v_bfe_i32 cp.-f.n
v_bfe_u32 co.-f.n
v_bfi_b32 cq.-f.n
v_bfm_b32 ib.-f.h
v_bfrev_b32 1@18.5.5w 18.8b.m.3 a4.f.1d 2@18.5.bz 4@18.5.2x
v_bitop3_b16 4@fn.-f.iz
v_bitop3_b32 4@fo.-f.j0
v_ceil_f16 1@1x.5.de 1x.8b.2.k at.f.4 2@1x.5.c0 4@1x.5.et
v_ceil_f32 1@t.5.1p t.8b.2.3 9p.f.4 2@t.5.2o 4@t.5.5z
v_ceil_f64 3@o.8.2y o.b.19 9k.f.1a
v_clrexcp 1h.-b.3z ad.-f.46
v_cmp_class_f16 3@k.6.7x k.cf.6.29 4@k.6.ez
v_cmp_class_f32 3@g.6.7v g.cf.0.29 4@g.6.ex
v_cmp_class_f64 i.cf.41.44
v_cmp_eq_f16 3@y.6.62 y.cf.6.1 4@y.6.f3
v_cmp_eq_f32 3@1u.6.8k 1u.cf.0.1 4@1u.6.fp
v_cmp_eq_f64 2q.cf.7.a
v_cmp_eq_i16 3@4i.6.96 4i.cf.8.b 4@4i.6.g9
v_cmp_eq_i32 3@5e.6.4v 5e.cf.0.c 4@5e.6.h2
v_cmp_eq_i64 6a.cf.9.d
v_cmp_eq_u16 3@4q.6.66 4q.cf.8.b 4@4q.6.65
v_cmp_eq_u32 3@5m.6.5b 5m.cf.0.c 4@5m.6.h7
v_cmp_eq_u64 6i.cf.9.d
v_cmp_f_f16 3@w.6.61 w.cf.6.1 4@w.6.f1
v_cmp_f_f32 3@1s.6.8i 1s.cf.0.1 4@1s.6.fn
v_cmp_f_f64 2o.cf.7.a
v_cmp_f_i16 3@4g.6.94 4g.cf.8.b 4@4g.6.g7
v_cmp_f_i32 3@5c.6.3x 5c.cf.0.c 4@5c.6.h0
v_cmp_f_i64 68.cf.9.d
v_cmp_f_u16 3@4o.6.9b 4o.cf.8.b 4@4o.6.gf
v_cmp_f_u32 3@5k.6.a0 5k.cf.0.c 4@5k.6.4v
v_cmp_f_u64 6g.cf.9.d
v_cmp_ge_f16 3@12.6.1u 12.cf.6.1 4@12.6.f6
v_cmp_ge_f32 3@1y.6.58 1y.cf.0.1 4@1y.6.4u
v_cmp_ge_f64 2u.cf.7.a
v_cmp_ge_i16 3@4m.6.9a 4m.cf.8.b 4@4m.6.gd
v_cmp_ge_i32 3@5i.6.5a 5i.cf.0.c 4@5i.6.h4
v_cmp_ge_i64 6e.cf.9.d
v_cmp_ge_u16 3@4u.6.9f 4u.cf.8.b 4@4u.6.gk
v_cmp_ge_u32 3@5q.6.a5 5q.cf.0.c 4@5q.6.hb
v_cmp_ge_u64 6m.cf.9.d
v_cmp_gt_f16 3@10.6.81 10.cf.6.1 4@10.6.f4
v_cmp_gt_f32 3@1w.6.8m 1w.cf.0.1 4@1w.6.cx
v_cmp_gt_f64 2s.cf.7.a
v_cmp_gt_i16 3@4k.6.98 4k.cf.8.b 4@4k.6.gb
v_cmp_gt_i32 3@5g.6.9y 5g.cf.0.c 4@5g.6.h3
v_cmp_gt_i64 6c.cf.9.d
v_cmp_gt_u16 3@4s.6.9e 4s.cf.8.b 4@4s.6.gi
v_cmp_gt_u32 3@5o.6.a3 5o.cf.0.c 4@5o.6.h9
v_cmp_gt_u64 6k.cf.9.d
v_cmp_le_f16 3@z.6.80 z.cf.6.1 4@z.6.62
v_cmp_le_f32 3@1v.6.8l 1v.cf.0.1 4@1v.6.3q
v_cmp_le_f64 2r.cf.7.a
v_cmp_le_i16 3@4j.6.97 4j.cf.8.b 4@4j.6.ga
v_cmp_le_i32 3@5f.6.9x 5f.cf.0.c 4@5f.6.5b
v_cmp_le_i64 6b.cf.9.d
v_cmp_le_u16 3@4r.6.9d 4r.cf.8.b 4@4r.6.gh
v_cmp_le_u32 3@5n.6.a2 5n.cf.0.c 4@5n.6.h8
v_cmp_le_u64 6j.cf.9.d
v_cmp_lg_f16 3@11.6.82 11.cf.6.1 4@11.6.f5
v_cmp_lg_f32 3@1x.6.8n 1x.cf.0.1 4@1x.6.fq
v_cmp_lg_f64 2t.cf.7.a
v_cmp_lt_f16 3@x.6.7z x.cf.6.1 4@x.6.f2
v_cmp_lt_f32 3@1t.6.8j 1t.cf.0.1 4@1t.6.fo
v_cmp_lt_f64 2p.cf.7.a
v_cmp_lt_i16 3@4h.6.95 4h.cf.8.b 4@4h.6.g8
v_cmp_lt_i32 3@5d.6.9w 5d.cf.0.c 4@5d.6.h1
v_cmp_lt_i64 69.cf.9.d
v_cmp_lt_u16 3@4p.6.9c 4p.cf.8.b 4@4p.6.gg
v_cmp_lt_u32 3@5l.6.a1 5l.cf.0.c 4@5l.6.h6
v_cmp_lt_u64 6h.cf.9.d
v_cmp_ne_i16 3@4l.6.99 4l.cf.8.b 4@4l.6.gc
v_cmp_ne_i32 3@5h.6.4v 5h.cf.0.c 4@5h.6.69
v_cmp_ne_i64 6d.cf.9.d
v_cmp_ne_u16 4t.cf.8.b 4@4t.6.gj
v_cmp_ne_u32 3@5p.6.a4 5p.cf.0.c 4@5p.6.ha
v_cmp_ne_u64 6l.cf.9.d
v_cmp_neq_f16 3@19.6.63 19.cf.6.1 4@19.6.fc
v_cmp_neq_f32 3@25.6.8t 25.cf.0.1 4@25.6.fv
v_cmp_neq_f64 31.cf.7.a
v_cmp_nge_f16 3@15.6.3q 15.cf.6.1 4@15.6.f8
v_cmp_nge_f32 3@21.6.8q 21.cf.0.1 4@21.6.fs
v_cmp_nge_f64 2x.cf.7.a
v_cmp_ngt_f16 3@17.6.85 17.cf.6.1 4@17.6.fa
v_cmp_ngt_f32 3@23.6.8s 23.cf.0.1 4@23.6.ft
v_cmp_ngt_f64 2z.cf.7.a
v_cmp_nle_f16 3@18.6.86 18.cf.6.1 4@18.6.fb
v_cmp_nle_f32 3@24.6.1u 24.cf.0.1 4@24.6.fu
v_cmp_nle_f64 30.cf.7.a
v_cmp_nlg_f16 3@16.6.84 16.cf.6.1 4@16.6.f9
v_cmp_nlg_f32 3@22.6.8r 22.cf.0.1 4@22.6.4u
v_cmp_nlg_f64 2y.cf.7.a
v_cmp_nlt_f16 3@1a.6.1u 1a.cf.6.1 4@1a.6.fd
v_cmp_nlt_f32 3@26.6.8u 26.cf.0.1 4@26.6.cx
v_cmp_nlt_f64 32.cf.7.a
v_cmp_o_f16 3@13.6.56 13.cf.6.1 4@13.6.f7
v_cmp_o_f32 3@1z.6.8o 1z.cf.0.1 4@1z.6.fr
v_cmp_o_f64 2v.cf.7.a
v_cmp_t_i16 3@4n.6.65 4n.cf.8.b 4@4n.6.ge
v_cmp_t_i32 3@5j.6.9z 5j.cf.0.c 4@5j.6.h5
v_cmp_t_i64 6f.cf.9.d
v_cmp_t_u16 3@4v.6.9g 4v.cf.8.b 4@4v.6.gl
v_cmp_t_u32 3@5r.6.a6 5r.cf.0.c 4@5r.6.hc
v_cmp_t_u64 6n.cf.9.d
v_cmp_tru_f16 3@1b.6.87 1b.cf.6.1 4@1b.6.64
v_cmp_tru_f32 3@27.6.8v 27.cf.0.1 4@27.6.cw
v_cmp_tru_f64 33.cf.7.a
v_cmp_u_f16 3@14.6.83 14.cf.6.1 4@14.6.cv
v_cmp_u_f32 3@20.6.8p 20.cf.0.1 4@20.6.1u
v_cmp_u_f64 2w.cf.7.a
v_cmpx_class_f16 3@l.6.7y l.cf.6.29 4@l.6.f0
v_cmpx_class_f32 3@h.6.7w h.cf.0.29 4@h.6.ey
v_cmpx_class_f64 j.cf.41.44
v_cmpx_eq_f16 3@1e.6.1u 1e.cf.6.1 4@1e.6.fg
v_cmpx_eq_f32 3@2a.6.1u 2a.cf.0.1 4@2a.6.fx
v_cmpx_eq_f64 36.cf.7.a
v_cmpx_eq_i16 3@4y.6.67 4y.cf.8.b 4@4y.6.gn
v_cmpx_eq_i32 3@5u.6.a8 5u.cf.0.c 4@5u.6.hf
v_cmpx_eq_i64 6q.cf.9.d
v_cmpx_eq_u16 3@56.6.9q 56.cf.8.b 4@56.6.gv
v_cmpx_eq_u32 3@62.6.af 62.cf.0.c 4@62.6.hl
v_cmpx_eq_u64 6y.cf.9.d
v_cmpx_f_f16 3@1c.6.88 1c.cf.6.1 4@1c.6.fe
v_cmpx_f_f32 3@28.6.1u 28.cf.0.1 4@28.6.61
v_cmpx_f_f64 34.cf.7.a
v_cmpx_f_i16 3@4w.6.9h 4w.cf.8.b 4@4w.6.67
v_cmpx_f_i32 3@5s.6.a7 5s.cf.0.c 4@5s.6.hd
v_cmpx_f_i64 6o.cf.9.d
v_cmpx_f_u16 3@54.6.9o 54.cf.8.b 4@54.6.gt
v_cmpx_f_u32 3@60.6.ad 60.cf.0.c 4@60.6.68
v_cmpx_f_u64 6w.cf.9.d
v_cmpx_ge_f16 3@1i.6.8b 1i.cf.6.1 4@1i.6.fh
v_cmpx_ge_f32 3@2e.6.8z 2e.cf.0.1 4@2e.6.g0
v_cmpx_ge_f64 3a.cf.7.a
v_cmpx_ge_i16 3@52.6.9m 52.cf.8.b 4@52.6.gr
v_cmpx_ge_i32 3@5y.6.ab 5y.cf.0.c 4@5y.6.hj
v_cmpx_ge_i64 6u.cf.9.d
v_cmpx_ge_u16 3@5a.6.9u 5a.cf.8.b 4@5a.6.66
v_cmpx_ge_u32 3@66.6.ag 66.cf.0.c 4@66.6.hp
v_cmpx_ge_u64 72.cf.9.d
v_cmpx_gt_f16 3@1g.6.56 1g.cf.6.1 4@1g.6.1u
v_cmpx_gt_f32 3@2c.6.8x 2c.cf.0.1 4@2c.6.fy
v_cmpx_gt_f64 38.cf.7.a
v_cmpx_gt_i16 3@50.6.9k 50.cf.8.b 4@50.6.gp
v_cmpx_gt_i32 3@5w.6.a9 5w.cf.0.c 4@5w.6.hh
v_cmpx_gt_i64 6s.cf.9.d
v_cmpx_gt_u16 3@58.6.9s 58.cf.8.b 4@58.6.gx
v_cmpx_gt_u32 3@64.6.3x 64.cf.0.c 4@64.6.hn
v_cmpx_gt_u64 70.cf.9.d
v_cmpx_le_f16 3@1f.6.8a 1f.cf.6.1 4@1f.6.63
v_cmpx_le_f32 3@2b.6.8w 2b.cf.0.1 4@2b.6.1u
v_cmpx_le_f64 37.cf.7.a
v_cmpx_le_i16 3@4z.6.9j 4z.cf.8.b 4@4z.6.go
v_cmpx_le_i32 3@5v.6.69 5v.cf.0.c 4@5v.6.hg
v_cmpx_le_i64 6r.cf.9.d
v_cmpx_le_u16 3@57.6.9r 57.cf.8.b 4@57.6.gw
v_cmpx_le_u32 3@63.6.3x 63.cf.0.c 4@63.6.hm
v_cmpx_le_u64 6z.cf.9.d
v_cmpx_lg_f16 3@1h.6.57 1h.cf.6.1 4@1h.6.7j
v_cmpx_lg_f32 3@2d.6.8y 2d.cf.0.1 4@2d.6.fz
v_cmpx_lg_f64 39.cf.7.a
v_cmpx_lt_f16 3@1d.6.89 1d.cf.6.1 4@1d.6.ff
v_cmpx_lt_f32 3@29.6.59 29.cf.0.1 4@29.6.fw
v_cmpx_lt_f64 35.cf.7.a
v_cmpx_lt_i16 3@4x.6.9i 4x.cf.8.b 4@4x.6.gm
v_cmpx_lt_i32 3@5t.6.68 5t.cf.0.c 4@5t.6.he
v_cmpx_lt_i64 6p.cf.9.d
v_cmpx_lt_u16 3@55.6.9p 55.cf.8.b 4@55.6.gu
v_cmpx_lt_u32 3@61.6.ae 61.cf.0.c 4@61.6.5b
v_cmpx_lt_u64 6x.cf.9.d
v_cmpx_ne_i16 3@51.6.9l 51.cf.8.b 4@51.6.gq
v_cmpx_ne_i32 3@5x.6.aa 5x.cf.0.c 4@5x.6.hi
v_cmpx_ne_i64 6t.cf.9.d
v_cmpx_ne_u16 3@59.6.9t 59.cf.8.b 4@59.6.gy
v_cmpx_ne_u32 3@65.6.5a 65.cf.0.c 4@65.6.ho
v_cmpx_ne_u64 71.cf.9.d
v_cmpx_neq_f16 3@1p.6.8g 1p.cf.6.1 4@1p.6.fl
v_cmpx_neq_f32 3@2l.6.93 2l.cf.0.1 4@2l.6.3q
v_cmpx_neq_f64 3h.cf.7.a
v_cmpx_nge_f16 3@1l.6.57 1l.cf.6.1 4@1l.6.cw
v_cmpx_nge_f32 3@2h.6.64 2h.cf.0.1 4@2h.6.g2
v_cmpx_nge_f64 3d.cf.7.a
v_cmpx_ngt_f16 3@1n.6.8e 1n.cf.6.1 4@1n.6.fj
v_cmpx_ngt_f32 3@2j.6.3q 2j.cf.0.1 4@2j.6.g4
v_cmpx_ngt_f64 3f.cf.7.a
v_cmpx_nle_f16 3@1o.6.8f 1o.cf.6.1 4@1o.6.fk
v_cmpx_nle_f32 3@2k.6.4u 2k.cf.0.1 4@2k.6.g5
v_cmpx_nle_f64 3g.cf.7.a
v_cmpx_nlg_f16 3@1m.6.8d 1m.cf.6.1 4@1m.6.cv
v_cmpx_nlg_f32 3@2i.6.92 2i.cf.0.1 4@2i.6.g3
v_cmpx_nlg_f64 3e.cf.7.a
v_cmpx_nlt_f16 3@1q.6.8h 1q.cf.6.1 4@1q.6.7j
v_cmpx_nlt_f32 3@2m.6.58 2m.cf.0.1 4@2m.6.g6
v_cmpx_nlt_f64 3i.cf.7.a
v_cmpx_o_f16 3@1j.6.1u 1j.cf.6.1 4@1j.6.4u
v_cmpx_o_f32 3@2f.6.90 2f.cf.0.1 4@2f.6.g1
v_cmpx_o_f64 3b.cf.7.a
v_cmpx_t_i16 3@53.6.9n 53.cf.8.b 4@53.6.gs
v_cmpx_t_i32 3@5z.6.ac 5z.cf.0.c 4@5z.6.hk
v_cmpx_t_i64 6v.cf.9.d
v_cmpx_t_u16 3@5b.6.9v 5b.cf.8.b 4@5b.6.gz
v_cmpx_t_u32 3@67.6.ah 67.cf.0.c 4@67.6.hq
v_cmpx_t_u64 73.cf.9.d
v_cmpx_tru_f16 3@1r.6.1u 1r.cf.6.1 4@1r.6.fm
v_cmpx_tru_f32 3@2n.6.59 2n.cf.0.1 4@2n.6.7j
v_cmpx_tru_f64 3j.cf.7.a
v_cmpx_u_f16 3@1k.6.8c 1k.cf.6.1 4@1k.6.fi
v_cmpx_u_f32 3@2g.6.91 2g.cf.0.1 4@2g.6.3q
v_cmpx_u_f64 3c.cf.7.a
v_cndmask_b32 3@0.7.ai 0.ad.6b.6f 74.f.6o 4@0.7.hr
v_cos_f16 1@22.5.2o 22.8b.2.k ay.f.4 6@22.5.1p
v_cos_f32 3@16.5.1p 16.8b.2.3 a2.f.4 4@16.5.20
v_cubeid_f32 ck.-f.10
v_cubema_f32 cn.-f.10
v_cubesc_f32 cl.-f.10
v_cubetc_f32 cm.-f.10
v_cvt_f16_f32 1@a.5.1p a.8b.2.3 96.f.4 2@a.5.bx 4@a.5.ct
v_cvt_f16_i16 1@1m.5.dd 1m.8b.m.40 ai.f.47 2@1m.5.ea 4@1m.5.ep
v_cvt_f16_u16 1@1l.5.dc 1l.8b.m.40 ah.f.47 2@1l.5.e9 4@1l.5.eo
v_cvt_f32_bf16 4@2j.58b.55.2.ix 4@bf.f.4
v_cvt_f32_bf8 2@2d.5.eg 6@2d.8b.m.3 6@b9.f.1e
v_cvt_f32_f16 1@b.5.2n b.8b.2.k 97.f.4 2@b.5.5g 4@b.5.5z
v_cvt_f32_f64 3@f.8.3y f.b.25 9b.f.2a
v_cvt_f32_fp8 2@2c.5.ef 6@2c.8b.m.3 6@b8.f.1e 4@2c.5.ev
v_cvt_f32_i32 1@5.5.7o 5.8b.m.3 91.f.1e 2@5.5.bu 4@5.5.2m
v_cvt_f32_u32 3@6.5.2m 6.8b.m.3 92.f.1e 4@6.5.ei
v_cvt_f32_ubyte0 1@h.5.da h.8b.m.3 9d.f.1e 2@h.5.2m 4@h.5.7o
v_cvt_f32_ubyte1 1@i.5.db i.8b.m.3 9e.f.1e 2@i.5.e6 4@i.5.bu
v_cvt_f32_ubyte2 j.58b.2m.m.3 9f.f.1e
v_cvt_f32_ubyte3 3@k.5.2m k.8b.m.3 9g.f.1e 4@k.5.el
v_cvt_f64_f32 3@g.8.bo g.b.24 9c.f.6p
v_cvt_f64_i32 4.b.24 90.f.2p
v_cvt_f64_u32 m.b.24 9i.f.2p 4@m.8.5h
v_cvt_flr_i32_f32 5@d.5.3l d.8b.2.3 99.f.3a 2@d.5.e5
v_cvt_i16_f16 1@1o.5.3l 1o.8b.2.k ak.f.4 2@1o.5.60 4@1o.5.er
v_cvt_i32_f32 1@8.5.7p 8.8b.2.3 94.f.4 2@8.5.bw 4@8.5.bv
v_cvt_i32_f64 3.b.25 8z.f.2a 4@3.8.3y
v_cvt_norm_i16_f16 1@25.5.60 25.8b.2.k b1.f.4 2@25.5.53 4@25.5.bw
v_cvt_norm_u16_f16 26.58b.3l.2.k b2.f.4
v_cvt_off_f32_i4 1@e.5.d9 e.8b.m.3 9a.f.1e 2@e.5.2m 4@e.5.ek
v_cvt_pk_bf16_f32 4@h4.-f.j2
v_cvt_pk_bf8_f32 6@ir.-f.3n
v_cvt_pk_f16_f32 4@h3.-f.l
v_cvt_pk_f32_bf8 2@2f.5.eh 6@2f.8b.5h.24 6@bb.f.2p
v_cvt_pk_f32_fp8 6@2e.b.24 6@ba.f.2p 4@2e.8.5h
v_cvt_pk_fp8_f32 6@iq.-f.3n
v_cvt_pk_i16_i32 ig.-f.h
v_cvt_pk_u16_u32 if.-f.h
v_cvt_pk_u8_f32 d9.-f.6q
v_cvt_pkaccum_u8_f32 ds.-f.6u
v_cvt_pknorm_i16_f16 ih.-f.3d
v_cvt_pknorm_i16_f32 ic.-f.4e
v_cvt_pknorm_u16_f16 ii.-f.3d
v_cvt_pknorm_u16_f32 id.-f.4e
v_cvt_pkrtz_f16_f32 ie.-f.l
v_cvt_rpi_i32_f32 1@c.5.d8 c.8b.2.3 98.f.3a 2@c.5.5x 4@c.5.ej
v_cvt_scalef32_2xpk16_bf6_f32 4@gj.-f.d7
v_cvt_scalef32_2xpk16_fp6_f32 4@gi.-f.d7
v_cvt_scalef32_f16_bf8 4@gb.-f.2w
v_cvt_scalef32_f16_fp8 4@ga.-f.2w
v_cvt_scalef32_f32_bf8 4@fw.-f.2w
v_cvt_scalef32_f32_fp8 4@fv.-f.2w
v_cvt_scalef32_pk32_bf16_bf6 4@gz.-f.5p
v_cvt_scalef32_pk32_bf16_fp6 4@gx.-f.5p
v_cvt_scalef32_pk32_bf6_bf16 4@gr.-f.5n
v_cvt_scalef32_pk32_bf6_f16 4@gq.-f.5n
v_cvt_scalef32_pk32_f16_bf6 4@gy.-f.5p
v_cvt_scalef32_pk32_f16_fp6 4@gw.-f.5p
v_cvt_scalef32_pk32_f32_bf6 4@gn.-f.d4
v_cvt_scalef32_pk32_f32_fp6 4@gm.-f.d4
v_cvt_scalef32_pk32_fp6_bf16 4@gp.-f.5n
v_cvt_scalef32_pk32_fp6_f16 4@go.-f.5n
v_cvt_scalef32_pk_bf16_bf8 4@h6.-f.2w
v_cvt_scalef32_pk_bf16_fp4 4@gh.-f.2w
v_cvt_scalef32_pk_bf16_fp8 4@h5.-f.2w
v_cvt_scalef32_pk_bf8_bf16 4@g5.-f.3n
v_cvt_scalef32_pk_bf8_f16 4@g1.-f.3n
v_cvt_scalef32_pk_bf8_f32 4@fq.-f.7m
v_cvt_scalef32_pk_f16_bf8 4@g9.-f.2w
v_cvt_scalef32_pk_f16_fp4 4@gg.-f.2w
v_cvt_scalef32_pk_f16_fp8 4@g8.-f.2w
v_cvt_scalef32_pk_f32_bf8 4@fu.-f.7n
v_cvt_scalef32_pk_f32_fp4 4@fz.-f.7n
v_cvt_scalef32_pk_f32_fp8 4@ft.-f.7n
v_cvt_scalef32_pk_fp4_bf16 4@gd.-f.d2
v_cvt_scalef32_pk_fp4_f16 4@gc.-f.d2
v_cvt_scalef32_pk_fp4_f32 4@fx.-f.7m
v_cvt_scalef32_pk_fp8_bf16 4@g4.-f.3n
v_cvt_scalef32_pk_fp8_f16 4@g0.-f.3n
v_cvt_scalef32_pk_fp8_f32 4@fp.-f.7m
v_cvt_scalef32_sr_bf8_bf16 4@g7.-f.3p
v_cvt_scalef32_sr_bf8_f16 4@g3.-f.3p
v_cvt_scalef32_sr_bf8_f32 4@fs.-f.3p
v_cvt_scalef32_sr_fp8_bf16 4@g6.-f.3p
v_cvt_scalef32_sr_fp8_f16 4@g2.-f.3p
v_cvt_scalef32_sr_fp8_f32 4@fr.-f.3p
v_cvt_scalef32_sr_pk32_bf6_bf16 4@gv.-f.5o
v_cvt_scalef32_sr_pk32_bf6_f16 4@gu.-f.5o
v_cvt_scalef32_sr_pk32_bf6_f32 4@gl.-f.d3
v_cvt_scalef32_sr_pk32_fp6_bf16 4@gt.-f.5o
v_cvt_scalef32_sr_pk32_fp6_f16 4@gs.-f.5o
v_cvt_scalef32_sr_pk32_fp6_f32 4@gk.-f.d3
v_cvt_scalef32_sr_pk_fp4_bf16 4@gf.-f.3p
v_cvt_scalef32_sr_pk_fp4_f16 4@ge.-f.3p
v_cvt_scalef32_sr_pk_fp4_f32 4@fy.-f.j1
v_cvt_sr_bf16_f32 4@iv.-f.d6
v_cvt_sr_bf8_f32 6@it.-f.5i
v_cvt_sr_f16_f32 4@iu.-f.d6
v_cvt_sr_fp8_f32 6@is.-f.5i
v_cvt_u16_f16 1@1n.5.3l 1n.8b.2.k aj.f.4 2@1n.5.60 4@1n.5.eq
v_cvt_u32_f32 1@7.5.53 7.8b.2.3 93.f.4 2@7.5.bv 4@7.5.3l
v_cvt_u32_f64 l.8b.3y.25 9h.f.2a
v_div_fixup_f16 ef.-f.1v
v_div_fixup_f32 da.-f.10
v_div_fixup_f64 db.-f.3b
v_div_fixup_legacy_f16 dr.-f.10
v_div_fmas_f32 de.-f.10
v_div_fmas_f64 df.-f.3b
v_div_scale_f32 dc.-f.6r
v_div_scale_f64 dd.-f.6s
v_dot2_f32_bf16 4@q.e.1q
v_dot2_f32_f16 z.e.1q
v_dot2_i32_i16 12.e.1q
v_dot2_u32_u16 13.e.1q
v_dot2c_f32_bf16 4@m.ad.s.iy 4@7q.f.l
v_dot2c_f32_f16 1j.ad.s.42 8n.f.l
v_dot2c_i32_i16 1k.ad.31.f 8o.f.39
v_dot4_i32_i8 14.e.26
v_dot4_u32_u8 15.e.26
v_dot4c_i32_i8 1l.ad.31.f 8p.f.39
v_dot8_i32_i4 16.e.26
v_dot8_u32_u4 17.e.26
v_dot8c_i32_i4 1m.ad.31.f 8q.f.39
v_exp_f16 1@1t.5.2o 1t.8b.2.k ap.f.4 2@1t.5.by 4@1t.5.5g
v_exp_f32 1@w.5.2o w.8b.2.3 9s.f.4 6@w.5.1p
v_exp_legacy_f32 3@23.5.2o 23.8b.2.3 az.f.4 4@23.5.eu
v_ffbh_i32 3@1b.5.2x 1b.8b.m.3 a7.f.1d 4@1b.5.7s
v_ffbh_u32 1@19.5.2x 19.8b.m.3 a5.f.1d 2@19.5.e7 4@19.5.5w
v_ffbl_b32 1@1a.5.7s 1a.8b.m.3 a6.f.1d 2@1a.5.e8 4@1a.5.bz
v_floor_f16 1w.58b.1p.2.k as.f.4
v_floor_f32 1@v.5.1p v.8b.2.3 9r.f.4 2@v.5.2n 4@v.5.7u
v_floor_f64 3@q.8.2y q.b.19 9m.f.1a
v_fma_f16 ee.-f.1v
v_fma_f32 cr.-f.10
v_fma_f64 cs.-f.3b
v_fma_legacy_f16 dq.-f.10
v_fma_mix_f32 w.e.34
v_fma_mixhi_f16 y.e.34
v_fma_mixlo_f16 x.e.34
v_fmaak_f32 6@o.-d.6i
v_fmac_f32 1n.ad.s.f 8r.f.l
v_fmac_f64 4.d.6g 78.f.1x
v_fmamk_f32 6@n.-d.6h
v_fract_f16 1@20.5.7u 20.8b.2.k aw.f.4 2@20.5.20 4@20.5.2o
v_fract_f32 1@r.5.20 r.8b.2.3 9n.f.4 2@r.5.by 4@r.5.5g
v_fract_f64 1e.b.19 aa.f.1a 4@1e.8.2y
v_frexp_exp_i16_f16 1@1v.5.53 1v.8b.2.k ar.f.4 2@1v.5.eb 4@1v.5.5x
v_frexp_exp_i32_f32 1@1f.5.5x 1f.8b.2.3 ab.f.3a 2@1f.5.7p 4@1f.5.53
v_frexp_exp_i32_f64 1c.b.25 a8.f.2a
v_frexp_mant_f16 3@1u.5.20 1u.8b.2.k aq.f.4 4@1u.5.5g
v_frexp_mant_f32 1@1g.5.20 1g.8b.2.3 ac.f.4 6@1g.5.55
v_frexp_mant_f64 1d.b.19 a9.f.1a 4@1d.8.2y
v_ldexp_f16 3@1f.7.bj 1f.ad.6c.1g 8j.f.45 4@1f.7.it
v_ldexp_f32 i0.-f.45
v_ldexp_f64 hw.-f.4d
v_lerp_u8 ct.-f.n
v_log_f16 1@1s.5.20 1s.8b.2.k ao.f.4 2@1s.5.bx 4@1s.5.es
v_log_f32 3@x.5.2n x.8b.2.3 9t.f.4 4@x.5.54
v_log_legacy_f32 5@24.5.1p 24.8b.2.3 b0.f.4 2@24.5.2n
v_lshl_add_u32 e5.-f.n
v_lshl_add_u64 6@eg.-f.c5
v_lshl_or_b32 e8.-f.n
v_lshlrev_b16 3@16.7.ba 16.ad.e.14 8a.f.1h 4@16.7.il
v_lshlrev_b32 3@i.7.au i.ad.e.f 7m.f.h 4@i.7.6a
v_lshlrev_b64 i7.-f.3c
v_lshrrev_b16 3@17.7.bb 17.ad.e.14 8b.f.1h 4@17.7.im
v_lshrrev_b32 3@g.7.as g.ad.e.f 7k.f.h 4@g.7.i4
v_lshrrev_b64 i8.-f.3c
v_mac_f16 z.ad.s.1g 83.f.l
v_mac_f32 1@m.ad.s.f 1@7q.f.l
v_mad_f16 eb.-f.1v
v_mad_f32 1@ch.-f.10
v_mad_i16 ed.-f.1i
v_mad_i32_i16 du.-f.4c
v_mad_i32_i24 ci.-f.1s
v_mad_i64_i32 dl.-f.4a
v_mad_legacy_f16 dm.-f.10
v_mad_legacy_f32 1@cg.-f.10
v_mad_legacy_i16 do.-f.4b
v_mad_legacy_u16 dn.-f.4b
v_mad_u16 ec.-f.1i
v_mad_u32_u16 dt.-f.4c
v_mad_u32_u24 cj.-f.1s
v_mad_u64_u32 dk.-f.4a
v_madak_f16 11.-d.6k
v_madak_f32 1@o.-d.6i
v_madmk_f16 10.-d.6j
v_madmk_f32 1@n.-d.6h
v_max3_f16 dz.-f.1v
v_max3_f32 cz.-f.10
v_max3_i16 e0.-f.1i
v_max3_i32 d0.-f.n
v_max3_u16 e1.-f.1i
v_max3_u32 d1.-f.n
v_max_f16 3@19.7.bd 19.ad.s.1g 8d.f.l 4@19.7.io
v_max_f32 3@b.7.aq b.ad.s.f 7f.f.l 4@b.7.hz
v_max_f64 hv.-f.1x
v_max_i16 3@1c.7.bg 1c.ad.e.14 8g.f.1h 4@1c.7.ir
v_max_i32 3@d.7.3r d.ad.e.f 7h.f.h 4@d.7.i1
v_max_u16 3@1b.7.bf 1b.ad.e.14 8f.f.1h 4@1b.7.iq
v_max_u32 3@f.7.6a f.ad.e.f 7j.f.h 4@f.7.i3
v_maximum3_f32 4@ix.-f.10
v_mbcnt_hi_u32_b32 i5.-f.h
v_mbcnt_lo_u32_b32 i4.-f.h
v_med3_f16 e2.-f.1v
v_med3_f32 d2.-f.10
v_med3_i16 e3.-f.1i
v_med3_i32 d3.-f.n
v_med3_u16 e4.-f.1i
v_med3_u32 d4.-f.n
v_mfma_f32_16x16x128_f8f6f4 4@19.e.j4
v_mfma_f32_16x16x16_bf16 6@2p.e.1j
v_mfma_f32_16x16x16_f16 6@25.e.1j
v_mfma_f32_16x16x16bf16_1k 1@2v.e.1j
v_mfma_f32_16x16x16f16 1@25.e.1j
v_mfma_f32_16x16x1_4b_f32 6@1t.e.27
v_mfma_f32_16x16x1f32 1@1t.e.27
v_mfma_f32_16x16x2bf16 1@2x.e.27
v_mfma_f32_16x16x32_bf16 4@1h.e.7k
v_mfma_f32_16x16x32_bf8_bf8 6@34.e.1j
v_mfma_f32_16x16x32_bf8_fp8 6@35.e.1j
v_mfma_f32_16x16x32_f16 4@2c.e.7k
v_mfma_f32_16x16x32_fp8_bf8 6@36.e.1j
v_mfma_f32_16x16x32_fp8_fp8 6@37.e.1j
v_mfma_f32_16x16x4_4b_bf16 6@2m.e.1k
v_mfma_f32_16x16x4_4b_f16 6@21.e.1k
v_mfma_f32_16x16x4_f32 6@1x.e.28
v_mfma_f32_16x16x4bf16_1k 1@2s.e.1k
v_mfma_f32_16x16x4f16 1@21.e.1k
v_mfma_f32_16x16x4f32 1@1x.e.28
v_mfma_f32_16x16x8_xf32 2@1q.e.1j
v_mfma_f32_16x16x8bf16 1@31.e.28
v_mfma_f32_32x32x16_bf16 4@1j.e.7l
v_mfma_f32_32x32x16_bf8_bf8 6@38.e.1k
v_mfma_f32_32x32x16_bf8_fp8 6@39.e.1k
v_mfma_f32_32x32x16_f16 4@2d.e.7l
v_mfma_f32_32x32x16_fp8_bf8 6@3a.e.1k
v_mfma_f32_32x32x16_fp8_fp8 6@3b.e.1k
v_mfma_f32_32x32x1_2b_f32 6@1s.e.3s
v_mfma_f32_32x32x1f32 1@1s.e.3s
v_mfma_f32_32x32x2_f32 6@1w.e.27
v_mfma_f32_32x32x2bf16 1@2w.e.3s
v_mfma_f32_32x32x2f32 1@1w.e.27
v_mfma_f32_32x32x4_2b_bf16 6@2l.e.43
v_mfma_f32_32x32x4_2b_f16 6@20.e.43
v_mfma_f32_32x32x4_xf32 2@1r.e.1k
v_mfma_f32_32x32x4bf16 1@30.e.27
v_mfma_f32_32x32x4bf16_1k 1@2r.e.43
v_mfma_f32_32x32x4f16 1@20.e.43
v_mfma_f32_32x32x64_f8f6f4 4@1a.e.j5
v_mfma_f32_32x32x8_bf16 6@2o.e.1k
v_mfma_f32_32x32x8_f16 6@24.e.1k
v_mfma_f32_32x32x8bf16_1k 1@2u.e.1k
v_mfma_f32_32x32x8f16 1@24.e.1k
v_mfma_f32_4x4x1_16b_f32 6@1u.e.28
v_mfma_f32_4x4x1f32 1@1u.e.28
v_mfma_f32_4x4x2bf16 1@2z.e.28
v_mfma_f32_4x4x4_16b_bf16 6@2n.e.1j
v_mfma_f32_4x4x4_16b_f16 6@22.e.1j
v_mfma_f32_4x4x4bf16_1k 1@2t.e.1j
v_mfma_f32_4x4x4f16 1@22.e.1j
v_mfma_f64_16x16x4_f64 6@32.e.c2
v_mfma_f64_16x16x4f64 1@32.e.df
v_mfma_f64_4x4x4_4b_f64 6@33.e.c3
v_mfma_f64_4x4x4f64 1@33.e.dg
v_mfma_i32_16x16x16i8 1@2d.e.28
v_mfma_i32_16x16x32_i8 6@2f.e.1j
v_mfma_i32_16x16x4_4b_i8 6@29.e.27
v_mfma_i32_16x16x4i8 1@29.e.27
v_mfma_i32_16x16x64_i8 4@1i.e.7k
v_mfma_i32_32x32x16_i8 6@2e.e.1k
v_mfma_i32_32x32x32_i8 4@1k.e.7l
v_mfma_i32_32x32x4_2b_i8 6@28.e.3s
v_mfma_i32_32x32x4i8 1@28.e.3s
v_mfma_i32_32x32x8i8 1@2c.e.27
v_mfma_i32_4x4x4_16b_i8 6@2a.e.28
v_mfma_i32_4x4x4i8 1@2a.e.28
v_mfma_ld_scale_b32 4@18.e.j6
v_mfma_scale_f32_16x16x128_f8f6f4 4@19.n.j7
v_mfma_scale_f32_32x32x64_f8f6f4 4@1a.n.j8
v_min3_f16 dw.-f.1v
v_min3_f32 cw.-f.10
v_min3_i16 dx.-f.1i
v_min3_i32 cx.-f.n
v_min3_u16 dy.-f.1i
v_min3_u32 cy.-f.n
v_min_f16 3@1a.7.be 1a.ad.s.1g 8e.f.l 4@1a.7.ip
v_min_f32 3@a.7.ap a.ad.s.f 7e.f.l 4@a.7.hy
v_min_f64 hu.-f.1x
v_min_i16 3@1e.7.bi 1e.ad.e.14 8i.f.1h 4@1e.7.is
v_min_i32 3@c.7.3r c.ad.e.f 7g.f.h 4@c.7.i0
v_min_u16 3@1d.7.bh 1d.ad.e.14 8h.f.1h 4@1d.7.d0
v_min_u32 3@e.7.ar e.ad.e.f 7i.f.h 4@e.7.i2
v_minimum3_f32 4@iw.-f.10
v_mov_b32 1@1.5.2x 1.8b.m.3 8x.f.1d 2@1.5.5w 4@1.5.7r
v_mov_b64 6@1k.b.c1 6@ag.f.c4
v_mqsad_pk_u16_u8 di.-f.49
v_mqsad_u32_u8 dj.-f.6t
v_msad_u8 dg.-f.1s
v_mul_f16 3@y.7.b5 y.ad.s.1g 82.f.l 4@y.7.ig
v_mul_f32 3@5.7.am 5.ad.s.f 79.f.l 4@5.7.hv
v_mul_f64 ht.-f.1x
v_mul_hi_i32 hz.-f.h
v_mul_hi_i32_i24 3@7.7.5c 7.ad.e.f 7b.f.h 4@7.7.cy
v_mul_hi_u32 hy.-f.h
v_mul_hi_u32_u24 3@9.7.3r 9.ad.e.f 7d.f.h 4@9.7.hx
v_mul_i32_i24 3@6.7.an 6.ad.e.f 7a.f.1r 4@6.7.cy
v_mul_legacy_f32 ip.-f.l
v_mul_lo_u16 3@15.7.b9 15.ad.e.14 89.f.1h 4@15.7.ik
v_mul_lo_u32 hx.-f.h
v_mul_u32_u24 3@8.7.ao 8.ad.e.f 7c.f.1r 4@8.7.hw
v_nop 0.-b.3z 8w.-f.46
v_not_b32 1@17.5.7r 17.8b.m.3 a3.f.1d 2@17.5.2x 4@17.5.cu
v_or3_b32 ea.-f.n
v_or_b32 3@k.7.aw k.ad.e.f 7o.f.h 4@k.7.3r
v_pack_b32_f16 io.-f.3d
v_perm_b32 dp.-f.n
v_permlane16_swap_b32 4@2h.b.4w 4@bd.f.d1
v_permlane32_swap_b32 4@2i.b.4w 4@be.f.d1
v_pk_add_f16 f.e.u
v_pk_add_f32 1e.e.35
v_pk_add_i16 2.e.u
v_pk_add_u16 a.e.u
v_pk_ashrrev_i16 6.e.u
v_pk_fma_f16 e.e.1q
v_pk_fma_f32 1c.e.6l
v_pk_fmac_f16 3@1o.7.bn 1o.ad.s.42 8s.f.l 4@1o.7.iw
v_pk_lshlrev_b16 4.e.u
v_pk_lshrrev_b16 5.e.u
v_pk_mad_i16 0.e.1q
v_pk_mad_u16 9.e.1q
v_pk_max_f16 i.e.u
v_pk_max_i16 7.e.u
v_pk_max_u16 c.e.u
v_pk_maximum3_f16 4@s.e.1q
v_pk_min_f16 h.e.u
v_pk_min_i16 8.e.u
v_pk_min_u16 d.e.u
v_pk_minimum3_f16 4@r.e.1q
v_pk_mov_b32 1f.e.35
v_pk_mul_f16 g.e.u
v_pk_mul_f32 1d.e.35
v_pk_mul_lo_u16 1.e.u
v_pk_sub_i16 3.e.u
v_pk_sub_u16 b.e.u
v_prng_b32 4@2g.58b.ew.m.3 4@bc.f.1d
v_qsad_pk_u16_u8 dh.-f.49
v_rcp_f16 1@1p.5.55 1p.8b.2.k al.f.4 2@1p.5.1p 4@1p.5.5y
v_rcp_f32 1@y.5.2n y.8b.2.3 9u.f.4 6@y.5.20
v_rcp_f64 3@11.8.2y 11.b.19 9x.f.1a
v_rcp_iflag_f32 3@z.5.20 z.8b.2.3 9v.f.4 4@z.5.c0
v_readfirstlane_b32 2.-b.6d
v_readlane_b32 i1.-f.6v
v_rndne_f16 1@1z.5.20 1z.8b.2.k av.f.4 2@1z.5.ec 4@1z.5.1p
v_rndne_f32 1@u.5.7q u.8b.2.3 9q.f.4 2@u.5.2o 4@u.5.ct
v_rndne_f64 p.b.19 9l.f.1a
v_rsq_f16 1@1r.5.5y 1r.8b.2.k an.f.4 2@1r.5.20 4@1r.5.54
v_rsq_f32 1@10.5.1p 10.8b.2.3 9w.f.4 2@10.5.54 4@10.5.20
v_rsq_f64 12.b.19 9y.f.1a 4@12.8.2y
v_sad_hi_u8 d6.-f.1s
v_sad_u16 d7.-f.1s
v_sad_u32 d8.-f.1s
v_sad_u8 d5.-f.1s
v_sat_pk_u8_i16 1@27.5.2x 27.8b.m.3 b3.f.1d 2@27.5.ee 4@27.5.cu
v_screen_partition_4se_b32 3@1j.5.2x 1j.8b.m.3 af.f.1d 4@1j.5.en
v_sin_f16 1@21.5.5z 21.8b.2.k ax.f.4 2@21.5.ed 4@21.5.2o
v_sin_f32 1@15.5.2o 15.8b.2.3 a1.f.4 6@15.5.1p
v_smfmac_f32_16x16x128_bf8_bf8 4@1n.e.3t
v_smfmac_f32_16x16x128_bf8_fp8 4@1o.e.3t
v_smfmac_f32_16x16x128_fp8_bf8 4@1p.e.3t
v_smfmac_f32_16x16x128_fp8_fp8 4@1v.e.3t
v_smfmac_f32_16x16x32_bf16 6@2u.e.22
v_smfmac_f32_16x16x32_f16 6@2q.e.22
v_smfmac_f32_16x16x64_bf16 4@1l.e.3t
v_smfmac_f32_16x16x64_bf8_bf8 6@3c.e.22
v_smfmac_f32_16x16x64_bf8_fp8 6@3d.e.22
v_smfmac_f32_16x16x64_f16 4@2i.e.3t
v_smfmac_f32_16x16x64_fp8_bf8 6@3e.e.22
v_smfmac_f32_16x16x64_fp8_fp8 6@3f.e.22
v_smfmac_f32_32x32x16_bf16 6@2w.e.21
v_smfmac_f32_32x32x16_f16 6@2s.e.21
v_smfmac_f32_32x32x32_bf16 4@1y.e.3u
v_smfmac_f32_32x32x32_bf8_bf8 6@3g.e.21
v_smfmac_f32_32x32x32_bf8_fp8 6@3h.e.21
v_smfmac_f32_32x32x32_f16 4@2j.e.3u
v_smfmac_f32_32x32x32_fp8_bf8 6@3i.e.21
v_smfmac_f32_32x32x32_fp8_fp8 6@3j.e.21
v_smfmac_f32_32x32x64_bf8_bf8 4@23.e.3u
v_smfmac_f32_32x32x64_bf8_fp8 4@26.e.3u
v_smfmac_f32_32x32x64_fp8_bf8 4@27.e.3u
v_smfmac_f32_32x32x64_fp8_fp8 4@2b.e.3u
v_smfmac_i32_16x16x128_i8 4@1m.e.3t
v_smfmac_i32_16x16x64_i8 6@2y.e.22
v_smfmac_i32_32x32x32_i8 6@30.e.21
v_smfmac_i32_32x32x64_i8 4@1z.e.3u
v_sqrt_f16 1@1q.5.1p 1q.8b.2.k am.f.4 2@1q.5.7t 4@1q.5.2n
v_sqrt_f32 1@13.5.54 13.8b.2.3 9z.f.4 2@13.5.2n 4@13.5.7q
v_sqrt_f64 14.b.19 a0.f.1a
v_sub_co_u32 3@q.7.5d q.ad.2z.32 7u.f.36 4@q.7.i8
v_sub_f16 3@w.7.b3 w.ad.s.1g 80.f.l 4@w.7.ie
v_sub_f32 3@2.7.ak 2.ad.s.f 76.f.l 4@2.7.ht
v_sub_i16 in.-f.4f
v_sub_i32 il.-f.1r
v_sub_u16 3@13.7.b7 13.ad.e.14 87.f.38 4@13.7.ii
v_sub_u32 3@1h.7.bl 1h.ad.e.f 8l.f.1r 4@1h.7.cz
v_subb_co_u32 3@t.7.b0 t.ad.30.33 7x.f.37 4@t.7.ib
v_subbrev_co_u32 3@u.7.b1 u.ad.30.33 7y.f.37 4@u.7.ic
v_subrev_co_u32 3@r.7.5d r.ad.2z.32 7v.f.36 4@r.7.i9
v_subrev_f16 3@x.7.b4 x.ad.s.1g 81.f.l 4@x.7.if
v_subrev_f32 3@3.7.al 3.ad.s.f 77.f.l 4@3.7.hu
v_subrev_u16 3@14.7.b8 14.ad.e.14 88.f.38 4@14.7.ij
v_subrev_u32 3@1i.7.bm 1i.ad.e.f 8m.f.1r 4@1i.7.iv
v_swap_b32 29.-b.4w
v_trig_preop_f64 ia.-f.4d
v_trunc_f16 1@1y.5.7t 1y.8b.2.k au.f.4 2@1y.5.1p 4@1y.5.5y
v_trunc_f32 3@s.5.2n s.8b.2.3 9o.f.4 4@s.5.em
v_trunc_f64 n.b.19 9j.f.1a
v_writelane_b32 i2.-f.6w
v_xad_u32 dv.-f.n
v_xnor_b32 3@1p.7.5c 1p.ad.e.f 8t.f.h 4@1p.7.d0
v_xor_b32 3@l.7.ax l.ad.e.f 7p.f.h 4@l.7.i6`;
