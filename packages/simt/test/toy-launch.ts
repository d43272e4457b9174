/** Launches of the toy: blocks of two warps over the machine of `src`, with the shadow of shared memory that core has. */
import {
  CodeGraph,
  Decisions,
  Findings,
  Lds,
  type Message,
  messages,
  range,
  sliceOfNames,
  Sources,
} from '@ldscope/core';
import {
  Barriers,
  BlockMemory,
  BlockRun,
  type Control,
  DroppedAccesses,
  FollowedWarps,
  Guards,
  type Group,
  LEFT_OUT,
  memoryStep,
  type Order,
  orderOf,
  registerStep,
  SOURCE_BITS,
  type Step,
  Tape,
  type UnknownProgram,
  Warp,
  type WarpRegisters,
} from '../src/index.ts';
import {
  controlOf,
  effectsOf,
  FILE_WORDS,
  flowOf,
  goingOf,
  numberOf,
  partOf,
  placeOf,
  type Program,
  REGISTERS,
  stepOf,
  touchedBy,
} from './toy.ts';

export const WARPS = 2;
const SHARED_BYTES = 4096;

export interface Launched {
  /** Accesses to shared memory in the order of their execution: `2 @ 0 4 8 ...`, an instruction and the addresses of lanes. */
  readonly accesses: readonly string[];
  /** Instructions that were executed for a warp, apart from those that were left out. */
  readonly computed: number;
  /** Pairs of instructions that race. */
  readonly races: readonly string[];
  /** Registers of the warps at the end. */
  readonly registers: readonly Int32Array[];
  /** Why instructions have no counts. */
  readonly dropped: readonly string[];
  readonly isCertain: boolean;
  readonly failure: string | undefined;
}

export interface ToyOptions {
  readonly block?: number;
  /** The argument; without it, it is unknown. */
  readonly n?: number;
  readonly isSliced?: boolean;
  /** Lanes that have parted do not meet again. */
  readonly staysApart?: boolean;
  readonly memory?: Int32Array;
  readonly tape?: Tape<Warp, Int32Array>;
}

const registersOf = (): WarpRegisters => {
  const buffer = new ArrayBuffer(8 * FILE_WORDS);
  return {
    i: new Int32Array(buffer),
    u: new Uint32Array(buffer),
    f: new Float32Array(buffer),
    d: new Float64Array(buffer),
    base: -1,
  };
};

function warpOf(index: number, block: number, n: number): Warp {
  const warp = new Warp(index, index, 0, 0, registersOf(), -1, 0);
  for (let lane = 0; lane < 32; lane++) warp.i[placeOf('tid') + lane] = 32 * index + lane;
  warp.i.fill(block, placeOf('ctaid'), placeOf('ctaid') + 32);
  warp.i.fill(n, placeOf('n'), placeOf('n') + 32);
  return warp;
}

const successorsIn =
  ({ instructions, labels }: Program) =>
  (number: number): readonly number[] => {
    const { row, guard, operands } = instructions[number] ?? {};
    const next = number + 1 < instructions.length ? [number + 1] : [];
    if (row?.control !== 'branch' && row?.control !== 'exit') return next;
    const after = guard === undefined ? [] : next;
    const target = row.control === 'branch' ? labels.get(operands?.[0] ?? '') : undefined;
    return target === undefined ? after : [...new Set([...after, target])];
  };

class Code {
  readonly order: Float64Array | undefined;
  readonly steps: (Step | undefined)[] = [];
  readonly controls: (Control<never> | undefined)[] = [];
  readonly guards: Int32Array;
  readonly negated: Uint8Array;
  readonly leftOut: Uint32Array;
  readonly blocks = undefined;
  readonly #order: Order;

  constructor(program: Program, makeStep: (number: number) => Step, staysApart: boolean) {
    const { instructions } = program;
    this.#order = orderOf(instructions.length, successorsIn(program));
    this.order = staysApart ? undefined : this.#order.numbers;
    this.guards = Int32Array.from(instructions, ({ guard }) => guard?.place ?? -1);
    this.negated = Uint8Array.from(instructions, ({ guard }) => Number(guard?.isNegated === true));
    this.leftOut = new Uint32Array(instructions.length);
    for (const [number, instruction] of instructions.entries()) {
      const control = controlOf(program, instruction);
      if (control !== undefined && 'code' in control) throw new Error(control.code);
      this.controls[number] = control;
      this.steps[number] = control === undefined ? makeStep(number) : undefined;
    }
  }

  orderFrom = (from: number, to: number): number => this.#order.of(from, to);
  countLeftOut = (): number => 1;
  compile = (): Message | undefined => undefined;
}

class Run extends BlockRun<never> {
  protected override executeOwn(): undefined {
    return undefined;
  }

  protected override haveEnded(): undefined {}
}

/** Executes one block. */
export function launch(
  program: Program,
  {
    block = 0,
    n,
    isSliced = false,
    staysApart = false,
    memory = new Int32Array(256),
    tape,
  }: ToyOptions = {},
): Launched {
  const { instructions } = program;
  const slice = isSliced || tape !== undefined ? sliceOf(program) : undefined;
  const lds = new Lds(SHARED_BYTES, 4);
  lds.letLanesGoApart();
  const findings = new Findings();
  const accesses: string[] = [];
  let computed = 0;
  const makeStep = (number: number): Step => {
    const instruction = instructions[number];
    if (instruction === undefined) return LEFT_OUT;
    if (slice?.wants(number) === false && instruction.row.memory === undefined) return LEFT_OUT;
    const step = stepOf(number, instruction, (_, warp, mask, addresses, data) => {
      if (instruction.row.space === 'global') {
        for (let lane = 0; lane < 32; lane++)
          data[lane] = memory[((addresses[lane] ?? 0) >>> 2) % memory.length] ?? 0;
        return;
      }
      const taken = range(32).filter((lane) => (mask >>> lane) & 1);
      const own = Uint32Array.from(addresses, (one) => ((one >>> 0) % SHARED_BYTES) & ~3);
      accesses.push(`${number} @ ${taken.map((lane) => own[lane]).join(' ')}`);
      share(lds, number, warp, taken, own, data, instruction.row.memory);
    });
    const counted: Step = (warp, mask) => {
      computed++;
      step(warp, mask);
    };
    return unknown === undefined ? counted : unknown.wrap(number, counted);
  };
  const executions = new Float64Array(instructions.length);
  const unknown =
    n === undefined ? unknownsOf(program, findings, executions, () => code) : undefined;
  const code: Code = new Code(program, makeStep, staysApart);
  const warps = range(WARPS).map((index) => warpOf(index, block, n ?? 1));
  lds.reset(warps);
  tape?.begin([warps.map(({ live }) => live)]);
  unknown?.begin(warps);
  const barriers = new Barriers(warps, code, {
    point: () => 0,
    release: () => {},
    acquire: () => {},
    meet: (warp, lanes) => lds.passLanes(warp, lanes),
  });
  const visit = (warp: Warp, group: Group, number: number, active: number): number => {
    executions[number] = (executions[number] ?? 0) + 1;
    tape?.record(warp, 0, warp.index, number, group.mask, active);
    return unknown?.visit(warp, group, number, active) ?? active;
  };
  const run = new Run({ warps, code, barriers, maxSteps: 100_000, visitor: { visit } });
  let round = run.round();
  while (round === true) round = run.round();
  tape?.end();
  lds.finish();
  return {
    accesses,
    computed,
    races: lds.races.all.map(({ kind, site, other }) => `${kind} ${site} ${other}`),
    registers: warps.map(({ i }) => i),
    dropped: unknown?.dropped() ?? [],
    isCertain: unknown?.isCertain() ?? true,
    failure: typeof round === 'object' ? round.message.code : undefined,
  };
}

/** One access to shared memory, with its shadow; `data` is stored, and gets what is loaded. */
function share(
  lds: Lds,
  number: number,
  warp: Warp,
  taken: readonly number[],
  addresses: Uint32Array,
  data: Uint32Array,
  memory: 'load' | 'store' | 'atomic' | undefined,
): void {
  const low = taken.reduce((mask, lane) => mask | (1 << lane), 0);
  const own = taken.map((lane) => addresses[lane] ?? 0);
  const lanes = { addresses, low, high: 0, bottom: Math.min(...own), top: Math.max(...own) };
  if (memory === 'load') lds.read(number, warp, lanes, 4);
  const store = (): void => {
    for (const lane of taken) {
      const word = (addresses[lane] ?? 0) >>> 2;
      const old = lds.words[word] ?? 0;
      if (memory !== 'load')
        lds.words[word] = memory === 'atomic' ? old + (data[lane] ?? 0) : (data[lane] ?? 0);
      if (memory !== 'store') data[lane] = old;
    }
  };
  if (memory === 'load') {
    store();
    return;
  }
  const tag = lds.beginWrite(warp, memory === 'atomic' ? 'atomic' : 'plain');
  lds.write(number, warp, tag, lanes, 4);
  lds.storeChecked(store);
  lds.settle(tag);
}

export const sliceOf = ({ instructions }: Program): ReturnType<typeof sliceOfNames> =>
  sliceOfNames(instructions.map(flowOf));

/** A tape of the program: `replays` fills the index of the block. */
export function tapeOf(program: Program, memory = new Int32Array(256)): Tape<Warp, Int32Array> {
  const { instructions } = program;
  const slice = sliceOf(program);
  const widthOf = (place: number): number => (place < placeOf('p0') ? 32 : 1);
  return new Tape<Warp, Int32Array>({
    partOf: (number) => {
      const instruction = instructions[number];
      return instruction && partOf(instruction, slice.wants(number));
    },
    marked: [placeOf('ctaid')],
    take: ({ i }, place) => i.slice(place, place + widthOf(place)),
    put: ({ i }, place, value) => i.set(value, place),
    lanesOf: ({ i }, guard, mask) => {
      const bits = guard === undefined ? -1 : (i[guard.place] ?? 0);
      return mask & (guard?.isNegated === true ? ~bits : bits);
    },
    modeOf: () => 0,
    replay: (warp, number, active) => {
      const instruction = instructions[number];
      if (instruction === undefined) return false;
      const step = stepOf(number, instruction, (_, __, ___, addresses, data) => {
        for (let lane = 0; lane < 32; lane++)
          data[lane] = memory[((addresses[lane] ?? 0) >>> 2) % memory.length] ?? 0;
      });
      if (active !== 0) step(warp, active);
      return true;
    },
    unitOf: (_, index) => warpOf(index, 0, 1),
  });
}

/** Follows the argument, which is not given. */
function unknownsOf(
  program: Program,
  findings: Findings,
  executions: Float64Array,
  code: () => Code,
) {
  const { instructions } = program;
  const successors = successorsIn(program);
  const toy: UnknownProgram = {
    registers: REGISTERS,
    initial: ['tid', 'ctaid', 'n'].map((name) => ({ register: numberOf(placeOf(name)), name })),
    effectsOf: (number) => instructions[number] && effectsOf(instructions[number]),
    nameOf: (number) => instructions[number]?.name ?? '',
    goingOf: (number) => (instructions[number] ? goingOf(instructions[number]) : 'on'),
    controlOf: (number) => code().controls[number],
    guardOf: (number) => {
      const guard = instructions[number]?.guard;
      return guard && { register: numberOf(guard.place), isNegated: guard.isNegated };
    },
    numberOf,
    touches: (number) => instructions[number]?.row.memory !== undefined,
    storesOf: (number) => (instructions[number]?.row.roles.startsWith('w') === true ? 0 : 1),
    successors,
    functionOf: () => ({ start: 0, count: instructions.length }),
  };
  const sources = new Sources(SOURCE_BITS);
  const graph = new CodeGraph({
    count: instructions.length,
    successors,
    isEnd: (number) => instructions[number]?.name === 'exit',
    isWanted: (number) => instructions[number]?.row.space === 'shared',
  });
  const decisions = new Decisions(executions, graph);
  const memory = new BlockMemory({ sources, bytes: [], hasGlobals: false });
  const warps = new FollowedWarps(toy, memory, (name) => (name === 'n' ? sources.bit('n') : 0));
  const said = { branch: messages.ptx.unknownBranch, guard: messages.ptx.unknownGuard };
  const guards = new Guards({
    program: toy,
    findings,
    sources,
    decisions,
    executions,
    messages: said,
  });
  const dropped = new DroppedAccesses(findings, sources, (name, _, why) =>
    messages.ptx.unknownAddress(name, why),
  );
  const execute = (_: number, warp: Warp, mask: number, step: Step): void => step(warp, mask);
  return {
    begin: (all: readonly Warp[]): void => {
      decisions.begin(0);
      memory.begin(0);
      warps.begin(all);
    },
    visit: (warp: Warp, group: Group, number: number, active: number): number => {
      const followed = warps.of(warp);
      followed.regions.arrive(group, number);
      const lanes = guards.lanesOf(warp, followed, group, number, active);
      if (lanes !== 0 && instructions[number]?.name === 'exit') followed.regions.end(lanes);
      return lanes;
    },
    wrap: (number: number, step: Step): Step => {
      const instruction = instructions[number];
      if (instruction === undefined) return step;
      const effects = effectsOf(instruction);
      const places = touchedBy(instruction);
      if (places.length === 0) return registerStep(warps, effects, step);
      const rest = { isArgument: false, extent: [], far: [], throughL1: false };
      const { name } = instruction;
      return memoryStep(
        { sources, warps, memory, dropped, execute },
        { number, name, effects, places, ...rest },
        step,
      );
    },
    dropped: (): string[] => [...dropped.reasons].map(([number, why]) => `${number} ${why}`),
    isCertain: (): boolean => !guards.hasDecided,
  };
}
