/**
 * `iree-comprehensive-bufferize`: tensors become the memory that they will be in, function by function (`../../bufferize.ts`).
 *
 *     bufferization.alloc_tensor {workgroup}    memref.alloc in workgroup memory, its hints on it
 *     iree_gpu.value_barrier                    gpu.barrier
 *
 * A function with a tensor that would need a copy stays as it is: corrected with a warning, like upstream as an error.
 */
import { messages } from '@ldscope/core';
import { bufferize, needsBuffers } from '../../bufferize.ts';
import { operationsIn } from '../../rewriter.ts';
import { functionsIn } from '../hints/swizzle-hint.ts';
import type { Pass } from '../pass.ts';

export const ireeComprehensiveBufferize: Pass = {
  name: 'iree-comprehensive-bufferize',
  ireeOpt: 'iree-codegen-iree-comprehensive-bufferize',
  summary: 'tensors become memory, written in place',
  options: {},
  run: ({ module, rewriter, decide, report, fail, likeIree }) => {
    for (const func of functionsIn(module)) {
      if (!needsBuffers(func)) continue;
      const { kernel, diagnostics } = bufferize(func);
      const [fault] = diagnostics;
      if (fault !== undefined) {
        const message = messages.opt.functionKept('bufferized', fault.message, likeIree);
        (likeIree ? fail : report)(message, func);
        continue;
      }
      const [inserted] = [rewriter.insertBefore(func, kernel), rewriter.erase(func)];
      for (const { name, results } of operationsIn(inserted.regions)) {
        const [memory] = results;
        if (name !== 'memref.alloc' || memory === undefined) continue;
        decide(memory, { verdict: 'bufferized', reason: 'it is written in place', figures: {} });
      }
    }
  },
};
