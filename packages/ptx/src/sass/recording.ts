/** The accesses of a block, collected as they are executed, and compared with those of another block. */
import { type AccessTrace, opcodeAt, opcodeNumber, type Site, TraceBuilder } from '@ldscope/core';
import { eachLane, type Warp } from '@ldscope/simt';
import { hasPlainCost } from '../isa/memory/copy-cost.ts';
import { isTimed, type SassAccess } from './accesses.ts';
import type { SassCode } from './code.ts';
import { buffersOf } from './compare.ts';
import type { SparseBytes } from './execute/memory.ts';
import type { Listener, Touch } from './execute/state.ts';
import { isZero } from './operands.ts';

/** Hardware counts nothing for it. */
const FREE = 'cp.async.b128';
const ZEROS = opcodeNumber('cp.async.zeros.b128');

/** The rows of one execution of an access: its costs, and the lanes of each. */
function rowsOf(
  { op, bytes }: SassAccess,
  { mask, copies }: Touch,
): readonly (readonly [op: number | undefined, mask: number])[] {
  if (copies === undefined || op === undefined) return [[op, mask]];
  const zeros = mask & ~copies.lanes;
  if (opcodeAt(op).name === FREE)
    return zeros === 0
      ? [[op, mask]]
      : [
          [op, mask],
          [ZEROS, zeros],
        ];
  const isPlain = zeros === 0 && hasPlainCost(copies.addresses, mask, bytes);
  return [[isPlain ? op : opcodeNumber(`cp.async.scattered.b${8 * bytes}`), mask]];
}

/** Collects the accesses of a block. */
export class Recording {
  isWhole = false;
  /** Global memory, as the block left it. */
  stored: SparseBytes | undefined;
  /** By index of an instruction. */
  readonly executed = new Set<number>();
  readonly uncounted = new Map<number, string>();
  contended = false;
  uncertainWarps = 0;
  /** Instructions by their sites. */
  readonly indices: number[] = [];
  /** The warps that were first at words with atomics whose results matter. */
  readonly #owners = new Map<number, Warp>();
  readonly #code: SassCode;
  readonly #file: string | undefined;
  readonly #builder = new TraceBuilder(32);
  readonly #sites = new Map<number, number>();

  constructor(code: SassCode, file: string | undefined) {
    this.#code = code;
    this.#file = file;
  }

  begin(): void {
    this.isWhole = false;
    this.#builder.clear();
    this.executed.clear();
    this.uncounted.clear();
    this.contended = false;
    this.#owners.clear();
  }

  readonly listener: Listener = (touch) => {
    const { warp, index, mask, addresses } = touch;
    const access = this.#code.facts[index]?.access;
    if (access === undefined) return;
    const { pc = 0, text = '' } = this.#code.instructions[index] ?? {};
    this.executed.add(index);
    if (this.#isTimed(index, access))
      eachLane(mask, (lane) => {
        const word = (addresses[lane] ?? 0) >>> 2;
        const owner = this.#owners.get(word) ?? warp;
        this.#owners.set(word, owner);
        this.contended ||= owner !== warp;
      });
    for (const [op, lanes] of rowsOf(access, touch)) {
      const isKnown =
        op !== undefined && (opcodeAt(op).request !== undefined || opcodeAt(op).name === FREE);
      if (!isKnown && mask !== 0) this.uncounted.set(pc, text);
      if (op === undefined) continue;
      const site = this.#site(index);
      this.#builder.add(op, site, warp.number, warp.order, addresses, lanes >>> 0, 0);
    }
  };

  #isTimed(index: number, { does, update, to }: SassAccess): boolean {
    if (does !== 'atomic') return false;
    return isTimed(update) || (this.#code.wanted[index] === 1 && to !== undefined && !isZero(to));
  }

  #site(index: number): number {
    const known = this.#sites.get(index);
    if (known !== undefined) return known;
    const site = this.#builder.addSite(siteOf(this.#code, index, this.#file));
    this.#sites.set(index, site);
    this.indices[site] = index;
    return site;
  }

  /** Until the next block begins. */
  get trace(): AccessTrace {
    return this.#builder.finish();
  }

  /** The trace, with names of buffers as the accesses of PTX have them. */
  finish(ptx: AccessTrace): AccessTrace {
    const { trace } = this;
    const names = buffersOf(trace, ptx);
    return {
      ...trace,
      sites: trace.sites.map((site, number) => ({ ...site, buffer: names[number] })),
    };
  }
}

/** The site of an instruction: its address in the function, in hexadecimal as disassemblers print it. */
function siteOf({ instructions }: SassCode, index: number, file: string | undefined): Site {
  const instruction = instructions[index];
  if (instruction === undefined) return { id: '' };
  const { pc, text, line, source } = instruction;
  const id = pc.toString(16).padStart(4, '0');
  const place = file === undefined ? {} : { file, line };
  return { id, ...place, text, ...(source.length === 0 ? {} : { source }) };
}

/** A trace of SASS, with the instructions of its sites. */
export interface SassTrace {
  readonly trace: AccessTrace;
  readonly indices: readonly number[];
}

/** True where two blocks make the same accesses, one by one; `shift`: between the numbers of their waves. */
export function areSame(a: SassTrace, b: SassTrace, shift: number): boolean {
  const [one, other] = [a.trace, b.trace];
  if (one.count !== other.count) return false;
  for (let row = 0; row < one.count; row++) {
    const mask = one.activeMask[2 * row] ?? 0;
    let isSame =
      one.op[row] === other.op[row] &&
      a.indices[one.site[row] ?? 0] === b.indices[other.site[row] ?? 0] &&
      (one.wave[row] ?? 0) + shift === other.wave[row] &&
      mask === other.activeMask[2 * row];
    eachLane(mask, (lane) => {
      const at = 32 * row + lane;
      isSame &&= one.addressBytes[at] === other.addressBytes[at];
    });
    if (!isSame) return false;
  }
  return true;
}
