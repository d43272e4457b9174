/**
 * One instruction of one wave, lanes at given addresses: what the explorers ask the engine about.
 *
 *     serve(gfx942, 'read.b128', lanes(64, (lane) => lane * 16))    8 phases, no conflict
 */
import {
  type AccessExplanation,
  type ConflictModel,
  explainAccess,
  type Machine,
  type Opcode,
  opcodeNumber,
  opcodes,
  type RequestClass,
  simulate,
  singleAccess,
  TraceBuilder,
} from '@ldscope/core';

/** The plain instruction of a class on a chip: `ds_read_b128`, `ds_load_b128`, `ld.shared.v4.b32`. */
export function instructionOf({ isa }: Machine, request: RequestClass): Opcode | undefined {
  const all = opcodes.filter(
    (opcode) =>
      opcode.request === request &&
      opcode.isa.includes(isa) &&
      (opcode.addressing.kind === 'single' || opcode.addressing.kind === 'row'),
  );
  return all.find(({ name }) => !/_[iu]8|_i16/.test(name)) ?? all[0];
}

/** The byte address of each lane. */
export function lanes(waveSize: number, addressOf: (lane: number) => number): number[] {
  return Array.from({ length: waveSize }, (_, lane) => addressOf(lane));
}

/** The lanes that take part: the first `count`, as two masks. */
export function masks(count: number): { readonly maskLow: number; readonly maskHigh: number } {
  const mask = (bits: number): number => (bits >= 32 ? 0xffffffff : bits <= 0 ? 0 : 2 ** bits - 1);
  return { maskLow: mask(count), maskHigh: mask(count - 32) };
}

export interface ServeOptions {
  /** A model of the machine; its default when absent. */
  readonly model?: ConflictModel;
  /** The number of lanes that take part, from lane 0. */
  readonly active?: number;
}

/** How a chip serves the access; throws where it has no such instruction. Addresses have no upper end here. */
export function serve(
  machine: Machine,
  request: RequestClass,
  addresses: readonly number[],
  { model = machine.models[0], active = addresses.length }: ServeOptions = {},
): AccessExplanation {
  const number = opcodeNumber(instructionOf(machine, request)?.name ?? '');
  if (number === undefined) throw new RangeError(`${machine.name} has no ${request}`);
  const waveSize = addresses.length > 32 ? 64 : 32;
  const trace = singleAccess(number, addresses, { waveSize, ...masks(active) });
  const found = explainAccess(trace, 0, machine, model, Infinity);
  if (found === undefined) throw new RangeError(`${machine.name} does not serve ${request}`);
  return found;
}

/** Each of many accesses of whole waves, counted only. */
export function countEach(
  machine: Machine,
  instruction: string,
  accesses: readonly (readonly number[])[],
  model: ConflictModel = machine.models[0],
): Simulated {
  const op = opcodeNumber(instruction);
  if (op === undefined) throw new RangeError(`there is no ${instruction}`);
  const waveSize = accesses[0]?.length === 32 ? 32 : 64;
  const builder = new TraceBuilder(waveSize, [{ id: 'access' }], accesses.length);
  const { maskLow, maskHigh } = masks(waveSize);
  for (const [order, addresses] of accesses.entries())
    builder.add(op, 0, 0, order, addresses, maskLow, maskHigh);
  return simulate(builder.finish(), machine, model);
}

type Simulated = ReturnType<typeof simulate>;

/** How a chip serves an instruction by its name; throws where the chip has none of it. */
export function servedBy(
  machine: Machine,
  instruction: string,
  addresses: readonly number[],
): AccessExplanation {
  const number = opcodeNumber(instruction);
  const trace = number === undefined ? undefined : singleAccess(number, addresses);
  const found = trace && explainAccess(trace, 0, machine);
  if (found === undefined) throw new RangeError(`${machine.name} has no ${instruction}`);
  return found;
}

/** The default width of a wave on a chip. */
export function waveOf(machine: Machine): 32 | 64 {
  return machine.waveSizes[0] ?? 64;
}
