/** Arguments, and LDS that the launch adds; what else a kernel finds when it starts is in `cases/start.s`. */
import { machineNamed, parseLaunch } from '@ldscope/core';
import { describe, expect, it } from 'vitest';
import { executeProgram, parseAssembly } from '@ldscope/amdgcn';
import { buffer, int32, kernelText, runKernel } from './harness.ts';
import { textsIn } from '../../../../test/texts.ts';

const textOf = textsIn(new URL('launch.s', import.meta.url));

const words = (data: Uint8Array): number[] => [...new Uint32Array(data.buffer)];

describe('the arguments', () => {
  const text = `${kernelText(textOf('a kernel that stores its arguments'))}
${textOf('metadata of its arguments')}
`;

  it('lie where the metadata says, hidden ones included, and zeros beyond the list', () => {
    const out = new Uint8Array(64);
    const { execution } = runKernel(text, {
      block: [64, 2, 1],
      grid: [3, 2, 1],
      workgroups: 1,
      dynamicLdsBytes: 512,
      arguments: [buffer(out, 'out'), int32(-5)],
    });
    expect(execution.kernel.ldsBytes).toBe(1536);
    const found = words(out).slice(2, 13);
    expect(found).toEqual([
      0xfffffffb,
      0,
      3,
      2,
      1,
      64 | (2 << 16),
      1,
      2,
      512,
      0x0002_0000,
      0x0001_0000,
    ]);
    expect(execution.diagnostics.map(({ code }) => code)).toEqual(['launch/some-workgroups']);
  });

  it('take the block from the metadata', () => {
    const { program } = parseAssembly(text);
    const result = executeProgram(program, text, {
      machine: machineNamed('gfx942'),
      arguments: [buffer(new Uint8Array(64))],
    });
    expect(result.kernel.waves).toBe(2);
  });

  it('are checked in number and size', () => {
    const many = Array.from({ length: 5 }, () => int32(1));
    const { execution } = runKernel(text, { arguments: [buffer(new Uint8Array(64)), ...many] });
    expect(execution.diagnostics.map(({ code }) => code)).toContain('emulate/too-many-arguments');
    const wrong = { kind: 'value', bytes: new Uint8Array(8) } as const;
    const other = runKernel(text, { arguments: [buffer(new Uint8Array(64)), wrong] });
    expect(other.execution.diagnostics.map(({ code }) => code)).toContain('emulate/argument-size');
  });

  it('stop a launch that makes no sense, with a code', () => {
    const codes = (options: Parameters<typeof runKernel>[1]): string[] =>
      runKernel(text, options).execution.diagnostics.map(({ code }) => code);
    expect(codes({ machine: 'gfx1030' })).toEqual(['emulate/no-machine']);
    expect(codes({ kernel: 'other' })).toEqual(['launch/no-kernel']);
    expect(codes({ block: [2048, 1, 1] })).toEqual(['launch/too-large']);
    expect(codes({ dynamicLdsBytes: 2 ** 30 })).toEqual(['execute/lds-too-large']);
    expect(codes({ dynamicLdsBytes: 2 ** 17, arguments: [buffer(new Uint8Array(64))] })).toEqual([
      'emulate/lds-beyond-chip',
    ]);
  });
});

describe('LDS that the kernel does not declare', () => {
  const text = kernelText(`
      v_lshlrev_b32_e32 v1, 3, v0
      ds_write_b64 v1, v[2:3] offset:64`).replace(
    'segment_fixed_size 1024',
    'segment_fixed_size 0',
  );

  it('is all of the chip, of which the report has what is touched', () => {
    const { execution } = runKernel(text);
    expect(execution.kernel.ldsBytes).toBe(64 + 64 * 8);
    expect(execution.diagnostics.map(({ code }) => code)).toEqual(['emulate/assumed-lds']);
    expect(execution.hazards).toEqual([]);
  });

  it('is what the launch says, and accesses beyond it are found', () => {
    const { execution } = runKernel(text, { dynamicLdsBytes: 512 });
    expect(execution.kernel.ldsBytes).toBe(512);
    expect(execution.diagnostics).toEqual([]);
    expect(execution.hazards.map(({ code }) => code)).toEqual(['hazard/lds-out-of-range']);
  });

  it('is said on the command line with the rest of the launch', () => {
    const launch = parseLaunch('grid=2,lds=512,n=3');
    expect(launch.ok && launch.value.dynamicLdsBytes).toBe(512);
    for (const wrong of ['lds=-1', 'lds=1.5', 'lds=', 'lds=99999999999']) {
      const { diagnostics } = parseLaunch(wrong);
      expect(diagnostics.map(({ code }) => code)).toEqual(['launch/lds']);
    }
  });
});
