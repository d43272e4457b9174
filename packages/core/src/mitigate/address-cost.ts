/**
 * What a layout costs in address instructions: vector instructions of a wave beyond those of the plain tile, as a
 * compiler emits them for the formula that `convert` prints in C.
 *
 *     64 x 64 f16, written in rows, read as MFMA operands, 8 + 8 instructions     clang 22, gfx942     here
 *     pitch of 144 B                                                              +3                   +1
 *     XOR of 16 B units with row mod 4                                            +15                  +18
 *     16 B free after each 256 B                                                  +33                  +34
 *     a layout over GF(2)                                                         +82                  +85
 *
 * All addresses of one wave are one graph (`vector-code.ts`), so that what several accesses share is counted once: the
 * accesses of a loop are unrolled, what is the same in every round is computed before it, and a constant is the offset
 * of the memory instruction. `docs/address-instructions.md` compares the counts with clang's and marks where the two are
 * apart.
 *
 * Limits: instructions of gfx9. gfx950 joins some more (`v_bitop3_b32`) and NVIDIA has others: there the figure orders
 * layouts, and is not a count. A wave stands for all: the one with the most accesses.
 */
import { expressions, variable, type Expression } from '../layout/arithmetic/expression.ts';
import { expressionOver } from '../layout/arithmetic/expression-over.ts';
import { CodeGraph, type CodeNode } from '../layout/arithmetic/vector-code.ts';
import { countInstructions } from '../layout/arithmetic/vector-count.ts';
import { elementOffsetOver, hasElementOffsets } from '../layout/tile/offset-map.ts';
import { plainLayout, type TileLayout } from '../layout/tile/tile-layout.ts';
import { type LaneIndices, LaneValues } from './lane-fields.ts';
import { isActive, isLaneLinear, type Problem, type ProblemAccess } from './problem.ts';

/** The rows and the columns that the lanes of one instance begin at. */
interface Instance {
  readonly rows: LaneIndices;
  readonly columns: LaneIndices;
}

/** Counts the address instructions of all accesses together; what the plain tile needs is found once. */
export function addressCounter(problem: Problem): (layout: TileLayout) => number {
  const { waveSize, accesses } = problem;
  const wave = busiestWave(accesses);
  const [placed, written] = [false, true].map((isLinear) =>
    accesses
      .filter((access) => isLaneLinear(access) === isLinear)
      .flatMap((access) => instancesOf(access, wave, waveSize)),
  );
  const count = (layout: TileLayout): number => {
    const graph = new CodeGraph();
    const lanes = new LaneValues(graph, waveSize);
    // Hardware places the lanes of direct-to-LDS writes: a key moves what each fetches, a pad only the base of the wave.
    const roots = new Set([
      ...addressesOf(layout, placed ?? [], graph, lanes),
      ...addressesOf(withoutPadding(layout), written ?? [], graph, lanes),
    ]);
    // The sum of a rotation is masked for each address by itself, though the graph finds it shared.
    const rowsOf = layout.kind === 'reshaped' ? layout.lines : layout;
    const isRotation = rowsOf.kind === 'rows' && rowsOf.key?.kind === 'rotate';
    return countInstructions(roots) + (isRotation ? roots.size : 0);
  };
  const plain = count(plainLayout(problem.tile));
  return (layout) => Math.max(0, count(layout) - plain);
}

/** The wave that executes the most instances, the first of them. */
function busiestWave(accesses: readonly ProblemAccess[]): number {
  const counts = new Map<number, number>();
  for (const access of accesses) {
    for (const wave of access.wave) counts.set(wave, (counts.get(wave) ?? 0) + 1);
  }
  let [busiest, most] = [0, 0];
  for (const [wave, count] of counts) {
    if (count > most) [busiest, most] = [wave, count];
  }
  return busiest;
}

function instancesOf(access: ProblemAccess, wave: number, waveSize: number): Instance[] {
  const list: Instance[] = [];
  for (let instance = 0; instance < access.instances; instance++) {
    if (access.wave[instance] !== wave) continue;
    const ofLanes = (values: Uint32Array): LaneIndices =>
      Array.from({ length: waveSize }, (_, lane) =>
        isActive(access, instance, lane) ? values[instance * waveSize + lane] : undefined,
      );
    list.push({ rows: ofLanes(access.rows), columns: ofLanes(access.columns) });
  }
  return list;
}

function withoutPadding(layout: TileLayout): TileLayout {
  if (layout.kind === 'linear') return layout;
  return layout.kind === 'rows'
    ? { ...layout, paddings: [] }
    : { ...layout, lines: { ...layout.lines, paddings: [] } };
}

/** The address of each instance without its constant, which is the offset of the instruction. */
function addressesOf(
  layout: TileLayout,
  instances: readonly Instance[],
  graph: CodeGraph,
  lanes: LaneValues,
): CodeNode[] {
  const { rows, columns, elementBytes } = layout.tile;
  const inElements = hasElementOffsets(layout);
  const offset = elementOffsetOver(
    inElements ? layout : inBytes(layout),
    variable('row', rows),
    variable('col', inElements ? columns : columns * elementBytes),
    expressions,
  );
  const [isRowKept, isColumnKept] = [isUsedTwice(offset, 'row'), isUsedTwice(offset, 'col')];
  return instances.flatMap((instance) => {
    const row = lanes.of(instance.rows, rows - 1);
    const inUnits = lanes.of(instance.columns, columns - 1);
    const column = inElements ? inUnits : graph.scale(inUnits, elementBytes);
    const element = expressionOver(
      offset,
      new Map([
        ['row', row],
        ['col', column],
      ]),
      graph,
      new Map([
        ['row', isRowKept ? graph.pinned(row) : row],
        ['col', isColumnKept ? graph.pinned(column) : column],
      ]),
    );
    const address = graph.bytes(element, inElements ? elementBytes : 1);
    const base = graph.baseOf(address);
    return base === undefined ? [] : [base];
  });
}

/** The same layout with elements of a byte, for paddings that are not whole elements. */
function inBytes(layout: TileLayout): TileLayout {
  const { tile } = layout;
  const bytes = { ...tile, columns: tile.columns * tile.elementBytes, elementBytes: 1 };
  return layout.kind === 'rows' ? { ...layout, tile: bytes } : plainLayout(bytes);
}

/** True when an index is a term of its own and divided besides: then a compiler keeps it whole. */
function isUsedTwice({ terms }: Expression, name: string): boolean {
  const isTerm = terms.some(({ atom }) => atom.key === name);
  const isDivided = terms.some(
    ({ atom }) => atom.kind === 'quotient' && atom.of.terms.some((term) => term.atom.key === name),
  );
  return isTerm && isDivided;
}
