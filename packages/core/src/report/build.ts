/**
 * Folds access traces into a report, workgroup by workgroup, so that a large launch needs no more memory
 * than one workgroup.
 */
import type { GlobalDirection, GlobalTrace } from '../access/global-trace.ts';
import { commonCallerMarks } from '../access/common-callers.ts';
import type { Opcode, RequestClass } from '../access/opcode.ts';
import { type AccessTrace, singleAccess } from '../access/trace.ts';
import type { LdsObject } from '../access/lds-object.ts';
import type { Site } from '../access/wave-rows.ts';
import { opcodeAt } from '../access/opcodes.ts';
import { GlobalTotals, type LeftGlobals } from '../coalesce/totals.ts';
import { type CountedTotals, counters, type Totals } from '../conflict/counters.ts';
import { simulate, type Simulation } from '../conflict/simulate.ts';
import type { TileElements } from '../layout/tile/tile-elements.ts';
import type { CoalescingModel } from '../machine/coalescing.ts';
import { type ConflictModel, findModel, findRule, type Machine } from '../machine/machine.ts';
import { type Service, serviceOf, type Unserved } from '../machine/service.ts';
import { occupancyOf } from '../machine/occupancy.ts';
import { accountOf, knownCounters } from './account-of.ts';
import { type AnalysisGlobalSite, globalReport, globalSites } from './global.ts';
import { type IterationSums, Iterations } from './iterations.ts';
import { type Location, locationOf } from './location.ts';
import {
  type Alternative,
  type Hazard,
  type KernelSummary,
  type Report,
  REPORT_SCHEMA,
  type ReportSite,
  type RuleEvidence,
} from './report.ts';
import type { ReportDiagnostic } from './diagnostic.ts';

/** The sums of a site while traces come in. */
interface SiteTotals {
  site: Site;
  /** The site of the trace that came last: its names are in `site`. */
  seen: Site;
  readonly op: number;
  executions: number;
  phases: number;
  idxActive: number;
  bankConflict: number;
  worstWays: number;
  /** Its most expensive execution so far, as a trace of one row (two for a two-address instruction). */
  worst: AccessTrace;
  worstCycles: number;
  readonly iterations: Iterations;
}

/** What was counted of some workgroups, for `take`; plain data. */
export interface LeftCounts {
  readonly waveSize: 32 | 64;
  readonly sites: readonly (Omit<SiteTotals, 'iterations' | 'seen'> & {
    readonly iterations: IterationSums;
  })[];
  readonly global: LeftGlobals;
  /** Totals under models with another reading. */
  readonly others: ReadonlyMap<string, Totals>;
}

/** A site of the report with its most expensive execution. */
export interface AnalysisSite extends ReportSite {
  /** The most expensive execution, which `explain` shows. */
  readonly worst: AccessTrace;
}

/** A report with what is behind its sites: the most expensive execution of each. */
export interface Analysis {
  readonly report: Report;
  /** The sites of the report, in its order, each with its worst execution. */
  readonly sites: readonly AnalysisSite[];
  /** The same for its sites of global memory. */
  readonly globalSites: readonly AnalysisGlobalSite[];
  /** Of a CK Tile specification: the tile that its shared memory holds. */
  readonly elements?: TileElements | undefined;
  /** What the kernel's LDS holds, where that is named. */
  readonly ldsObjects?: readonly LdsObject[] | undefined;
}

/** Folds traces into a report, workgroup by workgroup: costs by site, totals, evidence. */
export class ReportBuilder {
  readonly #machine: Machine;
  readonly #model: ConflictModel;
  readonly #global: GlobalTotals;
  readonly #sites = new Map<string, SiteTotals>();
  /** How many instructions each site executes as, by its id. */
  readonly #parts = new Map<string, number>();
  /** Models with another reading of a rule, whether the kernel uses it or not; and totals under each. */
  readonly #otherReadings: readonly ConflictModel[];
  readonly #otherTotals = new Map<string, Totals>();
  readonly #rulesUsed = new Map<RequestClass, Set<string>>();
  #waveSize: 32 | 64 = 64;

  constructor(
    machine: Machine,
    model: ConflictModel = machine.models[0],
    coalescing: CoalescingModel = machine.coalescing[0],
  ) {
    this.#machine = machine;
    this.#model = model;
    this.#global = new GlobalTotals(coalescing);
    this.#waveSize = machine.waveSizes[0] ?? 64;
    const rules = Object.values(model.rules).flatMap((table) => Object.values(table));
    const names = new Set(rules.map((rule) => rule.otherReading));
    this.#otherReadings = machine.models.filter(({ name }) => names.has(name));
  }

  /** Instructions that the chip lacks, and those that it has no public rule for: sites of the report without cycles. */
  get unserved(): {
    readonly lacking: readonly string[];
    readonly withoutRule: readonly string[];
  } {
    const ops = [...new Set([...this.#sites.values()].map(({ op }) => op))].map(opcodeAt);
    const named = (service: Service): readonly string[] =>
      ops.filter((op) => this.#serviceOf(op) === service).map(({ name }) => name);
    return { lacking: named('no-instruction'), withoutRule: named('no-rule') };
  }

  #serviceOf(op: Opcode): Service {
    return serviceOf(op, this.#machine, this.#model, this.#waveSize);
  }

  /** Adds the accesses of one or more workgroups with `ldsBytes` of shared memory each, as often as they are made. */
  add(trace: AccessTrace, ldsBytes?: number, times = 1): void {
    this.#waveSize = trace.waveSize;
    const options = { ldsBytes };
    const simulation = simulate(trace, this.#machine, this.#model, options);
    this.#addRows(trace, simulation, times);
    for (const other of this.#otherReadings) {
      const totals = timesOf(sum(trace, simulate(trace, this.#machine, other, options)), times);
      this.#otherTotals.set(other.name, plus(this.#otherTotals.get(other.name) ?? NOTHING, totals));
    }
  }

  /** The counts so far. */
  leave(): LeftCounts {
    return {
      waveSize: this.#waveSize,
      sites: [...this.#sites.values()].map(({ seen: _seen, iterations, ...totals }) => ({
        ...totals,
        iterations: iterations.leave(),
      })),
      global: this.#global.leave(),
      others: this.#otherTotals,
    };
  }

  /** Adds the counts of later workgroups, as if these were added here. */
  take({ waveSize, sites, global, others }: LeftCounts): void {
    this.#waveSize = waveSize;
    for (const other of sites) {
      const totals = this.#totalsOf(other.site, other.op, other.worst);
      totals.site = withBuffersOf(totals.site, other.site);
      totals.seen = other.site;
      totals.executions += other.executions;
      totals.phases = Math.max(totals.phases, other.phases);
      totals.idxActive += other.idxActive;
      totals.bankConflict += other.bankConflict;
      totals.worstWays = Math.max(totals.worstWays, other.worstWays);
      totals.iterations.take(other.iterations);
      if (other.worstCycles > totals.worstCycles) {
        totals.worst = other.worst;
        totals.worstCycles = other.worstCycles;
      }
    }
    for (const [name, totals] of others)
      this.#otherTotals.set(name, plus(this.#otherTotals.get(name) ?? NOTHING, totals));
    this.#global.take(global);
  }

  /** The sums of a site and instruction, which begin with its first execution. */
  #totalsOf(site: Site, op: number, worst: AccessTrace): SiteTotals {
    const opcode = opcodeAt(op);
    const key = `${site.id} ${opcode.name}`;
    const known = this.#sites.get(key);
    if (known !== undefined) return known;
    const totals: SiteTotals = {
      site,
      seen: site,
      op,
      executions: 0,
      phases: 0,
      idxActive: 0,
      bankConflict: 0,
      worstWays: 0,
      worst,
      worstCycles: -1,
      iterations: new Iterations(),
    };
    this.#sites.set(key, totals);
    this.#parts.set(site.id, (this.#parts.get(site.id) ?? 0) + 1);
    if (opcode.request !== undefined) {
      const ops = this.#rulesUsed.get(opcode.request) ?? new Set<string>();
      this.#rulesUsed.set(opcode.request, ops.add(opcode.name));
    }
    return totals;
  }

  /** Adds global accesses, as often as they are made; the trace is not kept. */
  addGlobal(trace: GlobalTrace, times = 1): void {
    this.#global.add(trace, times);
  }

  /** The report over everything added so far. */
  finish(
    kernel: KernelSummary,
    hazards: readonly Hazard[] = [],
    diagnostics: readonly ReportDiagnostic[] = [],
  ): Analysis {
    const sites = [...this.#sites.values()]
      .map((totals) => this.#analysisSite(totals))
      .sort(
        (a, b) =>
          b.bankConflict - a.bankConflict ||
          b.idxActive - a.idxActive ||
          (a.location.line ?? 0) - (b.location.line ?? 0),
      );
    const totals = sites.reduce((all, site) => plus(all, totalsOf(site)), NOTHING);
    const side = (...directions: readonly string[]): Totals =>
      sites
        .filter((site) => directions.includes(site.direction))
        .reduce((all, site) => plus(all, totalsOf(site)), NOTHING);
    const { model: coalescing } = this.#global;
    const mark = commonCallerMarks(sites.map(({ location }) => location.source ?? []));
    const marked = <T extends { readonly location: Location }>(one: T): T => {
      const { source } = one.location;
      return source === undefined
        ? one
        : { ...one, location: { ...one.location, source: mark(source) } };
    };
    const markedSites = sites.map(marked);
    const globals = globalSites(this.#global.sites(), coalescing).map(marked);
    const plainSites = markedSites.map(({ worst: _worst, ...site }) => site);
    const predicted = counters(this.#machine, {
      reads: side('read'),
      writes: side('write'),
      atomics: side('atomic'),
      copies: side('async'),
      ...(kernel.hasUnknownValues === true ? {} : sectorsOf(globals, coalescing)),
      ptxInstructions: kernel.executedInstructions,
    });
    const hasFixedPhases = this.#machine.vendor === 'AMD';
    const { known, account } = knownCounters(
      predicted,
      accountOf({ kernel, sites: plainSites, diagnostics, hasFixedPhases }),
    );
    const report: Report = {
      schema: REPORT_SCHEMA,
      machine: this.#machine.name,
      model: this.#model.name,
      kernel,
      account,
      ...occupancyField(kernel, this.#machine, this.#waveSize),
      sites: plainSites,
      totals,
      global: globalReport(globals, coalescing),
      counters: known,
      evidence: this.#evidence(),
      alternatives: this.#alternatives(),
      hazards: hazards.map((hazard) => {
        const { other } = hazard;
        return { ...marked(hazard), ...(other && { other: marked(other) }) };
      }),
      diagnostics,
    };
    return { report, sites: markedSites, globalSites: globals };
  }

  #addRows(trace: AccessTrace, simulation: Simulation, times: number): void {
    const turns = new Turns(trace);
    for (let row = 0; row < trace.count; row++) {
      const op = trace.op[row] ?? 0;
      const index = trace.site[row] ?? 0;
      const site = trace.sites[index];
      if (site === undefined)
        throw new RangeError(`row ${row} names site ${index}, which is not there`);
      const key = `${site.id} ${opcodeAt(op).name}`;
      const totals = this.#sites.get(key) ?? this.#totalsOf(site, op, rowTrace(trace, row));
      if (site !== totals.seen) {
        totals.site = withBuffersOf(totals.site, site);
        totals.seen = site;
      }
      const cycles = simulation.idxActive[row] ?? 0;
      const second = isSecondAddress(trace, row);
      if (!second) totals.executions += times;
      const phases =
        (simulation.phases[row] ?? 0) + (second ? (simulation.phases[row - 1] ?? 0) : 0);
      totals.phases = Math.max(totals.phases, phases);
      const conflict = simulation.bankConflict[row] ?? 0;
      totals.idxActive += times * cycles;
      totals.bankConflict += times * conflict;
      const executions = second ? 0 : times;
      totals.iterations.add(turns.of(row, second), executions, times * cycles, times * conflict);
      totals.worstWays = Math.max(totals.worstWays, simulation.worstWays[row] ?? 0);
      if (cycles > totals.worstCycles) {
        totals.worst = rowTrace(trace, row);
        totals.worstCycles = cycles;
      }
    }
  }

  #analysisSite(totals: SiteTotals): AnalysisSite {
    const { site, op, worst } = totals;
    const opcode = opcodeAt(op);
    const iterations = totals.iterations.runs();
    return {
      id: this.#siteId(site, opcode.name),
      op: opcode.name,
      direction: opcode.direction,
      widthBytes: opcode.widthBytes,
      buffer: site.buffer ?? '',
      location: locationOf(site),
      executions: totals.executions,
      phases: totals.phases,
      idxActive: totals.idxActive,
      bankConflict: totals.bankConflict,
      worstWays: totals.worstWays,
      unserved: unservedOf(this.#serviceOf(opcode)),
      iterations,
      worst,
    };
  }

  /** A site that executes as several instructions is split; then the id says which. */
  #siteId(site: Site, op: string): string {
    return (this.#parts.get(site.id) ?? 0) > 1 ? `${site.id}/${op}` : site.id;
  }

  /** Models with another reading of a used rule, and the instructions in question. */
  #disputes(): Map<string, Set<string>> {
    const disputes = new Map<string, Set<string>>();
    for (const [request, ops] of this.#rulesUsed) {
      const rule = findRule(this.#model, this.#waveSize, request);
      if (rule?.otherReading === undefined) continue;
      const all = disputes.get(rule.otherReading) ?? new Set<string>();
      for (const op of ops) all.add(op);
      disputes.set(rule.otherReading, all);
    }
    return disputes;
  }

  #evidence(): RuleEvidence[] {
    return [...this.#rulesUsed].flatMap(([request, ops]): RuleEvidence[] => {
      const rule = findRule(this.#model, this.#waveSize, request);
      if (rule === undefined) return [];
      const { phases, banks, evidence, source, note } = rule;
      return [{ request, ops: [...ops], phases: phases.title, banks, evidence, source, note }];
    });
  }

  #alternatives(): Alternative[] {
    return [...this.#disputes()].flatMap(([name, ops]): Alternative[] => {
      const title = findModel(this.#machine, name)?.title;
      const totals = this.#otherTotals.get(name);
      return title === undefined || totals === undefined
        ? []
        : [{ model: name, title, ops: [...ops], totals }];
    });
  }
}

/** How often a wave has executed a site before, row by row. */
class Turns {
  readonly #trace: AccessTrace;
  readonly #seen = new Map<number, number>();

  constructor(trace: AccessTrace) {
    this.#trace = trace;
  }

  /**
   * The number of earlier executions of a row's site by its wave. Call it for all rows in order; a second address
   * belongs to the row before it.
   */
  of(row: number, second: boolean): number {
    const { site, wave, op } = this.#trace;
    const key = ((wave[row] ?? 0) * 2 ** 21 + (site[row] ?? 0)) * 2 ** 10 + (op[row] ?? 0);
    const turns = this.#seen.get(key) ?? 0;
    if (second) return turns - 1;
    this.#seen.set(key, turns + 1);
    return turns;
  }
}

const unservedOf = (service: Service): Unserved | undefined =>
  service === 'rule' ? undefined : service;

function occupancyField(
  { ldsBytes, wavesPerWorkgroup, registers }: KernelSummary,
  machine: Machine,
  waveSize: 32 | 64,
): Pick<Report, 'occupancy'> {
  if (wavesPerWorkgroup === undefined || wavesPerWorkgroup === 0) return {};
  const resources = { ldsBytes, wavesPerWorkgroup, waveSize, registers };
  return { occupancy: occupancyOf(resources, machine) };
}

/**
 * Sectors of loads, `cp.async` among them, and of stores; and those of the unit that copies boxes and ranges. Atomics of warps have
 * counters of their own.
 */
function sectorsOf(
  sites: readonly AnalysisGlobalSite[],
  { unit }: CoalescingModel,
): Partial<Pick<CountedTotals, 'sectors' | 'copiedSectors'>> {
  if (unit !== 'sector') return {};
  const sum = (direction: GlobalDirection, byCopyUnit?: true): number =>
    sites
      .filter((site) => site.direction === direction && site.byCopyUnit === byCopyUnit)
      .reduce((all, { transactions }) => all + transactions, 0);
  const copied =
    sites.some(({ byCopyUnit }) => byCopyUnit === true) &&
    !sites.some(({ hasUnknownSectors }) => hasUnknownSectors === true);
  return {
    sectors: { loads: sum('load'), stores: sum('store') },
    ...(copied && {
      copiedSectors: {
        loads: sum('load', true),
        stores: sum('store', true),
        reductions: sum('atomic', true),
      },
    }),
  };
}

const NOTHING: Totals = { instructions: 0, idxActive: 0, bankConflict: 0 };

function plus(a: Totals, b: Totals): Totals {
  return {
    instructions: a.instructions + b.instructions,
    idxActive: a.idxActive + b.idxActive,
    bankConflict: a.bankConflict + b.bankConflict,
  };
}

function timesOf({ instructions, idxActive, bankConflict }: Totals, times: number): Totals {
  return {
    instructions: times * instructions,
    idxActive: times * idxActive,
    bankConflict: times * bankConflict,
  };
}

function totalsOf(site: ReportSite): Totals {
  const { executions: instructions, idxActive, bankConflict } = site;
  return { instructions, idxActive, bankConflict };
}

function sum(trace: AccessTrace, simulation: Simulation): Totals {
  let totals = NOTHING;
  for (let row = 0; row < trace.count; row++) {
    totals = plus(totals, {
      instructions: isSecondAddress(trace, row) ? 0 : 1,
      idxActive: simulation.idxActive[row] ?? 0,
      bankConflict: simulation.bankConflict[row] ?? 0,
    });
  }
  return totals;
}

/** The second row of a two-address instruction. */
function isSecondAddress(trace: AccessTrace, row: number): boolean {
  return (
    row > 0 &&
    trace.wave[row] === trace.wave[row - 1] &&
    trace.order[row] === trace.order[row - 1] &&
    trace.site[row] === trace.site[row - 1]
  );
}

function rowTrace(trace: AccessTrace, row: number): AccessTrace {
  const start = row * trace.waveSize;
  return singleAccess(trace.op[row] ?? 0, trace.addressBytes.slice(start, start + trace.waveSize), {
    waveSize: trace.waveSize,
    maskLow: trace.activeMask[2 * row] ?? 0,
    maskHigh: trace.activeMask[2 * row + 1] ?? 0,
  });
}

/** The site with the allocations that it touches in another workgroup too. */
function withBuffersOf(site: Site, { buffer }: Site): Site {
  if (buffer === undefined || buffer === site.buffer) return site;
  const names = new Set([site.buffer ?? '', buffer].flatMap((names) => names.split(', ')));
  names.delete('');
  return { ...site, buffer: [...names].join(', ') };
}
