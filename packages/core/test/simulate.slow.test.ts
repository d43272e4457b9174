/**
 * The simulation against an oracle that says the cost rule in the plainest way: maps and sets, every dword of
 * a vector looked at, nothing shared with the implementation but the machine tables.
 */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type ConflictModel,
  type Machine,
  machineNamed,
  machines,
  type Opcode,
  opcodeAt,
  opcodes,
  phaseLanes,
  range,
  type ServiceRule,
  simulate,
  singleAccess,
  TraceBuilder,
} from '@ldscope/core';
import { forAll } from '../../../test/for-all.ts';
import { opcodeOf } from './mitigate/patterns.ts';

interface Cost {
  readonly phases: number;
  readonly idxActive: number;
  readonly bankConflict: number;
  readonly worstWays: number;
}

interface Access {
  readonly addresses: readonly number[];
  readonly active: readonly boolean[];
}

function oracle(
  opcode: Opcode,
  rule: ServiceRule,
  model: ConflictModel,
  ldsBytes: number,
  { addresses, active }: Access,
): Cost {
  const dwords = Math.max(1, opcode.widthBytes / 4);
  const rows = opcode.addressing.kind === 'row' ? 8 * opcode.addressing.matrices : addresses.length;
  const takesPart = (lane: number): boolean =>
    active[lane] === true && lane < rows && (addresses[lane] ?? 0) + opcode.widthBytes <= ldsBytes;
  const table =
    rule.pairedPhases !== undefined && (paired(1) || paired(2)) ? rule.pairedPhases : rule.phases;

  function paired(x: number): boolean {
    return addresses.every(
      (address, lane) =>
        active[lane] !== true || active[lane ^ x] !== true || addresses[lane ^ x] === address,
    );
  }

  const misaligned = addresses.some(
    (address, lane) => takesPart(lane) && address % rule.alignmentBytes !== 0,
  );
  if (misaligned) {
    const phases = rule.phases.count * (rule.steps === 'serial' ? dwords : 1);
    return { phases, idxActive: addresses.length, bankConflict: 0, worstWays: 1 };
  }

  let [phases, idxActive, bankConflict, worstWays] = [0, 0, 0, 0];
  for (let phase = 0; phase < table.count; phase++) {
    const taking = [...phaseLanes(table, phase)]
      .filter(takesPart)
      .map((lane) => addresses[lane] ?? 0);
    const steps = Array.from({ length: dwords }, (_, step) =>
      taking.map((address) => address + 4 * step),
    );
    // All lanes move on alike from step to step, so every step has the same slots.
    const served = { serial: steps, together: steps.slice(0, 1), whole: [steps.flat()] };
    for (const words of served[rule.steps]) {
      const slotsOfBanks = slotsByBank(rule, opcode.widthBytes, words);
      const way = Math.max(0, ...slotsOfBanks);
      const surplus = slotsOfBanks.reduce((sum, count) => sum + count - 1, 0);
      const counted = model.phaseCost === 'every-bank' ? 1 + surplus : way;
      const cost =
        taking.length === 0 ? model.emptyPhaseCycles : Math.ceil(counted / model.portsPerBank);
      const { passes = 1 } = rule;
      phases += (taking.length === 0 ? model.emptyPhaseCycles : 1) * passes;
      idxActive += cost * passes;
      bankConflict += Math.max(0, cost - 1);
      worstWays = Math.max(worstWays, way);
    }
  }
  return { phases, idxActive, bankConflict, worstWays };
}

/** Slots of each bank that is used, for the words that these lanes want at one place of their vectors. */
function slotsByBank(
  rule: ServiceRule,
  widthBytes: number,
  addresses: readonly number[],
): readonly number[] {
  const banks = new Map<number, number[]>();
  for (const address of addresses) {
    const bank = Math.floor(address / 4) % rule.banks;
    const list = banks.get(bank);
    if (list === undefined) banks.set(bank, [address]);
    else list.push(address);
  }
  return [...banks.values()].map((list) => slots(rule, widthBytes, list));
}

function slots(rule: ServiceRule, widthBytes: number, onBank: readonly number[]): number {
  switch (rule.slots) {
    case 'none':
      return 1;
    case 'distinct-words':
      return new Set(onBank.map((address) => Math.floor(address / 4))).size;
    case 'each-lane':
      return onBank.length;
    case 'same-element':
      return new Set(onBank).size === 1 ? 1 : onBank.length;
    case 'disjoint-bytes': {
      const writers = new Map<number, number>();
      for (const address of onBank) {
        for (let byte = address; byte < address + widthBytes; byte++) {
          writers.set(byte, (writers.get(byte) ?? 0) + 1);
        }
      }
      const words = new Map<number, number>();
      for (const [byte, count] of writers) {
        const word = Math.floor(byte / 4);
        words.set(word, Math.max(words.get(word) ?? 0, count));
      }
      return [...words.values()].reduce((sum, count) => sum + count, 0);
    }
  }
}

interface Served {
  readonly machine: Machine;
  readonly model: ConflictModel;
  readonly waveSize: 32 | 64;
  readonly served: readonly { readonly op: number; readonly rule: ServiceRule }[];
}

/** Every model of every machine with the instructions that it serves. */
const models: readonly Served[] = machines.flatMap((machine) =>
  machine.models.flatMap((model) =>
    ([32, 64] as const).flatMap((waveSize) => {
      const table = model.rules[waveSize];
      if (table === undefined) return [];
      const served = opcodes.flatMap(({ request }, op) => {
        const rule = request === undefined ? undefined : table[request];
        return rule === undefined ? [] : [{ op, rule }];
      });
      return [{ machine, model, waveSize, served }];
    }),
  ),
);

/** Addresses as kernels have them, and as they never should be: strides, swizzles, broadcasts, noise. */
function addressesOf(waveSize: number, unit: number, ldsBytes: number): fc.Arbitrary<number[]> {
  const lanes = range(waveSize);
  const pitch = fc.constantFrom(0, 1, 2, 3, 4, 8, 16, 17, 32, 33, 64, 128, 130);
  const inside = (address: number): number => address % ldsBytes;
  const each = (one: fc.Arbitrary<number>): fc.Arbitrary<number[]> =>
    fc.array(one, { minLength: waveSize, maxLength: waveSize });
  return fc.oneof(
    fc
      .tuple(pitch, fc.nat(64))
      .map(([step, base]) => lanes.map((l) => inside((base + l * step) * unit))),
    fc
      .tuple(pitch, fc.constantFrom(2, 4, 8, 16))
      .map(([step, row]) =>
        lanes.map((l) =>
          inside(unit * (Math.floor(l / row) * step + ((l % row) ^ (Math.floor(l / row) % row)))),
        ),
      ),
    fc
      .tuple(fc.constantFrom(1, 2, 3), fc.array(fc.nat(255), { minLength: 64, maxLength: 64 }))
      .map(([shift, list]) => lanes.map((l) => (list[l >> shift] ?? 0) * unit)),
    each(fc.nat(3).map((word) => word * 32 * unit)),
    each(fc.nat(127).map((n) => n * unit)),
    each(fc.nat(Math.floor((ldsBytes * 1.1) / unit)).map((n) => n * unit)),
  );
}

function activeOf(waveSize: number): fc.Arbitrary<boolean[]> {
  const all = Array.from({ length: waveSize }, () => true);
  return fc.oneof(
    { weight: 3, arbitrary: fc.constant(all) },
    fc.array(fc.boolean(), { minLength: waveSize, maxLength: waveSize }),
    fc
      .tuple(fc.nat(waveSize), fc.nat(waveSize))
      .map(([a, b]) => all.map((_, l) => l >= a && l <= b)),
    fc.nat(waveSize - 1).map((lane) => all.map((_, l) => l === lane)),
    fc.constantFrom(1, 2, 3).map((bits) => all.map((_, l) => (l & bits) === 0)),
  );
}

const maskOf = (active: readonly boolean[], first: number): number => {
  let mask = 0;
  for (let lane = 0; lane < 32; lane++) if (active[first + lane] === true) mask |= 1 << lane;
  return mask >>> 0;
};

const costAt = (result: ReturnType<typeof simulate>, row: number): Cost => ({
  phases: result.phases[row] ?? -1,
  idxActive: result.idxActive[row] ?? -1,
  bankConflict: result.bankConflict[row] ?? -1,
  worstWays: result.worstWays[row] ?? -1,
});

/** A model, and a few accesses of instructions that it serves: tables must not leak from row to row. */
const programs = fc.constantFrom(...models).chain((served) =>
  fc.record({
    served: fc.constant(served),
    rows: fc.array(
      fc.constantFrom(...served.served).chain(({ op, rule }) => {
        const width = opcodes[op]?.widthBytes ?? 4;
        const ldsBytes = served.machine.sharedMemory.bytesPerWorkgroup.value;
        // Bytes of one word are shared by aligned elements only; other accesses may start anywhere.
        const units = rule.slots === 'disjoint-bytes' ? [width] : [width, 16, 4, 2, 1];
        return fc.record({
          op: fc.constant(op),
          rule: fc.constant(rule),
          addresses: fc
            .constantFrom(...units)
            .chain((unit) => addressesOf(served.waveSize, unit, ldsBytes)),
          active: activeOf(served.waveSize),
        });
      }),
      { minLength: 1, maxLength: 5 },
    ),
  }),
);

describe('simulate', () => {
  test('agrees with the plain statement of the rule on every machine, model and instruction', () => {
    forAll([programs], 2000, ({ served, rows }) => {
      const { machine, model, waveSize } = served;
      const ldsBytes = machine.sharedMemory.bytesPerWorkgroup.value;
      const builder = new TraceBuilder(waveSize, [{ id: 'row' }]);
      // Each row is an instruction of its own: two of one order would be the two addresses of one.
      for (const [order, { op, addresses, active }] of rows.entries()) {
        builder.add(op, 0, 0, order, addresses, maskOf(active, 0), maskOf(active, 32));
      }
      const result = simulate(builder.finish(), machine, model);
      expect(result.unserved.size).toBe(0);
      for (const [row, { op, rule, addresses, active }] of rows.entries()) {
        const opcode = opcodeAt(op);
        const expected = oracle(opcode, rule, model, ldsBytes, { addresses, active });
        const where = `${machine.name}, ${model.name}, ${opcode.name}`;
        expect(costAt(result, row), where).toEqual(expected);
      }
    });
  });

  test('every rule is exercised: a stride through all of them', () => {
    // Many chips have the same rules: what the oracle says of one is what it says of the others.
    const said = new Map<string, readonly Cost[]>();
    const factors = [0, 1, 2, 8, 16, 64];
    for (const { machine, model, waveSize, served } of models) {
      const ldsBytes = machine.sharedMemory.bytesPerWorkgroup.value;
      const { phaseCost, emptyPhaseCycles, portsPerBank } = model;
      for (const { op, rule } of served) {
        const opcode = opcodeAt(op);
        const { addressing, widthBytes } = opcode;
        const strides = factors.map((factor) =>
          range(waveSize).map((lane) => lane * factor * widthBytes),
        );
        const active = Array.from({ length: waveSize }, () => true);
        const asked = [rule, addressing, widthBytes, ldsBytes, waveSize];
        const key = JSON.stringify([...asked, phaseCost, emptyPhaseCycles, portsPerBank]);
        const costs =
          said.get(key) ??
          strides.map((addresses) => oracle(opcode, rule, model, ldsBytes, { addresses, active }));
        said.set(key, costs);
        for (const [i, addresses] of strides.entries()) {
          const found = costAt(
            simulate(singleAccess(op, addresses, { waveSize }), machine, model),
            0,
          );
          const where = `${machine.name}, ${model.name}, ${opcode.name}, factor ${factors[i]}`;
          expect(found, where).toEqual(costs[i]);
        }
      }
    }
  });

  test('cross-lane operations are free, instructions without a rule are named', () => {
    const gfx942 = machineNamed('gfx942');
    const [permute, transpose] = [opcodeOf('ds_permute_b32'), opcodeOf('ds_read_b64_tr_b16')];
    const builder = new TraceBuilder(64, [{ id: 'row' }]);
    const addresses = new Uint32Array(64);
    builder.add(permute, 0, 0, 0, addresses);
    builder.add(transpose, 0, 0, 1, addresses);
    const { idxActive, unserved } = simulate(builder.finish(), gfx942);
    expect([...idxActive]).toEqual([0, 0]);
    expect([...unserved]).toEqual([transpose]);
  });

  test('lanes beyond the LDS drop out, their phase still costs a cycle on AMD', () => {
    const gfx942 = machineNamed('gfx942');
    const strided = singleAccess(
      opcodeOf('ds_read_b32'),
      range(64).map((l) => l * 2048),
    );
    expect(simulate(strided, gfx942).idxActive[0]).toBe(33);
    const model = gfx942.models[0];
    expect(simulate(strided, gfx942, model, { ldsBytes: 2048 }).idxActive[0]).toBe(2);
    expect(simulate(strided, gfx942, model, { ldsBytes: 131072 }).idxActive[0]).toBe(64);
  });
});
