/** `ldscope machine [NAME]`: what is known of a chip, with evidence. */
import { findModel, machines, type Message, messages } from '@ldscope/core';
import {
  failureJson,
  machineJson,
  machinesJson,
  renderMachine,
  renderMachines,
} from '@ldscope/render';
import { exitCode, printDiagnostics } from '../failure.ts';
import type { Io } from '../io.ts';
import { machineNames, resolveMachine } from '../machine-choice.ts';
import type { Format } from '../options.ts';
import { pageOf } from '../terminal.ts';

export interface MachineCommandOptions {
  readonly model?: string;
  readonly format: Format;
}

/** Prints the list of machines, or one machine in full. */
export function machineCommand(
  io: Io,
  name: string | undefined,
  { model: modelName, format }: MachineCommandOptions,
): number {
  const fail = (message: Message): number => {
    if (format === 'json') io.stdout.write(failureJson('ldscope-machine/1', [message]));
    else printDiagnostics(io, [message]);
    return exitCode.wrong;
  };
  if (name === undefined) {
    io.stdout.write(
      format === 'json' ? machinesJson(machines) : renderMachines(machines, pageOf(io)),
    );
    return exitCode.done;
  }
  const machine = resolveMachine(name);
  if (machine === undefined) return fail(messages.usage.unknownMachine(name, machineNames()));
  const model = findModel(machine, modelName);
  if (model === undefined) {
    const known = machine.models.map((candidate) => candidate.name);
    return fail(messages.usage.unknownModel(modelName ?? '', machine.name, known));
  }
  io.stdout.write(
    format === 'json' ? machineJson(machine) : renderMachine(machine, model, pageOf(io)),
  );
  return exitCode.done;
}
