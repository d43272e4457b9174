import {
  elementOffset,
  findMachine,
  machineNamed,
  parseIreeSwizzle,
  permutationFault,
  range,
} from '@ldscope/core';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  CHIP,
  freeShapes,
  mitigations,
  nameOf,
  savedPercent,
  shapes,
  sweep,
  sweptElements,
} from '../../src/explore/iree/attention.ts';
import {
  drains,
  tileControls,
  tileOf,
  worked as presets,
} from '../../src/explore/iree/controls.ts';
import {
  bestLayout,
  bestOfFamily,
  countLayouts,
  decide,
  families,
  rules,
} from '../../src/explore/iree/decision.ts';
import { drained, drainLines, drainText } from '../../src/explore/iree/drain.ts';
import {
  flowKernels,
  type FlowOptions,
  OWN,
  passText,
  type Stage,
} from '../../src/explore/iree/flow.ts';
import {
  contractTable,
  countedTable,
  shapesPicture,
  shortCount,
} from '../../src/explore/iree/picture.ts';
import { runFlow } from '../../src/explore/iree/run-flow.ts';
import {
  addressSteps,
  bytesOf,
  chips,
  elements,
  ROWS,
  sideCost,
  sideReads,
  specificationOf,
  tileModel,
  type TileParameters,
} from '../../src/explore/iree/tile.ts';
import { ownPassage, passageModel, passages, threadsOf } from '../../src/explore/iree/who.ts';
import { lanes, serve } from '../../src/explore/parts/one-access.ts';
import { rows } from '../../../../test/rows.ts';
import { named, valueOf, whyNot } from './answers.ts';
import { combinations } from './combinations.ts';

const talkParameters = tileOf(tileControls.start);
const talkModel = tileModel(talkParameters);
const talkCosts = talkModel.sides.map((side) => sideCost(talkModel, side));
const worked = presets.map(({ name, state }) => ({
  name,
  parameters: tileOf({ ...tileControls.start, ...state }),
}));

const stepOf = (parameters: TileParameters, row: number, column: number, name: string) =>
  named(addressSteps(parameters, row, column), name).value;

describe('an element on its way', () => {
  it("is where the talk's example has it", () => {
    const step = (name: string) => stepOf(talkParameters, 3, 8, name);
    expect(['offset', 'group', 'key', 'group, moved'].map(step)).toEqual([392, 2, 3, 1]);
    expect(['offset, swizzled', 'byte', 'bank'].map(step)).toEqual([388, 776, 2]);
  });

  it('is where the layout has it, for every worked attribute', () => {
    for (const { name, parameters } of worked) {
      const side = tileModel(parameters).sides.find((one) => one.name === 'swizzled');
      if (side === undefined) {
        expect(name).toBe('twelve groups');
        continue;
      }
      for (const row of range(ROWS))
        for (const column of range(parameters.columns)) {
          const wanted = elementOffset(side.layout, row, column);
          expect(stepOf(parameters, row, column, 'byte')).toBe(wanted);
        }
    }
  });

  it('spreads the rows of the first 16 lanes over all banks, as the talk says', () => {
    const banks = range(ROWS).map((row) => stepOf(talkParameters, row, 0, 'bank'));
    expect(banks).toEqual(range(ROWS).map((row) => 2 * row));
  });
});

describe('a tile under an attribute', () => {
  it('has 16 ways as it is, and one with padding or the attribute', () => {
    const { sides, faults, attribute } = talkModel;
    expect(attribute).toBe('#iree_codegen.xor_shuffle<128, 4, 128, 1>');
    expect(faults).toEqual([]);
    const ways = sides.map((side) => `${side.name} ${sideReads(talkModel, side)[0]?.worstWays}`);
    expect(ways).toEqual(['plain 16', 'padded 1', 'swizzled 1']);
    // 8 reads, 4 phases, 15 conflict cycles each.
    expect(talkCosts[0]?.readConflictCycles).toBe(8 * 4 * 15);
    expect(talkCosts[1]?.ldsBytes).toBe(16 * 132 * 2);
  });

  it('counts the reads that it shows', () => {
    for (const { parameters } of worked) {
      const model = tileModel(parameters);
      for (const side of model.sides) {
        const sum = sideReads(model, side).reduce((all, { bankConflict }) => all + bankConflict, 0);
        expect(sum).toBe(sideCost(model, side)?.readConflictCycles);
      }
    }
  });

  it('says what the attribute hides', () => {
    const fault = (name: string) => tileModel(named(worked, name).parameters).faults.join();
    expect(fault('two rows per key')).toContain('reduces constants by 1024');
    expect(fault('twelve groups')).toContain('not a bijection');
    expect(fault('half a row')).toContain('part of a row');
    expect(fault('rotated')).toBe('');
  });

  it('is a model for every setting of the controls', () => {
    const lists = {
      chip: chips,
      element: elements,
      size: [[16, 64] as const, [16, 96] as const, [32, 128] as const, [32, 256] as const],
      width: [0.5, 1, 2],
      accessWidth: [1, 2, 8, 32],
      perPhase: [1, 4],
    };
    for (const one of combinations(lists)) {
      const [rows, columns] = one.size;
      const { chip, element, accessWidth, perPhase } = one;
      const rowWidth = columns * one.width;
      const numbers = { rowWidth, accessWidth, rowStride: Math.max(columns, rowWidth), perPhase };
      const swizzle = { kind: 'xor_shuffle', ...numbers } as const;
      const parameters = { chip, element, rows, columns, read: 2, swizzle };
      const { sides, faults } = tileModel(parameters);
      expect(sides.length).toBeGreaterThanOrEqual(2);
      const broken =
        permutationFault(swizzle, rows * columns) !== undefined || rowWidth % accessWidth !== 0;
      if (broken) expect(faults.length).toBeGreaterThan(0);
      expect(addressSteps(parameters, 15, columns - 1)).toHaveLength(9);
    }
  }, 60_000);

  it('writes specifications whose attribute reads back', () => {
    const text = specificationOf(talkParameters, 'swizzled');
    const attribute = /layout: "(.*)"/.exec(text)?.[1] ?? '';
    expect(parseIreeSwizzle(attribute)).toMatchObject({ ok: true, value: talkParameters.swizzle });
    expect(specificationOf(talkParameters, 'padded')).toContain('layout: "pad 132"');
  });
});

describe('the decision', () => {
  const ask = (element: 'f16' | 'f32' | 'fp8', columns: number, writer: number, reader: number) =>
    decide({ chip: 'gfx942', element, rows: 16, columns, writer, reader });

  it('follows the rules in their order', () => {
    expect(ask('f16', 128, 4, 4).states).toEqual(rules.map(() => 'holds'));
    expect(ask('f16', 128, 8, 4).decision).toMatchObject({ kind: 'none', rule: 4 });
    expect(ask('f32', 64, 4, 1).states[4]).toBe('caps');
    expect(ask('f32', 33, 1, 1).decision).toMatchObject({ kind: 'none', rule: 7 });
    expect(ask('f32', 80, 4, 1).fault).toContain('not a bijection');
    expect(ask('f16', 8, 8, 8).decision).toMatchObject({ kind: 'none', rule: 6 });
    expect(ask('f16', 130, 4, 4).decision).toMatchObject({ kind: 'none', rule: 3 });
    // Sixteen of fp8 are the 16 bytes of eight halves.
    expect(ask('fp8', 256, 16, 16).decision).toMatchObject({ swizzle: { accessWidth: 16 } });
    expect(ask('fp8', 256, 16, 8).decision).toMatchObject({ kind: 'none', rule: 4 });
  });

  it('costs what the tile costs', () => {
    const asked = {
      chip: 'gfx942',
      element: 'f16',
      rows: 16,
      columns: 128,
      writer: 8,
      reader: 4,
    } as const;
    const counted = countLayouts(asked);
    if (counted === 'no layout') throw new Error('it has a layout');
    expect(counted.slice(0, 2).map(({ cost }) => cost)).toEqual(talkCosts.slice(0, 2));
    const candidates = families.flatMap((family) => bestOfFamily(asked, family) ?? []);
    const best = bestLayout(candidates, asked.columns);
    // As `ldscope opt` chooses for examples/swizzle-flow/vector.mlir.
    expect(best).toMatchObject({
      layout: 'xor_shuffle<128, 8>',
      cost: { writeConflictCycles: 0, readConflictCycles: 32 },
    });
    const odd = { ...asked, element: 'f32', columns: 33, writer: 1, reader: 1 } as const;
    expect(countLayouts(odd)).toBe('no layout');
  });
});

describe('the passes', () => {
  const kernel = (name: string) => named(flowKernels, name);
  const corrected: FlowOptions = { like: 'corrected', resolver: 'ldscope', writerBits: 128 };
  const run = (name: string, like: FlowOptions['like'], more: Partial<FlowOptions> = {}) =>
    runFlow(kernel(name), { ...corrected, ...more, like }, 'gfx942', () => {});

  const faultsOf = (stages: readonly Stage[]) =>
    stages.flatMap(({ stuck, failed, difference }) => stuck ?? failed ?? difference ?? []);

  it('resolve the hint, with the conflicts of the tile before and behind', async () => {
    const stages = await run('lanes', 'corrected');
    expect(stages).toHaveLength(kernel('lanes').passes.length + 1);
    const [plain, , swizzled] = talkCosts.map(
      (cost) => (cost?.readConflictCycles ?? 0) + (cost?.writeConflictCycles ?? 0),
    );
    expect([stages[0]?.cost?.conflicts, stages.at(-1)?.cost?.conflicts]).toEqual([plain, swizzled]);
    expect(stages.at(-1)?.text).not.toContain('swizzle_hint');
    expect(faultsOf(stages)).toEqual([]);
  });

  it('go from vectors to resolved accesses of threads', async () => {
    const stages = await run('vector', 'corrected');
    expect(faultsOf(stages)).toEqual([]);
    const counts = stages.map(({ cost }) => cost?.conflicts ?? 0);
    expect([counts[0], counts[1], counts.at(-1)]).toEqual([0, 480, 32]);
  });

  it('decide by the width of a write and by whose resolver follows', async () => {
    const narrow = await run('vector', 'corrected', { writerBits: 0 });
    expect(narrow.at(-1)?.cost?.conflicts).toBe(0);
    const theirs = await run('vector', 'corrected', { resolver: 'iree' });
    expect(theirs[1]?.decisions[0]).toContain('padding by 64 bits');
  });

  it("follow the reader's own text, function by function", async () => {
    const { text, passes } = kernel(OWN);
    const start = text.indexOf('func.func');
    const masked = text
      .slice(start)
      .replace('@load_tile', '@masked')
      .replace('in_bounds = [true, true]', 'in_bounds = [true, false]');
    const own = { text: `${text}\n${masked}`, passes };
    const stages = await runFlow(own, corrected, 'gfx942', () => {});
    expect(faultsOf(stages)).toEqual([]);
    expect(stages[3]?.decisions.at(-1)).toContain('is not distributed');
    // 32 stay in each, of 480.
    expect([stages[3]?.cost?.conflicts, stages.at(-1)?.cost?.conflicts]).toEqual([960, 64]);
  });

  it('fail where main pads a hinted allocation', async () => {
    const stages = await run('lanes', 'iree');
    expect(stages.at(-1)).toMatchObject({ pass: 'gpu-reduce-bank-conflicts{padding-bits=64}' });
    expect(stages.at(-1)?.failed).toContain('same type');
  });

  it('read beyond the buffer where the pull request resolves odd columns', async () => {
    const stages = await run('unaligned', 'iree-pr-23778');
    expect(stages.at(-1)?.stuck).toContain('of a buffer of 16384 bytes');
    const ours = await run('unaligned', 'corrected');
    expect(ours.at(-1)?.stuck).toBeUndefined();
  });

  it('have a word each', () => {
    for (const { passes } of flowKernels) {
      for (const pass of passes) expect(passText(pass)).toBeDefined();
    }
  });
});

describe('the attention shapes', () => {
  it("have the totals of the repository's evaluation", () => {
    const document = readFileSync(
      new URL('../../../../docs/attention.md', import.meta.url),
      'utf8',
    );
    const [, table = ''] = /<!-- totals -->([\s\S]*?)<!-- end of totals -->/.exec(document) ?? [];
    const rows = table
      .split('\n')
      .map((line) => line.split('|').map((cell) => cell.trim().replaceAll(',', '')))
      .filter(([, shape]) => /^f\d\d \d+x/.test(shape ?? ''));
    expect(rows.length).toBeGreaterThan(5);
    const swept = { f16: sweep('f16'), f32: sweep('f32') };
    let compared = 0;
    for (const [, shape = '', figure, ...values] of rows) {
      const [element = '', name = ''] = shape.split(' ');
      const own = sweptElements.find((one) => one === element);
      const found = own && swept[own].shapes.find((one) => nameOf(one.shape) === name);
      if (found === undefined || figure !== 'conflict cycles') continue;
      expect(mitigations.map((one) => String(found.totals[one].conflicts))).toEqual(
        values.slice(0, mitigations.length),
      );
      compared++;
    }
    expect(compared).toBeGreaterThanOrEqual(4);
    expect(shapes).toHaveLength(110);
  });

  it("have the talk's figures where they can be counted", () => {
    const [half, single] = [sweep('f16'), sweep('f32')];
    expect(freeShapes(half, 'padding')).toBe(55);
    expect(freeShapes(half, 'swizzle')).toBe(110);
    expect(savedPercent(half, 'hinted').toFixed(1)).toBe('4.7');
    expect(savedPercent(single, 'swizzle').toFixed(1)).toBe('4.1');
    const one = single.shapes.find(({ shape }) => nameOf(shape) === '1x1024x128')?.totals;
    expect([one?.padding.conflicts, one?.swizzle.conflicts]).toEqual([532480, 532480]);
    expect(one?.swizzle.instructions).toBe(514048);
    expect(countedTable(half, single).rows.map(([, , here]) => here)).toContain(
      '8,519,680: padding on 8x4096x128',
    );
  });

  it('are drawn once for each mitigation', () => {
    const cells = JSON.stringify(shapesPicture(sweep('f16'), 0)).match(/"data-index"/g);
    expect(cells).toHaveLength(mitigations.length * shapes.length);
    const counts = [0, 69632, 8519680, 185.5e6, 1e9].map(shortCount);
    expect(counts).toEqual(['0', '70K', '8.5M', '186M', '1G']);
  });
});

describe('operands that are waited for', () => {
  it('have the same conflicts in pairs and singly, and come sooner singly', () => {
    const parameters = { pairs: 4, conflicts: 8 };
    const [full, partial, single] = drains.map(({ value }) => drained(value, parameters));
    for (const one of [full, partial, single]) {
      expect(one?.loop.diagnostics).toEqual([]);
      expect(one?.loop.waits.missing).toEqual([]);
      const { program } = one?.loop ?? {};
      const counted = program?.streams[0]?.conflictCycles.reduce((sum, cycles) => sum + cycles, 0);
      expect(counted).toBe(8 * (one?.conflictCycles ?? 0));
    }
    expect(single?.conflictCycles).toBe(full?.conflictCycles);
    expect(single?.cycles).toBeLessThan(full?.cycles ?? 0);
    expect(single?.waiting).toBeLessThan((full?.waiting ?? 0) / 2);
    expect(partial?.waiting).toBeLessThan(full?.waiting ?? 0);
  });

  it('stay below what lgkmcnt counts', () => {
    for (const { value } of drains) {
      for (const pairs of [1, 7]) {
        const { loop } = drained(value, { pairs, conflicts: 31 });
        expect(loop.diagnostics).toEqual([]);
        expect(loop.timeline.deadlock).toBeUndefined();
      }
    }
  });
});

it('has the phases that the page says of gfx942', () => {
  const machine = machineNamed('gfx942');
  const phases = (['read.b32', 'read.b64', 'read.b128'] as const).map((request) => {
    const bytes = Number(request.slice(6)) / 8;
    const apart = lanes(64, (lane) => lane * bytes);
    return serve(machine, request, apart)?.phases.length;
  });
  expect(phases).toEqual([2, 4, 8]);
});

it('has bytes for every element', () => {
  expect(findMachine(CHIP)).toBeDefined();
  expect(elements.map((element) => bytesOf[element])).toEqual([2, 4, 1]);
});

describe('who writes, who reads', () => {
  it('deals the running example as the talk does: rows to the copy, fragments to the read', () => {
    const [example] = passages;
    if (example === undefined) throw new Error('no example');
    const { rows, columns, write, read, stays } = passageModel(example);
    let same = 0;
    for (let row = 0; row < rows; row++) {
      for (let column = 0; column < columns; column++) {
        const writer = (row % 4) * 16 + Math.floor(column / 8);
        const reader = row + 16 * Math.floor((column % 16) / 4);
        expect(write.first[row * columns + column]).toBe(writer);
        expect(read.first[row * columns + column]).toBe(reader);
        if (writer === reader) same++;
      }
    }
    expect([rows, columns, stays]).toEqual([16, 128, same]);
  });

  it('finds the holders of an element where the layout puts them', () => {
    for (const passage of passages) {
      const { rows, columns, read, write } = passageModel(passage);
      for (let index = 0; index < rows * columns; index += 37) {
        const [row, column] = [Math.floor(index / columns), index % columns];
        const readers = threadsOf(passage, 'reader', row, column);
        expect(readers).toHaveLength(read.copies);
        expect(readers[0]).toBe(read.first[index]);
        expect(threadsOf(passage, 'writer', row, column)[0]).toBe(write.first[index]);
      }
    }
  });

  it('has eight threads in the layout of the slide, and every wave read K and V', () => {
    const copies = passages.map((passage) => passageModel(passage).read.copies);
    expect(copies).toEqual([1, 8, 1, 4, 4, 1]);
  });
});

describe('what a replacement has to keep', () => {
  it('is kept by the running example but for four vectors more', () => {
    const costs = Object.fromEntries(
      talkModel.sides.map(({ name }, index) => [name, talkCosts[index]]),
    );
    expect(contractTable(talkModel, costs).rows).toEqual(rows`
      tensor shape of the program   | kept: indices stay        | kept: indices stay
      reads return what was written | kept: rows do not overlap | kept: a permutation
      instructions                  | 12, as before             | 16 instead of 12
      bytes of LDS                  | 128 more                  | kept
      fallback                      | is the fallback           | padding, where a rule refuses the hint
    `);
  });

  it('has no value where the attribute is not a layout, and dots before costs are known', () => {
    const table = contractTable(tileModel(named(worked, 'twelve groups').parameters), {});
    expect(table.rows.map((row) => row.slice(1))).toEqual(rows`
      kept: indices stay        | kept: indices stay
      kept: rows do not overlap | lost: not a layout of the tile
      ...                       | -
      ...                       | -
      is the fallback           | padding, where a rule refuses the hint
    `);
  });
});

describe('the listings of both traces', () => {
  it('wait for everything in pairs, for a word at a time singly', () => {
    const parameters = { pairs: 2, conflicts: 0 };
    expect(drainLines(drainText('full', parameters))).toEqual([
      'ds_read_b64 A[0:1] from tile',
      'ds_read_b64 A[2:3] from tile',
      'wait_cnt(lgkmcnt(0))',
      ...[0, 1, 2, 3].map((word) => `MFMA A[${word}]    4 times`),
    ]);
    expect(drainLines(drainText('single', parameters))).toEqual([
      ...[0, 1, 2, 3].map((word) => `ds_read_b32 A[${word}] from tile`),
      ...[0, 1, 2, 3].flatMap((word) => [
        `wait_cnt(lgkmcnt(${3 - word}))`,
        `MFMA A[${word}]    4 times`,
      ]),
    ]);
  });

  it("of a tile of the reader's own: every element has a writer and readers, or a sentence says why not", () => {
    const own = {
      element: 'f16',
      rows: 256,
      columns: 128,
      waves: 4,
      shared: 'its own rows',
      operand: 32,
      read: 8,
    } as const;
    for (const change of [
      {},
      { element: 'fp8', columns: 512, read: 16 },
      { element: 'f32', rows: 64, read: 4, operand: 16 },
      { shared: 'all rows', waves: 8 },
    ] as const) {
      const { rows, columns, write, read } = passageModel(
        valueOf(ownPassage({ ...own, ...change })),
      );
      expect([...write.first, ...read.first].every((thread) => thread >= 0)).toBe(true);
      expect([rows, columns]).toEqual([{ ...own, ...change }.rows, { ...own, ...change }.columns]);
      expect(read.copies).toBe('shared' in change ? 8 : 1);
    }
    const why = (change: object): string => whyNot(ownPassage({ ...own, ...change }));
    expect(why({ rows: 48 })).toContain('48 rows are not a multiple of 4 waves of 32 rows');
    expect(why({ element: 'f32' })).toContain('8 elements are 32');
    expect(why({ columns: 24 })).toContain('not a multiple of the 16');
  });
});
