import { describe, expect, it } from 'vitest';
import { parseAssembly, printInstruction } from '../../src/index.ts';
import { textsIn } from '../../../../test/texts.ts';

const textOf = textsIn(new URL('disassembly.s', import.meta.url));

const sample = textOf('a sample');

describe('disassembly', () => {
  it('has labels where branches and s_getpc_b64 hold distances', () => {
    const { program, diagnostics } = parseAssembly(sample);
    expect(diagnostics.map(({ code }) => code)).toEqual(['amdgcn/no-descriptor']);
    expect(program.instructions.map(printInstruction)).toEqual([
      'v_add_u32_e32 v0, v1, v0',
      's_setpc_b64 s[30:31]',
      's_getpc_b64 s[0:1]',
      's_add_u32 s0, s0, helper@rel32@lo+4',
      's_addc_u32 s1, s1, helper@rel32@hi+12',
      's_cbranch_scc1 .L_191c',
      's_nop 0',
      's_branch .L_1904',
      's_endpgm',
      '.long 0xbf9f0000',
    ]);
    expect(program.labels.get('.L_191c')).toBe(8);
    expect(program.labels.get('.L_1904')).toBe(3);
    expect(program.kernels).toEqual([{ name: 'kernel', entry: 2 }]);
    expect(program.instructions[0]?.source).toEqual([{ file: '/src/a.hip', line: 7, column: 0 }]);
  });

  it('has labels where calls hold distances', () => {
    const { instructions } = parseAssembly(textOf('has labels where calls hold distances')).program;
    expect(instructions.map(printInstruction)[0]).toBe('s_call_b64 s[30:31], .L_1908');
  });

  it('may have the distance on the left', () => {
    const turned = sample.replace(/(s_addc?_u32 s\d), (s\d), (\S+)/g, '$1, $3, $2');
    expect(parseAssembly(turned).program.instructions.slice(3, 5).map(printInstruction)).toEqual([
      's_add_u32 s0, helper@rel32@lo+4, s0',
      's_addc_u32 s1, helper@rel32@hi+12, s1',
    ]);
  });

  it('may have symbolic labels, one set per function', () => {
    const text = textOf('may have symbolic labels, one set per function');
    const { program } = parseAssembly(text);
    const targets = program.instructions.flatMap(({ operands }) =>
      operands.flatMap((operand) =>
        operand.kind === 'symbol' ? [program.labels.get(operand.name)] : [],
      ),
    );
    expect(targets).toEqual([1, 3]);
    expect(program.kernels.map(({ name }) => name)).toEqual(['a', 'b']);
  });

  it('may have descriptors', () => {
    const text = textOf('may have descriptors');
    const { program, diagnostics } = parseAssembly(text);
    expect(diagnostics).toEqual([]);
    expect(program.instructions).toHaveLength(1);
    expect(program.kernels[0]?.descriptor?.get('group_segment_fixed_size')).toBe(400);
  });

  it('without the target of a branch or an address is reported', () => {
    const cut = sample
      .replace(/\ts_endpgm.*\n/, '')
      .replace('FFFFFEFC', '')
      .replace('0xfffffefc', '0x12345');
    expect(parseAssembly(cut).diagnostics.map(({ code }) => code)).toEqual([
      'amdgcn/pc-relative',
      'amdgcn/branch-target',
      'amdgcn/no-descriptor',
      'amdgcn/no-descriptor',
    ]);
  });
});
