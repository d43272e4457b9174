/**
 * What a layout costs in address instructions: vector instructions in the program of a wave beyond those of the plain
 * tile, as a compiler emits them for the formula that `convert` prints in C.
 *
 *     64 x 64 f16, written in rows, read as MFMA operands, 8 + 8 instructions     clang 22, gfx942     here
 *     pitch of 144 B                                                              +3                   +1
 *     XOR of 16 B units with row mod 4                                            +15                  +18
 *     16 B free after each 256 B                                                  +33                  +34
 *
 * The count is static: an instruction of a loop counts once, however often it is executed. All addresses of one wave are
 * one graph (`vector-code.ts`), so that what several accesses share is counted once: values that are the same in every
 * round are computed before a loop, values that are the same in all lanes are scalars, and constants are offsets of the
 * memory instructions. `address-range.ts` has how far clang's counts are from these, `docs/address-instructions.md`
 * both.
 *
 * Limits: instructions of gfx9, with `v_bitop3_b32` where a chip has it; on other chips the figure orders layouts, and is
 * not a count. A wave stands for all: the one with the most accesses. A loop is kept where the kernel has one.
 */
import { greatestOf, leastOf } from '../base/numbers.ts';
import type { Isa } from '../access/opcode.ts';
import { expressions, variable, type Expression } from '../layout/index/expression.ts';
import { expressionOver } from '../layout/index/expression-over.ts';
import type { CodeNode } from '../layout/index/code-node.ts';
import { CodeGraph } from '../layout/index/vector-code.ts';
import { countInstructions } from '../layout/index/vector-count.ts';
import { elementOffsetOver, hasElementOffsets } from '../layout/tile/offset-map.ts';
import { plainLayout, type TileLayout } from '../layout/tile/tile-layout.ts';
import { type AccessInstruction, busiestWave, instructionsOf } from './access-instructions.ts';
import { type AddressCount, keyOf, rangeOf } from './address-range.ts';
import { LaneValues } from './lane-fields.ts';
import { isLaneLinear, type Problem } from './problem.ts';

/** Counts the address instructions of all accesses together; what the plain tile needs is found once. */
export function addressCounter(problem: Problem): (layout: TileLayout) => AddressCount {
  const { waveSize, accesses, targets } = problem;
  const wave = busiestWave(accesses);
  const [placed, written] = [false, true].map((isLinear) =>
    accesses
      .filter((access) => isLaneLinear(access) === isLinear)
      .flatMap((access) => instructionsOf(access, wave, waveSize)),
  );
  const rootsOf = (layout: TileLayout): ReadonlySet<CodeNode> => {
    const graph = new CodeGraph();
    const lanes = new LaneValues(graph, waveSize);
    // Hardware places the lanes of direct-to-LDS writes: a key moves what each fetches, a pad only the base of the wave.
    return new Set([
      ...addressesOf(layout, placed ?? [], graph, lanes),
      ...addressesOf(withoutPadding(layout), written ?? [], graph, lanes),
    ]);
  };
  const sets = new Set(targets.map(({ machine }) => THREE_INPUT_LOGIC.has(machine.isa)));
  const keepsLoops = accesses.length > 0 && accesses.every(({ round }) => round !== undefined);
  const isCompared = targets.every(({ machine }) => COMPARED.has(machine.isa));
  const plainRoots = rootsOf(plainLayout(problem.tile));
  const plain = new Map([...sets].map((set) => [set, countFor(plainRoots, set)]));
  return (layout) => {
    const roots = rootsOf(layout);
    // The sum of a rotation is masked for each address by itself, though the graph finds it shared.
    const apart = keyOf(layout)?.kind === 'rotate' ? roots.size : 0;
    const counts = [...sets].map((set) => countFor(roots, set) + apart - (plain.get(set) ?? 0));
    const instructions = Math.max(0, greatestOf(counts));
    const least = Math.max(0, leastOf(counts));
    return isCompared
      ? { instructions, range: rangeOf(layout, [least, instructions], keepsLoops) }
      : { instructions };
  };
}

const countFor = (roots: Iterable<CodeNode>, hasThreeInputLogic: boolean): number =>
  countInstructions(roots, { hasThreeInputLogic });

/** Instruction sets with `v_bitop3_b32`. */
const THREE_INPUT_LOGIC: ReadonlySet<Isa> = new Set(['cdna4', 'gfx1250']);

/** Instruction sets whose counts are compared with a compiler's. */
const COMPARED: ReadonlySet<Isa> = new Set(['cdna3', 'cdna4']);

function withoutPadding(layout: TileLayout): TileLayout {
  if (layout.kind === 'linear') return layout;
  return layout.kind === 'rows'
    ? { ...layout, paddings: [] }
    : { ...layout, lines: { ...layout.lines, paddings: [] } };
}

/** The address of each instruction without its constant, which is the offset of the instruction. */
function addressesOf(
  layout: TileLayout,
  instructions: readonly AccessInstruction[],
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
  return instructions.flatMap((instruction) => {
    const row = lanes.over(instruction.rows, rows - 1);
    const inUnits = lanes.over(instruction.columns, columns - 1);
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
