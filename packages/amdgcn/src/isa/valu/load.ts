/** The text that reads one source in one lane: word, part of the word, modifiers, type. */
import type { Source } from './plan.ts';
import { isHalf, uses } from './row.ts';

/** Whether denormal sources are kept. */
export interface Float {
  readonly keep32: boolean;
  readonly keep16: boolean;
}

/** The word of a source: `part` 1 is the high one of a pair. */
export function wordsOf({ letter, origin }: Source, part: 0 | 1): string {
  switch (origin) {
    case 'row':
      return part === 0 ? `I[p${letter} + l]` : `I[p${letter} + l + 64]`;
    case 'dpp':
      return part === 0 ? 'X[l]' : 'X[l + 64]';
    case 'scalar':
      return part === 0 ? `(s[p${letter}] | 0)` : `(s[p${letter} + 1] | 0)`;
    case 'constant':
      return part === 0 ? `p${letter}` : `x${letter}`;
    case 'reader':
      return part === 0 ? `(p${letter}(w) | 0)` : `(x${letter}(w) | 0)`;
  }
}

/** The part of a word that SDWA selects, extended to 32 bits. */
function selected(word: string, select: string, signed: boolean): string {
  const index = Number(select.slice(-1));
  const bits = select.startsWith('BYTE') ? 8 : 16;
  const left = 32 - bits * (index + 1);
  return signed
    ? `(${word} << ${left} >> ${32 - bits})`
    : `(${word} ${index > 0 ? `>>> ${bits * index} ` : ''}& ${bits === 8 ? 255 : 65535})`;
}

/** Declarations of the names that a row's text uses for a source. `half` is the part that a packed type takes. */
export function loadText(source: Source, text: string, float: Float, half: 0 | 1 = 0): string[] {
  const { letter, type, origin, select, signExtend, sel } = source;
  const word = wordsOf(source, 0);
  const direct = select === undefined && (origin === 'row' || origin === 'dpp');
  const view = (name: 'F' | 'U'): string =>
    origin === 'dpp' ? `X${name}[l]` : `${name}[p${letter} + l]`;
  const part = select === undefined ? word : selected(word, select, signExtend);
  const set = (value: string): string[] => [`const ${letter} = ${value};`];
  if (type.startsWith('v')) return [`const ${letter} = p${letter} + l;`];
  if (isHalf(type)) {
    const raw = select === undefined ? (sel ? `(${word} >>> 16)` : `(${word} & 65535)`) : part;
    return halfText(source, raw, text, float);
  }
  switch (type) {
    case 'f32':
      return float32(source, text, float, direct ? view('F') : undefined, part);
    case 'u32':
      return set(direct ? view('U') : `(${part}) >>> 0`);
    case 'i24':
      return set(`(${part}) << 8 >> 8`);
    case 'u24':
      return set(`(${part}) & 16777215`);
    case 'f64': {
      const names = uses(text, `${letter}BitsH`)
        ? [
            `const ${letter}Bits = ${word}, ${letter}BitsH = ${signBits(source, wordsOf(source, 1), 31)};`,
          ]
        : [];
      const value = signed(source, `asF64(${word}, ${wordsOf(source, 1)})`);
      return [...names, ...set(float.keep16 ? value : `flush64(${value})`)];
    }
    case 'b64':
      return [
        `const ${letter} = ${word};`,
        `const ${letter}H = ${signBits(source, wordsOf(source, 1), 31)};`,
      ];
    case 'u64':
      return [`const ${letter} = ${word} >>> 0, ${letter}H = ${wordsOf(source, 1)} >>> 0;`];
    case 'i64':
      return [`const ${letter} = ${word} >>> 0, ${letter}H = ${wordsOf(source, 1)};`];
    case 's8':
      return set(`(${word} >>> ${8 * (source.sel + 2 * source.selHigh)}) & 255`);
    case 's16':
      return set(sel ? `${word} >>> 16` : `${word} & 65535`);
    case 'h2':
    case 'bf2':
    case 'i2':
    case 'u2':
      return [pairText(source, word, float, 0), pairText(source, word, float, 1)];
    case 'mix':
      return mixText(source, word, float, direct ? view('F') : undefined);
    case 'pkf16':
    case 'pku16':
    case 'pki16':
      return packedHalf(source, word, text, float, half);
    case 'pkf32':
      return packedWord(source, float, half);
    default:
      return set(signBits(source, part, 31));
  }
}

/** neg and abs on a value. */
function signed({ negate, absolute }: Source, value: string): string {
  const magnitude = absolute ? `Math.abs(${value})` : value;
  return negate ? `-${magnitude}` : magnitude;
}

/** neg and abs on bits whose sign is bit `sign`. */
function signBits({ negate, absolute }: Source, bits: string, sign: 15 | 31): string {
  const magnitude = absolute ? `(${bits} & ${sign === 31 ? 2147483647 : 32767})` : bits;
  return negate ? `(${magnitude} ^ ${sign === 31 ? -2147483648 : 32768})` : magnitude;
}

function float32(
  source: Source,
  text: string,
  float: Float,
  view: string | undefined,
  part: string,
): string[] {
  const { letter } = source;
  const bits = uses(text, `${letter}Bits`)
    ? [`const ${letter}Bits = ${signBits(source, part, 31)};`]
    : [];
  const value = signed(source, view ?? `asF32(${part})`);
  return [...bits, `const ${letter} = ${float.keep32 ? value : `flush32(${value})`};`];
}

function halfText(source: Source, raw: string, text: string, float: Float): string[] {
  const { letter, type } = source;
  switch (type) {
    case 'f16': {
      const bits = uses(text, `${letter}Bits`)
        ? [`const ${letter}Bits = ${signBits(source, raw, 15)};`]
        : [];
      const value = signed(source, `HALF[${raw} & 65535]`);
      return [...bits, `const ${letter} = ${float.keep16 ? value : `flush16(${value})`};`];
    }
    case 'bf16':
      return [`const ${letter} = ${signed(source, `asF32(${raw} << 16)`)};`];
    case 'i16':
      return [`const ${letter} = ${raw} << 16 >> 16;`];
    default:
      return [`const ${letter} = ${signBits(source, `(${raw} & 65535)`, 15)};`];
  }
}

const cut = (word: string, high: number): string =>
  high ? `(${word} >>> 16)` : `(${word} & 65535)`;

/** One half of a packed source, as `a0` or `a1`. */
function pairText(source: Source, word: string, float: Float, half: 0 | 1): string {
  const { letter, type } = source;
  const bits = cut(word, half === 0 ? source.sel : source.selHigh);
  const negate = half === 0 ? source.negateLow : source.negateHigh;
  const name = `const ${letter}${half} = `;
  const sign = negate ? '-' : '';
  switch (type) {
    case 'h2':
      return `${name}${sign}${float.keep16 ? `HALF[${bits}]` : `flush16(HALF[${bits}])`};`;
    case 'bf2':
      return `${name}${sign}asF32(${bits} << 16);`;
    case 'i2':
      return `${name}${bits} << 16 >> 16;`;
    default:
      return `${name}${bits};`;
  }
}

/** A source of a mixed-precision instruction: f32, or a half when op_sel_hi says so. */
function mixText(source: Source, word: string, float: Float, view: string | undefined): string[] {
  const value =
    source.selHigh === 1 ? `HALF[${cut(word, source.sel)}]` : (view ?? `asF32(${word})`);
  return [
    `const ${source.letter} = ${signed(source, float.keep32 ? value : `flush32(${value})`)};`,
  ];
}

function packedHalf(
  source: Source,
  word: string,
  text: string,
  float: Float,
  half: 0 | 1,
): string[] {
  const { letter, type } = source;
  const bits = cut(word, half === 0 ? source.sel : source.selHigh);
  const negate = half === 0 ? source.negateLow : source.negateHigh;
  if (type === 'pku16') return [`const ${letter} = ${bits};`];
  if (type === 'pki16') return [`const ${letter} = ${bits} << 16 >> 16;`];
  const value = float.keep16 ? `HALF[${bits}]` : `flush16(HALF[${bits}])`;
  const raw = uses(text, `${letter}Bits`) ? [`const ${letter}Bits = ${bits};`] : [];
  return [...raw, `const ${letter} = ${negate ? '-' : ''}${value};`];
}

/** One word of a pair of f32. */
function packedWord(source: Source, float: Float, half: 0 | 1): string[] {
  const { letter, origin } = source;
  const high = (half === 0 ? source.sel : source.selHigh) ? 1 : 0;
  const negate = half === 0 ? source.negateLow : source.negateHigh;
  const value =
    origin === 'row'
      ? `F[p${letter} + l${high ? ' + 64' : ''}]`
      : origin === 'dpp'
        ? `XF[l${high ? ' + 64' : ''}]`
        : `asF32(${wordsOf(source, high)})`;
  const kept = float.keep32 ? value : `flush32(${value})`;
  return [`const ${letter} = ${negate ? '-' : ''}${kept};`];
}
