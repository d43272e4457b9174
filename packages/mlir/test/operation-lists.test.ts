/**
 * What an operation is stands in its row (`src/rows`), once: no other source recognizes operations by a set, a table of data or a
 * pattern of names. Tables from names to functions are what operations do, and tables from names to names what becomes of them.
 */
import { readdirSync, readFileSync } from 'node:fs';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { rows } from '../../../test/rows.ts';
import { knownOperations } from '../src/dialects/index.ts';
import { executable } from '../src/interpret/ops/index.ts';
import { namedRows } from '../src/rows/operations.ts';

const SOURCE = new URL('../src/', import.meta.url);
/** Where operations are named: their rows, and their syntax. */
const TABLES = /^(?:rows|dialects|text)\//;

/** Lists that are no facts, each with its reason. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  "interpret/prepare/masks.ts: [ 'vector.contract', 'vector.multi_reduction', 'vector.outer":
    'those whose lowerings here take a mask behind their operands',
  'passes/flow/hints/fold-swizzle-hints.ts: /^tensor\\.(?:extract_slice|expand_shape|collapse_shape)$/':
    'the patterns of IREE, FoldSwizzleHints.cpp',
  "passes/flow/hints/reinsert-swizzle-hints.ts: [ 'amdgpu.gather_to_lds', 'vector.load', 'vector.store', ]":
    'the accesses of IREE, with likeIree alone',
  "passes/flow/index/fold-arith.ts: { 'arith.addi': 0n, 'arith.subi': 0n, 'arith.ori': 0n, 'arit":
    'the neutral elements of the folds of MLIR, ArithOps.cpp',
  "passes/flow/vector-alloc/layout-fixup.ts: [ 'arith.constant', 'vector.constant_mask', 'vector.create_m":
    'what IREE makes again, VectorLayoutAnalysis.cpp',
  "passes/flow/vector-alloc/layout-fixup.ts: [ 'vector.broadcast', 'vector.shape_cast', 'vector.transpose":
    'what IREE makes again, VectorLayoutAnalysis.cpp',
  "passes/flow/vector-alloc/promotion-analysis.ts: [ 'vector.broadcast', 'vector.shape_cast', 'vector.transpose":
    'what promotions pass in IREE, GPUPromotionAnalysis.cpp',
  'ttgir/hardware.ts: /^(?:amdgpu|triton_amdgpu)\\./': 'older names of dialects of Triton',
  'ttgir/hardware.ts: /^(?:scf|cf|ub|builtin)\\.|^(?:tt|func)\\.return$|^ttg\\.(?:loc':
    'operations of all versions of Triton, most of which have no syntax here',
  'ttgir/hardware.ts: /^triton_gpu\\./': 'older names of dialects of Triton',
  'ttgir/version.ts: /(?:^|[^\\w.])#?triton_gpu\\./': 'text of a module, not a name',
};

const names: ReadonlySet<string> = new Set([
  ...knownOperations().filter((name) => !name.endsWith('*')),
  ...executable.keys(),
  ...namedRows.keys(),
]);
const dialects = [...new Set([...names].map((name) => name.slice(0, name.indexOf('.'))))];
/** A dialect and its dot in a pattern, with what may be between. */
const OF_DIALECT = new RegExp(String.raw`\b(?:${dialects.join('|')})\b[^ ]*?\\\.`);

/** True for a test that some operations pass and most do not. */
const tellsApart = (holds: (name: string) => boolean): boolean => {
  const count = [...names].filter(holds).length;
  return count > 0 && count < names.size / 2;
};

const isName = (node: ts.Node): boolean => ts.isStringLiteralLike(node) && names.has(node.text);
const isOfNames = (node: ts.Node): boolean => /name/i.test(node.getText());

/** `['a.b', 'c.d']`, and `new Map([['a.b', ...], ...])`. */
const isList = ({ elements, parent }: ts.ArrayLiteralExpression): boolean =>
  elements.filter(isName).length > Number(!ts.isNewExpression(parent)) ||
  elements.some((one) => ts.isArrayLiteralExpression(one) && one.elements.slice(0, 1).some(isName));

/** `{ 'a.b': 3 }`. */
const isTable = ({ properties }: ts.ObjectLiteralExpression): boolean =>
  properties.some(
    (one) =>
      ts.isPropertyAssignment(one) &&
      isName(one.name) &&
      !isName(one.initializer) &&
      (ts.isLiteralExpression(one.initializer) ||
        ts.isObjectLiteralExpression(one.initializer) ||
        ts.isArrayLiteralExpression(one.initializer) ||
        /^(?:true|false)$/.test(one.initializer.getText())),
  );

/** `/^a\./`, and a pattern of which a name is asked. */
function isPattern(node: ts.RegularExpressionLiteral): boolean {
  const end = node.text.lastIndexOf('/');
  const pattern = new RegExp(node.text.slice(1, end), node.text.slice(end + 1).replace('g', ''));
  const { parent } = node;
  const constant = ts.isVariableDeclaration(parent) ? parent.name.getText() : node.getText();
  const isAsked = node
    .getSourceFile()
    .text.replaceAll(/\s/g, '')
    .split(`${constant.replaceAll(/\s/g, '')}.`)
    .slice(1)
    .some((behind) => /^(?:test|exec)\([^)]*name/i.test(behind));
  return tellsApart((name) => pattern.test(name)) && (isAsked || OF_DIALECT.test(node.text));
}

/** `name.startsWith('a.')`. */
function isPart({ expression, arguments: [text] }: ts.CallExpression): boolean {
  if (!ts.isPropertyAccessExpression(expression) || !isOfNames(expression.expression)) return false;
  if (text === undefined || !ts.isStringLiteralLike(text)) return false;
  const method = expression.name.text;
  if (!['startsWith', 'endsWith', 'includes'].includes(method)) return false;
  return tellsApart((name) => name[method as 'includes'](text.text));
}

/** `case 'a.b': case 'c.d':`. */
const isCases = ({ expression, statements }: ts.CaseClause): boolean =>
  isName(expression) && statements.length === 0;

const isListAt = (node: ts.Node): boolean =>
  (ts.isArrayLiteralExpression(node) && isList(node)) ||
  (ts.isObjectLiteralExpression(node) && isTable(node)) ||
  (ts.isRegularExpressionLiteral(node) && isPattern(node)) ||
  (ts.isCallExpression(node) && isPart(node)) ||
  (ts.isCaseClause(node) && isCases(node));

/** The beginnings of the lists in a source. */
function listsIn(text: string): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (isListAt(node)) found.push(node.getText().replaceAll(/\s+/g, ' ').slice(0, 60));
    else ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile('file.ts', text, ts.ScriptTarget.Latest, true));
  return found;
}

describe('a list of operations', () => {
  it('stands in no source but those that are named, with a reason', () => {
    const files = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' }).filter(
      (file) => file.endsWith('.ts') && !TABLES.test(file),
    );
    const found = files.flatMap((file) =>
      listsIn(readFileSync(new URL(file, SOURCE), 'utf8')).map((list) => `${file}: ${list}`),
    );
    expect(found.sort()).toEqual(Object.keys(EXCEPTIONS).sort());
  });

  it.each(rows`
    a set | new Set(['memref.load']) | 1
    an array | ['scf.if', 'scf.for'].includes(op.name) | 1
    an array of one | createOperation(['memref.load']) | 0
    a map | new Map([['arith.addi', 3]]) | 1
    a table of data | const places = { 'vector.store': 1 } | 1
    a table of objects | const forms = { 'vector.store': { base: 1 } } | 1
    a table of functions | const rules = { 'vector.store': store, 'vector.load': () => 1 } | 0
    a table of names | const plain = { 'affine.load': 'memref.load' } | 0
    a pattern with a dialect | const PURE = /^(?:arith|math)\.|^affine\.apply$/ | 1
    a pattern that is asked of a name | /barrier/.test(op.name) | 1
    a pattern that a constant has | const ENDS = /lds$/; const is = (op) => ENDS.test(executedName(op)) | 1
    a pattern of other words | /barrier/.test(wordsOf(op, 'scope')) | 0
    a beginning of a name | name.startsWith('arith.') | 1
    an end of a name | op.name.endsWith('.yield') | 1
    cases of one body | switch (op.name) { case 'scf.if': case 'scf.for': return 1; } | 1
    cases | switch (op.name) { case 'scf.if': return 1; case 'scf.for': return 2; } | 0
  `)('is %s', (_name, text = '', count = '') => {
    expect(listsIn(text)).toHaveLength(Number(count));
  });
});
