/**
 * Kernels that clang compiles from HIP, with and without optimisation, against their meaning in TypeScript.
 *
 * Loads complete early and late: a result that differs would be a wait that the emulator or the compiler lacks.
 */
import { machineNamed } from '@ldscope/core';
import { describe, expect, it } from 'vitest';
import { executeProgram } from '@ldscope/amdgcn';
import type { Cases, Chip } from './hip/case.ts';
import { type Compiled, compileAssembly, compileObject } from './hip/compile.ts';
import { floats } from './hip/floats.ts';
import { matrices } from './hip/matrix.ts';
import { integers } from './hip/numbers.ts';
import { ordinary } from './hip/ordinary.ts';
import { programs } from './hip/programs.ts';
import { waves } from './hip/waves.ts';
import { skips } from '../../../../test/llvm.ts';
import { clang, disassembler, keptIn } from '../text/oracle.ts';
import { chosenOf } from '../../../../test/cases.ts';

const noObjects = skips(clang, disassembler);

/** Files with the cases of their kernels. */
const files: readonly (readonly [file: string, cases: Cases])[] = [
  ['kernels', ordinary],
  ['waves', waves],
  ['numbers', integers],
  ['floats', floats],
  ['programs', programs],
  ['matrix', matrices],
];

const chips: readonly Chip[] = ['gfx90a', 'gfx942', 'gfx950'];
const modes = ['early', 'late'] as const;
/** Levels of optimisation, with the form of the program; what is not optimised waits for every load. */
const levels = [
  ['-O0', 'assembly', compileAssembly, modes.slice(1)],
  ['-O1', 'code object', compileObject, modes],
  ['-O3', 'assembly', compileAssembly, modes],
] as const;
const possible = levels.filter(([, form]) => form === 'assembly' || !noObjects);
/** Of programs that are not optimised and of others: a file has no room for both. */
const [slow, fast] = [keptIn('hip-O0'), keptIn('hip')];
const ways = chips.flatMap((chip) => possible.map((level) => [chip, ...level] as const));

describe.each(ways)('HIP kernels on %s with %s as %s', (chip, level, _, compile, modes) => {
  describe.each(files)('%s.hip', (file, cases) => {
    let compiled: Compiled | undefined;
    const kernels = Object.entries(cases).filter(([, make]) => make(chip) !== undefined);

    it.each(chosenOf(kernels))('%s', (kernel, make) => {
      compiled ??= compile(level === '-O0' ? slow : fast, file, chip, level);
      for (const asyncCompletion of modes) {
        const run = make(chip);
        if (run === undefined) continue;
        const { diagnostics, hazards } = executeProgram(compiled.program, compiled.text, {
          machine: machineNamed(chip),
          kernel,
          launch: {
            block: run.block ?? [256, 1, 1],
            grid: run.grid ?? [1, 1, 1],
            dynamicLdsBytes: run.dynamicLdsBytes ?? 0,
            scalars: new Map(),
          },
          arguments: run.arguments,
          asyncCompletion,
        });
        // Loops that may wait are executed, and not counted.
        expect(
          diagnostics.filter(({ code }) => !/^emulate\/(?:spin|scheduled)$/.test(code)),
        ).toEqual([]);
        const others = hazards.filter(({ code }) => code !== 'hazard/lds-race');
        expect(run.races === true ? others : hazards).toEqual([]);
        run.check();
      }
    });

    it('has a case for every kernel', () => {
      compiled ??= compile(level === '-O0' ? slow : fast, file, chip, level);
      const names = compiled.program.kernels.map(({ name }) => name);
      expect(names.sort()).toEqual(kernels.map(([name]) => name).sort());
    });
  });
});
