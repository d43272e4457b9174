export { parseAssembly } from './text/parser.ts';
export * from './text/program.ts';
export { registersOf } from './text/kernel-registers.ts';
export { isCodeObject, readCodeObject } from './object/code-object.ts';
export type { CodeObject } from './object/code-object.ts';
export { combine } from './object/combine.ts';
export { readYaml } from './text/compose-yaml.ts';
export { printInstruction } from './text/print.ts';
export { chooseKernel } from './emulate/shape.ts';
export { KernelDiagnostics } from './emulate/kernel-diagnostics.ts';
export { blockQuestionOf, executePrepared, executeProgram } from './emulate/execute.ts';
export { PreparedProgram } from './emulate/prepared-program.ts';
export type {
  BlockQuestion,
  ExecuteOptions,
  Execution,
  KernelArgument,
} from './emulate/options.ts';
export type { WaveLog } from './state/execution-log.ts';
export { timedInstructions } from './timing/timed-instructions.ts';
