// Hand-written style: symbolic registers, macros, repetition, conditions. LLVM expands it to the same
// instructions (oracle.slow.test.ts).
.amdgcn_target "amdgcn-amd-amdhsa--gfx942"
.text
.globl tile
.p2align 8
.type tile,@function

/* Register allocation, as
   generators write it. */
.set vgprValuC, 0
.set vgprAcc, 0
vgprValuA_X0 = 8
.set vgprValuB_X0, vgprValuA_X0+4*(1+1)
.equ vgprLocalReadAddrA, 40
.set vgprTmp, vgprLocalReadAddrA+2
.set sgprKernArg, 0
.set sgprSrdA, 8
.set sgprLoopCounter, sgprSrdA+4
.set sgprTmp, 20
.set LDS_PAD, 1<<4|4
.set DEPTH, 2

.macro READ_A dst:req, addr=v[vgprLocalReadAddrA], off=0
  ds_read_b128 v[\dst:\dst+3], \addr offset:\off
.endm

.macro MFMA_ROW c, a, b, count=4
  .set I, 0
  .rept \count
    v_mfma_f32_16x16x16_f16 v[\c+I*4:\c+I*4+3], v[\a:\a+1], v[\b+I*2:\b+I*2+1], v[\c+I*4:\c+I*4+3]
    .set I, I+1
  .endr
.endm

.macro DIV_MAGIC dst:req src:req magic:req shift:req
  s_mul_hi_u32 \dst, \src, \magic
  s_lshr_b32 \dst, \dst, \shift
.endm

.macro BRANCH_IF_ZERO reg, label, rest:vararg
  s_cmp_eq_u32 s[\reg], 0
  s_cbranch_scc1 \label\()_end
  .ifnb \rest
    s_nop \rest
  .endif
.endm

.macro COUNTDOWN n
  s_nop \n
  .if \n > 0
    COUNTDOWN \n-1
  .endif
.endm

.macro UNIQUE
local_\@:
  s_branch local_\@
.endm

.macro DEFINE_STORE name, width
  .macro STORE_\name data, off
    .ifc \width,4
      global_store_dwordx4 v[vgprTmp:vgprTmp+1], v[\data:\data+3], off offset:\off
    .else
      global_store_dword v[vgprTmp:vgprTmp+1], v[\data], off offset:\off
    .endif
  .endm
.endm

.macro EARLY x
  s_nop 1
  .if \x == 0
    .exitm
  .endif
  s_nop 2
.endm

DEFINE_STORE WIDE, 4
DEFINE_STORE NARROW, 1

tile:
  s_load_dwordx2 s[sgprSrdA:sgprSrdA+1], s[sgprKernArg:sgprKernArg+1], 0x8
  s_mov_b32 s[sgprSrdA+2], 0x80000000
  s_mov_b32 s[sgprLoopCounter], DEPTH
  v_mov_b32 v[vgprTmp], LDS_PAD*2  // 20 * 2
  s_waitcnt lgkmcnt(0) & vmcnt(0)
loop_begin:
  READ_A vgprValuA_X0
  READ_A vgprValuB_X0, off=16*DEPTH
  READ_A dst=vgprValuB_X0+4, addr=v[vgprTmp], off=0x40
  s_waitcnt lgkmcnt(0)
  MFMA_ROW vgprAcc+64, vgprValuA_X0, vgprValuB_X0, 2
  MFMA_ROW vgprAcc+64 vgprValuA_X0 vgprValuB_X0
  DIV_MAGIC s[sgprTmp] s[sgprTmp+1] 0xcccccccd 3
  DIV_MAGIC s[sgprTmp], s[sgprTmp+1], s[sgprTmp+2], 31 & 7
  BRANCH_IF_ZERO sgprLoopCounter, loop
  BRANCH_IF_ZERO sgprLoopCounter, loop, 3
  COUNTDOWN 3
  UNIQUE
  UNIQUE
  EARLY 0
  EARLY 1
  s_sub_u32 s[sgprLoopCounter], s[sgprLoopCounter], 1
  s_cmp_lg_u32 s[sgprLoopCounter], 0
  s_cbranch_scc1 loop_begin
loop_end:

.irp reg, 1, 2, vgprTmp+2
  v_mov_b32 v[\reg], \reg
.endr
.irpc digit, 0123
  v_mov_b32 v1\digit, v2\digit
.endr
.ifdef vgprValuC
  v_mov_b32 v[vgprValuC], 0
.endif
.ifndef NOT_DEFINED
  .if DEPTH == 1
    s_nop 1
  .elseif DEPTH == 2
    s_nop 2
    .if 0
      s_nop 7
    .else
      s_nop 6
    .endif
  .else
    s_nop 3
  .endif
.endif
.ifge DEPTH-2
  s_nop 4
.endif
.ifeqs "a", "a"
  s_nop 5
.endif

// Precedence of the GNU assembler, not of C.
  s_mov_b32 s0, 1+2|4
  s_mov_b32 s1, 1+2*3<<2
  s_mov_b32 s2, 10-4-3
  s_mov_b32 s3, 100/7%5
  s_mov_b32 s4, ~5&0xff
  s_mov_b32 s5, (3==3)
  s_mov_b32 s6, (2<3)+(4>=5)
  s_mov_b32 s7, !0+!5
  s_mov_b32 s8, 6&&0||2
  s_mov_b32 s9, 0x10^0b11|010
  s_mov_b32 s10, -8>>60
  s_mov_b32 s11, 7-3*2&3
  s_mov_b32 s12, 1 == 1 != 0
  s_mov_b32 s13, 0xff !0xf0
1:
  s_cbranch_scc0 1b
  s_cbranch_scc1 1f
1:
  s_branch 1b
  STORE_WIDE vgprValuC, 16
  STORE_NARROW vgprValuC, (DEPTH+1)*4
  ds_swizzle_b32 v1, v2 offset:swizzle(BITMASK_PERM, "01pip")
  ds_swizzle_b32 v1, v2 offset:swizzle(QUAD_PERM, 3, 2, 1, 0)
  ds_swizzle_b32 v1, v2 offset:swizzle(SWAP, 16)
  ds_swizzle_b32 v1, v2 offset:swizzle(REVERSE, 8)
  ds_swizzle_b32 v1, v2 offset:swizzle(BROADCAST, 8, 3)
  s_endpgm
.purgem UNIQUE
