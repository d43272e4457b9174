/** The kernels that one can begin with: those of the repository's examples, loaded when they are chosen. */
export interface Example {
  readonly name: string;
  readonly title: string;
  readonly file: string;
  readonly load: () => Promise<string>;
  /** Of machine code. */
  readonly loadLaunch?: () => Promise<string>;
}

const texts = import.meta.glob<string>(
  [
    '../../../../examples/*/kernel.{mlir,s,ttgir}',
    '../../../../examples/*/spec.yaml',
    '../../../../examples/*/launch.yaml',
    '../../../../examples/schedules/*.sched',
    '../../../../examples/swizzle-flow/lanes.mlir',
  ],
  { query: '?raw', import: 'default' },
);

const listed: readonly (Omit<Example, 'name' | 'file' | 'load' | 'loadLaunch'> & {
  readonly path: string;
})[] = [
  { path: 'transpose-plain/kernel.mlir', title: 'Transpose, plain (MLIR)' },
  { path: 'transpose-padded/kernel.mlir', title: 'Transpose, padded (MLIR)' },
  { path: 'transpose-swizzled/kernel.mlir', title: 'Transpose, swizzled (MLIR)' },
  { path: 'gemm-gather-plain/kernel.mlir', title: 'GEMM with gather_to_lds, plain (MLIR)' },
  { path: 'gemm-gather-to-lds/kernel.mlir', title: 'GEMM with gather_to_lds, swizzled (MLIR)' },
  { path: 'mxfp4-gemm/kernel.mlir', title: 'MXFP4 product, elements of 4 bits (MLIR)' },
  { path: 'reduction-strided/kernel.mlir', title: 'Reduction, strided (MLIR)' },
  { path: 'broadcast/kernel.mlir', title: 'Broadcast (MLIR)' },
  { path: 'compiled-transpose/kernel.s', title: 'Transpose, compiled (gfx942 assembly)' },
  { path: 'triton-matmul/kernel.ttgir', title: 'Matmul layouts (TTGIR)' },
  { path: 'ck-tile-transpose/spec.yaml', title: 'CK Tile transpose (specification)' },
  { path: 'ck-tile-swapped/spec.yaml', title: 'CK Tile index swapping (specification)' },
  { path: 'schedules/gemm-256x256x32.sched', title: 'GEMM hot loop (schedule)' },
];

export const examples: readonly Example[] = listed.flatMap(({ path, ...rest }) => {
  const load = texts[`../../../../examples/${path}`];
  if (load === undefined) return [];
  const folder = path.slice(0, path.lastIndexOf('/'));
  const loadLaunch = texts[`../../../../examples/${folder}/launch.yaml`];
  const name = folder === 'schedules' ? path.slice(folder.length + 1, -'.sched'.length) : folder;
  return [
    {
      name,
      file: path.slice(folder.length + 1),
      load,
      ...(loadLaunch === undefined ? {} : { loadLaunch }),
      ...rest,
    },
  ];
});
