/**
 * Finds the custom syntax of an operation by its name.
 *
 * A line of the format language is compiled when its operation is met for the first time. A mnemonic
 * that ends in `*` stands for all that begin with it.
 */
import { parseAttribute } from '../text/attributes.ts';
import { commonCodecs } from '../text/codecs.ts';
import { parseFormat } from '../text/format-parse.ts';
import { printFormat } from '../text/format-print.ts';
import { compileFormat } from '../text/format.ts';
import { State } from '../text/state.ts';
import type { Codec, DialectSyntax, OperationSyntax } from '../text/syntax.ts';
import { parseType } from '../text/types.ts';
import { affine } from './affine.ts';
import { amdgpu, rocdl } from './amd.ts';
import { arith, math } from './arith.ts';
import { builtin, func, ub } from './func.ts';
import { gpu } from './gpu.ts';
import { flow, hal, ireeCodegen, stream, util } from './iree.ts';
import { memref } from './memref.ts';
import { nvgpu } from './nvgpu.ts';
import { cf, scf } from './scf.ts';
import { amdg, tt, ttg } from './triton.ts';
import { vector } from './vector.ts';

const dialects: readonly DialectSyntax[] = [
  affine,
  amdg,
  amdgpu,
  arith,
  builtin,
  cf,
  flow,
  func,
  gpu,
  hal,
  ireeCodegen,
  math,
  memref,
  nvgpu,
  rocdl,
  scf,
  stream,
  tt,
  ttg,
  ub,
  util,
  vector,
];

/** A syntax that is compiled when it is asked for. */
interface Entry {
  readonly name: string;
  readonly dialect: DialectSyntax;
  readonly source: string | OperationSyntax;
  syntax: OperationSyntax | undefined;
}

const entries = new Map<string, Entry>();
const prefixes: (readonly [prefix: string, entry: Entry])[] = [];
for (const dialect of dialects) {
  for (const [mnemonic, source] of Object.entries(dialect.operations)) {
    const name = `${dialect.name}.${mnemonic}`;
    const entry: Entry = { name, dialect, source, syntax: undefined };
    if (name.endsWith('*')) prefixes.push([name.slice(0, -1), entry]);
    else entries.set(name, entry);
  }
}

/** The syntax of an operation, and its name as one shared string; `undefined` when we do not know it. */
export function findOperation(
  name: string,
): { readonly name: string; readonly syntax: OperationSyntax } | undefined {
  const entry = entries.get(name);
  if (entry === undefined) {
    const family = prefixes.find(([prefix]) => name.startsWith(prefix))?.[1];
    return family === undefined ? undefined : { name, syntax: compiled(family) };
  }
  if (entry.syntax === undefined) compiled(entry);
  return entry as Entry & { syntax: OperationSyntax };
}

export function findSyntax(name: string): OperationSyntax | undefined {
  return findOperation(name)?.syntax;
}

function compiled(entry: Entry): OperationSyntax {
  entry.syntax ??= compile(entry);
  return entry.syntax;
}

/** Names of all operations with known syntax, for tests and documentation. */
export function knownOperations(): readonly string[] {
  return [...entries.keys()].sort();
}

/** Attributes in our tables have no regions in them. */
const grammar = { type: parseType, attribute: parseAttribute, region: () => ({ blocks: [] }) };

function compile({ dialect, source }: Entry): OperationSyntax {
  if (typeof source !== 'string') return source;
  const codecs = (name: string): Codec | undefined =>
    dialect.codecs?.[name] ?? commonCodecs.get(name);
  const format = compileFormat(source, codecs, (codec, text) =>
    codec.parse(new State(text, grammar)),
  );
  return {
    parse: (state, operation, results) => parseFormat(state, format, operation, results),
    print: (writer, operation) => printFormat(writer, format, operation),
    properties: format.properties,
  };
}
