/** The registers that memory rows of RDNA say they write, against those that change. */
import { describe, expect, it } from 'vitest';
import { parseAssembly } from '@ldscope/amdgcn';
import { Code } from '../../src/emulate/code.ts';
import { existsOn } from '../../src/state/target.ts';
import { registerIds } from '../../src/state/uses.ts';
import { EXEC, M0 } from '../../src/state/wave.ts';
import { bench, setPair, setRow } from './harness.ts';
import { lines } from './lines.ts';

const chips = ['gfx1100', 'gfx1201', 'gfx1250'] as const;
const moving = chips.flatMap((chip) =>
  lines
    .filter(({ mnemonic }) => /^(ds|flat|global|scratch|buffer)_/.test(mnemonic))
    .filter(({ mnemonic }) => chip !== 'gfx1250' || !mnemonic.startsWith('buffer_'))
    .filter(({ targets }) => existsOn(targets, chip))
    .map(({ text }) => [chip, text] as const),
);

describe('the registers that a row says it writes', () => {
  it.each(moving)('%s: %s', (chip, text) => {
    const { wave, environment, buffer, run } = bench(chip);
    for (let row = 0; row < 64; row++) setRow(wave, row, (lane) => row * 4096 + lane * 16);
    for (const row of [4, 8]) setRow(wave, row, (lane) => lane * 16);
    setRow(wave, 2, (lane) => (buffer.base % 2 ** 32) + 16 * lane);
    setRow(wave, 3, () => Math.floor(buffer.base / 2 ** 32));
    setPair(wave, 4, buffer.base);
    wave.s.set([4096, 3 * 2 ** 28, 16], 6);
    wave.s[M0] = 16;
    wave.setPair(EXEC, 0x00ffffff, 0);
    const { program } = parseAssembly(`${text}\ns_endpgm`);
    const use = new Code(program, environment, () => undefined).use(0);
    const writes = use?.writes ?? { rows: [], scalars: [] };
    const allowed = new Set(registerIds({ reads: { rows: [], scalars: [] }, writes }));
    const [before, scalars] = [wave.u.slice(), wave.s.slice()];
    run(text);
    const changed = new Set<number>();
    for (let i = 0; i < 512 * 64; i++) if (wave.u[i] !== before[i]) changed.add(i >> 6);
    expect([...changed].filter((row) => !allowed.has(row))).toEqual([]);
    expect(wave.s.every((value, index) => value === scalars[index])).toBe(true);
  });
});
