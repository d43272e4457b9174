/**
 * What the preprocessor leaves of a text, with every word at its place: directives, branches that are not taken, and the
 * contents of string literals become spaces.
 *
 *     #if 0          (spaces)
 *     a              (spaces)
 *     #else          (spaces)
 *     b              b
 *     #endif         (spaces)
 *
 * Conditions are numbers, `defined(NAME)`, and names: those that `#define` or the context gives a number, else 0. A condition
 * with a name that nothing gives is reported; `#ifndef NAME` is not, which asks for just that.
 */
import { type Diagnostic, diagnose } from '../../../base/diagnostic.ts';
import { messages } from '../../../base/messages.ts';
import { constantValue } from '../../../layout/index/evaluate.ts';
import { formula } from '../../../layout/index/parse-formula.ts';
import { parseText } from '../../../layout/text/cursor.ts';
import { withoutComments } from '../../../layout/text/scan-word.ts';
import { isChipMacro } from './chip-macros.ts';

export interface Preprocessed {
  readonly text: string;
  /** What `#define NAME value` gives, as text. */
  readonly macros: ReadonlyMap<string, string>;
  /** Names in conditions that nothing gives, at the first of each. */
  readonly diagnostics: readonly Diagnostic[];
}

/** The numbers of names, and the names that are known to be undefined. */
export interface GivenMacros {
  readonly value: (name: string) => number | undefined;
  readonly isUndefined: (name: string) => boolean;
}

/** A branch of `#if`: whether its lines count, and whether an earlier one of its chain did. */
interface Branch {
  isTaken: boolean;
  wasTaken: boolean;
}

export function preprocess(text: string, { value: given, isUndefined }: GivenMacros): Preprocessed {
  const unknown = new Map<string, Diagnostic>();
  let offset = 0;
  const macros = new Map<string, string>();
  const branches: Branch[] = [];
  const kept: string[] = [];
  for (const line of logicalLines(withoutTexts(text))) {
    const start = offset;
    offset += line.length;
    const directive = /^[ \t]*#[ \t]*(\w+)\b([^]*)$/.exec(line);
    if (directive === null) {
      kept.push(branches.every(({ isTaken }) => isTaken) ? line : blank(line));
      continue;
    }
    const [, word = '', rest = ''] = directive;
    const isActive = branches.every(({ isTaken }) => isTaken);
    const ask = (condition: string): boolean => {
      for (const [, name = ''] of withoutComments(condition).matchAll(/\b([A-Za-z_]\w*)\b/g)) {
        if (name === 'defined' || macros.has(name) || unknown.has(name)) continue;
        if (given(name) !== undefined || isUndefined(name)) continue;
        const span = { start: start + line.search(/\S/), end: start + line.trimEnd().length };
        unknown.set(name, diagnose(messages.notation.cppUndefined(name, isChipMacro(name)), span));
      }
      return valueOf(condition, macros, given) !== 0;
    };
    const holds = (condition: string): boolean => isActive && ask(condition);
    const last = branches.at(-1);
    if (word === 'if') open(branches, holds(rest));
    else if (word === 'ifdef') open(branches, holds(`defined(${rest})`));
    else if (word === 'ifndef') {
      const isChips = isChipMacro(rest.trim());
      const isDefined = isChips
        ? holds(`defined(${rest})`)
        : valueOf(`defined(${rest})`, macros, given) !== 0;
      open(branches, isActive && !isDefined);
    } else if (word === 'endif') branches.pop();
    else if ((word === 'elif' || word === 'else') && last !== undefined) {
      branches.pop();
      const isOuter = branches.every(({ isTaken }) => isTaken);
      const isTaken = isOuter && !last.wasTaken && (word === 'else' || ask(rest));
      branches.push({ isTaken, wasTaken: last.wasTaken || isTaken });
    } else if (word === 'define' && isActive) {
      const [, name, value] = /^\s+(\w+)(?:\s+([^]*?))?\s*$/.exec(withoutComments(rest)) ?? [];
      if (name !== undefined) macros.set(name, value ?? '');
    } else if (word === 'undef' && isActive) macros.delete(rest.trim());
    kept.push(blank(line));
  }
  return { text: kept.join(''), macros, diagnostics: [...unknown.values()] };
}

const open = (branches: Branch[], isTaken: boolean): void => {
  branches.push({ isTaken, wasTaken: isTaken });
};

/** Lines with their ends; one that ends in a backslash goes on. */
function* logicalLines(text: string): Iterable<string> {
  for (const [line] of text.matchAll(/(?:[^\n\\]|\\\r?\n|\\)*(?:\n|$)/g))
    if (line !== '') yield line;
}

/** The number of a condition; 0 where it has none, as for a name that is not defined. */
function valueOf(
  condition: string,
  macros: ReadonlyMap<string, string>,
  given: (name: string) => number | undefined,
  depth = 0,
): number {
  const isDefined = (name: string): boolean => macros.has(name) || given(name) !== undefined;
  const numbers = withoutComments(condition)
    .replaceAll(/\bdefined\s*(?:\(\s*(\w+)\s*\)|(\w+))/g, (_, a?: string, b?: string) =>
      isDefined(a ?? b ?? '') ? '1' : '0',
    )
    .replaceAll(/\b[A-Za-z_]\w*\b/g, (name) => {
      const macro = macros.get(name);
      const value =
        macro === undefined || depth > 20 ? given(name) : valueOf(macro, macros, given, depth + 1);
      return String(value ?? 0);
    });
  const parsed = parseText(numbers, { comments: true }, (cursor) =>
    formula(cursor, { names: new Set(), tables: new Set() }),
  );
  const value = parsed.ok ? constantValue(parsed.value, new Map()) : parsed;
  return value.ok ? value.value : 0;
}

const blank = (text: string): string => text.replaceAll(/[^\n]/g, ' ');

/** Comments stay; strings become spaces, other literals that are not whole numbers a name without a value. */
const withoutTexts = (text: string): string =>
  text.replaceAll(
    /\/\/[^\n]*|\/\*[^]*?\*\/|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)+'|\b\d+\.\d*(?:[eE][-+]?\d+)?[fF]?|\b\d+[eE][-+]?\d+[fF]?/g,
    (found) => {
      if (found.startsWith('/')) return blank(found);
      return found.startsWith('"') ? ' '.repeat(found.length) : '_'.repeat(found.length);
    },
  );
