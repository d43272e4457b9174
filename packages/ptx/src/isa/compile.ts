/**
 * From an instruction to its step. Families that compute have rows (`row.ts`) of which loops are generated; the others have steps
 * of their own. Source of all of them: PTX ISA 9.0, section 9.7.
 */
import { type Message, messages } from '@ldscope/core';
import { changesNothing, isVideo, memoryOf } from '../rows/facts.ts';
import type { Step } from '@ldscope/simt';
import type { Instruction } from '../text/program.ts';
import { compareRows, setPredicate } from './compare.ts';
import { convertRow } from './convert.ts';
import { exchanges } from './exchange.ts';
import { floatRows, isFloatType } from './float.ts';
import type { Source } from './generate.ts';
import { integerRows } from './integer.ts';
import { compileAsyncAccess } from './async/async-store.ts';
import { compileBulk } from './async/bulk-copy.ts';
import { compileGetRank, compileMapa } from './async/distributed.ts';
import { compileCopyArrive, compileMbarrier } from './async/mbarrier.ts';
import { compileTensorMap } from './async/tensor-map-steps.ts';
import { compileWgmma } from './async/wgmma.ts';
import { compileAsyncCopy } from './memory/async-copy.ts';
import { compileAtomic } from './memory/atomics.ts';
import { type MemoryContext, textOf } from './memory/context.ts';
import { compileLoad, compileStore } from './memory/load-store.ts';
import { compileMatrixAccess, compileMoveMatrix } from './memory/matrix.ts';
import { compileStack } from './memory/stack.ts';
import { compileWmma } from './memory/wmma.ts';
import { compileMma } from './mma.ts';
import { compileMove } from './move.ts';
import { type Names, sourceOf } from './operands.ts';
import { inOrder } from './plan.ts';
import { isSound } from './row.ts';
import { rowStep, rowTypeOf, stepOf, targetOf } from './row-step.ts';
import { compileCvta, compileSpaceTest } from './spaces.ts';
import { compileFetch, compileQuery } from './texture/fetch.ts';
import { compileSurface } from './texture/surface.ts';
import { compileVideo } from './video.ts';

type Compiler = (context: MemoryContext) => Step | Message;

const families: Readonly<Record<string, Compiler>> = {
  ld: compileLoad,
  ldu: compileLoad,
  st: (context) => accessOf(context, compileStore),
  atom: compileAtomic,
  red: (context) => accessOf(context, compileAtomic),
  mapa: compileMapa,
  getctarank: compileGetRank,
  fence: compileFence,
  membar: compileFence,
  cp: compileCopy,
  tensormap: compileTensorMap,
  mbarrier: compileMbarrier,
  wgmma: compileWgmma,
  ldmatrix: compileMatrixAccess,
  stmatrix: compileMatrixAccess,
  movmatrix: compileMoveMatrix,
  mma: ({ instruction, names }) => compileMma(instruction, names),
  wmma: compileWmma,
  tex: compileFetch,
  tld4: compileFetch,
  txq: compileQuery,
  suq: compileQuery,
  suld: compileSurface,
  sust: compileSurface,
  sured: compileSurface,
  alloca: compileStack,
  stacksave: compileStack,
  stackrestore: compileStack,
  mov: ({ instruction, names }) => compileMove(instruction, names),
  cvta: ({ instruction, names }) => compileCvta(instruction, names),
  // Cache modifiers have no effect here.
  createpolicy: ({ instruction, names }) => {
    const target = targetOf(instruction.operands[0], names);
    if (target === undefined) return messages.ptx.operand(textOf(instruction), 1);
    return stepOf({ out: 'b64', ins: [], text: '{ rL = 0; rH = 0; }' }, [], target);
  },
  isspacep: ({ instruction, names }) => compileSpaceTest(instruction, names),
  setp: ({ instruction, names }) => compileSetp(instruction, names),
  lop3: ({ instruction, names }) => compileLop3(instruction, names),
  cvt: ({ instruction, names }) => {
    const row = convertRow(instruction.modifiers);
    return row === undefined
      ? messages.ptx.unsupported(textOf(instruction))
      : rowStep(row, instruction, names);
  },
};

/** `st` and `red`, which may be asynchronous. */
const accessOf = (context: MemoryContext, compile: Compiler): Step | Message =>
  context.instruction.modifiers.includes('async')
    ? compileAsyncAccess(context, compile)
    : compile(context);

/** `fence` and `membar`: memory is always current here, but fences decide which accesses race. */
function compileFence({ instruction, environment }: MemoryContext): Step {
  const { modifiers } = instruction;
  if (memoryOf(instruction) === 'fence') return (warp) => environment.order?.memoryFence(warp);
  // A fence of global memory does not order shared memory.
  const isOfShared = modifiers[1]?.startsWith('async') === true && !modifiers.includes('global');
  return modifiers[0] === 'proxy' && isOfShared
    ? (warp) => environment.order?.fence(warp)
    : () => {};
}

/** `cp`: asynchronous copies, of threads and in bulk, and arrivals that wait for them. */
function compileCopy(context: MemoryContext): Step | Message {
  const { modifiers } = context.instruction;
  if (modifiers[1] === 'mbarrier') return compileCopyArrive(context);
  return modifiers.includes('bulk') ? compileBulk(context) : compileAsyncCopy(context);
}

export function compileStep(context: MemoryContext): Step | Message {
  const { instruction, names } = context;
  const { opcode, modifiers } = instruction;
  if (changesNothing(instruction)) return inOrder([]);
  const family = families[opcode];
  if (family !== undefined) return family(context);
  const exchange = exchanges[opcode];
  if (exchange !== undefined) return exchange(instruction, names);
  if (isVideo(instruction)) return compileVideo(instruction, names);
  const type = rowTypeOf(modifiers);
  if (type === undefined) return messages.ptx.unsupported(textOf(instruction));
  const maker =
    compareRows[opcode] ?? (isFloatType(type) ? floatRows[opcode] : integerRows[opcode]);
  const row = maker?.(modifiers, type);
  return row === undefined
    ? messages.ptx.unsupported(textOf(instruction))
    : rowStep(row, instruction, names);
}

function compileSetp(instruction: Instruction, names: Names): Step | Message {
  const { operands, modifiers } = instruction;
  const type = rowTypeOf(modifiers);
  const made = type === undefined ? undefined : setPredicate(modifiers, type);
  if (made === undefined || !isSound(made.row))
    return messages.ptx.unsupported(textOf(instruction));
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

/** `lop3.or.b32 d|p, a, b, c, table, q`: p is whether d is not 0, combined with q. The form without p and q is a row. */
function compileLop3(instruction: Instruction, names: Names): Step | Message {
  const { operands, modifiers } = instruction;
  const boolean = modifiers.find((name) => name === 'and' || name === 'or');
  const row = integerRows['lop3']?.(modifiers, 'b32');
  if (row === undefined) return messages.ptx.unsupported(textOf(instruction));
  if (boolean === undefined) return rowStep(row, instruction, names);
  const [first] = operands;
  const predicate = targetOf(first?.kind === 'pair' ? first.second : undefined, names);
  const other = sourceOf(operands[5], names);
  if (first?.kind !== 'pair' || predicate === undefined || other === undefined)
    return messages.ptx.operand(textOf(instruction), 1);
  // The predicate is computed first, since the result may overwrite sources.
  const sources = [1, 2, 3].map((index) => sourceOf(operands[index], names));
  const [a, b, c] = sources;
  const table = operands[4];
  if (a === undefined || b === undefined || c === undefined || table?.kind !== 'integer')
    return messages.ptx.operand(textOf(instruction), 2);
  const sign = boolean === 'and' ? '&' : '|';
  const text = `(truthTable(a, b, c, ${Number(table.value & 255n)}) !== 0 ? 1 : 0) ${sign} e`;
  const target = targetOf(first.first, names);
  const test = stepOf(
    { out: 'pred', ins: ['b32', 'b32', 'b32', 'pred'], text },
    [a, b, c, other],
    predicate,
  );
  const plain = { ...instruction, operands: [first.first, ...operands.slice(1, 5)] };
  const value = target === undefined ? inOrder([]) : rowStep(row, plain, names);
  return typeof value === 'function' ? inOrder([test, value]) : value;
}
