/** `transform.apply_patterns.*`: those sets of patterns that take options. All others are only a name. */
import { casesCodec, quotedCasesCodec } from '../text/codecs.ts';
import type { Codec } from '../text/syntax.ts';

export const patternCodecs: Readonly<Record<string, Codec>> = {
  contraction: casesCodec('i32', 'dot llvmintr outerproduct parallelarith'),
  reduction: casesCodec('i32', 'innerparallel innerreduction'),
  transposition: casesCodec('i32', 'eltwise llvmintr shuffle_1d shuffle_16x16'),
  split: quotedCasesCodec('i32', 'none vector-transfer linalg-copy force-in-bounds'),
};

const rank = 'max_transfer_rank = $max_transfer_rank:i64=1';

export const patterns: Readonly<Record<string, string>> = {
  'apply_patterns.vector.lower_contraction':
    '{ lowering_strategy = $lowering_strategy:contraction=outerproduct }? dict',
  'apply_patterns.vector.lower_multi_reduction':
    '{ lowering_strategy = $lowering_strategy:reduction=innerparallel }? dict',
  'apply_patterns.vector.lower_transfer': `{ ${rank} }? dict`,
  'apply_patterns.vector.lower_transpose':
    '{ lowering_strategy = $lowering_strategy:transposition=eltwise | avx2_lowering_strategy = $avx2_lowering_strategy:bool=false }* dict',
  'apply_patterns.vector.split_transfer_full_partial':
    '{ split_transfer_strategy = $split_transfer_strategy:split="linalg-copy" }? dict',
  'apply_patterns.vector.transfer_to_scf': `{ ${rank} | full_unroll = $full_unroll:bool=false }* dict`,
  'apply_patterns.gpu.gpu_shuffle_to_amdgpu': '{ chipset = $chipset:string }? dict',
  'apply_patterns.gpu.unroll_vectors_subgroup_mma': '[ $m:i64 , $n:i64 , $k:i64 ] dict',
  'apply_patterns.memref.alloc_to_alloca': '{ size_limit ( $size_limit:i64 ) }? dict',
  'apply_patterns.tensor.fold_tensor_empty': 'dict ; fold_single_use_only:bool=false',
  'apply_patterns.linalg.fold_pack_unpack_into_empty': 'dict ; fold_single_use_only:bool=false',
  'apply_patterns.tensor.rewrite_as_constant': '{ aggressive $aggressive:unit }? dict',
};
