import { describe, expect, it } from 'vitest';
import { parseAssembly } from '@ldscope/amdgcn';
import { Code } from '../../src/emulate/code.ts';
import { registerIds } from '../../src/state/uses.ts';
import { SCALAR_ID } from '../../src/state/waits.ts';
import { EXEC, M0, SCC_NUMBER, VCC, type Wave } from '../../src/state/wave.ts';
import { existsOn } from '../../src/state/target.ts';
import { bench, setPair, setRow } from './harness.ts';
import { lines } from './lines.ts';

/** Branches and what ends a wave need more than one line. */
const alone = lines
  .filter(({ targets }) => existsOn(targets, 'gfx950') || existsOn(targets, 'gfx90a'))
  .filter(({ mnemonic }) => !/^s_(c?branch|call|setpc|swappc|rfe|trap)/.test(mnemonic));

function snapshot(wave: Wave): Map<number, string> {
  const values = new Map<number, string>();
  for (let row = 0; row < 512; row++) {
    values.set(row, wave.u.subarray(64 * row, 64 * row + 64).join());
  }
  for (const [number, value] of wave.s.entries()) values.set(SCALAR_ID + number, String(value));
  values.set(SCALAR_ID + SCC_NUMBER, String(wave.scc));
  return values;
}

/** gfx950 has every instruction of the rows but three of gfx90a. */
const chipOf = (text: string): 'gfx90a' | 'gfx950' =>
  /^buffer_(wbinvl1|invl2)/.test(text) ? 'gfx90a' : 'gfx950';

function start(text: string): ReturnType<typeof bench> {
  const all = bench(chipOf(text));
  const { wave, buffer } = all;
  for (let row = 0; row < 64; row++) setRow(wave, row, (lane) => row * 4096 + lane * 8);
  for (const row of [4, 8]) setRow(wave, row, (lane) => lane * 8);
  setRow(wave, 2, (lane) => (buffer.base % 2 ** 32) + 16 * lane);
  setRow(wave, 3, () => Math.floor(buffer.base / 2 ** 32));
  wave.s.fill(0x1234, 0, 102);
  setPair(wave, 4, buffer.base);
  wave.s.set([4096, 0, 16], 6);
  wave.s[M0] = 16;
  wave.setPair(VCC, 0x55, 0xaa);
  wave.setPair(EXEC, 0xffffffff, 0xffff);
  return all;
}

describe('the registers that a row says it writes', () => {
  it.each(alone.map(({ mnemonic, text }) => [mnemonic, text] as const))('%s', (_, text) => {
    const { wave, environment, run } = start(text);
    const { program } = parseAssembly(`${text}\ns_endpgm`);
    const use = new Code(program, environment, () => undefined).use(0);
    const allowed = new Set(
      registerIds({
        reads: { rows: [], scalars: [] },
        writes: use?.writes ?? { rows: [], scalars: [] },
      }),
    );
    // Relative moves write what M0 names.
    if (text.includes('movreld')) for (let id = 0; id < 128; id++) allowed.add(SCALAR_ID + id);
    const before = snapshot(wave);
    run(text);
    const after = snapshot(wave);
    const changed = [...after.keys()].filter((id) => after.get(id) !== before.get(id));
    expect(changed.filter((id) => !allowed.has(id))).toEqual([]);
  });
});
