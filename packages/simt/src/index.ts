export { type Part, Tape, type TapeMachine } from './classes/tape.ts';
export {
  endLanes,
  goOn,
  laneOf,
  lanesWith,
  type OrderedCode,
  postpone,
  split,
  type Word,
} from './lanes/groups.ts';
export { type Order, orderOf } from './lanes/order.ts';
export { type Frame, type Group, type Step, Warp, type WarpRegisters } from './lanes/warp.ts';
export { Barriers, type Ordering } from './run/barriers.ts';
export type { Control } from './run/control.ts';
export {
  BlockRun,
  type Failure,
  LEFT_OUT,
  MAX_STEPS,
  type RunnableBlock,
  type Visitor,
} from './run/run.ts';
