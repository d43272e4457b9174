/** What `ldscope shapes` says: a kernel at every combination of its parameters, under each layout. */
import type { ReportDiagnostic } from './diagnostic.ts';

export const SHAPES_SCHEMA = 'ldscope-shapes/1';

/** A parameter of the sweep: `M=64,128`. */
export interface ShapeParameter {
  readonly name: string;
  readonly values: readonly number[];
}

/** A buffer of a shape under a layout. */
export interface ShapeBuffer {
  readonly file: string;
  readonly names: readonly string[];
  /** The layout in words. */
  readonly layout: string;
  /** Conflict cycles of one workgroup, times the executions that were given. */
  readonly conflictCycles: number;
  /** Cycles of all its accesses, conflicts included. */
  readonly cycles: number;
  readonly ldsBytes: number;
  /** Vectors are in pieces under this layout. */
  readonly isCut: boolean;
}

/** A shape under a layout on a chip; without `buffers` no such layout fits, and `reason` says why. */
export interface ShapeCell {
  readonly machine: string;
  /** As it was requested: `none`, `pad`, `swizzle`, `now` or a notation. */
  readonly layout: string;
  readonly conflictCycles?: number | undefined;
  readonly cycles?: number | undefined;
  readonly ldsBytes?: number | undefined;
  readonly buffers: readonly ShapeBuffer[];
  readonly reason?: string | undefined;
}

export interface SweptShape {
  readonly values: Readonly<Record<string, number>>;
  /** A cell for each chip and layout, chips outermost; empty where the shape could not be read. */
  readonly cells: readonly ShapeCell[];
  readonly diagnostics: readonly ReportDiagnostic[];
}

/** A layout over all shapes of a chip. */
interface ShapeTotal {
  readonly machine: string;
  readonly layout: string;
  /** Shapes with this layout, and those of them without conflicts. */
  readonly shapes: number;
  readonly cleared: number;
  /** The median over the shapes that have this layout. */
  readonly medianConflictCycles?: number | undefined;
}

export interface ShapesReport {
  readonly schema: typeof SHAPES_SCHEMA;
  readonly files: readonly string[];
  readonly machines: readonly string[];
  readonly parameters: readonly ShapeParameter[];
  readonly layouts: readonly string[];
  readonly shapes: readonly SweptShape[];
  readonly totals: readonly ShapeTotal[];
  readonly diagnostics: readonly ReportDiagnostic[];
}

/** The report of swept shapes, with its totals. */
export function shapesReport(given: Omit<ShapesReport, 'schema' | 'totals'>): ShapesReport {
  const { machines, layouts, shapes } = given;
  const totals = machines.flatMap((machine) =>
    layouts.map((layout): ShapeTotal => {
      const conflicts = shapes.flatMap(({ cells }) =>
        cells.flatMap((cell) =>
          cell.machine === machine && cell.layout === layout ? (cell.conflictCycles ?? []) : [],
        ),
      );
      return {
        machine,
        layout,
        shapes: conflicts.length,
        cleared: conflicts.filter((cycles) => cycles === 0).length,
        medianConflictCycles: median(conflicts),
      };
    }),
  );
  return { schema: SHAPES_SCHEMA, ...given, totals };
}

/** The middle value, or the mean of the two in the middle. */
function median(values: readonly number[]): number | undefined {
  const sorted = values.toSorted((a, b) => a - b);
  const [low, high] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]];
  return low === undefined || high === undefined ? undefined : (low + high) / 2;
}
