/**
 * A text that a frontend has read: it parses once and executes kernels one by one, and all it hands on are access traces
 * and diagnostics.
 */
import type { BlockQuestion, KernelArgument, Program } from '@ldscope/amdgcn';
import type {
  AccessTrace,
  ConflictModel,
  Diagnostic,
  GlobalTrace,
  Hazard,
  HintReport,
  KernelSummary,
  Launch,
  Machine,
  Statement,
  TileElements,
} from '@ldscope/core';
import type { AsyncCompletion } from '@ldscope/mlir';
import type { Explored, InterleavingOptions } from './interleavings.ts';

/** What every frontend needs to execute a kernel. */
export interface ExecutionRequest {
  readonly machine: Machine;
  /** The conflict model, where the frontend itself counts. */
  readonly model?: ConflictModel;
  readonly kernel?: string;
  readonly launch: Launch;
  /** Arguments in order, of a launch file. */
  readonly arguments?: readonly KernelArgument[];
  readonly file?: string;
  readonly workgroups?: number;
  readonly asyncCompletion?: AsyncCompletion;
  readonly maxSteps?: number;
  readonly isOutOfTime?: () => boolean;
  readonly onWorkgroup?: (trace: AccessTrace, done: number, all: number) => void;
  readonly onGlobal?: (trace: GlobalTrace) => void;
}

export interface ExecutionResult {
  readonly kernel: KernelSummary;
  readonly hazards: readonly Hazard[];
  readonly diagnostics: readonly Diagnostic[];
  /** Of machine code, where nobody gave the shape of the workgroups. */
  readonly blockQuestion?: BlockQuestion;
  /** A workgroup touched more LDS than it has. */
  readonly exceedsLds?: boolean;
  /** Of a CK Tile specification. */
  readonly advice?: readonly Statement[];
  readonly elements?: TileElements;
}

/** A text that has been read. */
export interface ReadSource {
  readonly diagnostics: readonly Diagnostic[];
  /** Those of one kernel: errors in the code of the others do not concern it. All, where the language knows no such thing. */
  readonly diagnosticsOf?: (kernel: string | undefined) => readonly Diagnostic[];
  /**
   * What was read stands in spite of errors, and can be executed: of machine code, where a wrong line makes
   * its own results unknown and nothing else.
   */
  readonly readable: boolean;
  /** Names of kernels that are analysed one after another when none is asked for; else the frontend chooses. */
  readonly kernels: readonly string[];
  /** The chip that it was compiled for, where the text does not say it: of a code object. */
  readonly target?: string;
  /** Of machine code: what was read. */
  readonly program?: Program;
  readonly execute: (request: ExecutionRequest) => ExecutionResult;
  /** What a kernel's swizzle hints make of it once they are resolved; absent where hints are not known. */
  readonly hints?: (request: ExecutionRequest) => HintReport | undefined;
  /** Executes a kernel in many interleavings of its waves; absent where that is not known. */
  readonly explore?: (request: ExecutionRequest, options: InterleavingOptions) => Explored;
}
