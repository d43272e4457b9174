/**
 * Descriptors as data:
 *
 *     packed: { lengths: [64, 32] }                               and aligned, naive, with_offset
 *     stages:
 *       - transforms: [{ xor: [32, 8] }, { pass_through: 8 }]
 *         lower: [[1, 0], [2]]
 *         upper: [[1, 0], [2]]
 *
 * or in CK Tile's C++, as a text: `make_naive_tensor_descriptor_packed(make_tuple(number<64>{}, number<32>{}))`.
 *
 * Of several in a text, `{ cpp: TEXT, use: MakeALdsBlockDescriptor }` says which.
 *
 * Faults of the layout are told at the base or the stage that has them, and name the transform and the index.
 */
import { hasErrors } from '../../../base/diagnostic.ts';
import type { Result } from '../../../base/result.ts';
import * as shape from '../../../shape/shape.ts';
import type { CppContext } from '../../../vendors/ck-tile/cpp/context.ts';
import { parseDescriptor } from '../../../vendors/ck-tile/cpp/parse.ts';
import {
  type DescriptorSpec,
  makeDescriptor,
  transformDescriptor,
} from '../../../vendors/ck-tile/descriptor.ts';
import type { DescriptorBase } from '../../../vendors/ck-tile/descriptor-base.ts';
import type { Place } from './place.ts';
import { MOST_LENGTH, transformShape, wholeLists, wholes } from './read-transform.ts';

const {
  either,
  label,
  list,
  made,
  mapping,
  named,
  oneKey,
  optional,
  required,
  text,
  tuple,
  whole,
} = shape;

/** Stages and transforms of a stage; CK's descriptors have four and four. */
const MOST_STAGES = 12;
const MOST_TRANSFORMS = 4096;
/** Dimensions of a descriptor. */
const MOST_POSITIONS = 32;

/** C++ as a text, or with what is meant of it. */
const cppText = text("CK Tile's C++", {
  examples: ['make_naive_tensor_descriptor_packed(make_tuple(number<64>{}, number<32>{}))'],
});
export const cppShape = mapping({
  cpp: required(cppText, "CK Tile's C++."),
  use: optional(label('a name'), 'Which function or constant of several.'),
});
export type Cpp = string | shape.ValueOf<typeof cppShape>;

/** What `parse` makes of C++, with the place of its text; `context` is what it need not define. */
export function readCpp<T>(
  cpp: Cpp,
  place: Place,
  context: CppContext,
  parse: (text: string, context: CppContext) => Result<T>,
): readonly [T, Place] | undefined {
  const isText = typeof cpp === 'string';
  const own = isText ? place : place.at('cpp');
  const use = isText ? undefined : cpp.use;
  const read = parse(isText ? cpp : cpp.cpp, { ...context, ...(use !== undefined && { use }) });
  own.tell(read.diagnostics);
  return read.ok && !hasErrors(read.diagnostics) ? [read.value, own] : undefined;
}

const number = whole(1, MOST_LENGTH);
const lengths = required(wholes(1), 'Lengths of the dimensions.');
const strides = required(wholes(0), 'Elements from index to index of each dimension.');

const base = <K extends shape.Keys>(
  about: string,
  keys: K,
  of: (base: shape.MappingOf<K>) => DescriptorBase,
): shape.Key<DescriptorBase, false> => optional(made(mapping(keys), of), about);

const bases = {
  naive: base(
    'Lengths and strides.',
    {
      lengths,
      strides,
      vector: optional(tuple(number, 2), 'Promised to vectors: length, stride.'),
    },
    (all) => ({ kind: 'naive', ...all }),
  ),
  packed: base(
    'Row-major, without gaps.',
    { lengths, vector: optional(number, 'Promised length of vectors.') },
    ({ lengths, vector }) => ({ kind: 'packed', lengths, vectorLength: vector }),
  ),
  aligned: base(
    'Row-major, rows rounded up.',
    { lengths, align: required(number, 'Rows take a multiple of it.') },
    (all) => ({ kind: 'aligned', ...all }),
  ),
  with_offset: base(
    'Lengths, strides and a first place.',
    {
      lengths,
      strides,
      offset: required(whole(0, MOST_LENGTH), 'The place of the first element.'),
    },
    (all) => ({ kind: 'with_offset', ...all }),
  ),
};

const stageShape = mapping({
  transforms: required(
    list(transformShape, 1, MOST_TRANSFORMS, 'a list of transforms'),
    'The transforms of the stage.',
  ),
  lower: required(wholeLists(0, MOST_POSITIONS - 1), 'The dimensions below of each transform.'),
  upper: required(wholeLists(0, MOST_POSITIONS - 1), 'The dimensions above of each transform.'),
});

const descriptor = either(
  "a descriptor: its base and stages, or CK Tile's C++",
  { form: 'text', shape: cppText },
  { form: { has: ['cpp'] }, shape: cppShape },
  {
    form: 'mapping',
    shape: made(
      oneKey(bases, {
        stages: optional(
          list(stageShape, 0, MOST_STAGES, `a list of up to ${MOST_STAGES} stages`),
          'Transforms on top of the base, one stage after the other.',
        ),
      }),
      ([[, base], { stages = [] }]): DescriptorSpec => ({ base, stages }),
    ),
  },
);
export const descriptorShape = named('descriptor', () => descriptor);
export type DescriptorEntry = shape.ValueOf<typeof descriptor>;

/** The specification, if nothing is wrong with it; `context` is what its C++ need not define. */
export function readDescriptor(
  spec: DescriptorEntry,
  place: Place,
  context: CppContext,
): DescriptorSpec | undefined {
  if (typeof spec === 'string' || 'cpp' in spec)
    return readCpp(spec, place, context, parseDescriptor)?.[0];
  return isSound(spec, place) ? spec : undefined;
}

/** Makes the descriptor step by step, so that each fault is told at its step. */
function isSound({ base, stages }: DescriptorSpec, place: Place): boolean {
  let built = makeDescriptor({ base, stages: [] });
  for (let i = 0; ; i++) {
    const own = i === 0 ? place.at(base.kind) : place.at('stages', i - 1);
    own.tell(built.diagnostics);
    if (!built.ok || hasErrors(built.diagnostics)) return false;
    const stage = stages[i];
    if (stage === undefined) return true;
    built = transformDescriptor(built.value, stage);
  }
}
