/** `nvgpu`: matrix loads, tensor cores and asynchronous copies of NVIDIA's GPUs. */
import { wrappedCodec } from '../text/codecs.ts';
import type { DialectSyntax } from '../text/syntax.ts';

/** Types of the dialect print without their name. */
const group = (operand: string): string => `type(${operand}:!nvgpu.mbarrier.group)`;
const map = (operand: string): string => `type(${operand}:!nvgpu.tensormap.descriptor)`;
const matrix = (operand: string): string => `type(${operand}:!nvgpu.warpgroup.descriptor)`;
const accumulator = (operand: string): string => `type(${operand}:!nvgpu.warpgroup.accumulator)`;

const barrier = '%barriers [ %mbarId ]';
const predicated = '{ , predicate = %predicate? }?';

export const nvgpu: DialectSyntax = {
  name: 'nvgpu',
  codecs: { rounding: wrappedCodec('#nvgpu<rcp_rounding_mode ', '>', 'approx rn rz rm rp') },
  operations: {
    'ldmatrix':
      '%srcMemref [ %indices* ] { numTiles = $numTiles:i32 transpose = $transpose:bool }! dict : type(srcMemref) -> type(result)',
    'mma.sync':
      '( %matrixA , %matrixB , %matrixC ) { mmaShape = $mmaShape:any }! { tf32Enabled $tf32Enabled:unit }! dict : ( type(matrixA) , type(matrixB) , type(matrixC) ) -> type(result)',
    'mma.sp.sync':
      '( %matrixA , %matrixB , %matrixC ) metadata ( %sparseMetadata ) dict : ( type(matrixA) , type(matrixB) , type(matrixC) ) -> type(result) ; mmaShape:any sparsitySelector:i32=0 tf32Enabled:unit',
    'device_async_copy':
      '%src [ %srcIndices* ] , %dst [ %dstIndices* ] , $dstElements:index { , %srcElements? }? { bypassL1 $bypassL1:unit }! dict : type(src) to type(dst) => !nvgpu.device.async.token ; segments order dst dstIndices src srcIndices srcElements',
    'device_async_create_group': '{ %inputTokens* }? dict => !nvgpu.device.async.token',
    'device_async_wait': '%asyncDependencies dict ; numGroups:i32',
    'rcp':
      '%in \\{ rounding = $rounding:rounding=approx { , ftz $ftz:unit }? \\} dict : type(in) => in',
    'mbarrier.create': 'dict -> type(result:!nvgpu.mbarrier.group)',
    'mbarrier.get': `${barrier} dict : ${group('barriers')} -> type(result)`,
    'mbarrier.init': `${barrier} , %count ${predicated} dict : ${group('barriers')} ; order barriers count mbarId predicate`,
    'mbarrier.test.wait': `${barrier} , %token dict : ${group('barriers')} , type(token) => i1 ; order barriers token mbarId`,
    'mbarrier.arrive': `${barrier} dict : ${group('barriers')} -> type(result)`,
    'mbarrier.arrive.nocomplete': `${barrier} , %count dict : ${group('barriers')} -> type(result)`,
    'mbarrier.arrive.expect_tx': `${barrier} , %txcount ${predicated} dict : ${group('barriers')} ; order barriers txcount mbarId predicate`,
    'mbarrier.try_wait.parity': `${barrier} , %phaseParity , %ticks dict : ${group('barriers')} ; order barriers phaseParity ticks mbarId`,
    'tma.async.load': `%tensorMapDescriptor [ %coordinates* ] , %barriers [ %mbarId ] to %dst { multicast_mask = %multicastMask? }? ${predicated} dict : ${map('tensorMapDescriptor')} , ${group('barriers')} -> type(dst) ; segments order dst barriers tensorMapDescriptor coordinates mbarId multicastMask predicate`,
    'tma.async.store': `%src to %tensorMapDescriptor [ %coordinates* ] ${predicated} dict : type(src) -> ${map('tensorMapDescriptor')} ; segments`,
    'tma.create.descriptor': `%tensor box [ %boxDimensions* ] dict : type(tensor) -> ${map('result')}`,
    'tma.fence.descriptor': `%tensorMapDescriptor dict : ${map('tensorMapDescriptor')}`,
    'tma.prefetch.descriptor': `%tensorMapDescriptor ${predicated} dict : ${map('tensorMapDescriptor')}`,
    'warpgroup.generate.descriptor': `%tensor , %tensorMap dict : type(tensor) , ${map('tensorMap')} -> ${matrix('result')}`,
    'warpgroup.mma': `%descriptorA , %descriptorB , %matrixC dict : ${matrix('descriptorA')} , ${matrix('descriptorB')} , ${accumulator('matrixC')} -> ${accumulator('result')} ; waitGroup:i64 transposeA:unit transposeB:unit`,
    'warpgroup.mma.init.accumulator': `dict -> ${accumulator('result')}`,
    'warpgroup.mma.store': `%matrixD , %dstMemref dict : ${accumulator('matrixD')} to type(dstMemref)`,
  },
};
