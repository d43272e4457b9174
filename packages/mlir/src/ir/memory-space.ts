/** The memory that a memref is in, by its memory space. */
import { resolveAttribute, resolveType } from './types.ts';
import type { Value } from './ir.ts';

export function memorySpaceOf(value: Value): 'workgroup' | 'private' | 'fat-buffer' | 'global' {
  const type = resolveType(value.type);
  const space = type.kind === 'memref' ? type.memorySpace : undefined;
  if (space === undefined) return 'global';
  const attribute = resolveAttribute(space);
  if (attribute.kind === 'integer') {
    if (attribute.value === 3n) return 'workgroup';
    return attribute.value === 5n ? 'private' : 'global';
  }
  const text = attribute.kind === 'opaque' ? attribute.text : '';
  if (/workgroup/.test(text)) return 'workgroup';
  if (/private/.test(text)) return 'private';
  return /fat_raw_buffer/.test(text) ? 'fat-buffer' : 'global';
}

/** True for a memref in the workgroup's memory: `#gpu.address_space<workgroup>` or address space 3. */
export function isLds(value: Value): boolean {
  return memorySpaceOf(value) === 'workgroup';
}
