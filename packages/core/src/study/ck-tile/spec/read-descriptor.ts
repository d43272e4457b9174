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
import { messages } from '../../../base/messages.ts';
import type { CppContext } from '../../../vendors/ck-tile/cpp/context.ts';
import { parseDescriptor } from '../../../vendors/ck-tile/cpp/parse.ts';
import type { Stage } from '../../../vendors/ck-tile/adaptor.ts';
import {
  type DescriptorSpec,
  makeDescriptor,
  transformDescriptor,
} from '../../../vendors/ck-tile/descriptor.ts';
import type { DescriptorBase } from '../../../vendors/ck-tile/descriptor-base.ts';
import { complete, type Field, required } from './fields.ts';
import { MOST_LENGTH, readTransform } from './read-transform.ts';

/** Stages and transforms of a stage; CK's descriptors have four and four. */
const MOST_STAGES = 12;
/** Dimensions of a descriptor. */
const MOST_POSITIONS = 32;

const BASES = ['naive', 'packed', 'aligned', 'with_offset'] as const;

/** The specification, if nothing is wrong with it; `context` is what its C++ need not define. */
export function readDescriptor(field: Field, context: CppContext): DescriptorSpec | undefined {
  if (typeof field.value === 'string') return readText(field, field.value, context);
  const fields = field.mapping([...BASES, 'stages', 'cpp', 'use']);
  if (fields === undefined) return undefined;
  const cpp = fields.get('cpp');
  if (cpp !== undefined) {
    const [text, use] = [cpp.text(), fields.get('use')?.text()];
    return text === undefined
      ? undefined
      : readText(cpp, text, { ...context, ...(use !== undefined && { use }) });
  }
  const kinds = BASES.filter((kind) => fields.has(kind));
  const [kind] = kinds;
  const baseField = kind && fields.get(kind);
  if (kind === undefined || baseField === undefined || kinds.length > 1) {
    return field.fail(messages.spec.oneOf(field.where, BASES));
  }
  const base = readBase(kind, baseField);
  const stageFields = fields.get('stages')?.list(`a list of up to ${MOST_STAGES} stages`) ?? [];
  if (stageFields.length > MOST_STAGES) {
    return field.fail(
      messages.spec.range(`${field.where}.stages`, stageFields.length, 0, MOST_STAGES),
    );
  }
  const stages = complete(stageFields.map(readStage));
  if (base === undefined || stages === undefined) return undefined;
  return checked({ base, stages }, baseField, stageFields) ? { base, stages } : undefined;
}

function readText(field: Field, text: string, context: CppContext): DescriptorSpec | undefined {
  const spec = parseDescriptor(text, context);
  field.tell(spec.diagnostics);
  return spec.ok && !hasErrors(spec.diagnostics) ? spec.value : undefined;
}

/** Makes the descriptor step by step, so that each fault is told at its step. */
function checked(spec: DescriptorSpec, base: Field, stages: readonly Field[]): boolean {
  const made = makeDescriptor({ base: spec.base, stages: [] });
  base.tell(made.diagnostics);
  if (!made.ok || hasErrors(made.diagnostics)) return false;
  let descriptor = made.value;
  for (const [i, stage] of spec.stages.entries()) {
    const next = transformDescriptor(descriptor, stage);
    stages[i]?.tell(next.diagnostics);
    if (!next.ok || hasErrors(next.diagnostics)) return false;
    descriptor = next.value;
  }
  return true;
}

function readBase(kind: (typeof BASES)[number], field: Field): DescriptorBase | undefined {
  const more = { naive: ['strides', 'vector'], packed: ['vector'], aligned: ['align'] };
  const keys = kind === 'with_offset' ? ['strides', 'offset'] : more[kind];
  const fields = field.mapping(['lengths', ...keys]);
  if (fields === undefined) return undefined;
  const lengths = required(fields, 'lengths', field)?.wholes(1, MOST_LENGTH);
  const numberOf = (key: string): number | undefined =>
    required(fields, key, field)?.whole(0, MOST_LENGTH);
  const strides = (): number[] | undefined =>
    required(fields, 'strides', field)?.wholes(0, MOST_LENGTH, lengths?.length);
  switch (kind) {
    case 'naive': {
      const given = strides();
      const vector = fields.get('vector')?.wholes(1, MOST_LENGTH, 2);
      if (lengths === undefined || given === undefined) return undefined;
      if (!fields.has('vector')) return { kind, lengths, strides: given };
      const [length = 1, stride = 1] = vector ?? [];
      return vector && { kind, lengths, strides: given, vector: [length, stride] };
    }
    case 'packed': {
      const vectorLength = fields.get('vector')?.whole(1, MOST_LENGTH);
      if (lengths === undefined) return undefined;
      if (!fields.has('vector')) return { kind, lengths };
      return vectorLength === undefined ? undefined : { kind, lengths, vectorLength };
    }
    case 'aligned': {
      const align = required(fields, 'align', field)?.whole(1, MOST_LENGTH);
      return lengths === undefined || align === undefined ? undefined : { kind, lengths, align };
    }
    case 'with_offset': {
      const [given, offset] = [strides(), numberOf('offset')];
      if (lengths === undefined || given === undefined || offset === undefined) return undefined;
      return { kind, lengths, strides: given, offset };
    }
  }
}

function readStage(field: Field): Stage | undefined {
  const fields = field.mapping(['transforms', 'lower', 'upper']);
  if (fields === undefined) return undefined;
  const list = required(fields, 'transforms', field)?.list('a list of transforms', 1);
  const transforms = list && complete(list.map(readTransform));
  const lower = required(fields, 'lower', field)?.wholeLists(0, MOST_POSITIONS - 1);
  const upper = required(fields, 'upper', field)?.wholeLists(0, MOST_POSITIONS - 1);
  if (transforms === undefined || lower === undefined || upper === undefined) return undefined;
  return { transforms, lower, upper };
}
