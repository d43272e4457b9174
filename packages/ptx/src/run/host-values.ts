/**
 * The host's part of a launch: values with pointers in them, and the contents of a module's variables.
 *
 *     __constant__ float stencil[5];     cudaMemcpyToSymbol(stencil, ...)     20 bytes at its address before the launch
 *
 * Pointers to one array point to one region of memory.
 */
import {
  type ExecuteOptions,
  type GlobalMemory,
  type KernelArgument,
  type Message,
  messages,
  nearestName,
  type PointedMemory,
  readableName,
  symbolNamed,
} from '@ldscope/core';
import type { Module, Variable } from '../text/program.ts';

export class HostValues {
  readonly #memory: GlobalMemory;
  readonly #addresses = new Map<Uint8Array, number>();

  constructor(memory: GlobalMemory) {
    this.#memory = memory;
  }

  /** The address of an array, which is in memory from then on. */
  addressOf(name: string, data: Uint8Array): number {
    const known = this.#addresses.get(data);
    if (known !== undefined) return known;
    const { base } = this.#memory.addBytes(name, data);
    this.#addresses.set(data, base);
    return base;
  }

  /** Writes the bytes that a kernel gets for an argument. */
  put(segment: Uint8Array, at: number, name: string, argument: KernelArgument): void {
    const view = new DataView(segment.buffer, segment.byteOffset);
    if (argument.kind === 'buffer') {
      writeWide(view, at, this.addressOf(`argument ${name}`, argument.data));
      return;
    }
    segment.set(argument.bytes, at);
    this.#point(view, at, argument.pointers ?? []);
  }

  #point(view: DataView, at: number, pointers: readonly PointedMemory[]): void {
    for (const { name, data, offset, into = 0, pointers: further = [] } of pointers) {
      writeWide(view, at + offset, this.addressOf(`argument ${name}`, data) + into);
      this.#point(new DataView(data.buffer, data.byteOffset), 0, further);
    }
  }
}

/** Contents of the module's variables that the host fills, by their symbols. */
export interface HostVariables {
  readonly contents: ReadonlyMap<string, Uint8Array>;
  readonly problems: readonly Message[];
}

/** The launch's contents of variables. An array is the content itself, so that it has the kernel's stores afterwards. */
export function hostVariables(
  { variables }: Module,
  { globals = [] }: ExecuteOptions,
  host: HostValues,
): HostVariables {
  const own = new Map(
    variables
      .filter(({ space }) => space === 'global' || space === 'const')
      .map((variable) => [variable.name, variable]),
  );
  const contents = new Map<string, Uint8Array>();
  const problems: Message[] = [];
  for (const argument of globals) {
    const wanted = argument.key ?? argument.name ?? '';
    const symbol = symbolNamed([...own.keys()], wanted);
    if (typeof symbol === 'object') {
      problems.push(symbol);
      continue;
    }
    const variable = own.get(symbol ?? '');
    if (variable === undefined) {
      const names = [...own.keys()].map(readableName);
      problems.push(messages.launch.unknownGlobal(wanted, nearestName(wanted, names), names));
      continue;
    }
    const bytes = argument.kind === 'buffer' ? argument.data : argument.bytes;
    if (bytes.length !== variable.bytes) {
      problems.push(messages.launch.globalSize(wanted, variable.bytes, bytes.length));
      continue;
    }
    if (argument.kind === 'buffer') contents.set(variable.name, bytes);
    else {
      const content = new Uint8Array(bytes.length);
      host.put(content, 0, wanted, argument);
      contents.set(variable.name, content);
    }
  }
  return { contents, problems };
}

/**
 * Constants that kernels read, and that neither the module nor the host gives a content: hosts fill them before a launch.
 * Variables that a kernel may write are 0 without a content, as `__device__ int count = 0` is compiled.
 */
export const constantsNotGiven = (
  { variables }: Module,
  named: ReadonlySet<string>,
  contents: ReadonlyMap<string, Uint8Array>,
): readonly Variable[] =>
  variables.filter(
    ({ name, space, content, isExtern }) =>
      space === 'const' &&
      content === undefined &&
      !isExtern &&
      named.has(name) &&
      !contents.has(name),
  );

function writeWide(view: DataView, at: number, value: number): void {
  view.setUint32(at, value % 2 ** 32, true);
  view.setUint32(at + 4, Math.floor(value / 2 ** 32), true);
}
