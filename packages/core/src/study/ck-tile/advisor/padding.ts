/** The slides on padding: rule of thumb 2, what padding costs, and what a layout without it cannot do. */
import { greatestOf, gcd } from '../../../base/numbers.ts';
import { calculateOffset, lengthsOf } from '../../../vendors/ck-tile/descriptor.ts';
import { type Facts, listed, perWave, sideConflict } from './facts.ts';
import {
  counted,
  doesNotApply,
  type Finding,
  holds,
  refuted,
  type Rule,
  settled,
  violated,
} from './statement.ts';

/** Bytes of LDS between elements. */
export function wastedBytes({ write }: Facts): number {
  const { descriptor, elementBytes, distribution } = write.access;
  const elements = distribution.xLengths.reduce((a, b) => a * b, 1);
  return (descriptor.elementSpaceSize - elements) * elementBytes;
}

/** The distance of rows in bytes, where the descriptor is nothing but strides. */
function pitchBytes({ spec, write }: Facts): number | undefined {
  const { base, stages } = spec.write.descriptor;
  if (stages.length > 0 || base.lengths.length !== 2) return undefined;
  const { descriptor, elementBytes } = write.access;
  const origin = calculateOffset(descriptor, [0, 0]);
  const steps = [
    [1, 0],
    [0, 1],
  ].map((index) => calculateOffset(descriptor, index) - origin);
  return greatestOf(steps) * elementBytes;
}

/** The pitch, or that of the row groups of an XOR, with the bytes that nothing is stored in. */
function rowPitch(facts: Facts): { readonly pitch: number; readonly wasted: number } | undefined {
  const { swapping, write } = facts;
  const { elementBytes } = write.access;
  const pitch =
    swapping === undefined
      ? pitchBytes(facts)
      : (swapping.kPadded ?? swapping.kPerBlock) * swapping.mLdsLayer * elementBytes;
  return pitch === undefined ? undefined : { pitch, wasted: wastedBytes(facts) };
}

function coprime(facts: Facts): Finding {
  const row = rowPitch(facts);
  if (row === undefined) return doesNotApply('the descriptor has no rows of one pitch');
  if (facts.swapping !== undefined && row.wasted === 0) {
    return doesNotApply('the rows are XORed, not padded');
  }
  const words = row.pitch / 4;
  const divisor = gcd(words, facts.banks);
  const conflict = perWave(facts, facts.cost);
  const numbers = { pitchBytes: row.pitch, words, gcd: divisor, conflictCycles: conflict };
  const said = `rows are ${row.pitch} B = ${words} words apart, gcd(${words}, ${facts.banks}) = ${divisor}`;
  const left = conflict === 0 ? '' : `; ${conflict} conflict cycles per wave`;
  if (!Number.isInteger(words)) {
    return violated(
      `rows are ${row.pitch} B apart, which is not a whole number of words${left}`,
      numbers,
    );
  }
  if (divisor > 1) return violated(`${said}${left}`, numbers);
  const remain = `${said}, and yet ${conflict} conflict cycles per wave remain: lanes are not one row apart`;
  return conflict === 0 ? holds(said, numbers) : refuted(remain, numbers);
}

function paddingAlignment(facts: Facts): Finding {
  const row = rowPitch(facts);
  if (row === undefined || row.wasted === 0) return doesNotApply('the rows are not padded');
  const { write } = facts;
  const { registers } = write.access.distribution;
  const vector = Math.min(16, registers * write.access.elementBytes);
  const alignment = Math.min(16, row.pitch & -row.pitch);
  const { elementBytes } = write.access;
  const numbers = { pitchBytes: row.pitch, alignmentBytes: alignment, vectorBytes: vector };
  const pad = row.wasted === 0 ? 0 : paddedElements(facts);
  const said = `padding by ${counted(pad, 'element')} of ${elementBytes} B leaves ${vector}-byte vectors ${alignment}-byte aligned: ${listed(write.instructions)} for the write`;
  return settled(alignment >= vector, said, numbers);
}

function paddedElements({ swapping, spec, write }: Facts): number {
  if (swapping !== undefined) return (swapping.kPadded ?? swapping.kPerBlock) - swapping.kPerBlock;
  const { base } = spec.write.descriptor;
  const strides = 'strides' in base ? base.strides : [];
  const pitch = Math.max(greatestOf(strides), 1);
  const row = strides.indexOf(pitch) === 0 ? 1 : 0;
  return pitch - (lengthsOf(write.access.descriptor)[row] ?? pitch);
}

function paddingCost(facts: Facts): Finding {
  const row = rowPitch(facts);
  if (row === undefined || row.wasted === 0) return doesNotApply('the rows are not padded');
  return holds(`${row.wasted} B of LDS are not used`, { wastedBytes: row.wasted });
}

function rectangular(facts: Facts): Finding {
  const row = rowPitch(facts);
  if (facts.swapping !== undefined || row === undefined || row.wasted !== 0) {
    return doesNotApply('the layout is padded or XORed');
  }
  const [w, r] = [sideConflict(facts, facts.write), sideConflict(facts, facts.read)];
  return settled(w + r > 0, `writes have ${w} conflict cycles per wave and reads ${r}`, {
    writeCycles: w,
    readCycles: r,
  });
}

export const padding: readonly Rule[] = [
  {
    rule: 'slides/thumb-2',
    title: 'padding',
    says: 'a row pitch coprime with the banks makes columns free of conflicts',
    check: coprime,
  },
  {
    rule: 'slides/padding-alignment',
    title: 'padding and vectors',
    says: 'padded rows keep the vectors of the write (03 is drawn with ds_write_b128)',
    check: paddingAlignment,
  },
  {
    rule: 'slides/padding-cost',
    title: 'what padding costs',
    says: 'padding wastes a few bytes per row',
    check: paddingCost,
  },
  {
    rule: 'slides/rectangular',
    title: 'a rectangular layout moves the pain',
    says: 'a transpose without padding or XOR conflicts on one side',
    check: rectangular,
  },
];
