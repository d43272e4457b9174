/** `amdgpu` and `rocdl`: what AMD's GPUs have that others do not. */
import { flagsCodec, headlessCodec, wrappedCodec } from '../text/codecs.ts';
import type { DialectSyntax } from '../text/syntax.ts';

const spread = (names: string, line: string): Record<string, string> =>
  Object.fromEntries(names.split(' ').map((name) => [name, line]));

const buffer = 'segments boundsCheck:bool=true indexOffset:i32';
const atomic = `dict %value -> %memref [ %indices* ] { sgprOffset %sgprOffset? }? : type(value) -> type(memref) , types(indices) ; ${buffer}`;
const matrices = 'type(sourceA) , type(sourceB) , type(destC) => destC';

export const amdgpu: DialectSyntax = {
  name: 'amdgpu',
  codecs: {
    permutation: wrappedCodec(
      '#amdgpu<mfma_perm_b ',
      '>',
      'none bcast_first_32 bcast_second_32 rotate_16_right bcast_first_16 bcast_second_16 bcast_third_16 bcast_fourth_16',
    ),
    dpp: wrappedCodec(
      '#amdgpu<dpp_perm ',
      '>',
      'quad_perm row_shl row_shr row_ror wave_shl wave_shr wave_ror wave_rol row_mirror row_half_mirror row_bcast_15 row_bcast_31 row_share',
    ),
    schedule: flagsCodec('#amdgpu.sched_barrier_opt', '|'),
  },
  operations: {
    mfma: `{ sizes(m,n,k) }? %sourceA * %sourceB + %destC dict blgp = $blgp:permutation=none : ${matrices} ; blocks:i32=1 cbsz:i32=0 abid:i32=0 reducePrecision:unit negateA:unit negateB:unit negateC:unit`,
    wmma: `{ sizes(m,n,k) }? %sourceA * %sourceB + %destC dict : ${matrices} ; subwordOffset:i32=0 unsignedA:unit unsignedB:unit clamp:unit`,
    sparse_mfma: `sizes(m,n,k) %sourceA * %sourceB + %destC sparse ( %sparseIdx : type(sparseIdx) ) dict : ${matrices} ; cbsz:i32=0 abid:i32=0`,
    scaled_mfma:
      '{ sizes(m,n,k) }? _ ( %scalesA [ $scalesIdxA:i32 ] * %sourceA ) * ( %scalesB [ $scalesIdxB:i32 ] * %sourceB ) + %destC dict : type(scalesA) , type(sourceA) , type(scalesB) , type(sourceB) , type(destC) => destC ; order sourceA sourceB destC scalesA scalesB',
    gather_to_lds:
      '{ async $async:unit }? %src [ %srcIndices* ] , %dst [ %dstIndices* ] dict : $transferType:type , type(src) , type(dst) ; segments',
    transpose_load: '%src [ %srcIndices* ] dict : type(src) -> type(result)',
    fat_raw_buffer_cast:
      '%source { validBytes ( %validBytes? ) | cacheSwizzleStride ( %cacheSwizzleStride? ) | boundsCheck ( $boundsCheck:bool=true ) | resetOffset $resetOffset:unit }* dict : type(source) to type(result) ; segments',
    raw_buffer_load: `dict %memref [ %indices* ] { sgprOffset %sgprOffset? }? : type(memref) { , types(indices)^ }? -> type(result) ; ${buffer}`,
    raw_buffer_store: `dict %value -> %memref [ %indices* ] { sgprOffset %sgprOffset? }? : type(value) -> type(memref) { , types(indices)^ }? ; ${buffer}`,
    ...spread(
      'raw_buffer_atomic_fadd raw_buffer_atomic_fmax raw_buffer_atomic_smax raw_buffer_atomic_umin',
      atomic,
    ),
    raw_buffer_atomic_cmpswap: `dict %src , %cmp -> %memref [ %indices* ] { sgprOffset %sgprOffset? }? : type(src,cmp) -> type(memref) , types(indices) => src ; ${buffer}`,
    swizzle_bitmode: '%src $and_mask:i32 $or_mask:i32 $xor_mask:i32 dict : type(src) => src',
    permlane_swap:
      '%src $row_length:i32 dict : type(src) => src ; fetch_inactive:bool=false bound_ctrl:bool=false',
    dpp: '%old %src $kind:dpp { ( $permArgument:any ) }? dict : type(old,src) => old ; row_mask:i32=15 bank_mask:i32=15 bound_ctrl:bool=false',
    lds_barrier: 'dict',
    sched_barrier: 'allow = $opts:schedule dict',
    memory_counter_wait:
      '{ load ( $load:i32 ) | store ( $store:i32 ) | ds ( $ds:i32 ) | exp ( $exp:i32 ) | tensor ( $tensor:i32 ) }* dict',
    ext_packed_fp8: 'dict %source [ $index:i32 ] : type(source) to type(result)',
    scaled_ext_packed: 'dict %source [ $index:i32 ] , %scale : type(source) to type(result)',
  },
};

const id = '{ range $range:range }? dict : type(result)';
const count = '$count:i16 dict';
const product = '%args* dict : function(args)';
const transposed = '%ptr dict : type(ptr) -> type(result)';

export const rocdl: DialectSyntax = {
  name: 'rocdl',
  codecs: { range: headlessCodec('#llvm.constant_range') },
  operations: {
    ...spread(
      'workitem.id.x workitem.id.y workitem.id.z workgroup.id.x workgroup.id.y workgroup.id.z workgroup.dim.x workgroup.dim.y workgroup.dim.z grid.dim.x grid.dim.y grid.dim.z wavefrontsize',
      id,
    ),
    ...spread('barrier s.barrier', 'dict'),
    's.waitcnt': 'dict $bitfield:i32',
    ...spread('s.sleep s.nop', 'dict $count:i32'),
    's.setprio': '$priority:i16 dict',
    'sched.barrier': '$mask:i32 dict',
    'sched.group.barrier': '$mask:i32 , $size:i32 , $groupId:i32 dict',
    'iglp.opt': '$variant:i32 dict',
    ...spread('s.wait.dscnt s.wait.loadcnt s.wait.storecnt s.wait.expcnt', count),
    ...spread('mbcnt.lo mbcnt.hi', '%in0 , %in1 dict : ( type(in0) , type(in1) ) -> type(result)'),
    'ds_swizzle': '%src , %offset dict : ( type(src) , type(offset) ) -> type(result)',
    'ds_bpermute': '%index , %src dict : ( type(index) , type(src) ) -> type(result)',
    'ballot': '%pred dict : type(result)',
    'readfirstlane': '%src dict : type(src) => src',
    'readlane': '%src0 , %src1 dict : ( type(src0) , type(src1) ) -> type(result)',
    'update.dpp':
      'dict %old , %src with $dppCtrl:i32 , $rowMask:i32 , $bankMask:i32 , $boundCtrl:bool : type(src) => src',
    'load.to.lds':
      '%globalPtr , %ldsPtr , $size:i32 , $offset:i32 , $aux:i32 dict : type(globalPtr)',
    'global.load.lds': '%globalPtr , %ldsPtr , $size:i32 , $offset:i32 , $aux:i32 dict',
    'make.buffer.rsrc': '%base , %stride , %numRecords , %flags dict : type(base) to type(result)',
    'raw.ptr.buffer.load': '%rsrc , %offset , %soffset , %aux dict : type(result)',
    'raw.ptr.buffer.store': '%vdata , %rsrc , %offset , %soffset , %aux dict : type(vdata)',
    'raw.ptr.buffer.load.lds':
      '%rsrc , %ldsPtr , %size , %voffset , %soffset , %offset , %aux dict',
    'mfma.*': product,
    'smfmac.*': product,
    'ds.read.tr*': transposed,
  },
};
