/** Languages by which a reader looks for an example. */
export const exampleLanguages = [
  'MLIR',
  'HIP',
  'CUDA',
  'Triton',
  'CK Tile',
  'IREE / Wave',
] as const;

type ExampleLanguage = (typeof exampleLanguages)[number] | 'Schedule';

/** The repository's examples, each loaded when it is chosen. */
export interface Example {
  readonly name: string;
  readonly title: string;
  /** The language in which its reader writes kernels. */
  readonly language: ExampleLanguage;
  /** The chip that it is shown on, where the text names none. */
  readonly machine?: string;
  readonly file: string;
  readonly load: () => Promise<string>;
  /** Of machine code and PTX. */
  readonly loadLaunch?: () => Promise<string>;
  /** Which kernel, of a file with several. */
  readonly kernel?: string;
  /** Its source file, by the name in its line table. */
  readonly source?: { readonly file: string; readonly load: () => Promise<string> };
}

const texts = import.meta.glob<string>(
  [
    '../../../../examples/*/kernel.{mlir,s,ttgir}',
    '../../../../examples/*/spec.yaml',
    '../../../../examples/*/launch.yaml',
    '../../../../examples/schedules/*.sched',
    '../../../../examples/swizzle-flow/lanes.mlir',
    '../../../../examples/cuda/transpose.{ptx,cu,yaml}',
  ],
  { query: '?raw', import: 'default' },
);

// Rules of narrow reads are measured on gfx942, so transposes use it: sources dispute the rules of other chips.
const listed: readonly (Pick<Example, 'title' | 'language' | 'machine' | 'kernel'> & {
  readonly path: string;
  readonly launch?: string;
  readonly source?: string;
})[] = [
  {
    path: 'transpose-plain/kernel.mlir',
    title: 'Transpose, plain (MLIR)',
    language: 'MLIR',
    machine: 'gfx942',
  },
  {
    path: 'transpose-padded/kernel.mlir',
    title: 'Transpose, padded (MLIR)',
    language: 'MLIR',
    machine: 'gfx942',
  },
  {
    path: 'transpose-swizzled/kernel.mlir',
    title: 'Transpose, swizzled (MLIR)',
    language: 'MLIR',
    machine: 'gfx942',
  },
  {
    path: 'gemm-gather-plain/kernel.mlir',
    title: 'GEMM with gather_to_lds, plain (MLIR)',
    language: 'IREE / Wave',
  },
  {
    path: 'gemm-gather-to-lds/kernel.mlir',
    title: 'GEMM with gather_to_lds, swizzled (MLIR)',
    language: 'IREE / Wave',
  },
  {
    path: 'mxfp4-gemm/kernel.mlir',
    title: 'MXFP4 product, elements of 4 bits (MLIR)',
    language: 'MLIR',
  },
  { path: 'reduction-strided/kernel.mlir', title: 'Reduction, strided (MLIR)', language: 'MLIR' },
  { path: 'broadcast/kernel.mlir', title: 'Broadcast (MLIR)', language: 'MLIR' },
  {
    path: 'compiled-transpose/kernel.s',
    title: 'Transpose, compiled (gfx942 assembly)',
    language: 'HIP',
  },
  {
    path: 'cuda/transpose.ptx',
    title: 'Transpose, compiled from CUDA (PTX)',
    language: 'CUDA',
    launch: 'cuda/transpose.yaml',
    source: 'cuda/transpose.cu',
    kernel: 'plain',
  },
  { path: 'triton-matmul/kernel.ttgir', title: 'Matmul layouts (TTGIR)', language: 'Triton' },
  {
    path: 'ck-tile-transpose/spec.yaml',
    title: 'CK Tile transpose (specification)',
    language: 'CK Tile',
  },
  {
    path: 'ck-tile-swapped/spec.yaml',
    title: 'CK Tile index swapping (specification)',
    language: 'CK Tile',
  },
  {
    path: 'schedules/gemm-256x256x32.sched',
    title: 'GEMM hot loop (schedule)',
    language: 'Schedule',
  },
];

const textAt = (path: string): (() => Promise<string>) | undefined =>
  texts[`../../../../examples/${path}`];

export const examples: readonly Example[] = listed.flatMap(({ path, launch, source, ...rest }) => {
  const load = textAt(path);
  if (load === undefined) return [];
  const folder = path.slice(0, path.lastIndexOf('/'));
  const loadLaunch = textAt(launch ?? `${folder}/launch.yaml`);
  const loadSource = source === undefined ? undefined : textAt(source);
  const name = folder === 'schedules' ? path.slice(folder.length + 1, -'.sched'.length) : folder;
  return [
    {
      name,
      file: path.slice(folder.length + 1),
      load,
      ...(loadLaunch === undefined ? {} : { loadLaunch }),
      ...(source === undefined || loadSource === undefined
        ? {}
        : { source: { file: source.slice(folder.length + 1), load: loadSource } }),
      ...rest,
    },
  ];
});
