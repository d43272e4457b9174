/**
 * What the waves of a workgroup do to LDS when they store or load a distributed tile:
 * (distribution, LDS descriptor) becomes instructions, and these become rows of an `AccessTrace`.
 */
import { greatestOf } from '../../base/numbers.ts';
import { type Isa } from '../../access/opcode.ts';
import { type AccessTrace, TraceBuilder } from '../../access/trace.ts';
import type { Site } from '../../access/wave-rows.ts';
import { type Diagnostic, diagnose, hasErrors } from '../../base/diagnostic.ts';
import { messages } from '../../base/messages.ts';
import { failure, type Result, success } from '../../base/result.ts';
import { expressionsWithOpaqueXor } from '../../layout/index/expression.ts';
import { bottomsOf, isAlwaysValid, isValidIndex } from './adaptor.ts';
import { calculateOffsets, lengthsOf, type TensorDescriptor } from './descriptor.ts';
import {
  allElements,
  elementExpressions,
  registerOf,
  type TileDistribution,
  waveFaults,
  wavesOf,
} from './distribution.ts';
import { type DsInstruction, emitInstructions, type RegisterAccess } from './instructions.ts';
import { loadStoreTraits, type LoadStoreTraits } from './traits.ts';
import { at } from './transforms/table.ts';

/** A tile that is stored to or loaded from LDS. */
export interface TileAccess {
  readonly direction: 'read' | 'write';
  readonly descriptor: TensorDescriptor;
  readonly distribution: TileDistribution;
  /** `allElements` of the distribution, where they are there already. */
  readonly elements?: readonly Int32Array[];
  /** 0.5 for packed types of 4 bits, of which a thread moves pairs. */
  readonly elementBytes: number;
  /** For reports: `LDS write`. */
  readonly name: string;
}

export interface TileAccessPlan {
  readonly access: TileAccess;
  readonly traits: LoadStoreTraits;
  readonly instructions: readonly DsInstruction[];
  readonly waves: number;
  readonly waveSize: 32 | 64;
  /** Place of each element in memory, in elements, entry `(wave * lanes + lane) * registers + register`. */
  readonly offsets: Int32Array;
  /** Byte address of each element, at the same entry; two elements of 4 bits have the same. */
  readonly addressBytes: Int32Array;
  /** Elements that fall on padding and are neither read nor written; absent when there are none. */
  readonly missing?: Uint8Array;
}

export interface PlanOptions {
  readonly isa: Isa;
  readonly waveSize: 32 | 64;
  readonly d16Reads?: boolean;
}

/**
 * The instructions and addresses of an access. Errors: a distribution that does not fit the wave or the tile, a
 * promised vector that is not consecutive. Warning: one that is not aligned; the compiler relies on the promise.
 */
export function planTileAccess(access: TileAccess, options: PlanOptions): Result<TileAccessPlan> {
  const { descriptor, distribution, elementBytes } = access;
  const fit = [...waveFaults(distribution, options.waveSize), ...windowFaults(access)];
  if (hasErrors(fit)) return failure(...fit);
  const traits = loadStoreTraits(descriptor, distribution);
  const { elements = allElements(distribution) } = access;
  const offsets = calculateOffsets(descriptor, elements);
  const addressBytes = offsets.map((offset) => Math.floor(offset * elementBytes));
  const accesses = registerAccesses(access, traits);
  const faults = vectorFaults(access, accesses, offsets);
  if (hasErrors(faults)) return failure(...faults);
  const instructions = emitInstructions(accesses, {
    direction: access.direction,
    elementBytes,
    isa: options.isa,
    d16Reads: options.d16Reads,
  });
  const waves = wavesOf(distribution);
  const { waveSize } = options;
  const plan = { access, traits, instructions, waves, waveSize, offsets, addressBytes };
  const missing = missingElements(access, elements);
  return success(missing === undefined ? plan : { ...plan, missing }, faults);
}

/**
 * The rows of several accesses of one workgroup, each wave by itself: all of its writes, then its reads; the same again for
 * each of its steps.
 */
export function tileTrace(plans: readonly TileAccessPlan[], steps = 1): AccessTrace {
  const builder = new TraceBuilder(plans[0]?.waveSize ?? 64);
  const sites = plans.map(({ access, instructions }) =>
    instructions.map((instruction, i) => builder.addSite(siteOf(access, instruction, i))),
  );
  const waves = greatestOf(plans.map((plan) => plan.waves));
  for (let wave = 0; wave < waves; wave++) {
    let order = 0;
    for (let step = 0; step < steps; step++) {
      for (const [p, plan] of plans.entries()) {
        if (wave >= plan.waves) continue;
        for (const [i, instruction] of plan.instructions.entries()) {
          addRows(builder, plan, instruction, at(at(sites, p), i), wave, order++);
        }
      }
    }
  }
  return builder.finish();
}

function siteOf({ name }: TileAccess, instruction: DsInstruction, number: number): Site {
  const offsets = instruction.offsetsBytes.join(', ');
  return { id: `${name} ${number}`, text: `${instruction.name} at +${offsets}`, buffer: 'lds' };
}

/** A two-address instruction gives two rows of one order. */
function addRows(
  builder: TraceBuilder,
  plan: TileAccessPlan,
  instruction: DsInstruction,
  site: number,
  wave: number,
  order: number,
): void {
  const { waveSize } = builder;
  const { registers } = plan.access.distribution;
  const addresses = new Uint32Array(waveSize);
  for (const register of instruction.addressRegisters) {
    const masks: [number, number] = [0, 0];
    for (let lane = 0; lane < waveSize; lane++) {
      const element = (wave * waveSize + lane) * registers + register;
      addresses[lane] = plan.addressBytes[element] ?? 0;
      const present = plan.missing?.[element] !== 1;
      if (present) masks[lane >> 5] = ((masks[lane >> 5] ?? 0) | (1 << (lane & 31))) >>> 0;
    }
    builder.add(instruction.op, site, wave, order, addresses, masks[0], masks[1]);
  }
}

function registerAccesses(
  { descriptor, distribution, elementBytes }: TileAccess,
  { accesses, vectorDimY, scalarPerVector }: LoadStoreTraits,
): RegisterAccess[] {
  const stride = distribution.yLengths.slice(vectorDimY + 1).reduce((a, b) => a * b, 1);
  return accesses.map((ys) => {
    const first = registerOf(distribution, ys);
    const tops = elementExpressions(distribution, first);
    const offset = at(bottomsOf(descriptor, tops, expressionsWithOpaqueXor), 0);
    return {
      registers: Array.from({ length: scalarPerVector }, (_, i) => first + i * stride),
      address: expressionsWithOpaqueXor.scale(offset, Math.max(1, elementBytes)),
      promisedAlignment: lowestPowerOfTwo(scalarPerVector * elementBytes),
    };
  });
}

/** The alignment that the type of a vector of this many bytes promises: its size, or the next smaller power of two. */
function lowestPowerOfTwo(bytes: number): number {
  return Math.min(16, 2 ** Math.floor(Math.log2(bytes)));
}

function windowFaults({ descriptor, distribution }: TileAccess): Diagnostic[] {
  const lengths = lengthsOf(descriptor);
  const { xLengths } = distribution;
  if (lengths.length !== xLengths.length) {
    const what = `a tile of ${xLengths.length} dimensions on a descriptor of ${lengths.length}`;
    return [diagnose(messages.layout.stage(what))];
  }
  return xLengths.flatMap((tile, i) =>
    tile <= at(lengths, i)
      ? []
      : [diagnose(messages.layout.windowTooLarge(i, tile, at(lengths, i)))],
  );
}

/** A promise is kept when the elements follow each other from an address that the width divides. */
function vectorFaults(
  { distribution, elementBytes, name }: TileAccess,
  accesses: readonly RegisterAccess[],
  offsets: Int32Array,
): Diagnostic[] {
  const { registers: perThread } = distribution;
  const perPack = elementBytes < 1 ? 1 / elementBytes : 1;
  let misaligned: Diagnostic | undefined;
  for (let first = 0; first < offsets.length; first += perThread) {
    for (const { registers, promisedAlignment } of accesses) {
      const start = offsets[first + at(registers, 0)] ?? 0;
      if (registers.length % perPack !== 0 || start % perPack !== 0) {
        return [diagnose(messages.layout.halfPack(name, registers.length, start, perPack))];
      }
      if (registers.length === 1) continue;
      const where = `${name}, vector of ${registers.length} elements`;
      const thread = first / perThread;
      const broken = registers.findIndex((register, i) => offsets[first + register] !== start + i);
      if (broken >= 0) {
        const wanted = start + broken;
        const found = offsets[first + at(registers, broken)] ?? 0;
        const index = `register ${at(registers, broken)} of thread ${thread}`;
        return [diagnose(messages.layout.notConsecutive(where, index, wanted, found))];
      }
      const startBytes = start * elementBytes;
      if (misaligned === undefined && startBytes % promisedAlignment !== 0) {
        const index = `register ${at(registers, 0)} of thread ${thread}`;
        const bytes = registers.length * elementBytes;
        misaligned = diagnose(messages.layout.vectorAlignment(where, index, startBytes, bytes));
      }
    }
  }
  return misaligned === undefined ? [] : [misaligned];
}

function missingElements(
  { descriptor }: TileAccess,
  elements: readonly Int32Array[],
): Uint8Array | undefined {
  if (isAlwaysValid(descriptor)) return undefined;
  return Uint8Array.from({ length: elements[0]?.length ?? 0 }, (_, i) =>
    isValidIndex(
      descriptor,
      elements.map((values) => values[i] ?? 0),
    )
      ? 0
      : 1,
  );
}
