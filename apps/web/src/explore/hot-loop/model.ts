/**
 * A schedule on one compute unit: cycles of an iteration, what is busy, and every wait with its verdict.
 *
 *     gemm-256x256x32 on gfx942    2,083 cycles of an iteration, matrix instructions 2,048 of them
 *     wait_cnt(lgkmcnt(9))         never waits: at most 1 is in flight
 *     sbarrier                     missing lgkmcnt(0): ds_write_b128 may be in flight
 */
import {
  type Ablation,
  append,
  checkWaits,
  findLoops,
  groupBy,
  type JudgedWait,
  type LoopTiming,
  lowerListing,
  machineNamed,
  type MissingWait,
  parseListing,
  placeAccessText,
  type PlaceRace,
  racesBySecond,
  range,
  simulateTiming,
  type TimedProgram,
  type Timeline,
  timeLoop,
  type TimingModel,
  timingOf,
  type Unit,
  type WaitReport,
} from '@ldscope/core';

/** What of a chip is turned: cycles of global memory, and what banks add to each read. */
export interface Circumstances {
  readonly latency: number;
  readonly bytesPerCycle: number;
  /** Conflict cycles of each read from LDS. */
  readonly readConflicts: number;
}

/** More than any schedule of the page takes; a deadlock ends by itself. */
const MOST_CYCLES = 2_000_000;

/** The constants of a chip; throws for one whose pipeline is not modelled. */
export function constantsOf(chip: string): TimingModel {
  const timing = timingOf(machineNamed(chip));
  if (timing === undefined) throw new RangeError(`the pipeline of ${chip} is not modelled`);
  return timing;
}

/** What the model has for a chip when nothing is turned. */
export function defaultCircumstances(chip: string): Circumstances {
  const { latency, bytesPerCycle } = constantsOf(chip).vmem;
  return { latency: latency.value, bytesPerCycle: bytesPerCycle.value, readConflicts: 0 };
}

function turned(timing: TimingModel, { latency, bytesPerCycle }: Circumstances): TimingModel {
  const { vmem } = timing;
  return {
    ...timing,
    vmem: {
      ...vmem,
      latency: { ...vmem.latency, value: latency },
      bytesPerCycle: { ...vmem.bytesPerCycle, value: bytesPerCycle },
    },
  };
}

/** The reads of a schedule with conflict cycles, as the language of schedules says them. */
export function withReadConflicts(text: string, cycles: number): string {
  if (cycles === 0) return text;
  return text.replaceAll(
    /^( *ds_read_\w+ [^\n]*?)( *(?:\/\/[^\n]*)?)$/gm,
    (_, code: string, comment: string) => `${code} conflicts ${cycles}${comment}`,
  );
}

export type Prepared = ReturnType<typeof prepare>;
export type HotLoop = ReturnType<typeof simulated>;

/** The run of a schedule under the present settings. */
export type LoopOf = (text: string) => HotLoop;

/** What of a schedule does not hang on global memory: the program, with conflict cycles of its reads, and every wait judged. */
export function prepare(text: string, chip: string, readConflicts: number) {
  const machine = machineNamed(chip);
  const shown = withReadConflicts(text, readConflicts);
  const parsed = parseListing(shown);
  const { program, diagnostics } = lowerListing(parsed.listing, machine, constantsOf(chip));
  return {
    machine,
    text: shown,
    program,
    loops: findLoops(program),
    waits: checkWaits(program),
    /** By instruction, its line, counted from 0. */
    lines: linesOf(program, shown),
    diagnostics: [...parsed.diagnostics, ...diagnostics],
  };
}

/** Simulates what was prepared. */
export function simulated(prepared: Prepared, circumstances: Circumstances) {
  const { machine, program, loops } = prepared;
  const timing = turned(constantsOf(machine.name), circumstances);
  const timeline = simulateTiming(program, { machine, timing, maxCycles: MOST_CYCLES });
  const [first] = loops;
  return {
    ...prepared,
    timing,
    timeline,
    /** Of the loop, in its steady state. */
    loop: first && timeLoop(program, timeline, first),
    /** When wave 0 issued the first instruction of each iteration. */
    starts: first === undefined ? [] : startsOf(timeline, first.head),
  };
}

/** Operations of some waves and nothing else, in time. */
export function timesOf(
  chip: string,
  waves: number,
  operations: string,
  matrix?: string,
): Timeline & { readonly program: TimedProgram } {
  const machine = machineNamed(chip);
  const timing = constantsOf(chip);
  const mfma = matrix === undefined ? '' : `mfma ${matrix}\n`;
  const text = `machine ${chip}\nwaves ${waves}\n${mfma}body:\n  ${operations}\n`;
  const { program } = lowerListing(parseListing(text).listing, machine, timing);
  return { program, ...simulateTiming(program, { machine, timing }) };
}

/** Both at once. */
export function hotLoop(text: string, chip: string, circumstances: Circumstances): HotLoop {
  return simulated(prepare(text, chip, circumstances.readConflicts), circumstances);
}

const startsOf = ({ count, wave, instruction, issue }: Timeline, head: number): number[] =>
  range(count)
    .filter((row) => wave[row] === 0 && instruction[row] === head)
    .map((row) => issue[row] ?? 0);

function linesOf({ instructions }: TimedProgram, text: string): number[] {
  const lineOf: number[] = [];
  let line = 0;
  for (const character of text) {
    lineOf.push(...range(character.length).map(() => line));
    if (character === '\n') line++;
  }
  return instructions.map(({ span }) => lineOf[span?.start ?? 0] ?? 0);
}

/** Cycles of an iteration without a cause of time; `undefined` where no steady state is reached. */
export function cyclesWithout(
  { program, machine, timing, loops }: HotLoop,
  cause: Ablation,
): number | undefined {
  const timeline = simulateTiming(program, {
    machine,
    timing,
    without: new Set([cause]),
    maxCycles: MOST_CYCLES,
  });
  const [first] = loops;
  return first && timeLoop(program, timeline, first).cyclesPerIteration;
}

/** What a line of the schedule has to hear about its waits. */
export type LineJudgement = Readonly<{
  tone: 'good' | 'warn' | 'conflict' | 'soft';
  tag: string;
  words: string;
}>;

/** By line: the wait that is there, and what is missing in front of it. */
export function judgements(loop: HotLoop): ReadonlyMap<number, readonly LineJudgement[]> {
  const found = new Map<number, LineJudgement[]>();
  const add = (instruction: number, judgement: LineJudgement): void => {
    append(found, loop.lines[instruction] ?? 0, judgement);
  };
  for (const wait of loop.waits.waits) add(wait.instruction, judgeWait(loop, wait));
  for (const [instruction, own] of groupBy(loop.waits.missing, (one) => one.instruction)) {
    add(instruction, judgeMissing(loop, own));
  }
  for (const [race, ...others] of racesBySecond(loop.waits.races, ({ second }) => second)) {
    add(race.second, judgeRace(loop, race, others.length));
  }
  return found;
}

function judgeWait(loop: HotLoop, wait: JudgedWait): LineJudgement {
  const { verdict, counter, value, inFlight, deepest, need, because } = wait;
  const inWords =
    need === undefined ? '' : `${textOf(loop, need.by)} needs ${textOf(loop, need.operation)}`;
  switch (verdict) {
    case 'needed':
      return { tone: 'good', tag: 'needed', words: inWords };
    case 'over-waits':
      return {
        tone: 'warn',
        tag: 'too strict',
        words: `${counter}(${deepest ?? value}) is enough: ${inWords}`,
      };
    case 'redundant':
      return { tone: 'soft', tag: 'never waits', words: `at most ${inFlight} in flight` };
    case 'not needed':
      return {
        tone: 'warn',
        tag: 'not needed',
        words: 'it waits, but nothing up to the next wait needs that',
      };
    case 'not judged':
      return {
        tone: 'soft',
        tag: 'not judged',
        words:
          because?.kind === 'unordered'
            ? `a barrier is missing before ${textOf(loop, because.instruction)}`
            : because?.kind === 'unloaded'
              ? `${textOf(loop, because.instruction)} reads what nothing loads`
              : `${textOf(loop, because?.instruction ?? 0)} names no register or no place`,
      };
  }
}

function judgeMissing(loop: HotLoop, missing: readonly MissingWait[]): LineJudgement {
  const [first] = missing;
  const value = missing.reduce((least, one) => Math.min(least, one.value), Infinity);
  const operations = new Set(missing.map(({ operation }) => operation)).size;
  return {
    tone: 'conflict',
    tag: 'missing',
    words:
      `${first?.counter ?? 'lgkmcnt'}(${value}) in front of it: ` +
      (operations === 1
        ? `${textOf(loop, first?.operation ?? 0)} may be in flight`
        : `${operations} operations may be in flight`),
  };
}

function judgeRace(loop: HotLoop, race: PlaceRace, others: number): LineJudgement {
  const [first, second] = race.kinds.map((kind) => placeAccessText(kind));
  const more = others === 0 ? '' : ` (and ${others} more)`;
  return {
    tone: 'conflict',
    tag: 'hazard',
    words: `${second} ${race.place}, which ${textOf(loop, race.first)} ${first}${more}, with no barrier between them`,
  };
}

/** An instruction in a few words: its text without conflicts, and where its line is. */
function textOf({ program, lines }: HotLoop, instruction: number): string {
  const text = program.instructions[instruction]?.text ?? '';
  return `${text.replace(/ conflicts \d+$/, '')} (line ${(lines[instruction] ?? 0) + 1})`;
}

/** How many waits there are of each verdict, and places where one is missing. */
export function countWaits({ waits, missing, races }: WaitReport) {
  const count = (verdict: JudgedWait['verdict']): number =>
    waits.filter((wait) => wait.verdict === verdict).length;
  return {
    needed: count('needed'),
    tooStrict: count('over-waits'),
    never: count('redundant'),
    notNeeded: count('not needed'),
    notJudged: count('not judged'),
    missing: new Set(missing.map(({ instruction }) => instruction)).size,
    hazards: new Set(races.map(({ second }) => second)).size,
  };
}

/** Percent of the steady state in which a unit is busy. */
export function busyPercent(loop: LoopTiming | undefined, unit: Unit): number {
  return 100 * Math.min(1, loop?.busy[unit] ?? 0);
}

const unitWords: Readonly<Record<string, string>> = {
  mfma: 'matrix core',
  lds: 'LDS',
  vmem: 'global memory',
};

/** What bounds a loop, in words. */
export function boundInWords(loop: LoopTiming | undefined): string {
  const critical = loop?.critical;
  if (critical === undefined) return '-';
  if (critical.kind === 'stall') return `waits for ${critical.reason}`;
  return unitWords[critical.unit] ?? critical.unit;
}
