/** What other people's assemblers and linkers write, beside `cases/others-code.s`: each kernel has one LDS read, 32 ways, behind what is unusual. */
import { executeProgram, parseAssembly } from '@ldscope/amdgcn';
import { copyTrace, machineNamed, simulate } from '@ldscope/core';
import { describe, expect, it } from 'vitest';
import { kernelText } from './harness.ts';
import { textsIn } from '../../../../test/texts.ts';

const textOf = textsIn(new URL('others-code.s', import.meta.url));

/** Codes of the diagnostics, and the ways of each counted access. */
function execute(text: string): { readonly codes: string[]; readonly ways: number[] } {
  const { program, diagnostics } = parseAssembly(text);
  const gfx942 = machineNamed('gfx942');
  const ways: number[] = [];
  const execution = executeProgram(program, text, {
    machine: gfx942,
    kernel: 'k',
    launch: { block: [64, 1, 1], scalars: new Map(), dynamicLdsBytes: 8192 },
    onWorkgroup: (lent) => ways.push(...simulate(copyTrace(lent), gfx942).worstWays),
  });
  const all = [...diagnostics, ...execution.diagnostics];
  return { codes: all.map(({ code }) => code), ways };
}

describe('assembly', () => {
  it('in words alone has the addresses of a code object, for gfx940 and gfx941 as for gfx942', () => {
    // Instructions of four and of eight bytes; the jump adds 28 to what s_getpc_b64 gives.
    const words = [
      '0x24020087 // v_lshlrev_b32 v1, 7, v0',
      '0xbe841c00 // s_getpc_b64 s[4:5]',
      '0x81068498 // s_add_i32 s6, 24, 4',
      '0x80040604 // s_add_u32 s4, s4, s6',
      '0x82058005 // s_addc_u32 s5, s5, 0',
      '0xbe801d04 // s_setpc_b64 s[4:5]',
      '0xbe8700ff, 0x12345 // s_mov_b32 s7, 0x12345',
      '0xbf810000 // s_endpgm',
      '0xd86c0000, 0x03000001 // ds_read_b32 v3, v1',
      '0xbf810000 // s_endpgm',
    ];
    const text = kernelText(words.map((word) => `.long ${word}`).join('\n')).replace(
      /\n\s*s_endpgm\n/,
      '\n',
    );
    for (const chip of ['gfx940', 'gfx941', 'gfx942']) {
      const { codes, ways } = execute(text.replace('gfx942', chip));
      expect(ways).toEqual([32]);
      expect(codes).toEqual(['amdgcn/encoded-words']);
    }
  });

  it('that is all numbers says to assemble it', () => {
    const text = kernelText('').replace('  s_endpgm\n', '  .2byte 0, 0xbf81\n');
    const { diagnostics } = parseAssembly(text);
    const error = diagnostics.find(({ severity }) => severity === 'error');
    expect(error?.code).toBe('amdgcn/no-code');
    expect(error?.hint).toContain('assemble it first');
  });
});

describe('disassembly', () => {
  it('has the addresses of the code object', () => {
    const { codes, ways } = execute(textOf('has the addresses of the code object'));
    expect(ways).toEqual([32]);
    expect(codes.filter((code) => code !== 'amdgcn/no-descriptor')).toEqual([]);
  });

  it('branches by its encodings where one of several names stands at the target', () => {
    const { codes, ways } = execute(
      textOf('branches by its encodings where one of several names stands at the target'),
    );
    expect(ways).toEqual([32]);
    expect(codes.filter((code) => code !== 'amdgcn/no-descriptor')).toEqual([]);
  });
});
