export { type Part, Tape } from './classes/tape.ts';
export {
  eachLane,
  goOn,
  laneOf,
  lanesWith,
  type OrderedCode,
  postpone,
  split,
  wake,
  type Word,
} from './lanes/groups.ts';
export { type Order, orderOf } from './lanes/order.ts';
export { type Frame, type Group, type Step, Warp, type WarpRegisters } from './lanes/warp.ts';
export { Barriers } from './run/barriers.ts';
export { branch } from './run/branches.ts';
export type { Control, Reduction } from './run/control.ts';
export {
  BlockRun,
  type Failure,
  type LaneCode,
  LEFT_OUT,
  MAX_STEPS,
  type RunnableBlock,
  type Visitor,
} from './run/run.ts';
export { BlockMemory, type UnknownBytes } from './unknown/block-memory.ts';
export { DroppedAccesses } from './unknown/dropped.ts';
export { type Followed, FollowedWarps } from './unknown/followed.ts';
export { Guards } from './unknown/guards.ts';
export { FROM_MODULE, FROM_SHARED, SOURCE_BITS, SOURCES } from './unknown/labels.ts';
export { WordLabels } from './unknown/memory.ts';
export { memoryStep, type MemoryStepsContext } from './unknown/memory-steps.ts';
export {
  type Effects,
  type Going,
  STORES,
  type Touched,
  type UnknownProgram,
} from './unknown/program.ts';
export { Reductions } from './unknown/reductions.ts';
export { Regions } from './unknown/regions.ts';
export { exchange, registerStep } from './unknown/register-steps.ts';
