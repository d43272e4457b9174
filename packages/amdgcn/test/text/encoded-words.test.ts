import { describe, expect, it } from 'vitest';
import { parseAssembly, printInstruction } from '../../src/index.ts';
import type { Program } from '../../src/index.ts';

const target = '.amdgcn_target "amdgcn-amd-amdhsa--gfx942"\n.text\n';

function parse(text: string): { readonly program: Program; readonly codes: readonly string[] } {
  const { program, diagnostics } = parseAssembly(target + text);
  const codes = diagnostics.map(({ code }) => code);
  return { program, codes: codes.filter((code) => code !== 'amdgcn/no-descriptor') };
}

const lines = ({ instructions }: Program): string[] => instructions.map(printInstruction);

describe('words of code', () => {
  it('are instructions behind one that goes on', () => {
    const { program, codes } = parse(
      'k: v_lshlrev_b32_e32 v1, 7, v0\n.long 0xd86c0000, 0x03000001 ; a read\n s_endpgm\n',
    );
    expect(codes).toEqual(['amdgcn/encoded-words']);
    expect(lines(program)).toEqual([
      'v_lshlrev_b32_e32 v1, 7, v0',
      'ds_read_b32 v3, v1',
      's_endpgm',
    ]);
  });

  it('are instructions before one, and have the place of their line', () => {
    const text = 'k: s_branch go\ngo:\n.long 0xd86c0000\n.long 0x03000001\n s_endpgm\n';
    const { program, codes } = parse(text);
    expect(codes).toEqual(['amdgcn/encoded-words']);
    expect(lines(program)).toEqual(['s_branch go', 'ds_read_b32 v3, v1', 's_endpgm']);
    expect(program.labels.get('go')).toBe(1);
    const span = program.instructions[1]?.span;
    expect((target + text).slice(span?.start, span?.end)).toBe('.long 0xd86c0000');
  });

  it('make a kernel, with branches to labels', () => {
    const words = '.long 0xbf800001\n.long 0xbf84fffe\ninner:\n\n.4byte 0xbf850001, 0xbf800002\n';
    const { program, codes } = parse(`k:\n${words}.long 0xbf810000\n`);
    expect(codes).toEqual(['amdgcn/encoded-words']);
    expect(program.instructions.map(({ mnemonic }) => mnemonic)).toEqual([
      's_nop',
      's_cbranch_scc0',
      's_cbranch_scc1',
      's_nop',
      's_endpgm',
    ]);
    const targets = program.instructions.flatMap(({ operands }) =>
      operands.flatMap((operand) =>
        operand.kind === 'symbol' ? [program.labels.get(operand.name)] : [],
      ),
    );
    expect(targets).toEqual([0, 4]);
    expect(program.labels.get('inner')).toBe(2);
  });

  it.each([
    ['behind the end of a program', 'k: s_endpgm\ntable:\n.long 7, 8\nlast: s_nop 0\n', []],
    ['that are no instruction', 'k: s_nop 0\n.long 0xffffffff\n', ['amdgcn/data-in-code']],
    [
      'with a label inside an instruction',
      'k: s_nop 0\n.long 0xd86c0000\nl:\n.long 0x03000001\n',
      ['amdgcn/data-in-code'],
    ],
  ])('are data %s', (_, text, expected) => {
    const { program, codes } = parse(text);
    expect(codes).toEqual(expected);
    expect(program.data.some(({ bytes }) => bytes.length > 0)).toBe(true);
  });
});
