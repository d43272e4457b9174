/** `nvgpu`: matrix loads, tensor cores and asynchronous copies of NVIDIA's GPUs. */
import type { DialectSyntax } from '../text/syntax.ts';

export const nvgpu: DialectSyntax = {
  name: 'nvgpu',
  operations: {
    'ldmatrix':
      '%srcMemref [ %indices* ] { numTiles = $numTiles:i32 transpose = $transpose:bool }! dict : type(srcMemref) -> type(result)',
    'mma.sync':
      '( %matrixA , %matrixB , %matrixC ) { mmaShape = $mmaShape:any }! { tf32Enabled $tf32Enabled:unit }! dict : ( type(matrixA) , type(matrixB) , type(matrixC) ) -> type(result)',
    'device_async_copy':
      '%src [ %srcIndices* ] , %dst [ %dstIndices* ] , $dstElements:index { , %srcElements? }? { bypassL1 $bypassL1:unit }! dict : type(src) to type(dst) => !nvgpu.device.async.token ; segments order dst dstIndices src srcIndices srcElements',
    'device_async_create_group': '{ %inputTokens* }? dict => !nvgpu.device.async.token',
    'device_async_wait': '%asyncDependencies dict ; numGroups:i32',
  },
};
