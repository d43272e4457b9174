/**
 * Rows of SASS from ways: an execution of an access by all lanes that are at it together.
 *
 *     lanes 0-15: LDS #7 at row 3, lanes 16-31: LDS #7 at row 5      one row of 32 lanes
 */
import { type AccessTrace, opcodeAt, type Site, type TraceBuilder } from '@ldscope/core';
import type { SassItem } from './flow.ts';
import type { ClassRows } from './rows.ts';
import type { Script } from './script.ts';
import { trialRounds, trialRoundsInTurns } from './trial-loop.ts';
import type { Walked } from './walk.ts';

/** Lanes that are matched together, and the facts about their way. */
export interface LaneClass {
  readonly mask: number;
  readonly script?: Script | undefined;
}

export interface Way extends LaneClass {
  readonly rows: ClassRows;
  readonly walked: Walked;
  /** How it was found. */
  readonly isBound: boolean;
}

/** The executed instructions. */
export interface Seen {
  /** Instructions of SASS, and those whose cost is not known. */
  readonly executed: Set<number>;
  readonly uncounted: Map<number, string>;
}

/** One execution of an access by the lanes that are at it together. */
interface Together {
  readonly item: SassItem;
  mask: number;
  readonly addresses: Uint32Array;
  op: number | undefined;
}

/** A loop of compare-and-swap of one warp, whose rounds depend on those of others. */
export interface TrialLoop {
  readonly key: string;
  readonly wave: number;
  readonly item: SassItem;
  readonly mask: number;
  readonly addresses: Uint32Array;
}

/** Hardware counts nothing for it. */
const FREE = 'cp.async.b128';

/** `loops` collects the loops of compare-and-swap where warps take turns; without it they are those of a warp alone. */
export function addTogether(
  ways: readonly Way[],
  wave: number,
  builder: TraceBuilder,
  sites: Sites,
  match: Seen,
  loops?: TrialLoop[],
): void {
  const all = new Map<string, Together>();
  for (const { mask, rows, walked } of ways) {
    for (const { item, visit, row } of walked.steps) {
      const key = `${item.number}:${visit}`;
      const one: Together = all.get(key) ?? {
        item,
        mask: 0,
        addresses: new Uint32Array(32),
        op: undefined,
      };
      all.set(key, one);
      if (row === undefined) continue;
      // The cost of a copy also depends on its sources, which the row of PTX has.
      if (item.access.kind === 'async') one.op = rows.trace.op[rows.rows[row] ?? 0];
      one.mask |= mask;
      if (item.load !== undefined) sites.touches(item.load, rows.siteOf(row));
      sites.touches(item, rows.siteOf(row));
      for (let lane = 0; lane < 32; lane++)
        if (((mask >>> lane) & 1) === 1) one.addresses[lane] = rows.address(row, lane);
    }
  }
  let order = 0;
  const add = (item: SassItem, mask: number, addresses: Uint32Array, op = item.access.op): void => {
    order++;
    const { pc, text } = item.instruction;
    const isKnown =
      op !== undefined && (opcodeAt(op).request !== undefined || opcodeAt(op).name === FREE);
    match.executed.add(pc);
    if (!isKnown && mask !== 0) match.uncounted.set(pc, text);
    if (op !== undefined) builder.add(op, sites.of(item), wave, order, addresses, mask >>> 0, 0);
  };
  for (const [key, { item, mask, addresses, op }] of all) {
    const { load, access } = item;
    if (load === undefined) add(item, mask, addresses, op);
    else if (loops !== undefined) loops.push({ key, wave, item, mask, addresses });
    else
      for (const round of trialRounds(addresses, mask, access.widthBytes)) {
        add(load, round, addresses);
        add(item, round, addresses);
      }
  }
}

/** Adds loops of warps that take turns: those of one place and round of the code go on together. */
export function addLoops(
  loops: readonly TrialLoop[],
  builder: TraceBuilder,
  sites: Sites,
  match: Seen,
): void {
  for (const key of new Set(loops.map((loop) => loop.key))) {
    const own = loops.filter((loop) => loop.key === key);
    const rounds = trialRoundsInTurns(own, own[0]?.item.access.widthBytes ?? 4);
    for (const [index, { item, wave, addresses }] of own.entries())
      for (const mask of rounds[index] ?? [])
        for (const one of [item.load, item]) {
          if (one?.access.op === undefined) continue;
          match.executed.add(one.instruction.pc);
          builder.add(one.access.op, sites.of(one), wave, 0, addresses, mask >>> 0, 0);
        }
  }
}

export function addAgain(
  trace: AccessTrace,
  row: number,
  builder: TraceBuilder,
  sites: Sites,
): void {
  const addresses = trace.addressBytes.subarray(32 * row, 32 * row + 32);
  const site = sites.ofPtx(trace.site[row] ?? 0);
  const mask = trace.activeMask[2 * row] ?? 0;
  builder.add(
    trace.op[row] ?? 0,
    site,
    trace.wave[row] ?? 0,
    trace.order[row] ?? 0,
    addresses,
    mask,
    0,
  );
}

/** Sites of the new trace, in the order of their first use. */
export class Sites {
  readonly #builder: TraceBuilder;
  readonly #trace: AccessTrace;
  readonly #file: string | undefined;
  readonly #items = new Map<number, number>();
  readonly #ptx = new Map<number, number>();
  /** Buffers of the accesses of PTX that an instruction stands for. */
  readonly #buffers = new Map<number, Set<string>>();

  constructor(builder: TraceBuilder, trace: AccessTrace, file: string | undefined) {
    this.#builder = builder;
    this.#trace = trace;
    this.#file = file;
  }

  touches({ number }: SassItem, site: number): void {
    const { buffer } = this.#trace.sites[site] ?? {};
    if (buffer === undefined || buffer === '') return;
    const names = this.#buffers.get(number) ?? new Set<string>();
    for (const name of buffer.split(', ')) names.add(name);
    this.#buffers.set(number, names);
  }

  of(item: SassItem): number {
    const known = this.#items.get(item.number);
    if (known !== undefined) return known;
    const names = this.#buffers.get(item.number);
    const buffer = names === undefined ? undefined : [...names].join(', ');
    const site = this.#builder.addSite({ ...sassSite(item, this.#file), buffer });
    this.#items.set(item.number, site);
    return site;
  }

  ofPtx(number: number): number {
    const known = this.#ptx.get(number);
    if (known !== undefined) return known;
    const site = this.#builder.addSite(this.#trace.sites[number] ?? { id: `access ${number}` });
    this.#ptx.set(number, site);
    return site;
  }
}

/** The site of an instruction: its address in the function, in hexadecimal as disassemblers print it. */
function sassSite({ instruction }: SassItem, file: string | undefined): Site {
  const { pc, text, line, source } = instruction;
  const id = pc.toString(16).padStart(4, '0');
  const place = file === undefined ? {} : { file, line };
  return { id, ...place, text, ...(source.length === 0 ? {} : { source }) };
}
