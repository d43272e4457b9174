/**
 * The frontend for machine code: assembly, a disassembly, or a code object that was decomposed before. Its accesses are
 * those of an execution; which tile they are of, the user says.
 */
import {
  blockQuestionOf,
  executePrepared,
  KernelDiagnostics,
  likelyChip,
  outlineProgram,
  parseAssembly,
  PreparedProgram,
  type Program,
} from '@ldscope/amdgcn';
import {
  diagnose,
  type Diagnostic,
  failure,
  findMachine,
  hasErrors,
  type Launch,
  type MatrixChip,
  messages,
  type Result,
  runOptionsOf,
  success,
} from '@ldscope/core';
import { requireBlock } from '../execute/block-shape.ts';
import { launchOf } from '../launch/launch-options.ts';
import { launchTemplate } from '../launch/launch-template.ts';
import { chipNamedIn } from '../input/machine-choice.ts';
import { type Frontend, notExecuted, type Reading, type Source } from '../source/source.ts';
import { timedKernel } from '../timeline/machine-code.ts';
import type { Simulated, TimeRequest, TimeSource } from '../source/simulated.ts';
import { amdgcnLanguage } from './languages.ts';

export const amdgcn: Frontend<'amdgcn'> = {
  ...amdgcnLanguage,
  read: (text, file) => {
    const target = TARGET.exec(text.slice(0, HEAD_LENGTH))?.[1];
    if (target !== undefined && isOtherChip(target)) return otherChip(target, text);
    const { program, diagnostics } = parseAssembly(text, file);
    return programReading(program, text, diagnostics);
  },
};

/** A program of machine code that was read from a code object. */
export function programSource(
  program: Program,
  text: string,
  diagnostics: readonly Diagnostic[],
): Source {
  return { ...programReading(program, text, diagnostics), language: amdgcn };
}

function programReading(
  program: Program,
  text: string,
  diagnostics: readonly Diagnostic[],
): Reading {
  const { target } = program;
  if (target !== undefined && isOtherChip(target)) return otherChip(target, text);
  const prepared = new PreparedProgram(program, text);
  const owners = new KernelDiagnostics(prepared, diagnostics);
  const diagnosticsOf = (kernel: string | undefined): readonly Diagnostic[] => owners.of(kernel);
  return {
    diagnostics,
    diagnosticsOf,
    readable: program.kernels.length > 0 && !diagnostics.some(({ about }) => about === 'cut-off'),
    kernels: program.kernels.map(({ name }) => name),
    statesBlock: (kernel) =>
      program.kernels.find(({ name }) => name === kernel)?.metadata?.requiredWorkgroupSize !==
      undefined,
    target,
    likelyChip: () => (target === undefined ? likelyChip(program) : undefined),
    program: success(program),
    declaresArrays: program.ldsVariables?.some(({ shape = [] }) => shape.length > 1) ?? false,
    launchFile: (kernel) => launchTemplate(program, kernel),
    changesBuffers: true,
    keepsMemory: true,
    outline: () => outlineProgram(program),
    execute: (request) => executePrepared(prepared, request),
    time: timeSource(text, (request, launch) => {
      const found = diagnosticsOf(request.kernel);
      return hasErrors(found) ? failure(...found) : simulate(program, text, request, launch);
    }),
  };
}

/** The chip of a text, which the reader needs to know before it begins: other chips have another syntax. */
const TARGET = /amdgcn-amd-amdhsa-[\w.]*-(gfx[0-9a-f]+)/;
const HEAD_LENGTH = 65_536;

/** The last major version of LLVM's names of chips (`gfx` major minor stepping) whose syntax is that of the chips of CDNA. */
const LAST_MAJOR_VERSION = 9;

/** True for chips whose code is neither read nor executed. */
function isOtherChip(target: string): boolean {
  if (findMachine(target)?.code !== undefined) return false;
  const major = /^gfx(\d+)[0-9a-f]{2}$/.exec(target)?.[1];
  return major !== undefined && Number(major) > LAST_MAJOR_VERSION;
}

function otherChip(target: string, text: string): Reading {
  const diagnostics = [diagnose(messages.amdgcn.otherChip(target))];
  return {
    diagnostics,
    readable: false,
    program: failure(...diagnostics),
    execute: () => notExecuted(diagnostics),
    time: timeSource(text, () => failure(...diagnostics)),
  };
}

function timeSource(
  text: string,
  simulated: (request: TimeRequest, launch: Launch) => Result<Simulated>,
): TimeSource {
  const chip = chipNamedIn(text);
  return {
    chip,
    simulate: (request) => {
      const launch = launchOf(request);
      return launch.ok ? simulated(request, launch.value) : launch;
    },
  };
}

/** A compute unit's worth of workgroups, executed. */
function simulate(
  program: Program,
  text: string,
  { machine, workgroups, ...request }: TimeRequest,
  launch: Launch,
): Result<Simulated> {
  const open = requireBlock(blockQuestionOf(program, { launch, kernel: request.kernel }));
  if (hasErrors(open)) return failure(...open);
  const timed = timedKernel(program, text, machine.name as MatrixChip, machine, {
    ...runOptionsOf(request),
    launch,
    workgroups: workgroups === 'all' ? undefined : workgroups,
  });
  if (hasErrors(timed.diagnostics)) return failure(...timed.diagnostics);
  return success(timed, timed.diagnostics);
}
