/** Compiled code gives what steps give, bit for bit: every row that has a form in vectors, with the operands that it may have. */
import { describe, expect, it } from 'vitest';
import { isSameWord } from '../../../test/same-word.ts';
import { compareRows, setPredicate } from '../src/isa/compare.ts';
import { convertRow } from '../src/isa/convert.ts';
import { floatRows, isFloatType } from '../src/isa/float.ts';
import type { Source, Target } from '../src/isa/generate.ts';
import { instructionRows } from '../src/rows/instructions.ts';
import { integerRows } from '../src/isa/integer.ts';
import type { Plan } from '../src/isa/plan.ts';
import { isSound, LETTERS, type Row, type RowType } from '../src/isa/row.ts';
import { stepOf } from '../src/isa/row-step.ts';
import { type BlockInstruction, compileBlock } from '../src/run/blocks.ts';
import { giveRegisters, ordinaryRegisters, takeRegisters } from '../src/state/register-memory.ts';
import { Warp } from '@ldscope/simt';
import type { Type } from '../src/text/program.ts';
import { bitsOf } from '../src/text/types.ts';

const TYPES: readonly RowType[] = [
  ...(['s16', 'u16', 's32', 'u32', 's64', 'u64', 'b16', 'b32', 'b64', 'pred'] as const),
  ...(['f16', 'bf16', 'f16x2', 'bf16x2', 'f32', 'f64', 'f32x2', 'u16x2', 's16x2'] as const),
];
/** Modifiers that go together, beside types. */
const MODIFIERS =
  ' |cc|sat|ftz|ftz sat|relu|ftz relu|NaN|xorsign abs|lo|hi|wide|hi sat|rz|rm|rp|rp ftz|approx|approx ftz|l clamp|l wrap|r clamp|r wrap|shiftamt|clamp|wrap|f4e|rc16|finite|subnormal';
const COMPARE = 'eq ne lt hs gtu nan'.split(' ');
const sets = MODIFIERS.split('|').map((one) => one.split(' ').filter((word) => word !== ''));

/** A row with the name of its instruction, and the second predicate of `setp`. */
interface Named {
  readonly name: string;
  readonly row: Row;
  readonly second?: string;
}

/** Modifiers of floats are not of integers. */
const fits = (modifier: string, type: RowType): boolean =>
  isFloatType(type) || !/^(?:ftz|rz|rm|rp|approx|NaN)$/.test(modifier);

function* allRows(): Generator<Named> {
  const opcodes = [integerRows, floatRows, compareRows].flatMap(Object.keys);
  for (const opcode of new Set([...opcodes, 'setp'])) {
    const { words: shapes = [] } = instructionRows.get(opcode) ?? {};
    const words = new Set(shapes.flatMap(({ groups }) => [...groups.keys()]));
    const compares = opcode === 'set' || opcode === 'setp';
    const lists = compares
      ? COMPARE.flatMap((name) => [[name], [name, 'xor'], [name, 'and', 'ftz']])
      : sets;
    for (const type of TYPES.filter((one) => words.has(one)))
      for (const modifiers of lists.filter((list) =>
        list.every((one) => words.has(one) && fits(one, type)),
      )) {
        const name = [opcode, ...modifiers, type].join('.');
        const maker = compareRows[opcode] ?? (isFloatType(type) ? floatRows : integerRows)[opcode];
        const made = setPredicate(modifiers, type);
        if (opcode === 'setp') {
          if (made !== undefined) yield { name, ...made };
          continue;
        }
        const targets =
          opcode === 'set' ? ['u32', 'f32', 'f16x2'] : opcode === 'slct' ? ['b64', 'f32'] : [''];
        for (const target of targets) {
          const row = maker?.([...modifiers, ...(target === '' ? [] : [target])], type);
          if (row !== undefined) yield { name: `${name} ${target}`, row };
        }
      }
  }
  const types = 's8 u8 s16 u16 s32 u32 s64 u64 f16 bf16 f32 f64 tf32 f16x2 bf16x2'.split(' ');
  for (const to of types)
    for (const from of types)
      for (const how of ' rni rzi rmi rpi rz rp sat relu ftz satfinite'.split(' ')) {
        const row = convertRow([...(how === '' ? [] : [how]), to, from]);
        if (row !== undefined) yield { name: `cvt.${how}.${to}.${from}`, row };
      }
  yield {
    name: 'mov.b64 pack',
    row: { out: 'b64', ins: ['b32', 'b32'], text: '{ rL = a; rH = b; }' },
  };
  yield { name: 'mov.b32 pack', row: { out: 'b32', ins: ['b16', 'b16'], text: 'a | b << 16' } };
}

const EDGES = [
  0, 0x80000000, 0x3f800000, 0xbf800000, 0x3f000000, 1, 0x807fffff, 0x00800000, 0x7f7fffff,
  0xff7fffff, 0x7f800000, 0xff800000, 0x7fc00000, 0x7f800001, 0xffffffff, 0x7fffffff, 0x4f000000,
  0xcf000000, 0x33800000, 0x387fe000, 0x477ff000, 2, 31, 32, 33, 63, 64, 255, 65535, 65536,
  0x3c003c00, 0x80008000, 0x7bff7c00, 0x0403bc00, 0x7e017c01, 0x3f803f80, 0x00010080, 0x7f807fc0,
];

/** Numbers from a seed. */
function numbersFrom(seed: number): () => number {
  let state = seed * 2654435761 + 12345;
  return () => {
    state = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9;
    const mixed = Math.imul(state ^ (state >>> 12), 0x297a2d39);
    return (mixed ^ (mixed >>> 15)) >>> 0;
  };
}

/** Any bits, edges, and floats of moderate size, which meet each other. */
function word(next: () => number): number {
  const pick = next() % 4;
  if (pick === 0) return EDGES[next() % EDGES.length] ?? 0;
  if (pick === 1) return ((0x3c000000 + (next() % 0x08000000)) | (next() & 0x80000000)) >>> 0;
  if (pick === 2) return (next() & 0x807fffff) | (((next() % 8) + 123) << 23);
  return next();
}

/** Ways to give a row its operands. */
const VARIANTS = ['registers', 'wider', 'constants', 'in place'] as const;

/** Each register has two rows of 32 words: results by variant, sources, wide sources. Predicates are words behind them. */
const PREDICATES = 64 * (VARIANTS.length + 2 * LETTERS.length);
const WORDS = PREDICATES + 32;
const GUARDS = [
  undefined,
  { place: PREDICATES + 10, isNegated: false },
  { place: PREDICATES + 10, isNegated: true },
];
const placeOf = (index: number, type: Type): number =>
  type === 'pred' ? PREDICATES + index : 64 * index;

/** The type of a register that an operand may be in. */
function registerOf(type: RowType, wider: boolean): Type {
  if (type === 'pred') return 'pred';
  if (type === 'f32x2') return 'b64';
  if (type === 'u16x2' || type === 's16x2') return 'b32';
  const isFloat = type === 'f32' || type === 'tf32' || type === 'f64';
  const width = bitsOf(type);
  if (width < 32 && !wider) return 'b16';
  return width === 64 || (wider && !isFloat && !/^b?f/.test(type)) ? 'b64' : 'b32';
}

function planOf(
  { row, second }: Named,
  variant: (typeof VARIANTS)[number],
  next: () => number,
): Plan {
  const wider = variant === 'wider';
  const sources = row.ins.map((type, index): Source => {
    if (variant === 'constants' && index === row.ins.length - 1 && type !== 'pred') {
      const low = [3, 31, 33, 0x96, 0x5410, word(next) | 0][next() % 6] ?? 0;
      const value = isFloatType(type) ? ([0.5, -2, 1, 0, 3][next() % 5] ?? 0) : low;
      return { kind: 'constant', low, high: low >> 31, value };
    }
    const register = registerOf(type, wider);
    const negated = type === 'pred' && next() % 2 === 1;
    const isWide = bitsOf(register) === 64;
    const at = VARIANTS.length + index + (isWide ? LETTERS.length : 0);
    return { kind: 'register', offset: placeOf(at, register), type: register, negated };
  });
  const [first] = sources;
  const own = registerOf(row.out, wider);
  const isInPlace = variant === 'in place' && first?.kind === 'register' && first.type === own;
  const target: Target = {
    offset: isInPlace ? first.offset : placeOf(VARIANTS.indexOf(variant), own),
    type: own,
  };
  const other =
    second === undefined ? undefined : { offset: PREDICATES + 9, type: 'pred' as const };
  return {
    row,
    sources,
    target,
    second: other && second !== undefined ? { text: second, target: other } : undefined,
  };
}

const isNaNOfBfloat = (bits: number): boolean => (bits & 0x7fff) > 0x7f80;

/** What steps and a block of the same plans make of the same registers: where they differ, if they do. */
function difference(
  plans: readonly BlockInstruction[],
  run: (base: number, mask: number) => void,
  seed: number,
  [plain, compiled]: readonly [Warp, Warp],
): string | undefined {
  const next = numbersFrom(seed);
  for (let i = 0; i < WORDS; i++) plain.u[i] = word(next);
  compiled.u.set(plain.u);
  const mask = seed % 2 === 0 ? -1 : next() | 0;
  for (const { plans: own, guard } of plans)
    for (const { row, sources, target, second } of own) {
      const bits = guard === undefined ? -1 : (plain.i[guard.place] ?? 0);
      stepOf(
        row,
        sources,
        target,
        second,
      )(plain, mask & (guard?.isNegated === true ? ~bits : bits));
    }
  run(compiled.base, mask);
  const at = plain.u.findIndex(
    (value, index) => !isSameWord(value, compiled.u[index] ?? 0, isNaNOfBfloat),
  );
  return at < 0
    ? undefined
    : `word ${at} is ${plain.u[at]} and ${compiled.u[at]}: ${JSON.stringify(plans)}`;
}

const warpOn = (registers: ReturnType<typeof takeRegisters>): Warp =>
  new Warp(0, 0, 0, 0, registers, -1, 0);

describe('vectors', () => {
  it('do the same as steps lane by lane', () => {
    const registers = takeRegisters(WORDS);
    expect(registers.base).toBeGreaterThanOrEqual(0);
    const warps = [warpOn(ordinaryRegisters(WORDS)), warpOn(registers)] as const;
    const formed = new Set<string>();
    const different: string[] = [];
    let seed = 0;
    const seen = new Set<string>();
    for (const named of allRows()) {
      const { row, second } = named;
      const key = JSON.stringify([row, second]);
      if (seen.has(key) || !isSound(row)) continue;
      seen.add(key);
      seed++;
      const plans = VARIANTS.map((variant, index) => ({
        plans: [planOf(named, variant, numbersFrom(seed))],
        guard: GUARDS[(seed + index) % GUARDS.length],
      }));
      let block = compileBlock(plans);
      // Those that have a form.
      while (plans.length > (block?.length ?? 0)) {
        plans.splice(block?.length ?? 0, 1);
        block = compileBlock(plans);
      }
      if (block === undefined) continue;
      formed.add(named.name);
      const { run } = block;
      const found = difference(plans, (base, mask) => run(base, mask, 0), seed, warps);
      if (found !== undefined) different.push(`${named.name}: ${found}`);
    }
    giveRegisters([registers]);
    expect(different).toEqual([]);
    // A block of none would be executed for ever.
    expect(compileBlock([])).toBeUndefined();
    expect(formed.size).toBeGreaterThan(300);
  });
});
