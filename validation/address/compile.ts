/**
 * Kernels of the cases in C, and what clang makes of their addresses.
 *
 *     offset(row, col) of `convert --to c`, called for every access of one wave; data comes from and goes to registers
 *
 * An access is volatile, so that none is joined with another: what is counted are addresses. Every vector instruction of
 * such a kernel computes one.
 */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { indexFormula, tileExtent, type TileLayout } from '@ldscope/core';
import type { AddressCase, NamedLayout, Walk } from './cases.ts';
import { inFolder } from '../../test/in-folder.ts';

export const chips = ['gfx942', 'gfx950'] as const;
export type Chip = (typeof chips)[number];

const HEAD = `
typedef int v2 __attribute__((ext_vector_type(2)));
typedef int v4 __attribute__((ext_vector_type(4)));
#define LDS __attribute__((address_space(3)))
#define DEVICE __attribute__((device, always_inline)) static inline
#define KERNEL extern "C" __attribute__((global, amdgpu_flat_work_group_size(64, 64)))
`;

const elements = new Map([
  [1, 'char'],
  [2, 'short'],
  [4, 'int'],
]);
const vectors = { 4: 'int', 8: 'v2', 16: 'v4' } as const;

/** A kernel with all accesses of a case under a layout. */
function kernelText(
  name: string,
  { tile, walks, keepsLoops }: AddressCase,
  layout: TileLayout,
): string {
  const { tables, text } = indexFormula(layout);
  const element = elements.get(tile.elementBytes) ?? 'int';
  const length = tileExtent(layout) / tile.elementBytes;
  return [
    `DEVICE unsigned ${name}_offset(unsigned row, unsigned col) { ${tables.join(' ')} return ${text}; }`,
    `KERNEL void ${name}() {`,
    `  __attribute__((shared, aligned(16))) ${element} tile[${length}];`,
    `  LDS ${element} *base = (LDS ${element} *)tile;`,
    '  unsigned t = __builtin_amdgcn_workitem_id_x();',
    '  __builtin_assume(t < 64);',
    ...walks.flatMap((walk) => [
      ...(keepsLoops === true ? loopLines(name, walk) : unrolledLines(name, walk)),
      '  __builtin_amdgcn_s_barrier();',
    ]),
    '}',
    '',
  ].join('\n');
}

const unrolledLines = (name: string, walk: Walk): string[] =>
  Array.from({ length: walk.instances }, (_, i) => accessLine(name, walk, `${i}u`));

const loopLines = (name: string, walk: Walk): string[] => [
  '  _Pragma("nounroll")',
  `  for (unsigned i = 0; i < ${walk.instances}; i++) {`,
  accessLine(name, walk, 'i'),
  '  }',
];

function accessLine(name: string, { isWrite, bytes, row, column }: Walk, instance: string): string {
  const type = vectors[bytes];
  const at = [row, column].map((formula) => formula.replaceAll(/\bi\b/g, instance)).join(', ');
  const place = `*(volatile LDS ${type} *)&base[${name}_offset(${at})]`;
  return isWrite
    ? `  { ${type} x; asm volatile("; def %0" : "=v"(x)); ${place} = x; }`
    : `  { ${type} x = ${place}; asm volatile("; use %0" ::"v"(x)); }`;
}

/** Vector instructions of each kernel of a case, by layout, in their order. */
export function compiledCounts(
  compiler: string,
  chip: string,
  one: AddressCase,
  layouts: readonly NamedLayout[],
): number[] {
  return inFolder((folder) => {
    const path = join(folder, 'a.hip');
    const kernels = layouts.map(({ layout }, k) => kernelText(`k${k}`, one, layout));
    writeFileSync(path, HEAD + kernels.join('\n'));
    const flags = '-x hip --cuda-device-only -nogpulib -nogpuinc -O3 -S -o -'.split(' ');
    const { stdout, stderr, status } = spawnSync(
      compiler,
      [...flags, `--offload-arch=${chip}`, path],
      { encoding: 'utf8', maxBuffer: 2 ** 28 },
    );
    if (status !== 0) throw new Error(stderr);
    return layouts.map((_, k) => vectorInstructions(stdout, `k${k}`));
  });
}

function vectorInstructions(assembly: string, name: string): number {
  const start = assembly.indexOf(`\n${name}:`);
  const body = assembly.slice(start, assembly.indexOf('s_endpgm', start));
  return body.split('\n').filter((line) => /^\s+v_/.test(line)).length;
}
