/**
 * What `ldscope timeline` says of a simulated kernel or schedule: cycles, loops, what is busy, what waves wait for, what
 * each cause costs in time, and every wait judged.
 */
import { append } from '../base/groups.ts';
import { authoredLine, type SourceLine } from '../access/source-line.ts';
import { LineMap } from '../base/span.ts';
import type { TimingAnalysis } from '../timing/ablation.ts';
import { checkWaits, type Doubt, type WaitVerdict } from '../timing/check-waits.ts';
import { type ListedFact, timingFacts, type TimingModel } from '../timing/constants.ts';
import { type WaveCounters, waveCounters } from '../timing/counters.ts';
import type { KernelTime } from '../timing/kernel-time.ts';
import type { LdsKind } from '../timing/lds-dues.ts';
import type { LoopTiming } from '../timing/loops.ts';
import type { OccupancyReport } from '../machine/occupancy.ts';
import type { PlaceRace } from '../timing/place-order.ts';
import type { TimedProgram, Unit, WaitCounter } from '../timing/program.ts';
import type { Ablation } from '../timing/simulate.ts';
import { type StallReason, stallReasons } from '../timing/timeline.ts';
import type { Account } from './account.ts';
import type { WorkgroupShape } from './coverage.ts';
import type { ReportDiagnostic } from './diagnostic.ts';

export const TIMELINE_SCHEMA = 'ldscope-timeline/1';

/** An instruction as the report names it. */
export interface TimelinePlace {
  /** Number in the program. */
  readonly instruction: number;
  /** Line of the file, from 1 on; absent where the text is not known. */
  readonly line?: number;
  readonly text: string;
  /** Of compiled code: what it was compiled from, the innermost function first. */
  readonly source?: readonly SourceLine[] | undefined;
}

interface SourceRange {
  readonly file: string;
  readonly first: number;
  readonly last: number;
}

export interface TimelineLoop extends Omit<LoopTiming, 'head' | 'tail'> {
  readonly head: TimelinePlace;
  readonly tail: TimelinePlace;
  /** Lines of the source that its instructions come from, in the file of most of them. */
  readonly sourceLines?: SourceRange | undefined;
  /** Cycles per iteration without a cause; absent where there is no steady state. */
  readonly without: Readonly<Partial<Record<Ablation, number>>>;
}

interface TimelineInstruction extends TimelinePlace {
  readonly unit: Unit;
  readonly executions: number;
  /** Cycles for which it held waves up, over all executions. */
  readonly stalls: Readonly<Partial<Record<StallReason, number>>>;
  /** Conflict cycles of its LDS accesses, of all executions. */
  readonly conflictCycles: number;
}

export interface ReportedWait extends TimelinePlace {
  readonly counter: WaitCounter;
  readonly value: number;
  readonly verdict: WaitVerdict;
  readonly executions: number;
  readonly inFlight: number;
  readonly deepest?: number | undefined;
  /** The operation that is waited for, and what needs it. */
  readonly operation?: TimelinePlace | undefined;
  readonly by?: TimelinePlace | undefined;
  /** Why it is not judged: a load without a register or place, or what reads a register that nothing loads. */
  readonly because?: (TimelinePlace & { readonly kind: Doubt['kind'] }) | undefined;
}

export interface ReportedMissingWait extends TimelinePlace {
  readonly operation: TimelinePlace;
  readonly counter: WaitCounter;
  readonly value: number;
  readonly executions: number;
}

/** Two accesses of a schedule to one place that no barrier and no token keeps in order. */
export interface ReportedRace {
  readonly place: string;
  readonly kinds: readonly [first: LdsKind, second: LdsKind];
  readonly first: TimelinePlace;
  readonly second: TimelinePlace;
  readonly waves: readonly [first: number, second: number];
}

/** The predicted time of a kernel on one compute unit, by loop and by cause. */
export interface TimelineReport {
  readonly schema: typeof TIMELINE_SCHEMA;
  readonly name: string;
  readonly machine: string;
  /** All figures are predictions of a model. */
  readonly evidence: 'model';
  readonly constants: readonly ListedFact[];
  /** Bandwidth of global memory for the compute unit: as one alone gets it, or a share of the device that the user gave. */
  readonly bandwidth: { readonly bytesPerCycle: number; readonly share: 'alone' | 'given' };
  readonly waves: number;
  readonly workgroups: number;
  /** The shape of a workgroup and where it comes from; absent for a schedule. */
  readonly block?: WorkgroupShape | undefined;
  readonly cycles: number;
  /**
   * Time of the whole launch on a device; absent where its grid is not known, an access is not counted, or an option
   * changes what is simulated.
   */
  readonly kernelTime?: KernelTime | undefined;
  /** Which accesses have cycles; absent for a schedule. Times lack the conflicts of those that are `missing`. */
  readonly account?: Account | undefined;
  /** True where addresses of global memory are not known: its bandwidth then holds nothing up. */
  readonly hasUnknownMemory?: boolean | undefined;
  /** What counters of these waves would show, as predicted; of waves that end, with all accesses counted. */
  readonly counters?: WaveCounters | undefined;
  readonly occupancy?: OccupancyReport | undefined;
  readonly loops: readonly TimelineLoop[];
  /** Cycles of the whole run without a cause. */
  readonly without: Readonly<Partial<Record<Ablation, number>>>;
  /** Executed instructions, in the order of the program. */
  readonly instructions: readonly TimelineInstruction[];
  readonly waits: readonly ReportedWait[];
  readonly missing: readonly ReportedMissingWait[];
  /** In a schedule: accesses that lack a barrier. */
  readonly races: readonly ReportedRace[];
  /** Accesses whose order depends on which of several signals an await takes. */
  readonly racesNotJudged: readonly ReportedRace[];
  /** Waves that wait for a signal or barrier that never comes. */
  readonly deadlock?:
    | readonly {
        readonly wave: number;
        readonly reason: StallReason;
        readonly at: TimelinePlace;
        readonly waitsFor: readonly number[];
      }[]
    | undefined;
  readonly diagnostics: readonly ReportDiagnostic[];
}

export interface TimelineSource {
  readonly name: string;
  readonly machine: string;
  readonly timing: TimingModel;
  /** The bandwidth of global memory is one that the user gave. */
  readonly bandwidthGiven?: boolean;
  /** The text that the spans of instructions are in. */
  readonly text: string;
  readonly occupancy?: OccupancyReport | undefined;
  readonly block?: WorkgroupShape | undefined;
  readonly kernelTime?: KernelTime | undefined;
  readonly account?: Account | undefined;
  /** True where addresses of global memory are not known: its bandwidth then holds nothing up. */
  readonly hasUnknownMemory?: boolean | undefined;
  readonly diagnostics: readonly ReportDiagnostic[];
}

/** The authored lines of the instructions from one number to another. */
function sourceLinesOf(
  { instructions }: TimedProgram,
  head: number,
  tail: number,
): Pick<TimelineLoop, 'sourceLines'> {
  const lines = new Map<string, number[]>();
  for (const { source = [] } of instructions.slice(head, tail + 1)) {
    const authored = authoredLine(source);
    if (authored === undefined) continue;
    const { file, line } = authored;
    append(lines, file, line);
  }
  const [most] = [...lines].toSorted(([, a], [, b]) => b.length - a.length);
  if (most === undefined) return {};
  const [file, own] = most;
  const sorted = own.toSorted((a, b) => a - b);
  return { sourceLines: { file, first: sorted[0] ?? 0, last: sorted.at(-1) ?? 0 } };
}

/** The report of an analyzed program. */
export function timelineReport(
  program: TimedProgram,
  analysis: TimingAnalysis,
  {
    name,
    machine,
    timing,
    bandwidthGiven,
    text,
    occupancy,
    block,
    kernelTime,
    account,
    hasUnknownMemory,
    diagnostics,
  }: TimelineSource,
): TimelineReport {
  const lines = new LineMap(text);
  const place = (instruction: number): TimelinePlace => {
    const { text: words = '', span, source } = program.instructions[instruction] ?? {};
    return {
      instruction,
      ...(span === undefined ? {} : { line: lines.place(span.start).line }),
      text: words,
      ...(source === undefined ? {} : { source }),
    };
  };
  const { timeline, loops, ablated } = analysis;
  const { waits, missing, races, notJudged } = checkWaits(program);
  const raceOf = ({ first, second, ...race }: PlaceRace): ReportedRace => ({
    ...race,
    first: place(first),
    second: place(second),
  });
  const deadlock = timeline.deadlock?.map(({ wave, instruction, reason, waitsFor }) => ({
    wave,
    reason,
    at: place(instruction),
    waitsFor,
  }));
  return {
    schema: TIMELINE_SCHEMA,
    name,
    machine,
    evidence: 'model',
    constants: timingFacts(timing),
    bandwidth: {
      bytesPerCycle: timing.vmem.bytesPerCycle.value,
      share: bandwidthGiven === true ? 'given' : 'alone',
    },
    waves: program.streams.length,
    workgroups: new Set(program.streams.map(({ workgroup }) => workgroup)).size,
    block,
    cycles: timeline.cycles,
    kernelTime,
    account,
    hasUnknownMemory,
    counters:
      deadlock === undefined && (account?.missing.length ?? 0) === 0
        ? waveCounters(program, timeline)
        : undefined,
    occupancy,
    loops: loops.map(({ head, tail, ...loop }, number) => ({
      ...loop,
      head: place(head),
      tail: place(tail),
      ...sourceLinesOf(program, head, tail),
      without: Object.fromEntries(
        ablated.flatMap(({ without, loops: timed }) => {
          const cycles = timed[number]?.cyclesPerIteration;
          return cycles === undefined ? [] : [[without, cycles]];
        }),
      ),
    })),
    without: Object.fromEntries(ablated.map(({ without, cycles }) => [without, cycles])),
    instructions: instructionsOf(program, analysis, place),
    waits: waits.map(({ instruction, need, because, ...wait }) => ({
      ...place(instruction),
      ...wait,
      because: because && { kind: because.kind, ...place(because.instruction) },
      operation: need && place(need.operation),
      by: need && place(need.by),
    })),
    missing: missing.map(({ instruction, operation, ...wait }) => ({
      ...place(instruction),
      ...wait,
      operation: place(operation),
    })),
    races: races.map(raceOf),
    racesNotJudged: notJudged.map(raceOf),
    deadlock,
    diagnostics,
  };
}

function instructionsOf(
  { instructions, streams }: TimedProgram,
  { timeline }: TimingAnalysis,
  place: (instruction: number) => TimelinePlace,
): TimelineInstruction[] {
  const executions = new Float64Array(instructions.length);
  const conflicts = new Float64Array(instructions.length);
  const stalls = instructions.map((): Partial<Record<StallReason, number>> => ({}));
  const { count, instruction, position, wave, ready, issue, reason } = timeline;
  for (let row = 0; row < count; row++) {
    const number = instruction[row] ?? 0;
    executions[number] = (executions[number] ?? 0) + 1;
    const stream = streams[wave[row] ?? 0];
    conflicts[number] =
      (conflicts[number] ?? 0) + (stream?.conflictCycles[position[row] ?? 0] ?? 0);
    const why = stallReasons[reason[row] ?? 0] ?? 'none';
    const own = stalls[number];
    const cycles = (issue[row] ?? 0) - (ready[row] ?? 0);
    if (own !== undefined && why !== 'none' && cycles > 0) own[why] = (own[why] ?? 0) + cycles;
  }
  return instructions.flatMap(({ unit }, number) => {
    const runs = executions[number] ?? 0;
    if (runs === 0) return [];
    return [
      {
        ...place(number),
        unit,
        executions: runs,
        stalls: stalls[number] ?? {},
        conflictCycles: conflicts[number] ?? 0,
      },
    ];
  });
}
