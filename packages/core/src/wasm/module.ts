/**
 * WebAssembly modules: functions on one memory, all exported.
 *
 * Small modules that are made at run time, where loops over typed arrays are not fast enough. Everything that is
 * done with them has a form in plain TypeScript too: for engines without SIMD, and as the second way in tests.
 *
 * Source: WebAssembly Core Specification 2.0, "Binary Format, Modules".
 */
import { type Code, unsigned } from './code.ts';

const TYPES = { i32: 0x7f, i64: 0x7e, v128: 0x7b } as const;

/** The type of a local. */
export type LocalType = keyof typeof TYPES;

/** A function of 32-bit integers without a result. */
export interface ModuleFunction {
  readonly name: string;
  /** How many parameters, locals 0 and up. */
  readonly parameters: number;
  /** Types of the further locals. */
  readonly locals: readonly LocalType[];
  readonly body: Code;
}

/** A memory that several modules work on. */
export interface SharedMemory {
  readonly buffer: ArrayBuffer;
}

export interface Instance {
  readonly memory: ArrayBuffer;
  readonly call: (name: string) => (...parameters: number[]) => void;
}

interface Engine {
  readonly Memory: new (pages: {
    readonly initial: number;
    readonly maximum: number;
  }) => SharedMemory;
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (
    module: object,
    imports: Readonly<Record<string, Readonly<Record<string, SharedMemory>>>>,
  ) => {
    readonly exports: Readonly<Record<string, unknown>>;
  };
}

/** A declaration that the libraries of the language lack: it belongs to the host. */
const engine = (globalThis as { readonly WebAssembly?: Engine }).WebAssembly;

const vectorOf = (items: readonly Code[]): Code => [...unsigned(items.length), ...items.flat()];
const sized = (code: Code): Code => [...unsigned(code.length), ...code];
const section = (id: number, content: Code): Code => [id, ...sized(content)];
const text = (value: string): Code =>
  sized(Array.from(value, (letter) => letter.codePointAt(0) ?? 0));

const MEMORY = 'memory';
/** The module that a memory is imported from. */
const HOST = 'host';
/** `\0asm`, version 1. */
const MAGIC: Code = [0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0];

/** The bytes of a module; `memory`: pages of 64 KiB of its own, or the memory that it is given. */
export function encodeModule(
  memory: number | 'imported',
  functions: readonly ModuleFunction[],
): Uint8Array {
  const types = functions.map(({ parameters }) => [
    0x60,
    ...vectorOf(Array.from({ length: parameters }, () => [TYPES.i32])),
    0,
  ]);
  const bodies = functions.map(({ locals, body }) =>
    sized([...vectorOf(locals.map((type) => [1, TYPES[type]])), ...body, 0x0b]),
  );
  const exports = functions.map(({ name }, index) => [...text(name), 0, ...unsigned(index)]);
  const isImported = memory === 'imported';
  const imported = [...text(HOST), ...text(MEMORY), 2, 0, 0];
  return Uint8Array.from([
    ...MAGIC,
    ...section(1, vectorOf(types)),
    ...(isImported ? section(2, vectorOf([imported])) : []),
    ...section(3, vectorOf(functions.map((_, index) => unsigned(index)))),
    ...(isImported ? [] : section(5, vectorOf([[1, ...unsigned(memory), ...unsigned(memory)]]))),
    ...section(7, vectorOf([[...text(MEMORY), 2, 0], ...exports])),
    ...section(10, vectorOf(bodies)),
  ]);
}

/** A memory for several modules, in pages of 64 KiB; `undefined` where the engine has no WebAssembly, or no room. */
export function sharedMemory(pages: number): SharedMemory | undefined {
  try {
    return engine && new engine.Memory({ initial: pages, maximum: pages });
  } catch {
    return undefined;
  }
}

/**
 * Makes a module ready, on `memory` where it imports one; `undefined` where the engine cannot or may not (no SIMD, a strict
 * content policy).
 */
export function instantiate(bytes: Uint8Array, memory?: SharedMemory): Instance | undefined {
  if (engine === undefined) return undefined;
  try {
    const imports = memory === undefined ? {} : { [HOST]: { [MEMORY]: memory } };
    const { exports } = new engine.Instance(new engine.Module(bytes), imports);
    return {
      memory: (exports[MEMORY] as SharedMemory).buffer,
      call: (name) => exports[name] as (...parameters: number[]) => void,
    };
  } catch {
    return undefined;
  }
}
