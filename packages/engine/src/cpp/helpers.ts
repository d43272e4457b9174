/**
 * Functions that an edit puts in front of the code that calls them.
 *
 *     // Columns in units of 8, XORed with the row.
 *     __device__ constexpr unsigned swizzled(unsigned row, unsigned column) { return column ^ row % 8 * 8; }
 */
import type { Analysis } from './analysis.ts';
import type { Block } from './blocks.ts';
import type { Changes } from './edit.ts';
import type { Occurrence, Program } from './program.ts';
import { nextAt, plainText, type Unit, wordAt } from './range.ts';
import { tokensOf } from './tokens.ts';

/** A function of unsigned integers. */
export interface Helper {
  readonly name: string;
  readonly parameters: readonly string[];
  readonly value: string;
  readonly comment: string;
}

/** Puts a function in front of everything that uses it, unless it is there. Gives its name. */
export function putHelper(
  { program }: Analysis,
  { name, parameters, value, comment }: Helper,
  uses: readonly Occurrence[],
  changes: Changes,
): string | undefined {
  const list = parameters
    .map((one) => (program.language === 'opencl' ? `uint ${one}` : `unsigned ${one}`))
    .join(', ');
  const body = `{ return ${value}; }`;
  for (const chosen of [name, ...'23456789'.split('').map((digit) => name + digit)]) {
    const [known] = program.functionsOf(chosen);
    if (known?.body !== undefined) {
      const { unit, open, close } = known.body;
      const { tokens } = tokensOf(body);
      const isSame =
        plainText({ unit, from: open, to: close + 1 }) === tokens.map(({ text }) => text).join(' ');
      if (isSame && uses.every((use) => use.unit === unit && use.at > open)) return chosen;
    }
    const isTaken =
      program.macros.has(chosen) ||
      program.files.some(({ occurrences }) => occurrences.has(chosen));
    if (isTaken) continue;
    const files = new Map<Unit, number>();
    for (const { unit, at } of uses.flatMap((use) => inCode(program, use, 0)))
      files.set(unit, Math.min(at, files.get(unit) ?? Infinity));
    // In several files the one definition would have to be in a header of its own.
    const [[unit, first] = [], ...others] = files;
    if (unit === undefined || first === undefined || others.length > 0) return undefined;
    const head =
      program.language === 'opencl' ? 'static inline uint' : '__device__ constexpr unsigned';
    changes.insert(
      unit,
      lineAbove(unit, outermost(program.blockAt(unit, first), first)),
      `// ${comment}\n${head} ${chosen}(${list}) ${body}\n\n`,
    );
    return chosen;
  }
  return undefined;
}

/** Where a use is in code: for that of a macro, wherever the macro is. */
function inCode(program: Program, { unit, at }: Occurrence, depth: number): readonly Occurrence[] {
  const name = unit.macro?.name;
  if (name === undefined) return [{ unit, at }];
  if (depth > MOST_DEPTH) return [];
  const inMacros = [...program.macros.values()].flat().filter((one) => one.macro.name !== name);
  return [
    ...program.files.flatMap((file) =>
      (file.occurrences.get(name) ?? []).map((token) => ({ unit: file.unit, at: token })),
    ),
    ...inMacros
      .filter(({ tokens }) => tokens.some(({ text }) => text === name))
      .flatMap((one) => inCode(program, { unit: one, at: 0 }, depth + 1)),
  ];
}

const MOST_DEPTH = 4;

/** The first token of the function or class at the outermost level that a token is in. */
function outermost(block: Block | undefined, at: number): number {
  let [inner, head] = [block, at];
  while (inner?.around !== undefined) {
    if (inner.kind !== 'namespace') head = inner.head;
    inner = inner.around;
  }
  return head;
}

/** Where the line of a token begins, or the lines of comments above it. */
function lineAbove({ text, tokens, lines }: Unit, at: number): number {
  const start = tokens[at]?.start ?? 0;
  const before = tokens[at - 1]?.end ?? 0;
  let line = lines.findLastIndex((begin) => begin <= start);
  const lineText = (number: number): string =>
    text.slice(lines[number] ?? 0, lines[number + 1] ?? text.length).trim();
  while (
    line > 0 &&
    (lines[line - 1] ?? 0) >= before &&
    /^(?:\/\/|\/\*|\*)/.test(lineText(line - 1))
  )
    line--;
  return Math.max(lines[line] ?? 0, before);
}

/** Puts an assertion behind the statement that declares something. */
export function putAssertion(unit: Unit, at: number, assertion: string, changes: Changes): void {
  let end = at;
  while (end < unit.tokens.length && !/^[;{}]$/.test(wordAt(unit, end)))
    end = nextAt(unit, end, unit.tokens.length);
  const semicolon = unit.tokens[end];
  if (semicolon?.text !== ';') return;
  const begin = unit.text.lastIndexOf('\n', unit.tokens[at]?.start ?? 0) + 1;
  const indent = /^[ \t]*/.exec(unit.text.slice(begin, semicolon.end))?.[0] ?? '';
  changes.insert(unit, semicolon.end, `\n${indent}${assertion}`);
}
