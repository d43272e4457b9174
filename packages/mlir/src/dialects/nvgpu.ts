/** `nvgpu`: matrix loads, tensor cores and asynchronous copies of NVIDIA's GPUs. */
import type { DialectSyntax } from '../text/syntax.ts';

export const nvgpu: DialectSyntax = {
  name: 'nvgpu',
  operations: {
    'ldmatrix':
      '%srcMemref [ %indices* ] dict : type(srcMemref) -> type(result) ; transpose:bool numTiles:i32',
    'mma.sync':
      '( %matrixA , %matrixB , %matrixC ) dict : ( type(matrixA) , type(matrixB) , type(matrixC) ) -> type(result) ; mmaShape:any tf32Enabled:unit',
    'device_async_copy':
      '%src [ %srcIndices* ] , %dst [ %dstIndices* ] , $dstElements:index { , %srcElements? }? dict : type(src) to type(dst) => !nvgpu.device.async.token ; segments bypassL1:unit order dst dstIndices src srcIndices srcElements',
    'device_async_create_group': '{ %inputTokens* }? dict => !nvgpu.device.async.token',
    'device_async_wait': '%asyncDependencies dict ; numGroups:i32',
  },
};
