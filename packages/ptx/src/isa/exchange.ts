/**
 * Instructions that exchange values between the lanes of a warp: `shfl`, `vote`, `match`, `redux`, `activemask`, `elect`.
 * Source: PTX ISA 9.0, 9.7.9.5 to 9.7.9.6, 9.7.13.9 to 9.7.13.13.
 *
 * Lanes that name different members are groups of their own, as labelled partitions of cooperative groups make them.
 *
 * LIMITATIONS. A lane of the member mask that has ended or is at another instruction is ignored; PTX leaves that undefined.
 */
import { type Message, messages } from '@ldscope/core';
import type { Instruction, Operand } from '../text/program.ts';
import { bitsOf } from '../text/types.ts';
import { eachLane, type Step, type Warp } from '@ldscope/simt';
import type { Source } from './generate.ts';
import { type Names, sourceOf } from './operands.ts';
import { textOf } from './memory/context.ts';

const LANES = 32;

/** One word of a lane. */
export function wordOf(source: Source, { i }: Warp, lane: number): number {
  if (source.kind === 'constant') return source.low;
  if (source.type === 'pred')
    return (((i[source.offset] ?? 0) >>> lane) & 1) ^ (source.negated ? 1 : 0);
  return i[source.offset + Math.max(1, (bitsOf(source.type) / 32) | 0) * lane] ?? 0;
}

/** The place of a destination register; `undefined` for `_` and for a missing operand. */
const placeOf = (operand: Operand | undefined, names: Names): number | undefined =>
  operand?.kind === 'register' ? names.offsetOf(operand.register.id) : undefined;

/** Writes the bits of a predicate for the lanes of a mask. */
function putPredicate(warp: Warp, at: number | undefined, mask: number, bits: number): void {
  if (at !== undefined) warp.i[at] = ((warp.i[at] ?? 0) & ~mask) | (bits & mask);
}

/** `d|p`: the two results. */
const results = (
  operand: Operand | undefined,
): readonly [Operand | undefined, Operand | undefined] =>
  operand?.kind === 'pair' ? [operand.first, operand.second] : [operand, undefined];

/** A step for lanes that name the same members: each group of them on its own. */
function byMembers(operand: Operand | undefined, names: Names, step: Step): Step {
  const members = sourceOf(operand, names);
  if (members?.kind !== 'register') return step;
  return (warp, mask) => {
    for (let left = mask; left !== 0;) {
      const wanted = wordOf(members, warp, 31 - Math.clz32(left & -left));
      let group = 0;
      eachLane(left, (lane) => {
        if (wordOf(members, warp, lane) === wanted) group |= 1 << lane;
      });
      // A result may overwrite the register of the members.
      left &= ~group;
      step(warp, group);
    }
  };
}

type Compiler = (instruction: Instruction, names: Names) => Step | Message;

const malformed = (instruction: Instruction, number: number): Message =>
  messages.ptx.operand(textOf(instruction), number);

/** The source lane of a lane in a shuffle by `amount` with bounds `c`, and whether it is inside its segment. */
export function shuffled(
  mode: string,
  lane: number,
  amount: number,
  c: number,
): readonly [from: number, inside: boolean] {
  const b = amount & 31;
  const clamp = c & 31;
  const segment = (c >>> 8) & 31;
  const most = (lane & segment) | (clamp & ~segment);
  const least = lane & segment;
  switch (mode) {
    case 'up':
      return [lane - b, lane - b >= most];
    case 'down':
      return [lane + b, lane + b <= most];
    case 'bfly':
      return [lane ^ b, (lane ^ b) <= most];
    default:
      return [least | (b & ~segment), (least | (b & ~segment)) <= most];
  }
}

const shuffle: Compiler = (instruction, names) => {
  const { operands, modifiers } = instruction;
  const mode = modifiers.find((name) => ['up', 'down', 'bfly', 'idx'].includes(name)) ?? 'idx';
  const [d, p] = results(operands[0]);
  const [a, b, c] = [1, 2, 3].map((index) => sourceOf(operands[index], names));
  if (a === undefined || b === undefined || c === undefined) return malformed(instruction, 2);
  const [target, predicate] = [placeOf(d, names), placeOf(p, names)];
  const values = new Int32Array(LANES);
  return (warp, mask) => {
    for (let lane = 0; lane < LANES; lane++) values[lane] = wordOf(a, warp, lane);
    let inside = 0;
    eachLane(mask, (lane) => {
      const [from, ok] = shuffled(mode, lane, wordOf(b, warp, lane), wordOf(c, warp, lane));
      if (ok) inside |= 1 << lane;
      if (target !== undefined) warp.i[target + lane] = values[ok ? from : lane] ?? 0;
    });
    putPredicate(warp, predicate, mask, inside);
  };
};

const vote: Compiler = (instruction, names) => {
  const { operands, modifiers } = instruction;
  const source = sourceOf(operands[1], names);
  const target = placeOf(operands[0], names);
  if (source === undefined || target === undefined) return malformed(instruction, 2);
  const mode = modifiers.find((name) => ['all', 'any', 'uni', 'ballot'].includes(name));
  return byMembers(operands[2], names, (warp, mask) => {
    let bits = 0;
    eachLane(mask, (lane) => {
      if (wordOf(source, warp, lane) !== 0) bits |= 1 << lane;
    });
    if (mode === 'ballot') {
      eachLane(mask, (lane) => {
        warp.i[target + lane] = bits;
      });
      return;
    }
    const holds =
      mode === 'any' ? bits !== 0 : mode === 'all' ? bits === mask : bits === 0 || bits === mask;
    putPredicate(warp, target, mask, holds ? -1 : 0);
  });
};

const match: Compiler = (instruction, names) => {
  const { operands, modifiers } = instruction;
  const [d, p] = results(operands[0]);
  const a = sourceOf(operands[1], names);
  const target = placeOf(d, names);
  const predicate = placeOf(p, names);
  if (a === undefined) return malformed(instruction, 2);
  const wide = modifiers.includes('b64');
  const key = (warp: Warp, lane: number): string =>
    a.kind === 'register' && wide
      ? `${warp.i[a.offset + 2 * lane]} ${warp.i[a.offset + 2 * lane + 1]}`
      : `${wordOf(a, warp, lane)}`;
  const all = modifiers.includes('all');
  return byMembers(operands[2], names, (warp, mask) => {
    const lanes = new Map<string, number>();
    eachLane(mask, (lane) => {
      const of = key(warp, lane);
      lanes.set(of, (lanes.get(of) ?? 0) | (1 << lane));
    });
    const agrees = lanes.size === 1;
    eachLane(mask, (lane) => {
      if (target === undefined) return;
      warp.i[target + lane] = all ? (agrees ? mask : 0) : (lanes.get(key(warp, lane)) ?? 0);
    });
    putPredicate(warp, predicate, mask, agrees ? -1 : 0);
  });
};

const REDUCTIONS: Readonly<Record<string, (a: number, b: number) => number>> = {
  'add': (a, b) => (a + b) | 0,
  'and': (a, b) => a & b,
  'or': (a, b) => a | b,
  'xor': (a, b) => a ^ b,
  'min s32': (a, b) => Math.min(a, b),
  'max s32': (a, b) => Math.max(a, b),
  'min u32': (a, b) => Math.min(a >>> 0, b >>> 0) | 0,
  'max u32': (a, b) => Math.max(a >>> 0, b >>> 0) | 0,
};

/** A reduction of words by the names of operation and type; `undefined` for others. */
export const reductionOf = (
  name: string,
  type: string,
): ((a: number, b: number) => number) | undefined =>
  REDUCTIONS[name] ?? REDUCTIONS[`${name} ${type}`];

const reduce: Compiler = (instruction, names) => {
  const { operands, modifiers } = instruction;
  const a = sourceOf(operands[1], names);
  const target = placeOf(operands[0], names);
  const name = modifiers.find((one) => one !== 'sync') ?? '';
  const type = modifiers.at(-1) ?? '';
  const of = reductionOf(name, type);
  if (a === undefined || target === undefined) return malformed(instruction, 2);
  if (of === undefined) return messages.ptx.unsupported(textOf(instruction));
  return byMembers(operands[2], names, (warp, mask) => {
    let result: number | undefined;
    eachLane(mask, (lane) => {
      const value = wordOf(a, warp, lane);
      result = result === undefined ? value : of(result, value);
    });
    eachLane(mask, (lane) => {
      warp.i[target + lane] = result ?? 0;
    });
  });
};

const activeMask: Compiler = (instruction, names) => {
  const target = placeOf(instruction.operands[0], names);
  if (target === undefined) return malformed(instruction, 1);
  return (warp, mask) => {
    eachLane(mask, (lane) => {
      warp.i[target + lane] = mask;
    });
  };
};

/** `elect.sync d|p, members`: the lowest lane is chosen. */
const elect: Compiler = (instruction, names) => {
  const [d, p] = results(instruction.operands[0]);
  const [target, predicate] = [placeOf(d, names), placeOf(p, names)];
  return byMembers(instruction.operands[1], names, (warp, mask) => {
    const leader = 31 - Math.clz32(mask & -mask);
    if (target !== undefined) {
      eachLane(mask, (lane) => {
        warp.i[target + lane] = leader;
      });
    }
    putPredicate(warp, predicate, mask, 1 << leader);
  });
};

/** By opcode. */
export const exchanges: Readonly<Record<string, Compiler>> = {
  shfl: shuffle,
  vote,
  match,
  redux: reduce,
  activemask: activeMask,
  elect,
};
