/**
 * What one tile costs a workgroup under each mitigation, and which layout our search would take. One write and one read of
 * all waves; how often they happen is the shape's matter (`sweep.ts`).
 *
 *     f32, K 16 x 128 on gfx942       baseline   padding   swizzle   searched
 *     conflict cycles                 3840       64        64        0
 *
 * The instructions are those of the alignment: rows of 132 halves begin at 8 bytes, so copies of 16 bytes are pairs of 8.
 * `joinable` is how many of them LLVM may save by joining words; conflicts do not depend on it, since both
 * addresses of a pair are served by themselves.
 */
import {
  accessFromLanes,
  type Answer,
  compareByCost,
  elementOffset,
  emittedInstructions,
  expectValue,
  type Machine,
  machineNamed,
  makeProblem,
  type Mitigation,
  nestedAccesses,
  type NestedAccess,
  nestedTrace,
  printLayout,
  type Problem,
  type ProblemAccess,
  type RoundTrip,
  roundTripCounter,
  searchLayouts,
  type SearchResult,
  simulate,
  type TileLayout,
  totalConflicts,
} from '@ldscope/core';
import { layoutWords } from '@ldscope/engine';
import { WAVE_SIZE } from './intrinsics.ts';
import type { MitigationName, TileMitigations } from './mitigations.ts';
import { joinedPairs } from './pairs.ts';
import type { StagedTile } from './tiles.ts';

/** Everything that a worker has to know. */
export interface TileTask {
  readonly chip: string;
  readonly tile: StagedTile;
  readonly mitigations: TileMitigations;
}

export interface TileCost {
  readonly writeConflicts: number;
  readonly readConflicts: number;
  /** LDS cycles, conflicts among them. */
  readonly cycles: number;
  /** Instructions of all waves, none joined. */
  readonly instructions: number;
  /** Of these, as many as joining may save. */
  readonly joinable: number;
  readonly ldsBytes: number;
}

interface SearchedTile {
  readonly cost: TileCost;
  /** The layout in words. */
  readonly layout: string;
  /** As IREE's attribute, where it can express the layout. */
  readonly attribute?: string;
  /** The strongest argument that nothing is better. */
  readonly proof: 'every-layout' | 'linear' | 'listed';
}

export interface TileResult {
  readonly costs: Readonly<Record<MitigationName, TileCost>>;
  readonly searched: SearchedTile;
}

/** Evaluates a tile; a task that does not fit together is a mistake of the caller and throws. */
export function evaluateTile(task: TileTask): TileResult {
  return { costs: mitigationCosts(task), searched: search(task) };
}

/** What IREE's configurations cost, without the search. */
export function mitigationCosts({ chip, tile, mitigations }: TileTask): TileResult['costs'] {
  const counter = expectValue(roundTripCounter(roundTripOf(tile, machineNamed(chip))));
  const sides = sidesOf(tile);
  const costOf = (name: MitigationName): TileCost => {
    const mitigation = mitigations[name];
    const cost = counter(mitigation);
    if (cost === undefined) throw new Error(`${tile.name} cannot have a ${mitigation.kind}`);
    return {
      writeConflicts: cost.writeConflictCycles,
      readConflicts: cost.readConflictCycles,
      cycles: cost.cycles,
      instructions: cost.instructions,
      joinable: joinableIn(sides, tile, mitigation),
      ldsBytes: cost.ldsBytes,
    };
  };
  return {
    baseline: costOf('baseline'),
    padding: costOf('padding'),
    swizzle: costOf('swizzle'),
    hinted: costOf('hinted'),
  };
}

function roundTripOf(tile: StagedTile, machine: Machine): RoundTrip {
  const { rows, columns, elementBytes, writer, reader, threads } = tile;
  const shape = [rows, columns];
  return {
    shape,
    elementBits: 8 * elementBytes,
    writer,
    reader,
    threads,
    subgroupSize: WAVE_SIZE,
    machine,
  };
}

interface Sides {
  readonly write: readonly NestedAccess[];
  readonly read: readonly NestedAccess[];
}

const DIRECTIONS = ['write', 'read'] as const;

function sidesOf({ rows, columns, writer, reader, threads }: StagedTile): Sides {
  const common = { shape: [rows, columns], subgroupSize: WAVE_SIZE, threads } as const;
  return {
    write: expectValue(nestedAccesses(writer, { ...common, direction: 'write' })),
    read: expectValue(nestedAccesses(reader, { ...common, direction: 'read' })),
  };
}

function joinableIn(
  sides: Sides,
  { columns, elementBytes }: StagedTile,
  given: Mitigation,
): number {
  if (given.kind === 'swizzle') return 0;
  const pitch = columns + (given.kind === 'padding' ? given.elements : 0);
  return DIRECTIONS.reduce((sum, side) => sum + joinedPairs(sides[side], pitch, elementBytes), 0);
}

/** The tile as a question to the search. */
export function problemOf(tile: StagedTile, machine: Machine): Problem {
  const sides = sidesOf(tile);
  const accesses = DIRECTIONS.map((side): ProblemAccess => {
    const list = sides[side];
    const bytes = (list[0]?.widthElements ?? 0) * tile.elementBytes;
    const [instruction, more] = emittedInstructions(machine.isa, side, bytes, bytes);
    if (instruction === undefined || more !== undefined) {
      throw new Error(`a lane moves ${bytes} bytes at once`);
    }
    return accessFromLanes({
      name: `${side} of ${tile.name}`,
      op: instruction.op,
      waveSize: WAVE_SIZE,
      instances: list.length,
      wave: (instance) => list[instance]?.wave ?? 0,
      place: (lane, instance) => placeOf(list[instance], lane),
    });
  });
  const { rows, columns, elementBytes } = tile;
  // Its compiler chooses instructions by the layout.
  return makeProblem({ rows, columns, elementBytes }, accesses, [machine], WAVE_SIZE, {
    cutsVectors: true,
  });
}

function placeOf(
  access: NestedAccess | undefined,
  lane: number,
): { readonly row: number; readonly column: number } | undefined {
  if (access === undefined) return undefined;
  const mask = lane < 32 ? access.maskLow : access.maskHigh;
  if (((mask >>> (lane & 31)) & 1) === 0) return undefined;
  const { coordinates } = access;
  return { row: coordinates[2 * lane] ?? 0, column: coordinates[2 * lane + 1] ?? 0 };
}

/**
 * The answer with the fewest conflicts that takes the least LDS: what is compared is a swizzle with padding, so that the
 * address instructions, by which the search recommends, come after the LDS here.
 */
export function withoutMoreLds({ verdict, now, front, others }: SearchResult): Answer {
  if (verdict === 'free' || verdict === 'stuck') return now;
  const [best] = [...front, ...others].sort(
    (a, b) =>
      totalConflicts(a.cost) - totalConflicts(b.cost) ||
      a.cost.accessInstructions - b.cost.accessInstructions ||
      a.cost.ldsBytes - b.cost.ldsBytes ||
      compareByCost(a.cost, b.cost),
  );
  return best ?? now;
}

function search({ chip, tile }: TileTask): SearchedTile {
  const [machine, sides] = [machineNamed(chip), sidesOf(tile)];
  const { layout, cost, certificate } = withoutMoreLds(
    expectValue(searchLayouts(problemOf(tile, machine))),
  );
  const attribute = printLayout(layout, 'iree');
  return {
    cost: { ...countLayout(sides, tile, machine, layout), ldsBytes: cost.ldsBytes, joinable: 0 },
    layout: layoutWords(layout),
    ...(attribute.ok ? { attribute: attribute.value } : {}),
    proof: certificate.optimality?.kind ?? 'listed',
  };
}

/** The layout counted through the instructions that its alignment allows, apart from what the search says. */
function countLayout(
  sides: Sides,
  { elementBytes }: StagedTile,
  machine: Machine,
  layout: TileLayout,
): Omit<TileCost, 'ldsBytes' | 'joinable'> {
  let [cycles, instructions] = [0, 0];
  const [writeConflicts = 0, readConflicts = 0] = DIRECTIONS.map((direction) => {
    const trace = nestedTrace(sides[direction], {
      isa: machine.isa,
      waveSize: WAVE_SIZE,
      direction,
      elementBytes,
      addressOf: ([row = 0, column = 0]) => elementOffset(layout, row, column),
      name: direction,
    });
    const { bankConflict, idxActive } = simulate(trace, machine);
    instructions += new Set(trace.order.map((order, row) => order * 64 + (trace.wave[row] ?? 0)))
      .size;
    cycles += idxActive.reduce((sum, value) => sum + value, 0);
    return bankConflict.reduce((sum, value) => sum + value, 0);
  });
  return { writeConflicts, readConflicts, cycles, instructions };
}
