/**
 * Which part of a file is read, where it holds more than one module: a dump of a compiler (`IR Dump After
 * Canonicalizer (canonicalize)`), or a chunk between lines of `// -----`.
 *
 *     --after canonicalize      the dump after that pass: the last with a kernel
 *     --after canonicalize:2    the second one
 *     --chunk 3                 the third chunk
 *
 * Without an option it is the last dump with a kernel, or the only chunk with one. A part keeps the lines
 * and columns that it has in the file.
 */
import {
  diagnose,
  type Diagnostic,
  failure,
  hasErrors,
  messages,
  type Result,
  success,
} from '@ldscope/core';
import {
  type Dump,
  dumpSpan,
  partText,
  shortPassNames,
  splitChunks,
  splitDumps,
} from '@ldscope/mlir';
import { findFrontend, readSource, type ReadSourceOptions } from './read-source.ts';
import type { Source } from '../source/source.ts';

/** The options that choose a part. */
export interface PartOptions {
  /** A pass, by its name or argument; behind `:` which of its dumps. */
  readonly after?: string | undefined;
  readonly before?: string | undefined;
  /** From 1. */
  readonly chunk?: number | undefined;
  /** The kernel that the part has to have. */
  readonly kernel?: string | undefined;
}

export interface Part {
  readonly text: string;
  /** Which part it is, where that was not asked for word by word. */
  readonly notes: readonly Diagnostic[];
  /** The part as its frontend reads it: once, however often it is asked; a failure where no frontend knows it. */
  readonly source: () => Result<Source>;
}

/** A request for a text: a part of it, which a frontend reads, or a source that was read before (a code object). */
export interface ReadOptions extends PartOptions, ReadSourceOptions {
  /** The name of the file, for its ending and for messages. */
  readonly file?: string | undefined;
  readonly source?: Source | undefined;
}

/** The part of a text that the options choose; the text itself where it has only one. */
export function choosePart(text: string, options: ReadOptions): Result<Part> {
  const { source } = options;
  if (source !== undefined) return success({ text, notes: [], source: () => success(source) });
  const dumps = text.includes('// IR Dump ') ? splitDumps(text) : [];
  if (dumps.length > 0) {
    return options.chunk === undefined
      ? chooseDump(text, dumps, options)
      : failure(diagnose(messages.parts.dumpsNotChunks(dumps.length)));
  }
  const asked = options.after ?? options.before;
  if (asked !== undefined) return failure(diagnose(messages.parts.noDumps()));
  if (isSplit(text, options)) return chooseChunk(text, options);
  if ((options.chunk ?? 1) === 1) return success(partOf(text, options));
  return failure(diagnose(messages.parts.noChunk(options.chunk ?? 1, 1)));
}

/** A part with its number, where the text has several chunks. */
export interface NumberedPart {
  readonly chunk?: number | undefined;
  readonly part: Part;
}

/** The chunks of a text that have kernels, or what `choosePart` gives of another one. */
export function allParts(text: string, options: ReadOptions): Result<readonly NumberedPart[]> {
  const isWhole =
    options.source !== undefined || text.includes('// IR Dump ') || !isSplit(text, options);
  const chunks = isWhole
    ? []
    : splitChunks(text).map((span, index) => ({
        chunk: index + 1,
        part: partOf(partText(text, span), options),
      }));
  const found = chunks.filter(({ part }) => hasKernel(part, undefined));
  if (found.length > 0) return success(found);
  const part = choosePart(text, options);
  return part.ok ? success([{ part: part.value }], part.diagnostics) : part;
}

function partOf(
  text: string,
  { file, frontends, machine }: ReadOptions,
  notes: readonly Diagnostic[] = [],
): Part {
  let read: Result<Source> | undefined;
  return { text, notes, source: () => (read ??= readSource(text, file, { frontends, machine })) };
}

/** In languages without parts the line is a comment. */
function isSplit(text: string, { frontends }: ReadOptions): boolean {
  if (!/^[ \t]*\/\/ -----[ \t]*\r?$/m.test(text)) return false;
  return findFrontend(text, undefined, { frontends })?.hasParts === true;
}

function chooseDump(text: string, dumps: readonly Dump[], options: ReadOptions): Result<Part> {
  const { after, before } = options;
  const when = before === undefined ? 'after' : 'before';
  const asked = before ?? after;
  const [, name = '', nth] = /^(.*?)(?::(\d+))?$/.exec(asked ?? '') ?? [];
  const fitting = asked === undefined ? dumps : named(dumps, when, name);
  if (fitting.length === 0) {
    return failure(diagnose(messages.parts.unknownPass(when, name, passNames(dumps))));
  }
  const part = (dump: Dump): Part => partOf(partText(text, dumpSpan(text, dump)), options);
  if (nth !== undefined) {
    const dump = fitting[Number(nth) - 1];
    return dump === undefined
      ? failure(diagnose(messages.parts.noSuchTime(when, name, fitting.length)))
      : success(part(dump));
  }
  let chosen: Part | undefined;
  const index = fitting.findLastIndex((dump) => {
    const candidate = part(dump);
    const found = hasKernel(candidate, options.kernel);
    if (found) chosen = candidate;
    return found;
  });
  const dump = fitting[index] ?? fitting.at(-1);
  if (dump === undefined) return success(partOf(text, options));
  const note = messages.parts.dumpTaken({
    words: words(dump),
    line: lineOf(text, dump.heading.start),
    count: fitting.length,
    kernel: index >= 0,
    ...(asked === undefined ? {} : { asked: `${when} ${name}` }),
  });
  const notes = fitting.length > 1 || index < 0 ? [note] : [];
  return success({ ...(chosen ?? part(dump)), notes });
}

/**
 * The dumps of a pass that is called so, whatever the case of its letters. A project's prefix may be left out
 * (`iree-codegen-gpu-vector-alloc` is `gpu-vector-alloc` too); a name that fits whole goes first.
 */
function named(dumps: readonly Dump[], when: Dump['when'], name: string): readonly Dump[] {
  const wanted = name.toLowerCase();
  const own = dumps.filter((dump) => dump.when === when);
  const whole = own.filter(({ pass, argument }) =>
    [pass, argument].some((one) => one !== '' && one.toLowerCase() === wanted),
  );
  if (whole.length > 0) return whole;
  return own.filter(({ argument }) => shortPassNames(argument.toLowerCase()).includes(wanted));
}

/** `after Canonicalizer (canonicalize) of func.func @f`. */
function words({ when, pass, argument, failed, operation }: Dump): string {
  const symbol = operation?.symbol === '' ? '' : ` @${operation?.symbol}`;
  const target = operation === undefined ? '' : ` of ${operation.name}${symbol}`;
  const name = argument === '' ? pass : `${pass} (${argument})`;
  return `${when} ${name}${target}${failed ? ', which failed' : ''}`;
}

/** Every pass of the dumps once, in order: `after canonicalize`; how often, where that is more than once. */
function passNames(dumps: readonly Dump[]): string[] {
  const counts = new Map<string, number>();
  for (const { when, pass, argument } of dumps) {
    const name = `--${when} ${argument === '' ? pass : argument}`;
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts].map(([name, count]) => (count === 1 ? name : `${name} (${count} times)`));
}

function chooseChunk(text: string, options: ReadOptions): Result<Part> {
  const { chunk, kernel } = options;
  const chunks = splitChunks(text).map((span) => ({
    span,
    part: partOf(partText(text, span), options),
  }));
  if (chunk !== undefined) {
    const chosen = chunks[chunk - 1];
    return chosen === undefined
      ? failure(diagnose(messages.parts.noChunk(chunk, chunks.length)))
      : success(chosen.part);
  }
  const found = chunks.flatMap(({ span, part }, i) => {
    const kernels = kernelsOf(part);
    const fits = kernel === undefined ? kernels.length > 0 : kernels.includes(kernel);
    const line = lineOf(text, span.start);
    return fits ? [{ number: i + 1, part, line, kernels }] : [];
  });
  const [first, ...others] = found;
  if (first === undefined) return failure(diagnose(messages.parts.noKernelInChunks(chunks.length)));
  if (others.length > 0) return failure(diagnose(messages.parts.severalChunks(found)));
  const note = messages.parts.chunkTaken(first.number, chunks.length, first.line);
  return success({ ...first.part, notes: [note] });
}

function hasKernel(part: Part, name: string | undefined): boolean {
  const names = kernelsOf(part);
  return name === undefined ? names.length > 0 : names.includes(name);
}

/** The kernels of a part; none where it cannot be read. */
function kernelsOf(part: Part): readonly string[] {
  const source = part.source();
  if (!source.ok || hasErrors(source.value.diagnostics)) return [];
  return source.value.kernels ?? [];
}

/** The line of an offset, from 1. */
function lineOf(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at >= 0 && at < offset; at = text.indexOf('\n', at + 1)) line++;
  return line;
}
