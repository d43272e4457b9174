/**
 * Facts of chips are data of their machines: no condition outside `machine/chips` asks for a chip by its name.
 *
 *     chip === 'gfx950'    case 'sm_90':    ['gfx942'].includes(name)    name.startsWith('sm_')    /^gfx9/.test(name)
 *
 * Tables that list chips are data and may name them. What asks all the same is listed here with its reason.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../../..');

/** Files that ask, what they ask, and why. */
const exceptions: readonly (readonly [file: string, question: string, reason: string])[] = [
  ...(['hot-loop/pipelines.tsx', 'hot-loop/budget.ts'] as const).map(
    (file) =>
      [
        `apps/web/src/explore/${file}`,
        "chip === 'gfx942'",
        'the document has its figures for this chip alone',
      ] as const,
  ),
  ['apps/web/src/explore/hot-loop/memory.ts', "chip === 'gfx942'", 'remarks of a document on it'],
  ['apps/web/src/explore/operands/tables.ts', "chip === 'gfx942'", 'two examples of a document'],
  [
    'apps/web/src/explore/tutorials/model.ts',
    "reading.machine === 'gfx950'",
    'the tutorials were run on two chips',
  ],
  ...(
    [
      ['core/src/base/messages/unread.ts', "chip.startsWith('sm_')"],
      ['engine/src/frontends/unread.ts', "chip.startsWith('gfx')"],
      ['engine/src/frontends/unread.ts', "chip.startsWith('sm_')"],
      ['engine/src/frontends/unread.ts', "chip !== 'sm_90'"],
    ] as const
  ).map(
    ([file, question]) =>
      [`packages/${file}`, question, 'options of compilers take chips by their names'] as const,
  ),
  [
    'apps/web/src/explore/gpu/picture.ts',
    "machine.name === 'gfx942'",
    'a document compared with it',
  ],
];

const CHIP = /^(gfx[0-9a-f]{3,4}|sm_\d{2,3})$/;
const PREFIX = /^(gfx\d*|sm_?\d*)$/;
const ASKING = new Set(['includes', 'has', 'startsWith', 'indexOf', 'test', 'exec']);
const EQUALITIES = new Set([
  ts.SyntaxKind.EqualsEqualsEqualsToken,
  ts.SyntaxKind.ExclamationEqualsEqualsToken,
  ts.SyntaxKind.InKeyword,
]);

/** Whether an expression is a chip's name, a list with one, or a pattern of names. */
function namesChip(node: ts.Node): boolean {
  if (ts.isStringLiteralLike(node)) return CHIP.test(node.text) || PREFIX.test(node.text);
  if (ts.isRegularExpressionLiteral(node)) return /gfx\d|sm_\d/.test(node.text);
  if (ts.isArrayLiteralExpression(node)) return node.elements.some(namesChip);
  return false;
}

/** The conditions of a text that ask for a chip by name. */
export function questionsOf(text: string): string[] {
  const source = ts.createSourceFile(
    'a.tsx',
    text,
    ts.ScriptTarget.Latest,
    true,
    ts.ScriptKind.TSX,
  );
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    const asks =
      (ts.isBinaryExpression(node) &&
        EQUALITIES.has(node.operatorToken.kind) &&
        (namesChip(node.left) || namesChip(node.right))) ||
      (ts.isCaseClause(node) && namesChip(node.expression)) ||
      (ts.isCallExpression(node) &&
        ts.isPropertyAccessExpression(node.expression) &&
        ASKING.has(node.expression.name.text) &&
        [node.expression.expression, ...node.arguments].some(namesChip));
    if (asks) found.push(ts.isCaseClause(node) ? node.expression.getText() : node.getText());
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function* sources(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* sources(path);
    else if (/\.tsx?$/.test(entry.name)) yield path;
  }
}

const folders = ['core', 'mlir', 'amdgcn', 'engine', 'render', 'cli'].map(
  (name) => `packages/${name}/src`,
);

describe('names of chips', () => {
  it('are found in conditions', () => {
    const of = (text: string): number => questionsOf(text).length;
    expect(of("if (chip === 'gfx950') x();")).toBe(1);
    expect(of("switch (name) { case 'sm_90': break; }")).toBe(1);
    expect(of("const is = ['gfx908', 'gfx90a'].includes(name);")).toBe(1);
    expect(of("name.startsWith('sm_') ? 32 : 64;")).toBe(1);
    expect(of('/^gfx9[45]/.test(target);')).toBe(1);
    expect(of("'gfx90a' in passes;")).toBe(1);
    expect(of("const chips = { gfx90a: 1 }; findMachine('gfx942');")).toBe(0);
  });

  it('are asked for nowhere but where it is listed', () => {
    const asked: string[] = [];
    for (const folder of [...folders, 'apps/web/src']) {
      for (const path of sources(join(root, folder))) {
        const file = relative(root, path);
        if (file.startsWith('packages/core/src/machine/chips/')) continue;
        const text = readFileSync(path, 'utf8');
        if (!/gfx|sm_/.test(text)) continue;
        for (const question of questionsOf(text)) asked.push(`${file}: ${question}`);
      }
    }
    const allowed = new Set(exceptions.map(([file, question]) => `${file}: ${question}`));
    expect(asked.filter((one) => !allowed.has(one))).toEqual([]);
    expect([...allowed].filter((one) => !asked.includes(one))).toEqual([]);
  }, 60_000);
});
