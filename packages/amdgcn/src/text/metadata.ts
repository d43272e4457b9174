/**
 * Metadata of kernels, from its tree: `amdhsa.kernels` is a list of maps with keys such as `.args` and `.name`.
 * The tree comes from YAML in assembly and from MessagePack in code objects.
 *
 * Source: LLVM, "User Guide for AMDGPU Backend", Code Object V3 to V6 Metadata.
 */
import { messages } from '@ldscope/core';
import type { Message } from '@ldscope/core';
import type { ArgumentMetadata, KernelMetadata } from './program.ts';
import type { Document } from './document.ts';

type DocumentMap = ReadonlyMap<string, Document>;

/** The metadata of a code object. */
export interface Metadata {
  readonly target?: string;
  readonly kernels: readonly KernelMetadata[];
}

/** Reads the needed metadata from the tree, and reports what is malformed. */
export function readMetadata(document: Document, report: (message: Message) => void): Metadata {
  const kernels: KernelMetadata[] = [];
  if (!isMap(document)) {
    report(messages.amdgcn.metadata('it is not a map'));
    return { kernels };
  }
  const list = document.get('amdhsa.kernels');
  for (const entry of isList(list) ? list : []) {
    const kernel = isMap(entry) ? readKernel(entry, report) : undefined;
    if (kernel !== undefined) kernels.push(kernel);
  }
  const target = targetName(text(document.get('amdhsa.target')) ?? '');
  return target === undefined ? { kernels } : { target, kernels };
}

/** `gfx942` of `amdgcn-amd-amdhsa--gfx942:sramecc+:xnack-`. */
export function targetName(triple: string): string | undefined {
  return /\bgfx[0-9a-f]+\b/.exec(triple)?.[0];
}

function readKernel(
  map: DocumentMap,
  report: (message: Message) => void,
): KernelMetadata | undefined {
  const name = text(map.get('.name'));
  const symbol = text(map.get('.symbol')) ?? (name === undefined ? undefined : `${name}.kd`);
  if (name === undefined || symbol === undefined) {
    report(messages.amdgcn.metadata('a kernel has no .name'));
    return undefined;
  }
  const list = map.get('.args');
  const size = (key: string): number | undefined => {
    const given = map.get(key);
    const value = number(given);
    if (given !== undefined && value === undefined)
      report(messages.amdgcn.metadata(`${key} of ${name} is not a size`));
    return value;
  };
  const maxFlatWorkgroupSize = size('.max_flat_workgroup_size');
  const requiredWorkgroupSize = sizes(map.get('.reqd_workgroup_size'));
  const dynamicStack = map.get('.uses_dynamic_stack');
  return {
    name,
    symbol,
    arguments: readArguments(isList(list) ? list : [], name, report),
    kernargSegmentSize: size('.kernarg_segment_size') ?? 0,
    groupSegmentSize: size('.group_segment_fixed_size') ?? 0,
    privateSegmentSize: size('.private_segment_fixed_size') ?? 0,
    wavefrontSize: size('.wavefront_size') ?? 64,
    maxFlatWorkgroupSize,
    requiredWorkgroupSize,
    ...(typeof dynamicStack === 'boolean' ? { dynamicStack } : {}),
  };
}

function readArguments(
  list: readonly Document[],
  kernel: string,
  report: (message: Message) => void,
): ArgumentMetadata[] {
  const result: ArgumentMetadata[] = [];
  for (const entry of list) {
    const map = isMap(entry) ? entry : new Map<string, Document>();
    const offset = number(map.get('.offset'));
    const size = number(map.get('.size'));
    const valueKind = text(map.get('.value_kind'));
    if (offset === undefined || size === undefined || valueKind === undefined) {
      report(
        messages.amdgcn.metadata(
          `argument ${result.length} of ${kernel} lacks .offset, .size or .value_kind`,
        ),
      );
      continue;
    }
    const name = text(map.get('.name'));
    result.push({ offset, size, valueKind, name });
  }
  return result;
}

function isMap(document: Document): document is DocumentMap {
  return document instanceof Map;
}

function isList(document: Document): document is readonly Document[] {
  return Array.isArray(document);
}

function text(document: Document): string | undefined {
  return typeof document === 'string'
    ? document
    : typeof document === 'number'
      ? String(document)
      : undefined;
}

function number(document: Document): number | undefined {
  const value = typeof document === 'bigint' ? Number(document) : document;
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined;
}

function sizes(document: Document): readonly [number, number, number] | undefined {
  if (!isList(document) || document.length !== 3) return undefined;
  const [x, y, z] = document.map(number);
  return x === undefined || y === undefined || z === undefined ? undefined : [x, y, z];
}
