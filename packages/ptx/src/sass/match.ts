/**
 * The accesses of a block as SASS has them: each row is one execution of one instruction of SASS.
 *
 *     rows of PTX, lane by lane -> a way through SASS -> rows of SASS, of all lanes that are at one access together
 *
 * A warp whose lanes find no way keeps its rows of PTX, and is counted as not matched.
 */
import {
  type AccessTrace,
  opcodeAt,
  type SassSummary,
  type Site,
  type SourceLine,
  TraceBuilder,
} from '@ldscope/core';
import { type Flow, flowOf, type SassItem } from './flow.ts';
import type { SassFunction } from './program.ts';
import { ClassRows, classesOf, kindOf } from './rows.ts';
import { trialRounds } from './trial-loop.ts';
import { type Budget, type LineSuits, type Walked, walks } from './walk.ts';

/** What became of the accesses of PTX. */
export interface SassMatch {
  /** Accesses of warps: of PTX, those of them that are part of a wider one, and that are left out. */
  rows: number;
  merged: number;
  dropped: number;
  /** Warps, and those of them that no way explains. */
  warps: number;
  unmatchedWarps: number;
  /** Warps whose lanes could go ways that join accesses or lanes otherwise: the likeliest is counted. */
  uncertainWarps: number;
  /** Instructions of SASS whose cost is not known, which executed. */
  readonly uncounted: Map<number, string>;
  /** Instructions of SASS that warps executed. */
  readonly executed: Set<number>;
  /** Loops of compare-and-swap of a block with several warps were executed. */
  contended: boolean;
  /** The first accesses of PTX that are not matched, and instructions of SASS that are not executed, both as texts. */
  firstUnmatched: string | undefined;
}

/** Matches traces of one kernel with its function of SASS, block by block. */
export class SassMatcher {
  readonly match: SassMatch = {
    rows: 0,
    merged: 0,
    dropped: 0,
    warps: 0,
    unmatchedWarps: 0,
    uncertainWarps: 0,
    uncounted: new Map(),
    executed: new Set(),
    contended: false,
    firstUnmatched: undefined,
  };
  readonly flow: Flow;
  readonly #file: string | undefined;
  readonly #budget: Budget = { tries: MOST_TRIES };
  /** Places of SASS, with the sites of PTX that they are copies of. */
  #bound: ReadonlyMap<number, number> = new Map();
  /** Sites that were seen, with what their lines suit. */
  readonly #suits = new Map<string, Uint8Array>();

  /** `file`: the name of the listing, for sites. */
  constructor(sass: SassFunction, file: string | undefined) {
    this.flow = flowOf(sass);
    this.#file = file;
  }

  /** What the report says of it. */
  summary(): SassSummary {
    const { rows: accesses, merged, dropped, warps, unmatchedWarps, uncertainWarps } = this.match;
    const { uncounted, executed, contended } = this.match;
    const isWhole = unmatchedWarps === 0 && uncertainWarps === 0 && !this.flow.isOpen;
    return {
      instructions: this.flow.items.length,
      executed: executed.size,
      accesses,
      merged,
      dropped,
      warps,
      unmatchedWarps,
      uncertainWarps,
      contended,
      isExact: isWhole && !contended && uncounted.size === 0,
    };
  }

  /** The trace of a block in SASS; `waves` are its warps. */
  trace(trace: AccessTrace, waves: readonly number[]): AccessTrace {
    const builder = new TraceBuilder(32);
    const sites = new Sites(builder, trace, this.#file);
    const lines = this.#linesOf(trace);
    const byWave = new Map<number, number[]>(waves.map((wave) => [wave, []]));
    for (let row = 0; row < trace.count; row++) {
      const wave = trace.wave[row] ?? 0;
      const rows = byWave.get(wave) ?? [];
      rows.push(row);
      byWave.set(wave, rows);
    }
    if (waves.length > 1) this.match.contended ||= hasLoops(trace);
    for (const [wave, rows] of byWave) this.#warp(trace, wave, rows, lines, builder, sites);
    return builder.finish();
  }

  #warp(
    trace: AccessTrace,
    wave: number,
    rows: readonly number[],
    lines: LineSuits,
    builder: TraceBuilder,
    sites: Sites,
  ): void {
    const { match } = this;
    match.warps++;
    match.rows += rows.length;
    const classes = rows.length === 0 ? [0] : classesOf(trace, rows);
    const attempt = (how: Matching): Way[] | undefined => {
      const ways: Way[] = [];
      const known = new Map(how === 'as before' ? this.#bound : []);
      for (const mask of classes) {
        const own = new ClassRows(trace, rows, mask, this.flow.hasBarriers, new Map(known));
        const {
          found: [walked],
        } = walks(this.flow, own, lines, 1, how !== 'unbound', this.#budget);
        if (walked === undefined) return undefined;
        ways.push({ mask, rows: own, walked });
        for (const [place, site] of own.bound) known.set(place, site);
      }
      if (how !== 'unbound') this.#bound = known;
      return ways;
    };
    // An access of SASS is a copy of one of PTX; where that does not work out, of several.
    const ways = attempt('as before') ?? attempt('bound') ?? attempt('unbound');
    if (ways === undefined) {
      match.unmatchedWarps++;
      match.firstUnmatched ??= textsOf(trace, rows);
      for (const row of rows) addAgain(trace, row, builder, sites);
      return;
    }
    if (!this.#isCertain(ways, lines)) match.uncertainWarps++;
    match.merged += new Set(ways.flatMap(({ walked }) => walked.merged)).size;
    match.dropped += new Set(ways.flatMap(({ walked }) => walked.dropped)).size;
    addTogether(ways, wave, builder, sites, match);
  }

  /**
   * True where no other way costs otherwise: lanes are together as in PTX, and all ways that are found join the same accesses. Where
   * lanes of a warp go different ways, the copies of a loop that they go through have to be the same as well.
   */
  #isCertain(ways: readonly Way[], lines: LineSuits): boolean {
    if (joinsLanesOtherwise(ways)) return false;
    const [first] = ways;
    if (first === undefined) return true;
    const { trace } = first.rows;
    const sites = new Map(
      ways.flatMap(({ rows }) => rows.rows.map((row) => [trace.site[row], row])),
    );
    const widths = (row: number): number => opcodeAt(trace.op[row] ?? 0).widthBytes;
    const suiting = [...sites.values()].map((row) => ({
      row,
      items: this.flow.items.filter(
        (item) => item.access.kind === kindOf(trace, row) && lines(row, item),
      ),
    }));
    const mayJoin = suiting.some(({ row, items }) =>
      items.some(({ access }) => access.widthBytes > widths(row)),
    );
    const mayPart = ways.length > 1 && suiting.some(({ items }) => items.length > 1);
    const drops = ways.some(({ walked }) => walked.dropped.length > 0);
    if (ways.some(({ walked }) => mayHaveKept(walked, lines))) return false;
    if (!mayJoin && !mayPart && !drops) return true;
    return ways.every(({ mask, rows, walked }) => {
      const own = new ClassRows(trace, rows.rows, mask, this.flow.hasBarriers, new Map());
      const { found, isWhole } = walks(this.flow, own, lines, MOST_WAYS, true, this.#budget);
      const sign = (way: Walked): string => signatureOf(way, mayPart);
      return isWhole && found.every((other) => sign(other) === sign(walked));
    });
  }

  /** Whether a row and an access of SASS are of one line; rows and instructions without one suit all. */
  #linesOf(trace: AccessTrace): LineSuits {
    const bySite = trace.sites.map(({ id, source }) => {
      const known = this.#suits.get(id);
      if (known !== undefined) return known;
      const own = source?.[0];
      const suits = Uint8Array.from(this.flow.items, ({ instruction }) =>
        own === undefined || own.line === 0 || instruction.source.length === 0
          ? 1
          : Number(isSameLine(own, instruction.source[0])),
      );
      this.#suits.set(id, suits);
      return suits;
    });
    return (row, { number }) => bySite[trace.site[row] ?? 0]?.[number] === 1;
  }
}

/** Folders differ between machines: the name of the file and the line are compared. */
function isSameLine(a: SourceLine, b: SourceLine | undefined): boolean {
  const name = (file: string): string => file.replace(/^.*[/\\]/, '');
  return b !== undefined && a.line === b.line && name(a.file) === name(b.file);
}

/** Atomics whose results, or whose loops, depend on which warp comes first. */
function hasLoops({ op, count }: AccessTrace): boolean {
  for (let row = 0; row < count; row++)
    if (/^atom\.shared\.(?:loop|cas|exch)/.test(opcodeAt(op[row] ?? 0).name)) return true;
  return false;
}

/** Whether an access of SASS is a copy of one of PTX: the same for all lanes so far, for those of a warp, or of any. */
type Matching = 'as before' | 'bound' | 'unbound';

/** True where a row was left out that an access without lanes could have taken. */
function mayHaveKept({ steps, dropped }: Walked, lines: LineSuits): boolean {
  return dropped.some((row) =>
    steps.some(({ item, row: taken }) => taken === undefined && !item.isIdle && lines(row, item)),
  );
}

/** Blocks that the searches of a launch try: some ten seconds. */
const MOST_TRIES = 5_000_000;

/** Ways that are compared. */
const MOST_WAYS = 24;

/** Rows by the accesses that take them; with `places`, by which. */
function signatureOf({ steps, dropped }: Walked, places: boolean): string {
  const taken = steps
    .filter(({ row }) => row !== undefined)
    .map(({ item, visit, row }) =>
      [row, item.access.widthBytes, ...(places ? [item.number, visit] : [])].join(':'),
    );
  return [...taken.sort(), ...dropped].join(' ');
}

/** True where lanes that are at one access together are not those of one row of PTX. */
function joinsLanesOtherwise(ways: readonly Way[]): boolean {
  const groups = new Map<string, { mask: number; readonly rows: Set<number> }>();
  for (const { mask, rows, walked } of ways) {
    for (const { item, visit, row } of walked.steps) {
      if (row === undefined) continue;
      const key = `${item.number}:${visit}`;
      const group = groups.get(key) ?? { mask: 0, rows: new Set<number>() };
      groups.set(key, group);
      group.mask |= mask;
      group.rows.add(rows.rows[row] ?? 0);
    }
  }
  const trace = ways[0]?.rows.trace;
  return [...groups.values()].some(({ mask, rows }) => {
    const [row = 0] = rows;
    return rows.size > 1 || (mask | 0) !== ((trace?.activeMask[2 * row] ?? 0) | 0);
  });
}

/** The first accesses of PTX, for a message. */
function textsOf(trace: AccessTrace, rows: readonly number[]): string {
  const texts = rows.map((row) => trace.sites[trace.site[row] ?? 0]?.text ?? '');
  return [...new Set(texts)].slice(0, 3).join(' ');
}

interface Way {
  readonly mask: number;
  readonly rows: ClassRows;
  readonly walked: Walked;
}

/** One execution of an access by the lanes that are at it together. */
interface Together {
  readonly item: SassItem;
  mask: number;
  readonly addresses: Uint32Array;
  op: number | undefined;
}

/** Hardware counts nothing for it. */
const FREE = 'cp.async.b128';

function addTogether(
  ways: readonly Way[],
  wave: number,
  builder: TraceBuilder,
  sites: Sites,
  match: SassMatch,
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
      // What a copy costs its sources decide too, which PTX has.
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
  for (const { item, mask, addresses, op } of all.values()) {
    const { load, access } = item;
    if (load === undefined) add(item, mask, addresses, op);
    else
      for (const round of trialRounds(addresses, mask, access.widthBytes)) {
        add(load, round, addresses);
        add(item, round, addresses);
      }
  }
}

function addAgain(trace: AccessTrace, row: number, builder: TraceBuilder, sites: Sites): void {
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

/** Sites of the new trace, in the order in which they are asked for. */
class Sites {
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
