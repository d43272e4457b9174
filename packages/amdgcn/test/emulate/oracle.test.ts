import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { parseAssembly } from '@ldscope/amdgcn';
import { Code } from '../../src/emulate/code.ts';
import { codeOf, existsOn, type Target, targets } from '../../src/state/target.ts';
import { bench } from './harness.ts';
import { lines } from './lines.ts';
import { skips } from '../../../../test/llvm.ts';
import { assembler } from '../text/oracle.ts';

const noAssembler = skips(assembler);

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

  it.skipIf(noAssembler)('is assembled by llvm-mc', () => {
    const chosen = linesOf(target);
    const { stderr } = spawnSync(
      assembler.command,
      ['-triple=amdgcn-amd-amdhsa', `-mcpu=${target}`, '-filetype=null'],
      { input: `${chosen.map(({ text }) => text).join('\n')}\ntarget:\n`, encoding: 'utf8' },
    );
    const refused = [...stderr.matchAll(/<stdin>:(\d+):\d+: error: (.*)/g)].map(
      ([, line, what]) => `${chosen[Number(line) - 1]?.text}: ${what}`,
    );
    expect(refused).toEqual([]);
  });

  it.skipIf(noAssembler)('that the table does not have for it is refused', () => {
    const own = new Set(linesOf(target).map(({ mnemonic }) => mnemonic));
    // RDNA: LLVM takes the names of CDNA for memory instructions too; what RDNA 4 waits for, `s_waitcnt` has no bits for.
    const isAsked = (name: string): boolean =>
      codeOf(target).family === 'cdna' || (name.startsWith('s_') && name !== 's_waitcnt');
    const others = lines.filter(({ mnemonic }) => !own.has(mnemonic) && isAsked(mnemonic));
    const { stderr } = spawnSync(
      assembler.command,
      ['-triple=amdgcn-amd-amdhsa', `-mcpu=${target}`, '-filetype=null'],
      { input: others.map(({ text }) => text).join('\n'), encoding: 'utf8' },
    );
    const refused = new Set(
      [...stderr.matchAll(/<stdin>:(\d+):/g)].map(([, line]) => Number(line)),
    );
    const taken = others.filter((_, index) => !refused.has(index + 1));
    expect(taken.map(({ mnemonic }) => mnemonic)).toEqual([]);
  });
});
