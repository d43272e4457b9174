/** The subjects of a search: the buffers of a source, or a tile that options describe. */
import {
  diagnose,
  type Diagnostic,
  elementBitsByName,
  failure,
  type Launch,
  type Machine,
  messages,
  type PlacedDiagnostic,
  type Result,
  runOptionsOf,
  success,
  tileOfElements,
} from '@ldscope/core';
import { readLayout } from '../layout/layout-words.ts';
import { isExecutable, type Source } from '../source/source.ts';
import { parseTileText } from '../spec/generic/read-tile.ts';
import type { TimeBudget } from '../input/time-budget.ts';
import type { BufferRequest, FoundBuffers, StatedTile } from '../source/found.ts';
import { specBuffers } from '../problems/spec-buffers.ts';
import type { SuggestOptions, TileOptions } from './suggest-options.ts';
import { declaredBuffers, traceBuffer } from './trace-buffer.ts';

/**
 * The buffers on the chips that have all of them. Errors that exclude the other chips come with the answer; without any
 * chip there are only these errors.
 */
function onSoundMachines(
  machines: readonly Machine[],
  find: (machines: readonly Machine[]) => Result<FoundBuffers>,
): Result<FoundBuffers> {
  const all = find(machines);
  if (all.ok || machines.length < 2) return all;
  const alone = machines.map((machine) => ({ machine, found: find([machine]) }));
  const sound = alone.flatMap(({ machine, found }) => (found.ok ? [machine] : []));
  const together = sound.length === 0 ? all : find(sound);
  if (!together.ok) return all;
  const failed = alone.flatMap(({ found }) => (found.ok ? [] : found.diagnostics));
  const others = machines.filter((machine) => !sound.includes(machine));
  const [names, soundNames] = [others, sound].map((some) => some.map(({ name }) => name));
  const note = messages.suggest.notFor(names ?? [], soundNames ?? []);
  const diagnostics = [...failed, note, ...together.value.diagnostics];
  return success({ ...together.value, machines: sound, diagnostics });
}

/** The buffers as the source knows them, else the tile that the user says its accesses are of. */
export function findBuffers(
  read: () => Result<Source>,
  machines: readonly Machine[],
  launch: Launch,
  options: SuggestOptions,
  time: TimeBudget = {},
): Result<FoundBuffers> {
  return onSoundMachines(machines, (some) => buffersOn(read, some, launch, options, time));
}

function buffersOn(
  read: () => Result<Source>,
  machines: readonly Machine[],
  launch: Launch,
  options: SuggestOptions,
  time: TimeBudget,
): Result<FoundBuffers> {
  const { buffer, at, file = 'the input' } = options;
  const tile = options.tile === undefined ? undefined : tileOf(options.tile, options.layout);
  if (tile?.ok === false) return tile;
  const source = read();
  if (!source.ok) return source;
  const request: BufferRequest = {
    machines,
    launch,
    ...time,
    ...runOptionsOf(options),
    buffer,
    tile: tile?.value,
    at,
  };
  const { value } = source;
  if (value.buffers !== undefined) return value.buffers(request);
  if (value.hasNoAddresses === true) return failure(diagnose(messages.usage.isSchedule()));
  if (!isExecutable(value)) return failure(...value.diagnostics);
  if (tile !== undefined) return traceBuffer(value, request, tile.value);
  return declaredBuffers(value, request) ?? failure(diagnose(messages.suggest.noTile(file)));
}

/** A tile in words, with its layout where that is given. */
function tileOf(text: string, words: string | undefined): Result<StatedTile> {
  const parsed = parseTileText(text);
  const elementBits = elementBitsByName.get(parsed?.element ?? '');
  if (parsed === undefined || elementBits === undefined) {
    return failure(diagnose(messages.suggest.tileText(text)));
  }
  const tile = tileOfElements(parsed.rows, parsed.columns, elementBits);
  if (!tile.ok) return tile;
  const { element = '' } = parsed;
  if (words === undefined) return success({ tile: tile.value, element });
  const layout = readLayout(words, tile.value);
  return layout.ok ? success({ tile: layout.value.tile, element, layout: layout.value }) : layout;
}

/** A specification made of options. */
export function describedBuffers(
  { tile, layout, waves, write, read }: TileOptions,
  machines: readonly Machine[],
): Result<FoundBuffers> {
  const parsed = parseTileText(tile);
  if (parsed?.element === undefined) return failure(diagnose(messages.suggest.tileText(tile)));
  const { rows, columns, element } = parsed;
  const data = {
    element,
    tile: [rows, columns],
    ...(layout !== undefined && { layout }),
    ...(waves !== undefined && { waves }),
    accesses: [...write.map((text) => ({ write: text })), ...read.map((text) => ({ read: text }))],
  };
  // Places in the options are given as paths.
  const place = (list: readonly PlacedDiagnostic[]): Diagnostic[] =>
    list.map(({ diagnostic: { code, severity, message, hint } }) => ({
      code,
      severity,
      message,
      hint,
    }));
  return onSoundMachines(machines, (some) => specBuffers(data, '', some, place));
}
