import { describe, expect, it } from 'vitest';
import { parseAssembly, printInstruction } from '../../src/index.ts';
import { casesOf, firstCase } from '../../../../test/cases.ts';
import { compilerSample, macroSample, sharedKernels } from './kernels.ts';
import { randomNumbers } from './random.ts';
import { textsIn } from '../../../../test/texts.ts';

const textOf = textsIn(new URL('fuzz.s', import.meta.url));

const pieces = [
  ...'()[]{}<>,:;=%@#!"\\-+*/?^|.&~',
  '\n',
  '\r\n',
  ' ',
  '\u0000',
  '§',
  '//',
  '/*',
  '*/',
  '<<',
  '&&',
  'v[',
  's[0:',
  '0x',
  '1f',
  '1b:',
  '08',
  '1e',
  'neg(',
  '|',
  'offset:',
  'quad_perm:[',
  '@rel32@lo',
  '99999999999999999999999',
  '.rept 100000\n',
  '.endr\n',
  '.macro X a:vararg\n',
  '.endm\n',
  '.irp x,1,2\n',
  '\\x',
  '\\@',
  '.if 1\n',
  '.else\n',
  '.endif\n',
  '.set A, A+1\n',
  '.set A, B\n.set B, A+A\n',
  '.zero 1<<40\n',
  '.fill 100000,8,1\n',
  '.p2align 63\n',
  '.data\n',
  '.amdhsa_kernel k\n',
  '.amdgpu_metadata\n',
  '- a: [',
  '.loc 1 2 3\n',
  '0000000000001900 <k>:\n',
  '\ts_branch 5 // 000000001900: BF820005\n',
  'Disassembly of section .text:\n',
];

function mutate(text: string, random: (below: number) => number): string {
  const at = random(text.length + 1);
  const length = 1 + random(random(4) === 0 ? 200 : 8);
  const piece = pieces[random(pieces.length)] ?? '';
  switch (random(5)) {
    case 0:
      return text.slice(0, at) + text.slice(at + length);
    case 1:
      return text.slice(0, at) + text.slice(at, at + length) + text.slice(at);
    case 2:
      return text.slice(0, at) + piece + text.slice(at + length);
    case 3:
      return text.slice(0, at) + piece + text.slice(at);
    default: {
      const other = random(text.length + 1);
      return text.slice(0, at) + text.slice(other, other + length) + text.slice(at + length);
    }
  }
}

/** Reads a text that may be anything; complains when that goes wrong. */
function check(text: string): void {
  const started = performance.now();
  const { program, diagnostics } = parseAssembly(text);
  const inside = ({ start, end }: { start: number; end: number }): void => {
    if (!(start >= 0 && start <= end && end <= text.length))
      throw new Error(`span ${start} to ${end} in a text of ${text.length}`);
  };
  expect(diagnostics.length).toBeLessThanOrEqual(101);
  for (const { span, message, hint } of diagnostics) {
    expect(message).not.toBe('');
    expect(hint).not.toBe('');
    if (span !== undefined) inside(span);
  }
  for (const instruction of program.instructions.slice(0, 1000)) {
    inside(instruction.span);
    printInstruction(instruction);
  }
  for (const { entry } of program.kernels) expect(program.instructions[entry]).toBeDefined();
  expect(performance.now() - started).toBeLessThan(8000);
}

const small = sharedKernels
  .filter(({ text }) => text.length < 25_000)
  .filter((_, index) => index % 4 === 0);
const disassembly = {
  name: 'disassembly',
  text: textOf('disassembly'),
};
const kernels = [macroSample, compilerSample, disassembly, ...small];

describe('any text', () => {
  it.each(kernels)('$name, broken at random', ({ text, name }) => {
    const random = randomNumbers(firstCase(name.length * 7919 + text.length));
    for (let round = 0; round < casesOf(text.length < 10_000 ? 1250 : 250); round++) {
      let broken = text;
      for (let count = 1 + random(6); count > 0; count--) broken = mutate(broken, random);
      try {
        check(broken);
      } catch (error) {
        // The text that does it, to be found again.
        throw new Error(`round ${round} of ${name}`, { cause: error });
      }
    }
  });

  it.each([macroSample, compilerSample, disassembly])('$name, cut off anywhere', ({ text }) => {
    for (let end = 0; end < text.length; end += 13) check(text.slice(0, end));
  });
});
