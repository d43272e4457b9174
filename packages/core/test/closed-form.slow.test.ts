/**
 * Three ways to one number: the closed form, the simulation and the explanation agree on every machine, model
 * and instruction, on accesses that are linear over GF(2).
 */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  affineLanes,
  apply,
  type ConflictModel,
  explainAccess,
  findRule,
  type Machine,
  machines,
  type Opcode,
  opcodes,
  simulate,
  singleAccess,
} from '@ldscope/core';
import { closedForm } from './oracle/closed-form.ts';
import { forAll } from '../../../test/for-all.ts';

function fail(): never {
  throw new Error('what the test looks for is missing');
}

interface Case {
  readonly machine: Machine;
  readonly model: ConflictModel;
  readonly waveSize: 32 | 64;
  readonly opcode: Opcode;
  readonly number: number;
}

const cases: Case[] = machines.flatMap((machine) =>
  machine.models.flatMap((model) =>
    ([32, 64] as const).flatMap((waveSize) =>
      opcodes.flatMap((opcode, number) => {
        if (opcode.request === undefined) return [];
        const served = findRule(model, waveSize, opcode.request) !== undefined;
        return served && opcode.isa.includes(machine.isa)
          ? [{ machine, model, waveSize, opcode, number }]
          : [];
      }),
    ),
  ),
);

/** One case per machine, model, wave size and request class. */
const classes = [
  ...new Map(
    cases.map((item) => [
      `${item.machine.name} ${item.model.name} ${item.waveSize} ${item.opcode.request}`,
      item,
    ]),
  ),
];

/** Linear addresses below 16 KiB: an origin and a column per lane bit, multiples of the access width's power of two. */
function linearAddresses(lanes: number, unitBytes: number): fc.Arbitrary<Uint32Array> {
  const bits = Math.log2(lanes);
  const address = fc.oneof(
    fc.constant(0),
    fc.integer({ min: 0, max: 16384 / unitBytes - 1 }).map((unit) => unit * unitBytes),
    fc.integer({ min: Math.log2(unitBytes), max: 13 }).map((bit) => 2 ** bit),
  );
  return fc
    .tuple(address, fc.array(address, { minLength: bits, maxLength: bits }))
    .map(([origin, columns]) =>
      Uint32Array.from({ length: lanes }, (_, lane) => (origin ^ apply(columns, lane)) >>> 0),
    );
}

it('there is a case for every machine', () => {
  expect(new Set(cases.map(({ machine }) => machine.name)).size).toBe(machines.length);
});

describe.each(classes)('%s', (_name, { machine, model, waveSize, opcode, number }) => {
  it('closed form = simulation = explanation', () => {
    const rule = findRule(model, waveSize, opcode.request ?? 'read.b32');
    if (rule === undefined) throw new Error('the case has no rule');
    const unit = Math.max(1, opcode.widthBytes & -opcode.widthBytes);
    // All words at once: of 12 bytes per lane, words of neighbours meet that no rank tells apart.
    const hasClosedForm = rule.steps !== 'whole' || unit === opcode.widthBytes;
    forAll([linearAddresses(waveSize, unit)], 60, (addresses) => {
      const trace = singleAccess(number, addresses, { waveSize });
      const counted = simulate(trace, machine, model);
      const simulated = { idxActive: counted.idxActive[0], bankConflict: counted.bankConflict[0] };
      const lanes = affineLanes(addresses);
      if (lanes === undefined) throw new Error('linear addresses were not recognised');
      if (hasClosedForm) {
        expect(closedForm(lanes, opcode, rule, model)).toMatchObject({
          ...simulated,
          phases: counted.phases[0],
        });
      }
      expect(explainAccess(trace, 0, machine, model)).toMatchObject(simulated);
    });
  });
});

describe('explanation and simulation', () => {
  it('agree on any addresses and masks', () => {
    const addresses = fc.array(fc.integer({ min: 0, max: 20000 }), {
      minLength: 64,
      maxLength: 64,
    });
    const which = fc.integer({ min: 0, max: cases.length - 1 });
    const mask = fc.oneof(fc.constant(0xffffffff), fc.integer({ min: 0, max: 2 ** 32 - 1 }));
    forAll([which, addresses, mask, mask], 1500, (index, list, low, high) => {
      const { machine, model, waveSize, number } = cases[index] ?? fail();
      const trace = singleAccess(number, list.slice(0, waveSize), {
        waveSize,
        maskLow: low,
        maskHigh: high,
      });
      const counted = simulate(trace, machine, model, { ldsBytes: 16384 });
      expect(explainAccess(trace, 0, machine, model, 16384)).toMatchObject({
        idxActive: counted.idxActive[0],
        bankConflict: counted.bankConflict[0],
        worstWays: counted.worstWays[0],
      });
    });
  });
});

describe('affineLanes', () => {
  it('refuses addresses that are not linear', () => {
    expect(affineLanes(Uint32Array.from({ length: 64 }, (_, lane) => lane * 12))).toBeUndefined();
    expect(affineLanes(Uint32Array.from({ length: 64 }, (_, lane) => lane * 16))).toEqual({
      origin: 0,
      columns: [16, 32, 64, 128, 256, 512],
    });
  });
});

describe('reasons', () => {
  const reasonsFor = (op: string, address: (lane: number) => number): readonly string[] => {
    const number = opcodes.findIndex(({ name }) => name === op);
    const machine = machines.find(({ name }) => name === 'gfx942') ?? fail();
    const lanes = Uint32Array.from({ length: 64 }, (_, lane) => address(lane));
    return explainAccess(singleAccess(number, lanes), 0, machine)?.reasons ?? [];
  };

  it('names a stride that is a multiple of the bank period', () => {
    expect(reasonsFor('ds_read_b32', (lane) => lane * 128)).toEqual([
      'phase 1: lanes 0-31 access 32 different words of bank 0, 32 ways',
      'lanes are 128 B apart, a multiple of the bank period of 128 B: all start on one bank',
    ]);
  });

  it('names the gcd of a stride with the number of banks', () => {
    expect(reasonsFor('ds_read_b32', (lane) => lane * 24)).toEqual([
      'phase 1: lanes 0, 16 access 2 different words of bank 0, 2 ways',
      'lanes are 24 B = 6 words apart and gcd(6, 32) = 2: they start on only 16 of 32 banks',
    ]);
  });

  it('names the lane bits of an access that is linear but has no stride', () => {
    const [first, second, third] = reasonsFor(
      'ds_read_b128',
      (lane) => (lane % 16) * 128 + (lane >> 4) * 16,
    );
    expect(first).toBe('phase 1: lanes 0, 1, 2, 3 access 4 different words of bank 0, 4 ways');
    expect(second).toBe(
      'those words are multiples of 128 B apart, the bank period (32 banks x 4 B = 128 B)',
    );
    expect(third).toBe(
      'lane bits 0 (+128 B), 1 (+256 B), 2 (+512 B), 3 (+1024 B) move the address by whole bank periods',
    );
  });

  it('says when lanes that write one word are not combined', () => {
    expect(reasonsFor('ds_write_b32', () => 64)).toContain(
      'several lanes name the same word, and this instruction does not combine them',
    );
  });
});
