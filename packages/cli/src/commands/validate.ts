/** `ldscope validate FILE [KERNEL] --machine NAME`: a model compared with hardware counters. */
import {
  findModel,
  type Message,
  messages,
  placeDiagnostics,
  scoreMeasurements,
} from '@ldscope/core';
import { machineNames, resolveMachine } from '@ldscope/engine';
import { sayScore, scoreJson } from '@ldscope/render';
import { answer, refuse } from '../answer/document.ts';
import { exitCode, readInput } from '../answer/failure.ts';
import type { Io } from '../io/io.ts';
import { profileCommand } from './profile.ts';
import type { ValidateCommandOptions } from '../options/commands.ts';

/** Prints the score: exit code 0 when every record is exact, 1 when one is not, 2 when one cannot be read. */
export async function validateCommand(
  io: Io,
  path: string,
  kernel: string | undefined,
  options: ValidateCommandOptions,
): Promise<number> {
  if (kernel !== undefined) return await profileCommand(io, path, kernel, options);
  const fail = (message: Message): Promise<number> =>
    refuse(io, 'ldscope-validate/1', [message], options);
  const machine = resolveMachine(options.machine);
  if (machine === undefined) {
    return await fail(messages.usage.unknownMachine(options.machine, machineNames()));
  }
  const model = findModel(machine, options.model);
  if (model === undefined) {
    const known = machine.models.map((candidate) => candidate.name);
    return await fail(messages.usage.unknownModel(options.model ?? '', machine.name, known));
  }
  const input = await readInput(io, path);
  if ('problem' in input) return await fail(input.problem);
  const score = scoreMeasurements(input.text, machine, model);
  if (score.records === 0) return await fail(messages.usage.noRecords(path));
  const isExact = score.exact === score.records;
  const code = isExact ? exitCode.done : exitCode.unmet;
  const diagnostics = placeDiagnostics(score.diagnostics, input.text);
  const forms = {
    json: () => scoreJson(score, machine, model, diagnostics),
    document: () => sayScore(score, machine, model, { all: options.all === true }),
  };
  return await answer(io, forms, options, {
    diagnostics,
    origin: { file: path, source: input.text },
    code: diagnostics.length > 0 ? exitCode.wrong : code,
  });
}
