/** `nvvm`: who a thread is, barriers, shuffles, and matrices from shared memory. */
import { integerElement } from '../elements.ts';
import { opcodeNumber } from '@ldscope/core';
import { integerOf, wordsOf } from '../attributes.ts';

import { type LowerOperation, nothing } from '../lowering.ts';
import { elementCount } from '../value-types.ts';
import { fencedBarrier } from '../ops/waits.ts';
import { loadThrough, pointerTo, prepareAccess } from './through-pointer.ts';
import { pointerSpace } from './types.ts';
import { pull } from './lanes.ts';
import { matrixRows } from '../ops/nvgpu.ts';
import { takes } from '../take.ts';

type ShuffleKind = 'bfly' | 'up' | 'down' | 'idx';
const SHUFFLES: readonly ShuffleKind[] = ['bfly', 'up', 'down', 'idx'];

/** Where a thread reads, and whether that is inside of its segment (PTX ISA, `shfl.sync`). */
function shuffleSource(
  kind: ShuffleKind,
  lane: number,
  by: number,
  packed: number,
): readonly [source: number, inside: boolean] {
  const [clamp, segment] = [packed & 31, (packed >> 8) & 31];
  const [least, most] = [lane & segment, (lane & segment) | (clamp & ~segment)];
  switch (kind) {
    case 'up':
      return [lane - by, lane - by >= most];
    case 'down':
      return [lane + by, lane + by <= most];
    case 'bfly':
      return [lane ^ by, (lane ^ by) <= most];
    case 'idx': {
      const source = least | (by & ~segment);
      return [source, source <= most];
    }
  }
}

/** `nvvm.shfl.sync kind mask, value, offset, clamp`; a source that is inactive gives the lane's own value. */
const shuffle = takes(4, 0, ([, value, offset, clamp], lowering, op) => {
  const result = op.results[0];
  const number = integerOf(op, 'kind');
  const word = /(\w+)\W*$/.exec(wordsOf(op, 'kind'))?.[1];
  const kind = number === undefined ? SHUFFLES.find((name) => name === word) : SHUFFLES[number];
  if (result === undefined || kind === undefined) return lowering.unsupported('this kind');
  const valid = elementCount(result.type) === 2;
  const [from, by, packed, to] = lowering.slots(value, offset, clamp, result);
  lowering.emit((wave) => {
    const [offsets, clamps, out] = [wave.values(by), wave.values(packed), wave.values(to)];
    const sourceOf = (lane: number): number => {
      const offset = (offsets[lane] ?? 0) & 31;
      const [source, inside] = shuffleSource(kind, lane, offset, clamps[lane] ?? 0);
      if (valid) out[wave.lanes + lane] = Number(inside);
      return inside ? source : -1;
    };
    pull(wave, from, to, sourceOf, { otherwise: () => from });
  });
});

/**
 * `nvvm.ldmatrix`: lanes 8 q to 8 q + 7 point to the rows of matrix q, 8 x 8 elements of 16 bits; lane l gets
 * elements 2 (l mod 4) and the next of row l / 4, or of that column when transposed.
 */
const loadMatrix = takes(1, 1, ([pointer, result], lowering, op) => {
  const count = integerOf(op, 'num') ?? 0;
  const layout = wordsOf(op, 'layout');
  const transposed = layout.includes('col');
  const half = integerElement(16);
  const opcode = opcodeNumber(`ldmatrix.x${count}${transposed ? '.trans' : ''}`);
  const fits = pointerSpace(pointer.type) === 3 && elementCount(result.type) === count;
  if (half === undefined || opcode === undefined || !fits) return lowering.unsupported('this form');
  const at = pointerTo(op, lowering, pointer);
  const row = { element: half, count: 8 };
  const access = prepareAccess(op, lowering, 3, row, 'read', undefined, { opcode });
  if (at === undefined || access === undefined) return;
  const to = lowering.data(result);
  const rows = lowering.newData(8);
  const halves = new Float64Array(2 * count * 32);
  lowering.emitWhole((wave) => {
    const all = wave.mask;
    // Lanes beyond the rows of the last matrix point to nothing that is read.
    wave.mask = { low: count >= 4 ? all.low : 2 ** (8 * count) - 1, high: 0 };
    loadThrough(wave, at, [access], rows);
    wave.mask = all;
    matrixRows(wave.values(rows), halves, count, 2, transposed);
    const out = wave.values(to);
    for (let i = 0; i < out.length; i++) {
      const [q, lane] = [Math.floor(i / 32), i % 32];
      const [low = 0, high = 0] = [halves[64 * q + lane], halves[64 * q + 32 + lane]];
      out[i] = (low & 0xffff) | (high << 16);
    }
  });
});

export const nvvm: Readonly<Record<string, LowerOperation>> = {
  'nvvm.barrier0': fencedBarrier,
  'nvvm.barrier': fencedBarrier,
  'nvvm.bar.warp.sync': nothing,
  'nvvm.shfl.sync': shuffle,
  'nvvm.ldmatrix': loadMatrix,
};
