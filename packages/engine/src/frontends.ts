/** The frontends: one for each language, and each makes the same of its text: a source that can be executed. */
import {
  executePrepared,
  KernelDiagnostics,
  parseAssembly,
  PreparedProgram,
  type Program,
} from '@ldscope/amdgcn';
import { diagnose, type Diagnostic, hasErrors, type Message, messages } from '@ldscope/core';
import { executeKernel, executeTtgir, parseModule } from '@ldscope/mlir';
import type { Frontend } from './detect-frontend.ts';
import { resolvedHints } from './hints/resolved-hints.ts';
import { exploreInterleavings } from './interleavings.ts';
import type { ReadSource } from './source.ts';
import { readCkTileSource } from './spec/ck-tile.ts';
import { layoutHazards } from './buffers/mixed-layouts.ts';
import { readGenericSource } from './spec/generic/generic.ts';

/** Reads a text in one of the languages. */
export function readSource(frontend: Frontend, text: string, file?: string): ReadSource {
  if (frontend === 'amdgcn') {
    const target = TARGET.exec(text.slice(0, HEAD_LENGTH))?.[1];
    if (target !== undefined && isOtherChip(target))
      return noSource(messages.amdgcn.otherChip(target));
    const { program, diagnostics } = parseAssembly(text, file);
    return programSource(program, text, diagnostics);
  }
  if (frontend === 'ck-tile') return readCkTileSource(text, file);
  if (frontend === 'spec') return readGenericSource(text, file);
  if (frontend === 'schedule') return noSource(messages.usage.isSchedule());
  const { module, diagnostics } = parseModule(text);
  const execute = frontend === 'ttgir' ? executeTtgir : executeKernel;
  return {
    diagnostics,
    readable: !hasErrors(diagnostics),
    kernels: [],
    execute: ({ arguments: _arguments, ...request }) => {
      const execution = execute(module, text, request);
      if (frontend === 'ttgir' || hasErrors(execution.diagnostics)) return execution;
      const hazards = [...execution.hazards, ...layoutHazards(module, text, request)];
      return { ...execution, hazards };
    },
    ...(frontend === 'ttgir'
      ? {}
      : {
          hints: ({ arguments: _arguments, ...request }) => resolvedHints(module, text, request),
          explore: ({ arguments: _arguments, ...request }, options) =>
            exploreInterleavings(module, text, request, options),
        }),
  };
}

/** A text that is read by another command. */
function noSource(message: Message): ReadSource {
  const diagnostics = [diagnose(message)];
  const execute = (): never => {
    throw new Error('what was not read is not executed');
  };
  return { diagnostics, readable: false, kernels: [], execute };
}

/** The chip of a text, which is asked for before it is read: other chips have another syntax. */
const TARGET = /amdgcn-amd-amdhsa-[\w.]*-(gfx[0-9a-f]+)/;
const HEAD_LENGTH = 65_536;

/** The last major version of LLVM's names of chips (`gfx` major minor stepping) whose code is read and executed. */
const LAST_MAJOR_VERSION = 9;

/** True for chips whose code is neither read nor executed. */
function isOtherChip(target: string): boolean {
  const major = /^gfx(\d+)[0-9a-f]{2}$/.exec(target)?.[1];
  return major !== undefined && Number(major) > LAST_MAJOR_VERSION;
}

/** A program of machine code, from assembly or from a code object. */
export function programSource(
  program: Program,
  text: string,
  diagnostics: readonly Diagnostic[],
): ReadSource {
  const { target } = program;
  if (target !== undefined && isOtherChip(target))
    return noSource(messages.amdgcn.otherChip(target));
  const prepared = new PreparedProgram(program, text);
  const owners = new KernelDiagnostics(prepared, diagnostics);
  return {
    diagnostics,
    diagnosticsOf: (kernel) => owners.of(kernel),
    readable: program.kernels.length > 0 && !diagnostics.some(({ about }) => about === 'cut-off'),
    kernels: program.kernels.map(({ name }) => name),
    ...(program.target === undefined ? {} : { target: program.target }),
    program,
    execute: (request) => executePrepared(prepared, request),
  };
}
