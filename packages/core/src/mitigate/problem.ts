/**
 * The question of a search for a layout: a tile in shared memory, everything that touches it, and the chips it runs on.
 *
 *     tile 64 x 64 f16          targets gfx942, gfx950
 *     access   instruction      instance   lane l begins at (row, column)
 *     store    ds_write_b128    0..7       (8 i + floor(l / 8), 8 (l mod 8))
 *     load     ds_read_b128     0..7       (16 (i mod 4) + l mod 16, 32 floor(i / 4) + 8 floor(l / 16))
 *
 * An access is an instruction of the kernel; an instance is a different set of elements that a wave moves with it, with
 * the number of times that this was executed. Elements, not addresses: where they are is what the search chooses. A
 * lane moves `widthBytes` of its opcode from its element on, along the row.
 */
import type { KernelRegisters } from '../machine/occupancy.ts';
import type { Opcode } from '../access/opcode.ts';
import { opcodeAt } from '../access/opcodes.ts';
import { type Tile } from '../layout/tile/tile-layout.ts';
import {
  type ConflictModel,
  findRule,
  type Machine,
  type ServiceRule,
} from '../machine/machine.ts';
import { isActive } from '../access/wave-rows.ts';

export interface ProblemAccess {
  readonly name: string;
  /** Opcode number. */
  readonly op: number;
  readonly instances: number;
  /** Row of the first element of each lane; `instances * waveSize`, 0 for inactive lanes. */
  readonly rows: Uint32Array;
  /** Its column, in elements. */
  readonly columns: Uint32Array;
  /** Two words per instance: lanes 0-31 and lanes 32-63. */
  readonly activeMask: Uint32Array;
  /** How often each instance is executed. */
  readonly executions: Float64Array;
  /** A wave that executes each instance: the addresses of one wave can share a register. */
  readonly wave: Uint32Array;
  /**
   * The round of a loop in which its wave executes each instance: instances of different rounds are one instruction.
   * Absent where the loops are unrolled, so that each instance is an instruction.
   */
  readonly round?: Uint32Array | undefined;
}

/** A chip under one of its models. */
export interface Target {
  readonly machine: Machine;
  readonly model: ConflictModel;
}

/** A tile with everything that touches it, in elements: what a layout is searched for. */
export interface Problem {
  readonly tile: Tile;
  readonly waveSize: 32 | 64;
  readonly accesses: readonly ProblemAccess[];
  /** Accesses whose cost is not known: they forbid layouts like the others, and are in no count. */
  readonly held?: readonly ProblemAccess[] | undefined;
  /**
   * Instructions are chosen by the alignment that a layout gives: vectors that it tears are then cut. Absent where
   * instructions are there already, as in machine code: a layout may not tear or misalign them.
   */
  readonly cutsVectors?: boolean | undefined;
  readonly targets: readonly Target[];
  /** Tiles of this layout that the workgroup holds, for example three for triple buffering. */
  readonly copies: number;
  /** Shared memory that the workgroup needs besides. */
  readonly otherBytes: number;
  /** Shared memory that the workgroup may have; by default what each chip gives. */
  readonly limitBytes?: number | undefined;
  /** Whether the pad of the last row is allocated: arrays do so, descriptors of CK Tile and Triton do not. */
  readonly lastPad?: 'allocated' | 'left-out' | undefined;
  /** One wave per workgroup by default. */
  readonly resident?: Resident | undefined;
}

/** What decides, besides shared memory, how many workgroups a compute unit holds at once. */
interface Resident {
  readonly wavesPerWorkgroup: number;
  /** Registers of a wave; absent where they are not known. */
  readonly registers?: KernelRegisters | undefined;
}

/** The element at which a lane begins; `undefined` for an inactive lane. */
type LanePlace = (
  lane: number,
  instance: number,
) => { readonly row: number; readonly column: number } | undefined;

export interface LaneAccess {
  readonly name: string;
  readonly op: number;
  readonly waveSize: 32 | 64;
  readonly place: LanePlace;
  /** 1 by default. */
  readonly instances?: number;
  /** Executions of every instance, 1 by default. */
  readonly executions?: number;
  /** The wave of an instance; by default all are of one wave. */
  readonly wave?: (instance: number) => number;
  /** The round of a loop in which an instance is executed; by default loops are unrolled. */
  readonly round?: (instance: number) => number;
}

/** An access from a formula of the lane and of the instance. */
export function accessFromLanes(spec: LaneAccess): ProblemAccess {
  const { name, op, waveSize, place, instances = 1, executions = 1 } = spec;
  const rows = new Uint32Array(instances * waveSize);
  const columns = new Uint32Array(instances * waveSize);
  const activeMask = new Uint32Array(2 * instances);
  const wave = new Uint32Array(instances);
  for (let instance = 0; instance < instances; instance++) {
    wave[instance] = spec.wave?.(instance) ?? 0;
    for (let lane = 0; lane < waveSize; lane++) {
      const at = place(lane, instance);
      if (at === undefined) continue;
      rows[instance * waveSize + lane] = at.row;
      columns[instance * waveSize + lane] = at.column;
      const word = 2 * instance + (lane >> 5);
      activeMask[word] = (activeMask[word] ?? 0) | (1 << (lane & 31));
    }
  }
  const all = new Float64Array(instances).fill(executions);
  const round =
    spec.round && Uint32Array.from({ length: instances }, (_, i) => spec.round?.(i) ?? 0);
  return { name, op, instances, rows, columns, activeMask, executions: all, wave, round };
}

export interface ProblemOptions extends Pick<Problem, 'held' | 'cutsVectors'> {
  readonly copies?: number;
  readonly otherBytes?: number;
  readonly limitBytes?: number;
  /** `allocated` by default. */
  readonly lastPad?: Problem['lastPad'];
  readonly resident?: Resident;
}

/** A problem of accesses to a tile; the default models where none are named. */
export function makeProblem(
  tile: Tile,
  accesses: readonly ProblemAccess[],
  targets: readonly (Target | Machine)[],
  waveSize: 32 | 64,
  { copies = 1, otherBytes = 0, ...more }: ProblemOptions = {},
): Problem {
  return {
    tile,
    waveSize,
    accesses,
    targets: targets.map((target) =>
      'machine' in target ? target : { machine: target, model: target.models[0] },
    ),
    copies,
    otherBytes,
    held: more.held,
    cutsVectors: more.cutsVectors,
    resident: more.resident,
    limitBytes: more.limitBytes,
    lastPad: more.lastPad,
  };
}

/** Everything that a layout has to allow: the accesses that are counted, and those that are not. */
export function constraintsOf({ accesses, held = [] }: Problem): readonly ProblemAccess[] {
  return [...accesses, ...held];
}

/** True when hardware writes lane after lane, so that the layout can only permute what is fetched: direct-to-LDS. */
export function isLaneLinear({ op }: ProblemAccess): boolean {
  return opcodeAt(op).addressing.kind === 'lane-contiguous';
}

/** True when every lane of the wave takes part. */
export function isWhole(
  { activeMask }: ProblemAccess,
  instance: number,
  waveSize: 32 | 64,
): boolean {
  return (
    activeMask[2 * instance] === 0xffffffff &&
    (waveSize === 32 || activeMask[2 * instance + 1] === 0xffffffff)
  );
}

/** How a target serves an access; `undefined` when it has no such instruction or runs no such wave. */
export function ruleOf(
  { model }: Target,
  { request }: Opcode,
  waveSize: 32 | 64,
): ServiceRule | undefined {
  return request === undefined ? undefined : findRule(model, waveSize, request);
}

/** Lanes from this one on give no address (`ldmatrix`). */
export function addressedLanes({ addressing }: Opcode, waveSize: 32 | 64): number {
  return addressing.kind === 'row' ? 8 * addressing.matrices : waveSize;
}

/** Alignment that an access needs: its width (a word for 96 bits), or the requirement of the strictest chip. */
export function alignmentOf({ targets, waveSize }: Problem, { op }: ProblemAccess): number {
  const opcode = opcodeAt(op);
  const { widthBytes } = opcode;
  const natural = Number.isInteger(Math.log2(widthBytes)) ? widthBytes : 4;
  return targets.reduce(
    (most, target) => Math.max(most, ruleOf(target, opcode, waveSize)?.alignmentBytes ?? 1),
    natural,
  );
}

/**
 * Bytes that a search moves as one, so that every access keeps its width: the widest access, as a power of two, and a
 * word at least where rows are made of words.
 */
export function unitOf(problem: Problem): number {
  const { tile } = problem;
  const word = (tile.columns * tile.elementBytes) % 4 === 0 ? 4 : 1;
  return constraintsOf(problem).reduce(
    (unit, { op }) => Math.max(unit, 2 ** Math.ceil(Math.log2(opcodeAt(op).widthBytes))),
    Math.max(word, tile.elementBytes),
  );
}

/**
 * Bytes that no legal layout can part or misalign: the largest power of two such that every unit that is touched is
 * moved whole by some access that requires its alignment. Bounds rest on it.
 */
export function rigidUnitOf(problem: Problem): number {
  const { tile } = problem;
  const accesses = constraintsOf(problem);
  const length = tile.columns * tile.elementBytes;
  for (let unit = unitOf(problem); unit > tile.elementBytes; unit /= 2) {
    if (length % unit !== 0) continue;
    const whole = new Set<number>();
    const touched = new Set<number>();
    for (const access of accesses) {
      const { widthBytes } = opcodeAt(access.op);
      const moves = alignmentOf(problem, access) >= unit && widthBytes % unit === 0;
      const last = moves ? widthBytes / unit : 1;
      for (let i = 0; i < access.rows.length; i++) {
        const instance = Math.floor(i / problem.waveSize);
        if (!isActive(access, instance, i % problem.waveSize)) continue;
        const start = (access.rows[i] ?? 0) * length + (access.columns[i] ?? 0) * tile.elementBytes;
        const first = Math.floor(start / unit);
        touched.add(first);
        if (!moves || start % unit !== 0) continue;
        for (let k = 0; k < last; k++) whole.add(first + k);
      }
    }
    if ([...touched].every((one) => whole.has(one))) return unit;
  }
  return tile.elementBytes;
}
