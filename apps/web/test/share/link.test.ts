/** Links: what one writes another reads, and nothing that is foreign gets through. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeState, encodeCompact, encodeState } from '../../src/share/link.ts';
import { readState, type SharedState, viewNames } from '../../src/share/state.ts';

const short = fc.string({ maxLength: 40 });
const small = fc.integer({ min: 0, max: 63 });

const states: fc.Arbitrary<SharedState> = fc.record(
  {
    text: fc.string({ unit: 'grapheme', maxLength: 2000 }),
    file: short,
    machine: short,
    model: short,
    compare: short,
    launch: short,
    kernel: short,
    view: fc.constantFrom(...viewNames),
    site: short,
    phase: small,
    lane: small,
    bank: small,
    element: fc.nat(2 ** 24),
    tile: short,
    at: fc.nat(2 ** 24),
    layout: short,
    ck: fc.record(
      { constants: short, layout: short, element: short, index: short, move: short },
      { requiredKeys: [] },
    ),
    workgroups: fc.oneof(fc.constant('all' as const), fc.integer({ min: 1, max: 1e6 })),
    baseline: fc.record(
      { text: short, file: short, machine: short, launch: short, tile: short, at: fc.nat(2 ** 24) },
      { requiredKeys: ['text'] },
    ),
  },
  { requiredKeys: ['text'] },
);

async function packed(json: string): Promise<string> {
  const stream = new Blob([json]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  return `#1.${Buffer.from(bytes).toString('base64url')}`;
}

describe('a link', () => {
  test('comes back as it went', async () => {
    await fc.assert(
      fc.asyncProperty(states, async (state) => {
        // A text of lone surrogates is not text; JSON keeps it, UTF-8 does not.
        const clean = JSON.parse(Buffer.from(JSON.stringify(state)).toString()) as SharedState;
        expect(await decodeState(await encodeState(clean))).toEqual({
          kind: 'state',
          state: clean,
        });
      }),
      { numRuns: 200 },
    );
  });

  test('of version 2 keeps working, and is the shorter', async () => {
    const state = {
      text: 'gpu.module @m {}\n',
      file: 'k.mlir',
      machine: 'gfx942',
      view: 'tile',
      line: 1,
      phase: 1,
    } as const;
    const link = '#2.Yc6JOAFQDL09BhgJlgMwyvmlQhk8zih9UjawK0SZI2Q';
    expect(await decodeState(link)).toEqual({ kind: 'state', state });
    expect(await encodeCompact(state)).toBe(link);
    expect(link.length).toBeLessThan((await encodeState(state)).length);
    expect(await decodeState(link.replace('Q', 'R'))).toEqual({
      kind: 'refused',
      reason: 'it is damaged, or a part of it is missing',
    });
  });

  test('of version 1 keeps working', async () => {
    const link =
      '#1.FYxBCsIwEAD_MudFaNSDgT4m1I1ZSIqkqRbEv5e9DjPzY-gxiDRtXTNCtqpE0qVV6wgtLcVWR698PG4BoaZ9XYqTbs95QviYfokMb4XNhvvXeEd4l7QpMXjmmyn8Tw';
    expect(await decodeState(link)).toEqual({
      kind: 'state',
      state: {
        text: 'memref',
        file: 'a.mlir',
        machine: 'gfx942',
        launch: 'grid=1',
        view: 'tile',
        site: '3:5',
        phase: 2,
        lane: 12,
      },
    });
  });

  test('that is foreign is refused, never thrown at', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.string().map((text) => `#${text}`),
          fc.stringMatching(/^[\w-]{0,60}$/).map((text) => `#1.${text}`),
        ),
        async (fragment) => {
          const { kind } = await decodeState(fragment);
          expect(['none', 'refused', 'state']).toContain(kind);
        },
      ),
      { numRuns: 500 },
    );
  });

  test('of another version says so', async () => {
    expect(await decodeState('#3.abc')).toEqual({
      kind: 'refused',
      reason: 'it has version 3, and this page reads versions 1 and 2',
    });
  });

  test('that unpacks to far more than it is, is not unpacked to its end', async () => {
    const bomb = await packed(`{"text":"${' '.repeat(40_000_000)}"}`);
    expect(bomb.length).toBeLessThan(100_000);
    expect(await decodeState(bomb)).toEqual({
      kind: 'refused',
      reason: 'its content is too large',
    });
  });

  test.each([
    ['no object', '[]'],
    ['no text', '{"machine":"gfx942"}'],
    ['a text that is none', '{"text":5}'],
    ['a view that is none', '{"text":"","view":"<img>"}'],
    ['a phase outside of a wave', '{"text":"","phase":64}'],
    ['a phase between phases', '{"text":"","phase":0.5}'],
    ['a machine that is not text', '{"text":"","machine":{"toString":1}}'],
    ['a pinned kernel that is none', '{"text":"","baseline":{"machine":"gfx942"}}'],
    ['a number of workgroups that is none', '{"text":"","workgroups":0}'],
    ['an index that is not text', '{"text":"","ck":{"index":3}}'],
    ['fields that are not fields', '{"text":"","ck":"kM=1"}'],
    ['a file name without end', JSON.stringify({ text: '', file: 'x'.repeat(301) })],
  ])('with %s is refused', async (_, json) => {
    expect((await decodeState(await packed(json))).kind).toBe('refused');
  });

  test('keeps nothing but what it knows', () => {
    const state = readState(JSON.parse('{"text":"a","extra":1,"__proto__":{"view":"banks"}}'));
    expect(state).toEqual({ text: 'a' });
    expect(Object.keys(state ?? {})).toEqual(['text']);
  });
});
