/** What the functions of CK Tile's C++ make of their arguments: descriptors, transforms, lists. */
import type { Message } from '../../../base/diagnostic.ts';
import { messages } from '../../../base/messages.ts';
import type { Span } from '../../../base/span.ts';
import { type DescriptorSpec, makeDescriptor } from '../descriptor.ts';
import type { DescriptorBase } from '../descriptor-base.ts';
import { transformKinds } from '../transforms/table.ts';
import { make, type Transform, type TransformKind } from '../transforms/transform.ts';
import { kindNames, nameOfUnknown, type Unknown, type Value } from './values.ts';

/** Keeps the first fault of a text. */
export interface Faults {
  fail(message: Message, span: Span): undefined;
}

/** A name that no text defines, where its value is needed. */
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

/** A constructor of descriptors: its base, read from a number of arguments. */
const baseCall =
  (least: number, most: number, of: (args: Arguments) => DescriptorBase | undefined): Call =>
  (args, faults) => {
    const base = args.between(least, most) && of(args);
    return base && descriptorValue({ base, stages: [] }, args, faults);
  };

const baseCalls: readonly (readonly [string, Call])[] = [
  [
    'make_naive_tensor_descriptor',
    baseCall(2, 4, (args) => {
      const [lengths, strides] = [args.numbers(0), args.numbers(1)];
      const vector: [number, number] = [-1, -1];
      for (let i = 2; i < args.count; i++) vector[i - 2] = args.number(i) ?? -1;
      const promise = args.count > 2 ? { vector } : {};
      return lengths && strides && { kind: 'naive', lengths, strides, ...promise };
    }),
  ],
  [
    'make_naive_tensor_descriptor_packed',
    baseCall(1, 2, (args) => {
      const lengths = args.numbers(0);
      const vectorLength = args.count > 1 ? args.number(1) : undefined;
      const promise = vectorLength === undefined ? {} : { vectorLength };
      return lengths && { kind: 'packed', lengths, ...promise };
    }),
  ],
  [
    'make_naive_tensor_descriptor_aligned',
    baseCall(2, 2, (args) => {
      const [lengths, align] = [args.numbers(0), args.number(1)];
      return lengths && align !== undefined ? { kind: 'aligned', lengths, align } : undefined;
    }),
  ],
  [
    'make_naive_tensor_descriptor_with_offset',
    baseCall(3, 3, (args) => {
      const [lengths, strides, offset] = [args.numbers(0), args.numbers(1), args.number(2)];
      if (lengths === undefined || strides === undefined || offset === undefined) return undefined;
      return { kind: 'with_offset', lengths, strides, offset };
    }),
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

type TransformReader = (args: Arguments) => Transform | undefined;

/** A transform of numbers, behind which CK has one more argument that changes nothing. */
const ofNumbers =
  (count: number, of: (...numbers: number[]) => Transform): TransformReader =>
  (args) => {
    if (args.between(count, count + 1) === undefined) return undefined;
    const numbers = Array.from({ length: count }, (_, i) => args.number(i));
    return numbers.every((number) => number !== undefined) ? of(...numbers) : undefined;
  };

const ofLengths =
  (of: (lengths: readonly number[]) => Transform): TransformReader =>
  (args) => {
    const lengths = args.between(1, 2) && args.numbers(0);
    return lengths && of(lengths);
  };

const ofPair =
  (
    of: (lengths: readonly [number, number], args: Arguments) => Transform | undefined,
  ): TransformReader =>
  (args) => {
    const lengths = args.between(1, 2) && args.numbers(0);
    if (lengths === undefined) return undefined;
    const [a, b] = lengths;
    if (a !== undefined && b !== undefined && lengths.length === 2) return of([a, b], args);
    return args.fail(`${lengths.length} lengths are given, two are needed`);
  };

/** The arguments of a transform, in the order of `make_<kind>_transform`. */
const transformArguments: Readonly<Record<TransformKind, TransformReader>> = {
  pass_through: ofNumbers(1, make.passThrough),
  pad: ofNumbers(3, make.pad),
  left_pad: ofNumbers(2, make.leftPad),
  right_pad: ofNumbers(2, make.rightPad),
  embed(args) {
    const [lengths, coefficients] = [args.numbers(0), args.numbers(1)];
    return args.between(2, 2) && lengths && coefficients && make.embed(lengths, coefficients);
  },
  merge: ofLengths((lengths) => make.merge(lengths)),
  unmerge: ofLengths(make.unmerge),
  xor: ofPair((lengths, args) => {
    const modulo = args.count > 1 ? args.value(1, 'flag')?.value : true;
    return modulo === undefined ? undefined : make.xor(lengths, modulo);
  }),
  cyclic_shift: ofPair(make.cyclicShift),
  inverse_cyclic_shift: ofPair(make.inverseCyclicShift),
  offset: ofNumbers(2, make.offset),
  slice: ofNumbers(3, make.slice),
  modulo: ofNumbers(2, make.modulo),
  freeze: ofNumbers(1, make.freeze),
  insert: ofNumbers(1, make.insert),
  replicate: ofLengths(make.replicate),
  indexing(args) {
    const [length, table] = [args.number(0), args.numbers(1)];
    return args.between(2, 2) && length !== undefined && table ? make.indexing(table) : undefined;
  },
};

const transformCall =
  (of: TransformReader): Call =>
  (args) => {
    const transform = of(args);
    return transform && { kind: 'transform', transform, span: args.span };
  };

/** Functions by name. */
export const functions: ReadonlyMap<string, Call> = new Map([
  ...baseCalls,
  ...transformKinds.map(
    (kind) => [`make_${kind}_transform`, transformCall(transformArguments[kind])] as const,
  ),
  [
    'make_merge_transform_v3_division_mod',
    transformCall(ofLengths((lengths) => make.merge(lengths, 'divide'))),
  ],
  ['make_merge_transform_v2_magic_division', transformCall(transformArguments.merge)],
  ['make_xor_with_modulo_transform', transformCall(ofPair((lengths) => make.xor(lengths)))],
]);
