/**
 * What becomes of the chunks of a test file.
 *
 *     func.func @a() { return }
 *     // -----
 *     func.func @b() { retrun }   // expected-error {{...}}: not ours to read
 *
 * A chunk is read; what is printed of it is read again and has to be the same IR. An operation that we
 * do not know is kept as text: it counts as read, and is listed.
 */
import { parseModule, printModule, walk } from '@ldscope/mlir';
import { dumpContent, dumpModule } from '../../packages/mlir/test/text/dump.ts';

export interface Verdict {
  /** `ops.mlir:12`, and the line of the first diagnostic when there is one. */
  readonly place: string;
  /** Read without a diagnostic. */
  readonly clean: boolean;
  /** The first diagnostic, or what the round trip lost. */
  readonly problem?: string;
  /** Names of operations that are kept as text, each once. */
  readonly unknown: readonly string[];
  readonly text: string;
  /** What we print; absent where the chunk is not read. */
  readonly printed?: string;
}

/** Judges every chunk of a file that has IR and expects no error. */
export function judgeFile(name: string, text: string): readonly Verdict[] {
  const verdicts: Verdict[] = [];
  let line = 1;
  for (const chunk of text.split(/^\/\/ -----.*$/m)) {
    if (hasIr(chunk) && !/expected-error/.test(chunk)) verdicts.push(judge(name, line, chunk));
    line += chunk.split('\n').length - 1;
  }
  return verdicts;
}

const hasIr = (chunk: string): boolean => chunk.replaceAll(/\/\/.*$/gm, '').trim() !== '';

function judge(name: string, line: number, chunk: string): Verdict {
  const { module, diagnostics } = parseModule(chunk);
  const unknown = [
    ...new Set(
      [...walk(module.operations)]
        .filter(({ syntax }) => syntax === 'opaque')
        .map((operation) => operation.name),
    ),
  ];
  const [first] = diagnostics;
  if (first !== undefined) {
    const start = first.span?.start ?? 0;
    const before = chunk.slice(0, start).split('\n');
    const source = chunk.slice(start - (before.at(-1) ?? '').length).split('\n')[0] ?? '';
    const operation = /(?:^|\s|")([a-z_]\w*\.[\w.]+)/.exec(source)?.[1] ?? '';
    return {
      place: `${name}:${line + before.length - 1}`,
      clean: false,
      problem: `${operation}: ${first.message}`,
      unknown,
      text: chunk,
    };
  }
  const printed = printModule(module);
  const problem = compare(module, printed);
  return {
    place: `${name}:${line}`,
    clean: true,
    ...(problem !== undefined && { problem }),
    unknown,
    text: chunk,
    printed,
  };
}

/** What the text of a module lost; `undefined` when it reads as the same module. */
function compare(module: Parameters<typeof dumpModule>[0], printed: string): string | undefined {
  const again = parseModule(printed);
  const [first] = again.diagnostics;
  if (first !== undefined) return `printed text: ${first.message}`;
  const before = dumpModule(module).split('\n');
  const after = dumpModule(again.module).split('\n');
  const at = before.findIndex((line, i) => line !== after[i]);
  if (at < 0 && before.length === after.length) return undefined;
  return `reads differently: ${/= ([\w.]+)/.exec(before[at] ?? '')?.[1] ?? 'region'}`;
}

/** Where the custom and the generic form that upstream prints of a chunk are different to us. */
export function compareText(custom: string, generic: string): string | undefined {
  const source = parseModule(custom);
  const other = parseModule(generic);
  const first = source.diagnostics[0] ?? other.diagnostics[0];
  if (first !== undefined) return first.message;
  const before = dumpContent(source.module).split('\n');
  const after = dumpContent(other.module).split('\n');
  const at = before.findIndex((line, i) => line !== after[i]);
  if (at < 0 && before.length === after.length) return undefined;
  const words = (line: string | undefined): string[] => (line ?? 'end').trim().split(' ');
  const left = words(before[at]);
  const right = words(after[at]);
  const only = (some: string[], others: string[]): string =>
    some.filter((word) => !others.includes(word)).join(' ');
  return `${/= ([\w.]+)/.exec(before[at] ?? '')?.[1] ?? 'region'}: ${only(left, right)} <> ${only(right, left)}`;
}
