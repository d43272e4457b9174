/**
 * Reads what a test file of IREE asks for.
 *
 *     // RUN: iree-opt --pass-pipeline="builtin.module(func.func(iree-codegen-resolve-swizzle-hints, cse))" \
 *     // RUN:   --split-input-file %s | FileCheck %s --check-prefix=OPT
 *     // expected-error @+1 {{unsupported SwizzleHintOp user}}
 *
 * The passes of a pipeline are listed without what they are nested in; a name without `iree-codegen-` is upstream MLIR's.
 */

export interface Run {
  /** Names with options, as `parsePassList` reads them. */
  readonly passes: string;
  readonly splits: boolean;
  readonly verifies: boolean;
  /** Prefixes of the lines that are checked; none when nothing is. */
  readonly prefixes: readonly string[];
}

export interface ExpectedDiagnostic {
  readonly severity: string;
  readonly text: string;
  /** From 1, in the file. */
  readonly line: number;
}

/** The runs of a file that have a pipeline. */
export function readRuns(text: string): readonly Run[] {
  const lines = [...text.matchAll(/^\s*\/\/ ?RUN:(.*)$/gm)].map(([, line = '']) => line.trim());
  const commands = lines.reduce<string[]>((all, line) => {
    const last = all.at(-1);
    if (last?.endsWith('\\') !== true) return [...all, line];
    return [...all.slice(0, -1), `${last.slice(0, -1)} ${line}`];
  }, []);
  return commands.flatMap((command) => {
    const pipeline = /--?pass-pipeline=(["'])(.*?)\1/.exec(command)?.[2];
    if (pipeline === undefined) return [];
    return [
      {
        passes: leavesOf(pipeline).map(ourName).join(','),
        splits: command.includes('-split-input-file'),
        verifies: command.includes('-verify-diagnostics'),
        prefixes: prefixesOf(command),
      },
    ];
  });
}

/** Upstream folds hints along with tiling; here that is a pass. */
function ourName(pass: string): string {
  return pass === 'iree-codegen-gpu-apply-tiling-level' ? 'fold-swizzle-hints' : pass;
}

/** `builtin.module(func.func(a, b{x=1}), c)` -> `a`, `b{x=1}`, `c`. */
function leavesOf(pipeline: string): string[] {
  const leaves: string[] = [];
  let start = 0;
  let depth = 0;
  const take = (end: number): void => {
    const leaf = pipeline.slice(start, end).trim();
    if (leaf !== '') leaves.push(leaf);
  };
  for (let at = 0; at < pipeline.length; at++) {
    const character = pipeline[at];
    if (character === '{') depth++;
    if (character === '}') depth--;
    if (depth > 0) continue;
    if (character === '(') start = at + 1;
    if (character === ',' || character === ')') {
      take(at);
      start = at + 1;
    }
  }
  take(pipeline.length);
  return leaves;
}

function prefixesOf(command: string): readonly string[] {
  const check = /FileCheck(.*)$/.exec(command)?.[1];
  if (check === undefined) return [];
  const given = /--?check-prefix(?:es)?[= ]([\w,-]+)/.exec(check)?.[1];
  return given === undefined ? ['CHECK'] : given.split(',');
}

/** The diagnostics that the comments of a part of a file expect. */
export function readExpected(text: string): readonly ExpectedDiagnostic[] {
  const found: ExpectedDiagnostic[] = [];
  for (const [i, line] of text.split('\n').entries()) {
    const pattern =
      /expected-(error|warning|note|remark)(?:-re)? *(?:@([+-]\d+|above|below))? *\{\{(.*?)\}\}/g;
    for (const [, severity = '', at = '+0', wanted = ''] of line.matchAll(pattern)) {
      const shift = at === 'above' ? -1 : at === 'below' ? 1 : Number(at);
      found.push({ severity, text: wanted, line: i + 1 + shift });
    }
  }
  return found;
}

/** Lines of checks by the label that they are behind; those before the first label are left out. */
export function checkBlocks(text: string, prefixes: readonly string[]): readonly string[] {
  const any = prefixes.map((prefix) => prefix.replaceAll(/[^\w-]/g, '')).join('|');
  const isCheck = new RegExp(`//\\s*(?:${any})(?:-[A-Z]+)?(?:\\{[A-Z]+\\})?:`);
  const isLabel = new RegExp(`//\\s*(?:${any})-LABEL:`);
  const blocks: string[][] = [];
  for (const line of text.split('\n')) {
    if (isLabel.test(line)) blocks.push([line]);
    else if (isCheck.test(line)) blocks.at(-1)?.push(line);
  }
  return blocks.map((block) => block.join('\n'));
}
