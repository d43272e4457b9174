/** `ldscope suggest FILE`: which layouts of a kernel's buffers have no conflicts, what they cost, and how to write them. */
import {
  type Diagnostic,
  diagnose,
  hasErrors,
  type Machine,
  messages,
  type PlacedDiagnostic,
  type Result,
  specElements,
  SUGGEST_SCHEMA,
  success,
  failure,
  type SuggestedBuffer,
  type SuggestReport,
  plainLayout,
  type TileLayout,
  type Launch,
  distinctDiagnostics,
} from '@ldscope/core';
import { failureJson, placeDiagnostics, renderSuggestions, suggestJson } from '@ldscope/render';
import { deliver, exitCode, printDiagnostics } from '../failure.ts';
import { readLayout } from '../fix/layout-words.ts';
import { detectFrontend, readSource, type ReadSource } from '../frontends.ts';
import { readKernel } from '../input.ts';
import type { Io } from '../io.ts';
import { chipOf } from '../machine-choice.ts';
import { type Format, partOf } from '../options.ts';
import { choosePart, type PartOptions } from '../parts.ts';
import { specName } from '../spec/generic/generic.ts';
import { parseTileText } from '../spec/generic/read-tile.ts';
import { parseYaml, placed } from '../spec/yaml.ts';
import type { FoundBuffer, FoundBuffers } from '../suggest/found.ts';
import { mlirBuffers } from '../suggest/mlir-buffers.ts';
import { specBuffers } from '../suggest/spec-buffers.ts';
import { suggestForBuffer } from '../suggest/suggest-buffer.ts';
import { traceBuffer } from '../suggest/trace-buffer.ts';
import { ttgirBuffers } from '../suggest/ttgir-buffers.ts';
import { pageOf } from '../terminal.ts';
import { launchOf, machinesFor } from './fix.ts';

export interface SuggestCommandOptions extends PartOptions {
  readonly machine: readonly string[];
  readonly launch?: string;
  readonly buffer?: string;
  readonly tile?: string;
  readonly at?: number;
  readonly layout?: string;
  readonly waves?: number;
  readonly write: readonly string[];
  readonly read: readonly string[];
  readonly async?: 'early' | 'late';
  readonly maxSteps?: number;
  readonly top?: number;
  readonly format: Format;
  readonly output?: string;
}

/** Prints what was found; exit code 1 where conflicts stay that no layout removes. */
export async function suggestCommand(
  io: Io,
  path: string | undefined,
  options: SuggestCommandOptions,
): Promise<number> {
  const asked = await questionOf(io, path, options);
  const { format, output, top } = options;
  const source = asked.text === undefined ? {} : { source: asked.text };
  const place = (diagnostics: readonly Diagnostic[]) =>
    placeDiagnostics(diagnostics, asked.text ?? '');
  const { found } = asked;
  if (!found.ok) {
    const diagnostics = place([...asked.notes, ...found.diagnostics]);
    if (format === 'json') {
      return await deliver(io, failureJson(SUGGEST_SCHEMA, diagnostics), output, exitCode.wrong);
    }
    printDiagnostics(io, diagnostics, { file: asked.file, ...source });
    return exitCode.wrong;
  }
  const { kernel, frontend } = found.value;
  const said: Diagnostic[] = [...asked.notes, ...found.value.diagnostics];
  const buffers: SuggestedBuffer[] = [];
  for (const buffer of found.value.buffers) {
    const suggested = bestTile(buffer);
    if (suggested.ok) buffers.push(suggested.value);
    said.push(...suggested.diagnostics);
  }
  if (found.value.buffers.length === 0 && said.every(({ severity }) => severity === 'note')) {
    said.push(messages.suggest.noBuffers());
  }
  const diagnostics = place(distinctDiagnostics(said));
  const report: SuggestReport = {
    schema: SUGGEST_SCHEMA,
    kernel,
    frontend,
    machines: asked.machines.map(({ name }) => name),
    buffers,
    ...nextStep(path, frontend, options, buffers),
    diagnostics,
  };
  const code = codeOf(report);
  if (format === 'json') return await deliver(io, suggestJson(report), output, code);
  printDiagnostics(io, diagnostics, { file: asked.file, ...source });
  if (buffers.length === 0) return code;
  const page = output === undefined ? pageOf(io) : {};
  const text = renderSuggestions(report, { ...page, ...(top === undefined ? {} : { top }) });
  return await deliver(io, text, output, code);
}

function codeOf({ buffers, diagnostics }: SuggestReport): number {
  if (hasErrors(diagnostics)) return exitCode.wrong;
  return buffers.some(({ verdict }) => verdict === 'stuck') ? exitCode.unmet : exitCode.done;
}

interface Asked {
  readonly file: string;
  readonly text?: string;
  readonly machines: readonly Machine[];
  readonly notes: readonly Diagnostic[];
  readonly found: Result<FoundBuffers>;
}

/** The buffers of the file, or the tile of the options. */
async function questionOf(
  io: Io,
  path: string | undefined,
  options: SuggestCommandOptions,
): Promise<Asked> {
  const file = path === undefined ? 'the command line' : path === '-' ? '<stdin>' : path;
  const described = options.write.length + options.read.length > 0;
  const wrong = (...diagnostics: readonly Diagnostic[]): Asked => ({
    file,
    machines: [],
    notes: [],
    found: failure(...diagnostics),
  });
  if (path !== undefined && described) return wrong(diagnose(messages.suggest.fileAndAccesses()));
  if (path === undefined && !(described && options.tile !== undefined)) {
    return wrong(diagnose(messages.suggest.nothingGiven()));
  }
  const input = path === undefined ? { text: '' } : await readKernel(io, path, options.machine[0]);
  if ('code' in input) return wrong(input);
  const whole = success({ text: input.text, notes: [] });
  const part = input.source === undefined ? choosePart(input.text, partOf(options)) : whole;
  if (!part.ok) return { ...wrong(...part.diagnostics), text: input.text };
  const { text } = part.value;
  const target = input.source?.target ?? chipOf(text, input.text);
  const choice = machinesFor(options.machine, text, target);
  if ('code' in choice) return { ...wrong(choice), text };
  const { machines } = choice;
  const notes = [...part.value.notes, ...choice.notes];
  const common = { file, machines, notes };
  if (path === undefined) return { ...common, found: describedBuffers(options, machines) };
  const launch = await launchOf(io, options.launch);
  if (!launch.ok) return wrong(...launch.diagnostics);
  const found = fileBuffers({ text, file, machines, launch: launch.value, options }, input.source);
  return { ...common, text, found };
}

interface FileQuestion {
  readonly text: string;
  readonly file: string;
  readonly machines: readonly Machine[];
  readonly launch: Launch;
  readonly options: SuggestCommandOptions;
}

function fileBuffers(question: FileQuestion, code: ReadSource | undefined): Result<FoundBuffers> {
  const { text, file, machines, launch, options } = question;
  const { kernel, buffer, maxSteps } = options;
  const shared = {
    machines,
    launch,
    ...(kernel === undefined ? {} : { kernel }),
    ...(maxSteps === undefined ? {} : { maxSteps }),
  };
  const frontend = code === undefined ? detectFrontend(text, file) : 'amdgcn';
  const tile = options.tile === undefined ? undefined : tileOf(options.tile, options.layout);
  if (tile?.ok === false) return tile;
  switch (frontend) {
    case 'mlir': {
      const named = buffer === undefined ? {} : { buffer: buffer.replace(/^(?![%@])/, '%') };
      const async = options.async === undefined ? {} : { asyncCompletion: options.async };
      const seen = tile === undefined ? {} : { tile: tile.value.tile };
      return mlirBuffers(text, { ...shared, ...named, ...async, ...seen });
    }
    case 'ttgir':
      return ttgirBuffers(text, {
        ...shared,
        ...(buffer === undefined ? {} : { buffer: buffer.replace(/^(?!%)/, '%') }),
      });
    case 'schedule':
      return failure(diagnose(messages.usage.isSchedule()));
    case 'spec': {
      const data = parseYaml(text);
      if (!data.ok) return data;
      const { value } = data;
      const place = (list: readonly PlacedDiagnostic[]): Diagnostic[] => placed(value, list);
      return specBuffers(value.value, specName(file), machines, place);
    }
    case 'amdgcn':
    case 'ck-tile': {
      if (tile === undefined) return failure(diagnose(messages.suggest.noTile(file)));
      const source = code ?? readSource(frontend, text, file);
      return traceBuffer(source, { ...shared, now: tile.value, baseBytes: options.at ?? 0 });
    }
    case undefined:
      return failure(diagnose(messages.usage.unknownFormat(file)));
  }
}

/** `--tile` and `--layout`: the tile as it lies in memory now. */
function tileOf(text: string, layout: string | undefined): Result<TileLayout> {
  const parsed = parseTileText(text);
  const elementBytes = specElements.get(parsed?.element ?? '');
  if (parsed === undefined || elementBytes === undefined) {
    return failure(diagnose(messages.suggest.tileText(text)));
  }
  const { rows, columns } = parsed;
  const tile = { rows, columns, elementBytes };
  return layout === undefined ? success(plainLayout(tile)) : readLayout(layout, tile);
}

/** A specification made of options. */
function describedBuffers(
  { tile = '', layout, waves, write, read }: SuggestCommandOptions,
  machines: readonly Machine[],
): Result<FoundBuffers> {
  const parsed = parseTileText(tile);
  if (parsed?.element === undefined) return failure(diagnose(messages.suggest.tileText(tile)));
  const { rows, columns, element } = parsed;
  const data = {
    element,
    tile: [rows, columns],
    ...(layout === undefined ? {} : { layout }),
    ...(waves === undefined ? {} : { waves }),
    accesses: [...write.map((text) => ({ write: text })), ...read.map((text) => ({ read: text }))],
  };
  // Places in the options are said by their paths.
  const place = (list: readonly PlacedDiagnostic[]): Diagnostic[] =>
    list.map(({ diagnostic: { code, severity, message, hint } }) => ({
      code,
      severity,
      message,
      hint,
    }));
  return specBuffers(data, '', machines, place);
}

/** Of the tiles that a buffer can be seen as, the one with the best answer. */
function bestTile({ names, tiles }: FoundBuffer): Result<SuggestedBuffer> {
  const all = tiles.map((tile) => suggestForBuffer({ names, ...tile }));
  const cycles = (one: Result<SuggestedBuffer>): number => {
    if (!one.ok) return Infinity;
    const { front, now } = one.value;
    return (front[0] ?? now).conflicts.reduce((sum, count) => sum + count, 0);
  };
  const [best] = all.sort((a, b) => cycles(a) - cycles(b));
  return best ?? failure();
}

/** MLIR can be rewritten: for the chips that all suggestions are for. */
function nextStep(
  path: string | undefined,
  frontend: string,
  { launch, kernel, buffer, after, before, chunk }: SuggestCommandOptions,
  buffers: readonly SuggestedBuffer[],
): { readonly next?: string } {
  const helped = buffers.filter(({ front }) => front.length > 0);
  const [first, ...others] = helped.map(({ machines }) => machines);
  if (frontend !== 'mlir' || path === undefined || path === '-' || first === undefined) return {};
  const shared = first.filter((name) => others.every((machines) => machines.includes(name)));
  const option = (flag: string, value: string | undefined): string[] =>
    value === undefined ? [] : [`${flag} ${quoted(value)}`];
  const parts = [
    `ldscope fix ${quoted(path)}`,
    ...shared.map((name) => `-m ${name}`),
    ...option('-k', kernel),
    ...option('--after', after),
    ...option('--before', before),
    ...option('--chunk', chunk?.toString()),
    ...option('-l', launch),
    ...option('-b', buffer),
    '-o fixed.mlir',
  ];
  return { next: parts.join(' ') };
}

const quoted = (word: string): string =>
  /^[\w./=,+@:-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
