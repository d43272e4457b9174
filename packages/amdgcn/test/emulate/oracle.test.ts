import { describe, expect, it } from 'vitest';
import { parseAssembly } from '@ldscope/amdgcn';
import { Code } from '../../src/emulate/code.ts';
import { smemAliases } from '../../src/isa/smem.ts';
import { codeOf, existsOn, type Target, targets } from '../../src/state/target.ts';
import { bench } from './harness.ts';
import { lines } from './lines.ts';
import { keptIn, problemsOf } from '../text/oracle.ts';

const kept = keptIn('lines');

const linesOf = (target: Target): typeof lines =>
  lines.filter((line) => existsOn(line.targets, target));

describe.each(targets)('a line of every row on %s', (target) => {
  it('is parsed and compiled', () => {
    const text = `${linesOf(target)
      .map((line) => line.text)
      .join('\n')}\ntarget:\ns_endpgm\n`;
    const { program, diagnostics } = parseAssembly(text);
    expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
    const { environment } = bench(target, 4096, false, 64);
    const code = new Code(program, environment, () => undefined);
    const failed = [...program.instructions.keys()].filter((number) => !code.compile(number));
    const names = failed.map((number) => program.instructions[number]?.mnemonic ?? '');
    // The buffer descriptor of gfx1250 is refused.
    const isRefused = (name: string): boolean =>
      target === 'gfx1250' && /^(s_)?buffer_(?!prefetch)|^s_buffer_load/.test(name);
    expect(names.filter((name) => !isRefused(name))).toEqual([]);
  });

  it('is assembled by llvm-mc', () => {
    const chosen = linesOf(target).map(({ text }) => text);
    const refused = problemsOf(kept, target, chosen).map((what, index) => [chosen[index], what]);
    expect(refused.filter(([, what]) => what !== '')).toEqual([]);
  });

  it('that the table does not have for it is refused', () => {
    const aliases = new Map(smemAliases);
    const own = new Set(linesOf(target).map(({ mnemonic }) => mnemonic));
    // RDNA: LLVM takes the names of CDNA for memory instructions too; what RDNA 4 waits for, `s_waitcnt` has no bits for.
    const isAsked = (name: string): boolean =>
      codeOf(target).family === 'cdna' ||
      (name.startsWith('s_') && name !== 's_waitcnt' && !aliases.has(name));
    const others = lines.filter(({ mnemonic }) => !own.has(mnemonic) && isAsked(mnemonic));
    const problems = problemsOf(
      kept,
      target,
      others.map(({ text }) => text),
    );
    const taken = others.filter((_, index) => problems[index] === '');
    expect(taken.map(({ mnemonic }) => mnemonic)).toEqual([]);
  });
});
