/** The frontend for Triton's TTGIR: accesses are those that its layouts say, without an execution. */
import {
  authoredBufferNames,
  describeTtgirLaunch,
  executeTtgir,
  outlineModule,
  parseModule,
  ttgirKernels,
} from '@ldscope/mlir';
import { hasErrors, success } from '@ldscope/core';
import { AuthoredNames } from '../buffers/authored-names.ts';
import { fixTtgir } from '../fix/fix-ttgir.ts';
import { mlirTemplate } from '../launch/mlir-template.ts';
import { transformText } from '../opt/transform.ts';
import type { Frontend } from '../source/source.ts';
import { ttgirBuffers } from '../problems/ttgir-buffers.ts';
import { ttgirLanguage } from './languages.ts';

/** Triton's modules state their warps. */
const BLOCK = '# block: that of num-warps';

export const ttgir: Frontend<'ttgir'> = {
  ...ttgirLanguage,
  transform: transformText,
  read: (text) => {
    const parsed = parseModule(text);
    const { module, diagnostics } = parsed;
    const names = new AuthoredNames(() => authoredBufferNames(module));
    return {
      diagnostics,
      outline: () => outlineModule(module),
      kernels: hasErrors(diagnostics) ? [] : ttgirKernels(module),
      execute: (request) => names.execute(request, (asked) => executeTtgir(module, text, asked)),
      launchFile: (kernel) => {
        const described = describeTtgirLaunch(module, kernel);
        return described.ok ? success(mlirTemplate(described.value, BLOCK)) : described;
      },
      buffers: (request) =>
        ttgirBuffers(text, { ...request, buffer: names.ssaName(request.buffer) }, parsed),
      fix: (options) =>
        fixTtgir(text, { ...options, buffer: names.ssaName(options.buffer) }, parsed),
    };
  },
};
