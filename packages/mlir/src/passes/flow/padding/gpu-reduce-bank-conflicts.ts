/**
 * Pads the rows of shared memory so that accesses down a column meet different banks.
 *
 *     memref<64x64xf16>, lanes of 16 rows        all rows begin at bank 0
 *     memref<64x68xf16>                          each row begins two banks further
 *
 * Like upstream every allocation gets the same bits (`pad-upstream.ts`); the corrected pass pads where it pays, and by
 * what pays (`pad-by-cost.ts`).
 */
import { defaultPaddingBits } from '@ldscope/core';
import { padByCost } from './pad-by-cost.ts';
import { padLikeUpstream } from './pad-upstream.ts';
import type { Pass } from '../pass.ts';
import { functionsIn } from '../hints/swizzle-hint.ts';

export const gpuReduceBankConflicts: Pass = {
  name: 'gpu-reduce-bank-conflicts',
  summary: 'pads the rows of shared memory allocations',
  options: {
    'padding-bits': {
      summary: 'bits behind each row; where accesses are known, what they cost decides instead',
      value: defaultPaddingBits.pass,
    },
  },
  run: (context) => {
    for (const func of functionsIn(context.module)) {
      if (context.likeIree) padLikeUpstream(func, context);
      else padByCost(func, context);
    }
  },
};
