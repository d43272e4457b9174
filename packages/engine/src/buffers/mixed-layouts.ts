/**
 * Writers and readers of a buffer that place rows differently: a hazard of an analysis, and a reason for `fix` and
 * `suggest` to leave the buffer.
 *
 *     gather_to_lds ..   XOR of 16 B units with row mod 8      vector.load ..   plain      from row 1 on
 */
import {
  diagnose,
  type Diagnostic,
  type Hazard,
  LineMap,
  messages,
  type Span,
} from '@ldscope/core';
import {
  describeKernel,
  type ExecuteOptions,
  findBuffers,
  type LayoutSide,
  type Module,
  type PresentLayout,
  presentLayout,
  rowsOfFlat,
} from '@ldscope/mlir';
import { tileOfRows, tilesOf } from './tiles.ts';
import { layoutWords } from '../layout/layout-words.ts';

export type MixedLayout = Extract<PresentLayout, { kind: 'mixed' }>;

const words = ({ layout }: LayoutSide): string =>
  layout === undefined ? 'another layout' : `'${layoutWords(layout)}'`;

/** Both layouts in words. */
export function mixedWords({ writers, readers }: MixedLayout): string {
  return `written as ${words(writers)}, read as ${words(readers)}`;
}

/** Why a buffer is left as it is, at the reader; the writer's place is in the words. */
export function mixedDiagnostic(
  names: readonly string[],
  { writers, readers, row }: MixedLayout,
  text: string,
): Diagnostic {
  const { line, column } = new LineMap(text).place(writers.op.span.start);
  const place = `${line}:${column}`;
  const message = messages.fix.mixedLayouts(
    names.join(', '),
    words(writers),
    place,
    words(readers),
    row,
  );
  return diagnose(message, readers.op.span);
}

/** The buffers of a kernel whose writers and readers differ. Reads the kernel's text; executes nothing. */
export function layoutHazards(
  module: Module,
  text: string,
  { machine, launch, kernel, file }: ExecuteOptions,
): Hazard[] {
  const described = describeKernel(module, machine, { launch, kernel });
  if (!described.ok) return [];
  const { op, block, waveSize } = described.value;
  const lines = new LineMap(text);
  const locate = (span: Span): Hazard['location'] => {
    const { line, column } = lines.place(span.start);
    const source = lines.line(line).trim();
    return { file, line, column, text: source };
  };
  return findBuffers(op).flatMap((buffer): Hazard[] => {
    const flat = rowsOfFlat(module, buffer, block, waveSize);
    const { names } = buffer;
    const own = flat && tileOfRows(buffer, flat.pitch);
    const tiles = own === undefined ? tilesOf(buffer) : [own];
    const layouts = tiles.map((tile) => presentLayout({ module, buffer, tile, block, waveSize }));
    const mixed = layouts.find((layout) => layout.kind === 'mixed');
    // Of a buffer with one dimension, rows of another length may explain all.
    if (mixed === undefined || layouts.some(({ kind }) => kind === 'known')) return [];
    const { writers, readers, row } = mixed;
    const message = messages.hazard.mixedLayouts(
      names.join(', '),
      words(writers),
      words(readers),
      row,
    );
    const access = writers.op.name === 'amdgpu.gather_to_lds' ? 'async' : 'write';
    return [
      {
        ...message,
        location: locate(readers.op.span),
        count: 1,
        other: { access, location: locate(writers.op.span) },
      },
    ];
  });
}
