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
import { compileFormat } from '../text/format-compile.ts';
import type { Directive } from '../text/format.ts';
import { State } from '../text/state.ts';
import type { DialectSyntax, FormatSyntax, OperationSyntax } from '../text/syntax.ts';
import { parseType } from '../text/types.ts';
import { affine } from './affine.ts';
import { amdgpu } from './amdgpu.ts';
import { arith, math } from './arith.ts';
import { bufferization } from './bufferization.ts';
import { cf } from './cf.ts';
import { complex } from './complex.ts';
import { builtin, func, ub } from './func.ts';
import { signature } from './functions.ts';
import { gpu } from './gpu.ts';
import { index } from './index-arithmetic.ts';
import { flow } from './flow.ts';
import { hal } from './hal.ts';
import { ireeLinalgExt } from './iree-linalg-ext.ts';
import { ireeCodegen, ireeEncoding, ireeGpu, ireeTensorExt, ireeVectorExt } from './iree.ts';
import { pcf } from './pcf.ts';
import { smt } from './smt.ts';
import { stream } from './stream.ts';
import { util } from './util.ts';
import { linalg } from './linalg.ts';
import { llvm } from './llvm/llvm.ts';
import { memref } from './memref.ts';
import { nvgpu } from './nvgpu.ts';
import { nvvm } from './nvvm.ts';
import { rocdl } from './rocdl.ts';
import { scf } from './scf.ts';
import { tiedDirectives } from './tied.ts';
import { tensor } from './tensor.ts';
import { amdg, tritonGpu, tt, ttg } from './triton.ts';
import { vector } from './vector.ts';

const dialects: readonly DialectSyntax[] = [
  affine,
  amdg,
  amdgpu,
  arith,
  bufferization,
  builtin,
  cf,
  complex,
  flow,
  func,
  gpu,
  hal,
  index,
  ireeCodegen,
  ireeEncoding,
  ireeGpu,
  ireeLinalgExt,
  ireeTensorExt,
  ireeVectorExt,
  linalg,
  llvm,
  math,
  memref,
  nvgpu,
  nvvm,
  pcf,
  rocdl,
  scf,
  smt,
  stream,
  tensor,
  tritonGpu,
  tt,
  ttg,
  ub,
  util,
  vector,
];

/** A syntax that is compiled on first use. */
interface Entry {
  readonly name: string;
  readonly dialect: DialectSyntax;
  readonly source: string | FormatSyntax;
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

/** Names of all operations with known syntax, for tests and documentation; `a.b*` for a family. */
export function knownOperations(): readonly string[] {
  return [...entries.keys(), ...prefixes.map(([prefix]) => `${prefix}*`)].sort();
}

/** The `custom<...>` directives of every dialect. */
const commonDirectives: Readonly<Record<string, Directive>> = {
  Signature: signature,
  ...tiedDirectives,
};

/** Attributes in our tables have no regions in them. */
const grammar = {
  type: parseType,
  attribute: parseAttribute,
  region: () => ({ blocks: [] }),
  defaults: () => [],
};

function compile({ dialect, source }: Entry): OperationSyntax {
  const syntax: FormatSyntax = typeof source === 'string' ? { format: source } : source;
  const { infer, present, impliedRegion, successors } = syntax;
  const format = compileFormat(syntax.format, {
    codec: (name) => dialect.codecs?.[name] ?? commonCodecs.get(name),
    custom: (name) => dialect.directives?.[name] ?? commonDirectives[name],
    readDefault: (codec, text) => codec.parse(new State(text, grammar)),
  });
  return {
    parse: (state, operation, results) => {
      parseFormat(state, format, operation, results);
      if (!state.failed) infer?.(state, operation, results);
    },
    print: (writer, operation) => {
      const shown = present === undefined ? operation : present(operation);
      return shown !== undefined && printFormat(writer, format, shown);
    },
    properties: format.properties,
    defaults: format.defaults,
    ...(impliedRegion !== undefined && { impliedRegion }),
    ...(successors !== undefined && { successors }),
    // Operations with regions are decomposed: kept text would hide the operations in them.
    ...(dialect.changesWithVersions === true &&
      !syntax.format.includes('region(') && { changesWithVersions: true }),
  };
}
