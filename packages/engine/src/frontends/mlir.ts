/** The frontend for MLIR: kernels are executed by its interpreter, rewritten in their text, and transformed by passes. */
import { hasErrors, success } from '@ldscope/core';
import {
  authoredBufferNames,
  describeLaunch,
  executeKernel,
  kernelNames,
  outlineModule,
  parseModule,
} from '@ldscope/mlir';
import { AuthoredNames } from '../buffers/authored-names.ts';
import { layoutDiagnostics, layoutHazards } from '../buffers/mixed-layouts.ts';
import { fixKernel } from '../fix/fix-kernel.ts';
import { resolvedHints } from '../hints/resolved-hints.ts';
import { exploreInterleavings } from '../execute/interleavings.ts';
import { mlirTemplate } from '../launch/mlir-template.ts';
import { transformText } from '../opt/transform.ts';
import type { Frontend } from '../source/source.ts';
import { mlirBuffers } from '../problems/mlir-buffers.ts';
import { mlirLanguage } from './languages.ts';

export const mlir: Frontend<'mlir'> = {
  ...mlirLanguage,
  transform: transformText,
  read: (text) => {
    const parsed = parseModule(text);
    const { module, diagnostics } = parsed;
    const names = new AuthoredNames(() => authoredBufferNames(module));
    return {
      diagnostics,
      outline: () => outlineModule(module),
      kernels: hasErrors(diagnostics) ? [] : kernelNames(module),
      execute: (request) =>
        names.execute(request, (asked) => {
          const execution = executeKernel(module, text, asked);
          if (hasErrors(execution.diagnostics)) {
            const why = layoutDiagnostics(module, request);
            return { ...execution, diagnostics: [...execution.diagnostics, ...why] };
          }
          const hazards = [...execution.hazards, ...layoutHazards(module, text, request)];
          return { ...execution, hazards };
        }),
      launchFile: (kernel) => {
        const described = describeLaunch(module, kernel);
        return described.ok ? success(mlirTemplate(described.value)) : described;
      },
      changesBuffers: true,
      hints: (request) => resolvedHints(module, text, request),
      explore: (request, options) => exploreInterleavings(module, text, request, options),
      buffers: (request) =>
        mlirBuffers(text, { ...request, buffer: names.ssaName(request.buffer) }, parsed),
      fix: (options) =>
        fixKernel(text, { ...options, buffer: names.ssaName(options.buffer) }, parsed),
    };
  },
};
