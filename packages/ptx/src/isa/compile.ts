/**
 * From an instruction to its step. Families that compute have rows (`row.ts`) of which loops are generated; the others have steps
 * of their own. Source of all of them: PTX ISA 9.0, section 9.7.
 */
import { type Message, messages } from '@ldscope/core';
import { LOCAL_WINDOW, SHARED_WINDOW } from '../state/environment.ts';
import type { Step, Warp } from '../state/warp.ts';
import type { Instruction, Operand, Type } from '../text/program.ts';
import { bitsOf, typeOf } from '../text/types.ts';
import { compareRows, setPredicate } from './compare.ts';
import { convertRow } from './convert.ts';
import { eachLane, exchanges, wordOf } from './exchange.ts';
import { floatRows, isFloatType } from './float.ts';
import { generate, type Source, type Target } from './generate.ts';
import { helpers } from './helpers.ts';
import { integerRows } from './integer.ts';
import { compileCopyArrive, compileMbarrier } from './async/mbarrier.ts';
import { compileWgmma } from './async/wgmma.ts';
import { compileAsyncCopy } from './memory/async-copy.ts';
import { compileAtomic } from './memory/atomics.ts';
import { type MemoryContext, textOf } from './memory/context.ts';
import { compileLoad, compileStore } from './memory/load-store.ts';
import { compileMatrixAccess, compileMoveMatrix } from './memory/matrix.ts';
import { compileWmma } from './memory/wmma.ts';
import { compileMma } from './mma.ts';
import { doubleBits, type Names, sourceOf } from './operands.ts';
import { isPair, isWide, type Row, type RowType, same } from './row.ts';

/** Instructions that change nothing that is executed here: hints, fences of one memory that is always current. */
const NOTHING: ReadonlySet<string> = new Set([
  'membar',
  'fence',
  'prefetch',
  'prefetchu',
  'discard',
  'applypriority',
  'nanosleep',
  'pmevent',
  'griddepcontrol',
  'setmaxnreg',
]);

/** Rows that compute an approximation on hardware have these modifiers. */
type Compiler = (context: MemoryContext) => Step | Message;

const families: Readonly<Record<string, Compiler>> = {
  ld: compileLoad,
  ldu: compileLoad,
  st: compileStore,
  atom: compileAtomic,
  red: compileAtomic,
  cp: (context) =>
    context.instruction.modifiers[1] === 'mbarrier'
      ? compileCopyArrive(context)
      : compileAsyncCopy(context),
  mbarrier: compileMbarrier,
  wgmma: compileWgmma,
  ldmatrix: compileMatrixAccess,
  stmatrix: compileMatrixAccess,
  movmatrix: compileMoveMatrix,
  mma: ({ instruction, names }) => compileMma(instruction, names),
  wmma: compileWmma,
  mov: ({ instruction, names }) => compileMove(instruction, names),
  cvta: ({ instruction, names }) => compileCvta(instruction, names),
  isspacep: ({ instruction, names }) => compileSpaceTest(instruction, names),
  setp: ({ instruction, names }) => compileSetp(instruction, names),
  cvt: ({ instruction, names }) => {
    const row = convertRow(instruction.modifiers);
    return row === undefined
      ? messages.ptx.unsupported(textOf(instruction))
      : rowStep(row, instruction, names);
  },
};

export function compileStep(context: MemoryContext): Step | Message {
  const { instruction, names } = context;
  const { opcode, modifiers } = instruction;
  if (NOTHING.has(opcode)) return () => {};
  const family = families[opcode];
  if (family !== undefined) return family(context);
  const exchange = exchanges[opcode];
  if (exchange !== undefined) return exchange(instruction, names);
  const type = rowTypeOf(modifiers);
  if (type === undefined) return messages.ptx.unsupported(textOf(instruction));
  const maker =
    compareRows[opcode] ?? (isFloatType(type) ? floatRows[opcode] : integerRows[opcode]);
  const row = maker?.(modifiers, type);
  return row === undefined
    ? messages.ptx.unsupported(textOf(instruction))
    : rowStep(row, instruction, names);
}

const PAIRS: ReadonlyMap<string, RowType> = new Map([
  ['f32x2', 'f32x2'],
  ['u16x2', 'u16x2'],
  ['s16x2', 's16x2'],
]);

/** The last type among modifiers. */
function rowTypeOf(modifiers: readonly string[]): RowType | undefined {
  const name = modifiers.findLast((one) => typeOf(one) !== undefined || PAIRS.has(one));
  return name === undefined ? undefined : (PAIRS.get(name) ?? typeOf(name));
}

function targetOf(operand: Operand | undefined, names: Names): Target | undefined {
  if (operand?.kind !== 'register') return undefined;
  return { offset: names.offsetOf(operand.register.id), type: operand.register.type };
}

function rowStep(row: Row, instruction: Instruction, names: Names): Step | Message {
  const { operands } = instruction;
  const sources: Source[] = [];
  for (const index of row.ins.keys()) {
    const source = sourceOf(operands[index + 1], names);
    if (source === undefined) return messages.ptx.operand(textOf(instruction), index + 2);
    sources.push(source);
  }
  const target = targetOf(operands[0], names);
  if (target === undefined)
    return operands[0]?.kind === 'sink' ? () => {} : messages.ptx.operand(textOf(instruction), 1);
  return stepOf(row, sources, target);
}

type Factory = (
  helpers: Readonly<Record<string, unknown>>,
  parameters: Readonly<Record<string, number>>,
) => Step;

const factories = new Map<string, Factory>();

/** The step of a row, compiled once per shape: no name or number of the input is in its text. */
function stepOf(
  row: Row,
  sources: readonly Source[],
  target: Target | undefined,
  second?: { readonly text: string; readonly target: Target },
): Step {
  const { text, parameters } = generate(row, sources, target, second);
  let factory = factories.get(text);
  if (factory === undefined) {
    const called = Object.keys(helpers).filter((name) => new RegExp(`\\b${name}\\b`).test(text));
    // A loop of its own for each operation is what makes execution fast; see generate.ts.
    // oxlint-disable-next-line no-implied-eval, no-new-func, typescript/no-implied-eval
    factory = new Function('H', 'p', `const { ${called.join(', ')} } = H;\n${text}`) as Factory;
    factories.set(text, factory);
  }
  return factory(helpers, parameters);
}

function compileSetp(instruction: Instruction, names: Names): Step | Message {
  const { operands, modifiers } = instruction;
  const type = rowTypeOf(modifiers);
  const made = type === undefined ? undefined : setPredicate(modifiers, type);
  if (made === undefined) return messages.ptx.unsupported(textOf(instruction));
  const [first] = operands;
  const sources: Source[] = [];
  for (const index of made.row.ins.keys()) {
    const source = sourceOf(operands[index + 1], names);
    if (source === undefined) return messages.ptx.operand(textOf(instruction), index + 2);
    sources.push(source);
  }
  const target = targetOf(first?.kind === 'pair' ? first.first : first, names);
  const other = first?.kind === 'pair' ? targetOf(first.second, names) : undefined;
  return stepOf(made.row, sources, target, other && { text: made.second, target: other });
}

/** `mov`: copies, packs and unpacks words, and gives addresses. */
function compileMove(instruction: Instruction, names: Names): Step | Message {
  const { operands, modifiers } = instruction;
  const [to, from] = operands;
  const type = rowTypeOf(modifiers);
  if (to === undefined || from === undefined || type === undefined)
    return messages.ptx.operand(textOf(instruction), 1);
  if (to.kind === 'vector' || from.kind === 'vector') return moveParts(instruction, names);
  if (from.kind === 'symbol') {
    const address = names.addressOf(from.name);
    if (address === undefined) return messages.ptx.unknownSymbol(from.name);
    if (address.space === 'local' || address.space === 'param') {
      return frameAddress(targetOf(to, names), address.value + from.offset);
    }
  }
  if (from.kind === 'special' && /^(?:clock|globaltimer|pm)/.test(from.name))
    return clockStep(targetOf(to, names));
  const source = sourceOf(from, names);
  const target = targetOf(to, names);
  if (source === undefined || target === undefined)
    return messages.ptx.operand(textOf(instruction), 2);
  if (type === 'b128') return copyWords(source, target, 4);
  const row = same(type, 1, isPair(type) && isWide(type) ? '{ rL = aL; rH = aH; }' : 'a');
  return stepOf(row, [from.kind === 'float' && isWide(type) ? doubleBits(source) : source], target);
}

function frameAddress(target: Target | undefined, value: number): Step | Message {
  if (target === undefined) return messages.ptx.operand('mov', 1);
  const wide = bitsOf(target.type) === 64;
  return (warp, mask) => {
    eachLane(mask, (lane) => {
      warp.i[target.offset + (wide ? 2 * lane : lane)] = warp.frameBase + value;
      if (wide) warp.i[target.offset + 2 * lane + 1] = 0;
    });
  };
}

/** Clocks count the instructions that the warp has executed. */
function clockStep(target: Target | undefined): Step | Message {
  if (target === undefined) return messages.ptx.operand('mov', 1);
  const wide = bitsOf(target.type) === 64;
  let time = 0;
  return (warp, mask) => {
    time++;
    eachLane(mask, (lane) => {
      warp.i[target.offset + (wide ? 2 * lane : lane)] = time;
      if (wide) warp.i[target.offset + 2 * lane + 1] = 0;
    });
  };
}

function copyWords(source: Source, target: Target, words: number): Step {
  return (warp, mask) => {
    if (source.kind === 'constant') return;
    eachLane(mask, (lane) => {
      for (let word = 0; word < words; word++) {
        warp.i[target.offset + words * lane + word] =
          warp.i[source.offset + words * lane + word] ?? 0;
      }
    });
  };
}

/** A part of a value: which word of a lane it is in, and its bits there. */
interface Part {
  readonly source: Source | undefined;
  readonly target: Target | undefined;
}

/** `mov.b64 {a, b}, c` and `mov.b32 c, {a, b}`: parts side by side, the first lowest. */
function moveParts({ operands, modifiers, opcode }: Instruction, names: Names): Step | Message {
  const [to, from] = operands;
  const whole = bitsOf(typeOf(modifiers.at(-1) ?? '') ?? 'b32');
  const parts = (operand: Operand | undefined): Part[] =>
    (operand?.kind === 'vector' ? operand.elements : operand === undefined ? [] : [operand]).map(
      (element) => ({
        source: sourceOf(element, names),
        target: targetOf(element, names),
      }),
    );
  const [targets, sources] = [parts(to), parts(from)];
  if (sources.some(({ source }) => source === undefined)) return messages.ptx.operand(opcode, 2);
  const words = new Int32Array(4);
  return (warp, mask) => {
    eachLane(mask, (lane) => {
      words.fill(0);
      for (const [index, { source }] of sources.entries()) {
        if (source !== undefined)
          takePart(warp, lane, source, whole / sources.length, index, words);
      }
      for (const [index, { target }] of targets.entries()) {
        if (target !== undefined)
          givePart(warp, lane, target, whole / targets.length, index, words);
      }
    });
  };
}

/** Words of a lane in a register of a width. */
function wordAt(offset: number, type: Type, lane: number, word: number): number {
  const each = Math.max(1, bitsOf(type) / 32);
  return offset + each * lane + word;
}

function takePart(
  warp: Warp,
  lane: number,
  source: Source,
  bits: number,
  index: number,
  words: Int32Array,
): void {
  for (let word = 0; word < Math.max(1, bits / 32); word++) {
    const value =
      source.kind === 'constant'
        ? word === 0
          ? source.low
          : source.high
        : source.type === 'pred'
          ? wordOf(source, warp, lane)
          : (warp.i[wordAt(source.offset, source.type, lane, word)] ?? 0);
    const at = bits * index + 32 * word;
    const kept = bits < 32 ? value & ((1 << bits) - 1) : value;
    words[at >> 5] = (words[at >> 5] ?? 0) | (kept << (at & 31));
  }
}

function givePart(
  warp: Warp,
  lane: number,
  target: Target,
  bits: number,
  index: number,
  words: Int32Array,
): void {
  for (let word = 0; word < Math.max(1, bits / 32); word++) {
    const at = bits * index + 32 * word;
    const value = (words[at >> 5] ?? 0) >>> (at & 31);
    warp.i[wordAt(target.offset, target.type, lane, word)] =
      bits < 32 ? value & ((1 << bits) - 1) : value;
  }
}

/** `cvta.shared.u64`: a generic address; `cvta.to.shared.u64`: the offset in its space. */
function compileCvta(instruction: Instruction, names: Names): Step | Message {
  const { operands, modifiers } = instruction;
  const window = modifiers.some((name) => name.startsWith('shared'))
    ? SHARED_WINDOW
    : modifiers.includes('local')
      ? LOCAL_WINDOW
      : undefined;
  const target = targetOf(operands[0], names);
  const [, from] = operands;
  if (from?.kind === 'symbol' && modifiers.includes('local')) {
    const address = names.addressOf(from.name);
    if (address === undefined || target === undefined) return messages.ptx.unknownSymbol(from.name);
    const step = frameAddress(target, address.value + from.offset);
    if (typeof step !== 'function') return step;
    return (warp, mask) => {
      step(warp, mask);
      eachLane(mask, (lane) => {
        warp.i[target.offset + 2 * lane + 1] = LOCAL_WINDOW;
      });
    };
  }
  const source = sourceOf(from, names);
  if (target === undefined || source === undefined)
    return messages.ptx.operand(textOf(instruction), 2);
  if (bitsOf(target.type) !== 64) return stepOf(same('b32', 1, 'a'), [source], target);
  const high = window === undefined ? 'aH' : modifiers.includes('to') ? '0' : `${window}`;
  return stepOf(same('b64', 1, `{ rL = aL; rH = ${high}; }`), [source], target);
}

function compileSpaceTest(instruction: Instruction, names: Names): Step | Message {
  const { operands, modifiers } = instruction;
  const target = targetOf(operands[0], names);
  const source = sourceOf(operands[1], names);
  if (target === undefined || source === undefined)
    return messages.ptx.operand(textOf(instruction), 2);
  const [space = ''] = modifiers;
  const test = space.startsWith('shared')
    ? `aH === ${SHARED_WINDOW}`
    : space === 'local'
      ? `aH === ${LOCAL_WINDOW}`
      : space === 'global'
        ? `aH !== ${SHARED_WINDOW} && aH !== ${LOCAL_WINDOW}`
        : 'false';
  return stepOf({ out: 'pred', ins: ['b64'], text: test }, [source], target);
}
