import { machineNamed } from '@ldscope/core';
import { describe, expect, it } from 'vitest';
import { executeProgram, parseAssembly } from '@ldscope/amdgcn';
import { execute, prepare, type TritonKernel, tritonKernels } from './triton.ts';
import { chosenOf } from '../../../../test/cases.ts';

const kernels = tritonKernels();
if (kernels.length === 0) console.log('no ../shared/kernels/triton: compiled kernels are not run');

/**
 * How much larger than the rounding of its types an error may be: xf32 products, which gfx942 makes of f32 ones,
 * keep 10 bits.
 */
const allowed = ({ chip, name }: TritonKernel): number =>
  chip === 'gfx942' && name.startsWith('attention-fp32') ? 16 : 1;

describe.skipIf(kernels.length === 0)("Triton's kernels", () => {
  it.each(chosenOf(kernels.map((kernel) => [`${kernel.chip}/${kernel.name}`, kernel] as const)))(
    '%s agrees with a plain reference',
    (_, kernel) => {
      const prepared = prepare(kernel);
      const { diagnostics, hazards, workgroups } = execute(kernel, prepared, {
        // Completing late is harder and must give the same.
        asyncCompletion: 'late',
      });
      expect(diagnostics.filter(({ code }) => code !== 'emulate/lds-beyond-chip')).toEqual([]);
      expect(hazards).toEqual([]);
      expect(workgroups.executed).toBeGreaterThanOrEqual(2);
      expect(prepared.error()).toBeLessThan(allowed(kernel));
    },
  );

  it.each(chosenOf(kernels.map((kernel) => [`${kernel.chip}/${kernel.name}`, kernel] as const)))(
    '%s shows every LDS instruction without a launch',
    (_, kernel) => {
      const { program } = parseAssembly(kernel.text);
      const seen = new Set<number>();
      const { diagnostics } = executeProgram(program, kernel.text, {
        machine: machineNamed(kernel.chip),
        launch: { dynamicLdsBytes: kernel.options.shared, scalars: new Map() },
        onWorkgroup: (trace) => {
          for (const site of trace.site) seen.add(trace.sites[site]?.line ?? 0);
        },
      });
      expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
      const wanted = program.instructions.filter(({ mnemonic }) => mnemonic.startsWith('ds_'));
      expect(seen.size).toBe(wanted.length);
    },
  );
});
