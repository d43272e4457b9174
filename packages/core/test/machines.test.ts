import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import {
  findMachine,
  findModel,
  findRule,
  type Machine,
  machineNamed,
  machines,
  opcodeAt,
  phaseLanes,
  type PhaseTable,
  range,
  type ServiceRule,
} from '@ldscope/core';
import { raise } from '../../../test/raise.ts';
import { opcodeOf } from './mitigate/patterns.ts';
import { siblings } from '../src/machine/machines.ts';
import { machineFaults } from '../src/machine/validate.ts';

const WAVE_SIZES = [32, 64] as const;

function rulesOf(machine: Machine): { name: string; waveSize: 32 | 64; rule: ServiceRule }[] {
  return machine.models.flatMap((model) =>
    WAVE_SIZES.flatMap((waveSize) =>
      Object.entries(model.rules[waveSize] ?? {}).map(([request, rule]) => ({
        name: `${model.name}, ${request} of ${waveSize} lanes`,
        waveSize,
        rule,
      })),
    ),
  );
}

/** Every object under a machine that is a fact or a rule: it says how it is known. */
function evidence(value: unknown, path = ''): { path: string; source: unknown; kind: unknown }[] {
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return [];
  const below = Object.entries(value).flatMap(([key, item]) => evidence(item, `${path}.${key}`));
  if (!('evidence' in value)) return below;
  const source = 'source' in value ? value.source : undefined;
  return [{ path, source, kind: value.evidence }, ...below];
}

const lanesOf = (table: PhaseTable): number[][] =>
  Array.from({ length: table.count }, (_, phase) => [...phaseLanes(table, phase)]);

/** A list of lane sets without the order in which they are served. */
const asSets = (phases: readonly (readonly number[])[]): string[] =>
  phases.map((lanes) => [...lanes].sort((a, b) => a - b).join()).sort();

interface Research {
  readonly phase_sets: Readonly<Record<string, readonly (readonly number[])[]>>;
  readonly archs: Readonly<Record<string, Arch>>;
}

interface Arch {
  readonly wave: 32 | 64;
  readonly instructions?: Readonly<Record<string, Row>>;
  readonly instructions_wave64?: Readonly<Record<string, Row>>;
}

interface Row {
  readonly phase_set: string;
  readonly banks: number;
  readonly merge: string;
  readonly passes?: number;
}

const CHIPS: Readonly<Record<string, readonly string[]>> = {
  gfx11: ['gfx1100', 'gfx1151'],
  gfx12: ['gfx1201'],
};

const SLOTS: Readonly<Record<string, string>> = {
  read_coalesce: 'distinct-words',
  write_combine_disjoint_bytes: 'disjoint-bytes',
  write_count_each: 'each-lane',
};

test.each([
  ['gfx942', [16, 8, 4]],
  ['gfx950', [16, 16, 8]],
] as const)('rocRoller takes reads of %s by %j lanes per clock', (chip, wanted) => {
  const model = findModel(machineNamed(chip), 'rocroller') ?? raise('no model');
  const found = (['read.b32', 'read.b64', 'read.b128'] as const).map((request) => {
    const { phases } = model.rules[64]?.[request] ?? raise(request);
    return phaseLanes(phases, 0).length;
  });
  expect(found).toEqual(wanted);
});

test.each([...machines, ...siblings])('the tables of $name are sound', (machine) => {
  expect(machineFaults(machine)).toEqual([]);
});

describe.each(machines.map((machine) => [machine.name, machine] as const))(
  '%s',
  (name, machine) => {
    test('can be found, and its models by name', () => {
      expect(findMachine(name)).toBe(machine);
      const [first] = machine.models;
      expect(findModel(machine)).toBe(first);
      for (const model of machine.models) expect(findModel(machine, model.name)).toBe(model);
      expect(new Set(machine.models.map((model) => model.name)).size).toBe(machine.models.length);
      expect(findModel(machine, 'no such model')).toBeUndefined();
    });

    test('rules are sound: phases split the wave, banks are powers of two', () => {
      const all = rulesOf(machine);
      expect(all.length).toBeGreaterThan(0);
      for (const { name: rule, waveSize, rule: own } of all) {
        const { phases, pairedPhases, banks, alignmentBytes } = own;
        expect(machine.waveSizes, rule).toContain(waveSize);
        expect([16, 32, 64], rule).toContain(banks);
        expect([1, 2, 4, 8, 16], rule).toContain(alignmentBytes);
        for (const table of pairedPhases === undefined ? [phases] : [phases, pairedPhases]) {
          expect(table.waveSize, rule).toBe(waveSize);
          const lanes = lanesOf(table).flat();
          expect(
            lanes.sort((a, b) => a - b),
            rule,
          ).toEqual(range(waveSize));
        }
      }
    });

    test('every wave size has the plain reads and writes', () => {
      const plain = ['read.b32', 'read.b64', 'read.b128', 'write.b32', 'write.b128'] as const;
      for (const model of machine.models)
        for (const waveSize of machine.waveSizes)
          for (const request of plain)
            expect(findRule(model, waveSize, request), `${model.name} ${request}`).toBeDefined();
    });

    test('every fact has a source; a disputed rule names the model of the other reading', () => {
      const facts = evidence(machine);
      expect(facts.length).toBeGreaterThan(10);
      for (const { path, source, kind } of facts) {
        expect(['measured', 'documented', 'inferred', 'disputed'], path).toContain(kind);
        expect(typeof source === 'string' && source.trim() !== '', path).toBe(true);
      }
      for (const { name: rule, rule: own } of rulesOf(machine)) {
        const { otherReading, evidence: known } = own;
        if (otherReading !== undefined)
          expect(findModel(machine, otherReading), rule).toBeDefined();
        if (known === 'disputed') expect(otherReading).toBeDefined();
      }
    });
  },
);

test('machine names are unique', () => {
  expect(new Set(machines.map(({ name }) => name)).size).toBe(machines.length);
  expect(findMachine('gfx9999')).toBeUndefined();
});

describe('the researched tables', () => {
  const file = new URL('../../../../shared/research/hw-lds-phases.json', import.meta.url);
  const present = existsSync(file);
  if (!present) console.log('skipped: the researched phase tables are not beside this checkout');
  const research: Research = present
    ? (JSON.parse(readFileSync(file, 'utf8')) as Research)
    : { phase_sets: {}, archs: {} };
  const tables = Object.entries(research.archs).flatMap(
    ([arch, { instructions, instructions_wave64 }]) =>
      (CHIPS[arch] ?? [arch]).flatMap((chip) => [
        [chip, research.archs[arch]?.wave ?? 64, instructions ?? {}] as const,
        [chip, 64 as const, instructions_wave64 ?? {}] as const,
      ]),
  );
  const rows = tables.flatMap(([chip, waveSize, instructions]) =>
    Object.entries(instructions).map(([name, row]) => ({ chip, waveSize, name, row })),
  );

  test.skipIf(!present)('hold what they should', () => {
    expect(Object.keys(research.archs)).toEqual(
      expect.arrayContaining(['gfx906', 'gfx908', 'gfx90a', 'gfx942', 'gfx950', 'gfx11', 'gfx12']),
    );
    expect(rows.length).toBeGreaterThan(150);
  });

  test.skipIf(!present).each(rows)(
    '$chip $name, wave of $waveSize',
    ({ chip, waveSize, name, row }) => {
      const machine = machineNamed(chip);
      const { request = raise(`${name} has no class`), addressing } = opcodeAt(opcodeOf(name));
      const rule = findRule(machine.models[0], waveSize, request);
      expect(rule).toMatchObject({ banks: row.banks, slots: SLOTS[row.merge], steps: 'together' });
      expect(addressing.kind === 'double' ? 2 : 1).toBe(row.passes ?? 1);
      expect(asSets(rule === undefined ? [] : lanesOf(rule.phases))).toEqual(
        asSets(research.phase_sets[row.phase_set] ?? []),
      );
    },
  );
});
