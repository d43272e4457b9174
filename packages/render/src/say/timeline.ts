/** `ldscope timeline`: the bound of a kernel or a schedule, the cost of each cause, and a verdict on every wait. */
import {
  type Ablation,
  type KernelTime,
  knownKernelTimeError,
  type LaunchDifference,
  measuredLaunchBytes,
  type Message,
  messages,
  placeAccessText,
  racesBySecond,
  readableName,
  type ReportedMissingWait,
  type ReportedRace,
  type ReportedWait,
  type StallReason,
  type TimelineLoop,
  type TimelinePlace,
  type TimelineReport,
  type Unit,
} from '@ldscope/core';
import {
  type Block,
  type Document,
  type Drawing,
  type Fact,
  factOf,
  paragraph,
  type Section,
} from '../document/document.ts';
import { blockText } from '../text/block.ts';
import { missingClause } from '../text/coverage.ts';
import { evidenceStyles } from '../text/evidence.ts';
import { counted, decimal, grouped, percent } from '../text/numbers.ts';
import { occupancyText } from '../text/occupancy.ts';
import { framesText, linePlace } from '../text/source-place.ts';
import type { Style } from '../text/style.ts';

export interface SayTimelineOptions {
  /** Draws an iteration of a loop; `undefined` where none is whole. */
  readonly drawing?: (loop: TimelineLoop) => Drawing | undefined;
  /** Also lists waits that are correct. */
  readonly all?: boolean;
}

const causes: Readonly<Record<Ablation, string>> = {
  'conflicts': 'bank conflicts',
  'lds': 'LDS',
  'vmem-latency': 'global memory latency',
  'vmem-bandwidth': 'global memory bandwidth',
  'mfma': 'matrix instructions',
};

/** A timeline as a document, without its diagnostics. */
export function sayTimeline(report: TimelineReport, options: SayTimelineOptions = {}): Document {
  const { name, machine, waves, workgroups, block, cycles, occupancy, loops, deadlock } = report;
  const title = readableName(name);
  const missing = report.account && missingClause(report.account, 'LDS instruction');
  const saved = {
    at: bandwidthText(report),
    isCounted: missing === undefined,
    isMemoryKnown: report.hasUnknownMemory !== true,
  };
  const facts = [
    ...factOf('machine', `one compute unit of ${machine}, a model: not a measurement`),
    ...factOf('memory', memoryText(report)),
    ...factOf('waves', `${grouped(waves)} in ${counted(workgroups, 'workgroup')}`),
    ...factOf('block', block && blockText(block)),
    ...factOf('occupancy', occupancy && occupancyText(occupancy)),
    ...factOf('accesses', missing),
    ...factOf(
      'cycles',
      `${grouped(Math.round(cycles))}${bandwidthText(report)}${missing === undefined ? '' : ', without the conflicts of accesses that are not counted'}`,
    ),
    ...kernelTimeFacts(report),
    ...(deadlock === undefined ? savings(report.without, cycles, saved) : []),
  ];
  return {
    title,
    sections: [
      { level: 1, heading: title, blocks: [{ kind: 'facts', facts }] },
      ...(deadlock === undefined
        ? loops.flatMap((loop) => sayLoop(loop, options, saved))
        : [sayDeadlock(deadlock)]),
      ...sayCounters(report),
      ...sayRaces(report),
      sayWaits(report, options.all === true),
    ],
  };
}

/** The time of the launch on a device, its basis, and the error of such times. */
function kernelTimeFacts({ kernelTime }: TimelineReport): Fact[] {
  if (kernelTime === undefined) return [];
  const { device, seconds, leastSeconds, bytes, bytesPerSecond, share } = kernelTime;
  const { workgroups, workgroupsPerUnit, resident, fitsLastCache } = kernelTime;
  const time =
    leastSeconds === undefined || leastSeconds === seconds
      ? micro(seconds)
      : `${micro(leastSeconds)} to ${micro(seconds)}, by what compute units share of what they read`;
  const cached = fitsLastCache ? '; it fits the last cache, so a second launch may be faster' : '';
  return [
    ...factOf(
      'kernel',
      `${time} on an ${device.name}, without the start of the launch; ` +
        `${digits(bytesPerSecond / 1e12)} TB/s of ${grouped(Math.round(bytes / 1024))} KiB${cached}`,
    ),
    ...factOf(
      'launch',
      `${counted(workgroups, 'workgroup')}, ${workgroupsPerUnit} on a compute unit, ${resident} of them at once; ` +
        `memory gives it at most ${digits(share.value)} B per cycle`,
    ),
    ...factOf('error', errorText(kernelTime)),
  ];
}

/** The error of launches like this one, or the statement that none was measured, with the differences. */
function errorText({ knownError, unlikeMeasured }: KernelTime): string {
  const page = 'docs/timing-kernels.md';
  if (knownError === undefined) {
    const reasons = unlikeMeasured.map((difference) => differences[difference]).join(', ');
    return `not known: no measurement backs this time. Those that were measured are copies through LDS; this launch ${reasons} (${page})`;
  }
  const { least, most, rows, device } = knownError;
  return (
    `${signedPercent(least)} to ${signedPercent(most)} on ${rows} published launches like this one: copies of ` +
    `${measuredSize} through LDS, on an ${device} as inferred (${page})`
  );
}

const measuredSize = `${measuredLaunchBytes / 2 ** 20} MiB`;

const differences: Readonly<Record<LaunchDifference, string>> = {
  device: `is on another device than the ${knownKernelTimeError.device}`,
  arithmetic: 'has matrix or transcendental instructions',
  lds: 'does not use LDS',
  copy: 'does not write as much as it reads, each line once',
  size: `moves much less or more than ${measuredSize}`,
};

/** Three digits: the model is not more precise. */
const digits = (value: number): string => String(Number(value.toPrecision(3)));
const micro = (seconds: number): string => `${digits(1e6 * seconds)} µs`;

const signedPercent = (change: number): string =>
  `${change < 0 ? '-' : '+'}${Math.round(100 * Math.abs(change))} %`;

/** Counters in the units of rocprofv3. */
function sayCounters({ counters }: TimelineReport): Section[] {
  if (counters === undefined) return [];
  const { LdsLatency, SQ_INSTS_LDS, ...quads } = counters;
  const rows = [
    ...entries(quads).map(([name, value]) => [name, grouped(Math.round(value)), 'quad-cycles']),
    ['SQ_INSTS_LDS', grouped(SQ_INSTS_LDS), 'instructions'],
    ...(LdsLatency === undefined ? [] : [['LdsLatency', decimal(LdsLatency), 'cycles']]),
  ].map((cells) => ({ cells: cells.map((text) => ({ text })) }));
  const columns = [
    { title: 'counter' },
    { title: 'value', align: 'right' },
    { title: 'unit' },
  ] as const;
  return [
    {
      level: 2,
      heading: 'Counters of these waves, predicted',
      blocks: [{ kind: 'table', columns, rows }],
    },
  ];
}

/** The constants of the model with their sources, folded away on a page. */
export function constantsBlock({ constants }: TimelineReport): Block {
  const rows = constants.map(({ name, value, evidence, source }) => ({
    cells: [
      { text: name },
      { text: String(value) },
      { text: evidence, style: evidenceStyles[evidence] },
      { text: source },
    ],
  }));
  const columns = [
    { title: 'constant' },
    { title: 'value', align: 'right' },
    { title: 'evidence' },
    { title: 'source' },
  ] as const;
  const table = { kind: 'table', columns, rows } as const;
  return { kind: 'group', title: 'Constants of the model', blocks: [table] };
}

function sayDeadlock(deadlock: NonNullable<TimelineReport['deadlock']>): Section {
  return {
    level: 2,
    heading: 'Deadlock',
    style: 'bad',
    blocks: deadlock.map(({ wave, reason, at, waitsFor }) =>
      paragraph(
        `wave ${wave} waits at ${placeText(at)} (${reason}) for ` +
          (waitsFor.length === 0 ? 'a wave that does not exist' : `wave ${waitsFor.join(', ')}`),
      ),
    ),
  };
}

/** The global memory bandwidth of the compute unit, which decides how far cycles predict the time of a kernel. */
function memoryText({ bandwidth: { bytesPerCycle, share } }: TimelineReport): string {
  return `${decimal(bytesPerCycle)} B per cycle of global memory, as ${share === 'given' ? 'given' : 'for one alone'}`;
}

/** The bandwidth that the cycles are for, where the launch has another one: a cost at one may be hidden at the other. */
function bandwidthText({ bandwidth: { bytesPerCycle }, kernelTime }: TimelineReport): string {
  return kernelTime === undefined || kernelTime.share.value === bytesPerCycle
    ? ''
    : `, at ${decimal(bytesPerCycle)} B per cycle`;
}

/** At which bandwidth, and whether all accesses to LDS have cycles. */
interface Saved {
  readonly at: string;
  readonly isCounted: boolean;
  readonly isMemoryKnown: boolean;
}

/**
 * The cycles that each cause costs: those that the run takes less without it. Where accesses to LDS are not counted, or
 * addresses of global memory not known, the cost is that of the others, and is never given as nothing.
 */
function savings(
  without: Readonly<Partial<Record<Ablation, number>>>,
  cycles: number,
  { at, isCounted, isMemoryKnown }: Saved,
): Fact[] {
  const isPart = (cause: Ablation): boolean =>
    (!isCounted && (cause === 'conflicts' || cause === 'lds')) ||
    (!isMemoryKnown && cause === 'vmem-bandwidth');
  const parts = entries(without)
    .map(([cause, left]) => ({ cause, saved: cycles - left }))
    .filter(({ saved }) => saved >= 0.5)
    .sort((a, b) => b.saved - a.saved)
    .map(
      ({ cause, saved }) =>
        `without ${causes[cause]} ${grouped(Math.round(saved))} cycles (${percent(saved, cycles)}` +
        `${isPart(cause) ? ', of what is counted' : ''})`,
    );
  const unsaved = entries(without).filter(([, left]) => cycles - left < 0.5);
  const causesOf = (part: boolean): string[] =>
    unsaved.filter(([cause]) => isPart(cause) === part).map(([cause]) => causes[cause]);
  const named = (list: readonly string[]): string =>
    list.length === 0 ? '' : `${list.join(', ')}${at}`;
  return [
    ...factOf('saved', named(parts)),
    ...factOf('no effect', named(causesOf(false))),
    ...factOf('not known', named(causesOf(true))),
  ];
}

function entries<Key extends string>(
  record: Readonly<Partial<Record<Key, number>>>,
): [key: Key, value: number][] {
  return Object.entries(record) as [Key, number][];
}

function sayLoop(loop: TimelineLoop, { drawing }: SayTimelineOptions, saved: Saved): Section[] {
  const { head, tail, iterations, cyclesPerIteration, busy, stalls, without } = loop;
  const where =
    head.line === undefined ? '' : ` of lines ${head.line} to ${tail.line ?? head.line}`;
  const section = (facts: readonly Fact[]): Section => ({
    level: 2,
    heading: `Loop${where}`,
    blocks: [{ kind: 'facts', facts }],
  });
  if (cyclesPerIteration === undefined) {
    return [section(factOf('runs', `${iterations} times: too few for a steady state`))];
  }
  const drawn = drawing?.(loop);
  return [
    section([
      ...factOf('source', loopSource(loop)),
      ...factOf('runs', `${grouped(iterations)} times, ${steadyText(loop)}`),
      ...factOf('each', `${grouped(Math.round(cyclesPerIteration))} cycles, ${criticalText(loop)}`),
      ...factOf('busy', sharesText(busy)),
      ...factOf('stalled', stallsText(stalls)),
      ...savings(without, cyclesPerIteration, saved),
    ]),
    ...(drawn === undefined ? [] : [{ level: 3, blocks: [drawn] } as const]),
  ];
}

function steadyText({ period }: TimelineLoop): string {
  if (period === undefined) return 'no steady state: figures are means over all iterations';
  return period === 1
    ? 'steady state: every iteration is the same'
    : `steady state: repeats every ${period} iterations`;
}

/** `bound by LDS: busy 95 %`. */
export function criticalText({ critical, busy }: Pick<TimelineLoop, 'critical' | 'busy'>): string {
  if (critical === undefined) return 'bound by issue';
  if (critical.kind === 'unit') {
    return `bound by ${unitNames[critical.unit]}: busy ${percent(busy[critical.unit] ?? 0, 1)}`;
  }
  return `bound by waiting: ${stallNames[critical.reason]}`;
}

const unitNames: Readonly<Record<Unit, string>> = {
  valu: 'vector instructions',
  packed: 'packed vector instructions',
  trans: 'transcendental instructions',
  mfma: 'matrix instructions',
  salu: 'scalar instructions',
  smem: 'scalar memory',
  lds: 'LDS',
  vmem: 'global memory',
  branch: 'branches',
  wait: 'waits',
  barrier: 'barriers',
};

const stallNames: Readonly<Record<StallReason, string>> = {
  'none': 'nothing',
  'vmcnt': 'global memory (vmcnt)',
  'lgkmcnt': 'LDS or scalar memory (lgkmcnt)',
  'barrier': 'the barrier',
  'await': 'a token',
  'result': 'results of matrix or vector instructions',
  'mfma': 'the matrix core',
  'valu': 'the vector unit',
  'lds queue': 'the LDS queue',
  'vmem queue': 'the global memory queue',
  'turn': 'issue of another wave',
};

function sharesText(busy: TimelineLoop['busy']): string {
  return entries(busy)
    .sort((a, b) => b[1] - a[1])
    .map(([unit, share]) => `${unit} ${percent(share, 1)}`)
    .join(', ');
}

function stallsText(stalls: TimelineLoop['stalls']): string {
  const parts = entries(stalls)
    .filter(([, cycles]) => cycles >= 0.5)
    .sort((a, b) => b[1] - a[1])
    .map(([reason, cycles]) => `${stallNames[reason]} ${grouped(Math.round(cycles))}`);
  return parts.length === 0 ? 'never' : `${parts.join(', ')} (cycles per wave and iteration)`;
}

/** Accesses that lack a barrier, at each second one. */
function sayRaces({ races, racesNotJudged }: TimelineReport): Section[] {
  if (races.length + racesNotJudged.length === 0) return [];
  const said = (
    all: readonly ReportedRace[],
    style: Style,
    messageOf: (race: ReportedRace, second: string, first: string) => Message,
  ): Block[] =>
    racesBySecond(all, ({ second }) => second.instruction).map(([race, ...others]) => {
      const { first, second, kinds } = race;
      const more = others.length === 0 ? '' : ` (and ${others.length} more)`;
      const { severity, message } = messageOf(
        race,
        placeAccessText(kinds[1], placeText(second)),
        `${placeAccessText(kinds[0], placeText(first))}${more}`,
      );
      return { ...paragraph(`${severity}: ${message}`, style, 4), line: second.line };
    });
  return [
    {
      level: 2,
      heading: 'Hazards',
      style: 'bad',
      blocks: [
        ...said(races, 'bad', ({ place, waves }, second, first) =>
          messages.hazard.unorderedPlaces(second, first, place, waves),
        ),
        ...said(racesNotJudged, 'warn', ({ place }, second, first) =>
          messages.hazard.unjudgedPlaces(second, first, place),
        ),
      ],
    },
  ];
}

const verdictStyles: Readonly<Record<ReportedWait['verdict'], Style>> = {
  'needed': 'good',
  'over-waits': 'warn',
  'redundant': 'faint',
  'not needed': 'warn',
  'not judged': 'faint',
};

function sayWaits({ waits, missing }: TimelineReport, all: boolean): Section {
  const shown = waits.filter(({ verdict }) => all || verdict !== 'needed');
  const needed = waits.filter(({ verdict }) => verdict === 'needed').length;
  const facts = needed > 0 ? factOf('needed', neededText(waits)) : [];
  return {
    level: 2,
    heading: 'Waits',
    blocks: [
      ...(facts.length === 0 ? [] : [{ kind: 'facts', facts } as const]),
      ...shown.map((wait) => ({
        ...paragraph(
          `${placeText(wait)}: ${wait.verdict}: ${waitText(wait)}`,
          verdictStyles[wait.verdict],
          4,
        ),
        line: wait.line,
      })),
      ...strongest(missing).map((wait) => ({
        ...paragraph(`missing: ${missingText(wait)}`, 'bad', 4),
        line: wait.line,
      })),
    ],
  };
}

/** `31 of 37, 6 wait longer than needed`; "none" is stated only where all are judged. */
function neededText(waits: TimelineReport['waits']): string {
  const of = (...verdicts: readonly ReportedWait['verdict'][]): number =>
    waits.filter(({ verdict }) => verdicts.includes(verdict)).length;
  const tooLong = of('over-waits', 'not needed');
  const more =
    tooLong > 0
      ? `, ${grouped(tooLong)} ${tooLong === 1 ? 'waits' : 'wait'} longer than needed`
      : of('not judged') > 0
        ? ''
        : ', none waits too long';
  return `${grouped(of('needed'))} of ${grouped(waits.length)}${more}`;
}

function waitText({
  verdict,
  counter,
  value,
  inFlight,
  deepest,
  operation,
  by,
  because,
}: ReportedWait): string {
  const need =
    operation === undefined || by === undefined
      ? ''
      : `${placeText(by)} needs ${placeText(operation)}`;
  switch (verdict) {
    case 'redundant':
      return inFlight === 0
        ? `nothing is in flight, ${counter} is 0 already`
        : `at most ${inFlight} ${inFlight === 1 ? 'is' : 'are'} in flight, so ${counter}(${value}) never waits`;
    case 'not needed':
      return `no instruction before the next wait needs what ${counter}(${value}) waits for`;
    case 'not judged':
      if (because?.kind === 'unordered')
        return `a barrier is missing before ${placeText(because)}, which needs it`;
      return because?.kind === 'unloaded'
        ? `${placeText(because)} reads a register that no operation loads, so the purpose of this wait is unknown`
        : `${because === undefined ? 'an operation' : placeText(because)} names no register or LDS address, so its users are unknown`;
    case 'over-waits':
      return `${counter}(${deepest}) is enough: ${need}`;
    case 'needed':
      return need;
  }
}

/** The strongest of the waits that are missing before one instruction, per counter. */
function strongest(
  missing: readonly ReportedMissingWait[],
): readonly (ReportedMissingWait & { readonly others: number })[] {
  const found = new Map<string, ReportedMissingWait & { readonly others: number }>();
  for (const wait of missing) {
    const key = `${wait.instruction} ${wait.counter}`;
    const known = found.get(key);
    const others = known === undefined ? 0 : known.others + 1;
    const stronger = known === undefined || wait.value < known.value;
    found.set(key, { ...(stronger ? wait : known), others });
  }
  return [...found.values()];
}

function missingText({
  operation,
  counter,
  value,
  others,
  ...place
}: ReportedMissingWait & { readonly others: number }): string {
  const more = others === 0 ? '' : ` and ${counted(others, 'other operation')}`;
  return `${placeText(place)} needs ${placeText(operation)}${more}, which may be in flight: wait for ${counter}(${value}) before it`;
}

function placeText(place: TimelinePlace): string {
  const { line, text } = place;
  const from = framesText(place);
  const where = [
    ...(line === undefined ? [] : [`line ${line}`]),
    ...(from === undefined ? [] : [from]),
  ];
  return where.length === 0 ? `'${text}'` : `'${text}' (${where.join(', ')})`;
}

/** `gemm.hip:19-29` */
function loopSource({ sourceLines }: TimelineLoop): string | undefined {
  if (sourceLines === undefined) return undefined;
  const { file, first, last } = sourceLines;
  const place = linePlace({ file, line: first, column: 0 });
  return first === last ? place : `${place}-${last}`;
}
