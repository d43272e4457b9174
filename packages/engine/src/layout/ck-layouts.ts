/**
 * The descriptors and distributions that C++ of CK Tile means, in words and numbers: of a header, or of what was pasted.
 *
 *     describeCkLayouts(text, { define: ['Problem::kM=128'], machine: 'gfx950' })
 */
import {
  type CppContext,
  type CppLayout,
  type Diagnostic,
  describeLayout,
  type DescribeOptions,
  diagnose,
  elementBitsByName,
  failure,
  layoutsOfCpp,
  type LayoutDescription,
  messages,
  type Result,
  success,
} from '@ldscope/core';
import { resolveMachine } from '../input/machine-choice.ts';

/** A layout of a text, or why a name of it has none. */
export type CkLayout =
  | LayoutDescription
  | { readonly kind: 'fault'; readonly name: string; readonly why: string };

export interface CkLayoutRequest extends Pick<DescribeOptions, 'index' | 'move'> {
  /** Values of names that the text does not define: `Problem::kM=128`, `DataType=f16`. */
  readonly define?: readonly string[] | undefined;
  /** Texts of the headers that it includes, in their order. */
  readonly before?: readonly string[] | undefined;
  /** Which of several layouts: `MakeALdsBlockDescriptor`, with or without what is around it. */
  readonly use?: string | undefined;
  /** `f16`; elements have 2 bytes without it. */
  readonly element?: string | undefined;
  /** The chip that has the banks and the waves. */
  readonly machine?: string | undefined;
}

/** Each layout of a text, one in full where it has one or `use` names it. */
export function describeCkLayouts(
  text: string,
  request: CkLayoutRequest,
): Result<readonly CkLayout[]> {
  const context = ckContext(request);
  if ('code' in context) return failure(context);
  const read = layoutsOfCpp(text, context);
  if (!read.ok) return read;
  const described = describeAll(read.value, text, request, context);
  return described.ok
    ? success(described.value, [...read.diagnostics, ...described.diagnostics])
    : failure(...read.diagnostics, ...described.diagnostics);
}

function describeAll(
  layouts: readonly CppLayout[],
  text: string,
  { use, index, move, element }: CkLayoutRequest,
  { elementBytes, ldsBanks: banks }: CppContext,
): Result<readonly CkLayout[]> {
  const named = layouts.filter(
    ({ name }) => use === undefined || name === use || name.endsWith(`::${use}`),
  );
  const [only, other] = named;
  if (only === undefined) {
    const names = layouts.flatMap(({ name, kind }) => (kind === 'fault' ? [] : [name]));
    const message =
      use === undefined
        ? messages.syntax.expected('a descriptor or an encoding', 'none')
        : messages.notation.unknownName('name of a layout in this text', use, names);
    return failure(diagnose(message, { start: 0, end: text.length }));
  }
  const isOne = other === undefined;
  if (isOne && only.kind === 'fault') return failure(only.fault);
  const bytes = element === undefined ? {} : { elementBytes };
  const said: CkLayout[] = [];
  for (const layout of named) {
    if (layout.kind === 'fault') {
      said.push({ kind: 'fault', name: layout.name, why: layout.fault.message });
      continue;
    }
    const described = describeLayout(layout, isOne ? { index, move, banks, ...bytes } : {});
    if (described.ok) said.push(described.value);
    else if (isOne)
      return failure(...described.diagnostics.map((each) => ({ ...each, span: layout.span })));
    else
      said.push({ kind: 'fault', name: layout.name, why: described.diagnostics[0]?.message ?? '' });
  }
  return success(said);
}

/** The values that a text needs and does not define; a diagnostic for a wrong option. */
export function ckContext({
  define = [],
  before = [],
  use,
  element,
  machine: machineName,
}: CkLayoutRequest): CppContext | Diagnostic {
  const constants: Record<string, number | string> = {};
  for (const each of define) {
    const [, name, value = '1'] = /^\s*([\w:<>, ]+?)\s*(?:=\s*([^]+))?$/.exec(each) ?? [];
    if (name === undefined) return diagnose(messages.usage.defineOption(each));
    constants[name] = /^\d{1,9}$/.test(value.trim()) ? Number(value) : typeOf(value.trim());
  }
  const bits = element === undefined ? undefined : elementBitsByName.get(element);
  if (element !== undefined && bits === undefined) {
    return diagnose(messages.usage.elementOption(element, [...elementBitsByName.keys()]));
  }
  const machine = machineName === undefined ? undefined : resolveMachine(machineName);
  return {
    constants,
    before,
    ...(use !== undefined && { use }),
    ...(bits !== undefined && { elementBytes: Math.ceil(bits / 8) }),
    ...(machine?.vendor === 'AMD' && {
      ldsBanks: machine.sharedMemory.banks.value === 64 ? 64 : 32,
      waveSize: machine.waveSizes[0],
      chip: machine.name,
    }),
  };
}

/** CK's names for element types that ldscope names otherwise. */
const TYPES: Readonly<Record<string, string>> = {
  f64: 'double',
  f32: 'float',
  f16: 'half_t',
  bf16: 'bf16_t',
  f8: 'fp8_t',
  fp8: 'fp8_t',
  bf8: 'bf8_t',
  i8: 'int8_t',
  i32: 'int32_t',
  f4: 'pk_fp4_t',
};

const typeOf = (value: string): string =>
  Object.hasOwn(TYPES, value) ? (TYPES[value] ?? value) : value;
