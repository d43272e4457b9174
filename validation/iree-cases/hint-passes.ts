/** Cases of the passes that move a hint to where the next one wants it: flatten, absorb, reinsert, fold. */
import { type Operation, printAttribute } from '@ldscope/mlir';
import type { Comparison } from '../base/comparison.ts';
import { type JsonObject, listAt, objectAt, objectsAt, textAt } from '../base/json.ts';
import {
  compareDefault,
  decided,
  named,
  shapeOf,
  shapeText,
  swizzleObject,
  swizzleText,
  transform,
  WORKGROUP,
  type IreeCase,
} from './run-passes.ts';

export function compareFlatten({ item, input, expected }: IreeCase, to: Comparison): void {
  const type = `memref<${shapeText(listAt(input, 'alloc'), 'f32')}, ${WORKGROUP}>`;
  const reason = textAt(expected, 'reason') ?? '';
  const isArgument = reason.includes('argument');
  const alloc = isArgument ? '' : `%a = memref.alloc() : ${type}`;
  const second = reason.includes('another direct use') ? `"test.use"(%a) : (${type}) -> ()` : '';
  const text = `func.func @k(${isArgument ? `%a: ${type}` : ''}) {
      ${alloc}
      %h = iree_codegen.swizzle_hint %a[${swizzleText(objectAt(item, 'attr'))}] : ${type}
      "test.use"(%h) : (${type}) -> ()
      ${second}
      return
    }`;
  const outcome = transform(text, 'flatten-swizzle-hint-allocs', 'iree');
  compareDefault(text, 'flatten-swizzle-hint-allocs', outcome, to);
  const [expand] = named(outcome.operations, 'memref.expand_shape');
  to.equal('changed', expected['changed'], decided(outcome, 'flattened') && expand !== undefined);
  to.equal('alloc', expected['alloc'], shapeOf(firstResult(outcome.operations, 'memref.alloc')));
  to.equal('output_shape', expected['output_shape'], shapeOf(expand?.results[0]));
  const groups = expand?.attributes.get('reassociation');
  to.equal(
    'expand_reassociation',
    expected['expand_reassociation'],
    groups === undefined ? undefined : JSON.parse(printAttribute(groups).replaceAll(/ : \w+/g, '')),
  );
}

const firstResult = (
  operations: readonly Operation[],
  name: string,
): Operation['results'][0] | undefined => named(operations, name)[0]?.results[0];

export function compareAbsorb({ item, input, expected }: IreeCase, to: Comparison): void {
  const element = textAt(input, 'elem') ?? 'f32';
  const swizzles = objectsAt(item, 'attr').map(swizzleText);
  const lines = listAt(input, 'allocs').flatMap((shape, number) => {
    const type = `memref<${shapeText(Array.isArray(shape) ? shape : [], element)}, ${WORKGROUP}>`;
    return [
      `%a${number} = memref.alloc() : ${type}`,
      `%h${number} = iree_codegen.swizzle_hint %a${number}[${swizzles[number] ?? ''}] : ${type}`,
      `"test.use"(%h${number}) : (${type}) -> ()`,
      ...(input['dealloc_users'] === true ? [`memref.dealloc %a${number} : ${type}`] : []),
    ];
  });
  const text = `func.func @k() {\n${lines.join('\n')}\nreturn\n}`;
  const outcome = transform(text, 'absorb-swizzle-hint-to-alloc', 'iree');
  const { operations } = outcome;
  compareDefault(text, 'absorb-swizzle-hint-to-alloc', outcome, to);
  to.equal(
    'hints_left',
    expected['hints_left'],
    named(operations, 'iree_codegen.swizzle_hint').length,
  );
  const name = textAt(expected, 'alloc_attr') ?? '';
  const attributes = named(operations, 'memref.alloc').map((op) => op.attributes.get(name));
  const wanted = objectsAt(expected, 'per_alloc');
  const own = attributes.map((attribute) => {
    const { kind, row_width, access_width } = swizzleObject(attribute) ?? {};
    return { kind, row_width, access_width };
  });
  to.equal('per_alloc', wanted, own);
}

const insertable: ReadonlySet<string> = new Set([
  'memref.collapse_shape',
  'iree_codegen.swizzle_hint',
  'memref.expand_shape',
]);

export function compareReinsert({ item, input, expected }: IreeCase, to: Comparison): void {
  const element = textAt(input, 'elem') ?? 'f32';
  const shape = listAt(input, 'alloc');
  const type = `memref<${shapeText(shape, element)}, ${WORKGROUP}>`;
  const attribute =
    input['alloc_attr'] === null
      ? ''
      : ` {iree_codegen.swizzle = ${swizzleText(objectAt(item, 'attr'))}}`;
  const part = listAt(input, 'subview');
  const view =
    part.length === 0
      ? type
      : `memref<${shapeText(part, element)}, strided<[128, 1]>, ${WORKGROUP}>`;
  const base = part.length === 0 ? '%a' : '%s';
  const zeros = shape.map(() => '%c0').join(', ');
  const accesses: Readonly<Record<string, string>> = {
    'vector.load': `%v = vector.load ${base}[${zeros}] : ${view}, vector<8x${element}>
      "test.use"(%v) : (vector<8x${element}>) -> ()`,
    'vector.store': `vector.store %x, ${base}[${zeros}] : ${view}, vector<8x${element}>`,
    'amdgpu.gather_to_lds dst': `amdgpu.gather_to_lds %g[${zeros}], ${base}[${zeros}] : vector<8x${element}>, memref<${shapeText(shape, element)}>, ${view}`,
  };
  const text = `func.func @k(%x: vector<8x${element}>, %g: memref<${shapeText(shape, element)}>) {
      %c0 = arith.constant 0 : index
      %a = memref.alloc()${attribute} : ${type}
      ${part.length === 0 ? '' : `%s = memref.subview %a[0, 0] [${part.join(', ')}] [1, 1] : ${type} to ${view}`}
      ${accesses[textAt(input, 'access') ?? ''] ?? ''}
      return
    }`;
  const outcome = transform(text, 'reinsert-swizzle-hints', 'iree');
  const { operations } = outcome;
  compareDefault(text, 'reinsert-swizzle-hints', outcome, to);
  const inserted = operations.filter(({ name }) => insertable.has(name));
  to.equal(
    'inserted',
    listAt(expected, 'inserted').map((words) => String(words).split(' ')[0]),
    inserted.map(({ name }) => name.slice(name.indexOf('.') + 1)),
  );
  const left = named(operations, 'memref.alloc').some((op) =>
    op.attributes.has('iree_codegen.swizzle'),
  );
  to.equal('alloc_attr_removed', expected['alloc_attr_removed'], !left);
  if (expected['wrapped_operand'] === 'dst') {
    const [gather] = named(operations, 'amdgpu.gather_to_lds');
    to.equal(
      'wrapped_operand',
      true,
      gather?.operands.includes(inserted.at(-1)?.results[0] ?? never),
    );
  }
}

const never = {
  name: '',
  index: 0,
  group: 1,
  type: { kind: 'index' },
  definition: undefined,
} as const;

export function compareFold({ item, input, expected }: IreeCase, to: Comparison): void {
  const element = textAt(input, 'elem') ?? 'f32';
  const swizzle = swizzleText(objectAt(item, 'attr'));
  const fromArgument = textAt(input, 'source') === 'function argument';
  const expand = listAt(input, 'expand');
  const shape = fromArgument ? [64, 64] : listAt(input, 'empty');
  const type = `tensor<${shapeText(shape, element)}>`;
  const view = viewOf(input, type, element, expand);
  const text = `func.func @k(%t: ${type}, %n: index) -> ${view.type} {
      ${fromArgument ? '' : `%e = tensor.empty() : ${type}`}
      %h = iree_codegen.swizzle_hint ${fromArgument ? '%t' : '%e'}[${swizzle}] : ${type}
      %v = ${view.operation}
      return %v : ${view.type}
    }`;
  const outcome = transform(text, 'fold-swizzle-hints', 'iree');
  const { operations } = outcome;
  compareDefault(text, 'fold-swizzle-hints', outcome, to);
  const [hint] = named(operations, 'iree_codegen.swizzle_hint');
  const [empty] = named(operations, 'tensor.empty');
  const viewName = view.operation.split(' ')[0] ?? '';
  const folds = named(operations, viewName).length === 0;
  to.equal('folds', expected['folds'] ?? true, folds);
  to.equal('new_empty', expected['new_empty'], shapeOf(empty?.results[0]));
  const kept = swizzleObject(hint?.attributes.get('swizzle'));
  const given = objectAt(item, 'attr');
  const same = kept?.['row_width'] === given?.['row_width'] && kept?.['kind'] === given?.['kind'];
  to.equal('attr_unchanged', expected['attr_unchanged'], same);
  if (expected['hint_kept'] !== undefined) {
    const { kind, row_width, access_width } = kept ?? {};
    to.equal('hint_kept', expected['hint_kept'], { kind, row_width, access_width });
  }
}

/** The view of the hint that a case names. */
function viewOf(
  input: JsonObject,
  type: string,
  element: string,
  expand: readonly unknown[],
): { readonly type: string; readonly operation: string } {
  const slice = listAt(input, 'slice');
  const collapse = listAt(input, 'collapse');
  if (slice.length > 0) {
    const reduced = listAt(input, 'rank_reduced_to');
    const result = `tensor<${shapeText(reduced.length > 0 ? reduced : slice, element)}>`;
    const sizes = slice.map((size) => (typeof size === 'number' ? size : '%n')).join(', ');
    const [zeros, ones] = [slice.map(() => 0), slice.map(() => 1)].map((list) => list.join(', '));
    const operation = `tensor.extract_slice %h[${zeros}] [${sizes}] [${ones}] : ${type} to ${result}`;
    return { type: result, operation };
  }
  if (collapse.length > 0) {
    const result = `tensor<${shapeText(collapse, element)}>`;
    return {
      type: result,
      operation: `tensor.collapse_shape %h [[0, 1], [2, 3]] : ${type} into ${result}`,
    };
  }
  const result = `tensor<${shapeText(expand, element)}>`;
  const operation = `tensor.expand_shape %h [[0, 1], [2]] output_shape [${expand.join(', ')}] : ${type} into ${result}`;
  return { type: result, operation };
}
