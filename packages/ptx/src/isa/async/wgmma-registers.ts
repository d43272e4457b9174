/**
 * Registers that products use while they run: accumulators, and A where it is in registers.
 *
 *     wgmma.fence                        values written to them are visible to the products behind it
 *     wgmma.mma_async {d...}, ...        from here on d is in flight
 *     add.f32 %f1, d0, 1.0               read before its group is done
 *     wgmma.wait_group 0                 d may be used
 *
 * Compilers copy accumulators with `mov` where they please, and ptxas takes most of these away: a copy is in flight like its
 * source, and is not reported. Source: PTX ISA 9.0, 9.7.15.4, 9.7.15.7.1.
 */
import { type Message, messages } from '@ldscope/core';
import type { Step, Warp } from '@ldscope/simt';
import { factsOf, memoryOf } from '../../rows/facts.ts';
import type { Operand, PtxFunction } from '../../text/program.ts';
import { type MemoryContext, textOf } from '../memory/context.ts';

interface Flight {
  readonly group: number;
  /** An operand may be read. */
  readonly isOperand: boolean;
}

/** The registers of a warp that are in flight, by place. */
class WarpFlights {
  readonly flights = new Map<number, Flight>();
  /** Written since the last fence. */
  readonly dirty = new Set<number>();
  #committed = 0;

  start(place: number, isOperand: boolean): void {
    this.flights.set(place, { group: this.#committed + 1, isOperand });
  }

  commit(): void {
    this.#committed++;
  }

  wait(left: number): void {
    for (const [place, { group }] of this.flights)
      if (group <= this.#committed - left) this.flights.delete(place);
  }
}

const warps = new WeakMap<Warp, WarpFlights>();

export function flightsOf(warp: Warp): WarpFlights {
  let flights = warps.get(warp);
  if (flights === undefined) warps.set(warp, (flights = new WarpFlights()));
  return flights;
}

/**
 * A product begins: its accumulators and operands are in flight. Returns a message where no fence followed their last write.
 */
export function startProduct(
  warp: Warp,
  results: readonly number[],
  operands: readonly number[],
  name: string,
): Message | undefined {
  const flights = flightsOf(warp);
  const isDirty = (place: number): boolean => flights.dirty.has(place);
  const unfenced = results.some(isDirty) || operands.some(isDirty);
  for (const place of operands) flights.start(place, true);
  for (const place of results) flights.start(place, false);
  return unfenced ? messages.ptx.noProductFence(name) : undefined;
}

const registersOf = (operand: Operand | undefined): number[] => {
  switch (operand?.kind) {
    case 'register':
      return [operand.register.id];
    case 'address':
      return registersOf(operand.base);
    case 'vector':
    case 'list':
      return operand.elements.flatMap(registersOf);
    case 'pair':
      return [...registersOf(operand.first), ...registersOf(operand.second)];
    default:
      return [];
  }
};

/** Ids of the registers that products of a function use. */
export function productRegisters({ instructions }: PtxFunction): ReadonlySet<number> {
  return new Set(
    instructions.flatMap((instruction) => {
      const [sums, a] = instruction.operands;
      return memoryOf(instruction) === 'product'
        ? [sums, a?.kind === 'vector' ? a : undefined].flatMap(registersOf)
        : [];
    }),
  );
}

/** The step of another instruction that touches such registers; `writesFirst`: its first operand is a result. */
export function watched(
  { environment, number, names, instruction }: MemoryContext,
  used: ReadonlySet<number>,
  writesFirst: boolean,
  step: Step,
): Step {
  const placesOf = (list: readonly (Operand | undefined)[]): number[] =>
    list
      .flatMap(registersOf)
      .filter((id) => used.has(id))
      .map(names.offsetOf);
  const { operands } = instruction;
  const written = writesFirst ? placesOf([operands[0]]) : [];
  const read = placesOf(writesFirst ? operands.slice(1) : operands);
  if (written.length === 0 && read.length === 0) return step;
  const isCopy = factsOf(instruction).gives === 'copy';
  const report = (message: Message): void => {
    const { findings } = environment;
    if (!findings.hasProblem(number, message.code)) findings.problem(number, message);
  };
  return (warp, mask) => {
    step(warp, mask);
    const { flights, dirty } = flightsOf(warp);
    for (const place of written) dirty.add(place);
    if (flights.size === 0) return;
    if (isCopy) {
      const flight = read.map((place) => flights.get(place)).find((one) => one !== undefined);
      for (const place of written) {
        if (flight === undefined) flights.delete(place);
        else flights.set(place, flight);
      }
      return;
    }
    if (read.some((place) => flights.get(place)?.isOperand === false))
      report(messages.ptx.productInFlight(textOf(instruction), true));
    else if (written.some((place) => flights.has(place)))
      report(messages.ptx.productInFlight(textOf(instruction), false));
  };
}
