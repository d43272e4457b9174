/**
 * What an instruction does is said once, by its row. No other source of the machines names opcodes: in a set, a pattern, a
 * prefix or a comparison. A list of names beside the rows is an analysis that forgets the next instruction.
 *
 *     mnemonic.startsWith('v_')      /^s_(set|mov)/      opcode === 'mapa'      new Set(['ds_add_u32'])
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';
import { executedMnemonics } from '@ldscope/amdgcn';
import { targets } from '../packages/amdgcn/src/state/target.ts';
import { instructionRows } from '../packages/ptx/src/rows/instructions.ts';

const packages = fileURLToPath(new URL('../packages', import.meta.url));

interface Machine {
  readonly opcodes: ReadonlySet<string>;
  /** The property that names an instruction. */
  readonly property: string;
  /** Its opcodes are no words of other kinds, so that a text with one names it. */
  readonly areUnlikeWords: boolean;
  /** Folders whose files are rows, or make steps of instructions that a row names. */
  readonly rows: readonly string[];
  /** Files that may name opcodes, and why. */
  readonly exceptions: Readonly<Record<string, string>>;
}

const compiles = 'makes the steps of the instructions that it tells apart';

const machines: Readonly<Record<string, Machine>> = {
  amdgcn: {
    opcodes: new Set(
      targets.flatMap((target) =>
        Object.values(executedMnemonics(target)).flatMap((names) => [...names]),
      ),
    ),
    property: 'mnemonic',
    areUnlikeWords: true,
    rows: ['isa/', 'decode/'],
    exceptions: {
      'text/code-names.ts': 'reading a text comes before rows; a test compares the names with them',
      'text/disassembly.ts': 'directives stand where a mnemonic does',
      'object/disassemble.ts': 'labels of distances in the text of the decoder',
      'emulate/code.ts': 'a word that is not decoded stands where a mnemonic does',
      'emulate/high-registers.ts': 'puts s_nop in the place of an instruction that is done',
    },
  },
  ptx: {
    opcodes: new Set(instructionRows.keys()),
    property: 'opcode',
    areUnlikeWords: false,
    // SASS has rows of its own.
    rows: ['rows/', 'sass/'],
    exceptions: {
      'isa/compile.ts': compiles,
      'isa/video.ts': compiles,
      'isa/memory/atomics.ts': compiles,
      'isa/memory/load-store.ts': compiles,
      'isa/memory/matrix.ts': compiles,
      'isa/memory/stack.ts': compiles,
      'isa/texture/fetch.ts': compiles,
      'isa/texture/object.ts': compiles,
      'isa/texture/surface.ts': compiles,
    },
  },
};

/** The names of instructions in a source, by the line. */
function namesIn(source: string, { opcodes, property, areUnlikeWords }: Machine): string[] {
  const file = ts.createSourceFile('source.ts', source, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const add = (node: ts.Node): void => {
    const { line } = file.getLineAndCharacterOfPosition(node.getStart(file));
    found.push(`${line + 1}: ${node.getText(file)}`);
  };
  const isOpcode = (node: ts.Node | undefined): boolean =>
    node !== undefined &&
    ((ts.isIdentifier(node) && node.text === property) ||
      (ts.isPropertyAccessExpression(node) && node.name.text === property));
  /** `set.has(opcode)`, `/.../.test(opcode)`, `opcode.startsWith('v_')`, `opcode === 'bra'`, `names[opcode]`. */
  const isAsked = (node: ts.Node): boolean => {
    if (ts.isBinaryExpression(node)) {
      const isEquality = [
        ts.SyntaxKind.EqualsEqualsEqualsToken,
        ts.SyntaxKind.ExclamationEqualsEqualsToken,
      ].includes(node.operatorToken.kind);
      return isEquality && [node.left, node.right].some(isOpcode);
    }
    if (ts.isSwitchStatement(node)) return isOpcode(node.expression);
    if (ts.isElementAccessExpression(node)) return isOpcode(node.argumentExpression);
    if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return false;
    const { expression, name } = node.expression;
    const asks = /^(?:has|get|test|exec|includes|indexOf|startsWith|endsWith|match|search|split)$/;
    if (expression.getText(file) === 'instructionRows') return false;
    // The names of such a set or map are found as texts.
    if (areUnlikeWords && /^(?:has|get)$/.test(name.text)) return false;
    return asks.test(name.text) && (isOpcode(expression) || node.arguments.some(isOpcode));
  };
  const isName = (text: string): boolean =>
    opcodes.has(text) ||
    (/^[a-z]+_$|^[a-z]+_[a-z_]*$/.test(text) && [...opcodes].some((one) => one.startsWith(text)));
  const isText = (node: ts.Node): node is ts.StringLiteralLike | ts.TemplateHead =>
    ts.isStringLiteralLike(node) || ts.isTemplateHead(node);
  const isPattern = (text: string): boolean => {
    const pattern = new RegExp(text.slice(1, text.lastIndexOf('/')));
    // Words, not classes of letters.
    if (!/\w{3}/.test(text.replace(/\[[^\]]*\]/g, ''))) return false;
    const matched = [...opcodes].filter((one) => pattern.test(one)).length;
    return matched > 0 && matched < opcodes.size;
  };
  const visit = (node: ts.Node): void => {
    if (isAsked(node)) add(node);
    else if (areUnlikeWords && isText(node) && isName(node.text)) add(node);
    else if (areUnlikeWords && ts.isRegularExpressionLiteral(node) && isPattern(node.text))
      add(node);
    else ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

describe.each(Object.entries(machines))('%s', (name, machine) => {
  const folder = join(packages, name, 'src');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !machine.rows.some((rows) => file.startsWith(rows)),
  );
  const naming = files.flatMap((file) => {
    const names = namesIn(readFileSync(join(folder, file), 'utf8'), machine);
    return names.length === 0 ? [] : [{ file, names }];
  });

  test('no source beside the rows names an instruction', () => {
    expect(naming.filter(({ file }) => machine.exceptions[file] === undefined)).toEqual([]);
  });

  test('every exception is one', () => {
    const named = new Set(naming.map(({ file }) => file));
    expect(Object.keys(machine.exceptions).filter((file) => !named.has(file))).toEqual([]);
  });
});

test.each([
  ['amdgcn', 'const OPAQUE = /^s_(set_gpr_idx|movrel)|^v_movrel/;'],
  ['amdgcn', "const isVector = name.startsWith('v_');"],
  ['amdgcn', "const ENDS = new Set(['s_endpgm', 's_branch']);"],
  ['amdgcn', 'const name = `ds_add_${type}`;'],
  ['amdgcn', 'switch (mnemonic) { default: }'],
  ['amdgcn', 'const isDone = DONE.test(instruction.mnemonic);'],
  ['ptx', "const isMap = opcode === 'mapa';"],
  ['ptx', 'const reads = READS_FIRST.has(opcode);'],
  ['ptx', "const ends = ['ret', 'exit'].includes(instruction.opcode);"],
  ['ptx', "const isVideo = opcode.startsWith('v');"],
  ['ptx', 'const kind = KINDS[opcode];'],
])('%s: %s is a list', (name, source) => {
  const machine = machines[name];
  expect(machine && namesIn(source, machine)).toHaveLength(source.includes('endpgm') ? 2 : 1);
});

test.each([
  ['amdgcn', 'const text = `${mnemonic} is not known`;'],
  ['amdgcn', "const word = 'vcc'; const isWord = /^[a-z_]\\w*$/.test(word);"],
  ['ptx', "const isMin = modifiers.includes('min'); const text = [opcode, ...modifiers];"],
])('%s: %s is none', (name, source) => {
  const machine = machines[name];
  expect(machine && namesIn(source, machine)).toEqual([]);
});
