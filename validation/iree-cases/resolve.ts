/**
 * Cases of `resolve-swizzle-hints`: accesses of a flat buffer behind a hint, and where they go.
 *
 * The default mode is run on each as well. Where it does something else, that has to be one of its corrections, or it is a
 * miss.
 */
import { parseIreeSwizzle, swizzleOffset } from '@ldscope/core';
import type { Likeness, Operation } from '@ldscope/mlir';
import type { Comparison } from '../base/comparison.ts';
import { type JsonObject, numberAt, objectAt, objectsAt, textAt } from '../base/json.ts';
import {
  constantOf,
  likenessOf,
  named,
  swizzleText,
  transform,
  type Transformed,
  type IreeCase,
} from './run-passes.ts';

export function compareResolve({ item, input, expected }: IreeCase, to: Comparison): void {
  const text = kernelOf(item, input, expected);
  if (text === undefined) {
    to.fail('the kernel of the case is in words that we cannot read');
    return;
  }
  const outcome = resolved(text, likenessOf(item));
  compareOutcome(input, expected, outcome, to);
  compareDefault(text, item, input, outcome, to);
}

const resolved = (text: string, like: Likeness): Transformed =>
  transform(text, 'resolve-swizzle-hints,canonicalize,cse', like);

function kernelOf(item: JsonObject, input: JsonObject, expected: JsonObject): string | undefined {
  const swizzle = swizzleText(objectAt(item, 'attr'));
  const element = textAt(input, 'elem') ?? 'f32';
  if (textAt(input, 'user_chain')?.includes('expand_shape') === true) {
    return `
      func.func @k() -> vector<4xf32> {
        %c0 = arith.constant 0 : index
        %a = memref.alloc() : memref<2048xf32>
        %h = iree_codegen.swizzle_hint %a[${swizzle}] : memref<2048xf32>
        %e = memref.expand_shape %h [[0, 1]] output_shape [32, 64] : memref<2048xf32> into memref<32x64xf32>
        %v = vector.load %e[%c0, %c0] : memref<32x64xf32>, vector<4xf32>
        return %v : vector<4xf32>
      }`;
  }
  const type = textAt(input, 'memref');
  const accesses = objectsAt(input, 'accesses');
  if (type === undefined || accesses.length === 0) return undefined;
  const lines: string[] = [];
  const parameters = [`%m: ${type}`, '%i: index'];
  const returned: [value: string, type: string][] = [];
  for (const [number, access] of accesses.entries()) {
    const elements = numberAt(access, 'vector_elems') ?? 1;
    const vector = `vector<${elements}x${element}>`;
    const offset = numberAt(access, 'offset');
    const index = offset === undefined ? '%i' : `%c${number}`;
    if (offset !== undefined) lines.push(`%c${number} = arith.constant ${offset} : index`);
    const op = textAt(access, 'op');
    if (op === 'vector.load') {
      lines.push(`%v${number} = vector.load %h[${index}] : ${type}, ${vector}`);
      returned.push([`%v${number}`, vector]);
    } else if (op === 'vector.store') {
      parameters.push(`%s${number}: ${vector}`);
      lines.push(`vector.store %s${number}, %h[${index}] : ${type}, ${vector}`);
    } else if (op === 'amdgpu.gather_to_lds src') {
      const lds = `memref<2048x${element}, #gpu.address_space<workgroup>>`;
      parameters.push(`%l: ${lds}`);
      lines.push(`amdgpu.gather_to_lds %h[${index}], %l[${index}] : ${vector}, ${type}, ${lds}`);
    } else return undefined;
  }
  if (textAt(expected, 'diagnostic')?.includes('func.return') === true) returned.push(['%h', type]);
  const results = returned.map(([, of]) => of).join(', ');
  const values = returned.map(([value]) => value).join(', ');
  return `
    func.func @k(${parameters.join(', ')}) -> (${results}) {
      %h = iree_codegen.swizzle_hint %m[${swizzle}] : ${type}
      ${lines.join('\n      ')}
      return${values === '' ? '' : ` ${values} : ${results}`}
    }`;
}

interface FoundAccess {
  readonly op: string;
  readonly vector_elems: number;
  readonly offset: number | string;
}

const accessNames = new Set(['vector.load', 'vector.store', 'amdgpu.gather_to_lds']);

function accessesIn({ operations }: Transformed): FoundAccess[] {
  return operations
    .filter(({ name }) => accessNames.has(name))
    .map((op): FoundAccess => {
      const index = op.operands[op.name === 'vector.store' ? 2 : 1];
      const unknown = index?.definition === undefined ? 'unchanged' : 'computed';
      return {
        op: op.name === 'amdgpu.gather_to_lds' ? 'amdgpu.gather_to_lds src' : op.name,
        vector_elems: elementsOf(op),
        offset: constantOf(index) ?? unknown,
      };
    });
}

function elementsOf(op: Operation): number {
  const attribute = op.attributes.get('transferType');
  const value = op.name === 'vector.store' ? op.operands[0] : op.results[0];
  const type = attribute?.kind === 'type' ? attribute.type : value?.type;
  return type?.kind === 'vector' ? (type.shape[0] ?? 1) : 1;
}

function compareOutcome(
  input: JsonObject,
  expected: JsonObject,
  outcome: Transformed,
  to: Comparison,
): void {
  const { operations, said, succeeded } = outcome;
  to.equal('pass_succeeds', expected['pass_succeeds'], succeeded);
  const accesses = accessesIn(outcome);
  const wanted = objectsAt(expected, 'accesses');
  if (wanted.length > 0) {
    to.equal(
      'accesses',
      wanted.map(({ op, vector_elems, offset }) => ({ op, vector_elems, offset })),
      accesses,
    );
  }
  const left = named(operations, 'iree_codegen.swizzle_hint').length;
  const untouched = objectsAt(input, 'accesses').every(
    (access, number) =>
      numberAt(access, 'offset') === undefined ||
      numberAt(access, 'offset') === accesses[number]?.offset,
  );
  to.equal(
    'hint_dropped_without_rewrite',
    expected['hint_dropped_without_rewrite'],
    left === 0 &&
      untouched &&
      accesses.length >= objectsAt(input, 'accesses').length &&
      !isMoved(wanted, input),
  );
  const diagnostic = textAt(expected, 'diagnostic');
  if (diagnostic !== undefined) {
    const told = said.some((text) => text.includes('unsupported SwizzleHintOp user'));
    to.equal('diagnostic', true, told && diagnostic.includes('unsupported SwizzleHintOp user'));
  }
  if (expected['arith_chain'] !== undefined) {
    to.equal('arith_chain', expected['arith_chain'], chainOf(operations));
  }
  const shared = expected['load_and_store_share_one_offset_value_after_cse'];
  if (shared !== undefined) {
    const [load] = named(operations, 'vector.load');
    const [store] = named(operations, 'vector.store');
    to.equal('one offset value', shared, load?.operands[1] === store?.operands[2]);
  }
}

/** True for a case whose accesses the swizzle moves. */
function isMoved(wanted: readonly JsonObject[], input: JsonObject): boolean {
  const given = objectsAt(input, 'accesses');
  return wanted.some(
    (access, number) =>
      typeof access['offset'] === 'number' && access['offset'] !== given[number]?.['offset'],
  );
}

/** `remui 4`, `subi`, ..: the arithmetic in its order, a constant operand beside its name. */
function chainOf(operations: readonly Operation[]): string[] {
  return operations
    .filter(({ name }) => name.startsWith('arith.') && name !== 'arith.constant')
    .map(({ name, operands }) => {
      const constants = operands.flatMap((operand) => constantOf(operand) ?? []);
      const onArgument = operands.some(({ definition }) => definition === undefined);
      const what = name.slice('arith.'.length);
      if (what === 'addi' && onArgument) return 'addi to original offset';
      return [what, ...constants].join(' ');
    });
}

/**
 * Two corrections: what is within one group, or is whole groups, moves as it has to, also where upstream drops the
 * hint; an offset that is not proven to begin a group leaves everything where it was.
 */
function compareDefault(
  text: string,
  item: JsonObject,
  input: JsonObject,
  upstream: Transformed,
  to: Comparison,
): void {
  const [theirs, own] = [accessesIn(upstream), accessesIn(resolved(text, 'corrected'))];
  if (JSON.stringify(theirs) === JSON.stringify(own)) return;
  const given = objectsAt(input, 'accesses');
  const parsed = parseIreeSwizzle(swizzleText(objectAt(item, 'attr')));
  if (given.some((access) => numberAt(access, 'offset') === undefined) || !parsed.ok) {
    to.equal('the default, for offsets that are not proven', offsetsOf(given), offsetsOf(own));
    to.note('an offset that is not proven to begin a group is not swizzled');
    return;
  }
  const swizzle = parsed.value;
  const sound = given.every((access) => isSound(access, swizzle.accessWidth));
  to.equal('all accesses are within groups', true, sound);
  const offsets = given.map((access) => swizzleOffset(swizzle, numberAt(access, 'offset') ?? 0));
  to.equal('the default, within groups', offsets, offsetsOf(own));
  to.note('an access within one group moves with it');
}

function offsetsOf(accesses: readonly (JsonObject | FoundAccess)[]): unknown[] {
  return accesses.map(({ offset }) => (typeof offset === 'number' ? offset : 'unchanged'));
}

/** Within one group. */
function isSound(access: JsonObject, width: number): boolean {
  const [elements = 1, offset = 0] = [numberAt(access, 'vector_elems'), numberAt(access, 'offset')];
  return Math.floor(offset / width) === Math.floor((offset + elements - 1) / width);
}
