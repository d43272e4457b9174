/** The frontend for PTX: kernels are executed warp by warp; which tile their accesses are of, the user says. */
import { chooseKernel, diagnose, failure, hasErrors, success } from '@ldscope/core';
import { describeKernel, executePtx, parsePtx, ptxKernels } from '@ldscope/ptx';
import { ptxTemplate } from '../launch/ptx-template.ts';
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
      launchFile: (name) => {
        const kernel = chooseKernel(ptxKernels(module), name);
        if ('code' in kernel) return failure(diagnose(kernel));
        return success(ptxTemplate(describeKernel(module, kernel)));
      },
      execute: (request) => executePtx(module, text, request),
    };
  },
};
