/** Small kernels of the cases, and what the passes of `ldscope opt` make of them. */
import { findMachine, hasErrors, type PassVerdict } from '@ldscope/core';
import {
  type Attribute,
  type Likeness,
  type Operation,
  parseModule,
  parsePassList,
  type PlacedDecision,
  printAttribute,
  printModule,
  resolveAttribute,
  resolveType,
  runPasses,
  type Value,
  walk,
} from '@ldscope/mlir';
import type { Comparison } from '../base/comparison.ts';
import { type JsonObject, numberAt, textAt } from '../base/json.ts';

/** A case: what a pass is given, and what is expected of it. */
export interface IreeCase {
  readonly item: JsonObject;
  readonly input: JsonObject;
  readonly expected: JsonObject;
}

export interface Transformed {
  /** The module as text. */
  readonly printed: string;
  /** Every operation, in the order of the text. */
  readonly operations: readonly Operation[];
  readonly decisions: readonly PlacedDecision[];
  /** Texts of the diagnostics. */
  readonly said: readonly string[];
  readonly succeeded: boolean;
}

/** The module after a list of passes; throws when our own kernel cannot be read, which is a mistake here. */
export function transform(
  text: string,
  passes: string,
  like: Likeness,
  chip = 'gfx942',
): Transformed {
  const machine = findMachine(chip);
  const { module, diagnostics } = parseModule(text);
  const list = parsePassList(passes);
  const [problem] = hasErrors(diagnostics) ? diagnostics : list.ok ? [] : list.diagnostics;
  if (machine === undefined || problem !== undefined || !list.ok) {
    throw new Error(`a case cannot be run: ${problem?.message ?? chip}\n${text}`);
  }
  const outcome = runPasses(module, list.value, { machine, like });
  return {
    printed: printModule(module),
    operations: [...walk(module.operations)],
    decisions: outcome.decisions,
    said: outcome.diagnostics.map(({ message }) => message),
    succeeded: outcome.failed === undefined,
  };
}

/** The likeness that a case speaks of: what is merged, or what an open pull request adds. */
export function likenessOf(item: JsonObject): Likeness {
  return textAt(item, 'status') === 'merged' ? 'iree' : 'iree-pr-23778';
}

/** `#iree_codegen.xor_shuffle<128, 16, 128, 2>` of `{"kind": "xor_shuffle", "row_width": 128, ...}`. */
export function swizzleText(attribute: JsonObject | undefined): string {
  const kind = textAt(attribute, 'kind') ?? 'xor_shuffle';
  const numbers = ['row_width', 'access_width', 'row_stride', 'per_phase'].flatMap(
    (name) => numberAt(attribute, name) ?? [],
  );
  return `#iree_codegen.${kind}<${numbers.join(', ')}>`;
}

export const WORKGROUP = '#gpu.address_space<workgroup>';

/** `4x8xf32`, with `?` for what is not a number. */
export function shapeText(shape: readonly unknown[], element: string): string {
  return [...shape.map((size) => (typeof size === 'number' ? size : '?')), element].join('x');
}

export const named = (operations: readonly Operation[], name: string): Operation[] =>
  operations.filter((op) => op.name === name);

/** The sizes of a memref or tensor: `?` where they are dynamic. */
export function shapeOf(value: Value | undefined): (number | '?')[] | undefined {
  const type = value && resolveType(value.type);
  if (type?.kind !== 'memref' && type?.kind !== 'tensor') return undefined;
  return type.shape?.map((size) => size ?? '?');
}

/** The strides of a memref with a strided layout. */
export function stridesOf(value: Value | undefined): (number | undefined)[] | undefined {
  const type = value && resolveType(value.type);
  if (type?.kind !== 'memref' || type.layout?.kind !== 'strided') return undefined;
  return [...type.layout.strides];
}

/** The constant that an index is; `undefined` when it is none. */
export function constantOf(value: Value | undefined): number | undefined {
  const attribute = value?.definition?.attributes.get('value');
  if (value?.definition?.name !== 'arith.constant' || attribute === undefined) return undefined;
  const resolved = resolveAttribute(attribute);
  return resolved.kind === 'integer' ? Number(resolved.value) : undefined;
}

/** A swizzle attribute as the cases write it, with every number. */
export function swizzleObject(attribute: Attribute | undefined): JsonObject | undefined {
  if (attribute === undefined) return undefined;
  const [, kind, list = ''] = /(\w+)<([\d, ]*)>/.exec(printAttribute(attribute)) ?? [];
  const [row_width, access_width, row_stride, per_phase] = list.split(',').map(Number);
  return { kind, row_width, access_width, row_stride, per_phase };
}

/** True when a pass gave one of the verdicts for some allocation. */
export function decided({ decisions }: Transformed, ...verdicts: readonly PassVerdict[]): boolean {
  return decisions.some(({ verdict }) => verdicts.includes(verdict));
}

/**
 * Compares the default mode with upstream's. `reason` says which correction makes it differ; without one it may not.
 */
export function compareDefault(
  text: string,
  passes: string,
  upstream: Transformed,
  to: Comparison,
  reason?: string,
): void {
  const ours = transform(text, passes, 'corrected');
  if (ours.printed === upstream.printed && ours.succeeded === upstream.succeeded) return;
  if (reason === undefined) to.equal('the default mode', upstream.printed, ours.printed);
  else
    to.note([reason, ...ours.decisions.map((one) => `${one.verdict}, ${one.reason}`)].join(': '));
}
