/** Layouts in words, and from the words of any notation. */
import {
  type CppContext,
  diagnose,
  type Diagnostic,
  elementOffsets,
  failure,
  messages,
  notations,
  plainLayout,
  recognizeReshaped,
  type Result,
  rowBytes,
  type RowKey,
  success,
  type Tile,
  type TileLayout,
} from '@ldscope/core';

/** `XOR of 16 B units with row mod 8, rows of 144 B`. */
export function layoutWords(layout: TileLayout): string {
  if (layout.kind === 'linear') {
    const lines = recognizeReshaped(layout.tile, elementOffsets(layout));
    return lines === undefined ? 'linear over GF(2)' : layoutWords(lines);
  }
  if (layout.kind === 'reshaped') {
    const { cut, lines } = layout;
    const shape =
      cut.kind === 'row-groups' ? `lines of ${cut.rows} rows` : `lines of ${cut.columns} columns`;
    const words = layoutWords(lines).replaceAll(/\brow/g, 'line');
    return words === 'plain' ? shape : `${shape}, ${words}`;
  }
  const { tile, unitBytes, key, paddings } = layout;
  const row = rowBytes(tile);
  const parts = paddings.map(({ intervalBytes, padBytes }) =>
    intervalBytes === row
      ? `rows of ${row + padBytes} B (${row} + ${padBytes})`
      : `${padBytes} B free after each ${intervalBytes} B`,
  );
  if (key !== undefined) parts.unshift(keyWords(key, unitBytes));
  return parts.length === 0 ? 'plain' : parts.join(', ');
}

function keyWords(key: RowKey, unitBytes: number): string {
  const row = (rowsPerPhase: number): string =>
    rowsPerPhase === 1 ? 'row' : `(row / ${rowsPerPhase})`;
  switch (key.kind) {
    case 'xor':
      return `XOR of ${unitBytes} B units with ${row(key.rowsPerPhase)} mod ${key.phases}`;
    case 'xor-bits': {
      const bits = key.columns.flatMap((column, bit) =>
        column === 0 ? [] : [`bit ${bit}: ${column}`],
      );
      return `XOR of ${unitBytes} B units with row bits (${bits.join(', ')})`;
    }
    case 'xor-table':
      return `XOR of ${unitBytes} B units with a table of ${key.keys.length} rows`;
    case 'rotate':
      return `${unitBytes} B units rotated by ${key.step === 1 ? '' : `${key.step} * `}${row(key.rowsPerPhase)}`;
  }
}

/**
 * Reads a layout as the command line takes it: `plain`, `wave: swizzle_unit = 8, max_phase = 8`, or a text that one of
 * the notations understands without being named. Diagnostics have no places: they are in an option and not in the kernel.
 */
export function readLayout(text: string, tile: Tile, cpp?: CppContext): Result<TileLayout> {
  return withoutPlaces(readTypedLayout(text, tile, cpp), text);
}

/** The same for a text that a reader sees: diagnostics have their places in it. */
export function readTypedLayout(text: string, tile: Tile, cpp?: CppContext): Result<TileLayout> {
  if (text.trim() === 'plain') return success(plainLayout(tile));
  const [, name, rest] = /^\s*([\w-]+)\s*:(?!:)\s*(.*)$/s.exec(text) ?? [];
  const named = notations.find((notation) => notation.name === name);
  if (named !== undefined && rest !== undefined)
    return moved(strictly(named.parse(rest, { tile, cpp })), text.length - rest.length);
  const meant = notations.find((notation) => notation.claims?.(text));
  if (meant !== undefined) return strictly(meant.parse(text, { tile, cpp }));
  let closest: readonly Diagnostic[] = [];
  for (const notation of notations) {
    const read = strictly(notation.parse(text, { tile, cpp }));
    if (read.ok) return read;
    if (closest.length === 0 || reach(read.diagnostics) > reach(closest))
      closest = read.diagnostics;
  }
  const names = notations
    .slice(0, MOST_EXAMPLES)
    .map(({ name, example }) => `'${name}: ${example}'`);
  // A notation that read nothing of the text has nothing to add.
  const partly = reach(closest) > 0 ? closest.slice(0, 1) : [];
  return failure(diagnose(messages.fix.unreadableLayout(text, names)), ...partly);
}

/** Enough of them to see what is meant. */
const MOST_EXAMPLES = 3;

/** In a text of several lines the line is part of the message, where the notation is known. */
function withoutPlaces<T>(read: Result<T>, text: string): Result<T> {
  if (read.ok) return read;
  const isKnown = !read.diagnostics.some(({ span }) => span === undefined);
  const isLong = isKnown && text.trim().includes('\n');
  const line = (start: number): number => text.slice(0, start).split('\n').length;
  return failure(
    ...read.diagnostics.map(({ code, severity, message, hint, span }) => ({
      code,
      severity,
      message:
        span === undefined || !isLong
          ? message
          : `line ${line(span.start)} of the layout: ${message}`,
      hint,
      about: 'layout' as const,
    })),
  );
}

/** Behind the name of the notation. */
function moved<T>(read: Result<T>, by: number): Result<T> {
  if (read.ok || by === 0) return read;
  return failure(
    ...read.diagnostics.map((one) =>
      one.span === undefined
        ? one
        : { ...one, span: { start: one.span.start + by, end: one.span.end + by } },
    ),
  );
}

const strictly = (read: Result<TileLayout>): Result<TileLayout> =>
  read.ok && read.diagnostics.some(({ severity }) => severity === 'error')
    ? failure(...read.diagnostics)
    : read;

/** How far a notation got before its first complaint. */
function reach(diagnostics: readonly Diagnostic[]): number {
  return diagnostics[0]?.span?.start ?? 0;
}
