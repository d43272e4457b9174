/**
 * Which lanes of a wave run next in a function with branches: those that wait at the lowest position.
 *
 * Lanes wait as masks by position (see `graph.ts`). A call saves its lanes here and where to go on; the last
 * lane that returns takes all of them back there.
 */
import { isEmpty, type LaneMask, without } from '../registers.ts';
import type { Wave } from '../wave.ts';
import type { FlowState } from './flow-state.ts';

/** A lowered function: its number among those of the kernel, and where its positions are. */
export interface FlowCode {
  readonly slot: number;
  /** The step at which each position begins. */
  readonly starts: number[];
}

export function stateOf(wave: Wave, { slot, starts }: FlowCode): FlowState {
  let state = wave.flows[slot];
  if (state === undefined) {
    const [low, high] = [new Uint32Array(starts.length), new Uint32Array(starts.length)];
    state = { low, high, waiting: 0, mask: wave.mask, returnTo: -1 };
    wave.flows[slot] = state;
  }
  return state;
}

/** Lets lanes wait at a position. */
function park(state: FlowState, position: number, { low, high }: LaneMask): void {
  if (state.low[position] === 0 && state.high[position] === 0) state.waiting++;
  state.low[position] = (state.low[position] ?? 0) | low;
  state.high[position] = (state.high[position] ?? 0) | high;
}

/** Goes on with the lanes that wait at the first position from `first` on; leaves the function when none do. */
function resume(wave: Wave, code: FlowCode, state: FlowState, first: number): void {
  if (state.waiting > 0) {
    for (let position = first; position < code.starts.length; position++) {
      const [low = 0, high = 0] = [state.low[position], state.high[position]];
      if (low === 0 && high === 0) continue;
      state.low[position] = 0;
      state.high[position] = 0;
      state.waiting--;
      wave.mask = { low, high };
      wave.pc = code.starts[position] ?? 0;
      return;
    }
  }
  if (state.returnTo < 0) {
    wave.state = 'ended';
    return;
  }
  wave.mask = state.mask;
  wave.pc = state.returnTo;
}

/** The active lanes leave the function; from a kernel they never come back. */
export function leave(wave: Wave, code: FlowCode, position: number): void {
  const state = stateOf(wave, code);
  if (state.returnTo < 0) wave.live = without(wave.live, wave.mask);
  resume(wave, code, state, position);
}

/** All active lanes go to one position. */
export function jump(wave: Wave, code: FlowCode, position: number, from: number): void {
  const state = stateOf(wave, code);
  if (state.waiting === 0) {
    wave.pc = code.starts[position] ?? 0;
    return;
  }
  park(state, position, wave.mask);
  resume(wave, code, state, from);
}

/** Active lanes go to several positions: each edge has its lanes and what to copy for them. */
export function scatter(
  wave: Wave,
  code: FlowCode,
  edges: readonly FlowEdge[],
  lanes: readonly LaneMask[],
  from: number,
): void {
  const state = stateOf(wave, code);
  const { mask } = wave;
  for (let i = 0; i < edges.length; i++) {
    const edge = edges[i];
    const chosen = lanes[i];
    if (edge === undefined || chosen === undefined || isEmpty(chosen)) continue;
    wave.mask = chosen;
    edge.copy?.(wave);
    if (chosen.low === mask.low && chosen.high === mask.high) {
      jump(wave, code, edge.position, from);
      return;
    }
    park(state, edge.position, chosen);
  }
  wave.mask = mask;
  if (wave.state === 'running') resume(wave, code, state, from);
}

/** One way out of a block. */
export interface FlowEdge {
  readonly position: number;
  /** Passes values on for the active lanes. */
  readonly copy: ((wave: Wave) => void) | undefined;
}
