/** Reads transforms, descriptors and encodings as case files write them. */
import {
  type DescriptorBase,
  type DescriptorSpec,
  make,
  type Stage,
  type TileDistributionEncoding,
  type Transform,
} from '@ldscope/core';
import { failed, type Parsed, parsed } from '../published/expression.ts';
import {
  firstNumber,
  type JsonObject,
  listAt,
  numberAt,
  numbersAt,
  objectAt,
  objectsAt,
  textAt,
} from '../base/json.ts';

/** A list of lists of numbers; a plain number counts as a list of one. `undefined` for anything else. */
function listsAt(
  object: JsonObject | undefined,
  key: string,
): readonly (readonly number[])[] | undefined {
  const value = object?.[key];
  if (!Array.isArray(value)) return undefined;
  const lists = listAt(object, key).map((item) => numbersAt({ item }, 'item'));
  return lists.every((list) => list !== undefined) ? lists : undefined;
}

/** One transform: `{"type": "merge", "low_lengths": [4, 8]}`. */
export function readTransform(input: JsonObject): Parsed<Transform> {
  const type = textAt(input, 'type') ?? '';
  const length = firstNumber(input, ['length', 'low_length', 'up_length']) ?? Number.NaN;
  const lower = numbersAt(input, 'low_lengths') ?? numbersAt(input, 'lengths') ?? [];
  const upper = numbersAt(input, 'up_lengths') ?? numbersAt(input, 'lengths') ?? [];
  const value = (...keys: string[]): number => firstNumber(input, keys) ?? Number.NaN;
  const pairOf = ([a = Number.NaN, b = Number.NaN]: readonly number[]): readonly [number, number] =>
    [a, b] as const;
  const pair = pairOf(lower.length > 0 ? lower : upper);
  switch (type) {
    case 'pass_through':
      return parsed(make.passThrough(length));
    case 'pad':
      return parsed(make.pad(length, value('left', 'left_pad'), value('right', 'right_pad')));
    case 'left_pad':
      return parsed(make.leftPad(length, value('left', 'left_pad', 'pad')));
    case 'right_pad':
      return parsed(make.rightPad(length, value('right', 'right_pad', 'pad')));
    case 'embed':
      return parsed(
        make.embed(upper, numbersAt(input, 'coefficients') ?? numbersAt(input, 'strides') ?? []),
      );
    case 'merge':
    case 'merge_v2_magic_division':
      return parsed(make.merge(lower));
    case 'merge_v3_division_mod':
      return parsed(make.merge(lower, 'divide'));
    case 'unmerge':
      return parsed(make.unmerge(upper));
    case 'xor':
      return parsed(make.xor(pair, input['apply_modulo'] !== false));
    case 'cyclic_shift':
      return parsed(make.cyclicShift(pair));
    case 'inverse_cyclic_shift':
      return parsed(make.inverseCyclicShift(pair));
    case 'offset':
      return parsed(make.offset(length, value('offset', 'offset_length')));
    case 'slice':
      return parsed(make.slice(length, value('begin', 'slice_begin'), value('end', 'slice_end')));
    case 'modulo':
      return parsed(make.modulo(value('modulus', 'mod'), value('up_length', 'length')));
    case 'freeze':
      return parsed(make.freeze(value('index', 'low_index', 'low_idx', 'value', 'c')));
    case 'insert':
      return parsed(make.insert(length));
    case 'replicate':
      return parsed(make.replicate(upper));
    case 'indexing':
    case 'functor':
      return parsed(make.indexing(numbersAt(input, 'table') ?? numbersAt(input, 'indices') ?? []));
    default:
      return failed(`'${type}' is not a transform that we know`);
  }
}

/** A descriptor: its base and the stages upon it. */
export function readDescriptor(input: JsonObject | undefined): Parsed<DescriptorSpec> {
  const base = readBase(objectAt(input, 'base'));
  if (!base.ok) return base;
  const stages: Stage[] = [];
  for (const stage of objectsAt(input, 'stages')) {
    const transforms: Transform[] = [];
    for (const item of objectsAt(stage, 'transforms')) {
      const transform = readTransform(item);
      if (!transform.ok) return transform;
      transforms.push(transform.value);
    }
    const [lower, upper] = [listsAt(stage, 'lower'), listsAt(stage, 'upper')];
    if (lower === undefined || upper === undefined) return failed('a stage lacks its positions');
    stages.push({ transforms, lower, upper });
  }
  return parsed({ base: base.value, stages });
}

function readBase(input: JsonObject | undefined): Parsed<DescriptorBase> {
  const name = textAt(input, 'fn') ?? '';
  const kind = name.replace(/^make_naive_tensor_descriptor_?/, '');
  const lengths = numbersAt(input, 'lengths');
  const strides = numbersAt(input, 'strides') ?? [];
  const [vectorLength, vectorStride = 1] = numbersAt(input, 'guaranteed_vector') ?? [];
  if (lengths === undefined) return failed('a descriptor without lengths');
  switch (kind) {
    case '':
      return parsed({
        kind: 'naive',
        lengths,
        strides,
        ...(vectorLength === undefined ? {} : { vector: [vectorLength, vectorStride] as const }),
      });
    case 'packed':
      return parsed({
        kind,
        lengths,
        ...(vectorLength === undefined ? {} : { vectorLength }),
      });
    case 'aligned':
      return parsed({ kind, lengths, align: firstNumber(input, ['align', 'alignment']) ?? 1 });
    case 'with_offset':
      return parsed({ kind, lengths, strides, offset: numberAt(input, 'offset') ?? 0 });
    default:
      return failed(`'${name}' makes no descriptor that we know`);
  }
}

export function readEncoding(input: JsonObject | undefined): Parsed<TileDistributionEncoding> {
  const [rs, ysMajor, ysMinor] = ['Rs', 'Ys_major', 'Ys_minor'].map((key) => numbersAt(input, key));
  const [hs, psMajor, psMinor] = ['Hs', 'Ps_major', 'Ps_minor'].map((key) => listsAt(input, key));
  if (!hs || !psMajor || !psMinor || !ysMajor || !ysMinor) {
    return failed('an encoding lacks one of Hs, Ps_major, Ps_minor, Ys_major, Ys_minor');
  }
  return parsed({ rs: rs ?? [], hs, psMajor, psMinor, ysMajor, ysMinor });
}

/** The encoding in the words of the file. */
export function writeEncoding(encoding: TileDistributionEncoding): JsonObject {
  const { rs, hs, psMajor, psMinor, ysMajor, ysMinor } = encoding;
  return {
    Rs: rs,
    Hs: hs,
    Ps_major: psMajor,
    Ps_minor: psMinor,
    Ys_major: ysMajor,
    Ys_minor: ysMinor,
  };
}
