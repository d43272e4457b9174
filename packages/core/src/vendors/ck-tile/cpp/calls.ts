/** What the functions of CK Tile's C++ make of their arguments: descriptors, transforms, lists. */
import type { Message } from '../../../base/diagnostic.ts';
import { messages } from '../../../base/messages.ts';
import type { Span } from '../../../base/span.ts';
import { type DescriptorSpec, makeDescriptor } from '../descriptor.ts';
import { transformKinds } from '../transforms/table.ts';
import { make, type Transform, type TransformKind } from '../transforms/transform.ts';
import { kindNames, nameOfUnknown, type Unknown, type Value } from './values.ts';

/** Keeps the first fault of a text. */
export interface Faults {
  fail(message: Message, span: Span): undefined;
}

/** What no text defines, where its value is needed. */
export function failUnknown(faults: Faults, value: Unknown): undefined {
  return faults.fail(messages.notation.cppName(nameOfUnknown(value)), value.span);
}

/** The arguments of a call or template, and what reads them. */
export class Arguments {
  readonly #faults: Faults;
  readonly #name: string;
  readonly #values: readonly Value[];
  readonly span: Span;

  constructor(faults: Faults, name: string, values: readonly Value[], span: Span) {
    this.#faults = faults;
    this.#name = name;
    this.#values = values;
    this.span = span;
  }

  get count(): number {
    return this.#values.length;
  }

  /** Fails when there are fewer. */
  between(least: number, most: number): true | undefined {
    if (this.count >= least && this.count <= most) return true;
    const wanted = least === most ? `${least}` : `${least} to ${most}`;
    return this.fail(`${wanted} arguments are needed, ${this.count} are given`);
  }

  fail(what: string): undefined {
    const message = messages.notation.parameter(
      `${this.#name}: ${what}`,
      'write the arguments as CK Tile declares them',
    );
    return this.#faults.fail(message, this.span);
  }

  value<K extends Value['kind']>(i: number, kind: K): Extract<Value, { kind: K }> | undefined {
    const value = this.#values[i];
    if (value !== undefined && value.kind === kind) return value as Extract<Value, { kind: K }>;
    return this.#wrong(kind, value);
  }

  number(i: number): number | undefined {
    return this.value(i, 'number')?.value;
  }

  numbers(i: number): number[] | undefined {
    const list = this.value(i, 'tuple');
    return list && this.#numbersOf(list);
  }

  /** A list of lists of numbers. */
  lists(i: number): number[][] | undefined {
    const outer = this.value(i, 'tuple');
    if (outer === undefined) return undefined;
    const lists: number[][] = [];
    for (const item of outer.items) {
      const list = item.kind === 'tuple' ? this.#numbersOf(item) : this.#wrong('tuple', item);
      if (list === undefined) return undefined;
      lists.push(list);
    }
    return lists;
  }

  transforms(i: number): Transform[] | undefined {
    const outer = this.value(i, 'tuple');
    if (outer === undefined) return undefined;
    const transforms: Transform[] = [];
    for (const item of outer.items) {
      if (item.kind !== 'transform') return this.#wrong('transform', item);
      transforms.push(item.transform);
    }
    return transforms;
  }

  #numbersOf(list: Extract<Value, { kind: 'tuple' }>): number[] | undefined {
    const numbers: number[] = [];
    for (const item of list.items) {
      if (item.kind !== 'number') return this.#wrong('number', item);
      numbers.push(item.value);
    }
    return numbers;
  }

  #wrong(wanted: Value['kind'], found: Value | undefined): undefined {
    if (found?.kind === 'unknown') return failUnknown(this.#faults, found);
    const text = found === undefined ? 'nothing' : kindNames[found.kind];
    return this.#faults.fail(
      messages.syntax.expected(kindNames[wanted], text),
      found?.span ?? this.span,
    );
  }
}

type Call = (args: Arguments, faults: Faults) => Value | undefined;

/** A descriptor, with what is wrong with it at the call that makes it. */
function descriptorValue(spec: DescriptorSpec, args: Arguments, faults: Faults): Value | undefined {
  const made = makeDescriptor(spec);
  if (!made.ok) {
    const fault = made.diagnostics.find(({ severity }) => severity === 'error');
    return faults.fail(fault ?? messages.layout.stage('no descriptor'), args.span);
  }
  return { kind: 'descriptor', spec, span: args.span };
}

const baseCalls: readonly (readonly [string, Call])[] = [
  [
    'make_naive_tensor_descriptor',
    (args, faults) => {
      if (args.between(2, 4) === undefined) return undefined;
      const [lengths, strides] = [args.numbers(0), args.numbers(1)];
      const vector: [number, number] = [-1, -1];
      for (let i = 2; i < args.count; i++) vector[i - 2] = args.number(i) ?? -1;
      if (lengths === undefined || strides === undefined) return undefined;
      const promise = args.count > 2 ? { vector } : {};
      const base = { kind: 'naive', lengths, strides, ...promise } as const;
      return descriptorValue({ base, stages: [] }, args, faults);
    },
  ],
  [
    'make_naive_tensor_descriptor_packed',
    (args, faults) => {
      if (args.between(1, 2) === undefined) return undefined;
      const lengths = args.numbers(0);
      const vectorLength = args.count > 1 ? args.number(1) : undefined;
      if (lengths === undefined) return undefined;
      const promise = vectorLength === undefined ? {} : { vectorLength };
      const base = { kind: 'packed', lengths, ...promise } as const;
      return descriptorValue({ base, stages: [] }, args, faults);
    },
  ],
  [
    'make_naive_tensor_descriptor_aligned',
    (args, faults) => {
      if (args.between(2, 2) === undefined) return undefined;
      const [lengths, align] = [args.numbers(0), args.number(1)];
      if (lengths === undefined || align === undefined) return undefined;
      const base = { kind: 'aligned', lengths, align } as const;
      return descriptorValue({ base, stages: [] }, args, faults);
    },
  ],
  [
    'make_naive_tensor_descriptor_with_offset',
    (args, faults) => {
      if (args.between(3, 3) === undefined) return undefined;
      const [lengths, strides, offset] = [args.numbers(0), args.numbers(1), args.number(2)];
      if (lengths === undefined || strides === undefined || offset === undefined) return undefined;
      const base = { kind: 'with_offset', lengths, strides, offset } as const;
      return descriptorValue({ base, stages: [] }, args, faults);
    },
  ],
  [
    'transform_tensor_descriptor',
    (args, faults) => {
      if (args.between(4, 4) === undefined) return undefined;
      const spec = args.value(0, 'descriptor')?.spec;
      const [transforms, lower, upper] = [args.transforms(1), args.lists(2), args.lists(3)];
      if (spec === undefined || transforms === undefined) return undefined;
      if (lower === undefined || upper === undefined) return undefined;
      const stages = [...spec.stages, { transforms, lower, upper }];
      return descriptorValue({ base: spec.base, stages }, args, faults);
    },
  ],
  ['make_static_tile_distribution', (args) => args.between(1, 1) && args.value(0, 'encoding')],
];

/** The arguments of a transform, in the order of `make_<kind>_transform`. */
const transformArguments: Readonly<
  Record<TransformKind, (args: Arguments) => Transform | undefined>
> = {
  pass_through: (args) => single(args, make.passThrough),
  pad: (args) => triple(args, make.pad),
  left_pad: (args) => double(args, make.leftPad),
  right_pad: (args) => double(args, make.rightPad),
  embed(args) {
    const [lengths, coefficients] = [args.numbers(0), args.numbers(1)];
    return args.between(2, 2) && lengths && coefficients && make.embed(lengths, coefficients);
  },
  merge: (args) => lengthsOnly(args, (lengths) => make.merge(lengths)),
  unmerge: (args) => lengthsOnly(args, (lengths) => make.unmerge(lengths)),
  xor(args) {
    const lengths = pair(args);
    const modulo = args.count > 1 ? args.value(1, 'flag')?.value : true;
    return lengths && modulo !== undefined ? make.xor(lengths, modulo) : undefined;
  },
  cyclic_shift(args) {
    const lengths = pair(args);
    return lengths && make.cyclicShift(lengths);
  },
  inverse_cyclic_shift(args) {
    const lengths = pair(args);
    return lengths && make.inverseCyclicShift(lengths);
  },
  offset: (args) => double(args, make.offset),
  slice: (args) => triple(args, make.slice),
  modulo: (args) => double(args, make.modulo),
  freeze: (args) => single(args, make.freeze),
  insert: (args) => single(args, make.insert),
  replicate: (args) => lengthsOnly(args, (lengths) => make.replicate(lengths)),
  indexing(args) {
    const [length, table] = [args.number(0), args.numbers(1)];
    return args.between(2, 2) && length !== undefined && table ? make.indexing(table) : undefined;
  },
};

function single(args: Arguments, of: (a: number) => Transform): Transform | undefined {
  const a = args.between(1, 2) && args.number(0);
  return a === undefined ? undefined : of(a);
}

function double(args: Arguments, of: (a: number, b: number) => Transform): Transform | undefined {
  const [a, b] = args.between(2, 3) ? [args.number(0), args.number(1)] : [];
  return a === undefined || b === undefined ? undefined : of(a, b);
}

function triple(
  args: Arguments,
  of: (a: number, b: number, c: number) => Transform,
): Transform | undefined {
  const [a, b, c] = args.between(3, 4) ? [args.number(0), args.number(1), args.number(2)] : [];
  return a === undefined || b === undefined || c === undefined ? undefined : of(a, b, c);
}

function lengthsOnly(
  args: Arguments,
  of: (lengths: readonly number[]) => Transform,
): Transform | undefined {
  const lengths = args.between(1, 2) && args.numbers(0);
  return lengths && of(lengths);
}

/** Two lengths. */
function pair(args: Arguments): readonly [number, number] | undefined {
  const lengths = args.between(1, 2) && args.numbers(0);
  if (lengths === undefined) return undefined;
  const [a, b] = lengths;
  if (a !== undefined && b !== undefined && lengths.length === 2) return [a, b];
  return args.fail(`${lengths.length} lengths are given, two are needed`);
}

function transformCall(of: (args: Arguments) => Transform | undefined): Call {
  return (args) => {
    const transform = of(args);
    return transform && { kind: 'transform', transform, span: args.span };
  };
}

/** Names beside `make_<kind>_transform`. */
const otherTransforms: readonly (readonly [string, (args: Arguments) => Transform | undefined])[] =
  [
    [
      'make_merge_transform_v3_division_mod',
      (args) => lengthsOnly(args, (lengths) => make.merge(lengths, 'divide')),
    ],
    ['make_merge_transform_v2_magic_division', transformArguments.merge],
    [
      'make_xor_with_modulo_transform',
      (args) => {
        const lengths = pair(args);
        return lengths && make.xor(lengths);
      },
    ],
  ];

/** Functions by name. */
export const functions: ReadonlyMap<string, Call> = new Map([
  ...baseCalls,
  ...transformKinds.map(
    (kind) => [`make_${kind}_transform`, transformCall(transformArguments[kind])] as const,
  ),
  ...otherTransforms.map(([name, of]) => [name, transformCall(of)] as const),
]);
