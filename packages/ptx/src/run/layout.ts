/**
 * Where the variables of a kernel are: shared ones from 0 on, those of functions in frames of local memory, the others in global
 * memory.
 *
 *     .shared .align 16 .b8 a[100];  .shared .f32 b;      a at 0, b at 100; dynamic arrays behind them, all at one place
 */
import { greatestOf, type GlobalMemory, type LdsObject, roundUp } from '@ldscope/core';
import type { Address } from '../isa/operands.ts';
import type { Module, PtxFunction, Variable } from '../text/program.ts';

/** Numbers of functions as addresses; no function is at 0. */
const CODE_BASE = 16;

export interface Layout {
  readonly sharedObjects: readonly LdsObject[];
  /** Bytes that the kernel declares, and where dynamic arrays begin. */
  readonly sharedBytes: number;
  /** Bytes of the variables of known size alone. */
  readonly staticBytes: number;
  readonly usesDynamic: boolean;
  /** The address of a name in a function, by the function's number. */
  readonly addressOf: (functionNumber: number, name: string) => Address | undefined;
  /** Bytes of the frame of a function. */
  readonly frameBytes: (functionNumber: number) => number;
}

/** `contents`: the host's contents of module variables, by symbol. */
export function layOut(
  module: Module,
  reached: ReadonlySet<number>,
  memory: GlobalMemory,
  parameterBase: number,
  parameterOffsets: readonly number[],
  contents: ReadonlyMap<string, Uint8Array> = new Map(),
): Layout {
  const functions = module.functions;
  const globals = new Map<string, Address>();
  const locals = functions.map((): Map<string, Address> => new Map());
  const sharedObjects: LdsObject[] = [];
  let sharedBytes = 0;
  const dynamic: (readonly [Map<string, Address>, Variable])[] = [];
  const named = namesIn(functions, reached);
  const place = (into: Map<string, Address>, variable: Variable): void => {
    if (variable.bytes === 0) {
      dynamic.push([into, variable]);
      return;
    }
    const offset = roundUp(sharedBytes, variable.alignment);
    into.set(variable.name, { space: 'shared', value: offset });
    const { name, bytes, authored } = variable;
    sharedObjects.push({ name: readable(name), offset, bytes, ...authored });
    sharedBytes = offset + variable.bytes;
  };
  const placeGlobal = (into: Map<string, Address>, variable: Variable): void => {
    if (variable.isExtern && variable.bytes === 0) return;
    const content = contents.get(variable.name) ?? variable.content?.slice();
    const { base } =
      content === undefined
        ? memory.addSparse(variable.name, variable.bytes)
        : memory.addBytes(variable.name, content);
    into.set(variable.name, {
      space: variable.space === 'const' ? 'const' : 'global',
      value: base,
    });
  };
  for (const variable of module.variables) {
    if (variable.space !== 'shared') placeGlobal(globals, variable);
    else if (named.has(variable.name)) place(globals, variable);
  }
  for (const number of reached) {
    const own = locals[number] ?? new Map<string, Address>();
    for (const variable of functions[number]?.variables ?? []) {
      if (variable.space === 'shared') place(own, variable);
      else if (variable.space === 'global' || variable.space === 'const')
        placeGlobal(own, variable);
    }
  }
  const dynamicAt = roundUp(
    sharedBytes,
    Math.max(1, greatestOf(dynamic.map(([, { alignment }]) => alignment))),
  );
  for (const [into, { name }] of dynamic) into.set(name, { space: 'shared', value: dynamicAt });
  const frames = functions.map((of, number) =>
    reached.has(number) ? frameOf(of, locals[number] ?? new Map()) : 0,
  );
  for (const [number, of] of functions.entries()) {
    globals.set(of.name, { space: 'code', value: CODE_BASE * (number + 1) });
    if (!of.isEntry) continue;
    for (const [index, { name }] of of.parameters.entries()) {
      locals[number]?.set(name, {
        space: 'const',
        value: parameterBase + (parameterOffsets[index] ?? 0),
      });
    }
  }
  const linked = module.variables.filter(({ name }) => !contents.has(name));
  link(linked, memory, globals, (name) => globals.get(name));
  for (const number of reached) {
    const own = locals[number] ?? new Map<string, Address>();
    const addressOf = (name: string): Address | undefined => own.get(name) ?? globals.get(name);
    link(functions[number]?.variables ?? [], memory, own, addressOf);
  }
  return {
    sharedObjects,
    sharedBytes: dynamic.length > 0 ? dynamicAt : sharedBytes,
    staticBytes: sharedBytes,
    usesDynamic: dynamic.length > 0,
    addressOf: (number, name) => locals[number]?.get(name) ?? globals.get(name),
    frameBytes: (number) => frames[number] ?? 0,
  };
}

/** The number of the function at an address. */
export const functionAt = (address: number): number => address / CODE_BASE - 1;

/** Places of a function's local variables and of parameters, in its frame. */
function frameOf(
  { isEntry, variables, parameters, results }: PtxFunction,
  into: Map<string, Address>,
): number {
  let bytes = 0;
  const all = isEntry ? variables : [...results, ...parameters, ...variables];
  for (const { name, space, bytes: size, alignment } of all) {
    if (space !== 'local' && space !== 'param') continue;
    const value = roundUp(bytes, Math.max(alignment, 1));
    into.set(name, { space, value, bytes: size });
    bytes = value + size;
  }
  return roundUp(bytes, 16);
}

/** Names that operands of the functions mention. */
export function namesIn(
  functions: readonly PtxFunction[],
  reached: ReadonlySet<number>,
): ReadonlySet<string> {
  const names = new Set<string>();
  for (const number of reached) {
    for (const { operands } of functions[number]?.instructions ?? []) {
      const pending = [...operands];
      for (let operand = pending.pop(); operand !== undefined; operand = pending.pop()) {
        if (operand.kind === 'symbol') names.add(operand.name);
        else if (operand.kind === 'address' && operand.base !== undefined)
          pending.push(operand.base);
        else if (operand.kind === 'vector' || operand.kind === 'list')
          for (const each of operand.elements) pending.push(each);
      }
    }
  }
  return names;
}

/** Writes addresses of variables into the content of others. */
function link(
  variables: readonly Variable[],
  memory: GlobalMemory,
  own: ReadonlyMap<string, Address>,
  addressOf: (name: string) => Address | undefined,
): void {
  for (const { name, references } of variables) {
    if (references.length === 0) continue;
    const region = memory.find(own.get(name)?.value ?? 0);
    for (const { at, name: target, offset, byte } of references) {
      const value = (addressOf(target)?.value ?? 0) + offset;
      if (byte !== undefined) {
        region?.store8(at, Math.floor(value / 256 ** byte) % 256);
        continue;
      }
      region?.store32(at, value % 2 ** 32);
      region?.store32(at + 4, Math.floor(value / 2 ** 32));
    }
  }
}

/** `_ZZ6kernelE4tile` as the source has it: `tile`. */
function readable(symbol: string): string {
  const nested = /^_ZZ.*E(\d+)([A-Za-z_]\w*?)(?:_\d+)?(?:#\d+)?$/.exec(symbol);
  const name = nested?.[2];
  return name === undefined ? symbol : name.slice(0, Number(nested?.[1]));
}
