/**
 * What a frontend is, and what it makes of a text: a source, which is read once and asked by every command.
 *
 *     frontend.read(text) -> source -> execute: access traces    (analyze, explain, suggest)
 *                                      buffers, fix, time, ...   what else its language knows
 *
 * A frontend is one object and a line in `frontends/frontends.ts`. Nothing else in engine, command or page asks for its name: they
 * ask what its source can do.
 */
import type { Program } from '@ldscope/amdgcn';
import type { SassOf } from '@ldscope/ptx';
import type {
  CoalescingModel,
  CodeOutline,
  ConflictModel,
  Diagnostic,
  ExecuteOptions,
  Execution,
  Helpers,
  HintReport,
  KernelSummary,
  Launch,
  Result,
  Statement,
  TileElements,
} from '@ldscope/core';
import type { FixOptions, FixOutcome } from './fix-outcome.ts';
import type { Language } from './language.ts';
import type { Explored, InterleavingOptions } from './explored.ts';
import type { transformText } from '../opt/transform.ts';
import type { BufferRequest, FoundBuffers } from './found.ts';
import type { TimeSource } from './simulated.ts';

/** A language with its reader. */
export interface Frontend<Name extends string = string> extends Language<Name> {
  /** Reads a text; what is wrong with it is in the diagnostics. `file` is its name, for titles and places. */
  readonly read: (text: string, file?: string) => Reading;
  /** Passes over a text, of languages that have them. */
  readonly transform?: typeof transformText;
}

/** Which frontends read a text. */
export interface FrontendOptions {
  /** In the order in which they are asked; by default all that ldscope has. */
  readonly frontends?: readonly Frontend[] | undefined;
}

/** The models that count, of the machine of a request. */
export interface CountingModels {
  readonly model: ConflictModel;
  readonly coalescing: CoalescingModel;
}

/** What every frontend needs to execute a kernel. */
export interface ExecutionRequest extends ExecuteOptions {
  /** The conflict model, where the frontend itself counts. */
  readonly model?: ConflictModel | undefined;
  readonly launch: Launch;
  /** For PTX: the machine code compiled from it. */
  readonly sass?: SassOf | undefined;
  /** The threads that help with an execution for a report. */
  readonly helpersFor?:
    | ((request: ExecutionRequest, models: CountingModels) => Helpers | undefined)
    | undefined;
}

export interface ExecutionResult extends Omit<Execution, 'kernel' | 'workgroups'> {
  /** The engine adds what is known about the language. */
  readonly kernel: Omit<KernelSummary, 'frontend' | 'language'>;
  /** Of a CK Tile specification. */
  readonly advice?: readonly Statement[];
  readonly elements?: TileElements | undefined;
}

/** The result for a kernel that cannot be executed. */
export function notExecuted(diagnostics: readonly Diagnostic[]): ExecutionResult {
  return { kernel: { name: '', waves: 0, ldsBytes: 0 }, hazards: [], diagnostics };
}

/** A text as a frontend has read it. Members that its language does not have are absent. */
export interface Reading {
  readonly diagnostics: readonly Diagnostic[];
  /** The diagnostics of one kernel: errors in the code of the others do not concern it. All by default. */
  readonly diagnosticsOf?: (kernel: string | undefined) => readonly Diagnostic[];
  /**
   * The text is valid in spite of errors, and can be executed: of machine code, where a wrong line makes its own
   * results unknown and nothing else. By default true where there are no errors.
   */
  readonly readable?: boolean;
  /** Symbols of the kernels, each analyzed when none is named; without any the frontend chooses. */
  readonly kernels?: readonly string[];
  /** The chip that it was compiled for, where the text does not specify it: of a code object. */
  readonly target?: string | undefined;
  /** The chip that the instructions belong to, for machine code that names none. */
  readonly likelyChip?: (() => string | undefined) | undefined;
  /** For machine code: the program that was read, or why there is none. */
  readonly program?: Result<Program>;
  /** Of machine code and PTX: the arrays in LDS are known, since the source that declares them was compiled here. */
  readonly declaresArrays?: boolean;
  /** Whether a kernel says how large its workgroups are; absent where nothing else is executed. */
  readonly statesBlock?: (kernel: string | undefined) => boolean;
  /** Its execution finds hazards only: a schedule has no addresses. */
  readonly hasNoAddresses?: true;
  /** Executes a kernel; absent for what cannot be executed. */
  readonly execute?: (request: ExecutionRequest) => ExecutionResult;
  /** The costs of a kernel once its swizzle hints are resolved. */
  readonly hints?: (request: ExecutionRequest) => HintReport | undefined;
  /** Executes a kernel in many interleavings of its waves. */
  readonly explore?: (request: ExecutionRequest, options: InterleavingOptions) => Explored;
  /** The buffers whose layouts are searched; where it is absent, the user says which tile the executed accesses are of. */
  readonly buffers?: (request: BufferRequest) => Result<FoundBuffers>;
  /** A launch file to fill in, of a kernel or of the only one. */
  readonly launchFile?: (kernel: string | undefined) => Result<string>;
  /** Executing a launch changes its buffers as the chip does: of machine code, MLIR and PTX, whose values are computed. */
  readonly changesBuffers?: boolean;
  /** Executing accesses alone leaves the buffers of a launch as they are. */
  readonly keepsMemory?: boolean;
  /** The kernel without its conflicts. */
  readonly fix?: (options: FixOptions) => FixOutcome;
  readonly time?: TimeSource;
  /** Its loops, and the source lines of its instructions. */
  readonly outline?: () => CodeOutline;
}

/** A text that was read, with its language. */
export interface Source extends Reading {
  readonly language: Language & Pick<Frontend, 'transform'>;
}

/** A source with notes about how it was read, of each of its kernels. */
export function withNotes(source: Source, notes: readonly Diagnostic[]): Source {
  const { diagnostics, diagnosticsOf } = source;
  return {
    ...source,
    diagnostics: [...notes, ...diagnostics],
    ...(diagnosticsOf && {
      diagnosticsOf: (kernel: string | undefined) => [...notes, ...diagnosticsOf(kernel)],
    }),
  };
}

/** A source with accesses. */
export interface ExecutableSource extends Source {
  readonly execute: NonNullable<Reading['execute']>;
}

export function isExecutable(source: Source): source is ExecutableSource {
  return source.execute !== undefined;
}

/** What commands can do with a text, as plain data: a page chooses its views by it. */
export interface Abilities {
  /** The language's name. */
  readonly language: string;
  /** It has accesses, and so conflicts. */
  readonly analyze: boolean;
  /** It can be rewritten. */
  readonly fix: boolean;
  /** It has a time on a compute unit. */
  readonly timeline: boolean;
  /** Passes can be run on it. */
  readonly opt: boolean;
  /** Layouts are searched for a tile that the user gives: the text does not specify it. */
  readonly needsTile: boolean;
}

export function abilitiesOf(source: Source): Abilities {
  const { execute, buffers, declaresArrays = false, hasNoAddresses = false, fix, time } = source;
  const analyze = execute !== undefined && !hasNoAddresses;
  return {
    language: source.language.name,
    analyze,
    fix: fix !== undefined,
    timeline: time !== undefined,
    opt: source.language.transform !== undefined,
    needsTile: analyze && buffers === undefined && !declaresArrays,
  };
}
