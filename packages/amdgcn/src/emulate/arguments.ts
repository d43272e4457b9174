/**
 * The kernarg segment: the arguments as the kernel finds them in memory, hidden ones included.
 *
 *     offset 0   pointer to buffer a     8 bytes
 *     offset 8   pointer to buffer c
 *     offset 16  int n                   4 bytes
 *     offset 24  hidden_block_count_x    what compilers add behind the arguments of the source
 *
 * Places come from the metadata; without it, arguments follow each other, aligned to their size.
 * Source: LLVM AMDGPUUsage, "Code Object V5 Metadata".
 */
import {
  emptyLaunch,
  GlobalMemory,
  type KernelArgument,
  type Message,
  messages,
  nearestName,
  type Region,
  roundUp,
  unknownScalars,
} from '@ldscope/core';
import type { ArgumentMetadata, Kernel, Program } from '../text/program.ts';
import type { ExecuteOptions, UnknownArgument } from './options.ts';
import { hiddenArgument } from './hidden-arguments.ts';
import { descriptorField, type LaunchShape } from './shape.ts';
import { argumentSkeleton, visibleArguments } from './skeleton.ts';

/** Bytes behind the segment that wide scalar loads may read. */
const SLACK_BYTES = 64;

/** Most bytes of arguments: more than any kernel takes. Those behind them are left out. */
const MOST_BYTES = 65536;
/** Size of the segment when no metadata says it. */
const UNDESCRIBED_BYTES = 256;

/** A dword of the segment that is unknown and belongs to no argument of the metadata. */
export const NAMELESS = 0xffffffff;

export interface KernelArguments {
  readonly segment: Region;
  /** The bytes of the segment. */
  readonly bytes: Uint8Array;
  /** By dword of the segment: one plus the index of the unknown argument in it; 0 when it is known, or `NAMELESS`. */
  readonly unknownWords: Uint32Array;
  readonly unknown: readonly UnknownArgument[];
  readonly problems: readonly Message[];
  /** False when values are given that the kernel has no parameter for: it is then not executed. */
  readonly fits: boolean;
}

export function layOutArguments(
  kernel: Kernel,
  shape: LaunchShape,
  options: ExecuteOptions,
  memory: GlobalMemory,
): KernelArguments {
  const given = options.arguments;
  const places = placesOf(kernel, given);
  const wanted = Math.max(
    kernel.metadata === undefined ? UNDESCRIBED_BYTES : 0,
    kernel.metadata?.kernargSegmentSize ?? 0,
    descriptorField(kernel, 'kernarg_size'),
    places.reduce((end, { offset, size }) => Math.max(end, offset + size), 0),
  );
  const size = Math.min(wanted, MOST_BYTES);
  const isInside = (place: ArgumentMetadata): boolean => place.offset + place.size <= size;
  const bytes = new Uint8Array((size + SLACK_BYTES + 3) & ~3);
  const view = new DataView(bytes.buffer);
  const problems: Message[] = [];
  if (size < wanted) problems.push(messages.emulate.argumentsTooLarge(wanted, MOST_BYTES));
  const unknown: UnknownArgument[] = [];
  const unknownWords = new Uint32Array(bytes.length >> 2);
  const visible = visibleArguments(places);
  const inOrder =
    given?.filter(({ offset, key }) => offset === undefined && key === undefined) ?? [];
  const byName = new Map(given?.map((argument) => [argument.key, argument]));
  const buffers = new Buffers(memory);
  const skeleton = argumentSkeleton(kernel, given ?? []);
  // One message for a wrong list: messages on the sizes of its arguments would repeat it.
  const tooMany = inOrder.length > visible.length;
  let fits = !tooMany;
  if (tooMany) {
    problems.push(messages.emulate.tooManyArguments(visible.length, inOrder.length, skeleton));
  }
  const names = visible.map(({ name }, position) => name ?? `arg${position}`);
  for (const { key } of given ?? []) {
    if (key === undefined || names.includes(key)) continue;
    problems.push(messages.launch.unknownKey(key, nearestName(key, names), names));
    fits = false;
  }
  for (const [position, place] of visible.entries()) {
    if (!isInside(place) || tooMany) continue;
    const name = place.name ?? `arg${position}`;
    const argument = byName.get(name) ?? inOrder[position];
    if (argument !== undefined) {
      const label = argument.name ?? name;
      const bytes = bytesOf(argument);
      if (bytes === place.size) write(view, place.offset, label, argument, buffers);
      else {
        problems.push(messages.emulate.argumentSize(label, place.size, bytes, skeleton));
        fits = false;
      }
      continue;
    }
    const scalar =
      options.launch?.scalars.get(name) ?? options.launch?.scalars.get(`arg${position}`);
    if (scalar !== undefined) writeNumber(view, place, scalar);
    else if (given !== undefined) {
      // Pointers beyond the list lead nowhere: stores through them are reported.
      continue;
    } else {
      unknown.push({ name, offset: place.offset });
      markUnknown(unknownWords, place, unknown.length);
    }
  }
  for (const argument of given ?? []) {
    const { offset, name = `at ${offset}` } = argument;
    if (offset === undefined) continue;
    if (offset + bytesOf(argument) <= size) write(view, offset, name, argument, buffers);
    else {
      problems.push(messages.emulate.argumentPlace(name, offset, size));
      fits = false;
    }
  }
  for (const place of places) {
    if (!place.valueKind.startsWith('hidden_') || !isInside(place)) continue;
    const value = options.launch?.scalars.get(place.valueKind);
    writeHidden(view, place, shape, value);
    if (given === undefined && value === undefined && isAssumed(place, options)) {
      unknown.push({ name: place.valueKind, offset: place.offset });
      markUnknown(unknownWords, place, unknown.length);
    }
  }
  // Dwords that the metadata does not describe are not zero for that reason: without a list they are unknown.
  if (given === undefined) {
    const nameless = new Set(unknownWords.keys());
    for (const { offset, size: length } of places) {
      for (let word = offset >> 2; word < (offset + length + 3) >> 2; word++) nameless.delete(word);
    }
    for (const word of nameless) unknownWords[word] = NAMELESS;
  }
  return {
    segment: memory.addBytes('the kernel arguments', bytes),
    bytes,
    unknownWords,
    unknown,
    problems,
    fits,
  };
}

/** True where the values of some arguments are not given. */
export function hasUnknownArguments(
  kernel: Kernel,
  shape: LaunchShape,
  options: ExecuteOptions,
): boolean {
  if (options.arguments !== undefined) return false;
  const { unknownWords } = layOutArguments(kernel, shape, options, new GlobalMemory());
  return unknownWords.some((index) => index !== 0);
}

/** Scalars of a launch that no kernel of the program takes; without metadata of its arguments a kernel takes any. */
export function unknownKeys(
  { kernels }: Program,
  { launch = emptyLaunch }: ExecuteOptions,
): readonly Message[] {
  const taken = kernels.map(({ metadata }) => metadata?.arguments);
  const lists = taken.filter((list) => list !== undefined);
  if (lists.length < kernels.length) return [];
  const unknown = lists.map((list) => {
    const hidden = new Set(list.map(({ valueKind }) => valueKind));
    const scalars = new Map([...launch.scalars].filter(([name]) => !hidden.has(name)));
    const names = visibleArguments(list).map(({ name }) => name);
    return unknownScalars({ ...launch, scalars }, names);
  });
  const [first = []] = unknown;
  return first.filter(({ message }) =>
    unknown.every((others) => others.some((other) => other.message === message)),
  );
}

/** The size of the grid is assumed where the launch does not give it; the block has a shape that reports state. */
function isAssumed({ valueKind }: ArgumentMetadata, { launch }: ExecuteOptions): boolean {
  return (
    launch?.grid === undefined && /^hidden_(block_count|grid_dims|global_offset)/.test(valueKind)
  );
}

/** Marks the dwords of an unknown argument, also one that it shares with a known argument. */
function markUnknown(words: Uint32Array, { offset, size }: ArgumentMetadata, index: number): void {
  for (let word = offset >> 2; word < (offset + size + 3) >> 2; word++) words[word] = index;
}

function placesOf(
  kernel: Kernel,
  given: readonly KernelArgument[] | undefined,
): readonly ArgumentMetadata[] {
  if (kernel.metadata !== undefined) return kernel.metadata.arguments;
  let offset = 0;
  const inOrder = (given ?? []).filter(
    ({ offset: at, key }) => at === undefined && key === undefined,
  );
  return inOrder.map((argument): ArgumentMetadata => {
    const size = bytesOf(argument);
    const alignment = Math.min(8, 2 ** Math.ceil(Math.log2(Math.max(1, size))));
    offset = roundUp(offset, alignment);
    const place = { offset, size, valueKind: 'by_value' };
    offset += size;
    return place;
  });
}

const bytesOf = (argument: KernelArgument): number =>
  argument.kind === 'buffer' ? 8 : argument.bytes.length;

/** Puts an argument at a byte of the segment, and what it points to into memory. */
function write(
  view: DataView,
  offset: number,
  name: string,
  argument: KernelArgument,
  buffers: Buffers,
): void {
  if (argument.kind === 'buffer') {
    writeWide(view, offset, buffers.addressOf(name, argument.data));
    return;
  }
  for (const [index, byte] of argument.bytes.entries()) view.setUint8(offset + index, byte);
  for (const { name: whose, data, into = 0, offset: within } of argument.pointers ?? []) {
    writeWide(view, offset + within, buffers.addressOf(whose, data) + into);
  }
}

/** Memory of arguments: an array that several point to is there once. */
class Buffers {
  readonly #memory: GlobalMemory;
  readonly #addresses = new Map<Uint8Array, number>();

  constructor(memory: GlobalMemory) {
    this.#memory = memory;
  }

  addressOf(name: string, data: Uint8Array): number {
    const known = this.#addresses.get(data);
    if (known !== undefined) return known;
    const { base } = this.#memory.addBytes(`argument ${name}`, data);
    this.#addresses.set(data, base);
    return base;
  }
}

/** A number of the launch: an integer, or a float where it has a fraction. */
function writeNumber(
  view: DataView,
  { offset, size }: ArgumentMetadata,
  value: number | bigint,
): void {
  if (typeof value === 'number' && !Number.isInteger(value)) {
    if (size === 8) view.setFloat64(offset, value, true);
    else if (size === 4) view.setFloat32(offset, value, true);
    return;
  }
  let rest = BigInt.asUintN(64, BigInt(value));
  for (let index = 0; index < Math.min(size, 8); index++) {
    view.setUint8(offset + index, Number(rest & 0xffn));
    rest >>= 8n;
  }
}

function writeWide(view: DataView, offset: number, value: number): void {
  view.setUint32(offset, value % 2 ** 32, true);
  view.setUint32(offset + 4, Math.floor(value / 2 ** 32), true);
}

function writeHidden(
  view: DataView,
  place: ArgumentMetadata,
  shape: LaunchShape,
  given: number | bigint | undefined,
): void {
  writeNumber(view, place, given ?? hiddenArgument(place.valueKind)?.valueOf(shape) ?? 0);
}
