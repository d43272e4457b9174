/** `ldscope shapes FILES --set M=64,128`: a kernel at every combination of its parameters, under several layouts. */
import {
  baseName,
  diagnose,
  type Diagnostic,
  messages,
  placeDiagnostics,
  type ReportDiagnostic,
  type Result,
  type ShapeCell,
  SHAPES_SCHEMA,
  shapesReport,
  type SweptShape,
} from '@ldscope/core';
import {
  cellsOfShape,
  evaluateParameter,
  formulasIn,
  instantiate,
  type LayoutChoice,
  type LaunchOptions,
  readLayoutKinds,
  readParameters,
  type ShapeFile,
  shapesOf,
} from '@ldscope/engine';
import { sayShapes, shapesJson, svgOfShapes } from '@ldscope/render';
import { sourceLanguage } from '../compile/language.ts';
import { answer, refuse } from '../answer/document.ts';
import { deliver, exitCode } from '../answer/failure.ts';
import { readKernel } from '../input/read-kernel.ts';
import type { Io } from '../io/io.ts';
import { runOf } from '../options/options.ts';
import { readLaunch } from '../run/launch.ts';
import type { ShapesCommandOptions } from '../options/commands.ts';

type Values = Readonly<Record<string, number>>;

/** What a sweep needs besides a shape. */
interface Sweep {
  readonly paths: readonly string[];
  readonly machines: readonly string[];
  readonly launch: LaunchOptions;
  readonly choices: readonly LayoutChoice[];
  readonly options: ShapesCommandOptions;
}

const DEFAULT_LAYOUTS = ['none', 'pad', 'swizzle'];
const DEFAULT_MACHINE = 'gfx950';

/** Sweeps, and prints a table, a picture or data. */
export async function shapesCommand(
  io: Io,
  paths: readonly string[],
  options: ShapesCommandOptions,
): Promise<number> {
  const { format, output } = options;
  const output_ = { format: format === 'svg' ? ('text' as const) : format, output };
  const fail = (diagnostics: readonly Diagnostic[]): Promise<number> =>
    refuse(io, SHAPES_SCHEMA, placeDiagnostics(diagnostics, ''), output_);
  const parameters = readParameters(options.set);
  if (!parameters.ok) return await fail(parameters.diagnostics);
  const names = options.layouts.length === 0 ? DEFAULT_LAYOUTS : options.layouts;
  const kinds = readLayoutKinds(
    options.layouts.length + options.layout.length > 0 ? options.layouts : names,
  );
  if (!kinds.ok) return await fail(kinds.diagnostics);
  const launch = await readLaunch(io, options.launch);
  if (!launch.ok) {
    const { diagnostics, file, text: source } = launch;
    return await refuse(io, SHAPES_SCHEMA, diagnostics, output_, { file, source });
  }
  const unused = await unusedParameters(
    io,
    paths,
    options,
    parameters.value.map(({ name }) => name),
  );
  if (unused.length > 0) return await fail([diagnose(messages.shapes.unused(unused, paths))]);
  const machines = options.machine.length === 0 ? [DEFAULT_MACHINE] : options.machine;
  const written = options.layout.map((text) => ({ kind: 'written' as const, text }));
  const choices = [...kinds.value, ...written];
  const sweep = { paths, machines, launch: launch.value, choices, options };
  const shapes: SweptShape[] = [];
  const known = new Map<string, Unweighted>();
  for (const values of shapesOf(parameters.value))
    shapes.push(await sweptShape(io, sweep, values, known));
  const report = shapesReport({
    files: paths,
    machines,
    parameters: parameters.value,
    layouts: [...kinds.value.map(({ kind }) => kind), ...options.layout],
    shapes,
    diagnostics: [],
  });
  const failed = shapes.filter(({ cells }) => cells.length === 0);
  const diagnostics = failed.flatMap((shape) => shape.diagnostics);
  if (failed.length === shapes.length)
    return await refuse(io, SHAPES_SCHEMA, diagnostics.slice(0, 3), output_);
  const code = failed.length > 0 ? exitCode.unmet : exitCode.done;
  if (format === 'svg') return await deliver(io, svgOfShapes(report), output, code);
  const forms = { json: () => shapesJson(report), document: () => sayShapes(report) };
  return await answer(io, forms, { format, output }, { code });
}

/** Parameters that neither the files nor the options depend on: a sweep over them would repeat itself. */
async function unusedParameters(
  io: Io,
  paths: readonly string[],
  { tile = '', layout, times }: ShapesCommandOptions,
  names: readonly string[],
): Promise<string[]> {
  const texts = [tile, ...layout].flatMap(formulasIn);
  const words = [...texts, ...times];
  for (const path of paths) {
    const text = await io.readFile(path).catch(() => '');
    for (const each of sourceLanguage(path) === undefined ? formulasIn(text) : [text])
      words.push(each);
  }
  return names.filter((name) => !words.some((word) => new RegExp(`\\b${name}\\b`).test(word)));
}

/** The cells of a shape whose accesses are executed once, and those of each file. */
interface Unweighted {
  readonly cells: readonly ShapeCell[];
  readonly diagnostics: readonly ReportDiagnostic[];
}

async function sweptShape(
  io: Io,
  sweep: Sweep,
  values: Values,
  known: Map<string, Unweighted>,
): Promise<SweptShape> {
  const { paths, machines, options, choices } = sweep;
  const wrong = (diagnostics: readonly Diagnostic[], text = ''): SweptShape => ({
    values,
    cells: [],
    diagnostics: placeDiagnostics(diagnostics, text),
  });
  const times = timesOf(paths, options.times, values);
  if (!times.ok) return wrong(times.diagnostics);
  const cells: ShapeCell[] = [];
  for (const machine of machines) {
    const files: ShapeFile[] = [];
    for (const path of paths) {
      const file = await fileOfShape(io, path, machine, values, sweep);
      if ('diagnostics' in file) return wrong(file.diagnostics, file.text);
      files.push({ ...file, times: 1 });
    }
    // Shapes that differ in the executions alone are counted once.
    const key = JSON.stringify([
      machine,
      files.map(({ text, options: own }) => [text, own.tile]),
      choices,
    ]);
    const once = known.get(key) ?? cellsOfShape(files, machine, choices, values);
    known.set(key, once);
    if (once.cells.length === 0) return { values, ...once };
    for (const cell of once.cells) cells.push(weighed(cell, times.value));
  }
  return { values, cells, diagnostics: [] };
}

/** A cell with the executions of each file. */
function weighed(cell: ShapeCell, times: ReadonlyMap<string, number>): ShapeCell {
  if (cell.conflictCycles === undefined) return cell;
  const buffers = cell.buffers.map((buffer) => {
    const factor = times.get(buffer.file) ?? 1;
    const { conflictCycles, cycles } = buffer;
    return { ...buffer, conflictCycles: factor * conflictCycles, cycles: factor * cycles };
  });
  const sum = (of: 'conflictCycles' | 'cycles'): number =>
    buffers.reduce((total, buffer) => total + buffer[of], 0);
  return { ...cell, buffers, conflictCycles: sum('conflictCycles'), cycles: sum('cycles') };
}

/** Executions of each file, by its path. */
function timesOf(
  paths: readonly string[],
  given: readonly string[],
  values: Values,
): Result<ReadonlyMap<string, number>> {
  const times = new Map<string, number>();
  const own = (text: string): readonly [files: readonly string[], formula: string] => {
    const at = paths.filter(
      (path) => text.startsWith(`${path}=`) || text.startsWith(`${baseName(path)}=`),
    );
    return at.length === 0 ? [paths, text] : [at, text.slice(text.indexOf('=') + 1)];
  };
  for (const text of given) {
    const [files, formula] = own(text);
    const value = evaluateParameter(formula, values);
    if (!value.ok)
      return {
        ok: false,
        diagnostics: [diagnose(messages.shapes.times(text, paths.map(baseName)))],
      };
    for (const file of files) times.set(file, value.value);
  }
  return { ok: true, value: times, diagnostics: [] };
}

/** A file at a shape: its text with numbers in place of formulas, or what its compiler makes of it. */
async function fileOfShape(
  io: Io,
  path: string,
  machine: string,
  values: Values,
  { launch, options }: Sweep,
): Promise<
  Omit<ShapeFile, 'times'> | { readonly diagnostics: readonly Diagnostic[]; readonly text: string }
> {
  const { kernel, buffer, compilerFlags = [] } = options;
  const tile = options.tile === undefined ? undefined : instantiate(options.tile, values);
  if (tile !== undefined && !tile.ok)
    return { diagnostics: tile.diagnostics, text: options.tile ?? '' };
  const isSource = sourceLanguage(path) !== undefined;
  const macros = isSource
    ? Object.entries(values).map(([name, value]) => `-D${name}=${value}`)
    : [];
  const problems: Diagnostic[] = [];
  const readIn = isSource ? io : withValues(io, path, values, problems);
  const input = await readKernel(readIn, path, machine, {
    ...options,
    compilerFlags: [...compilerFlags, ...macros],
  });
  if (problems.length > 0) return { diagnostics: problems, text: '' };
  if ('diagnostics' in input) return input;
  return {
    file: path,
    text: input.text,
    options: {
      ...launch,
      launchDefaults: input.launch,
      ...runOf(options),
      kernel,
      buffer,
      tile: tile?.value,
      source: input.source,
    },
  };
}

/** Files as they are at a shape. */
function withValues(io: Io, path: string, values: Values, problems: Diagnostic[]): Io {
  const written = (text: string): string => {
    const instance = instantiate(text, values);
    if (instance.ok) return instance.value;
    for (const each of instance.diagnostics) problems.push(each);
    return text;
  };
  return {
    ...io,
    readFile: async (name) =>
      name === path ? written(await io.readFile(name)) : await io.readFile(name),
    readBytes: async (name, most) => {
      const bytes = await io.readBytes(name, most);
      return name === path
        ? new TextEncoder().encode(written(new TextDecoder().decode(bytes)))
        : bytes;
    },
  };
}
