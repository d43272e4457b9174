/**
 * The accesses of a block in SASS beside those in PTX: what ptxas joined and left out, and which buffers an instruction touches.
 *
 *     PTX  ld a, ld a+4, st b, st b      SASS  LDS.64 a, STS b      one of four is part of a wider one, one is left out
 *
 * A thread of SASS does not touch what it does not touch in PTX: where it does, SASS is not of this PTX, or was not executed as chips do.
 */
import { type AccessTrace, opcodeAt, type SourceLine } from '@ldscope/core';
import { eachLane, laneOf } from '@ldscope/simt';

const WORD_BYTES = 4;
const [READ, WRITTEN] = [1, 2] as const;

/** What threads of a block touch: bits of `READ` and `WRITTEN` by thread and word of shared memory. */
class Touched {
  readonly #words: number;
  readonly #bits: Uint8Array;

  constructor(trace: AccessTrace, first: number, warps: number, words: number) {
    this.#words = words;
    this.#bits = new Uint8Array(Math.ceil((32 * warps * words) / 4));
    eachTouched(trace, words, (wave, lane, word, kind) => {
      const at = (32 * (wave - first) + lane) * words + word;
      this.#bits[at >>> 2] = (this.#bits[at >>> 2] ?? 0) | (kind << (2 * (at & 3)));
    });
  }

  of(thread: number, word: number): number {
    const at = thread * this.#words + word;
    return ((this.#bits[at >>> 2] ?? 0) >>> (2 * (at & 3))) & 3;
  }
}

/** Calls back for every word that a lane touches; those behind the last word are taken for it. */
function eachTouched(
  { count, op, wave, activeMask, addressBytes }: AccessTrace,
  words: number,
  use: (wave: number, lane: number, word: number, kind: number) => void,
): void {
  for (let row = 0; row < count; row++) {
    const { direction, widthBytes, addressing } = opcodeAt(op[row] ?? 0);
    const kind = direction === 'read' ? READ : direction === 'atomic' ? READ | WRITTEN : WRITTEN;
    const isMatrix = addressing.kind === 'row';
    const bytes = isMatrix ? 16 : widthBytes;
    eachLane(lanesOf(activeMask[2 * row] ?? 0, isMatrix ? 8 * addressing.matrices : 32), (lane) => {
      const first = addressBytes[32 * row + lane] ?? 0;
      for (let at = first >>> 2; at <= (first + bytes - 1) >>> 2; at++)
        use(wave[row] ?? 0, lane, Math.min(at, words - 1), kind);
    });
  }
}

const lanesOf = (mask: number, count: number): number =>
  (count >= 32 ? mask : mask & ((1 << count) - 1)) >>> 0;

/** The block whose accesses are compared. */
export interface ComparedBlock {
  readonly waves: readonly number[];
  readonly sharedBytes: number;
  /** It has several variables in shared memory, of which ptxas chooses the order. */
  readonly isReordered: boolean;
}

/**
 * Accesses of PTX that are part of a wider one, and those that are not made; `undefined` where a thread of SASS reads a word that the same
 * thread of PTX does not touch, or writes one that it does not write. With several variables, whose addresses differ, the numbers of words
 * that are written are compared.
 */
export function compared(
  sass: AccessTrace,
  ptx: AccessTrace,
  { waves, sharedBytes, isReordered }: ComparedBlock,
): { readonly merged: number; readonly dropped: number } | undefined {
  const [first = 0] = waves;
  // One more for what is outside.
  const words = Math.ceil(sharedBytes / WORD_BYTES) + 1;
  const touched = new Touched(ptx, first, waves.length, words);
  let isInside = true;
  eachTouched(sass, words, (wave, lane, word, kind) => {
    const own = touched.of(32 * (wave - first) + lane, word);
    isInside &&= (kind & WRITTEN) === 0 ? own !== 0 : (own & WRITTEN) !== 0;
  });
  if (!isInside) {
    if (!isReordered || written(sass, words) > written(ptx, words)) return undefined;
    return { merged: 0, dropped: 0 };
  }
  return hasSameRows(sass, ptx) ? { merged: 0, dropped: 0 } : joined(sass, ptx);
}

function written(trace: AccessTrace, words: number): number {
  const found = new Uint8Array(words);
  eachTouched(trace, words, (_wave, _lane, word, kind) => {
    if ((kind & WRITTEN) !== 0) found[word] = 1;
  });
  return found.reduce((sum, one) => sum + one, 0);
}

const kindOf = ({ op, wave }: AccessTrace, row: number): string => {
  const { direction, widthBytes } = opcodeAt(op[row] ?? 0);
  return `${wave[row]} ${direction} ${widthBytes}`;
};

function hasSameRows(sass: AccessTrace, ptx: AccessTrace): boolean {
  const counts = new Map<string, number>();
  for (const [trace, by] of [
    [sass, 1],
    [ptx, -1],
  ] as const)
    for (let row = 0; row < trace.count; row++) {
      if (trace.activeMask[2 * row] === 0) continue;
      const kind = kindOf(trace, row);
      counts.set(kind, (counts.get(kind) ?? 0) + by);
    }
  return [...counts.values()].every((count) => count === 0);
}

/** Where an access of PTX may begin in one of SASS. */
const PARTS = [0, 1, 2, 3, 4, 6, 8, 10, 12, 14];

/** Looks for each access of PTX at the address of its first lane: those that are not there are left out. */
function joined(sass: AccessTrace, ptx: AccessTrace): { merged: number; dropped: number } {
  const lanes = new Map<number, number>();
  for (let row = 0; row < ptx.count; row++) {
    const wave = ptx.wave[row] ?? 0;
    lanes.set(wave, (lanes.get(wave) ?? 0) | (1 << laneOf(ptx.activeMask[2 * row] ?? 0)));
  }
  const keyOf = (trace: AccessTrace, row: number, lane: number, at: number): string => {
    const { direction } = opcodeAt(trace.op[row] ?? 0);
    return `${direction} ${trace.wave[row]} ${lane} ${(trace.addressBytes[32 * row + lane] ?? 0) + at}`;
  };
  const covered = new Map<string, number>();
  for (let row = 0; row < sass.count; row++) {
    const mask = (sass.activeMask[2 * row] ?? 0) & (lanes.get(sass.wave[row] ?? 0) ?? 0);
    const bytes = opcodeAt(sass.op[row] ?? 0).widthBytes;
    eachLane(mask, (lane) => {
      for (const at of PARTS) {
        if (at >= bytes) break;
        const key = keyOf(sass, row, lane, at);
        covered.set(key, (covered.get(key) ?? 0) + 1);
      }
    });
  }
  let dropped = 0;
  for (let row = 0; row < ptx.count; row++) {
    const mask = ptx.activeMask[2 * row] ?? 0;
    if (mask === 0) continue;
    const key = keyOf(ptx, row, laneOf(mask), 0);
    const left = covered.get(key) ?? 0;
    if (left === 0) dropped++;
    else covered.set(key, left - 1);
  }
  return { merged: Math.max(0, movesOf(ptx) - movesOf(sass) - dropped), dropped };
}

/** Loads and stores in which lanes take part; a round of compare-and-swap, and its load, are an atomic. */
function movesOf({ count, op, activeMask }: AccessTrace): number {
  let moves = 0;
  for (let row = 0; row < count; row++) {
    const { direction, name } = opcodeAt(op[row] ?? 0);
    if (activeMask[2 * row] === 0) continue;
    if (direction !== 'atomic') moves++;
    else if (name.startsWith('ATOMS.CAST')) moves--;
  }
  return moves;
}

/** Folders differ between machines: the name of the file and the line are compared. */
function isSameLine(a: SourceLine | undefined, b: SourceLine | undefined): boolean {
  const name = (file: string): string => file.replace(/^.*[/\\]/, '');
  return a !== undefined && b !== undefined && a.line === b.line && name(a.file) === name(b.file);
}

/** The buffers of each site of SASS: those that PTX has at its line, or else at its addresses. */
export function buffersOf(sass: AccessTrace, ptx: AccessTrace): readonly (string | undefined)[] {
  const names = new Set(ptx.sites.flatMap(({ buffer }) => namesIn(buffer)));
  if (names.size <= 1) {
    const [only] = names;
    return sass.sites.map(() => only);
  }
  const atWord = new Map<number, string>();
  for (let row = 0; row < ptx.count; row++) {
    const own = namesIn(ptx.sites[ptx.site[row] ?? 0]?.buffer);
    if (own.length !== 1) continue;
    eachWord(ptx, row, (word) => atWord.set(word, own[0] ?? ''));
  }
  const found = sass.sites.map(() => new Set<string>());
  for (let row = 0; row < sass.count; row++)
    eachWord(sass, row, (word) => {
      const name = atWord.get(word);
      if (name !== undefined) found[sass.site[row] ?? 0]?.add(name);
    });
  return sass.sites.map(({ source }, number) => {
    const atLine = ptx.sites.filter((site) => isSameLine(site.source?.[0], source?.[0]));
    const own = new Set(atLine.flatMap(({ buffer }) => namesIn(buffer)));
    const list = own.size === 1 ? own : (found[number] ?? own);
    return list.size === 0 ? undefined : [...list].join(', ');
  });
}

const namesIn = (buffer: string | undefined): readonly string[] =>
  buffer === undefined || buffer === '' ? [] : buffer.split(', ');

function eachWord(
  { activeMask, addressBytes }: AccessTrace,
  row: number,
  use: (word: number) => void,
): void {
  eachLane(activeMask[2 * row] ?? 0, (lane) => {
    use((addressBytes[32 * row + lane] ?? 0) >>> 2);
  });
}
