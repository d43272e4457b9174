/** `ldscope launch FILE`: a launch file to fill in, from the metadata of the kernel. */
import {
  type Diagnostic,
  diagnose,
  hasErrors,
  messages,
  placeDiagnostics,
  success,
} from '@ldscope/core';
import { launchSchema, readSource } from '@ldscope/engine';
import { deliver, exitCode, printDiagnostics } from '../answer/failure.ts';
import { readKernel } from '../input/read-kernel.ts';
import type { Io } from '../io/io.ts';
import { ownVersion } from '../system/package-files.ts';
import type { LaunchCommandOptions } from '../options/commands.ts';

/** Where editors find the schema of this version. */
const schemaAddress = (): string =>
  `https://unpkg.com/ldscope@${ownVersion()}/schema/launch.schema.json`;

/** The JSON Schema of launch files, as the package has it. */
export const schemaText = (): string => `${JSON.stringify(launchSchema(), undefined, 2)}\n`;

/** Prints the file, or writes it. */
export async function launchCommand(
  io: Io,
  path: string | undefined,
  options: LaunchCommandOptions,
): Promise<number> {
  if (options.schema === true) {
    return await deliver(io, schemaText(), options.output, exitCode.done);
  }
  if (path === undefined) {
    printDiagnostics(io, [messages.usage.launchOfNothing()]);
    return exitCode.wrong;
  }
  const fail = (diagnostics: readonly Diagnostic[], text = ''): number => {
    const origin = text === '' ? { file: path } : { file: path, source: text };
    printDiagnostics(io, placeDiagnostics(diagnostics, text), origin);
    return exitCode.wrong;
  };
  const input = await readKernel(io, path, options.machine, options);
  if ('diagnostics' in input) return fail(input.diagnostics, input.text);
  const read = input.source === undefined ? readSource(input.text, path) : success(input.source);
  if (!read.ok) return fail(read.diagnostics, input.text);
  const { launchFile, readable = false, diagnostics } = read.value;
  if (launchFile === undefined)
    return fail([diagnose(messages.usage.noLaunchFile(path))], input.text);
  if (!readable && hasErrors(diagnostics)) return fail(diagnostics, input.text);
  const template = launchFile(options.kernel);
  if (!template.ok) return fail(template.diagnostics, input.text);
  const text = `# yaml-language-server: $schema=${schemaAddress()}\n${template.value}`;
  return await deliver(io, text, options.output, exitCode.done);
}
