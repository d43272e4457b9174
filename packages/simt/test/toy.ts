/**
 * An instruction set of twenty rows: the machine of `src` does the rest.
 *
 *     lds r1, r0          each lane loads the word of shared memory at byte r0
 *     @!p0 bra L          lanes without p0 go to the line L:
 *     mul r2, ctaid, 4    registers r0 to r7, p0 to p3; tid, ctaid and the argument n hold their values from the beginning
 */
import { messages } from '@ldscope/core';
import type { DataFlow } from '@ldscope/core';
import {
  type Control,
  eachLane,
  type Effects,
  type Going,
  type Part,
  type Step,
  type Touched,
  type Warp,
  type Word,
} from '../src/index.ts';

interface Row {
  /** By operand: `w` a result, `r` a source, `a` an address, `l` a label. */
  readonly roles: string;
  readonly memory?: 'load' | 'store' | 'atomic';
  readonly space?: 'shared' | 'global';
  readonly lanes?: 'cross';
  readonly control?: 'branch' | 'barrier' | 'exit';
  /** The result of a lane; of a predicate 0 or 1. */
  readonly compute?: (...sources: readonly number[]) => number;
}

const computes = (compute: (a: number, b: number) => number): Row => ({ roles: 'wrr', compute });

export const rows: Readonly<Record<string, Row>> = {
  mov: { roles: 'wr', compute: (a) => a ?? 0 },
  not: { roles: 'wr', compute: (a) => ~(a ?? 0) },
  add: computes((a, b) => a + b),
  sub: computes((a, b) => a - b),
  mul: computes(Math.imul),
  and: computes((a, b) => a & b),
  or: computes((a, b) => a | b),
  xor: computes((a, b) => a ^ b),
  shl: computes((a, b) => a << b),
  shr: computes((a, b) => a >>> b),
  lt: computes((a, b) => Number(a < b)),
  eq: computes((a, b) => Number(a === b)),
  sel: { roles: 'wrrr', compute: (p, a, b) => (p === 0 ? b : a) ?? 0 },
  // Each lane gets the value of the lane that its second source names.
  shfl: { roles: 'wrr', lanes: 'cross' },
  lds: { roles: 'wa', memory: 'load', space: 'shared' },
  sts: { roles: 'ar', memory: 'store', space: 'shared' },
  atoms: { roles: 'war', memory: 'atomic', space: 'shared' },
  ldg: { roles: 'wa', memory: 'load', space: 'global' },
  bra: { roles: 'l', control: 'branch' },
  bar: { roles: '', control: 'barrier' },
  exit: { roles: '', control: 'exit' },
};

const WORDS = ['r0', 'r1', 'r2', 'r3', 'r4', 'r5', 'r6', 'r7', 'tid', 'ctaid', 'n'];
const PREDICATES = ['p0', 'p1', 'p2', 'p3'];
export const REGISTERS = WORDS.length + PREDICATES.length;
const LANES = 32;
const FIRST_PREDICATE = LANES * WORDS.length;
export const FILE_WORDS = FIRST_PREDICATE + PREDICATES.length;
/** The place of shared memory in the slice. */
const SHARED = -2;

/** The place of a register in the file of a warp. */
export const placeOf = (name: string): number =>
  name.startsWith('p') ? FIRST_PREDICATE + PREDICATES.indexOf(name) : LANES * WORDS.indexOf(name);
/** The number of a register by its place. */
export const numberOf = (place: number): number =>
  place < FIRST_PREDICATE ? place / LANES : WORDS.length + place - FIRST_PREDICATE;

export interface Instruction {
  readonly text: string;
  readonly name: string;
  readonly row: Row;
  readonly operands: readonly string[];
  readonly guard: { readonly place: number; readonly isNegated: boolean } | undefined;
}

export interface Program {
  readonly instructions: readonly Instruction[];
  readonly labels: ReadonlyMap<string, number>;
}

export function parse(text: string): Program {
  const labels = new Map<string, number>();
  const instructions: Instruction[] = [];
  for (const line of text.split('\n').map((one) => one.trim())) {
    if (line.endsWith(':')) labels.set(line.slice(0, -1), instructions.length);
    const [, negation, predicate, name = '', rest = ''] =
      /^(?:@(!?)(p\d) )?([a-z]+)(?: (.*))?$/.exec(line) ?? [];
    const row = rows[name];
    if (row === undefined) continue;
    const operands = rest === '' ? [] : rest.split(', ');
    const guard = predicate && { place: placeOf(predicate), isNegated: negation === '!' };
    instructions.push({ text: line, name, row, operands, guard: guard || undefined });
  }
  return { instructions, labels };
}

const isRegister = (operand: string): boolean => /^[a-z]/.test(operand);
const isPredicate = (place: number): boolean => place >= FIRST_PREDICATE;

/** The operands with one of some roles. */
const inRole = ({ row, operands }: Instruction, roles: string): string[] =>
  operands.filter((_, index) => roles.includes(row.roles[index] ?? ' '));

const placesOf = (instruction: Instruction, roles: string): number[] =>
  inRole(instruction, roles).filter(isRegister).map(placeOf);

/** The word of a lane that an operand has. */
function wordIn(operand: string): Word {
  if (!isRegister(operand)) return () => Number(operand);
  const place = placeOf(operand);
  return isPredicate(place)
    ? ({ i }, lane) => ((i[place] ?? 0) >>> lane) & 1
    : ({ i }, lane) => i[place + lane] ?? 0;
}

/** Gives a lane of a register a word; of a predicate, a bit. */
function put({ i }: Warp, place: number, lane: number, word: number): void {
  if (!isPredicate(place)) i[place + lane] = word;
  else i[place] = ((i[place] ?? 0) & ~(1 << lane)) | ((word & 1) << lane);
}

/** Memory as steps reach it: one access of the lanes of a mask. */
export type Access = (
  number: number,
  warp: Warp,
  mask: number,
  addresses: Uint32Array,
  data: Uint32Array,
) => void;

/** The step of an instruction without control flow. */
export function stepOf(number: number, instruction: Instruction, access: Access): Step {
  const { row } = instruction;
  const [target] = placesOf(instruction, 'w');
  const sources = inRole(instruction, 'r').map(wordIn);
  const give = (warp: Warp, mask: number, words: ArrayLike<number>): void =>
    eachLane(mask, (lane) => {
      if (target !== undefined) put(warp, target, lane, words[lane] ?? 0);
    });
  const { compute } = row;
  const words = new Int32Array(LANES);
  if (compute !== undefined)
    return (warp, mask) => {
      eachLane(mask, (lane) => {
        words[lane] = compute(...sources.map((source) => source(warp, lane)));
      });
      give(warp, mask, words);
    };
  const [value = (): number => 0, from] = sources;
  if (row.memory === undefined)
    return (warp, mask) => {
      eachLane(mask, (lane) => {
        words[lane] = value(warp, (from?.(warp, lane) ?? 0) & (LANES - 1));
      });
      give(warp, mask, words);
    };
  const [address = (): number => 0] = inRole(instruction, 'a').map(wordIn);
  return (warp, mask) => {
    const [addresses, data] = [new Uint32Array(LANES), new Uint32Array(LANES)];
    eachLane(mask, (lane) => {
      addresses[lane] = address(warp, lane);
      data[lane] = value(warp, lane);
    });
    access(number, warp, mask, addresses, data);
    if (row.memory !== 'store') give(warp, mask, data);
  };
}

export function controlOf({ labels }: Program, { row, operands }: Instruction) {
  switch (row.control) {
    case 'branch': {
      const target = labels.get(operands[0] ?? '');
      return target === undefined
        ? messages.ptx.unknownSymbol(operands[0] ?? '')
        : ({ kind: 'branch', target } satisfies Control<never>);
    }
    case 'barrier': {
      const id: Word = () => 0;
      const rest = { count: undefined, arrives: false, reduction: undefined };
      return { kind: 'barrier', id, ...rest } satisfies Control<never>;
    }
    case 'exit':
      return { kind: 'exit' } satisfies Control<never>;
    default:
      return undefined;
  }
}

export const goingOf = ({ row }: Instruction): Going =>
  row.control === 'branch' || row.control === 'exit' ? row.control : 'on';

export function effectsOf(instruction: Instruction): Effects {
  return {
    reads: placesOf(instruction, 'ra').map(numberOf),
    writes: placesOf(instruction, 'w').map(numberOf),
    addresses: placesOf(instruction, 'a').map(numberOf),
    origin: 0,
    lanes: instruction.row.lanes ?? 'own',
    isOpposite: false,
    text: [instruction.name, ...instruction.operands.filter((one) => !isRegister(one))].join(' '),
  };
}

/** The places in memory that an instruction touches. */
export function touchedBy(instruction: Instruction): readonly Touched[] {
  const { memory, space } = instruction.row;
  if (memory === undefined || space === undefined) return [];
  const [operand = '0'] = inRole(instruction, 'a');
  const word = wordIn(operand);
  return [
    {
      base: isRegister(operand) ? numberOf(placeOf(operand)) : undefined,
      space,
      bytes: 4,
      lanes: -1,
      reads: memory !== 'store',
      writes: memory !== 'load',
      find: (warp, mask, { low, high, split }) => {
        eachLane(mask, (lane) => {
          low[lane] = word(warp, lane);
        });
        high.fill(0);
        Object.assign(split, { shared: 0, local: 0, global: 0, [space]: mask });
      },
    },
  ];
}

/** The data flow of an instruction, for the slice of accesses to shared memory. */
export function flowOf(instruction: Instruction): Pick<DataFlow, 'needs' | 'reads' | 'writes'> {
  const { memory, space, control } = instruction.row;
  const guard = instruction.guard === undefined ? [] : [instruction.guard.place];
  const reads = [...guard, ...placesOf(instruction, 'ra')];
  const writes = placesOf(instruction, 'w');
  if (control !== undefined) return { needs: reads, reads: [], writes };
  if (space !== 'shared') return { needs: [], reads, writes };
  return {
    needs: [...guard, ...placesOf(instruction, 'a')],
    reads: memory === 'store' ? reads : [...reads, SHARED],
    writes: memory === 'load' ? writes : [...writes, SHARED],
  };
}

/** An instruction as a tape needs it. */
export function partOf(instruction: Instruction, isWanted: boolean): Part<Warp> | undefined {
  const { needs, reads, writes } = flowOf(instruction);
  if (needs.length === 0 && !isWanted) return undefined;
  const inFile = (place: number): boolean => place !== SHARED;
  const { guard } = instruction;
  const compared = needs.filter((place) => place !== guard?.place);
  return {
    isWanted,
    replay: [...reads, ...writes].every(inFile) ? 'executed' : 'unknown',
    needs,
    reads: reads.filter(inFile),
    writes: writes.filter(inFile),
    replaces: writes.filter(inFile),
    guard,
    sign: ({ i }, active) => {
      const values = [active];
      for (const place of compared) {
        if (isPredicate(place)) values.push((i[place] ?? 0) & active);
        else eachLane(active, (lane) => values.push(i[place + lane] ?? 0));
      }
      return values;
    },
    comparesNeeds: true,
    comparesWhole: needs,
  };
}
