/**
 * The frontends: which one reads a text, and what each makes of it. A frontend parses once and executes kernels
 * one by one; all it hands on are access traces and diagnostics.
 */
import { executeProgram, type KernelArgument, parseAssembly, type Program } from '@ldscope/amdgcn';
import {
  type AccessTrace,
  type ConflictModel,
  diagnose,
  type Diagnostic,
  type GlobalTrace,
  hasErrors,
  type Hazard,
  type KernelSummary,
  type Launch,
  type Machine,
  type Message,
  messages,
  type Statement,
} from '@ldscope/core';
import {
  type AsyncCompletion,
  executeKernel,
  executeTtgir,
  isTtgir,
  parseModule,
} from '@ldscope/mlir';
import { exploreInterleavings, type Explored, type InterleavingOptions } from './interleavings.ts';
import { readCkTileSource } from './spec/ck-tile.ts';
import { readGenericSource } from './spec/generic/generic.ts';

export type Frontend = 'mlir' | 'ttgir' | 'amdgcn' | 'ck-tile' | 'spec' | 'schedule';

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
  readonly onWorkgroup?: (trace: AccessTrace, done: number, all: number) => void;
  readonly onGlobal?: (trace: GlobalTrace) => void;
}

interface ExecutionResult {
  readonly kernel: KernelSummary;
  readonly hazards: readonly Hazard[];
  readonly diagnostics: readonly Diagnostic[];
  /** Of a CK Tile specification. */
  readonly advice?: readonly Statement[];
}

/** A text that has been read. */
export interface ReadSource {
  readonly diagnostics: readonly Diagnostic[];
  /**
   * What was read stands in spite of errors, and can be executed: of machine code, where a wrong line makes
   * its own results unknown and nothing else.
   */
  readonly readable: boolean;
  /** Names of kernels that are analysed one after another when none is asked for; else the frontend chooses. */
  readonly kernels: readonly string[];
  /** The chip that it was compiled for, where the text does not say it: of a code object. */
  readonly target?: string;
  readonly execute: (request: ExecutionRequest) => ExecutionResult;
  /** Executes a kernel in many interleavings of its waves; absent where that is not known. */
  readonly explore?: (request: ExecutionRequest, options: InterleavingOptions) => Explored;
}

/** How an MLIR file begins: an alias, a value, a quoted or plain operation name, or its resources. */
const MLIR_START =
  /^(?:#[\w.$-]+\s*=|![\w.$-]+\s*=|%[\w$.-]+(?::\d+)?\s*[,=]|"[\w.$-]+"\s*\(|module\b|[a-z_]\w*\.[\w.$]+(?=[\s({@%"]|$)|\{-#)/;

/** The heading of a dump, as MLIR's pass manager writes it. */
const DUMP_LINE = /^\/\/ -----\/\/ IR Dump (?:Before|After) /m;

/** What only assembly and its disassembly have: directives and instructions of AMD's chips at the start of a line. */
const AMDGCN_LINE =
  /^\s*(?:\.amdgcn_target|\.amdhsa_|\.amdgpu_|\.hsa_|s_(?:load|mov|waitcnt|endpgm|nop|barrier)|v_(?:mov|add|lshl)|ds_(?:read|write)|.*file format elf64-amdgpu)/m;

/** What only a schedule has: its sections. */
const SCHEDULE_LINE = /^\s*(?:prologue|tail|loop(?:\s+\w+)?\s+\d+)\s*:\s*(?:(?:->|\/\/|#).*)?$/m;

/** What only a CK Tile specification has: its keys at the start of a line. */
const CK_TILE_LINE = /^(?:tutorial|lds|lds_swapping|write|read)\s*:(?:\s|$)/m;

/** What only a specification of a tile and its accesses has. */
const SPEC_LINE = /^(?:tile|accesses)\s*:(?:\s|$)/m;

/**
 * The language of a text; `undefined` when it is none that can be read. The file's ending decides only where
 * the text does not: then the parser says what is wrong with it.
 */
export function detectFrontend(text: string, file = ''): Frontend | undefined {
  const start = skipComments(text);
  // Nothing, or bytes that are no text: the parser has the better message.
  if (start === '' || text.slice(0, 4096).includes('\0')) return 'mlir';
  if (MLIR_START.test(start)) return isTtgir(text) ? 'ttgir' : 'mlir';
  // What a compiler said may stand before its first dump.
  if (DUMP_LINE.test(text)) return isTtgir(text) ? 'ttgir' : 'mlir';
  if (SCHEDULE_LINE.test(text)) return 'schedule';
  if (AMDGCN_LINE.test(text)) return 'amdgcn';
  if (/\.(?:s|amdgcn|asm)$/.test(file)) return 'amdgcn';
  if (SPEC_LINE.test(text)) return 'spec';
  if (CK_TILE_LINE.test(text) || /\.ya?ml$/.test(file)) return 'ck-tile';
  return file.endsWith('.mlir') ? 'mlir' : undefined;
}

/** The text from its first character that is neither white space nor a `//` comment. */
function skipComments(text: string): string {
  let at = 0;
  for (;;) {
    while (at < text.length && /\s/.test(text.charAt(at))) at++;
    if (!text.startsWith('//', at)) break;
    const end = text.indexOf('\n', at);
    at = end < 0 ? text.length : end + 1;
  }
  return text.slice(at, at + 256);
}

/** Reads a text in one of the languages. */
export function readSource(frontend: Frontend, text: string, file?: string): ReadSource {
  if (frontend === 'amdgcn') {
    const { program, diagnostics } = parseAssembly(text, file);
    return programSource(program, text, diagnostics);
  }
  if (frontend === 'ck-tile') return readCkTileSource(text, file);
  if (frontend === 'spec') return readGenericSource(text, file);
  if (frontend === 'schedule') return noSource(messages.usage.isSchedule());
  const { module, diagnostics } = parseModule(text);
  const execute = frontend === 'ttgir' ? executeTtgir : executeKernel;
  return {
    diagnostics,
    readable: !hasErrors(diagnostics),
    kernels: [],
    execute: ({ arguments: _arguments, ...request }) => execute(module, text, request),
    ...(frontend === 'ttgir'
      ? {}
      : {
          explore: ({ arguments: _arguments, ...request }, options) =>
            exploreInterleavings(module, text, request, options),
        }),
  };
}

/** A text that is read by another command. */
function noSource(message: Message): ReadSource {
  const diagnostics = [diagnose(message)];
  const execute = (): never => {
    throw new Error('what was not read is not executed');
  };
  return { diagnostics, readable: false, kernels: [], execute };
}

/** After these the rest of a file was not read. */
const CUT_OFF: ReadonlySet<string> = new Set(['syntax/too-many', 'syntax/not-text']);

/** A program of machine code, from assembly or from a code object. */
export function programSource(
  program: Program,
  text: string,
  diagnostics: readonly Diagnostic[],
): ReadSource {
  return {
    diagnostics,
    readable: program.kernels.length > 0 && !diagnostics.some(({ code }) => CUT_OFF.has(code)),
    kernels: program.kernels.map(({ name }) => name),
    ...(program.target === undefined ? {} : { target: program.target }),
    execute: (request) => executeProgram(program, text, request),
  };
}
