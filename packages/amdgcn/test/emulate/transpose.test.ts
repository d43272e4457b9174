/** Exchanges of transposing reads in registers that compiled code sees are those of ordinary registers. */
import { expect, it } from 'vitest';
import { transposeOf } from '../../src/isa/ds/transpose.ts';
import { transposings } from '../../src/isa/ds/transposing.ts';
import { loadForms, wordsOf } from '../../src/isa/memory/values.ts';
import { giveRegisters, takeRegisters } from '../../src/state/register-memory.ts';
import { LANES, Wave } from '../../src/state/wave.ts';
import { random } from '../mfma/harness.ts';

const ROW = 5;

for (const [name, transposing] of Object.entries(transposings)) {
  it(name, () => {
    const words = wordsOf(loadForms[transposing.form]?.bytes ?? 0);
    const registers = takeRegisters();
    const [plain, compiled] = [new Wave(0, 0), new Wave(0, 0, undefined, registers)];
    expect(compiled.base).toBeGreaterThan(0);
    const next = random(words);
    for (let i = 0; i < 10 * LANES; i++) plain.u[i] = next() * 2 ** 32;
    compiled.u.set(plain.u);
    const before = plain.u.slice(0, 10 * LANES);
    const transpose = transposeOf(transposing, words);
    transpose(plain, ROW);
    transpose(compiled, ROW);
    expect(plain.u.slice(0, 10 * LANES)).not.toEqual(before);
    expect(compiled.u.slice(0, 10 * LANES)).toEqual(plain.u.slice(0, 10 * LANES));
    giveRegisters([registers]);
  });
}
