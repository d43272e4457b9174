/** The frontend for PTX: kernels are executed warp by warp; which tile their accesses are of, the user says. */
import { hasErrors } from '@ldscope/core';
import { executePtx, parsePtx, ptxKernels } from '@ldscope/ptx';
import type { Frontend } from '../source.ts';
import { ptxLanguage } from './languages.ts';

export const ptx: Frontend<'ptx'> = {
  ...ptxLanguage,
  read: (text) => {
    const { module, diagnostics } = parsePtx(text);
    return {
      diagnostics,
      kernels: hasErrors(diagnostics) ? [] : ptxKernels(module).map(({ name }) => name),
      target: module.target,
      changesBuffers: true,
      execute: (request) => executePtx(module, text, request),
    };
  },
};
