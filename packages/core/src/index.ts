export * from './base/diagnostic.ts';
export { messages } from './base/messages.ts';
export * from './base/result.ts';
export * from './base/span.ts';
export * from './gf2/gf2.ts';
export * from './access/opcode.ts';
export { opcodeAt, opcodeNumber, opcodes } from './access/opcodes.ts';
export * from './access/trace.ts';
export * from './machine/phases.ts';
export * from './machine/machine.ts';
export { findMachine, machines } from './machine/machines.ts';
export { elementsPerLane, laneGroups, operandPosition, resultPosition } from './machine/matrix.ts';
export type { MatrixShape, OperandPosition, ResultPosition } from './machine/matrix.ts';
export {
  findMatrixInstruction,
  hasLanePattern,
  matrixInstructions,
  matrixNames,
} from './machine/matrix-table.ts';
export type {
  MatrixChip,
  MatrixInstruction,
  MatrixResult,
  MatrixType,
} from './machine/matrix-table.ts';
export * from './conflict/simulate.ts';
export * from './conflict/explain.ts';
export * from './conflict/explanation.ts';
export * from './conflict/linear.ts';
export * from './conflict/counters.ts';
export * from './report/report.ts';
export * from './report/build.ts';
export * from './access/launch.ts';
export * from './conflict/measured.ts';
export * from './base/numeric.ts';
