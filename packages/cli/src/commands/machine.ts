/** `ldscope machine [NAME]`: what is known about a chip, with evidence. */
import { findModel, machines, type Message, messages } from '@ldscope/core';
import { machineNames, resolveMachine } from '@ldscope/engine';
import {
  type Document,
  machineJson,
  machinesJson,
  matricesJson,
  matricesOf,
  sayMachine,
  sayMachines,
  sayMatrix,
  sayMatrixList,
} from '@ldscope/render';
import { answer, refuse } from '../document.ts';
import type { ReportFormat } from '../options.ts';
import type { Io } from '../io.ts';

export interface MachineCommandOptions {
  readonly model?: string;
  /** Matrix instructions: all, or the one that is named. */
  readonly matrix?: string | true;
  readonly format: ReportFormat | 'json';
}

/** Prints the list of machines, or one machine in full. */
export async function machineCommand(
  io: Io,
  name: string | undefined,
  { model: modelName, matrix, format }: MachineCommandOptions,
): Promise<number> {
  const fail = (message: Message) => refuse(io, 'ldscope-machine/1', [message], { format });
  const show = (json: () => string, document: () => Document) =>
    answer(io, { json, document }, { format });
  if (name === undefined) {
    return await show(
      () => machinesJson(machines),
      () => sayMachines(machines),
    );
  }
  const machine = resolveMachine(name);
  if (machine === undefined) return await fail(messages.usage.unknownMachine(name, machineNames()));
  const all = matricesOf(machine);
  if (matrix !== undefined && all.length === 0) {
    return await fail(messages.usage.noMatrices(machine.name));
  }
  if (matrix === true) {
    return await show(
      () => matricesJson(machine, all, false),
      () => sayMatrixList(machine, all),
    );
  }
  if (matrix !== undefined) {
    const found = all.find(({ names }) => names.includes(matrix));
    if (found === undefined) {
      const known = all.flatMap(({ names }) => names.slice(0, 1));
      return await fail(messages.usage.unknownMatrix(matrix, machine.name, known));
    }
    return await show(
      () => matricesJson(machine, [found], true),
      () => sayMatrix(machine, found),
    );
  }
  const model = findModel(machine, modelName);
  if (model === undefined) {
    const known = machine.models.map((candidate) => candidate.name);
    return await fail(messages.usage.unknownModel(modelName ?? '', machine.name, known));
  }
  return await show(
    () => machineJson(machine),
    () => sayMachine(machine, model),
  );
}
