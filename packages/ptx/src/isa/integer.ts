/** Integer arithmetic, logic and bits. Source: PTX ISA 9.0, 9.7.1, 9.7.2, 9.7.8. */
import { isWide, type Row, type RowMaker, type RowType, same } from './row.ts';

const isNarrow = (type: RowType): boolean => /^[bsu]16$/.test(type);
const isSigned = (type: RowType): boolean => type.startsWith('s');
/** The same width without a sign. */
const plain = (type: RowType): RowType => (isWide(type) ? 'b64' : isNarrow(type) ? 'b16' : 'b32');

/** Both parts of a 64-bit expression of words. */
const words = (low: string, high: string): string => `{ rL = ${low}; rH = ${high}; }`;

/** A sum of two 64-bit values; `carry` is 0 or 1. */
const SUM64 = (carry: string): string =>
  `{ const t = (aL >>> 0) + (bL >>> 0) + ${carry}; rL = t | 0; rH = (aH + bH + (t > 4294967295 ? 1 : 0)) | 0; }`;
const DIFFERENCE64 = (borrow: string): string =>
  `{ const t = (aL >>> 0) - (bL >>> 0) - ${borrow}; rL = t | 0; rH = (aH - bH - (t < 0 ? 1 : 0)) | 0; }`;

const sum: RowMaker = (modifiers, type) => {
  if (modifiers.includes('cc')) return withCarry('add', type, false);
  if (type === 'u16x2' || type === 's16x2') return same(type, 2, words('aL + bL', 'aH + bH'));
  if (isWide(type)) return same(type, 2, SUM64('0'));
  if (modifiers.includes('sat')) return same('s32', 2, 'clampTo(a + b, -2147483648, 2147483647)');
  return same(type, 2, '(a + b) | 0');
};

const difference: RowMaker = (modifiers, type) => {
  if (modifiers.includes('cc')) return withCarry('sub', type, false);
  if (isWide(type)) return same(type, 2, DIFFERENCE64('0'));
  if (modifiers.includes('sat')) return same('s32', 2, 'clampTo(a - b, -2147483648, 2147483647)');
  return same(type, 2, '(a - b) | 0');
};

/**
 * `add.cc`, `addc.cc` and the like; `takes` the carry. As on hardware, which adds the complement, a carry of 1 is not a borrow:
 * `addc` behind `sub.cc` sees it.
 */
function withCarry(kind: 'add' | 'sub', type: RowType, takes: boolean, gives = true): Row {
  const [sign, before, overflow] =
    kind === 'add'
      ? ['+', takes ? 'CC' : '0', '> 4294967295']
      : ['-', takes ? '(1 - CC)' : '0', '< 0'];
  const carry = kind === 'add' ? '1 : 0' : '0 : 1';
  const out = (sum: string): string => (gives ? `CC = ${sum} ${overflow} ? ${carry};` : '');
  const text = isWide(type)
    ? `{ const t = (aL >>> 0) ${sign} (bL >>> 0) ${sign} ${before}; const h = (aH >>> 0) ${sign} (bH >>> 0) ${sign} (t ${overflow} ? 1 : 0);
  rL = t | 0; rH = h | 0; ${out('h')} }`
    : `{ const t = (a >>> 0) ${sign} (b >>> 0) ${sign} ${before}; r = t | 0; ${out('t')} }`;
  return { ...same(type, 2, text), carry: takes ? (gives ? 'both' : 'in') : 'out' };
}

const carried =
  (kind: 'add' | 'sub'): RowMaker =>
  (modifiers, type) =>
    withCarry(kind, type, true, modifiers.includes('cc'));

/** The 64-bit product of two words, and of two 64-bit values its low half. */
const LOW64 =
  'rL = Math.imul(aL, bL); rH = (mulHigh(aL >>> 0, bL >>> 0) + Math.imul(aL, bH) + Math.imul(aH, bL)) | 0;';

const high32 = (type: RowType): string =>
  isSigned(type) ? 'mulHighSigned(a, b)' : 'mulHigh(a >>> 0, b >>> 0)';

/** Of a type twice as wide. */
const twice = (type: RowType): RowType =>
  isNarrow(type) ? (isSigned(type) ? 's32' : 'u32') : isSigned(type) ? 's64' : 'u64';

const multiply: RowMaker = (modifiers, type) => {
  if (modifiers.includes('wide')) {
    const text = isNarrow(type) ? 'Math.imul(a, b)' : words('Math.imul(a, b)', high32(type));
    return { ...same(type, 2, text), out: twice(type) };
  }
  if (modifiers.includes('hi')) {
    if (isNarrow(type)) return same(type, 2, 'Math.imul(a, b) >> 16');
    if (!isWide(type)) return same(type, 2, `${high32(type)} | 0`);
    return same(
      type,
      2,
      `{ high64Of(aL, aH, bL, bH, ${isSigned(type)}, W); rL = W[0]; rH = W[1]; }`,
    );
  }
  return isWide(type) ? same(type, 2, `{ ${LOW64} }`) : same(type, 2, 'Math.imul(a, b)');
};

const multiplyAdd: RowMaker = (modifiers, type) => {
  if (modifiers.includes('cc')) return multiplyAddCarried(false)(modifiers, type);
  const product = multiply(
    modifiers.filter((name) => name !== 'sat'),
    type,
  );
  if (product === undefined) return undefined;
  const { out } = product;
  const ins = [type, type, out];
  if (isWide(out)) {
    const first = product.text.slice(1, -1);
    const add =
      'const t = (rL >>> 0) + (cL >>> 0); rL = t | 0; rH = (rH + cH + (t > 4294967295 ? 1 : 0)) | 0;';
    return { out, ins, text: `{ ${first} ${add} }` };
  }
  if (modifiers.includes('sat')) {
    return { out, ins, text: `clampTo((${product.text}) + c, -2147483648, 2147483647)` };
  }
  return { out, ins, text: `((${product.text}) + c) | 0` };
};

/** `madc.lo`, `madc.hi`, and `mad.cc` of 64 bits. */
const multiplyAddCarried =
  (takes: boolean): RowMaker =>
  (modifiers, type) => {
    const gives = modifiers.includes('cc');
    const product = multiply(
      modifiers.filter((name) => name !== 'cc'),
      type,
    );
    if (product === undefined || product.out !== type) return undefined;
    const before = takes ? ' + CC' : '';
    const text = isWide(type)
      ? `{ ${product.text.slice(1, -1)} const t = (rL >>> 0) + (cL >>> 0)${before}; const h = (rH >>> 0) + (cH >>> 0) + (t > 4294967295 ? 1 : 0);
  rL = t | 0; rH = h | 0; ${gives ? 'CC = h > 4294967295 ? 1 : 0;' : ''} }`
      : `{ const t = ((${product.text}) >>> 0) + (c >>> 0)${before}; r = t | 0; ${gives ? 'CC = t > 4294967295 ? 1 : 0;' : ''} }`;
    const carry = takes ? (gives ? 'both' : 'in') : 'out';
    return { out: type, ins: [type, type, type], text, carry };
  };

/** Products of the low 24 bits. */
const of24 = (type: RowType, name: string): string =>
  isSigned(type) ? `((${name} << 8) >> 8)` : `(${name} & 16777215)`;

const multiply24 =
  (adds: boolean): RowMaker =>
  (modifiers, type) => {
    const [a, b] = [of24(type, 'a'), of24(type, 'b')];
    const product = modifiers.includes('hi')
      ? `Math.floor(${a} * ${b} / 65536)`
      : `Math.imul(${a}, ${b})`;
    return same(type, adds ? 3 : 2, `(${product}${adds ? ' + c' : ''}) | 0`);
  };

const divide =
  (remainder: boolean): RowMaker =>
  (_, type) => {
    if (isWide(type)) {
      const name = remainder ? 'remainder64' : 'quotient64';
      return same(
        type,
        2,
        `{ ${name}(aL, aH, bL, bH, ${isSigned(type)}, W); rL = W[0]; rH = W[1]; }`,
      );
    }
    // Division by zero gives all ones, and so does the remainder, as hardware does.
    return same(type, 2, `b === 0 ? -1 : (a ${remainder ? '%' : '/'} b) | 0`);
  };

const least =
  (name: 'min' | 'max'): RowMaker =>
  (modifiers, type) => {
    if (type === 'u16x2' || type === 's16x2') {
      const relu = modifiers.includes('relu')
        ? (text: string): string => `Math.max(0, ${text})`
        : (text: string): string => text;
      return same(type, 2, words(relu(`Math.${name}(aL, bL)`), relu(`Math.${name}(aH, bH)`)));
    }
    if (!isWide(type)) {
      const text = `Math.${name}(a, b)`;
      return same(type, 2, modifiers.includes('relu') ? `Math.max(0, ${text})` : `${text} | 0`);
    }
    const less = less64(isSigned(type));
    const first = name === 'min' ? less : `!(${less})`;
    return same(type, 2, `{ const s = ${first}; rL = s ? aL : bL; rH = s ? aH : bH; }`);
  };

/** a < b over words. */
export function less64(signed: boolean): string {
  const high = signed ? 'aH < bH' : '(aH >>> 0) < (bH >>> 0)';
  return `(${high} || (aH === bH && (aL >>> 0) < (bL >>> 0)))`;
}

const logic =
  (operator: string): RowMaker =>
  (_, type) => {
    if (type === 'pred') return same(type, 2, `a ${operator} b`);
    const of = plain(type);
    return isWide(of)
      ? same(of, 2, words(`aL ${operator} bL`, `aH ${operator} bH`))
      : same(of, 2, `a ${operator} b`);
  };

const shiftLeft: RowMaker = (_, type) => ({
  out: plain(type),
  ins: [plain(type), 'u32'],
  text: isWide(type)
    ? words(
        'b > 31 ? 0 : aL << b',
        'b > 63 ? 0 : b > 31 ? aL << (b - 32) : b === 0 ? aH : (aH << b) | (aL >>> (32 - b))',
      )
    : 'b > 31 ? 0 : a << b',
});

const shiftRight: RowMaker = (_, type) => {
  const signed = isSigned(type);
  const operator = signed ? '>>' : '>>>';
  const fill = signed ? 'aH >> 31' : '0';
  const text = isWide(type)
    ? words(
        `b > 63 ? ${fill} : b > 31 ? aH ${operator} (b - 32) : b === 0 ? aL : (aL >>> b) | (aH << (32 - b))`,
        `b > 31 ? ${fill} : aH ${operator} b`,
      )
    : signed
      ? 'a >> (b > 31 ? 31 : b)'
      : 'b > 31 ? 0 : (a >>> b) | 0';
  // A plain type without a sign is read as it is; 16 bits of `b16` have zeros above.
  return { out: type, ins: [type, 'u32'], text };
};

const funnel: RowMaker = (modifiers) => {
  const amount = modifiers.includes('clamp') ? 'Math.min(c, 32)' : '(c & 31)';
  const text = modifiers.includes('l')
    ? `{ const n = ${amount}; r = n === 32 ? a : n === 0 ? b : (b << n) | (a >>> (32 - n)); }`
    : `{ const n = ${amount}; r = n === 32 ? b : n === 0 ? a : (b << (32 - n)) | (a >>> n); }`;
  return { out: 'b32', ins: ['b32', 'b32', 'u32'], text };
};

const count: RowMaker = (_, type) => ({
  out: 'u32',
  ins: [type],
  text: isWide(type) ? 'countBits(aL) + countBits(aH)' : 'countBits(a)',
});

const leadingZeros: RowMaker = (_, type) => ({
  out: 'u32',
  ins: [type],
  text: isWide(type) ? '(aH !== 0 ? Math.clz32(aH) : 32 + Math.clz32(aL))' : 'Math.clz32(a)',
});

/** The highest bit that differs from the sign; -1 where there is none. */
const findBit: RowMaker = (modifiers, type) => {
  const wide = isWide(type);
  const width = wide ? 64 : 32;
  const fold = isSigned(type)
    ? wide
      ? 'const s = aH >> 31, h = aH ^ s, w = aL ^ s;'
      : 'const h = 0, w = a ^ (a >> 31);'
    : wide
      ? 'const h = aH, w = aL;'
      : 'const h = 0, w = a;';
  const zeros = wide ? '(h !== 0 ? Math.clz32(h) : 32 + Math.clz32(w))' : 'Math.clz32(w)';
  const found = modifiers.includes('shiftamt') ? 'n' : `${width - 1} - n`;
  return {
    out: 'u32',
    ins: [type],
    text: `{ ${fold} const n = ${zeros}; r = n === ${width} ? -1 : ${found}; }`,
  };
};

const reverse: RowMaker = (_, type) =>
  isWide(type)
    ? same(type, 1, words('reverseBits(aH) | 0', 'reverseBits(aL) | 0'))
    : same(type, 1, 'reverseBits(a) | 0');

const extract: RowMaker = (_, type) => ({
  out: type,
  ins: [type, 'u32', 'u32'],
  text: isWide(type)
    ? `{ extractBits64(aL, aH, b & 255, c & 255, ${isSigned(type)}, W); rL = W[0]; rH = W[1]; }`
    : `extractBits(a, b & 255, c & 255, ${isSigned(type)})`,
});

const insert: RowMaker = (_, type) => ({
  out: type,
  ins: [type, type, 'u32', 'u32'],
  text: isWide(type)
    ? '{ insertBits64(aL, aH, bL, bH, c & 255, e & 255, W); rL = W[0]; rH = W[1]; }'
    : 'insertBits(a, b, c & 255, e & 255)',
});

/** All functions of three bits: the table is the last operand. */
const lop3: RowMaker = () => ({
  out: 'b32',
  ins: ['b32', 'b32', 'b32', 'u32'],
  text: 'truthTable(a, b, c, e)',
});

const permute: RowMaker = (modifiers) => {
  const mode = modifiers.find((name) => ['f4e', 'b4e', 'rc8', 'ecl', 'ecr', 'rc16'].includes(name));
  return {
    out: 'b32',
    ins: ['b32', 'b32', 'b32'],
    text: `permute(a, b, c${mode === undefined ? '' : `, '${mode}'`})`,
  };
};

const dot =
  (bytes: 4 | 2): RowMaker =>
  (modifiers) => {
    const [first = 'u32', second = 'u32'] = modifiers.filter((name) => /^[us]32$/.test(name));
    const part = modifiers.includes('hi') ? 2 : 0;
    const text = `(c + dotOf(a, b, ${bytes}, ${part}, ${first === 's32'}, ${second === 's32'})) | 0`;
    return { out: 's32', ins: ['b32', 'b32', 'b32'], text };
  };

const absolute: RowMaker = (_, type) =>
  isWide(type)
    ? same(
        type,
        1,
        '{ if (aH < 0) { rL = -aL | 0; rH = (~aH + (aL === 0 ? 1 : 0)) | 0; } else { rL = aL; rH = aH; } }',
      )
    : same(type, 1, 'a < 0 ? -a | 0 : a');

const negate: RowMaker = (_, type) =>
  isWide(type)
    ? same(type, 1, words('-aL | 0', '(~aH + (aL === 0 ? 1 : 0)) | 0'))
    : same(type, 1, '-a | 0');

/** Rows of integers by opcode. */
export const integerRows: Readonly<Record<string, RowMaker>> = {
  add: sum,
  sub: difference,
  addc: carried('add'),
  subc: carried('sub'),
  mul: multiply,
  mad: multiplyAdd,
  madc: multiplyAddCarried(true),
  mul24: multiply24(false),
  mad24: multiply24(true),
  sad: (_, type) =>
    isWide(type)
      ? same(
          type,
          3,
          `{ distance64(aL, aH, bL, bH, cL, cH, ${isSigned(type)}, W); rL = W[0]; rH = W[1]; }`,
        )
      : same(type, 3, '(Math.abs(a - b) + c) | 0'),
  div: divide(false),
  rem: divide(true),
  abs: absolute,
  neg: negate,
  min: least('min'),
  max: least('max'),
  popc: count,
  clz: leadingZeros,
  bfind: findBit,
  brev: reverse,
  bfe: extract,
  bfi: insert,
  szext: (modifiers, type) => ({
    out: type,
    ins: [type, 'u32'],
    text: `signExtendAt(a, b, ${modifiers.includes('wrap')}, ${isSigned(type)})`,
  }),
  bmsk: (modifiers) => ({
    out: 'b32',
    ins: ['u32', 'u32'],
    text: `bitMask(a, b, ${modifiers.includes('wrap')})`,
  }),
  fns: () => ({ out: 'b32', ins: ['b32', 'u32', 's32'], text: 'findSet(a, b, c)' }),
  dp4a: dot(4),
  dp2a: dot(2),
  and: logic('&'),
  or: logic('|'),
  xor: logic('^'),
  not: (_, type) =>
    type === 'pred'
      ? same(type, 1, '1 ^ a')
      : isWide(type)
        ? same('b64', 1, words('~aL', '~aH'))
        : same(plain(type), 1, '~a'),
  cnot: (_, type) =>
    isWide(type)
      ? same('b64', 1, words('(aL | aH) === 0 ? 1 : 0', '0'))
      : same(plain(type), 1, 'a === 0 ? 1 : 0'),
  lop3,
  shf: funnel,
  shl: shiftLeft,
  shr: shiftRight,
  prmt: permute,
};
