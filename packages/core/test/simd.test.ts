/** Costs that WebAssembly counts, beside those of each row in a trace of its own, which TypeScript counts. */
import {
  machineNamed,
  opcodeNumber,
  opcodes,
  randomWords,
  simulate,
  type Simulation,
  TraceBuilder,
} from '@ldscope/core';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { serveWholeWaves } from '../src/conflict/simd/serve.ts';
import { Periods } from '../src/conflict/simd/periods.ts';
import { CHUNK, waveUnit } from '../src/conflict/simd/unit.ts';
import { serverFor } from '../src/conflict/server.ts';
import { opcodeAt } from '../src/access/opcodes.ts';
import { forAll } from '../../../test/for-all.ts';

const LDS_BYTES = 8192;
const FIELDS = ['phases', 'idxActive', 'bankConflict', 'worstWays'] as const;
const chips = ['gfx906', 'gfx942', 'gfx950', 'gfx1100', 'sm_75', 'sm_90', 'sm_100'];

/** Addresses of a wave: all over LDS in units, close together so that words and banks meet, or beyond. */
const wave = fc.record({
  unit: fc.constantFrom(1, 2, 4, 8, 16, 64),
  range: fc.constantFrom(64, 512, LDS_BYTES, LDS_BYTES + 256),
  seed: fc.nat(),
  pitch: fc.constantFrom(0, 0, 4, 8, 16, 132),
  moved: fc.constantFrom(0, 0, 128, 256, 512, 4),
});
type WaveOf = Readonly<Record<'unit' | 'range' | 'seed' | 'pitch' | 'moved', number>>;

function addressesOf({ unit, range, seed, pitch, moved }: WaveOf, waveSize: number): Uint32Array {
  const next = randomWords(seed);
  return Uint32Array.from({ length: waveSize }, (_, lane) => {
    const anywhere = pitch === 0 ? next() % range : pitch * lane;
    return Math.floor(anywhere / unit) * unit + moved;
  });
}

describe.each(chips)('rows counted in WebAssembly on %s', (name) => {
  const machine = machineNamed(name);
  const waveSize = machine.waveSizes[0] ?? 64;
  const served = opcodes
    .map((opcode) => opcodeNumber(opcode.name) ?? 0)
    .filter((op) => serverFor(opcodeAt(op), machine.models[0], waveSize, 64)?.wholeWaves);

  const row = fc.record({
    op: fc.constantFrom(...served),
    wave,
    site: fc.nat(2),
    number: fc.nat(3),
  });

  it.each(machine.models)('cost what they cost alone, $name', (model) => {
    expect(waveUnit()).toBeDefined();
    forAll([fc.array(row, { minLength: 32, maxLength: 48 })], 12, (rows) => {
      const sites = [{ id: 'a' }, { id: 'b' }, { id: 'c' }];
      const whole = new TraceBuilder(waveSize, sites);
      const alone: Simulation[] = [];
      for (const [order, { op, wave: of, site, number }] of rows.entries()) {
        const own = new TraceBuilder(waveSize, sites);
        for (const builder of [whole, own])
          builder.add(op, site, number, order, addressesOf(of, waveSize));
        alone.push(simulate(own.finish(), machine, model, { ldsBytes: LDS_BYTES }));
      }
      const together = simulate(whole.finish(), machine, model, { ldsBytes: LDS_BYTES });
      for (const field of FIELDS)
        expect([...together[field]]).toEqual(alone.map((one) => one[field][0]));
    });
  });
});

/** Iterations of a body, in each of which rows move by bank periods; in one place something else happens. */
const loop = fc.record({
  body: fc.array(
    fc.record({
      kind: fc.nat(3),
      wave: wave.map((of) => ({
        ...of,
        range: Math.min(of.range, 1024),
        pitch: Math.min(of.pitch, 20),
      })),
      number: fc.nat(1),
      part: fc.nat(9),
      moves: fc.constantFrom(0, 0, 256, 512, 1024),
    }),
    { minLength: 10, maxLength: 24 },
  ),
  iterations: fc.integer({ min: 4, max: 6 }),
  other: fc.nat(100),
  happens: fc.constantFrom('instruction', 'lanes', 'addresses', 'misaligned', 'beyond', 'nothing'),
});

it.each(['gfx942', 'gfx1100', 'sm_90'])('loops on %s cost what their rows cost alone', (name) => {
  const machine = machineNamed(name);
  const names = name.startsWith('sm')
    ? ['ld.shared.b32', 'ld.shared.v4.b32', 'st.shared.v2.b32', 'ld.shared.b8']
    : ['ds_read_b32', 'ds_read_b128', 'ds_write_b64', 'ds_read_u8'];
  const ops = names.map((one) => opcodeNumber(one));
  expect(ops).not.toContain(undefined);
  const waveSize = machine.waveSizes[0] ?? 64;
  forAll([loop], ({ body, iterations, other, happens }) => {
    const sites = body.map((_, index) => ({ id: String(index) }));
    const whole = new TraceBuilder(waveSize, sites);
    const alone: Simulation[] = [];
    for (let at = 0; at < iterations * body.length; at++) {
      const one = body[at % body.length];
      if (one === undefined) throw new Error('no row');
      const what = at === other ? happens : undefined;
      const strange = what === 'beyond' ? LDS_BYTES : what === 'misaligned' ? 2 : 0;
      const by = one.moves * Math.floor(at / body.length) + strange;
      const addresses = addressesOf(one.wave, waveSize).map((address, lane) =>
        what === 'addresses' && lane > 0 ? (128 * lane) % 4096 : address + by,
      );
      const op = ops[what === 'instruction' ? 0 : one.kind] ?? 0;
      const [low, high] = what === 'lanes' ? [1, 0] : one.part === 0 ? [0xff0f, -1] : [-1, -1];
      const own = new TraceBuilder(waveSize, sites);
      for (const builder of [whole, own])
        builder.add(op, at % body.length, one.number, at, addresses, low, high);
      alone.push(simulate(own.finish(), machine, undefined, { ldsBytes: LDS_BYTES }));
    }
    const together = simulate(whole.finish(), machine, undefined, { ldsBytes: LDS_BYTES });
    for (const field of FIELDS)
      expect([...together[field]]).toEqual(alone.map((row) => row[field][0]));
  });
});

it('finds the period of a loop, as far as rows repeat', () => {
  const unit = waveUnit();
  const op = opcodeNumber('ds_read_b32') ?? 0;
  if (unit === undefined) throw new Error('no WebAssembly');
  const builder = new TraceBuilder(64, [{ id: 'a' }, { id: 'b' }]);
  const moves = [0, 256, 128, 384, 128, 4];
  for (let row = 0; row < 120; row++)
    builder.add(
      op,
      row % 2,
      Math.floor(row / 2) % 10,
      row,
      Array.from({ length: 64 }, (_, lane) => 4 * lane + (moves[Math.floor(row / 20)] ?? 0)),
    );
  const trace = builder.finish();
  const likeness = { periodMask: 127, lastAddress: 1000 };
  const rowsFrom = (row: number, lastAddress = 1000): number => {
    unit.begin(64);
    unit.load(trace.addressBytes);
    return new Periods(trace, unit, () => ({ ...likeness, lastAddress })).rowsFrom(row, 20, 0, 120);
  };
  expect(rowsFrom(20)).toBe(80);
  expect(rowsFrom(84)).toBe(16);
  // Too few, or nothing before that is like them.
  expect(rowsFrom(85)).toBe(0);
  expect(rowsFrom(100)).toBe(0);
  // Moved by 256, the last lane of a row is at 508; by 384, at 636.
  expect(rowsFrom(20, 508)).toBe(40);
});

it('goes on behind a chunk, and leaves rows that it does not serve', () => {
  const machine = machineNamed('gfx942');
  const [read, swizzle] = [opcodeNumber('ds_read_b64'), opcodeNumber('ds_swizzle_b32')];
  if (read === undefined || swizzle === undefined) throw new Error('none');
  const builder = new TraceBuilder(64, [{ id: 'a' }]);
  const kinds: number[] = [];
  for (let order = 0; order < 2 * CHUNK + 9; order++) {
    const kind = (order * 7) % 5;
    const addresses = Array.from({ length: 64 }, (_, lane) => 8 * lane * (1 + (order % 3)));
    if (kind === 3) addresses[17] = 70_000;
    builder.add(
      kind === 4 ? swizzle : read,
      0,
      order % 2,
      order,
      addresses,
      kind === 2 ? 0xff : -1,
    );
    kinds.push(kind);
  }
  const trace = builder.finish();
  const costs = simulate(trace, machine);
  const byServer = serveWholeWaves(trace, costs, (op) =>
    serverFor(opcodeAt(op), machine.models[0], 64, 65536),
  );
  expect([...(byServer ?? [])]).toEqual(kinds.map((kind) => (kind < 2 ? 1 : 0)));
  // Kinds and pitches come again after fifteen rows.
  const { bankConflict } = costs;
  expect([...bankConflict]).toEqual([...bankConflict].map((_, at) => bankConflict[at % 15]));
});
