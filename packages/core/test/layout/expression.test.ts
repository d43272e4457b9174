/** The expression language: values against C's own meaning, faults with their place. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { evaluateFormulas, expectValue, type Formula, parseFormulas } from '@ldscope/core';
import { forAll } from '../../../../test/for-all.ts';

const LANES = Uint32Array.from({ length: 64 }, (_, lane) => lane);
const lanes = new Map([['lane', LANES]]);

const evaluate = (text: string) =>
  evaluateFormulas(expectValue(parseFormulas(text, ['lane'])), lanes, 64);
const list = (text: string): number[] => [...(expectValue(evaluate(text)).result ?? [])];

/** Code, place and message of the first fault, in parsing or evaluation. */
function said(text: string): string {
  const parsed = parseFormulas(text, ['lane']);
  const [first] = (parsed.ok ? evaluateFormulas(parsed.value, lanes, 64) : parsed).diagnostics;
  if (first === undefined) return 'fine';
  const place = text.slice(first.span?.start, first.span?.end);
  return `${first.code} at '${place}': ${first.message}`;
}

describe('values', () => {
  test('accesses as lane formulas', () => {
    const { values } = expectValue(evaluate('row = lane % 16; col = (lane / 16) * 8'));
    expect([...(values.get('row') ?? [])].slice(14, 18)).toEqual([14, 15, 0, 1]);
    expect([...(values.get('col') ?? [])].filter((_, i) => i % 16 === 0)).toEqual([0, 8, 16, 24]);
    expect(list('(lane ^ (lane >> 3)) & 7').slice(8, 12)).toEqual([1, 0, 3, 2]);
    expect(list('half = lane / 32\nhalf * 2 + 1')[40]).toBe(3);
    expect(list('const unsigned key[4] = {0, 3, 1, 2}; return key[lane % 4];').slice(0, 5)).toEqual(
      [0, 3, 1, 2, 0],
    );
  });

  test("operators bind as C's, choices and logic take what they need", () => {
    expect(list('1 + 2 * 3 << 1 | 1 ^ 3 & 2')[0]).toBe(15);
    expect(list('lane & 1 == 1')[3]).toBe(1);
    expect(list('lane < 32 ? lane : 63 - lane')[60]).toBe(3);
    expect(list('lane == 0 || 64 / lane > 8 ? 1 : 0').slice(0, 9)).toEqual([
      1, 1, 1, 1, 1, 1, 1, 1, 0,
    ]);
    expect(list('lane != 0 && 64 / lane > 8')[0]).toBe(0);
    expect(list('~7 & lane')[13]).toBe(8);
    expect(list('0x10u + 0b11')[0]).toBe(19);
    expect(list('!lane + +1')[0]).toBe(2);
  });

  test('faults have code, place and values', () => {
    expect(said('lane * 100000000')).toBe(
      "expression/overflow at 'lane * 100000000': the value 4300000000 is outside of unsigned 32-bit integers at lane = 43",
    );
    expect(said('7 + (lane - 1)')).toBe(
      "expression/overflow at 'lane - 1': the value -1 is outside of unsigned 32-bit integers at lane = 0",
    );
    expect(said('1 << 32 - lane')).toContain('a shift by 32 bits at lane = 0');
    expect(said('1 << 31')).toBe('fine');
    expect(said('64 / lane')).toBe(
      "expression/division-by-zero at 'lane': division by zero at lane = 0",
    );
    expect(said('row + 1')).toBe("expression/unknown-name at 'row': 'row' has no value");
    expect(said('a = 1; a = 2')).toBe("expression/defined-twice at 'a': 'a' is defined already");
    expect(said('lane // 16')).toBe("expression/double-slash at '//': '//' is not an operator");
    expect(said('5000000000')).toContain('expression/literal');
    expect(said('010')).toContain('octal');
    expect(said('(lane')).toBe("syntax/expected at '': expected ')', found the end");
    expect(said('lane $ 2')).toContain('syntax/unknown-character');
    expect(said('key[2] = {1}; key[0]')).toContain('has no value');
    expect(said('unsigned key[2] = {1}; key[0]')).toContain('a table of 2 numbers has 1');
    expect(said('unsigned key[2] = {1, 2}; key[lane]')).toContain('key[2] is outside of the table');
    expect(said('('.repeat(500) + '1' + ')'.repeat(500))).toContain('syntax/too-deep');
    expect(said('-'.repeat(5000) + '1')).toContain('syntax/too-deep');
    expect(said('')).toBe('fine');
  });
});

/** Random formulas, and the same as JavaScript with u32 semantics through BigInt. */
const formulas: fc.Arbitrary<string> = fc.letrec<{ any: string }>((tie) => ({
  any: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constant('lane'),
    fc.nat(70).map(String),
    fc
      .tuple(
        tie('any'),
        fc.constantFrom('+', '-', '*', '/', '%', '&', '|', '^', '<<', '>>', '<', '==', '&&', '||'),
        tie('any'),
      )
      .map(([a, op, b]) => `(${a} ${op} ${b})`),
    fc.tuple(tie('any'), tie('any'), tie('any')).map(([a, b, d]) => `(${a} ? ${b} : ${d})`),
    tie('any').map((a) => `~${a}`),
  ),
})).any;

test('values are those of exact integers', () => {
  const exact = (formula: Formula, lane: bigint): bigint | undefined => {
    switch (formula.kind) {
      case 'number':
        return BigInt(formula.value);
      case 'name':
        return lane;
      case 'element':
        return undefined;
      case 'unary': {
        const of = exact(formula.of, lane);
        return of === undefined ? undefined : of ^ 0xffffffffn;
      }
      case 'choice': {
        const condition = exact(formula.condition, lane);
        if (condition === undefined) return undefined;
        return exact(condition === 0n ? formula.no : formula.yes, lane);
      }
      case 'binary': {
        const a = exact(formula.left, lane);
        if (a === undefined) return undefined;
        if (formula.operator === '&&' && a === 0n) return 0n;
        if (formula.operator === '||' && a !== 0n) return 1n;
        const b = exact(formula.right, lane);
        if (b === undefined) return undefined;
        const value = plain(formula.operator, a, b);
        return value === undefined || value < 0n || value >= 1n << 32n ? undefined : value;
      }
    }
  };
  const plain = (operator: string, a: bigint, b: bigint): bigint | undefined => {
    const flag = (value: boolean): bigint => (value ? 1n : 0n);
    switch (operator) {
      case '+':
        return a + b;
      case '-':
        return a - b;
      case '*':
        return a * b;
      case '/':
        return b === 0n ? undefined : a / b;
      case '%':
        return b === 0n ? undefined : a % b;
      case '&':
        return a & b;
      case '|':
        return a | b;
      case '^':
        return a ^ b;
      case '<<':
        return b > 31n ? undefined : a << b;
      case '>>':
        return b > 31n ? undefined : a >> b;
      case '<':
        return flag(a < b);
      case '==':
        return flag(a === b);
      default:
        return flag(b !== 0n);
    }
  };
  forAll([formulas], 500, (text) => {
    const program = expectValue(parseFormulas(text, ['lane']));
    const { result } = program;
    if (result === undefined) throw new Error('no result');
    const wanted = Array.from(LANES, (lane) => exact(result, BigInt(lane)));
    const found = evaluateFormulas(program, lanes, 64);
    expect(found.ok).toBe(wanted.every((value) => value !== undefined));
    if (found.ok) expect([...(found.value.result ?? [])]).toEqual(wanted.map(Number));
  });
});
