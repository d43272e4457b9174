/**
 * From the text of a kernel or a specification to layouts of its buffers: the function behind `ldscope suggest`.
 *
 *     text -> part, chips, launch -> buffers as problems -> for each a search, a proof, the answer in every notation
 */
import {
  compareByCost,
  type Diagnostic,
  distinctDiagnostics,
  failure,
  type LayoutCost,
  type Machine,
  messages,
  placeDiagnostics,
  type ReportDiagnostic,
  type Result,
  success,
  SUGGEST_SCHEMA,
  type SuggestedBuffer,
  type SuggestReport,
} from '@ldscope/core';
import { launchForSource, launchOf } from '../launch/launch-options.ts';
import { chipOf, machinesFor } from '../input/machine-choice.ts';
import { choosePart } from '../read/parts.ts';
import { type Abilities, abilitiesOf, type Source } from '../source/source.ts';
import { timeBudgetOf } from '../input/time-budget.ts';
import { describedBuffers, findBuffers } from './find-buffers.ts';
import type { FoundBuffer, FoundBuffers } from '../source/found.ts';
import {
  type BufferQuestion,
  type BufferSuggestion,
  suggestForBuffer,
} from '../search/suggest-buffer.ts';
import type { ChoiceOptions, SuggestOptions, TileOptions } from './suggest-options.ts';

/** Layouts for the buffers of a text, or the diagnostics with the reason for their absence. */
export interface Suggested {
  /** Absent when nothing could be searched; then the diagnostics say why. */
  readonly report?: SuggestReport;
  /** The search result of each buffer of the report, in its order. */
  readonly buffers: readonly BufferSuggestion[];
  /** The same as those of the report. */
  readonly diagnostics: readonly ReportDiagnostic[];
  /** The text that they have their places in: the part that was read; absent where there is none. */
  readonly text?: string;
  /** What commands can do with the text; absent where there is none. */
  readonly abilities?: Abilities;
}

/** Searches layouts for every buffer of a text. Never throws on an input; what is wrong is in `diagnostics`. */
export function suggestKernel(whole: string, given: SuggestOptions = {}): Suggested {
  const opened = openBuffers(whole, given);
  if (!('found' in opened)) return opened;
  const { found, machines, notes, read } = opened;
  return suggested(found, machines, notes, given, read);
}

/** The buffers of a text, with what was read; or why there are none. */
export function openBuffers(
  whole: string,
  given: SuggestOptions,
):
  | Suggested
  | {
      readonly found: FoundBuffers;
      readonly machines: readonly Machine[];
      readonly notes: readonly Diagnostic[];
      readonly read: { readonly text: string; readonly source: Source };
    } {
  const failed = (text: string, diagnostics: readonly Diagnostic[]): Suggested => ({
    buffers: [],
    diagnostics: placeDiagnostics(diagnostics, text),
    text,
  });
  const opened = openPart(whole, given);
  if ('diagnostics' in opened) return failed(opened.text, opened.diagnostics);
  const { text, read, source, options, machines, notes } = opened;
  const launch = launchOf(options);
  if (!launch.ok) return failed(text, launch.diagnostics);
  const time = timeBudgetOf(options);
  const found = findBuffers(read, machines, launch.value, options, time);
  return found.ok && source.ok
    ? { found: found.value, machines, notes, read: { text, source: source.value } }
    : failed(text, [...notes, ...found.diagnostics]);
}

/** A kernel with its options and chips. */
export interface OpenedKernel {
  readonly source: Source;
  readonly options: SuggestOptions;
  readonly machines: readonly Machine[];
}

/** The part of a text that options choose, with the launch and the chips that hold for it. */
export function openKernel(whole: string, given: SuggestOptions): Result<OpenedKernel> {
  const opened = openPart(whole, given);
  if ('diagnostics' in opened) return failure(...opened.diagnostics);
  const { source, options, machines } = opened;
  return source.ok ? success({ source: source.value, options, machines }) : source;
}

type OpenedPart = Omit<OpenedKernel, 'source'> & {
  readonly text: string;
  readonly read: () => Result<Source>;
  readonly source: Result<Source>;
  readonly notes: readonly Diagnostic[];
};

function openPart(
  whole: string,
  given: SuggestOptions,
): OpenedPart | { readonly text: string; readonly diagnostics: readonly Diagnostic[] } {
  const part = choosePart(whole, given);
  if (!part.ok) return { text: whole, diagnostics: part.diagnostics };
  const { text, source: read } = part.value;
  const source = read();
  const options = launchForSource(given, source.ok ? source.value : undefined);
  const target = options.source?.target ?? chipOf(text, whole);
  const choice = machinesFor(options.machines ?? [], text, target);
  if ('code' in choice) return { text, diagnostics: [choice] };
  const { machines } = choice;
  return { text, read, source, options, machines, notes: [...part.value.notes, ...choice.notes] };
}

/** Searches layouts for a tile that is described in words. */
export function suggestTile(options: TileOptions): Suggested {
  const failed = (diagnostics: readonly Diagnostic[]): Suggested => ({
    buffers: [],
    diagnostics: placeDiagnostics(diagnostics, ''),
  });
  const choice = machinesFor(options.machines ?? [], '');
  if ('code' in choice) return failed([choice]);
  const { machines, notes } = choice;
  const found = describedBuffers(options, machines);
  return found.ok
    ? suggested(found.value, machines, notes, options)
    : failed([...notes, ...found.diagnostics]);
}

function suggested(
  found: FoundBuffers,
  machines: readonly Machine[],
  notes: readonly Diagnostic[],
  { like }: ChoiceOptions,
  read?: { readonly text: string; readonly source: Source },
): Suggested {
  const { kernel, notation, block, hints, workgroups } = found;
  const said: Diagnostic[] = [...notes, ...found.diagnostics];
  const buffers: BufferSuggestion[] = [];
  for (const buffer of found.buffers) {
    const best = bestTile(buffer, { notation, tellsWave: (like ?? notation) === 'wave' });
    if (best.ok) {
      const own = { ...best.value.suggested, workgroups };
      const suggested = buffer.isCompiled === true ? untried(own) : own;
      buffers.push({ ...best.value, suggested });
    }
    for (const each of best.diagnostics) said.push(each);
  }
  if (found.buffers.length === 0 && said.every(({ severity }) => severity === 'note')) {
    said.push(messages.suggest.noBuffers());
  }
  const diagnostics = placeDiagnostics(distinctDiagnostics(said), read?.text ?? '');
  const report: SuggestReport = {
    schema: SUGGEST_SCHEMA,
    kernel,
    // A tile in options is a specification without a file.
    frontend: read?.source.language.name ?? 'spec',
    machines: (found.machines ?? machines).map(({ name }) => name),
    block,
    buffers: buffers.map((one) => one.suggested),
    leftOut: found.leftOut?.length === 0 ? undefined : found.leftOut,
    hints,
    diagnostics,
  };
  const answer = { report, buffers, diagnostics };
  return read === undefined
    ? answer
    : { ...answer, text: read.text, abilities: abilitiesOf(read.source) };
}

/** Layouts for the accesses that a compiler has made: with another layout it may make others, so none is recommended. */
const untried = (suggested: SuggestedBuffer): SuggestedBuffer =>
  suggested.front.length === 0
    ? suggested
    : {
        ...suggested,
        isUntried: true,
        front: suggested.front.map((one) => ({ ...one, recommended: false })),
        recommendation: '',
      };

/** Of the tiles that a buffer can be seen as, the one with the best answer. */
function bestTile(
  { names, tiles, declared }: FoundBuffer,
  options: Pick<BufferQuestion, 'notation' | 'tellsWave'>,
): Result<BufferSuggestion> {
  const all = tiles.map((tile) => suggestForBuffer({ names, declared, ...options, ...tile }));
  const [best] = all.sort((a, b) => {
    if (!a.ok || !b.ok) return Number(b.ok) - Number(a.ok);
    return compareByCost(bestCost(a.value), bestCost(b.value));
  });
  return best ?? failure();
}

function bestCost({ suggested: { front, now } }: BufferSuggestion): LayoutCost {
  const best = front[0] ?? now;
  return { ...best, conflictCycles: best.conflicts };
}
