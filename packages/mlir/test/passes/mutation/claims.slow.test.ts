/**
 * Correct rewritings are all proven, and none with another layout than it has: the layout is part of the claim.
 *
 * That a rewriting is correct is shown by executing it in all workgroups.
 */
import { firstDifference, plainLayout, type RowLayout } from '@ldscope/core';
import { describe, expect, it } from 'vitest';
import { isProven, memoryOf, parse, proofOf, type Subject } from './harness.ts';
import { KERNELS, Subjects } from './judge.ts';
import { chosenOf } from '../../../../../test/cases.ts';

const subjects = new Subjects(() => true, 3 * KERNELS);

it('a correct rewriting is proven, and leaves the memory of the original', () => {
  const refused: string[] = [];
  let count = 0;
  for (const subject of subjects) {
    const rewritten = parse(subject.rewrittenText);
    expect(memoryOf(subject.random, rewritten)).toBe(subject.expected);
    if (!isProven(proofOf(subject, rewritten))) refused.push(subject.rewrittenText);
    count++;
  }
  expect(refused).toEqual([]);
  expect(count).toBeGreaterThan(2 * KERNELS);
}, 120_000);

type Lie = (layout: RowLayout, subject: Subject) => RowLayout | undefined;

const withKey = (layout: RowLayout, key: RowLayout['key']): RowLayout | undefined =>
  key === undefined ? undefined : { ...layout, key };

const unitsOf = ({ tile, unitBytes }: RowLayout): number =>
  (tile.columns * tile.elementBytes) / unitBytes;

const lies: Readonly<Record<string, Lie>> = {
  'it is said to be plain': ({ tile }) => plainLayout(tile),
  'its phases are said to be half as many': (layout) => {
    const { key } = layout;
    return key?.kind === 'xor' ? withKey(layout, { ...key, phases: key.phases / 2 }) : undefined;
  },
  'its phases are said to be of twice the rows': (layout) => {
    const { key } = layout;
    if (key?.kind !== 'xor' && key?.kind !== 'rotate') return undefined;
    return withKey(layout, { ...key, rowsPerPhase: 2 * key.rowsPerPhase });
  },
  'its rotation is said to be by one more': (layout) => {
    const { key } = layout;
    if (key?.kind !== 'rotate') return undefined;
    return withKey(layout, { ...key, step: key.step + 1 });
  },
  'its exclusive or is said to be a rotation': (layout) =>
    layout.key?.kind === 'xor'
      ? withKey(layout, { kind: 'rotate', step: 1, rowsPerPhase: layout.key.rowsPerPhase })
      : undefined,
  'its units are said to be half as long': (layout) =>
    layout.key === undefined ? undefined : { ...layout, unitBytes: layout.unitBytes / 2 },
  'it is said to have one bit more': (layout) =>
    layout.key?.kind === 'xor-bits'
      ? withKey(layout, {
          kind: 'xor-bits',
          columns: layout.key.columns.with(0, (layout.key.columns[0] ?? 0) ^ 1),
        })
      : undefined,
  'it is said to be swizzled as well': (layout) =>
    layout.key === undefined && unitsOf(layout) >= 2
      ? {
          ...layout,
          unitBytes: (layout.tile.columns * layout.tile.elementBytes) / 2,
          key: { kind: 'xor', phases: 2, rowsPerPhase: 1 },
        }
      : undefined,
  'its rows are said to be longer': (layout) => {
    const { tile, paddings } = layout;
    const intervalBytes = tile.columns * tile.elementBytes;
    const [padding] = paddings;
    return { ...layout, paddings: [{ intervalBytes, padBytes: (padding?.padBytes ?? 0) + 16 }] };
  },
};

describe('a rewriting is refused where', () => {
  for (const side of ['to', 'from'] as const) {
    it.each(chosenOf(Object.entries(lies)))(`%s (${side})`, (_name, lie) => {
      let told = 0;
      for (const subject of subjects) {
        const claimed = subject.relaid.map((buffer) => {
          const layout = buffer[side];
          const lied = layout.kind === 'rows' ? lie(layout, subject) : undefined;
          if (lied === undefined || firstDifference(layout, lied) === undefined) return buffer;
          return { ...buffer, [side]: lied };
        });
        if (claimed.every((buffer, i) => buffer === subject.relaid[i])) continue;
        told++;
        const proof = proofOf(subject, parse(subject.rewrittenText), claimed);
        expect(isProven(proof), subject.rewrittenText).toBe(false);
        if (told === KERNELS / 5) break;
      }
      expect(told).toBeGreaterThan(0);
    });
  }
});
