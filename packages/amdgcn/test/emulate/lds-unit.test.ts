/** What whole waves do to LDS and memory at once is what their lanes do one by one: small random programs, both ways. */
import { isDeepStrictEqual } from 'node:util';
import * as fc from 'fast-check';
import { afterEach, expect, it, vi } from 'vitest';
import { forAll } from '../../../../test/for-all.ts';
import { ldsUnit, registerMemory } from '../../src/state/register-memory.ts';
import { buffer, kernelText, runKernel } from './harness.ts';
import { leastCases, triesAll } from '../../../../test/cases.ts';

const RUNS = Number(process.env['LDS_RUNS'] ?? 60);
/** What many of the programs show. */
const FOUND = ['lds-out-of-range', 'lds-race', 'misaligned', 'missing-wait', 'uninitialized-lds'];
/** Registers of addresses, of data, and those that are loaded. */
const [ADDRESSES, DATA, LOADED] = [2, 8, 16] as const;
const WORDS: Readonly<Record<string, number>> = { b64: 2, b96: 3, b128: 4 };

const registers = (first: number, count: number): string =>
  count === 1 ? `v${first}` : `v[${first}:${first + count - 1}]`;

/** Multiples of the access from 0 on, or of two bytes; some lanes are outside of 1024 bytes with the larger offsets. */
const offset = fc.constantFrom(0, 0, 16, 64, 512, 512, 2, 1008);
const address = fc.integer({ min: 0, max: 3 }).map((index) => `v${ADDRESSES + index}`);

const read = fc
  .tuple(
    fc.constantFrom('b32', 'b64', 'b96', 'b128', 'u16', 'i8', 'u8_d16_hi', 'u16_d16'),
    address,
    offset,
  )
  .map(
    ([form, from, at]) =>
      `ds_read_${form} ${registers(LOADED, WORDS[form] ?? 1)}, ${from} offset:${at}`,
  );
const write = fc
  .tuple(fc.constantFrom('b8', 'b16', 'b16_d16_hi', 'b32', 'b64', 'b96', 'b128'), address, offset)
  .map(
    ([form, to, at]) => `ds_write_${form} ${to}, ${registers(DATA, WORDS[form] ?? 1)} offset:${at}`,
  );
const double = fc
  .tuple(fc.constantFrom('b32', 'b64'), fc.boolean(), address, fc.nat(7), fc.nat(7), fc.boolean())
  .map(([form, far, at, first, second, reads]) => {
    const count = WORDS[form] ?? 1;
    const data = reads
      ? `${registers(LOADED, 2 * count)}, ${at}`
      : `${at}, ${registers(DATA, count)}, ${registers(DATA + 2, count)}`;
    const name = `ds_${reads ? 'read' : 'write'}2${far ? 'st64' : ''}_${form}`;
    return `${name} ${data} offset0:${first} offset1:${second}`;
  });
const other = fc.constantFrom(
  's_waitcnt lgkmcnt(0)',
  's_waitcnt lgkmcnt(1)',
  's_barrier',
  `ds_add_u32 v${ADDRESSES}, v${DATA}`,
  // Data that all lanes have, so that stores that meet are equal.
  ...[0, 1, 2, 3].map((index) => `v_mov_b32_e32 v${DATA + index}, 7`),
  // Some lanes, all lanes.
  's_mov_b64 exec, s[10:11]',
  's_mov_b64 exec, -1',
);
const load = fc
  .tuple(fc.constantFrom(['', 1], ['x2', 2], ['x3', 3], ['x4', 4]), offset, fc.boolean())
  .map(([[form, count], at, stores]) =>
    stores
      ? `global_store_dword${form} v1, ${registers(DATA, Number(count))}, s[4:5] offset:${at}`
      : `global_load_dword${form} ${registers(LOADED, Number(count))}, v1, s[4:5] offset:${at}`,
  );
const program = fc.record({
  // How far lanes are apart, and where they begin again.
  strides: fc.array(fc.constantFrom(1, 2, 4, 8, 12, 16, 32), { minLength: 4, maxLength: 4 }),
  masks: fc.array(fc.constantFrom(0x3ff, 0x3f0, 0xfc, 0x1f8, 0x30), { minLength: 4, maxLength: 4 }),
  lines: fc.array(fc.oneof(read, write, double, other, load), { minLength: 1, maxLength: 14 }),
});

/** Work items of two waves, with their addresses and data; what they loaded goes to memory. */
const bodyOf = (
  strides: readonly number[],
  masks: readonly number[],
  lines: readonly string[],
): string =>
  [
    's_load_dwordx2 s[4:5], s[0:1], 0x0',
    's_mov_b32 s10, 0xf0f0ffff',
    's_mov_b32 s11, 0x3c',
    'v_mul_u32_u24_e32 v1, 16, v0',
    ...strides.flatMap((stride, index) => [
      `v_mul_u32_u24_e32 v${ADDRESSES + index}, ${stride}, v0`,
      `v_and_b32_e32 v${ADDRESSES + index}, ${masks[index]}, v${ADDRESSES + index}`,
      `v_mul_u32_u24_e32 v${DATA + index}, 0x${(0x10301 + index).toString(16)}, v0`,
    ]),
    ...Array.from({ length: 4 }, (_, index) => `v_mov_b32_e32 v${LOADED + index}, 0`),
    's_waitcnt lgkmcnt(0)',
    ...lines,
    's_mov_b64 exec, -1',
    's_waitcnt vmcnt(0) lgkmcnt(0)',
    `global_store_dwordx4 v1, v[${LOADED}:${LOADED + 3}], s[4:5]`,
  ].join('\n');

function see(body: string): unknown {
  const memory = Uint8Array.from({ length: 3072 }, (_, i) => (i * 37) & 255);
  const { execution, traces } = runKernel(kernelText(body), {
    block: [128, 1, 1],
    arguments: [buffer(memory)],
  });
  const { hazards, diagnostics, executions, counts } = execution;
  return { memory, traces, hazards, diagnostics, executions, counts };
}

/** The same while no room is left for registers and LDS: they are ordinary arrays then. */
function seeWithoutRoom(body: string): unknown {
  const rooms: number[] = [];
  for (let bytes = 2 ** 24; bytes >= 256; bytes /= 2)
    for (;;) {
      const at = registerMemory.take(bytes);
      if (at === undefined) break;
      rooms.push(at);
    }
  try {
    return see(body);
  } finally {
    for (const at of rooms) registerMemory.give(at);
  }
}

afterEach(() => vi.restoreAllMocks());

it('whole waves do what their lanes do', () => {
  const unit = ldsUnit();
  expect(unit).toBeDefined();
  if (unit === undefined) return;
  const [loads, stores, stamps] = [
    vi.spyOn(unit, 'load'),
    vi.spyOn(unit, 'store'),
    vi.spyOn(unit, 'stamper'),
  ];
  const calls = (): number[] => [loads, stores, stamps].map(({ mock }) => mock.calls.length);
  const found = new Set<string>();
  forAll([program], RUNS, ({ strides, masks, lines }) => {
    const body = bodyOf(strides, masks, lines);
    const fast = see(body);
    const before = calls();
    const slow = seeWithoutRoom(body);
    expect(calls()).toEqual(before);
    if (!isDeepStrictEqual(fast, slow)) expect(fast).toEqual(slow);
    for (const { code } of (fast as { hazards: readonly { code: string }[] }).hazards)
      found.add(code);
  });
  for (const count of calls()) expect(count).toBeGreaterThan(leastCases(RUNS / 10));
  if (triesAll()) for (const code of FOUND) expect([...found]).toContain(`hazard/${code}`);
});

it('gives back the rooms of launches, whatever they come to', () => {
  /** Rooms of 4 KiB that are left. */
  const rooms = (): number => {
    const all: number[] = [];
    for (let at = registerMemory.take(4096); at !== undefined; at = registerMemory.take(4096))
      all.push(at);
    for (const at of all) registerMemory.give(at);
    return all.length;
  };
  const body = bodyOf([4, 4, 4, 4], [0x3ff, 0x3ff, 0x3ff, 0x3ff], ['ds_write_b32 v2, v8']);
  const before = rooms();
  expect(before).toBeGreaterThan(0);
  const data = buffer(new Uint8Array(3072));
  for (const options of [
    { arguments: [data] },
    { arguments: [data], accessesOnly: true },
    // Nobody gives its argument: what was prepared for the accesses alone is left for an execution of everything.
    { accessesOnly: true },
    { arguments: [data], maxSteps: 3 },
  ])
    runKernel(kernelText(body), { block: [128, 1, 1], ...options });
  expect(rooms()).toBe(before);
});
