/** `ldscope fix FILE -o OUT`: a kernel rewritten so that its LDS accesses do not conflict, with the proof. */
import {
  diagnose,
  type Diagnostic,
  FIX_SCHEMA,
  type FixReport,
  type Launch,
  type Machine,
  messages,
  parseLaunch,
  type ProofStep,
  type Result,
  success,
} from '@ldscope/core';
import { parseModule, printModule } from '@ldscope/mlir';
import { failureJson, fixJson, placeDiagnostics, renderFix } from '@ldscope/render';
import { deliver, exitCode, printDiagnostics, readInput } from '../failure.ts';
import { fixKernel, type FixOutcome } from '../fix/fix-kernel.ts';
import { detectFrontend } from '../frontends.ts';
import type { Io } from '../io.ts';
import { chipNamedIn, chipOf, machineNames, resolveMachine } from '../machine-choice.ts';
import { type Format, partOf } from '../options.ts';
import { choosePart, type PartOptions } from '../parts.ts';
import { readLaunch } from '../run/launch.ts';
import { errorPageOf, pageOf, progressOn } from '../terminal.ts';

export interface FixCommandOptions extends PartOptions {
  readonly machine: readonly string[];
  readonly launch?: string;
  readonly workgroups?: number | 'all';
  readonly async?: 'early' | 'late';
  readonly maxSteps?: number;
  readonly buffer?: string;
  readonly layout?: string;
  readonly format: Format;
  readonly output?: string;
}

const USUAL_MACHINE = 'gfx950';
const USUAL_WORKGROUPS = 64;

/** Where `mlir-opt` may be, the usual name first. */
const VERIFIERS = ['mlir-opt', ...[22, 21, 20, 19].map((version) => `mlir-opt-${version}`)];

const codes: Readonly<Record<FixReport['verdict'], number>> = {
  fixed: exitCode.done,
  partial: exitCode.unmet,
  nothing: exitCode.done,
  refused: exitCode.unmet,
  stuck: exitCode.unmet,
  unproven: exitCode.unmet,
  failed: exitCode.wrong,
};

/** Reports what was done; the kernel goes to the file of `-o`, and only when it is proven. */
export async function fixCommand(
  io: Io,
  path: string,
  options: FixCommandOptions,
): Promise<number> {
  const file = path === '-' ? '<stdin>' : path;
  const input = await readInput(io, path);
  const fail = (diagnostics: readonly Diagnostic[], text = ''): number => {
    const placed = placeDiagnostics(diagnostics, text);
    if (options.format === 'json') io.stdout.write(failureJson(FIX_SCHEMA, placed));
    else printDiagnostics(io, placed, text === '' ? { file } : { file, source: text });
    return exitCode.wrong;
  };
  if ('problem' in input) return fail([input.problem]);
  const part = choosePart(input.text, partOf(options));
  if (!part.ok) return fail(part.diagnostics, input.text);
  const { text } = part.value;
  if (detectFrontend(text, path) !== 'mlir') return fail([diagnose(messages.fix.notMlir(file))]);
  const choice = machinesFor(options.machine, text, chipOf(text, input.text));
  if ('code' in choice) return fail([choice]);
  const { machines } = choice;
  const notes = [...part.value.notes, ...choice.notes];
  const launch = await launchOf(io, options.launch);
  if (!launch.ok) return fail(launch.diagnostics);
  const progress = progressOn(io, 'workgroup');
  const { kernel, buffer, layout, maxSteps, workgroups = USUAL_WORKGROUPS } = options;
  const outcome = fixKernel(text, {
    machines,
    launch: launch.value,
    onProgress: progress.update,
    ...(kernel === undefined ? {} : { kernel }),
    ...(buffer === undefined ? {} : { buffer: buffer.replace(/^(?![%@])/, '%') }),
    ...(layout === undefined ? {} : { layout }),
    ...(workgroups === 'all' ? {} : { workgroups }),
    ...(maxSteps === undefined ? {} : { maxSteps }),
    ...(options.async === undefined ? {} : { asyncCompletion: options.async }),
  });
  progress.end();
  const { report } = outcome;
  const noted = { ...report, diagnostics: [...notes, ...report.diagnostics] };
  const proven = await verified(io, text, { ...outcome, report: noted });
  // Of a part only the part is written, without the lines that stand for what is before it.
  const fixed = text === input.text ? proven.text : proven.text?.trimStart();
  const { report: final } = proven;
  return await hand(
    io,
    file,
    text,
    fixed === undefined ? { report: final } : { report: final, text: fixed },
    options,
  );
}

/** Prints the report and writes the kernel. */
async function hand(
  io: Io,
  file: string,
  text: string,
  { report, text: fixed }: FixOutcome,
  { output, format }: FixCommandOptions,
): Promise<number> {
  const code = codes[report.verdict];
  const aside = output === '-' && fixed !== undefined;
  const page = aside ? errorPageOf(io) : pageOf(io);
  const sink = aside ? io.stderr : io.stdout;
  if (format === 'text') printDiagnostics(io, report.diagnostics, { file, source: text });
  if (format === 'json') sink.write(fixJson(report));
  else if (report.verdict !== 'failed') sink.write(renderFix(report, page));
  if (fixed === undefined) return code;
  if (aside) {
    io.stdout.write(fixed);
    return code;
  }
  if (output === undefined) {
    if (format === 'text') sink.write('\nnothing was written: name a file with -o\n');
    return code;
  }
  const written = await deliver(io, fixed, output, code);
  if (written === code && format === 'text') sink.write(`\nwrote ${output}\n`);
  return written;
}

/** Adds the verdict of `mlir-opt`, where it is installed, to the proof. */
async function verified(io: Io, text: string, outcome: FixOutcome): Promise<FixOutcome> {
  if (outcome.text === undefined) return outcome;
  const step = await verify(io, text, outcome.text);
  const proof = [...outcome.report.proof, step];
  const report = { ...outcome.report, proof };
  if (step.outcome !== 'fails') return { ...outcome, report };
  const diagnostics = [...report.diagnostics, messages.fix.unproven(step.detail)];
  return { report: { ...report, verdict: 'unproven', diagnostics } };
}

/** Both kernels in generic form, since the program may not know all dialects. */
async function verify(io: Io, before: string, after: string): Promise<ProofStep> {
  const name = 'verifier';
  const [old, now] = [before, after].map((one) =>
    printModule(parseModule(one).module, { generic: true }),
  );
  for (const command of VERIFIERS) {
    const problem = await io.verifyMlir(command, now ?? '');
    if (problem === undefined) continue;
    if (problem === '')
      return { name, outcome: 'holds', detail: `${command} accepts the rewritten kernel` };
    const original = await io.verifyMlir(command, old ?? '');
    return original === ''
      ? { name, outcome: 'fails', detail: `${command}: ${problem}` }
      : {
          name,
          outcome: 'skipped',
          detail: `${command} rejects the original as well: ${original}`,
        };
  }
  return { name, outcome: 'skipped', detail: 'mlir-opt is not installed' };
}

interface MachineChoice {
  readonly machines: readonly Machine[];
  readonly notes: readonly Diagnostic[];
}

/** The machines that were asked for, or the one that the kernel names, or the usual one. */
export function machinesFor(
  names: readonly string[],
  text: string,
  target?: string,
): MachineChoice | Diagnostic {
  if (names.length === 0) {
    const named = target ?? chipNamedIn(text);
    const found = named === undefined ? undefined : resolveMachine(named);
    const machine = found ?? resolveMachine(USUAL_MACHINE);
    if (machine === undefined) return messages.usage.unknownMachine(USUAL_MACHINE, machineNames());
    const note =
      found === undefined
        ? messages.usage.assumedMachine(machine.name, named)
        : messages.usage.machineOfKernel(machine.name);
    return { machines: [machine], notes: [diagnose(note)] };
  }
  const machines: Machine[] = [];
  for (const name of names) {
    const machine = resolveMachine(name);
    if (machine === undefined) return messages.usage.unknownMachine(name, machineNames());
    if (!machines.includes(machine)) machines.push(machine);
  }
  return { machines, notes: [] };
}

export async function launchOf(io: Io, option: string | undefined): Promise<Result<Launch>> {
  const read = await readLaunch(io, option);
  if (!read.ok) return read;
  const parsed = parseLaunch(read.value.launch ?? '');
  return parsed.ok ? success({ ...parsed.value, ...read.value.extents }) : parsed;
}
