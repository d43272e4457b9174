/**
 * The frontend for PTX: kernels are executed warp by warp; which tile their accesses are of, the user says, or what compiled their
 * source noted.
 */
import { chooseKernel, diagnose, failure, hasErrors, success } from '@ldscope/core';
import {
  describeKernel,
  executePtx,
  type Module,
  outlinePtx,
  parsePtx,
  ptxKernels,
} from '@ldscope/ptx';
import { ptxTemplate } from '../launch/ptx-template.ts';
import type { Frontend } from '../source/source.ts';
import { ptxLanguage } from './languages.ts';

export const ptx: Frontend<'ptx'> = {
  ...ptxLanguage,
  read: (text) => {
    const { module, diagnostics } = parsePtx(text);
    return {
      diagnostics,
      kernels: hasErrors(diagnostics) ? [] : ptxKernels(module).map(({ name }) => name),
      statesBlock: (kernel) =>
        ptxKernels(module).find(({ name }) => name === kernel)?.requiredBlock !== undefined,
      target: module.target,
      changesBuffers: true,
      keepsMemory: true,
      outline: () => outlinePtx(module),
      declaresArrays: declaresArrays(module),
      launchFile: (name) => {
        const kernel = chooseKernel(ptxKernels(module), name);
        if ('code' in kernel) return failure(diagnose(kernel));
        return success(ptxTemplate(describeKernel(module, kernel)));
      },
      execute: (request) => executePtx(module, text, request),
    };
  },
};

/** Whether the shape of some array in shared memory is known. */
const declaresArrays = ({ variables, functions }: Module): boolean =>
  [...variables, ...functions.flatMap((one) => one.variables)].some(
    ({ authored }) => authored !== undefined && authored.shape.length > 1,
  );
