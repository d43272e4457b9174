/** `amdgpu`: what AMD's GPUs have that others do not. */
import { flagsCodec, wrappedCodec } from '../text/codecs.ts';
import { spread } from '../text/syntax.ts';
import type { DialectSyntax } from '../text/syntax.ts';

const buffer = 'segments boundsCheck:bool=true indexOffset:i32';
const atomic = `dict %value -> %memref [ %indices* ] { sgprOffset %sgprOffset? }? : type(value) -> type(memref) , types(indices) ; ${buffer}`;
const base =
  '%global [ %global_indices* ] , %lds [ %lds_indices* ] dict : type(global) , type(lds) -> type(result) ; segments';
const descriptor =
  'globalSize indices(%global_dynamic_sizes,$global_static_sizes) globalStride indices(%global_dynamic_strides,$global_static_strides) sharedSize indices(%shared_dynamic_sizes,$shared_static_sizes) { padShared ( %pad_amount? every %pad_interval? ) }? { workgroupMask %workgroup_mask? { earlyTimeout %early_timeout? }? }? { atomicBarrier ( %atomic_barrier_address? [ %atomic_barrier_indices* ] : type(atomic_barrier_address) ) }? { iterate %global_increment? , %lds_increment? , %iteration_count? }?';
const groups = (first: string): string =>
  `segments order ${first} global_dynamic_sizes global_dynamic_strides shared_dynamic_sizes workgroup_mask early_timeout pad_amount pad_interval atomic_barrier_address atomic_barrier_indices global_increment lds_increment iteration_count`;
const into = 'into { %existing? | undef }/';
const converted = (source: string): string =>
  `: type(${source}) to type(result) { into type(existing)^ }?`;
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
    tensor_load_to_lds: '%desc dict : type(desc)',
    tensor_store_from_lds: '%desc dict : type(desc)',
    make_dma_base: base,
    make_gather_dma_base: base,
    make_dma_descriptor: `%base ${descriptor} dict : type(base) -> type(result) ; ${groups('base')}`,
    make_gather_dma_descriptor: `%base ~ [ %indices ] ${descriptor} dict : type(base) , type(indices) -> type(result) ; ${groups('base indices')}`,
    packed_trunc_2xfp8: `dict %sourceA , { %sourceB? | undef }/ ${into} [ word $wordIndex:i32 ] ${converted('sourceA')} ; segments`,
    packed_scaled_trunc: `dict %source ${into} [ $index:i32 ] , %scale ${converted('source')} ; order source scale existing`,
    packed_stoch_round_fp8: `dict %source + %stochiasticParam ${into} [ $storeIndex:i32 ] ${converted('source')} ; order source stochiasticParam existing`,
    scaled_ext_packed_matrix:
      'dict %source scale ( %scale ) blockSize ( $blockSize:i32 ) firstScaleLane ( $firstScaleLane:i32 ) firstScaleByte ( $firstScaleByte:i32 ) : type(source) , type(scale) -> type(result)',
    scaled_wmma:
      'sizes(m,n,k) _ ( %scaleA * %sourceA ) * ( %scaleB * %sourceB ) + %destC dict : type(scaleA) , type(sourceA) , type(scaleB) , type(sourceB) , type(destC) => destC ; a_first_scale_lane:i32 b_first_scale_lane:i32 order sourceA sourceB destC scaleA scaleB',
    ext_packed_fp8: 'dict %source [ $index:i32 ] : type(source) to type(result)',
    scaled_ext_packed: 'dict %source [ $index:i32 ] , %scale : type(source) to type(result)',
  },
};
