/** The frontend for Triton's TTGIR: accesses are those that its layouts say, without an execution. */
import { executeTtgir, parseModule, ttgirKernels } from '@ldscope/mlir';
import { hasErrors } from '@ldscope/core';
import { transformText } from '../opt/transform.ts';
import type { Frontend } from '../source.ts';
import { ttgirBuffers } from '../suggest/ttgir-buffers.ts';
import { ttgirLanguage } from './languages.ts';

export const ttgir: Frontend<'ttgir'> = {
  ...ttgirLanguage,
  transform: transformText,
  read: (text) => {
    const parsed = parseModule(text);
    const { module, diagnostics } = parsed;
    return {
      diagnostics,
      kernels: hasErrors(diagnostics) ? [] : ttgirKernels(module),
      execute: (request) => executeTtgir(module, text, request),
      buffers: (request) => ttgirBuffers(text, request, parsed),
    };
  },
};
