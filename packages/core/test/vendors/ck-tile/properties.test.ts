/** Two ways to every number of the algebra. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  allElements,
  allIndices,
  applyLayout,
  bottomOf,
  calculateBottomIndex,
  calculateOffset,
  calculateOffsets,
  elementOf,
  expectValue,
  findRule,
  inspectDescriptor,
  isValidIndex,
  layoutFromTable,
  ldsIndexSwapping,
  lengthsOf,
  machineNamed,
  magicNumbers,
  magicQuotient,
  make,
  makeCoordinate,
  makeDescriptor,
  makeDistribution,
  moveCoordinate,
  offsetFormula,
  opcodeAt,
  opcodeNumber,
  product,
  registerIndex,
  simulate,
  singleAccess,
} from '@ldscope/core';
import { closedForm } from '../../oracle/closed-form.ts';
import {
  composeLayouts,
  descriptorLayout,
  inverseLayout,
  isBijective,
  lanesOf,
  scaleLayout,
} from '../../oracle/linear-layout.ts';
import { bijections, descriptors, encodings, evaluateC } from '../random.ts';
import { leastCases } from '../../../../../test/cases.ts';
import { forAll } from '../../../../../test/for-all.ts';

const anyLength = fc.integer({ min: 1, max: 12 });
const powerLength = fc.constantFrom(1, 2, 4, 8, 16);
const bitDimensions = (lengths: readonly number[]) =>
  lengths.map((length, i) => ({ name: `i${i}`, bits: Math.log2(length) }));
const indexFor = (lengths: readonly number[]) => fc.tuple(...lengths.map((n) => fc.nat(n - 1)));

describe('descriptors', () => {
  test('those made of bijections are bijections', () => {
    forAll([bijections(anyLength)], 150, (descriptor) => {
      expect(inspectDescriptor(descriptor)).toEqual([]);
      expect(product(lengthsOf(descriptor))).toBe(descriptor.elementSpaceSize);
    });
  });

  test('all offsets at once are those of single indices', () => {
    forAll([descriptors()], (descriptor) => {
      const indices = allIndices(lengthsOf(descriptor));
      const offsets = calculateOffsets(descriptor, indices);
      for (let i = 0; i < offsets.length; i += 7) {
        const index = indices.map((values) => values[i] ?? 0);
        expect(offsets[i]).toBe(calculateOffset(descriptor, index));
      }
    });
  });

  test('a moved coordinate is the one of the new index', () => {
    const moves = descriptors().chain((descriptor) => {
      const lengths = lengthsOf(descriptor);
      return fc.tuple(
        fc.constant(descriptor),
        fc.array(indexFor(lengths), { minLength: 2, maxLength: 6 }),
      );
    });
    forAll([moves], ([descriptor, path]) => {
      const [start = [], ...rest] = path;
      const coordinate = makeCoordinate(descriptor, start);
      for (const index of rest) {
        const at = descriptor.tops.map((id) => coordinate.hidden[id] ?? 0);
        moveCoordinate(
          coordinate,
          index.map((value, i) => value - (at[i] ?? 0)),
        );
        expect(coordinate.hidden).toEqual(makeCoordinate(descriptor, index).hidden);
        expect(bottomOf(coordinate)).toEqual([calculateOffset(descriptor, index)]);
      }
    });
  });

  test('the printed formula gives the offset of every index that has an element', () => {
    forAll([descriptors()], 300, (descriptor) => {
      const lengths = lengthsOf(descriptor);
      const names = lengths.map((_, i) => `i${i}`);
      const formula = offsetFormula(descriptor, names);
      const indices = allIndices(lengths);
      for (let i = 0; i < product(lengths); i += 5) {
        const index = indices.map((values) => values[i] ?? 0);
        if (!isValidIndex(descriptor, index)) continue;
        const values = Object.fromEntries(names.map((name, d) => [name, index[d] ?? 0]));
        expect(evaluateC(formula, values), formula).toBe(calculateOffset(descriptor, index));
      }
    });
  });

  test('one that is linear over GF(2) is its layout, and the layout inverts a bijection', () => {
    let linear = 0;
    forAll([bijections(powerLength)], 200, (descriptor) => {
      const lengths = lengthsOf(descriptor);
      const layout = descriptorLayout(descriptor, bitDimensions(lengths));
      if (layout === undefined) return;
      linear++;
      const indices = allIndices(lengths);
      const offsets = calculateOffsets(descriptor, indices);
      const back = inverseLayout(layout);
      expect(isBijective(layout)).toBe(true);
      for (let i = 0; i < offsets.length; i += 3) {
        const index = indices.map((values) => values[i] ?? 0);
        expect(applyLayout(layout, index)).toEqual([offsets[i]]);
        expect(back && applyLayout(back, [offsets[i] ?? 0])).toEqual(index);
      }
    });
    expect(linear).toBeGreaterThan(leastCases(80));
  });
});

describe('transforms', () => {
  test('XOR is its own inverse', () => {
    forAll([fc.nat(4), fc.nat(4), fc.boolean()], (a, b, modulo) => {
      const lengths = [2 ** a, 2 ** Math.max(a, b)] as const;
      const stage = { transforms: [make.xor(lengths, modulo)], lower: [[0, 1]], upper: [[0, 1]] };
      const base = { kind: 'packed', lengths } as const;
      const twice = expectValue(makeDescriptor({ base, stages: [stage, stage] }));
      const plain = expectValue(makeDescriptor({ base, stages: [] }));
      const indices = allIndices(lengths);
      expect(calculateOffsets(twice, indices)).toEqual(calculateOffsets(plain, indices));
    });
  });

  test('the two cyclic shifts undo each other', () => {
    forAll([anyLength, anyLength], (a, b) => {
      const at = { lower: [[0, 1]], upper: [[0, 1]] };
      const [there, back] = [make.cyclicShift([a, b]), make.inverseCyclicShift([a, b])];
      const stages = [
        { transforms: [there], ...at },
        { transforms: [back], ...at },
      ];
      const descriptor = expectValue(
        makeDescriptor({ base: { kind: 'packed', lengths: [a, b] }, stages }),
      );
      const indices = allIndices([a, b]);
      expect([...calculateOffsets(descriptor, indices)]).toEqual(
        Array.from({ length: a * b }, (_, i) => i),
      );
    });
  });

  test('magic division is division for every dividend below 2^31', () => {
    const dividend = fc.oneof(fc.integer({ min: 0, max: 2 ** 31 - 1 }), fc.nat(100));
    const divisor = fc.oneof(
      fc.integer({ min: 1, max: 2 ** 31 - 1 }),
      fc.integer({ min: 1, max: 99 }),
    );
    forAll([dividend, divisor], 5000, (a, b) => {
      expect(magicQuotient(a, magicNumbers(b))).toBe(Math.floor(a / b));
    });
  });
});

describe('distributions', () => {
  test('give each element to one thread and register, all at once as one by one', () => {
    forAll([encodings()], (encoding) => {
      const distribution = expectValue(makeDistribution(encoding));
      const { xLengths, pLengths, registers } = distribution;
      const elements = allElements(distribution);
      const seen = new Set<string>();
      for (let i = 0; i < product(xLengths); i++) {
        const x = elements.map((values) => values[i] ?? -1);
        const thread = Math.floor(i / registers);
        const lanes = pLengths[1] ?? 1;
        const ps = [Math.floor(thread / lanes), thread % lanes];
        expect(x).toEqual(elementOf(distribution, ps, registerIndex(distribution, i % registers)));
        seen.add(x.join());
      }
      expect(seen.size).toBe(product(xLengths));
    });
  });
});

test('distributions are linear layouts from threads and registers to elements', () => {
  forAll([encodings()], (encoding) => {
    const { psYsToXs, pLengths, yLengths, xLengths } = expectValue(makeDistribution(encoding));
    const packed = expectValue(
      makeDescriptor({ base: { kind: 'packed', lengths: xLengths }, stages: [] }),
    );
    const indices = allIndices([...pLengths, ...yLengths]);
    const table = Array.from({ length: product(xLengths) }, (_, i) =>
      calculateOffset(
        packed,
        calculateBottomIndex(
          psYsToXs,
          indices.map((values) => values[i] ?? 0),
        ),
      ),
    );
    const inputs = [{ name: 't', bits: Math.log2(table.length) }];
    expect(
      layoutFromTable(inputs, { name: 'offset', bits: Math.log2(table.length) }, table),
    ).toBeDefined();
  });
});

describe('conflicts', () => {
  test('the closed form of a swapped tile is what the simulation counts', () => {
    const tiles = [1, 2, 4].flatMap((mLdsLayer) =>
      [16, 32, 64].flatMap((kPerBlock) =>
        [64, 128].map((mPerBlock) => {
          const descriptor = expectValue(
            ldsIndexSwapping({ mPerBlock, kPerBlock, kPack: 8, mLdsLayer }),
          );
          const elements = descriptorLayout(descriptor, bitDimensions([mPerBlock, kPerBlock]));
          if (elements === undefined) throw new Error('not linear');
          return { kPerBlock, mPerBlock, layout: scaleLayout(elements, 1, 'byte') };
        }),
      ),
    );
    const tile = fc.record({
      swapped: fc.constantFrom(...tiles),
      lanes: fc.shuffledSubarray([0, 1, 2, 3, 4, 5], { minLength: 6 }),
      machine: fc.constantFrom('gfx942', 'gfx950'),
      op: fc.constantFrom('ds_read_u16', 'ds_read_b64', 'ds_read_b128', 'ds_write_b128'),
    });
    forAll([tile], 300, ({ swapped, lanes, machine: name, op }) => {
      const { kPerBlock, mPerBlock, layout } = swapped;
      // Lane bits take bits of the element number, above the pack: rows and packs in any order.
      const wave = composeLayouts(layout, {
        inputs: [{ name: 'lane', bits: 6 }],
        outputs: layout.inputs,
        columns: lanes.map((bit) => {
          const packs = Math.log2(kPerBlock / 8);
          const k = bit < packs ? 2 ** (bit + 3) : 0;
          const m = bit < packs ? 0 : 2 ** (bit - packs);
          return m | (k << Math.log2(mPerBlock));
        }),
        origin: 0,
      });
      const machine = machineNamed(name);
      const number = opcodeNumber(op) ?? -1;
      const opcode = opcodeAt(number);
      const rule = machine && findRule(machine.models[0], 64, opcode.request ?? 'read.b32');
      const form = lanesOf(wave, 'lane', [0]);
      if (rule === undefined || form === undefined) throw new Error(name);
      const addresses = Uint32Array.from(
        { length: 64 },
        (_, lane) => applyLayout(wave, [lane])[0] ?? 0,
      );
      const counted = simulate(singleAccess(number, addresses), machine);
      expect(closedForm(form, opcode, rule, machine.models[0])).toMatchObject({
        idxActive: counted.idxActive[0],
        bankConflict: counted.bankConflict[0],
      });
    });
  });
});
