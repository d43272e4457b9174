/** Types and functions of CK Tile and of C++ that a text need not define, other than those that make descriptors. */
import { gcd } from '../../../base/numbers.ts';
import { messages } from '../../../base/messages.ts';
import type { Span } from '../../../base/span.ts';
import { calculateOffset, lengthsOf, makeDescriptor } from '../descriptor.ts';
import { embedEncodings, reduceEncoding } from '../encoding-helpers.ts';
import { encodingPattern, encodingPatterns } from '../encoding-patterns.ts';
import { registerLengths, type TileDistributionEncoding, tileLengths } from '../encoding.ts';
import { inRange } from './arithmetic.ts';
import { Arguments, type Faults, failUnknown, functions } from './calls.ts';
import type { CppContext } from './context.ts';
import { nameOfUnknown, type Value } from './values.ts';

/** The inputs of a builtin: its arguments, and the context of the text. */
export interface Use {
  readonly name: string;
  readonly template: readonly Value[];
  readonly args: readonly Value[];
  readonly span: Span;
  readonly context: CppContext;
  readonly faults: Faults;
}

type Builtin = (use: Use) => Value | undefined;

const number = (value: number, span: Span): Value => ({ kind: 'number', value, span });
const flag = (value: boolean, span: Span): Value => ({ kind: 'flag', value, span });
const tuple = (items: readonly Value[], span: Span): Value => ({ kind: 'tuple', items, span });
const numbers = (list: readonly number[], span: Span): Value => ({
  kind: 'tuple',
  items: list.map((value) => number(value, span)),
  span,
});
const encodingValue = (
  encoding: TileDistributionEncoding,
  span: Span,
  shuffled?: TileDistributionEncoding,
): Value => ({ kind: 'encoding', encoding, span, ...(shuffled && { shuffled }) });

const templateArguments = ({ faults, name, template, span }: Use): Arguments =>
  new Arguments(faults, name, template, span);
const callArguments = ({ faults, name, args, span }: Use): Arguments =>
  new Arguments(faults, name, args, span);

const same: Builtin = ({ template, span }) => template[0] && { ...template[0], span };
const listOf: Builtin = ({ template, span }) => tuple(template, span);

/** `sequence<0, 1>`: numbers alone. */
const sequenceOf: Builtin = (use) => {
  const args = templateArguments(use);
  const list = use.template.map((_, i) => args.number(i));
  return list.every((value) => value !== undefined) ? numbers(list, use.span) : undefined;
};

const numberOf: Builtin = (use) => {
  const args = templateArguments(use);
  const last = use.name === 'integral_constant' ? 1 : 0;
  const value = args.between(last + 1, last + 1) && args.number(last);
  return value === undefined ? undefined : number(value, use.span);
};

/** Types are the same under each of their names; of what is unknown only the same name is the same. */
const isSame: Builtin = ({ template, span, faults }) => {
  const [a, b] = template;
  if (a === undefined || b === undefined) return undefined;
  const [unknown, other] = [a, b].filter((value) => value.kind === 'unknown');
  if (unknown === undefined) return flag(sameValue(a, b), span);
  return other?.names.some((name) => unknown.names.includes(name)) === true
    ? flag(true, span)
    : failUnknown(faults, unknown);
};

/** True for the same type, and the same number or list of them. */
export function sameValue(a: Value, b: Value): boolean {
  if (a.kind === 'type' && b.kind === 'type') return a.name === b.name;
  if (a.kind === 'struct' && b.kind === 'struct') return a.name === b.name;
  if (a.kind === 'tuple' && b.kind === 'tuple') {
    return (
      a.items.length === b.items.length &&
      a.items.every((item, i) => {
        const other = b.items[i];
        return other !== undefined && sameValue(item, other);
      })
    );
  }
  const isNumber = (value: Value) => value.kind === 'number' || value.kind === 'flag';
  if (isNumber(a) && isNumber(b)) return Number(a.value) === Number(b.value);
  return false;
}

const conditional: Builtin = (use) => {
  const args = templateArguments(use);
  const condition = args.between(3, 3) && args.number(0);
  return condition === undefined ? undefined : use.template[condition === 0 ? 2 : 1];
};

const encoding: Builtin = (use) => {
  const args = templateArguments(use);
  if (args.between(6, 6) === undefined) return undefined;
  const [rs, hs, psMajor] = [args.numbers(0), args.lists(1), args.lists(2)];
  const [psMinor, ysMajor, ysMinor] = [args.lists(3), args.numbers(4), args.numbers(5)];
  if (rs === undefined || hs === undefined || psMajor === undefined) return undefined;
  if (psMinor === undefined || ysMajor === undefined || ysMinor === undefined) return undefined;
  return encodingValue({ rs, hs, psMajor, psMinor, ysMajor, ysMinor }, use.span);
};

/** `tile_distribution_encoding_pattern_2d<BlockSize, Y, X, VectorSize, thread_raked>` */
const pattern2d: Builtin = (use) => {
  const args = templateArguments(use);
  if (args.between(5, 6) === undefined) return undefined;
  const [blockSize, yPerTile, xPerTile, vectorSize] = [0, 1, 2, 3].map((i) => args.number(i));
  const pattern = use.template[4];
  const name = pattern?.kind === 'unknown' ? nameOfUnknown(pattern).replace(/^.*::/, '') : '';
  const groups = args.count > 5 ? args.number(5) : 1;
  if (blockSize === undefined || yPerTile === undefined || xPerTile === undefined) return undefined;
  if (vectorSize === undefined || groups === undefined) return undefined;
  const known = encodingPatterns.find((each) => each === name);
  if (known === undefined) {
    return args.fail(`the pattern is one of ${encodingPatterns.join(', ')}`);
  }
  const options = {
    pattern: known,
    blockSize,
    yPerTile,
    xPerTile,
    vectorSize,
    waveSize: use.context.waveSize ?? 64,
    waveGroups: groups,
  };
  const made = encodingPattern(options);
  const shuffled = encodingPattern({ ...options, shuffled: true });
  if (made.ok) return encodingValue(made.value, use.span, shuffled.ok ? shuffled.value : undefined);
  const [fault] = made.diagnostics;
  return use.faults.fail(fault ?? messages.layout.stage('no encoding'), use.span);
};

/** `TensorDescriptor<Lengths, Strides>` of CK's documentation. */
const plainDescriptor: Builtin = (use) =>
  functions.get('make_naive_tensor_descriptor')?.(templateArguments(use), use.faults);

/** Types with template arguments, which are values at once. */
const templates: ReadonlyMap<string, Builtin> = new Map<string, Builtin>([
  ...['number', 'Number', 'constant', 'LongNumber', 'integral_constant'].map(
    (name) => [name, numberOf] as const,
  ),
  [
    'bool_constant',
    (use) => {
      const value = numberOf(use);
      return value?.kind === 'number' ? flag(value.value !== 0, use.span) : undefined;
    },
  ],
  ...['sequence', 'Sequence'].map((name) => [name, sequenceOf] as const),
  ...['tuple', 'Tuple'].map((name) => [name, listOf] as const),
  ...[
    'remove_cvref_t',
    'remove_cv_t',
    'remove_reference_t',
    'remove_cvref',
    'remove_cv',
    'add_const_t',
  ].map((name) => [name, same] as const),
  ['is_same', isSame],
  ['is_same_v', isSame],
  ['conditional', conditional],
  ['conditional_t', conditional],
  ['tile_distribution_encoding', encoding],
  ['tile_distribution_encoding_pattern_2d', pattern2d],
  ['TileDistributionEncodingPattern2D', pattern2d],
  ['TensorDescriptor', plainDescriptor],
]);

const extreme = (of: (...values: number[]) => number): Builtin =>
  computed(1, 64, (values) => of(...values));

/** A function of numbers. */
function computed(least: number, most: number, of: (values: number[]) => number): Builtin {
  return (use) => {
    const args = callArguments(use);
    if (args.between(least, most) === undefined) return undefined;
    const values = use.args.map((_, i) => args.number(i));
    if (!values.every((value) => value !== undefined)) return undefined;
    const value = of(values);
    if (!Number.isFinite(value)) {
      return use.faults.fail(messages.expression.divisionByZero(''), use.span);
    }
    const checked = inRange(value);
    return typeof checked === 'number'
      ? number(checked, use.span)
      : use.faults.fail(checked, use.span);
  };
}

const divideUp = ([a = 0, b = 0]: number[]): number => Math.trunc((a + b - 1) / b);

const calls: ReadonlyMap<string, Builtin> = new Map<string, Builtin>([
  ['max', extreme(Math.max)],
  ['min', extreme(Math.min)],
  ['gcd', computed(2, 2, ([a = 0, b = 0]) => gcd(a, b))],
  ['lcm', computed(2, 2, ([a = 0, b = 0]) => (a * b) / gcd(a, b))],
  ['integer_divide_ceil', computed(2, 2, divideUp)],
  ['integer_divide_floor', computed(2, 2, ([a = 0, b = 0]) => Math.trunc(a / b))],
  ['integer_least_multiple', computed(2, 2, ([a = 0, b = 0]) => b * divideUp([a, b]))],
  [
    'get_n_lds_banks',
    ({ context, faults, span }) =>
      context.ldsBanks === undefined
        ? faults.fail(messages.notation.cppBanks(), span)
        : number(context.ldsBanks, span),
  ],
  ['get_warp_size', ({ context, span }) => number(context.waveSize ?? 64, span)],
  ['make_tuple', ({ args, span }) => tuple(args, span)],
  ['make_multi_index', ({ args, span }) => tuple(args, span)],
  ['to_sequence', ({ args }) => args[0]],
  ['container_concat', concatenated],
  ['tuple_cat', concatenated],
  [
    'make_embed_tile_distribution_encoding',
    (use) => {
      const args = callArguments(use);
      const [outer, inner] = args.between(2, 2)
        ? [args.value(0, 'encoding'), args.value(1, 'encoding')]
        : [];
      if (outer === undefined || inner === undefined) return undefined;
      return encodingValue(embedEncodings(outer.encoding, inner.encoding), use.span);
    },
  ],
  [
    'make_reduce_tile_distribution_encoding',
    (use) => {
      const args = callArguments(use);
      const [of, dimensions] = args.between(2, 2)
        ? [args.value(0, 'encoding'), args.numbers(1)]
        : [];
      if (of === undefined || dimensions === undefined) return undefined;
      return encodingValue(reduceEncoding(of.encoding, dimensions), use.span);
    },
  ],
]);

function concatenated({ args, faults, name, span }: Use): Value | undefined {
  const items: Value[] = [];
  for (const [i] of args.entries()) {
    const list = new Arguments(faults, name, args, span).value(i, 'tuple');
    if (list === undefined) return undefined;
    for (const each of list.items) items.push(each);
  }
  return tuple(items, span);
}

/** Names of types that list their values in braces. */
const lists: ReadonlySet<string> = new Set(['multi_index', 'array', 'tuple', 'Tuple']);

export const isBuiltin = (name: string): boolean =>
  templates.has(name) || calls.has(name) || functions.has(name) || lists.has(name);

/** `number<8>`; `undefined` without a fault where the name is not a type. */
export function builtinType(use: Use): Value | undefined {
  const of = templates.get(use.name);
  if (of !== undefined) return of(use);
  return { kind: 'builtin', name: use.name, template: use.template, span: use.span };
}

/** `max(1, 2)`, `multi_index<2>{0, 1}` */
export function callBuiltin(use: Use): Value | undefined {
  const of = calls.get(use.name);
  if (of !== undefined) return of(use);
  const call = functions.get(use.name);
  if (call !== undefined) return call(callArguments(use), use.faults);
  if (lists.has(use.name)) return tuple(use.args, use.span);
  return use.faults.fail(
    messages.notation.unknownName('CK Tile function', use.name, [
      ...functions.keys(),
      ...calls.keys(),
    ]),
    use.span,
  );
}

/** Constants and functions of a value: `Lengths::at(I0)`, `desc.get_element_space_size()`. */
export function callMember(of: Value, use: Use): Value | undefined {
  const { name, span, faults } = use;
  const args = callArguments(use);
  const refuse = (): undefined => faults.fail(messages.notation.cppName(`${name}()`), span);
  /** The number in parentheses, or in `<...>`. */
  const position = (): number | undefined =>
    use.args.length > 0 ? args.number(0) : templateArguments(use).number(0);
  if (of.kind === 'tuple') {
    if (name === 'size') return number(of.items.length, span);
    if (!/^(?:at|get|operator)$/.test(name)) return refuse();
    const i = position();
    if (i === undefined) return undefined;
    const item = of.items[i];
    if (item !== undefined) return { ...item, span };
    return faults.fail(messages.expression.tableIndex('', i, of.items.length), span);
  }
  if (of.kind === 'descriptor') {
    const made = makeDescriptor(of.spec);
    if (!made.ok) return refuse();
    const lengths = lengthsOf(made.value);
    if (name === 'get_element_space_size') return number(made.value.elementSpaceSize, span);
    if (name === 'get_lengths') return numbers(lengths, span);
    if (name.startsWith('get_num_of_') && name.includes('dimension'))
      return number(lengths.length, span);
    if (name === 'get_length') {
      const i = position();
      return i === undefined ? undefined : number(lengths[i] ?? 0, span);
    }
    if (name === 'calculate_offset') {
      const index = args.numbers(0);
      return index && number(calculateOffset(made.value, index), span);
    }
  }
  if (of.kind === 'encoding') {
    if (name === 'get_lengths') return numbers(tileLengths(of.encoding), span);
    if (
      /^(?:(?:make_2d_)?static_tile_distribution|get_static_tile_distribution_encoding|Make2DStaticTileDistribution)$/.test(
        name,
      )
    )
      return of;
    if (/^(?:make_shuffled_2d_static|MakeShuffled2DStatic)_?[tT]ile_?[dD]istribution$/.test(name)) {
      return of.shuffled === undefined ? refuse() : encodingValue(of.shuffled, span);
    }
    if (name === 'get_ys_to_d_descriptor') {
      const lengths = registerLengths(of.encoding);
      return { kind: 'descriptor', spec: { base: { kind: 'packed', lengths }, stages: [] }, span };
    }
  }
  return refuse();
}

/** `CWarpDstr::NDimY`: a constant of a value; `undefined` where it has none of the name. */
export function memberConstant(of: Value, name: string, span: Span): Value | undefined {
  if (name === 'value' || name === 'type') return of;
  if (of.kind !== 'encoding') return undefined;
  const { hs, psMajor, ysMajor } = of.encoding;
  if (name === 'NDimX') return number(hs.length, span);
  if (name === 'NDimP') return number(psMajor.length, span);
  return name === 'NDimY' ? number(ysMajor.length, span) : undefined;
}
