/**
 * Cases in files: kernels, and in their comments what the emulator says of each line.
 *
 *     ;: block 128                                     options of all cases of the file
 *       v_lshlrev_b32 v1, 2, v0                        what every kernel begins with
 *
 *     ; ---- a load is used before it is there         a case, by its name; a comment may follow
 *     ;: waves 1                                       options of this case
 *       global_load_dword v2, v1, s[20:21]
 *       v_mov_b32 v3, v2                               ;! hazard/missing-wait: uses v2 while ... -- put s_waitcnt ...
 *       ds_read_b32 v4, v1                             ;= 2
 *
 * Behind `;!` is a diagnostic (`error` for one that is) or a hazard of the line, whole, with the other instruction of a race behind ` <> `, and its hint behind
 * ` -- ` where that matters; on a line of its own, one that has another place. With the option `counts`, `;=` is how many rows of the trace an instruction has, absent for none, and of how
 * many lanes where not all are active. Nothing else
 * may be said. `UPDATE_CASES=1` writes the comments anew.
 *
 *     chip gfx942          block 64         fields .amdhsa_wavefront_size32 1
 *     arguments x:8* n:4   which the metadata describes, a pointer with `*`; nobody gives them
 *     words                the one argument is a buffer of the words 1 to 256
 *     ignore CODE          is not compared
 *     counted 1 of 2; ...  instructions of LDS that are counted, and why others are not
 */
import { readFileSync } from 'node:fs';
import { type AccessTrace, isActive } from '@ldscope/core';
import { parseAssembly } from '@ldscope/amdgcn';
import { buffer, kernelText, metadataText, runKernel } from './harness.ts';

interface Case {
  readonly name: string;
  /** Options of the file, and those of the case. */
  readonly options: ReadonlyMap<string, string>;
  readonly begin: readonly string[];
  /** As they are in the file, with their comments. */
  readonly lines: readonly string[];
}

const NAME = /^; ---- (.*)$/;
const OPTION = /^;: (\S+) ?(.*)$/;
/** The body of `kernelText` begins at this line. */
const FIRST = 7;
/** Where comments on a line begin, at least. */
const COLUMN = 40;

const optionsOf = (lines: readonly string[]): [string, string][] =>
  lines.flatMap((line) => {
    const [, key, value = ''] = OPTION.exec(line) ?? [];
    return key === undefined ? [] : [[key, value]];
  });

/** The head of a file and its cases. */
export function readCases(path: URL): { readonly head: string; readonly cases: readonly Case[] } {
  const [head = '', ...parts] = readFileSync(path, 'utf8').split(/^(?=; ---- )/m);
  const begin = head.split('\n').filter((line) => line !== '' && !line.startsWith(';'));
  const cases = parts.map((part): Case => {
    const [first = '', ...lines] = part.trimEnd().split('\n');
    const options = new Map([...optionsOf(head.split('\n')), ...optionsOf(lines)]);
    return { name: NAME.exec(first)?.[1] ?? '', options, begin, lines };
  });
  return { head, cases };
}

/** A line without what is said of it. */
const codeOf = (line: string): string => line.replace(/\s*;[!=].*$/, '');

/** The lines of a case with what its execution says. */
export function annotate({ options, begin, lines }: Case): string[] {
  const code = lines.map(codeOf);
  const chip = options.get('chip') ?? 'gfx942';
  const described = options.get('arguments');
  const body = [...begin, ...code].join('\n');
  const metadata = described === undefined ? '' : metadataText(described, chip);
  const text = kernelText(body, options.get('fields'), chip) + metadata;
  const { diagnostics } = parseAssembly(text);
  const { execution, traces } = runKernel(text, {
    machine: chip,
    ...(described === undefined ? { arguments: argumentsOf(options) } : {}),
    block: [Number(options.get('block') ?? 64), 1, 1],
  });
  const lineAt = (offset: number): number => text.slice(0, offset).split('\n').length;
  const said = [
    ...[...diagnostics, ...execution.diagnostics].map(({ span, severity, ...rest }) => ({
      ...rest,
      isError: severity === 'error',
      line: span === undefined ? 0 : lineAt(span.start),
    })),
    ...execution.hazards.map(({ location, other, message, ...rest }) => ({
      ...rest,
      isError: false,
      message: other === undefined ? message : `${message} <> ${other.location.text}`,
      line: location.line,
    })),
  ].filter(({ code: one }) => !(options.get('ignore') ?? '').split(' ').includes(one));
  const counts = countsOf(traces);
  const placed = new Set<object>();
  const show = (one: (typeof said)[number], before: string): string => {
    placed.add(one);
    const plain = `;! ${one.isError ? 'error ' : ''}${one.code}: ${one.message}`;
    return before.includes(`${plain} -- `) ? `${plain} -- ${one.hint}` : plain;
  };
  const kept = code.flatMap((line, index) => {
    const [number, before] = [FIRST + begin.length + index, lines[index] ?? ''];
    if (OPTION.exec(line)?.[1] === 'counted') return [`;: counted ${countedOf(execution)}`];
    // A comment of its own is written again below.
    if (line === '' && before !== '') return [];
    const own = said.filter((one) => one.line === number).map((one) => show(one, before));
    const count = counts.get(number);
    if (options.has('counts') && count !== undefined) own.push(`;= ${shownCount(count)}`);
    return [own.length === 0 ? line : `${line.padEnd(COLUMN - 1)} ${own.join(' ')}`];
  });
  const elsewhere = said
    .filter((one) => !placed.has(one))
    .map((one) => show(one, lines.join('\n')));
  return [...kept, ...elsewhere];
}

interface Count {
  rows: number;
  /** Active ones, and those that there are. */
  lanes: number;
  all: number;
}

/** Rows of traces by line. */
function countsOf(traces: readonly AccessTrace[]): ReadonlyMap<number, Count> {
  const counts = new Map<number, Count>();
  for (const trace of traces)
    for (const [row, index] of trace.site.entries()) {
      const line = trace.sites[index]?.line ?? 0;
      const count = counts.get(line) ?? { rows: 0, lanes: 0, all: 0 };
      count.rows++;
      count.all += trace.waveSize;
      for (let lane = 0; lane < trace.waveSize; lane++) count.lanes += +isActive(trace, row, lane);
      counts.set(line, count);
    }
  return counts;
}

const shownCount = ({ rows, lanes, all }: Count): string =>
  lanes === all ? `${rows}` : `${rows} of ${lanes} lanes`;

const argumentsOf = (options: ReadonlyMap<string, string>) =>
  options.has('words')
    ? [buffer(new Uint8Array(Uint32Array.from({ length: 256 }, (_, i) => i + 1).buffer))]
    : [];

function countedOf({ kernel }: ReturnType<typeof runKernel>['execution']): string {
  const { counted = 0, instructions = 0, missing = [] } = kernel.ldsInstructions ?? {};
  return [`${counted} of ${instructions}`, ...missing.map(({ reason }) => reason)].join('; ');
}
