/**
 * The use of each element of a tile by an access: its lanes, their phase, and the slots of their bank.
 *
 *     ds_read_b128, lane 17 at element (1, 8)  ->  elements (1, 8) to (1, 15): lane 17, phase 1, 4 slots
 */
import {
  type AccessExplanation,
  explainAccess,
  opcodeAt,
  type ProblemAccess,
  whatIfTrace,
} from '@ldscope/core';
import { gridWords, isServedLaneByLane } from './bank-grid-words.ts';
import type { CellLane, TileService, TileView } from './tile-view.ts';

export interface Touch {
  readonly lanes: readonly CellLane[];
  readonly slots: number;
}

export interface Touches {
  /** By element. */
  readonly byElement: ReadonlyMap<number, Touch>;
  readonly service: TileService;
  /** Banks that the access sees, or that the chip has. */
  readonly banks: number;
}

/** `offsets` are the bytes of the elements from the start of the tile. */
export function findTouches(view: TileView, offsets: Int32Array): Touches {
  const { problem, layout, target, access, instance, baseBytes = 0 } = view;
  const { machine, model } = target;
  const byElement = new Map<number, { readonly lanes: CellLane[]; slots: number }>();
  let banks = machine.sharedMemory.banks.value;
  if (access === undefined) return { byElement, service: 'no-access', banks };
  const elementAt = new Map([...offsets].map((offset, element) => [baseBytes + offset, element]));
  const { widthBytes } = opcodeAt(access.op);
  const { elementBytes } = problem.tile;
  let service: TileService = 'phases';
  for (const one of instancesOf(access, instance)) {
    const trace = whatIfTrace(problem, access, one, layout, baseBytes);
    const explanation = explainAccess(trace, 0, machine, model, LDS_BYTES);
    if (explanation === undefined) return { byElement, service: 'no-rule', banks };
    banks = explanation.rule.banks;
    if (isServedLaneByLane(explanation)) service = 'lane-by-lane';
    const phaseOf = phasesOf(explanation);
    const slotsAt = slotsByWord(explanation);
    for (const [lane, address] of explanation.addressBytes.entries()) {
      if (address === undefined) continue;
      const phase = phaseOf.get(lane);
      const here: CellLane = {
        lane,
        wave: access.wave[one] ?? 0,
        instance: one,
        ...(phase === undefined ? {} : { phase }),
      };
      for (let byte = address - elementBytes + 1; byte < address + widthBytes; byte++) {
        const element = elementAt.get(byte);
        if (element === undefined) continue;
        const slots = mostSlots(slotsAt, Math.max(byte, address), byte + elementBytes);
        const known = byElement.get(element);
        if (known === undefined) byElement.set(element, { lanes: [here], slots });
        else {
          known.lanes.push(here);
          known.slots = Math.max(known.slots, slots);
        }
      }
    }
  }
  return { byElement, service, banks };
}

/** No tile is beyond this; whether it fits into a chip is another question. */
const LDS_BYTES = 2 ** 22;

function instancesOf({ instances }: ProblemAccess, wanted: number | undefined): number[] {
  return wanted === undefined ? Array.from({ length: instances }, (_, one) => one) : [wanted];
}

/** By lane; empty where the access has no phases. */
function phasesOf(explanation: AccessExplanation): Map<number, number> {
  const phases = new Map<number, number>();
  if (isServedLaneByLane(explanation)) return phases;
  for (const { index, lanes } of explanation.phases) {
    for (const lane of lanes) phases.set(lane, index);
  }
  return phases;
}

function slotsByWord(explanation: AccessExplanation): Map<number, number> {
  const found = new Map<number, number>();
  for (const { addressBytes, slots } of gridWords(explanation)) {
    found.set(addressBytes, Math.max(slots, found.get(addressBytes) ?? 0));
  }
  return found;
}

/** Of the words of bytes `[from, to)`. */
function mostSlots(slotsAt: ReadonlyMap<number, number>, from: number, to: number): number {
  let most = 1;
  for (let word = from - (from % 4); word < to; word += 4) {
    most = Math.max(most, slotsAt.get(word) ?? 1);
  }
  return most;
}
