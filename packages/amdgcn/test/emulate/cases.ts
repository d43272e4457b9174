/**
 * Cases in files: kernels, and in their comments what the emulator says of each line.
 *
 *     ;: block 128                                     options of all cases of the file
 *       v_lshlrev_b32 v1, 2, v0                        what every kernel begins with,
 *     ;...                                             and ends with
 *
 *     ; ---- a load is used before it is there         a case, by its name; a comment may follow
 *     ;: stores 64: 7 x 64                             options of this case
 *       global_load_dword v2, v1, s[20:21]
 *       v_mov_b32 v3, v2                               ;! hazard/missing-wait: uses v2 while ... -- put s_waitcnt ...
 *       ds_read_b32 v4, v1                             ;= 2
 *
 * Behind `;!` is a hazard or a diagnostic of the line (`error` where it is one), whole: with the other instruction of a race behind
 * ` <> `, and with its hint behind ` -- ` where the file has hints for the line. On a line of its own it is one of another place.
 * With the option `counts`, `;=` is how many rows of the trace an instruction has, and of how many lanes where some are not
 * active. Nothing else may be said. `UPDATE_CASES=1` writes the comments anew.
 *
 *     chip gfx1201         block 128, grid 3x2              gfx942, 64 and 1 by default
 *     fields A 1 | B 2     of the descriptor, without `.amdhsa_`
 *     arguments x:8* n:4   as the metadata describes them, a pointer with `*`; nobody gives them
 *     words                the argument is a buffer of the words 1 to 256
 *     stores 64: 0 by 4    it is a buffer, of zeros without `words`, and this is in 64 words of it afterwards; `128+64` are later ones
 *     values 77 88         arguments behind the buffer
 *     late                 loads complete as late as they may
 *     lds 8192             bytes of LDS that the launch adds to the 1024 of the kernel
 *     counted 1 of 2; ...  instructions of LDS that are counted, and why others are not
 *     counts, ways         rows of the trace as above; and how many ways they conflict, where they do
 *     ignore CODE          is not compared
 */
import { readFileSync } from 'node:fs';
import {
  type AccessTrace,
  hintText,
  isActive,
  type Machine,
  machineNamed,
  simulate,
} from '@ldscope/core';
import { type Execution, parseAssembly } from '@ldscope/amdgcn';
import { buffer, int32, kernelText, metadataText, runKernel } from './harness.ts';

interface Case {
  readonly name: string;
  /** Options of the file, and those of the case. */
  readonly options: ReadonlyMap<string, string>;
  readonly begin: readonly string[];
  readonly end: readonly string[];
  /** As they are in the file, with their comments. */
  readonly lines: readonly string[];
}

const NAME = /^; ---- (.*)$/;
const OPTION = /^;: (\S+) ?(.*)$/;
/** The body of `kernelText` begins at this line. */
const FIRST = 7;
/** Where comments on a line begin, at least. */
const COLUMN = 40;

const OPTIONS =
  'chip block grid fields arguments words stores values late lds counted counts ways ignore'.split(
    ' ',
  );

const optionsOf = (lines: readonly string[]): [string, string][] =>
  lines.flatMap((line) => {
    const [, key, value = ''] = OPTION.exec(line) ?? [];
    if (key !== undefined && !OPTIONS.includes(key)) throw new Error(`${line}: no such option`);
    return key === undefined ? [] : [[key, value]];
  });

/** The head of a file and its cases. */
export function readCases(path: URL): { readonly head: string; readonly cases: readonly Case[] } {
  const [head = '', ...parts] = readFileSync(path, 'utf8').split(/^(?=; ---- )/m);
  const [begin = [], end = []] = head
    .split(/^;\.\.\.$/m)
    .map((text) => text.split('\n').filter((line) => line !== '' && !line.startsWith(';')));
  const cases = parts.map((part): Case => {
    const [first = '', ...lines] = part.trimEnd().split('\n');
    const options = new Map([...optionsOf(head.split('\n')), ...optionsOf(lines)]);
    return { name: NAME.exec(first)?.[1] ?? '', options, begin, end, lines };
  });
  return { head, cases };
}

/** What is said of a line; of line 0 where it has no place. */
interface Finding {
  readonly line: number;
  readonly code: string;
  readonly text: string;
  readonly hint: string;
}

/** What the parser and an execution say. */
function findingsOf(text: string, execution: Execution): readonly Finding[] {
  const lineAt = (offset: number): number => text.slice(0, offset).split('\n').length;
  return [
    ...[...parseAssembly(text).diagnostics, ...execution.diagnostics].map(
      ({ severity, code, about, message, hint, span }) => ({
        line: span === undefined ? 0 : lineAt(span.start),
        code,
        text: `${severity === 'error' ? 'error ' : ''}${code}${about === undefined ? '' : ` (${about})`}: ${message}`,
        hint: hintText(hint ?? ''),
      }),
    ),
    ...execution.hazards.map(({ location, code, message, other, hint }) => ({
      line: location.line ?? 0,
      code,
      text: `${code}: ${message}${other === undefined ? '' : ` <> ${other.location.text}`}`,
      hint: hintText(hint ?? ''),
    })),
  ];
}

/** A line without what is said of it. */
const codeOf = (line: string): string => line.replace(/\s*;[!=].*$/, '');

/** The kernel of a case and its launch, with memory of its own each time. */
export function launchOf({ options, begin, end, lines }: Case) {
  const chip = options.get('chip') ?? 'gfx942';
  const described = options.get('arguments');
  const body = [...begin, ...lines.map(codeOf), ...end].join('\n');
  const memory = memoryOf(options);
  const metadata = described === undefined ? '' : metadataText(described, chip);
  const text = kernelText(body, fieldsOf(options), chip) + metadata;
  const launch = {
    machine: chip,
    ...(described === undefined ? { arguments: argumentsOf(options, memory) } : {}),
    ...(options.has('late') ? { asyncCompletion: 'late' as const } : {}),
    dynamicLdsBytes: Number(options.get('lds') ?? 0),
    block: extentOf(options.get('block') ?? '64'),
    grid: extentOf(options.get('grid') ?? '1'),
  };
  return { chip, text, launch, memory };
}

/** The lines of a case with what its execution says. */
export function annotate(given: Case): string[] {
  const { options, begin, lines } = given;
  const code = lines.map(codeOf);
  const { chip, text, launch, memory } = launchOf(given);
  const { execution, traces } = runKernel(text, launch);
  const ignored = options.get('ignore')?.split(' ') ?? [];
  const said = findingsOf(text, execution).filter((one) => !ignored.includes(one.code));
  const counts = countsOf(traces, options.has('ways') ? machineNamed(chip) : undefined);
  const placed = new Set<Finding>();
  const show = (one: Finding, before: string): string => {
    placed.add(one);
    return `;! ${one.text}${before.includes(' -- ') ? ` -- ${one.hint}` : ''}`;
  };
  const kept = code.flatMap((line, index) => {
    const [number, before] = [FIRST + begin.length + index, lines[index] ?? ''];
    const [, option, value = ''] = OPTION.exec(line) ?? [];
    if (option === 'counted') return [`;: counted ${countedOf(execution)}`];
    if (option === 'stores') return [`;: stores ${storedIn(memory, value)}`];
    // A comment of its own is written again below.
    if (line === '' && before !== '') return [];
    const own = said.filter((one) => one.line === number).map((one) => show(one, before));
    const count = counts.get(number);
    if (options.has('counts') && count !== undefined) own.push(`;= ${shownCount(count)}`);
    return [own.length === 0 ? line : `${line.padEnd(COLUMN - 1)} ${own.join(' ')}`];
  });
  const elsewhere = said.filter((one) => !placed.has(one)).map((one) => show(one, ''));
  return [...kept, ...elsewhere];
}

interface Count {
  rows: number;
  /** Active ones, and those that there are. */
  lanes: number;
  all: number;
  ways: number;
}

/** Rows of traces by line. */
function countsOf(
  traces: readonly AccessTrace[],
  machine: Machine | undefined,
): ReadonlyMap<number, Count> {
  const counts = new Map<number, Count>();
  for (const trace of traces) {
    const ways = machine === undefined ? [] : simulate(trace, machine).worstWays;
    for (const [row, index] of trace.site.entries()) {
      const line = trace.sites[index]?.line ?? 0;
      const count = counts.get(line) ?? { rows: 0, lanes: 0, all: 0, ways: 0 };
      count.rows++;
      count.all += trace.waveSize;
      for (let lane = 0; lane < trace.waveSize; lane++) count.lanes += +isActive(trace, row, lane);
      count.ways = Math.max(count.ways, ways[row] ?? 0);
      counts.set(line, count);
    }
  }
  return counts;
}

const shownCount = ({ rows, lanes, all, ways }: Count): string =>
  `${rows}${lanes === all ? '' : ` of ${lanes} lanes`}${ways > 1 ? ` at ${ways} ways` : ''}`;

const extentOf = (option: string): readonly [number, number, number] => {
  const [x = 1, y = 1, z = 1] = option.split('x').map(Number);
  return [x, y, z];
};

const fieldsOf = (options: ReadonlyMap<string, string>): string =>
  (options.get('fields') ?? '')
    .split(' | ')
    .map((field) => (field === '' ? '' : `.amdhsa_${field}`))
    .join('\n    ');

const argumentsOf = (options: ReadonlyMap<string, string>, memory: Uint8Array | undefined) => [
  ...(memory === undefined ? [] : [buffer(memory)]),
  ...(options.get('values')?.split(' ') ?? []).map((value) => int32(Number(value))),
];

/** The buffer of the options, as words. */
function memoryOf(options: ReadonlyMap<string, string>): Uint8Array | undefined {
  const [from, count] = placeOf(options.get('stores') ?? '');
  if (options.has('words'))
    return new Uint8Array(Uint32Array.from({ length: 256 }, (_, i) => i + 1).buffer);
  return options.has('stores') ? new Uint8Array(4 * (from + count)) : undefined;
}

/** First word and number of words of `128+64: ...` or `64: ...`. */
function placeOf(stores: string): readonly [from: number, count: number] {
  const [, from = 0, count = 0] = /^(?:(\d+)\+)?(\d+)/.exec(stores) ?? [];
  return [Number(from), Number(count)];
}

/** Words as `7 x 8, 8 by 1 to 63, 5`. */
function storedIn(memory: Uint8Array | undefined, stores: string): string {
  const [from, count] = placeOf(stores);
  const words = new Uint32Array(memory?.buffer ?? new ArrayBuffer(0)).subarray(from, from + count);
  const parts: string[] = [];
  for (let at = 0; at < words.length;) {
    const [first = 0, second] = words.subarray(at);
    const step = (second ?? first) - first;
    let end = at + 1;
    while (end < words.length && (words[end] ?? 0) - (words[end - 1] ?? 0) === step) end++;
    const run = end - at;
    if (run < 3) parts.push(`${first}`);
    else parts.push(step === 0 ? `${first} x ${run}` : `${first} by ${step} to ${words[end - 1]}`);
    at = run < 3 ? at + 1 : end;
  }
  return `${/^[\d+]+/.exec(stores)?.[0]}: ${parts.join(', ')}`;
}

function countedOf({ kernel }: Execution): string {
  const { counted = 0, instructions = 0, missing = [] } = kernel.ldsInstructions ?? {};
  return [`${counted} of ${instructions}`, ...missing.map(({ reason }) => reason)].join('; ');
}
