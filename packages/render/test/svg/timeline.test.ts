import {
  machineNamed,
  lowerListing,
  parseListing,
  range,
  simulateTiming,
  StreamBuilder,
  sum,
  type TimedInstruction,
  type TimedProgram,
  type Timeline,
  timingOf,
} from '@ldscope/core';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { forAll } from '../../../../test/for-all.ts';
import { raise } from '../../../../test/raise.ts';
import type { Picture } from '../../src/svg/node.ts';
import { timelinePicture } from '../../src/svg/timeline.ts';
import { rangeOf, timelineLeft, timelineRight } from '../../src/svg/timeline-frame.ts';
import { drawSpans, stackLayers } from '../../src/svg/timeline-layers.ts';
import { looks, visitSpans } from '../../src/svg/timeline-spans.ts';
import { explainExecution, unitTable, waitTable } from '../../src/svg/timeline-table.ts';
import { tracksOf } from '../../src/svg/timeline-tracks.ts';
import { boxOf, elementsOf, expectSafe, markupOf, textsOf, withAttribute } from './trees.ts';

const machine = machineNamed('gfx942');
const timing = timingOf(machine) ?? raise('gfx942 has no timing');

const none = { reads: [], writes: [] };
const access = (
  text: string,
  unit: 'lds' | 'vmem',
  memory: 'load' | 'store',
  dwords: number,
  writes: readonly number[] = [],
): TimedInstruction => {
  const counts = [unit === 'lds' ? ('lgkmcnt' as const) : ('vmcnt' as const)];
  return { text, unit, memory, dwords, reads: [], writes, counts };
};
const kinds: readonly TimedInstruction[] = [
  { ...none, text: 'v_add_f32 v0, v1, v2', unit: 'valu', writes: [0], reads: [1] },
  { ...none, text: 'v_exp_f32 v1, v0', unit: 'trans', writes: [1], reads: [0] },
  { ...none, text: 'v_mfma_f32_32x32x8_f16', unit: 'mfma', passes: 16, reads: [2], writes: [3] },
  { ...none, text: 's_add_u32 s0, s0, 1', unit: 'salu' },
  { ...none, text: 's_cbranch_scc1', unit: 'branch' },
  { ...none, text: 's_load_dword', unit: 'smem', counts: ['lgkmcnt'] },
  access('ds_read_b128 v[4:7], v1', 'lds', 'load', 4, [2]),
  access('ds_write_b64 v1, v[2:3]', 'lds', 'store', 2),
  access('global_load_dwordx4', 'vmem', 'load', 4, [1]),
  { ...none, text: 's_waitcnt 0', unit: 'wait', until: { vmcnt: 0, lgkmcnt: 0 } },
  { ...none, text: 's_barrier', unit: 'barrier' },
];

/** Waves that execute what they like; those of a workgroup may meet too few at a barrier. */
const timelines = fc
  .array(
    fc.array(
      fc.record({
        kind: fc.nat(kinds.length - 1),
        bankCycles: fc.integer({ min: 1, max: 40 }),
        conflicts: fc.nat(40),
        bytes: fc.nat(2048),
      }),
      { maxLength: 30 },
    ),
    { minLength: 1, maxLength: 6 },
  )
  .map((waves): readonly [TimedProgram, Timeline] => {
    const streams = waves.map((executed, wave) => {
      const builder = new StreamBuilder(wave % 2);
      for (const { kind, bankCycles, conflicts, bytes } of executed) {
        const isLds = kinds[kind]?.unit === 'lds';
        const conflictCycles = isLds ? Math.min(conflicts, bankCycles - 1) : 0;
        builder.add(kind, { bankCycles, conflictCycles, bytes });
      }
      return builder.finish();
    });
    const program = { instructions: kinds, streams };
    return [program, simulateTiming(program, { machine, timing })];
  });

/** Which unit a row keeps busy, by other means than the tracks. */
function unitOf([program, timeline]: readonly [TimedProgram, Timeline], row: number): string {
  const simd = timeline.waves[timeline.wave[row] ?? 0]?.simd ?? 0;
  const unit = program.instructions[timeline.instruction[row] ?? 0]?.unit ?? 'wait';
  if (unit === 'wait' || unit === 'barrier') return '';
  if (unit === 'vmem' || unit === 'smem') return unit;
  if (unit === 'lds') return `lds:${simd < 2 ? 0 : 1}`;
  if (unit === 'mfma') return `mfma:${simd}`;
  return unit === 'salu' || unit === 'branch' ? `scalar:${simd}` : `valu:${simd}`;
}

interface Shown {
  readonly look: string;
  readonly from: number;
  readonly to: number;
  readonly row: number;
}

/** All spans by the track that they are on. */
function spansOf(
  [program, timeline]: readonly [TimedProgram, Timeline],
  range: readonly [number, number] = [0, timeline.cycles + 1],
): Map<string, Shown[]> {
  const list = tracksOf(program, timeline);
  const found = new Map<string, Shown[]>();
  visitSpans(program, timeline, list, range, (track, look, from, to, row) => {
    const id = list.tracks[track]?.id ?? '';
    found.set(id, [...(found.get(id) ?? []), { look: looks[look]?.name ?? '', from, to, row }]);
  });
  return found;
}

/** Cycles in which some span is. */
function coverage(spans: readonly Shown[]): number {
  let [until, covered] = [0, 0];
  for (const { from, to } of [...spans].sort((a, b) => a.from - b.from)) {
    covered += Math.max(0, to - Math.max(from, until));
    until = Math.max(until, to);
  }
  return covered;
}
const plain = (text = ''): number => Number(text.replaceAll(',', ''));

function scheduled(text: string): readonly [TimedProgram, Timeline] {
  const { program = raise('the schedule is wrong') } = lowerListing(
    parseListing(text).listing,
    machine,
    timing,
  );
  return [program, simulateTiming(program, { machine, timing })];
}

const LOOP = 'waves 4\nloop 6:\n  buffer_load_dwordx4 a\n  wait_cnt(vmcnt(0))\n  nop 40\n';
const STUCK = 'waves 2\nloop 2:\n  @0 await full\n  @1 nop 20\n  @1 await free\n  @1 signal full\n';

describe('the spans of a timeline', () => {
  it('keep each unit as long as its executions do', () => {
    forAll([timelines], 60, (given) => {
      const [program, timeline] = given;
      const busy = new Map<string, number>();
      const conflicts = new Map<string, number>();
      for (let row = 0; row < timeline.count; row++) {
        const unit = unitOf(given, row);
        const length = (timeline.end[row] ?? 0) - (timeline.begin[row] ?? 0);
        busy.set(unit, (busy.get(unit) ?? 0) + length);
        const stream = program.streams[timeline.wave[row] ?? 0];
        const lost = stream?.conflictCycles[timeline.position[row] ?? 0] ?? 0;
        conflicts.set(unit, (conflicts.get(unit) ?? 0) + Math.min(lost, length));
      }
      busy.delete('');
      const spans = spansOf(given);
      const { tracks } = tracksOf(program, timeline);
      const units = tracks.filter(({ kind }) => kind !== 'wave');
      expect(units.map(({ id }) => id).sort()).toEqual([...busy.keys()].sort());
      const table = unitTable(program, timeline).rows;
      for (const [index, { id, kind }] of units.entries()) {
        const own = spans.get(id) ?? [];
        expect(sum(own.map(({ from, to }) => to - from))).toBeCloseTo(busy.get(id) ?? 0, 6);
        const lost = own.filter(({ look }) => look === 'bank conflicts');
        expect(sum(lost.map(({ from, to }) => to - from))).toBeCloseTo(
          kind === 'lds' ? (conflicts.get(id) ?? 0) : 0,
          6,
        );
        const covered = coverage(own);
        if (id !== 'smem') expect(covered).toBeCloseTo(busy.get(id) ?? 0, 6);
        expect(plain(table[index]?.[2])).toBeCloseTo(covered, 0);
        const executions = range(timeline.count).filter((row) => unitOf(given, row) === id);
        expect(plain(table[index]?.[1])).toBe(executions.length);
      }
    });
  });

  it('never overlap but of scalar memory, and follow a wave from its first instruction to its last without a hole', () => {
    forAll([timelines], 60, (given) => {
      const [program, timeline] = given;
      for (const [id, spans] of spansOf(given)) {
        const sorted = [...spans].sort((a, b) => a.from - b.from || a.to - b.to);
        for (const [index, { from }] of sorted.entries()) {
          const before = sorted[index - 1]?.to;
          if (before === undefined || id === 'smem') continue;
          expect(from).toBeGreaterThanOrEqual(before - 1e-9);
          if (id.startsWith('wave:')) expect(from).toBeCloseTo(before, 9);
        }
      }
      const waves = waitTable(program, timeline).rows;
      const whole = sum(
        [...spansOf(given)]
          .filter(([id]) => id.startsWith('wave:'))
          .flatMap(([, spans]) =>
            spans.map(({ from, to }) => Math.min(to, Math.max(1, timeline.cycles)) - from),
          ),
      );
      expect(Math.abs(sum(waves.map((row) => plain(row[2]))) - whole)).toBeLessThan(1);
    });
  });

  it('of two halves are those of the whole', () => {
    forAll([timelines, fc.double({ min: 0.1, max: 0.9, noNaN: true })], 40, (given, share) => {
      const [program, timeline] = given;
      if (timeline.cycles < 8) return;
      const middle = Math.round(timeline.cycles * share) + 1;
      if (middle >= timeline.cycles) return;
      const busy = (range: { from?: number; to?: number }): number[] =>
        unitTable(program, timeline, range).rows.map((row) => plain(row[2]));
      const [first, second] = [busy({ to: middle }), busy({ from: middle })];
      for (const [index, whole] of busy({}).entries()) {
        const halves = (first[index] ?? 0) + (second[index] ?? 0);
        expect(Math.abs(halves - whole)).toBeLessThan(0.2);
      }
    });
  });
});

describe('the picture of a timeline', () => {
  it('has every cycle of every span, one by one or together', () => {
    forAll([timelines, fc.constantFrom(0, 3, 2000)], 60, (given, most) => {
      const [program, timeline] = given;
      const list = tracksOf(program, timeline);
      const range = rangeOf(timeline, {});
      const width = 400;
      const shown = new Uint8Array(list.tracks.length).fill(1);
      const drawn = drawSpans(program, timeline, list, range, { width, most, shown });
      const wide = drawn.marks.filter((mark) => mark.width > 256);
      expect(drawn.marks.length - wide.length).toBeLessThanOrEqual(most);
      const pixels = width / (range[1] - range[0]);
      const spans = spansOf(given, range);
      for (const [track, { id }] of list.tracks.entries()) {
        const wanted = sum(
          (spans.get(id) ?? []).map(
            ({ from, to }) => (Math.min(to, range[1]) - Math.max(from, range[0])) * pixels,
          ),
        );
        const alone = sum(drawn.marks.filter((one) => one.track === track).map((m) => m.width));
        const together = sum(
          drawn.layers.filter((one) => one.track === track).flatMap(({ shares }) => [...shares]),
        );
        expect(alone + together).toBeCloseTo(wanted, 2);
      }
    });
  });

  it('stacks shares to no more than a row', () => {
    const shares = fc.array(fc.float({ min: 0, max: 1, noNaN: true }), {
      minLength: 12,
      maxLength: 12,
    });
    forAll([fc.array(shares, { minLength: 1, maxLength: 4 })], (all) => {
      const layers = all.map((one, look) => ({
        track: 0,
        look,
        shares: Float32Array.from(one, (share) => share / all.length),
      }));
      const filled = Array.from({ length: 12 }, () => 0);
      for (const { path, look } of stackLayers(layers, 100, 50, 14)) {
        for (const [, x, y, w, h] of path.matchAll(/M([\d.]+) ([\d.]+)h(\d+)v(\d+)h-\d+z/g)) {
          expect(Number(y)).toBeGreaterThanOrEqual(50 - 14);
          for (let column = Number(x) - 100; column < Number(x) - 100 + Number(w); column++) {
            expect(Number(y) + Number(h)).toBe(50 - (filled[column] ?? 0));
            filled[column] = (filled[column] ?? 0) + Number(h);
            expect(layers[look]?.shares[column]).toBeGreaterThan(0);
          }
        }
      }
      expect(Math.max(...filled)).toBeLessThanOrEqual(14);
    });
  });

  it('stays inside and has few elements, whatever the range', () => {
    const given = scheduled(LOOP.replace('6', '400'));
    const ranges = [{}, { from: 100, to: 130 }, { from: -50, to: 1e7 }, { from: Number.NaN }];
    for (const range of ranges) {
      for (const width of [1060, 340, 10]) {
        const picture = timelinePicture(...given, { ...range, width });
        expect(elementsOf(picture).length).toBeLessThan(5000);
        for (const mark of withAttribute(picture, 'data-execution')) {
          expect(boxOf(mark).x).toBeGreaterThanOrEqual(timelineLeft);
          const right = Math.max(width - timelineRight, timelineLeft + 50) + 1;
          expect(boxOf(mark).right).toBeLessThanOrEqual(right);
        }
      }
    }
  });

  it('shows units or waves alone, an execution, and the lines of the source', () => {
    const given = scheduled(LOOP);
    const tracks = (picture: Picture): Set<unknown> =>
      new Set(
        withAttribute(picture, 'data-track').map(({ attributes }) => attributes['data-track']),
      );
    const units = tracks(timelinePicture(...given, { rows: 'units' }));
    const waves = tracks(timelinePicture(...given, { rows: 'waves' }));
    expect([...units].some((id) => String(id).startsWith('wave'))).toBe(false);
    expect([...waves].filter((id) => id !== '')).toEqual(['wave:0', 'wave:1', 'wave:2', 'wave:3']);
    const lines = given[0].instructions.map((_, index) => index + 10);
    const chosen = timelinePicture(...given, { lines, selection: { line: 10 }, execution: 3 });
    const marks = withAttribute(chosen, 'data-execution').map(({ attributes }) => attributes);
    const others = marks.filter((mark) => mark['data-line'] !== 10);
    const own = marks.filter((mark) => mark['data-execution'] === 3);
    expect(own.length).toBeGreaterThan(0);
    expect(own.every((mark) => mark['class'] === 'selected')).toBe(true);
    expect(others.filter((mark) => mark['class'] === 'dimmed').length).toBe(
      others.filter((mark) => mark['data-execution'] !== 3).length,
    );
  });

  it('marks the iterations of a loop where they begin', () => {
    const given = scheduled(LOOP);
    const texts = textsOf(timelinePicture(...given));
    const shown = texts.filter((text) => text.endsWith(' of 6'));
    expect(shown).toContain('1 of 6');
    const heads = range(given[1].count).filter(
      (row) => given[1].wave[row] === 0 && given[1].instruction[row] === 0,
    );
    expect(heads).toHaveLength(6);
    const fourth = given[1].issue[heads[3] ?? 0] ?? 0;
    const zoomed = textsOf(timelinePicture(...given, { from: fourth - 1, to: fourth + 60 }));
    expect(zoomed).toContain('4 of 6');
    expect(zoomed).not.toContain('3 of 6');
  });

  it('says that a program deadlocks, also of a wave that never issued anything', () => {
    const given = scheduled(STUCK);
    expect(given[1].deadlock).toHaveLength(2);
    const picture = timelinePicture(...given);
    expect(picture.description).toContain('Deadlock');
    expect(textsOf(picture).filter((text) => text === 'deadlocked')).toHaveLength(3);
    expect(waitTable(...given).rows.some(([what]) => what === 'deadlock')).toBe(true);
    const cut = simulateTiming(given[0], { machine, timing });
    expect(timelinePicture(given[0], { ...cut, cutOff: true }).description).toContain('cut off');
  });

  it('shows nothing of nothing', () => {
    const empty: TimedProgram = { instructions: [], streams: [new StreamBuilder().finish()] };
    const timeline = simulateTiming(empty, { machine, timing });
    const picture = timelinePicture(empty, timeline);
    expect(markupOf(picture)).not.toMatch(/NaN|Infinity|undefined/);
    expect(unitTable(empty, timeline).rows).toEqual([]);
    expect(waitTable(empty, timeline).rows.flat().join()).not.toMatch(/NaN/);
    expect(explainExecution(empty, timeline, 0)).toBeUndefined();
    const nobody: TimedProgram = { instructions: [], streams: [] };
    const silent = simulateTiming(nobody, { machine, timing });
    expect(markupOf(timelinePicture(nobody, silent))).not.toMatch(/NaN|Infinity/);
  });

  it('is the same every time and never has markup of its subject', () => {
    const [program, first] = scheduled(LOOP);
    const text = `<script>alert('1')</script> "&`;
    const instructions = program.instructions.map((one) => ({ ...one, text }));
    const hostile = { ...program, instructions };
    expectSafe(() => timelinePicture(hostile, first, { to: 100 }));
  });
});

describe('one execution in words', () => {
  it('has the cycles of its row', () => {
    const given = scheduled(LOOP);
    const [program, timeline] = given;
    for (let row = 0; row < timeline.count; row++) {
      const table = explainExecution(program, timeline, row);
      const said = new Map(table?.rows.map(([what = '', cycles = '']) => [what, cycles]));
      expect(plain(said.get('issue'))).toBeCloseTo(timeline.issue[row] ?? 0, 1);
      const held = (timeline.issue[row] ?? 0) - (timeline.ready[row] ?? 0);
      if (held > 0) expect(Number.parseFloat(said.get('held up') ?? '')).toBeCloseTo(held, 1);
      else expect(said.get('held up')).toBe('not at all');
    }
    expect(explainExecution(program, timeline, -1)).toBeUndefined();
    expect(explainExecution(program, timeline, timeline.count)).toBeUndefined();
  });
});
