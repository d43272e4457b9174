/**
 * What arrays of launches begin with; launch files name it as a file.
 *
 *     floats-1024+3        1024 bytes of small floats, from the third of their period on: two arguments of a launch differ
 *     3 1 0 2              these words
 *     below-eigenvalues    an array that is computed here
 */
import { toHalf } from '@ldscope/core/arithmetic';
import { beside, diagonal, eigenvalues, symmetric } from './matrices.ts';

/** Small numbers that floats of any type hold exactly. */
const small = (at: number): number => ((at * 13) % 17) / 8 - 1;

/** The bits of a number that a bfloat16 holds. */
const highHalf = (value: number): number =>
  (new Uint32Array(Float32Array.of(value).buffer)[0] ?? 0) >>> 16;

const KINDS: Readonly<Record<string, (bytes: number, from: number) => ArrayBufferView>> = {
  floats: (bytes, from) => Float32Array.from({ length: bytes / 4 }, (_, at) => small(at + from)),
  doubles: (bytes, from) => Float64Array.from({ length: bytes / 8 }, (_, at) => small(at + from)),
  halves: (bytes, from) =>
    Uint16Array.from({ length: bytes / 2 }, (_, at) => toHalf(small(at + from))),
  bfloats: (bytes, from) =>
    Uint16Array.from({ length: bytes / 2 }, (_, at) => highHalf(small(at + from))),
  bytes: (bytes, from) => Uint8Array.from({ length: bytes }, (_, at) => ((at + from) * 13) % 17),
  words: (bytes, from) =>
    Uint32Array.from({ length: bytes / 4 }, (_, at) => ((at + from) * 2654435761) % 1009),
};

/** Halfway between neighbouring eigenvalues. */
const between = (side: -1 | 1): Float32Array =>
  Float32Array.from(
    eigenvalues(),
    (one, at) => (one + (eigenvalues()[at + side] ?? one + side)) / 2,
  );

/** Price, strike, step of the logarithm, discounted probabilities of going up and down. */
export const OPTIONS: readonly (readonly number[])[] = [
  [20, 18, 0.004, 0.5005, 0.4994],
  [30, 33, 0.006, 0.499, 0.5008],
];

const positive = Float32Array.from({ length: 512 }, (_, at) => 1 + ((at * 13) % 17) / 8);
const words = (length: number, of: (at: number) => number): Uint32Array =>
  Uint32Array.from({ length }, (_, at) => of(at));

const COMPUTED: Readonly<Record<string, () => ArrayBufferView>> = {
  'diagonal': () => diagonal,
  'beside-diagonal': () => beside,
  'below-eigenvalues': () => between(-1),
  'above-eigenvalues': () => between(1),
  'one-based': () => words(eigenvalues().length, (at) => at + 1),
  'row-starts': () => words(symmetric.length + 1, (row) => symmetric.slice(0, row).flat().length),
  'columns': () => Uint32Array.from(symmetric.flat(), ({ column }) => column),
  'values': () => Float32Array.from(symmetric.flat(), ({ value }) => value),
  'options': () => Float32Array.from({ length: 5120 }, (_, at) => OPTIONS.flat()[at] ?? 0),
  'directions': () => words(4 * 32, (at) => Math.imul(2 * at + 1, 0x9e3779b1)),
  // Large numbers on the diagonal of 512 rows.
  'system': () =>
    Float32Array.from({ length: 512 * 512 }, (_, at) => (at % 513 === 0 ? 600 : small(at))),
  'positive': () => positive,
  'positive-reversed': () => positive.toReversed(),
  'one-vote': () => words(64, (at) => (at === 40 ? 1 : 0)),
  'all-votes-but-one': () => words(64, (at) => (at === 40 ? 0 : 1)),
  'modulo-5': () => words(256, (at) => at % 5),
  'sevens-modulo-5': () => words(256, (at) => (7 * at) % 5),
  'powers': () => words(93, (at) => 2 ** (30 - (at % 31))),
};

/** The content of an array; `undefined` for a name that has none. */
export function filled(name: string): Uint8Array | undefined {
  const [, kind = '', bytes, from = '0'] = /^(\w+)-(\d+)(?:\+(\d+))?$/.exec(name) ?? [];
  const list = /^\d+(?: \d+)+$/.test(name) ? Uint32Array.from(name.split(' '), Number) : undefined;
  const made = list ?? COMPUTED[name]?.() ?? KINDS[kind]?.(Number(bytes), Number(from));
  return made && new Uint8Array(made.buffer, made.byteOffset, made.byteLength).slice();
}
