/**
 * Writers and readers of a buffer that place rows differently, and reads across units that a swizzle moves apart: hazards of
 * an analysis, and a reason for `fix` and `suggest` to leave the buffer.
 *
 *     gather_to_lds ..   XOR of 16 B units with row mod 8      vector.load ..   plain      from row 1 on
 */
import {
  diagnose,
  type Diagnostic,
  type Hazard,
  LineMap,
  type Message,
  messages,
} from '@ldscope/core';
import {
  describeKernel,
  type ExecuteOptions,
  findBuffers,
  type LayoutSide,
  type Module,
  type Operation,
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

/** What is wrong with the layouts of a buffer, at the reader; with the writer that it contradicts. */
interface LayoutFault {
  readonly message: Message;
  readonly reader: Operation;
  readonly writer?: Operation;
}

/** Buffers whose writers and readers differ, and reads that their own swizzle tears. Reads the text; executes nothing. */
function layoutFaults(
  module: Module,
  { machine, launch, kernel }: Pick<ExecuteOptions, 'machine' | 'launch' | 'kernel'>,
): LayoutFault[] {
  const described = describeKernel(module, machine, { launch, kernel });
  if (!described.ok) return [];
  const { op, block, waveSize } = described.value;
  return findBuffers(op).flatMap((buffer): LayoutFault[] => {
    const flat = rowsOfFlat(module, buffer, block, waveSize);
    const names = buffer.names.join(', ');
    const own = flat && tileOfRows(buffer, flat.pitch);
    const tiles = own === undefined ? tilesOf(buffer) : [own];
    const layouts = tiles.map((tile) => presentLayout({ module, buffer, tile, block, waveSize }));
    // In a buffer with one dimension, rows of another length may explain all accesses.
    if (layouts.some(({ kind }) => kind === 'known')) return [];
    const torn = layouts.find((layout) => layout.kind === 'unknown' && layout.torn !== undefined);
    if (torn?.kind === 'unknown' && torn.torn !== undefined) {
      const { op: reader, width, unit, row } = torn.torn;
      const message = messages.hazard.tornVector(names, reader.name, width, unit, row);
      return [{ message, reader }];
    }
    const mixed = layouts.find((layout) => layout.kind === 'mixed');
    if (mixed === undefined) return [];
    const { writers, readers, row } = mixed;
    const message = messages.hazard.mixedLayouts(names, words(writers), words(readers), row);
    return [{ message, reader: readers.op, writer: writers.op }];
  });
}

/** The faults as hazards of an analysis. */
export function layoutHazards(module: Module, text: string, request: ExecuteOptions): Hazard[] {
  const lines = new LineMap(text);
  const locate = ({ span }: Operation): Hazard['location'] => {
    const { line, column } = lines.place(span.start);
    return { file: request.file, line, column, text: lines.line(line).trim() };
  };
  return layoutFaults(module, request).map(({ message, reader, writer }) => ({
    ...message,
    location: locate(reader),
    count: 1,
    ...(writer === undefined
      ? {}
      : {
          other: {
            access: writer.name === 'amdgpu.gather_to_lds' ? 'async' : 'write',
            location: locate(writer),
          },
        }),
  }));
}

/** The same for a kernel that cannot be executed to its end: a torn read may leave its buffer. */
export const layoutDiagnostics = (
  module: Module,
  request: Parameters<typeof layoutFaults>[1],
): Diagnostic[] =>
  layoutFaults(module, request).map(({ message, reader }) => diagnose(message, reader.span));
