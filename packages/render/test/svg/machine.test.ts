import {
  type ConflictModel,
  explainAccess,
  machineNamed as named,
  type Machine,
  machines,
  opcodeAt,
  opcodes,
  singleAccess,
} from '@ldscope/core';
import { describe, expect, it } from 'vitest';
import { raise } from '../../../../test/raise.ts';
import { compareFacts, compareRules, pairRules } from '../../src/svg/machine-compare.ts';
import { phaseMapPicture } from '../../src/svg/phase-map.ts';
import { phaseMapTable } from '../../src/svg/phase-map-table.ts';
import { machineFacts } from '../../src/text/machine-facts.ts';
import { classNames, sameRules } from '../../src/text/machine-rules.ts';
import { writeText } from '../../src/document/write-text.ts';
import { sayMachine } from '../../src/say/machine.ts';
import { sayMachineComparison } from '../../src/say/machine-compare.ts';
import { sayMatrixList } from '../../src/say/matrix.ts';
import type { Section } from '../../src/document/document.ts';
import { matricesOf } from '../../src/text/shown-matrix.ts';
import { termsFor } from '../../src/text/terminology.ts';
import { boxesIn, expectSafe, parseRanges, textsOf, withAttribute } from './trees.ts';

const models = machines.flatMap((machine) => machine.models.map((model) => ({ machine, model })));

/** What is served together, from explained accesses: the lanes of each phase by class and wave size. */
function servedBy(machine: Machine, model: ConflictModel): Map<string, number[][]> {
  const found = new Map<string, number[][]>();
  for (const waveSize of machine.waveSizes) {
    for (let op = 0; op < opcodes.length; op++) {
      const { request, widthBytes, addressing } = opcodeAt(op);
      if (request === undefined || addressing.kind === 'row') continue;
      const apart = Array.from({ length: waveSize }, (_, lane) => lane * widthBytes);
      const trace = singleAccess(op, apart, { waveSize });
      const access = explainAccess(trace, 0, machine, model, 2 ** 22);
      if (access === undefined) continue;
      const phases = access.phases.map(({ lanes }) => lanes.toSorted((a, b) => a - b));
      found.set(`${waveSize} ${request}`, phases);
    }
  }
  return found;
}

/** `0: 0-3,20-23; 1: ...` as lanes by phase. */
const lanesOf = (text = ''): number[][] =>
  text.split('; ').map((part) => parseRanges(part.replace(/^\d+: /, '')));

/** The rows of all tables of some sections. */
const rowsOf = (sections: readonly Section[]): string[][] =>
  sections.flatMap(({ blocks }) =>
    blocks.flatMap((block) =>
      block.kind === 'table' ? block.rows.map(({ cells }) => cells.map(({ text }) => text)) : [],
    ),
  );

describe('what is known of a chip', () => {
  it('has every fact with its evidence and a source', () => {
    for (const machine of machines) {
      const rows = rowsOf(sayMachine(machine).sections.slice(1, 2));
      const facts = machineFacts(machine, termsFor(machine));
      expect(facts.length).toBeGreaterThan(8);
      expect(rows.map((row) => row.slice(0, 3))).toEqual(
        facts.map(([title, { value, evidence }]) => [title, value, evidence]),
      );
      for (const row of rows) expect(row[3]).toMatch(/^\[\d+/);
    }
  });

  it('has every rule with a source, and all models', () => {
    for (const { machine, model } of models) {
      const { sections } = sayMachine(machine, model);
      const rules = rowsOf(sections.slice(2));
      const known = machine.waveSizes.flatMap((size) => sameRules(model.rules[size] ?? {}));
      expect(rules).toHaveLength(known.length);
      for (const row of rules) expect(row.at(-1)).toMatch(/^\[\d+/);
      const text = writeText({ title: '', sections });
      for (const { name } of [...machine.models, ...machine.coalescing]) {
        expect(text).toContain(`  ${name}: `);
      }
      expect(rowsOf(sayMatrixList(machine, matricesOf(machine)).sections)).toHaveLength(
        matricesOf(machine).length,
      );
    }
  });

  it('shows disputed rules with the other reading', () => {
    const text = writeText(sayMachine(named('gfx950')), { width: 400 });
    expect(text).toContain('disputed');
    expect(text).toContain('narrow-1x64');
  });
});

describe('two chips beside each other', () => {
  it('differ in nothing from themselves, and in the same from each side', () => {
    for (const { machine, model } of models) {
      expect(compareRules({ machine, model }, { machine, model }).differs).not.toContain(true);
      expect(compareFacts({ machine }, { machine }).differs).not.toContain(true);
    }
    for (const { machine } of models) {
      const [one, other] = [{ machine: named('gfx942') }, { machine }];
      const classesOf = (pairs: ReturnType<typeof pairRules>): boolean[] =>
        pairs.flatMap(({ classes, differs }) => classes.map(() => differs));
      const [pairs, back] = [pairRules(one, other), pairRules(other, one)].map(classesOf);
      expect(pairs?.filter(Boolean).length).toBe(back?.filter(Boolean).length);
      expect(pairs).toHaveLength(back?.length ?? NaN);
    }
  });

  it('differ where what is served together does', () => {
    const first = { machine: named('gfx942'), model: named('gfx942').models[0] };
    const mine = servedBy(first.machine, first.model);
    for (const { machine, model } of models) {
      const yours = servedBy(machine, model);
      for (const { waveSize, classes, differs } of pairRules(first, { machine, model })) {
        for (const request of classes) {
          const key = `${waveSize} ${request}`;
          const [one, other] = [mine.get(key), yours.get(key)];
          if (one === undefined && other === undefined) continue;
          if (JSON.stringify(one) !== JSON.stringify(other)) expect(differs).toBe(true);
        }
      }
    }
  });

  it('have all facts of both', () => {
    const [one, other] = [named('gfx950'), named('sm_90')];
    const { table, differs } = compareFacts({ machine: one }, { machine: other });
    const titles = new Set(
      [one, other].flatMap((machine) =>
        machineFacts(machine, termsFor(one)).map(([title]) => title),
      ),
    );
    expect(table.rows.map(([title]) => title)).toEqual([...titles]);
    expect(differs).toHaveLength(table.rows.length);
    expect(differs).toContain(true);
  });

  it('are a document that marks what differs, and names the sources of both', () => {
    const one = { machine: named('gfx942') };
    for (const { machine, model } of models) {
      const other = { machine, model };
      const { sections } = sayMachineComparison(one, other);
      const marked = rowsOf(sections).filter(([mark]) => mark === '*');
      const differing = [
        ...compareFacts(one, other).differs,
        ...pairRules(one, other).map(({ differs }) => differs),
      ].filter(Boolean);
      expect(marked).toHaveLength(differing.length);
      const text = writeText({ title: '', sections }, { width: 400 });
      for (const { source } of Object.values(one.machine.sharedMemory))
        expect(text).toContain(source.slice(0, 20));
      expect(text).not.toContain('undefined');
    }
  });

  it('say when models charge phases differently and serve the same lanes', () => {
    const charged =
      models.find(({ model }) => model.phaseCost === 'every-bank') ?? raise('not there');
    const plain: ConflictModel = { ...charged.model, name: 'plain', phaseCost: 'fullest-bank' };
    const [one, other] = [charged, { machine: charged.machine, model: plain }];
    expect(compareRules(one, other).differs.filter(Boolean)).toHaveLength(1);
    const picture = phaseMapPicture(one, { compared: other, onlyDifferences: true });
    expect(textsOf(picture).join()).toContain('The cost of a phase differs between the two.');
    expect(picture.description).toMatch(/^0 of \d+ classes/);
  });
});

describe('the map of phases', () => {
  it('has the lanes that explained accesses are served with', () => {
    for (const { machine, model } of models) {
      const served = servedBy(machine, model);
      const { rows } = phaseMapTable({ machine, model });
      const shared = machine.waveSizes.flatMap((waveSize) =>
        sameRules(model.rules[waveSize] ?? {}).map((one) => ({ waveSize, ...one })),
      );
      expect(rows.map(([name]) => name)).toEqual(shared.map(({ classes }) => classNames(classes)));
      for (const [index, { waveSize, classes, rule }] of shared.entries()) {
        if (rule.pairedPhases !== undefined) continue;
        for (const request of classes) {
          const wanted = served.get(`${waveSize} ${request}`);
          if (wanted !== undefined) expect(lanesOf(rows[index]?.[2])).toEqual(wanted);
        }
      }
    }
  });

  it('draws the phase of each lane of each class', () => {
    for (const { machine, model } of models) {
      const picture = phaseMapPicture({ machine, model });
      const shown = withAttribute(picture, 'data-lane').map(
        ({ attributes, children }) =>
          `${attributes['data-lane']} ${textsOf({ content: children }).join('')}`,
      );
      const wanted = machine.waveSizes.flatMap((waveSize) =>
        sameRules(model.rules[waveSize] ?? {}).flatMap(({ rule }) =>
          [rule.phases, ...(rule.pairedPhases === undefined ? [] : [rule.pairedPhases])].flatMap(
            ({ lanes: order, lanesPerPhase }) => {
              const phases = [...order].map((lane, at) => [lane, Math.floor(at / lanesPerPhase)]);
              return phases
                .sort(([a = 0], [b = 0]) => a - b)
                .map(([lane, phase]) => `${lane} ${phase}`);
            },
          ),
        ),
      );
      expect(shown).toEqual(wanted);
    }
  });

  it('is never cropped, and marks what differs in words', () => {
    for (const width of [1, 340, 900, 2000]) {
      for (const picture of [
        phaseMapPicture({ machine: named('gfx950') }, { width }),
        phaseMapPicture(
          { machine: named('gfx942') },
          { compared: { machine: named('sm_90') }, width },
        ),
      ]) {
        for (const { right, foot } of boxesIn(picture)) {
          expect(right).toBeLessThan(picture.width);
          expect(foot).toBeLessThan(picture.height);
        }
      }
    }
    const [a, b] = [{ machine: named('gfx942') }, { machine: named('gfx950') }];
    const texts = textsOf(phaseMapPicture(a, { compared: b }));
    const pairs = pairRules(a, b);
    expect(texts.filter((text) => text === 'differs')).toHaveLength(
      pairs.filter(({ differs }) => differs).length,
    );
    expect(phaseMapTable(a, b).rows).toHaveLength(pairs.length);
    expect(textsOf(phaseMapPicture(a, { compared: a, onlyDifferences: true }))).toContain(
      'Both serve the same lanes together.',
    );
  });

  it('is the same every time and escapes its subject', () => {
    const machine = { ...named('gfx942'), name: `<script>"'&` };
    expectSafe(() => phaseMapPicture({ machine }));
  });
});
