/** Exchanges the elements that lanes have loaded: compiled for registers that are in the memory of compiled code, else one by one. */
import { compiledFunction } from '@ldscope/core/vector';
import { registerMemory } from '../../state/register-memory.ts';
import type { Wave } from '../../state/wave.ts';
import { exchangeFunction } from './exchange-code.ts';
import { type Exchange, exchangeOf, type Transposing } from './transposing.ts';

/** The loaded data during the exchange. */
const LOADED = new Uint32Array(4 * 64);

/** Exchanges what the lanes have loaded into the rows of `row` on. */
function transposeElements({ u }: Wave, row: number, words: number, exchange: Exchange): void {
  const { from, fromBit, to, toBit, mask, straddles } = exchange;
  const base = row * 64;
  const source = LOADED;
  for (let i = 0; i < 64 * words; i++) {
    source[i] = u[base + i] ?? 0;
    u[base + i] = 0;
  }
  for (let n = 0; n < from.length; n++) {
    const at = from[n] ?? 0;
    const shift = fromBit[n] ?? 0;
    const left = toBit[n] ?? 0;
    const target = base + (to[n] ?? 0);
    let value = (source[at] ?? 0) >>> shift;
    if (straddles && shift > 26) value |= (source[at + 64] ?? 0) << (32 - shift);
    value &= mask;
    u[target] = (u[target] ?? 0) | (value << left);
    if (straddles && left > 26) u[target + 64] = (u[target + 64] ?? 0) | (value >>> (32 - left));
  }
}

type Transpose = (wave: Wave, row: number) => void;

const made = new WeakMap<Transposing, Transpose>();

/** The exchange of what lanes have loaded into `words` rows, from a row on; one for all instructions that make it. */
export function transposeOf(transposing: Transposing, words: number): Transpose {
  const known = made.get(transposing) ?? makeTranspose(exchangeOf(words, transposing), words);
  made.set(transposing, known);
  return known;
}

/** It is compiled when it is first made. */
function makeTranspose(exchange: Exchange, words: number): Transpose {
  let compiled: ((registers: number) => void) | undefined;
  let tried = false;
  return (wave, row) => {
    const { base } = wave;
    if (base >= 0 && !tried) {
      tried = true;
      const code = exchangeFunction(exchange, words);
      compiled = code && compiledFunction(registerMemory, code);
    }
    if (base >= 0 && compiled !== undefined) compiled(base + 256 * row);
    else transposeElements(wave, row, words, exchange);
  };
}
