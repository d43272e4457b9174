/** What is searched for: the buffers of a text in any of the languages, or a tile that options describe. */
import {
  type Diagnostic,
  diagnose,
  elementBitsByName,
  failure,
  type Launch,
  type Machine,
  messages,
  type PlacedDiagnostic,
  plainLayout,
  type Result,
  success,
  type TileLayout,
  tileOfElements,
} from '@ldscope/core';
import { detectFrontend, unknownFormat } from '../detect-frontend.ts';
import { readSource } from '../frontends.ts';
import { readLayout } from '../layout/layout-words.ts';
import { specName } from '../spec/generic/generic.ts';
import { parseTileText } from '../spec/generic/read-tile.ts';
import { parseYaml, placed } from '../spec/yaml.ts';
import type { TimeBudget } from '../time-budget.ts';
import { ckTileBuffers, type StatedTile } from './ck-tile-buffers.ts';
import type { FoundBuffers } from './found.ts';
import { mlirBuffers } from './mlir-buffers.ts';
import { specBuffers } from './spec-buffers.ts';
import type { SuggestOptions, TileOptions } from './suggest-options.ts';
import { traceBuffer } from './trace-buffer.ts';
import { ttgirBuffers } from './ttgir-buffers.ts';

/** The buffers of a text in any of the languages. */
export function findBuffers(
  text: string,
  machines: readonly Machine[],
  launch: Launch,
  options: SuggestOptions,
  time: TimeBudget = {},
): Result<FoundBuffers> {
  const { kernel, buffer, maxSteps, source: code, file = 'the input' } = options;
  const shared = {
    machines,
    launch,
    ...(kernel === undefined ? {} : { kernel }),
    ...(maxSteps === undefined ? {} : { maxSteps }),
  };
  const frontend = code === undefined ? detectFrontend(text, options.file) : 'amdgcn';
  const tile = options.tile === undefined ? undefined : tileOf(options.tile, options.layout);
  if (tile?.ok === false) return tile;
  switch (frontend) {
    case 'mlir': {
      const named = buffer === undefined ? {} : { buffer: buffer.replace(/^(?![%@])/, '%') };
      const { asyncCompletion } = options;
      const async = asyncCompletion === undefined ? {} : { asyncCompletion };
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
      return specBuffers(value.value, specName(options.file), machines, place);
    }
    case 'ck-tile': {
      const data = parseYaml(text);
      if (!data.ok) return data;
      const stated = tile === undefined ? undefined : statedTile(tile.value, options);
      return ckTileBuffers(data.value, specName(options.file), machines, stated);
    }
    case 'amdgcn': {
      if (tile === undefined) return failure(diagnose(messages.suggest.noTile(file)));
      const source = code ?? readSource(frontend, text, file);
      return traceBuffer(source, {
        ...shared,
        ...time,
        ...(options.arguments === undefined ? {} : { arguments: options.arguments }),
        now: tile.value,
        baseBytes: options.at ?? 0,
      });
    }
    case undefined:
      return failure(diagnose(unknownFormat(text, file)));
  }
}

/** What options say of a tile that the text describes. */
const statedTile = (layout: TileLayout, options: SuggestOptions): StatedTile =>
  options.layout === undefined ? { tile: layout.tile } : { tile: layout.tile, layout };

/** A tile in words as it lies in memory now. */
function tileOf(text: string, layout: string | undefined): Result<TileLayout> {
  const parsed = parseTileText(text);
  const elementBits = elementBitsByName.get(parsed?.element ?? '');
  if (parsed === undefined || elementBits === undefined) {
    return failure(diagnose(messages.suggest.tileText(text)));
  }
  const tile = tileOfElements(parsed.rows, parsed.columns, elementBits);
  if (!tile.ok) return tile;
  return layout === undefined ? success(plainLayout(tile.value)) : readLayout(layout, tile.value);
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
