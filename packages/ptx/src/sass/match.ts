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
  type SourceLine,
  TraceBuilder,
} from '@ldscope/core';
import type { SassLaunch } from './evaluate/launch.ts';
import { LoadedValues } from './evaluate/loaded.ts';
import { type EvaluationBudget, WayFinder } from './evaluate/way.ts';
import { type Flow, flowOf } from './flow.ts';
import type { SassFunction } from './program.ts';
import { ClassRows, classesOf, kindOf } from './rows.ts';
import {
  addAgain,
  addLoops,
  addTogether,
  type LaneClass,
  Sites,
  type TrialLoop,
  type Way,
} from './sass-rows.ts';
import { type Script, scriptsOf, withoutAddresses } from './script.ts';
import { type Budget, type LineSuits, type Walked, walks } from './walk.ts';
import { WarpWays } from './warp-ways.ts';

/** The outcome of matching the accesses of PTX. */
export interface SassMatch {
  /** Accesses of warps: of PTX, those of them that are part of a wider one, and that are left out. */
  rows: number;
  merged: number;
  dropped: number;
  /** Warps, and those of them that no way explains. */
  warps: number;
  unmatchedWarps: number;
  /** Warps whose way follows from integers of SASS; and those where what follows does not have the accesses of PTX. */
  evaluatedWarps: number;
  refutedWarps: number;
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

/** Figures of a match that are sums over blocks. */
const COUNTS = [
  'rows',
  'merged',
  'dropped',
  'warps',
  'unmatchedWarps',
  'evaluatedWarps',
  'refutedWarps',
  'uncertainWarps',
] as const;

/** Matches traces of one kernel with its function of SASS, block by block. */
export class SassMatcher {
  readonly match: SassMatch = {
    rows: 0,
    merged: 0,
    dropped: 0,
    warps: 0,
    unmatchedWarps: 0,
    evaluatedWarps: 0,
    refutedWarps: 0,
    uncertainWarps: 0,
    uncounted: new Map(),
    executed: new Set(),
    contended: false,
    firstUnmatched: undefined,
  };
  readonly flow: Flow;
  /** Values that decide ways, filled in by the execution of PTX. */
  readonly loaded: LoadedValues;
  readonly #finder: WayFinder;
  readonly #launch: SassLaunch | undefined;
  readonly #file: string | undefined;
  /** Loops of compare-and-swap of the block, where its warps take turns. */
  readonly #loops: TrialLoop[] | undefined;
  readonly #budget: Budget = { tries: MOST_TRIES };
  readonly #evaluation: EvaluationBudget = { steps: MOST_STEPS };
  /** Places of SASS, with the sites of PTX that they are copies of. */
  #bound: ReadonlyMap<number, number> = new Map();
  /** Sites that were seen, with what their lines suit. */
  readonly #suits = new Map<string, Uint8Array>();

  /** The ways of warps are kept, to be compared with those of warps of other blocks. */
  comparesWays = false;
  readonly #ways: WarpWays;
  /** The counts added by the accesses of a block, by its first warp. */
  readonly #added = new Map<number, readonly number[]>();

  /**
   * `file`: the name of the listing, for sites. Without `launch`, predicates of SASS are not evaluated. `inTurns`: warps go round
   * loops of compare-and-swap together.
   */
  constructor(
    sass: SassFunction,
    file: string | undefined,
    launch?: SassLaunch,
    inTurns: boolean = false,
  ) {
    this.#loops = inTurns ? [] : undefined;
    this.flow = flowOf(sass);
    this.#finder = new WayFinder(sass.instructions, this.flow);
    this.loaded = new LoadedValues(this.#finder.spaces);
    this.#launch = launch;
    this.#file = file;
    this.#ways = new WarpWays(this.#finder, launch, this.loaded);
  }

  /** The diagnostics of the match. */
  summary(): SassSummary {
    const { rows: accesses, merged, dropped, warps, unmatchedWarps, uncertainWarps } = this.match;
    const { uncounted, executed, contended, evaluatedWarps, refutedWarps } = this.match;
    const isWhole = unmatchedWarps === 0 && uncertainWarps === 0 && !this.flow.isOpen;
    return {
      instructions: this.flow.items.length,
      executed: executed.size,
      accesses,
      merged,
      dropped,
      warps,
      unmatchedWarps,
      evaluatedWarps,
      refutedWarps,
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
    const before = COUNTS.map((name) => this.match[name]);
    for (const [wave, rows] of byWave) {
      this.#warp(trace, wave, rows, lines, builder, sites);
      if (this.comparesWays) this.#ways.keep(wave);
    }
    addLoops(this.#loops?.splice(0) ?? [], builder, sites, this.match);
    const added = COUNTS.map((name, index) => this.match[name] - (before[index] ?? 0));
    this.#added.set(waves[0] ?? 0, added);
    return builder.finish();
  }

  /** True where the warps of another block go the ways of those of a block that was matched, whose accesses they make. */
  goesAs(matched: readonly number[], others: readonly number[]): boolean {
    return matched.every((wave, index) => this.#ways.isSame(wave, others[index] ?? wave));
  }

  /** Counts the accesses of a block that was matched some times more; `waves` are its warps. */
  repeat([first = 0]: readonly number[], times: number): void {
    for (const [index, name] of COUNTS.entries())
      this.match[name] += times * (this.#added.get(first)?.[index] ?? 0);
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
    const evaluated = this.#evaluate(trace, wave, rows, lines);
    const isRefuted = evaluated === 'refuted';
    let ways = isRefuted ? undefined : evaluated;
    if (isRefuted) match.refutedWarps++;
    else if (ways !== undefined) match.evaluatedWarps++;
    let isCertain = ways !== undefined && this.#isDecided(ways, lines);
    if (!isCertain) {
      // An access of SASS is a copy of one of PTX; where that does not work out, of several.
      const manners = ['as before', 'bound', 'unbound'] as const;
      const lanes = classes.map((mask) => ({ mask }));
      const searched = this.#search(trace, rows, lanes, lines, manners);
      isCertain = searched !== undefined && !isRefuted && this.#isCertain(searched, lines);
      ways ??= searched;
    }
    if (ways === undefined) {
      match.unmatchedWarps++;
      match.firstUnmatched ??= textsOf(trace, rows);
      for (const row of rows) addAgain(trace, row, builder, sites);
      return;
    }
    if (!isCertain) match.uncertainWarps++;
    match.merged += new Set(ways.flatMap(({ walked }) => walked.merged)).size;
    match.dropped += new Set(ways.flatMap(({ walked }) => walked.dropped)).size;
    addTogether(ways, wave, builder, sites, match, this.#loops);
  }

  /** A way for each class of lanes, matched in the first manner in which all have one. */
  #search(
    trace: AccessTrace,
    rows: readonly number[],
    classes: readonly LaneClass[],
    lines: LineSuits,
    manners: readonly Matching[],
  ): readonly Way[] | undefined {
    for (const how of manners) {
      const ways: Way[] = [];
      const known = new Map(how === 'as before' ? this.#bound : []);
      for (const { mask, script } of classes) {
        const own = new ClassRows(trace, rows, mask, this.flow.hasBarriers, new Map(known));
        const isBound = how !== 'unbound';
        const { found } = walks(this.flow, own, lines, 1, isBound, this.#budget, script);
        const [walked] = found;
        if (walked === undefined) break;
        ways.push({ mask, rows: own, walked, script, isBound });
        for (const [place, site] of own.bound) known.set(place, site);
      }
      if (ways.length < classes.length) continue;
      if (how !== 'unbound') this.#bound = known;
      return ways;
    }
    return undefined;
  }

  /**
   * The ways that integers of SASS decide; `undefined` where they do not, `refuted` where these have other
   * accesses than PTX.
   */
  #evaluate(
    trace: AccessTrace,
    wave: number,
    rows: readonly number[],
    lines: LineSuits,
  ): readonly Way[] | 'refuted' | undefined {
    if (this.#launch === undefined) return undefined;
    const scripts = scriptsOf(this.#finder, this.#launch, this.loaded, wave, this.#evaluation);
    if (scripts === undefined) return undefined;
    const own = rows.length === 0 ? [] : classesOf(trace, rows);
    const others = own.reduce((left, mask) => left & ~mask, -1);
    const match = (list: readonly Script[]): readonly Way[] | undefined => {
      const classes = list.flatMap((script) =>
        [...own, others]
          .map((mask) => ({ mask: mask & script.mask, script }))
          .filter(({ mask }) => mask !== 0),
      );
      return this.#search(trace, rows, classes, lines, ['bound', 'unbound']);
    };
    const found = match(scripts);
    if (found !== undefined) return found;
    if (this.#launch.sharedVariables <= 1)
      return scripts.every(({ isWhole }) => isWhole) ? 'refuted' : undefined;
    // ptxas has variables in another order: then neither addresses nor the values loaded from them match.
    return this.loaded.keeps('shared') ? undefined : match(scripts.map(withoutAddresses));
  }

  /** True where scripts leave nothing open that affects the cost: all addresses are known, or no other rows suit. */
  #isDecided(ways: readonly Way[], lines: LineSuits): boolean {
    return ways.every(
      (way) => way.script?.isWhole === true || this.#isOnly(way, lines, way.isBound, true),
    );
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
    return ways.every((way) => this.#isOnly(way, lines, true, mayPart));
  }

  /** True where all ways of lanes join the same accesses; with `places`, at the same instructions. */
  #isOnly(
    { mask, rows, walked, script }: Way,
    lines: LineSuits,
    isBound: boolean,
    places: boolean,
  ): boolean {
    const own = new ClassRows(rows.trace, rows.rows, mask, this.flow.hasBarriers, new Map());
    const { flow } = this;
    const { found, isWhole } = walks(flow, own, lines, MOST_WAYS, isBound, this.#budget, script);
    const sign = (way: Walked): string => signatureOf(way, places);
    return isWhole && found.every((other) => sign(other) === sign(walked));
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

/** Instructions that are evaluated in a launch: some seconds. */
const MOST_STEPS = 2 ** 24;

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
