/** `ldscope validate FILE --machine NAME`: a model compared with hardware counters. */
import {
  type ConflictModel,
  findModel,
  type Machine,
  type Message,
  messages,
  type MeasuredScore,
  placeDiagnostics,
  type ReportDiagnostic,
  scoreMeasurements,
} from '@ldscope/core';
import { machineNames, resolveMachine } from '@ldscope/engine';
import { failureJson, sayScore, scoreJson, withDiagnostics } from '@ldscope/render';
import { documentText } from '../document.ts';
import type { ReportFormat } from '../options.ts';
import { exitCode, printDiagnostics, readInput } from '../failure.ts';
import type { Io } from '../io.ts';
import { pageOf } from '../terminal.ts';

export interface ValidateCommandOptions {
  readonly machine: string;
  readonly model?: string;
  readonly format: ReportFormat | 'json';
  readonly all?: boolean;
}

/** Prints the score: exit code 0 when every record is exact, 1 when one is not, 2 when one cannot be read. */
export async function validateCommand(
  io: Io,
  path: string,
  options: ValidateCommandOptions,
): Promise<number> {
  const fail = (message: Message): number => {
    const diagnostics: readonly ReportDiagnostic[] = [message];
    if (options.format === 'json') io.stdout.write(failureJson('ldscope-validate/1', diagnostics));
    else printDiagnostics(io, diagnostics);
    return exitCode.wrong;
  };
  const machine = resolveMachine(options.machine);
  if (machine === undefined) {
    return fail(messages.usage.unknownMachine(options.machine, machineNames()));
  }
  const model = findModel(machine, options.model);
  if (model === undefined) {
    const known = machine.models.map((candidate) => candidate.name);
    return fail(messages.usage.unknownModel(options.model ?? '', machine.name, known));
  }
  const input = await readInput(io, path);
  if ('problem' in input) return fail(input.problem);
  const score = scoreMeasurements(input.text, machine, model);
  if (score.records === 0) return fail(messages.usage.noRecords(path));
  print(io, score, machine, model, input.text, path, options);
  if (score.diagnostics.length > 0) return exitCode.wrong;
  return score.exact === score.records ? exitCode.done : exitCode.unmet;
}

function print(
  io: Io,
  score: MeasuredScore,
  machine: Machine,
  model: ConflictModel,
  source: string,
  file: string,
  { format, all = false }: ValidateCommandOptions,
): void {
  const diagnostics = placeDiagnostics(score.diagnostics, source);
  if (format === 'json') {
    io.stdout.write(scoreJson(score, machine, model, diagnostics));
    return;
  }
  if (diagnostics.length > 0) printDiagnostics(io, diagnostics, { file, source });
  const document = sayScore(score, machine, model, { all });
  const whole =
    format === 'text' ? document : withDiagnostics(document, diagnostics, { file, source });
  io.stdout.write(documentText(whole, format, pageOf(io)));
}
