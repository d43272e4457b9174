/**
 * Programs that nobody would write: real lines taken apart and put together wrongly, for `fuzz.test.ts`.
 *
 *     ds_write_b128 v1, v[4:7] offset:64       a line that is right
 *     ds_write_b128 v1, s[4:7] offset:-1       an operand of another kind, a number at its extreme
 *     ds_bpermute_b32 v1, v[4:7] offset:64     a mnemonic from the tables with the operands of another
 */
import * as fc from 'fast-check';
import type { Family } from '../../src/state/compile.ts';
import { dsFamily } from '../../src/isa/ds/ds.ts';
import { memoryFamily } from '../../src/isa/memory/memory.ts';
import { mfma } from '../../src/isa/mfma/mfma.ts';
import { saluFamily } from '../../src/isa/salu/salu.ts';
import { smemFamily } from '../../src/isa/smem.ts';
import { valuFamily } from '../../src/isa/valu/valu.ts';
import { textsIn } from '../../../../test/texts.ts';
import { bench } from './harness.ts';

const text = textsIn(new URL('fuzz-lines.s', import.meta.url));
const linesOf = (name: string): readonly string[] => text(name).split('\n');
const wordsOf = (name: string): readonly string[] => text(name).split(/\s+/);

const families = (['gfx950', 'gfx1100', 'gfx1201'] as const).flatMap(
  (target): readonly Family[] => {
    const { environment } = bench(target);
    return [
      saluFamily(target),
      smemFamily(environment),
      dsFamily(environment),
      memoryFamily(environment),
      valuFamily(target),
    ];
  },
);
families.push(mfma);
/** Every mnemonic that is executed, by unit. */
const mnemonics: readonly (readonly string[])[] = families.map((family) => [...family.keys()]);
const unknownMnemonics = ['v_frobnicate_b32', 's_frobnicate_b64', 'ds_frobnicate_b32', 'frob'];

/** What kernels begin with: arguments in s[8:11], the byte of the lane in v1, an address in v[2:3]. */
const prologue = linesOf('what kernels begin with');

/** Lines of all kinds that are right; labels among them. */
const sound: readonly string[] = linesOf('right lines of all kinds, labels among them');

const lowIndex = fc.oneof(
  { weight: 6, arbitrary: fc.nat(15) },
  { weight: 1, arbitrary: fc.constantFrom(101, 127, 250, 254, 255, 256, 4096, 2 ** 31, 1e21) },
);
const register = fc
  .tuple(fc.constantFrom('v', 'v', 's', 's', 'a', 'ttmp'), lowIndex, fc.constantFrom(0, 0, 1, 3, 7))
  .map(([file, index, more]) =>
    more === 0 ? `${file}${index}` : `${file}[${index}:${index + more}]`,
  );
const number = fc.oneof(
  fc.integer({ min: -70, max: 70 }).map(String),
  fc.constantFrom('0x7fffffff', '0x80000000', '0xffffffff', '-0x80000000', '0x1ffffffff', '65536'),
  fc.constantFrom('0x7fffffffffffffff', '-1<<63', '1<<64', '99999999999999999999999', '0xfff80'),
  fc.constantFrom('1.0', '-0.0', '0.15915494', '1.0e308', '1e-45', '1e400', '3.5'),
);
const special = fc.constantFrom(...wordsOf('special operands'));
const operand = fc.oneof(
  { weight: 6, arbitrary: register },
  { weight: 2, arbitrary: number },
  { weight: 2, arbitrary: special },
  { weight: 1, arbitrary: register.map((name) => `-|${name}|`) },
  { weight: 1, arbitrary: register.map((name) => `sext(${name})`) },
);
const modifier = fc.oneof(
  number.map((value) => `offset:${value}`),
  number.map((value) => `offset0:${value} offset1:255`),
  fc.constantFrom(...wordsOf('modifiers'), 'offset:swizzle(BITMASK_PERM, "00pip")'),
);
const mnemonic = fc.oneof(
  ...mnemonics.map((names) => fc.constantFrom(...names)),
  fc.constantFrom(...unknownMnemonics),
);
const suffix = fc.constantFrom('', '', '', '', '_e32', '_e64', '_dpp', '_sdwa');

/** An instruction of any mnemonic with operands of any kind. */
const randomLine = fc
  .tuple(
    mnemonic,
    suffix,
    fc.array(operand, { maxLength: 5 }),
    fc.array(modifier, { maxLength: 2 }),
  )
  .map(([name, ending, operands, modifiers]) =>
    [`${name}${ending}`, operands.join(', '), ...modifiers].join(' '),
  );

interface Edit {
  readonly kind: 'delete' | 'double' | 'swap' | 'operand' | 'number' | 'mnemonic' | 'cut' | 'add';
  readonly at: number;
  readonly other: number;
  readonly operand: string;
  readonly number: string;
  readonly mnemonic: string;
  readonly modifier: string;
}

const edit: fc.Arbitrary<Edit> = fc.record({
  kind: fc.constantFrom(
    'delete',
    'double',
    'swap',
    'operand',
    'operand',
    'number',
    'mnemonic',
    'mnemonic',
    'cut',
    'add',
  ),
  at: fc.nat(999),
  other: fc.nat(999),
  operand,
  number,
  mnemonic,
  modifier,
});

/** Replaces one of the places where a text matches. */
function replaceOne(text: string, pattern: RegExp, choice: number, replacement: string): string {
  const found = [...text.matchAll(pattern)];
  const match = found[choice % Math.max(1, found.length)];
  if (match === undefined) return text;
  return text.slice(0, match.index) + replacement + text.slice(match.index + match[0].length);
}

function change(lines: string[], { kind, at, other, ...parts }: Edit): void {
  if (lines.length === 0) return;
  const here = at % lines.length;
  const there = other % lines.length;
  const line = lines[here] ?? '';
  switch (kind) {
    case 'delete':
      lines.splice(here, 1);
      return;
    case 'double':
      lines.splice(there, 0, line);
      return;
    case 'swap':
      lines[here] = lines[there] ?? '';
      lines[there] = line;
      return;
    case 'operand':
      lines[here] = replaceOne(
        line,
        /-?[vsa]\[\d+:\d+\]|\b[vsa]\d+\b|\boff\b/g,
        other,
        parts.operand,
      );
      return;
    case 'number':
      lines[here] = replaceOne(line, /(?<=[\s:,[])-?\d[\dxa-f.]*/g, other, parts.number);
      return;
    case 'mnemonic':
      lines[here] = replaceOne(line, /^\w+(?!:)/g, 0, parts.mnemonic);
      return;
    case 'cut':
      lines[here] = line.slice(0, other % (line.length + 1));
      return;
    case 'add':
      lines[here] = `${line} ${parts.modifier}`;
  }
}

/** Lines that are right in an order that is not, some of them changed. */
const mutatedBody = fc
  .tuple(
    fc.array(fc.constantFrom(...sound), { minLength: 5, maxLength: 40 }),
    fc.array(edit, { maxLength: 12 }),
    fc.boolean(),
  )
  .map(([chosen, edits, whole]) => {
    const lines = whole ? [...prologue, ...chosen] : [...chosen];
    if (whole) for (const one of edits) change(lines, one);
    else for (const one of edits) change(lines, { ...one, other: one.other + 1 });
    return lines;
  });

const randomBody = fc
  .tuple(fc.boolean(), fc.array(randomLine, { minLength: 1, maxLength: 20 }))
  .map(([begun, lines]) => (begun ? [...prologue, ...lines] : lines));

/** The body of a kernel, a line an instruction. */
export const body: fc.Arbitrary<readonly string[]> = fc.oneof(mutatedBody, randomBody);

const field = fc.constantFrom(...wordsOf('fields of a descriptor'));

/** Lines of a descriptor. */
export const fields: fc.Arbitrary<readonly string[]> = fc.array(
  fc.tuple(field, number).map(([name, value]) => `.amdhsa_${name} ${value}`),
  { maxLength: 3 },
);
