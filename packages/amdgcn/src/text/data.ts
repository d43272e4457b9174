/**
 * Directives that put bytes into a section.
 *
 *     .long 1, table+4   .quad 0x10   .asciz "text"   .fill 4, 2, 0   .p2align 4   .float 1.5
 *
 * In code, bytes behind a label are data of their own; alignment, and the padding with s_code_end that compilers
 * append, are left out.
 */
import { encodeSmallFloat, messages, smallFloats } from '@ldscope/core';
import { parseExpression, parseNumber } from './expressions.ts';
import { leavesCode } from './code-names.ts';
import { Token } from './lexer.ts';
import { integerValue } from './numbers.ts';
import { dataLimit } from './limits.ts';
import type { Assembly } from './state.ts';
import { stringBytes } from './strings.ts';

type Directive = (assembly: Assembly, name: string) => void;

/** Makes the section ready for data; false when it keeps none. */
function open(assembly: Assembly, bytes: number): boolean {
  const { section } = assembly;
  if (!assembly.takeData(bytes)) return false;
  if (section.kind !== 'code') return true;
  if (!section.afterData) {
    const last = section.instructions.at(-1);
    if (last !== undefined && !leavesCode(last.mnemonic)) {
      last.beforeData = true;
      assembly.report(messages.amdgcn.dataInCode());
    }
  }
  for (const place of section.openLabels) {
    place.area = 'data';
    place.position = section.length;
  }
  section.openLabels.length = 0;
  section.afterData = true;
  return true;
}

/** Places a list of numbers or addresses. */
const numbers =
  (bytes: number): Directive =>
  (assembly) => {
    const lexer = assembly.lexer;
    if (lexer.atLineEnd()) return;
    do {
      const start = lexer.start;
      const simple =
        lexer.kind === Token.integer ? integerValue(lexer.text, lexer.start, lexer.end) : undefined;
      const expression = parseExpression(assembly);
      if (expression === undefined || !open(assembly, bytes)) return;
      const { section } = assembly;
      const offset = section.reserve(bytes);
      const value =
        expression.kind === 'number'
          ? (simple ?? expression.value)
          : assembly.symbols.number(expression);
      if (value !== undefined) section.write(offset, bytes, value);
      else {
        const span = assembly.span(start, lexer.previousEnd);
        section.pending.push({ offset, bytes, expression, span });
      }
    } while (assembly.eat(Token.comma));
  };

/** Places a list of floats. */
const floats =
  (bytes: 2 | 4 | 8): Directive =>
  (assembly) => {
    const lexer = assembly.lexer;
    const view = new DataView(new ArrayBuffer(8));
    do {
      const negative = assembly.eat(Token.minus);
      if (!negative) assembly.eat(Token.plus);
      const word = lexer.slice().toLowerCase();
      const number = lexer.kind === Token.integer || lexer.kind === Token.float;
      const special = word === 'inf' || word === 'infinity' ? Infinity : Number.NaN;
      if (!number && !(Number.isNaN(special) ? word === 'nan' : true)) {
        assembly.fail('a number');
        return;
      }
      const magnitude = number ? Number(word.replace(/[ul]+$/, '')) : special;
      lexer.next();
      if (!open(assembly, bytes)) return;
      const value = negative ? -magnitude : magnitude;
      const half = smallFloats['f16'];
      if (bytes === 2)
        view.setUint16(0, half === undefined ? 0 : encodeSmallFloat(half, value), true);
      else if (bytes === 4) view.setFloat32(0, value, true);
      else view.setFloat64(0, value, true);
      const { section } = assembly;
      section.write(section.reserve(bytes), bytes, view.getBigUint64(0, true));
    } while (assembly.eat(Token.comma));
  };

const strings =
  (terminated: boolean): Directive =>
  (assembly) => {
    const lexer = assembly.lexer;
    do {
      if (lexer.kind !== Token.string) {
        assembly.fail('a string');
        return;
      }
      const bytes = stringBytes(lexer.slice(), terminated);
      lexer.next();
      if (!open(assembly, bytes.length)) return;
      const { section } = assembly;
      section.view(section.reserve(bytes.length), bytes.length).set(bytes);
    } while (assembly.eat(Token.comma) || lexer.kind === Token.string);
  };

/** A count that data may have; `undefined` after a diagnostic. */
function count(assembly: Assembly): number | undefined {
  const start = assembly.lexer.start;
  const value = parseNumber(assembly);
  if (value === undefined) return undefined;
  if (value >= 0n && value <= BigInt(dataLimit)) return Number(value);
  const message =
    value < 0n ? messages.amdgcn.count(String(value)) : messages.amdgcn.dataSize(dataLimit);
  return assembly.failWith(message, start, assembly.lexer.previousEnd);
}

/** `.zero`, `.skip`, `.space`: a number of bytes, zero or as given. */
const space: Directive = (assembly) => {
  const bytes = count(assembly);
  if (bytes === undefined) return;
  const value = assembly.eat(Token.comma) ? parseNumber(assembly) : 0n;
  if (value === undefined || !open(assembly, bytes)) return;
  const { section } = assembly;
  section.view(section.reserve(bytes), bytes).fill(Number(BigInt.asUintN(8, value)));
};

/** Instructions that padding is made of: s_code_end, s_nop 0. */
const padding: ReadonlySet<bigint> = new Set([0xbf9f0000n, 0xbf800000n]);

/** `.fill repeat, size, value`. */
const fill: Directive = (assembly) => {
  const repeat = count(assembly);
  if (repeat === undefined) return;
  const size = assembly.eat(Token.comma) ? count(assembly) : 1;
  const value = assembly.eat(Token.comma) ? parseNumber(assembly) : 0n;
  if (size === undefined || value === undefined) return;
  const { section } = assembly;
  if (section.kind === 'code' && size === 4 && padding.has(BigInt.asUintN(32, value))) {
    section.paddings.push(section.instructions.length);
    return;
  }
  const bytes = Math.min(size, 8);
  if (!open(assembly, bytes * repeat)) return;
  const offset = section.reserve(bytes * repeat);
  // Only four bytes of the value count, as in the GNU assembler.
  const low = BigInt.asUintN(32, value);
  for (let i = 0; i < repeat; i++) section.write(offset + i * bytes, bytes, low);
};

/** Where hardware may enter a kernel. */
const ENTRY_ALIGNMENT = 256;

/** `.p2align power, fill` and `.balign bytes, fill`. */
const align =
  (power: boolean): Directive =>
  (assembly) => {
    const given = parseNumber(assembly);
    if (given === undefined) return;
    assembly.lexer.skipLine();
    const bytes = power ? 2 ** Number(given) : Number(given);
    const { section } = assembly;
    if (section.kind === 'code' && bytes === ENTRY_ALIGNMENT)
      section.paddings.push(section.instructions.length);
    if (section.kind === 'code' && !section.afterData) return;
    if (!(bytes > 1 && bytes <= 65536)) return;
    const rest = section.length % bytes;
    if (rest !== 0 && open(assembly, bytes - rest)) section.reserve(bytes - rest);
  };

/** `.org offset`. */
const origin: Directive = (assembly) => {
  const offset = count(assembly);
  const { section } = assembly;
  if (offset === undefined || section.kind === 'code' || offset <= section.length) return;
  if (open(assembly, offset - section.length)) section.reserve(offset - section.length);
};

/** Numbers of seven bits a byte. */
const variable =
  (signed: boolean): Directive =>
  (assembly) => {
    do {
      let rest = parseNumber(assembly);
      if (rest === undefined) return;
      for (;;) {
        const low = Number(rest & 127n);
        rest >>= 7n;
        const last = signed ? rest === (low & 64 ? -1n : 0n) : rest <= 0n;
        if (!open(assembly, 1)) return;
        const { section } = assembly;
        section.write(section.reserve(1), 1, BigInt(last ? low : low | 128));
        if (last) break;
      }
    } while (assembly.eat(Token.comma));
  };

const table: ReadonlyMap<string, Directive> = new Map([
  ['.byte', numbers(1)],
  ['.dc.b', numbers(1)],
  ['.2byte', numbers(2)],
  ['.short', numbers(2)],
  ['.hword', numbers(2)],
  ['.half', numbers(2)],
  ['.value', numbers(2)],
  ['.dc.w', numbers(2)],
  ['.4byte', numbers(4)],
  ['.long', numbers(4)],
  ['.int', numbers(4)],
  ['.word', numbers(4)],
  ['.dc.l', numbers(4)],
  ['.8byte', numbers(8)],
  ['.quad', numbers(8)],
  ['.octa', numbers(16)],
  ['.float', floats(4)],
  ['.single', floats(4)],
  ['.double', floats(8)],
  ['.ascii', strings(false)],
  ['.asciz', strings(true)],
  ['.string', strings(true)],
  ['.zero', space],
  ['.skip', space],
  ['.space', space],
  ['.fill', fill],
  ['.p2align', align(true)],
  ['.p2alignl', align(true)],
  ['.p2alignw', align(true)],
  ['.balign', align(false)],
  ['.balignl', align(false)],
  ['.balignw', align(false)],
  ['.align', align(false)],
  ['.org', origin],
  ['.uleb128', variable(false)],
  ['.sleb128', variable(true)],
]);

/** Handles the directive, which the lexer has passed, when it places data. */
export function dataDirective(assembly: Assembly, directive: string): boolean {
  const handle = table.get(directive);
  if (handle === undefined) return false;
  if (assembly.section.kind === 'ignored') assembly.lexer.skipLine();
  else handle(assembly, directive);
  return true;
}
