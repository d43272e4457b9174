/**
 * One test file of IREE against our passes: chunk by chunk, label by label.
 *
 * A chunk whose checks have labels counts one per label; a chunk that only wants diagnostics counts one. FileCheck sees
 * a chunk as a whole first; what fails is asked again label by label, each on its own function's text.
 */
import { hasErrors, LineMap, type Diagnostic, type Machine } from '@ldscope/core';
import {
  type Likeness,
  type Module,
  type Operation,
  parseModule,
  parsePassList,
  type PassStep,
  partText,
  printModule,
  printType,
  runPasses,
  splitChunks,
  type Value,
  walk,
} from '@ldscope/mlir';
import { withLayoutAliases } from './alias-layouts.ts';
import { fileCheck } from './filecheck.ts';
import {
  checkBlocks,
  type ExpectedDiagnostic,
  readExpected,
  readRuns,
  type Run,
} from './read-test.ts';

export interface LitVerdict {
  /** `file.mlir:12 @name`. */
  readonly place: string;
  /** Absent when all is as the test wants it. */
  readonly problem?: string;
}

export interface LitOptions {
  readonly program: string;
  readonly machine: Machine;
  readonly like: Likeness;
}

/** The verdicts of a file; words when its passes are not ours to run. */
export function judgeTest(
  name: string,
  text: string,
  options: LitOptions,
): readonly LitVerdict[] | string {
  const runs = readRuns(text);
  if (runs.length === 0) return 'no RUN line with a pass pipeline';
  const verdicts: LitVerdict[] = [];
  for (const run of runs) {
    const steps = parsePassList(run.passes);
    if (!steps.ok) return steps.diagnostics.map(({ message }) => message).join('; ');
    const chunks = run.splits ? splitChunks(text) : [{ start: 0, end: text.length }];
    for (const chunk of chunks) {
      verdicts.push(...judgeChunk(name, partText(text, chunk), run, steps.value, options));
    }
  }
  return verdicts;
}

function judgeChunk(
  name: string,
  text: string,
  run: Run,
  steps: readonly PassStep[],
  options: LitOptions,
): readonly LitVerdict[] {
  if (text.replaceAll(/\/\/.*$/gm, '').trim() === '') return [];
  const firstLine = text.split('\n').findIndex((line) => line.trim() !== '') + 1;
  const blocks = checkBlocks(text, run.prefixes);
  const expected = run.verifies ? readExpected(text) : [];
  const parsed = parseModule(text);
  const [wrong] = parsed.diagnostics;
  const place = `${name}:${firstLine}`;
  const units = Math.max(blocks.length, 1);
  const all = (problem: string): LitVerdict[] =>
    Array.from({ length: units }, (_, i) => ({ place: placeOf(place, blocks[i]), problem }));
  if (wrong !== undefined && expected.length === 0) return all(`not read: ${wrong.message}`);
  const outcome = runPasses(parsed.module, steps, options);
  const said = [...parsed.diagnostics, ...outcome.diagnostics];
  const complaint = compareDiagnostics(said, expected, text);
  if (complaint !== undefined) return all(complaint);
  if (blocks.length === 0)
    return run.prefixes.length > 0 && expected.length === 0 ? [] : [{ place }];
  const output =
    hasErrors(parsed.diagnostics) || !outcome.ok
      ? ''
      : withLayoutAliases(printModule(withoutNames(parsed.module)));
  if (fileCheck(options.program, text, output, run.prefixes) === '') {
    return blocks.map((block) => ({ place: placeOf(place, block) }));
  }
  return blocks.map((block, i) => {
    const own = ownText(output, block, blocks[i + 1]);
    const problem = fileCheck(options.program, block, own, run.prefixes);
    return { place: placeOf(place, block), ...(problem !== '' && { problem }) };
  });
}

/** Values under the names that upstream prints: constants by their value, others numbered. */
function withoutNames(module: Module): Module {
  const operations = [...walk(module.operations)];
  // Text that is kept names its values.
  if (operations.some(({ syntax }) => syntax === 'opaque')) return module;
  const rename = (value: Value, name: string): void => {
    const draft: { name: string } = value;
    draft.name = name;
  };
  for (const op of operations) {
    for (const result of op.results) rename(result, constantName(op));
    for (const { blocks } of op.regions) {
      for (const block of blocks) for (const value of block.arguments) rename(value, '');
    }
  }
  return module;
}

/** `c4`, `c4_i32`, `true`, `cst`; nothing for what is not a constant. */
function constantName({ name, attributes, results: [result] }: Operation): string {
  if (name !== 'arith.constant' || result === undefined) return '';
  const value = attributes.get('value');
  if (value?.kind === 'bool') return String(value.value);
  if (value?.kind !== 'integer') return 'cst';
  const type = printType(result.type);
  const digits = `c${value.value}`;
  return type === 'index' ? digits : `${digits}_${type}`;
}

function symbolOf(block: string | undefined): string | undefined {
  return /-LABEL:.*?(@[\w.$-]+)/.exec(block ?? '')?.[1];
}

function placeOf(place: string, block: string | undefined): string {
  const symbol = symbolOf(block);
  return symbol === undefined ? place : `${place} ${symbol}`;
}

/** The part of an output that is of one label. */
function ownText(output: string, block: string, next: string | undefined): string {
  const lines = output.split('\n');
  const at = (symbol: string | undefined): number =>
    symbol === undefined ? -1 : lines.findIndex((line) => line.includes(`${symbol}(`));
  const [start, end] = [at(symbolOf(block)), at(symbolOf(next))];
  return lines.slice(Math.max(start, 0), end > start ? end : undefined).join('\n');
}

/** Why what was said is not what was expected. */
function compareDiagnostics(
  said: readonly Diagnostic[],
  expected: readonly ExpectedDiagnostic[],
  text: string,
): string | undefined {
  const lines = new LineMap(text);
  const left = said.map((one) => ({
    ...one,
    line: one.span === undefined ? undefined : lines.place(one.span.start).line,
  }));
  for (const wanted of expected) {
    if (wanted.severity !== 'error' && wanted.severity !== 'warning') continue;
    const index = left.findIndex(
      ({ severity, message, line }) =>
        severity === wanted.severity && message.includes(wanted.text) && line === wanted.line,
    );
    if (index < 0) {
      const heard = left.map(({ line, message }) => `${line}: ${message}`).join('; ');
      return `line ${wanted.line}: no ${wanted.severity} '${wanted.text}' (said: ${heard || 'nothing'})`;
    }
    left.splice(index, 1);
  }
  const unexpected = left.find(({ severity }) => severity === 'error');
  return unexpected && `line ${unexpected.line}: unexpected error '${unexpected.message}'`;
}
