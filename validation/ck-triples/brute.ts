/**
 * What the accesses of a triple cost, counted by hand: threads one by one, elements by mixed radix, byte addresses by the
 * layout's arithmetic, and banks phase by phase. Of ldscope it takes the tables of the machine, nothing else.
 *
 *     thread -> digits of its factors -> (m, k) -> offset -> byte -> word -> bank
 *
 * Instructions follow CK's rule (the last factor of k, as far as it is promised) and what compilers do with neighbours whose
 * distance is the same in all threads: they join, and are cut by their alignment.
 */
import {
  append,
  findMachine,
  findRule,
  type Opcode,
  product,
  type SlotRule,
  type TileDistributionEncoding,
} from '@ldscope/core';
import type { LayoutByHand, Triple } from './random-case.ts';

export interface Counts {
  /** Instructions of all waves. */
  readonly instructions: number;
  readonly cycles: number;
  readonly conflicts: number;
}

/** Both sides of a triple, as text to compare. */
export function bruteCounts(triple: Triple): string {
  return (['write', 'read'] as const)
    .map((side) => textOf(side, countSide(triple, side)))
    .join('; ');
}

export const textOf = (side: string, { instructions, cycles, conflicts }: Counts): string =>
  `${side} ${instructions} instructions, ${cycles} cycles, ${conflicts} conflicts`;

/** The digits of a number in mixed radix, the first most significant. */
function digits(value: number, lengths: readonly number[]): number[] {
  const found: number[] = [];
  let rest = value;
  for (const length of lengths.toReversed()) {
    found.unshift(rest % length);
    rest = Math.floor(rest / length);
  }
  return found;
}

/** The (m, k) of a register of a lane of a wave. */
function elementOf(
  { rs, hs, psMajor, psMinor, ysMajor, ysMinor }: TileDistributionEncoding,
  [wave, lane]: readonly [number, number],
  register: number,
): [number, number] {
  const lengthOf = (major: number, minor: number): number =>
    (major === 0 ? rs : (hs[major - 1] ?? []))[minor] ?? 1;
  const values = hs.map((factors) => factors.map(() => 0));
  const put = (majors: readonly number[], minors: readonly number[], value: number): void => {
    const lengths = majors.map((major, i) => lengthOf(major, minors[i] ?? 0));
    for (const [i, digit] of digits(value, lengths).entries()) {
      const [major = 0, minor = 0] = [majors[i], minors[i]];
      const list = values[major - 1];
      if (list !== undefined) list[minor] = digit;
    }
  };
  put(psMajor[0] ?? [], psMinor[0] ?? [], wave);
  put(psMajor[1] ?? [], psMinor[1] ?? [], lane);
  put(ysMajor, ysMinor, register);
  const [m = 0, k = 0] = hs.map((factors, x) =>
    factors.reduce((sum, length, i) => sum * length + (values[x]?.[i] ?? 0), 0),
  );
  return [m, k];
}

/** Registers of one vector: k counts in the last factor of k, where a register has it. */
function vectorLength(
  { hs, ysMajor, ysMinor }: TileDistributionEncoding,
  promised: number,
): number {
  const factors = hs[1] ?? [];
  const last = factors.length - 1;
  const isRegister = ysMajor.some((major, i) => major === 2 && ysMinor[i] === last);
  if (!isRegister) return 1;
  let [a, b] = [promised, factors[last] ?? 1];
  while (b !== 0) [a, b] = [b, a % b];
  return a;
}

interface Piece {
  readonly bytes: number;
  /** Byte from lane 0 of wave 0 on. */
  readonly first: number;
  readonly group: number;
  readonly alignment: number;
  /** By thread. */
  readonly addresses: readonly number[];
}

function countSide(triple: Triple, side: 'write' | 'read'): Counts {
  const { waveSize, elementBytes, byHand } = triple;
  const encoding = triple[side];
  const waves = product(
    (encoding.psMajor[0] ?? []).map((major, i) =>
      factorOf(encoding, major, encoding.psMinor[0]?.[i] ?? 0),
    ),
  );
  const registers = product(
    encoding.ysMajor.map((major, i) => factorOf(encoding, major, encoding.ysMinor[i] ?? 0)),
  );
  const threads = Array.from(
    { length: waves * waveSize },
    (_, t) => [Math.floor(t / waveSize), t % waveSize] as const,
  );
  const table = Array.from({ length: registers }, (_, register) =>
    threads.map((thread) => elementOf(encoding, thread, register)),
  );
  const pieces = piecesOf(table, byHand, elementBytes, vectorLength(encoding, byHand.promised));
  const counts = { instructions: 0, cycles: 0, conflicts: 0 };
  for (const group of pairs(pieces)) {
    counts.instructions += waves;
    for (const piece of group) {
      for (let wave = 0; wave < waves; wave++) {
        const addresses = piece.addresses.slice(wave * waveSize, (wave + 1) * waveSize);
        const { cycles, conflicts } = cost(triple, side, piece.bytes, addresses);
        counts.cycles += cycles;
        counts.conflicts += conflicts;
      }
    }
  }
  return counts;
}

const factorOf = ({ rs, hs }: TileDistributionEncoding, major: number, minor: number): number =>
  (major === 0 ? rs : (hs[major - 1] ?? []))[minor] ?? 1;

/** Vectors as CK accesses them, joined where they follow each other, cut by what their alignment allows. */
function piecesOf(
  table: readonly (readonly (readonly [number, number])[])[],
  { offset, operands }: LayoutByHand,
  elementBytes: number,
  vector: number,
): Piece[] {
  const byteOf = (register: number): number[] =>
    (table[register] ?? []).map(([m, k]) => offset(m, k) * elementBytes);
  const keyOf = (register: number): string =>
    JSON.stringify((table[register] ?? []).map(([m, k]) => operands(m, k)));
  // The first register of each vector: those whose k is a multiple of the vector in thread 0.
  const starts = table.flatMap((threads, register) =>
    (threads[0]?.[1] ?? 0) % vector === 0 ? [register] : [],
  );
  const groups: { key: string; bytes: number[]; number: number }[] = [];
  const vectors = starts.map((register) => {
    const [bytes, key] = [byteOf(register), keyOf(register)];
    const isSame = (other: readonly number[]): boolean => {
      const distance = (bytes[0] ?? 0) - (other[0] ?? 0);
      return bytes.every((value, i) => value - (other[i] ?? 0) === distance);
    };
    let group = groups.find((each) => each.key === key && isSame(each.bytes));
    if (group === undefined) {
      group = { key, bytes, number: groups.length };
      groups.push(group);
    }
    return { bytes, group: group.number, promised: Math.min(16, vector * elementBytes) };
  });
  const runs: { bytes: readonly number[]; group: number; length: number; promised: number }[] = [];
  for (const each of vectors.toSorted(
    (a, b) => a.group - b.group || (a.bytes[0] ?? 0) - (b.bytes[0] ?? 0),
  )) {
    const last = runs.at(-1);
    const length = vector * elementBytes;
    if (
      last !== undefined &&
      last.group === each.group &&
      (last.bytes[0] ?? 0) + last.length === each.bytes[0]
    ) {
      last.length += length;
    } else runs.push({ ...each, length });
  }
  return runs.flatMap(({ bytes, group, length, promised }) => {
    const common = bytes.reduce((all, value) => all | value, 16);
    const alignment = Math.max(promised, common & -common);
    const pieces: Piece[] = [];
    for (let at = 0; at < length;) {
      const here = Math.min(alignment, at === 0 ? 16 : at & -at);
      const width = widthOf(length - at, here, Math.max(1, elementBytes));
      pieces.push({
        bytes: width,
        first: (bytes[0] ?? 0) + at,
        group,
        alignment: here,
        addresses: bytes.map((value) => value + at),
      });
      at += width;
    }
    return pieces;
  });
}

/** The widest instruction: its width divides the address, or the address has no word to itself at all. */
function widthOf(left: number, alignment: number, elementBytes: number): number {
  for (const width of [16, 12, 8, 4, 2]) {
    const needed = width === 12 ? 16 : width;
    const isFree = width >= 4 && alignment < 4;
    if (width <= left && width >= elementBytes && (alignment >= needed || isFree)) return width;
  }
  return elementBytes;
}

/** Neighbours of 4 or 8 bytes go together, if their distance can be encoded. */
function pairs(pieces: readonly Piece[]): (readonly Piece[])[] {
  const groups: (readonly Piece[])[] = [];
  const left = pieces.toSorted(
    (a, b) => a.group - b.group || a.bytes - b.bytes || a.first - b.first,
  );
  while (left.length > 0) {
    const [one, other] = left;
    if (one === undefined) break;
    const units = other === undefined ? Number.NaN : (other.first - one.first) / one.bytes;
    const fits = Number.isInteger(units) && (units < 256 || (units % 64 === 0 && units < 64 * 256));
    const isPair =
      other !== undefined &&
      fits &&
      other.group === one.group &&
      other.bytes === one.bytes &&
      (one.bytes === 4 || one.bytes === 8) &&
      one.alignment >= 4 &&
      other.alignment >= 4;
    groups.push(left.splice(0, isPair ? 2 : 1));
  }
  return groups;
}

/** One access of one wave, phase by phase: the fullest bank decides. */
function cost(
  { chip, waveSize }: Triple,
  side: 'write' | 'read',
  bytes: number,
  addresses: readonly number[],
): { cycles: number; conflicts: number } {
  const machine = findMachine(chip);
  const request = requestOf(side, bytes);
  const rule = machine && findRule(machine.models[0], waveSize, request);
  if (rule === undefined) throw new Error(`${chip} has no rule for ${request}`);
  if (addresses.some((address) => address % rule.alignmentBytes !== 0)) {
    return { cycles: waveSize, conflicts: 0 };
  }
  const { lanes, lanesPerPhase, count } = rule.phases;
  let [cycles, conflicts] = [0, 0];
  for (let phase = 0; phase < count; phase++) {
    const phaseLanes = lanes.subarray(phase * lanesPerPhase, (phase + 1) * lanesPerPhase);
    const banks = new Map<number, number>();
    for (const [word, slots] of slotsOf(
      rule.slots,
      bytes,
      [...phaseLanes].map((lane) => addresses[lane] ?? 0),
    )) {
      const bank = word % rule.banks;
      banks.set(bank, (banks.get(bank) ?? 0) + slots);
    }
    const ways = Math.max(...banks.values());
    cycles += ways;
    conflicts += ways - 1;
  }
  return { cycles, conflicts };
}

/** How often each word is served: once for all lanes, once for each lane, or for each that writes the same byte of it. */
function slotsOf(
  rule: SlotRule,
  bytes: number,
  addresses: readonly number[],
): ReadonlyMap<number, number> {
  const words = new Map<number, number[]>();
  for (const address of addresses) {
    const word = Math.floor(address / 4);
    append(words, word, address);
  }
  const slots = (own: readonly number[]): number => {
    switch (rule) {
      case 'distinct-words':
        return 1;
      case 'each-lane':
        return own.length;
      case 'disjoint-bytes': {
        const lanesOn = [0, 1, 2, 3].map(
          (byte) =>
            own.filter((address) => address % 4 <= byte && byte < (address % 4) + bytes).length,
        );
        return Math.max(...lanesOn);
      }
      default:
        throw new Error(`no count by hand for ${rule}`);
    }
  };
  return new Map([...words].map(([word, own]) => [word, slots(own)]));
}

type Request = NonNullable<Opcode['request']>;
const requests: ReadonlySet<string> = new Set(
  ['read', 'write'].flatMap((side) => [8, 16, 32, 64, 96, 128].map((bits) => `${side}.b${bits}`)),
);
const isRequest = (text: string): text is Request => requests.has(text);

function requestOf(side: 'write' | 'read', bytes: number): Request {
  const text = `${side}.b${bytes * 8}`;
  if (!isRequest(text)) throw new Error(text);
  return text;
}
