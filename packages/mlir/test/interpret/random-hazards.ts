/**
 * Random small kernels whose waves store, load, copy, wait and meet at barriers, and what is wrong with each of them,
 * found by looking at all pairs of accesses. Nothing here is shared with the shadow of LDS.
 */
import * as fc from 'fast-check';
import { kind } from '../arbitraries.ts';

const LDS = '#gpu.address_space<workgroup>';
const LDS_BYTES = 512;
export const INPUT_BYTES = 512;
const COPY_BYTES = 4;

interface Who {
  /** The wave that takes part; -1: all. */
  readonly wave: number;
  /** Its lanes below this. */
  readonly lanes: number;
}

interface Place {
  readonly base: number;
  readonly stride: number;
  readonly bytes: number;
  /** Which of them are moved, from the lowest bit on. */
  readonly mask: number;
}

const ALL_BYTES = 255;

interface Moved {
  readonly value: number;
  readonly use: Use;
}

type Action =
  | ({ readonly kind: 'load' | 'store'; readonly who: Who; readonly place: Place } & Moved)
  | {
      readonly kind: 'copy';
      readonly who: Who;
      readonly base: number;
      readonly from: number;
      readonly async: boolean;
    }
  | { readonly kind: 'wait'; readonly who: Who; readonly left: number; readonly for: Waited }
  | { readonly kind: 'mark'; readonly who: Who }
  | { readonly kind: 'sched'; readonly who: Who }
  | { readonly kind: 'barrier'; readonly text: string };

type Waited = 'load' | 'ds' | 'mark';

/** What is done with a value that was loaded. */
type Use = 'stored' | 'added' | 'none';

const FENCED = [
  'gpu.barrier',
  'amdgpu.lds_barrier',
  `gpu.barrier memfence [${LDS}]`,
  'rocdl.barrier',
];
const RAW = ['rocdl.s.barrier', 'gpu.barrier memfence [#gpu.address_space<global>]'];

interface Part {
  readonly actions: readonly Action[];
  readonly rounds: number;
}

export interface RandomKernel {
  readonly waves: number;
  readonly parts: readonly Part[];
}

/** A store of the lane's number instead of a constant. */
const LANE_VALUE = 0;

const who = fc.record({
  wave: fc.integer({ min: -1, max: 2 }),
  lanes: fc.constantFrom(1, 2, 3, 64),
});
const place = fc.record({
  base: fc.nat({ max: 24 }),
  stride: fc.constantFrom(0, 1, 2, 4, 7),
  bytes: fc.constantFrom(1, 2, 4, 8),
  mask: fc.constantFrom(ALL_BYTES, ALL_BYTES, 5, 2),
});
const access = (kind: 'load' | 'store'): fc.Arbitrary<Action> =>
  fc.record({
    kind: fc.constant(kind),
    who,
    place,
    value: fc.nat({ max: 2 }),
    use: fc.constantFrom<Use>('stored', 'stored', 'stored', 'added', 'none'),
  });
const copy: fc.Arbitrary<Action> = kind('copy', {
  who,
  base: fc.nat({ max: 24 }),
  from: fc.nat({ max: 2 }),
  async: fc.boolean(),
});
const wait: fc.Arbitrary<Action> = kind('wait', {
  who,
  left: fc.nat({ max: 2 }),
  for: fc.constantFrom('load', 'ds', 'mark'),
});
const mark: fc.Arbitrary<Action> = fc.record({ kind: fc.constantFrom('mark', 'sched'), who });
const barrier: fc.Arbitrary<Action> = kind('barrier', {
  text: fc.constantFrom(...FENCED, ...RAW),
});
const weighted: readonly (readonly [number, fc.Arbitrary<Action>])[] = [
  [3, access('store')],
  [3, access('load')],
  [2, copy],
  [2, wait],
  [1, mark],
  [3, barrier],
];
const action = fc.oneof(...weighted.map(([weight, arbitrary]) => ({ weight, arbitrary })));

export const randomKernels: fc.Arbitrary<RandomKernel> = fc.record({
  waves: fc.integer({ min: 1, max: 3 }),
  parts: fc.array(
    fc.record({
      actions: fc.array(action, { minLength: 1, maxLength: 7 }),
      rounds: fc.constantFrom(1, 1, 2, 3),
    }),
    { minLength: 1, maxLength: 3 },
  ),
});

const takesPart = ({ wave }: Who, index: number): boolean => wave < 0 || wave === index;

/** Bytes of the buffer of results. */
export function resultBytes({ waves, parts }: RandomKernel): number {
  return parts.reduce((all, { actions }) => all + actions.length, 0) * waves * 64 * 8;
}

/** The text; each action is on a line of its own, numbered by `lineOf`. */
export function kernelText(kernel: RandomKernel): string {
  const { waves, parts } = kernel;
  const results = `memref<${resultBytes(kernel)}xi8>`;
  const lines = [
    `func.func @k(%in: memref<${INPUT_BYTES}xi8>, %out: ${results}) attributes {gpu.known_block_size = array<i32: ${waves * 64}, 1, 1>} {`,
    `%x = gpu.thread_id x
%wave = gpu.subgroup_id : index
%lane = gpu.lane_id
%lane8 = arith.index_cast %lane : index to i8
%lds = memref.alloc() : memref<${LDS_BYTES}xi8, ${LDS}>
${Array.from({ length: 65 }, (_, i) => `%c${i} = arith.constant ${i} : index`).join('\n')}`,
  ];
  let number = 0;
  for (const [p, { actions, rounds }] of parts.entries()) {
    lines.push(`scf.for %round${p} = %c0 to %c${rounds} step %c1 {`);
    for (const one of actions) {
      lines.push(...actionLines(one, number, waves, results));
      number++;
    }
    lines.push('}');
  }
  return [...lines, 'return', '}'].join('\n');
}

/** How the line of action number n begins, behind its indentation; sites are found by it. */
const markOf = (number: number): string => `act${number}`;

function actionLines(one: Action, n: number, waves: number, results: string): string[] {
  if (one.kind === 'barrier') return [one.text];
  const { wave, lanes } = one.who;
  const guard = [
    `%w${n} = arith.cmpi ${wave < 0 ? 'uge' : 'eq'}, %wave, %c${Math.max(0, wave)} : index`,
    `%l${n} = arith.cmpi ult, %lane, %c${lanes} : index`,
    `%g${n} = arith.andi %w${n}, %l${n} : i1`,
    `scf.if %g${n} {`,
  ];
  const mark = `// ${markOf(n)}`;
  if (one.kind === 'wait' || one.kind === 'mark' || one.kind === 'sched')
    return [...guard.slice(0, 3), `scf.if %w${n} {`, waitText(one), '}'];
  if (one.kind === 'copy') {
    const memref = `memref<${INPUT_BYTES}xi8>, memref<${LDS_BYTES}xi8, ${LDS}>`;
    return [
      ...guard,
      `%s${n} = affine.apply affine_map<(d0) -> (d0 * 4 + ${one.from})>(%lane)`,
      `amdgpu.gather_to_lds ${one.async ? 'async ' : ''}%in[%s${n}], %lds[%c${one.base}] : vector<4xi8>, ${memref} ${mark}`,
      '}',
    ];
  }
  const { base, stride, bytes, mask } = one.place;
  const type = `vector<${bytes}xi8>`;
  const from = `%lds[%a${n}]`;
  const memref = `memref<${LDS_BYTES}xi8, ${LDS}>`;
  const bits = Array.from({ length: bytes }, (_, i) => String(isMoved(mask, i)));
  const begin = [
    ...guard,
    `%a${n} = affine.apply affine_map<(d0) -> (d0 * ${stride} + ${base})>(%lane)`,
    `%m${n} = arith.constant dense<[${bits.join(', ')}]> : vector<${bytes}xi1>`,
    one.kind === 'store' && one.value === LANE_VALUE
      ? `%v${n} = vector.broadcast %lane8 : i8 to ${type}`
      : `%v${n} = arith.constant dense<${one.value}> : ${type}`,
  ];
  if (one.kind === 'store') {
    return [
      ...begin,
      mask === ALL_BYTES
        ? `vector.store %v${n}, ${from} : ${memref}, ${type} ${mark}`
        : `vector.maskedstore ${from}, %m${n}, %v${n} : ${memref}, vector<${bytes}xi1>, ${type} ${mark}`,
      '}',
    ];
  }
  return [
    ...begin,
    mask === ALL_BYTES
      ? `%r${n} = vector.load ${from} : ${memref}, ${type} ${mark}`
      : `%r${n} = vector.maskedload ${from}, %m${n}, %v${n} : ${memref}, vector<${bytes}xi1>, ${type} into ${type} ${mark}`,
    ...(one.use === 'added' ? [`%u${n} = arith.addi %r${n}, %r${n} : ${type}`] : []),
    `%o${n} = affine.apply affine_map<(d0) -> (d0 * 8 + ${n * waves * 64 * 8})>(%x)`,
    ...(one.use === 'stored' ? [`vector.store %r${n}, %out[%o${n}] : ${results}, ${type}`] : []),
    '}',
  ];
}

function waitText(one: Extract<Action, { kind: 'wait' | 'mark' | 'sched' }>): string {
  if (one.kind === 'mark') return 'rocdl.asyncmark';
  if (one.kind === 'sched') return 'rocdl.sched.barrier 0';
  return one.for === 'mark'
    ? `rocdl.wait.asyncmark ${one.left}`
    : // Of LDS all: which instructions bytes become depends on where they are (`counted-waits.test.ts`).
      `amdgpu.memory_counter_wait ${one.for}(${one.for === 'ds' ? 0 : one.left})`;
}

const isMoved = (mask: number, i: number): boolean => ((mask >> i) & 1) === 1;

/** One executed access of one wave. */
interface Event {
  readonly kind: 'read' | 'write' | 'copy';
  readonly action: number;
  readonly wave: number;
  /** Place in the program with its loops unrolled. */
  readonly at: number;
  readonly epoch: number;
  /** The values that it writes, or 0 for those it reads, by byte; of the last lane where several write. */
  readonly bytes: ReadonlyMap<number, number>;
  /** Lanes have different values for a byte. */
  readonly collides: boolean;
  /** Of a copy that the compiler does not follow. */
  readonly async: boolean;
  /** The bytes that its instruction names, those that a mask leaves out among them. */
  readonly named: ReadonlySet<number>;
  /** Where it was waited for, and in which epoch. */
  settled?: { readonly at: number; readonly epoch: number };
}

/** What every wave does, one after the other: nothing here depends on data. */
function eventsOf({ waves, parts }: RandomKernel, input: Uint8Array): Event[] {
  const events: Event[] = [];
  for (let wave = 0; wave < waves; wave++) {
    let [at, epoch] = [0, 0];
    const flying: Event[] = [];
    const accesses: Event[] = [];
    /** By group: how many copies of the wave were asynchronous and begun when it was closed. */
    const marks: number[] = [];
    const asyncs: Event[] = [];
    let used = 0;
    /** All that were begun up to an event are done, in the order in which they were. */
    const settleTo = (last: Event | undefined): void => {
      const count = last === undefined ? 0 : flying.indexOf(last) + 1;
      for (const copy of flying.splice(0, count)) copy.settled = { at: at - 0.5, epoch };
    };
    const settle = (left: number): void => settleTo(flying.at(-1 - left));
    const settleLds = (count: number): void => {
      for (const one of accesses.slice(0, Math.max(0, count))) one.settled ??= { at, epoch };
    };
    let number = 0;
    for (const { actions, rounds } of parts) {
      for (let round = 0; round < rounds; round++) {
        for (const [i, one] of actions.entries()) {
          at++;
          if (one.kind === 'barrier') {
            if (FENCED.includes(one.text)) {
              settleTo(flying.findLast(({ async }) => !async));
              settleLds(accesses.length);
            }
            epoch++;
          } else if (takesPart(one.who, wave)) {
            if (one.kind === 'mark') marks.push(asyncs.length);
            else if (one.kind === 'sched') settleLds(used);
            else if (one.kind !== 'wait') {
              const event: Event = { ...touched(one, input), action: number + i, wave, at, epoch };
              events.push(event);
              if (event.kind === 'copy') {
                flying.push(event);
                if (event.async) asyncs.push(event);
                continue;
              }
              // A mask of nothing leaves no access that a compiler would wait for.
              if (event.bytes.size === 0) continue;
              const meets = (copy: Event): boolean =>
                [...event.named].some((byte) => copy.bytes.has(byte));
              settleTo(flying.findLast((copy) => !copy.async && meets(copy)));
              accesses.push(event);
              if (one.kind !== 'load') continue;
              if (one.use === 'stored') {
                settleLds(accesses.length);
                // The counter of copies counts stores too: up to two words, and what is behind them.
                const { bytes } = one.place;
                const stores = Math.ceil((bytes >> 2) / 4) + ((bytes >> 1) & 1) + (bytes & 1);
                for (let i = 0; i < stores; i++) flying.push({ ...event, async: true });
              }
              if (one.use === 'added') used = accesses.length;
            } else if (one.for === 'load') settle(one.left);
            else if (one.for === 'ds') settleLds(accesses.length);
            else {
              const group = marks.at(-1 - one.left);
              if (group !== undefined) settleTo(asyncs[group - 1]);
            }
          }
        }
      }
      number += actions.length;
    }
  }
  return events;
}

function touched(
  one: Extract<Action, { kind: 'load' | 'store' | 'copy' }>,
  input: Uint8Array,
): Pick<Event, 'kind' | 'bytes' | 'collides' | 'async' | 'named'> {
  const bytes = new Map<number, number>();
  const named = new Set<number>();
  let collides = false;
  for (let lane = 0; lane < one.who.lanes; lane++) {
    const size = one.kind === 'copy' ? COPY_BYTES : one.place.bytes;
    const begin =
      one.kind === 'copy' ? one.base + lane * COPY_BYTES : one.place.base + lane * one.place.stride;
    for (let i = 0; i < size; i++) {
      named.add(begin + i);
      if (one.kind !== 'copy' && !isMoved(one.place.mask, i)) continue;
      let value = 0;
      if (one.kind === 'copy') value = input[lane * COPY_BYTES + one.from + i] ?? 0;
      if (one.kind === 'store') value = one.value === LANE_VALUE ? lane : one.value;
      if ((bytes.get(begin + i) ?? value) !== value) collides = true;
      bytes.set(begin + i, value);
    }
  }
  const kind = one.kind === 'load' ? 'read' : one.kind === 'store' ? 'write' : 'copy';
  return { kind, bytes, collides, named, async: one.kind === 'copy' && one.async };
}

const endOf = ({ settled }: Event): number => settled?.epoch ?? Infinity;

/** What is wrong, as `kind first second`, with the number of executions of the second. */
export function wanted(kernel: RandomKernel, input: Uint8Array): Map<string, number> {
  const events = eventsOf(kernel, input);
  const found = new Map<string, Set<Event>>();
  const note = (key: string, event: Event): void => {
    found.set(key, (found.get(key) ?? new Set<Event>()).add(event));
  };
  for (const b of events) {
    for (const a of events) {
      if (!isBefore(a, b, events)) continue;
      const race = a.wave === b.wave ? inFlight(a, b) : unordered(a, b, events);
      // An access that is in flight at a barrier is another fault than one that no barrier orders.
      const late = a.kind !== 'copy' && a.epoch < b.epoch ? 'late ' : '';
      if (race) note(`${late}pair ${a.action} ${b.action}`, b);
    }
    if (b.kind === 'read' && readsNothing(b, events)) note(`uninitialized ${b.action}`, b);
    if (b.kind === 'write' && b.collides) note(`lanes ${b.action}`, b);
  }
  return new Map([...found].map(([key, seconds]) => [key, seconds.size]));
}

function isBefore(a: Event, b: Event, events: readonly Event[]): boolean {
  if (a === b) return false;
  if (a.epoch !== b.epoch) return a.epoch < b.epoch;
  if (a.at !== b.at) return a.at < b.at;
  return events.indexOf(a) < events.indexOf(b);
}

function inFlight(a: Event, b: Event): boolean {
  if (a.kind !== 'copy' || b.kind === 'copy') return false;
  if (b.at > (a.settled?.at ?? Infinity)) return false;
  return [...b.bytes.keys()].some((byte) => a.bytes.has(byte));
}

function unordered(a: Event, b: Event, events: readonly Event[]): boolean {
  if (a.kind === 'read' && b.kind === 'read') return false;
  // LDS executes stores in their order.
  if (a.kind === 'write' && b.kind === 'write' && a.epoch !== b.epoch) return false;
  if (endOf(a) < b.epoch || endOf(b) < a.epoch) return false;
  for (const [byte, value] of b.bytes) {
    const other = a.bytes.get(byte);
    if (other === undefined) continue;
    if (a.kind === 'copy' && b.kind === 'copy' && other === value) continue;
    if (a.kind === 'write' && b.kind === 'write' && agree(byte, b.epoch, events)) continue;
    return true;
  }
  return false;
}

/** All stores of an epoch to a byte give it the same value. */
function agree(byte: number, epoch: number, events: readonly Event[]): boolean {
  const values = events.flatMap((event) => {
    const value = event.bytes.get(byte);
    return event.kind === 'write' && event.epoch === epoch && value !== undefined ? [value] : [];
  });
  return new Set(values).size <= 1;
}

function readsNothing(b: Event, events: readonly Event[]): boolean {
  for (const byte of b.bytes.keys()) {
    const writers = events.filter((a) => a.kind !== 'read' && a.bytes.has(byte));
    const written = writers.some(
      (a) => a.epoch < b.epoch || (a.epoch === b.epoch && (a.wave !== b.wave || a.at < b.at)),
    );
    if (!written) return true;
  }
  return false;
}
