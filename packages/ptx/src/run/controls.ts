/**
 * The control flow of instructions, as data of their operands.
 *
 *     @%p bra L            branch to the instruction behind the label L
 *     bar.sync 1, 64       barrier 1, for 64 threads
 *     call (r), f, (a)     function f, with a and r where the caller has them
 */
import { type Message, messages } from '@ldscope/core';
import {
  type Control as AnyControl,
  eachLane,
  lanesWith,
  type Reduction,
  type Word,
} from '@ldscope/simt';
import type { WarpgroupStep } from '../isa/async/wgmma.ts';
import { wordOf } from '../isa/exchange.ts';
import type { Source } from '../isa/generate.ts';
import { type Names, sourceOf } from '../isa/operands.ts';
import type { Operand } from '../text/program.ts';
import type { Passed } from './passing.ts';

/** Functions of the CUDA runtime that kernels call and no module defines. */
const RUNTIME = ['vprintf', '__assertfail', 'malloc', 'free'] as const;

type RuntimeFunction = (typeof RUNTIME)[number];

/** The function of the runtime with a name; `undefined` where there is none that is executed. */
export const runtimeFunction = (name: string): RuntimeFunction | undefined =>
  RUNTIME.find((one) => one === name);

/** The control flow that PTX has beside that of all instruction sets. */
export type Own =
  | {
      readonly kind: 'call';
      readonly callee: number | Source;
      readonly passed: readonly Passed[];
      readonly results: readonly Passed[];
    }
  | {
      readonly kind: 'runtime';
      readonly name: RuntimeFunction;
      readonly passed: readonly Passed[];
      readonly results: readonly Passed[];
    }
  | { readonly kind: 'return' | 'trap' }
  | { readonly kind: 'cluster'; readonly waits: boolean }
  /** An instruction that the four warps of a warpgroup execute together. */
  | { readonly kind: 'warpgroup'; readonly step: WarpgroupStep };

export type Control = AnyControl<Own>;

export const own = (control: Own): Control => ({ kind: 'own', own: control });

/** The word of a lane that a source has. */
export const wordIn =
  (source: Source): Word =>
  (warp, lane) =>
    wordOf(source, warp, lane);

/** The name of a label or function. */
export const nameOf = (operand: Operand | undefined): string =>
  operand?.kind === 'symbol' ? operand.name : '';

/** The place of a passed value in the caller; `undefined` for an operand that cannot be passed. */
export function placesOf(operand: Operand | undefined, names: Names): Passed[] | undefined {
  if (operand?.kind !== 'list') return [];
  const elements = operand.elements.flatMap((element) =>
    element.kind === 'vector' ? element.elements : [element],
  );
  const places = elements.map((element): Passed | undefined => {
    const address = element.kind === 'symbol' ? names.addressOf(element.name) : undefined;
    if (address?.space === 'param' || address?.space === 'local')
      return { kind: 'frame', at: address.value, bytes: address.bytes ?? 0 };
    const source = sourceOf(element, names);
    return source && { kind: 'value', source };
  });
  return places.every((place) => place !== undefined) ? places : undefined;
}

/** `bar.sync 0, 64`, `barrier.cta.red.popc.u32 r, 0, p`, `bar.warp.sync m`. */
export function barrierOf(
  modifiers: readonly string[],
  operands: readonly Operand[],
  names: Names,
): Control | Message {
  const text = ['bar', ...modifiers].join('.');
  if (modifiers.includes('warp')) {
    const members = sourceOf(operands[0], names);
    return members === undefined
      ? messages.ptx.operand(text, 1)
      : { kind: 'warp', members: wordIn(members) };
  }
  if (modifiers.includes('cluster'))
    return own({ kind: 'cluster', waits: modifiers.includes('wait') });
  const reduces = modifiers.includes('red');
  const rest = reduces ? operands.slice(1) : operands;
  const id = sourceOf(rest[0], names);
  if (id === undefined) return messages.ptx.operand(text, 1);
  const countOf = (operand: Operand | undefined): Word | undefined => {
    const count = sourceOf(operand, names);
    return count && wordIn(count);
  };
  if (!reduces) {
    return {
      kind: 'barrier',
      id: wordIn(id),
      count: countOf(rest[1]),
      arrives: modifiers.includes('arrive'),
      reduction: undefined,
    };
  }
  const predicate = sourceOf(rest.at(-1), names);
  const target =
    operands[0]?.kind === 'register' ? names.offsetOf(operands[0].register.id) : undefined;
  const kind = modifiers.includes('popc') ? 'popc' : modifiers.includes('and') ? 'and' : 'or';
  if (predicate === undefined || target === undefined) return messages.ptx.operand(text, 1);
  return {
    kind: 'barrier',
    id: wordIn(id),
    count: rest.length > 2 ? countOf(rest[1]) : undefined,
    arrives: false,
    reduction: reductionOf(kind, wordIn(predicate), target),
  };
}

/** The number of threads in which a predicate holds as a word of each lane, or a predicate. */
function reductionOf(kind: Reduction['kind'], predicate: Word, target: number): Reduction {
  return {
    kind,
    votes: (warp, mask) => mask & ~lanesWith(predicate, warp, mask, 0),
    take: ({ i }, mask, result = 0) => {
      if (kind === 'popc')
        eachLane(mask, (lane) => {
          i[target + lane] = result;
        });
      else i[target] = ((i[target] ?? 0) & ~mask) | (result === 0 ? 0 : mask);
    },
    target,
  };
}
