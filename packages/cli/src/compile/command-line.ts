/**
 * The compiler command for the machine code of a file, with line tables:
 *
 *     hipcc kernel.hip          its own headers and device libraries
 *     clang++-22 -x hip ...     without ROCm: clang's HIP headers, and ours for the rest (`include/`)
 *     nvcc -ptx kernel.cu       for NVIDIA's chips: PTX
 *
 * Flags of the user come last, so that they decide.
 */
import type { SourceLanguage } from './language.ts';

export interface Compiler {
  readonly command: string;
  /** It has HIP's headers and device libraries of its own, and knows where. */
  readonly hasRocm: boolean;
}

const CLANG_VERSIONS = [23, 22, 21, 20, 19, 18];

/** Where a compiler may be: ROCm's first, then any clang, the newest first. */
export const COMPILERS: readonly Compiler[] = [
  ...['hipcc', 'amdclang++', '/opt/rocm/bin/hipcc', '/opt/rocm/bin/amdclang++'].map((command) => ({
    command,
    hasRocm: true,
  })),
  ...[...CLANG_VERSIONS.map((version) => `clang++-${version}`), 'clang++'].map((command) => ({
    command,
    hasRocm: false,
  })),
];

/** Those that make PTX of CUDA: NVIDIA's, then any clang, which finds CUDA's headers itself. */
export const CUDA_COMPILERS: readonly Compiler[] = [
  ...['nvcc', '/usr/local/cuda/bin/nvcc'].map((command) => ({ command, hasRocm: false })),
  ...COMPILERS.filter(({ hasRocm }) => !hasRocm),
];

export const isNvcc = ({ command }: Compiler): boolean => /(?:^|\/)nvcc$/.test(command);

/** A compiler that the user names: one of ROCm's is known by its name. */
export function namedCompiler(command: string): Compiler {
  return { command, hasRocm: /hipcc|amdclang|rocm/.test(command) };
}

export interface CommandLine {
  readonly language: SourceLanguage;
  /** As LLVM names it: `gfx942`. */
  readonly chip: string;
  readonly file: string;
  readonly output: string;
  /** Where the compiler lists what it has read, as rules of make. */
  readonly dependencies: string;
  readonly flags: readonly string[];
  /** The folder of headers that stand in for ROCm's. */
  readonly headers: string;
  /** The folder of the compiler's own headers, for a compiler without ROCm. */
  readonly resources: string;
}

/** Chips whose matrix products and copies only the target with an "a" has. */
const WITH_OWN_TARGET: ReadonlySet<string> = new Set(['sm_90', 'sm_100']);

/** Those that make PTX of a CUDA source, with its lines. */
export function ptxArguments(compiler: Compiler, request: CommandLine): string[] {
  const { file, output, dependencies, flags } = request;
  const chip = WITH_OWN_TARGET.has(request.chip) ? `${request.chip}a` : request.chip;
  const ends = [...flags, file, '-o', output];
  if (isNvcc(compiler)) {
    return [...words(`-ptx -O3 -lineinfo -arch=${chip} -MD -MF`), dependencies, ...ends];
  }
  const clang = `-x cuda --cuda-gpu-arch=${chip} --cuda-device-only -S -O3 -gline-tables-only -MD -MF`;
  return [...words(clang), dependencies, ...words('-Wno-unknown-cuda-version'), ...ends];
}

/** The arguments of the compiler. */
export function compilerArguments({ hasRocm }: Compiler, request: CommandLine): string[] {
  const { language, chip, file, output, dependencies, flags, headers, resources } = request;
  const listed = ['-dependency-file', dependencies, ...words('-sys-header-deps -MT kernel')];
  const ours = [
    ...words('-O3 -gline-tables-only -Wno-unused-command-line-argument'),
    ...listed.flatMap((flag) => ['-Xclang', flag]),
    ...flags,
    file,
    '-S',
    '-o',
    output,
  ];
  if (language === 'opencl') {
    const target = words(`-x cl -target amdgcn-amd-amdhsa -mcpu=${chip} -nogpulib -cl-std=CL2.0`);
    return [...target, '-include', `${headers}/opencl.h`, ...ours];
  }
  const hip = words(`-x hip --offload-arch=${chip} --offload-device-only`);
  const cuda =
    language === 'cuda' ? ['-include', 'cuda_runtime.h', '-isystem', `${headers}/cuda`] : [];
  if (hasRocm) return [...hip, ...cuda, ...ours];
  const stand = [
    ...words('-nogpuinc -nogpulib -include __clang_hip_runtime_wrapper.h'),
    '-isystem',
    `${resources}/include/cuda_wrappers`,
    '-isystem',
    headers,
  ];
  const wave64 = flags.includes('-mwavefrontsize64');
  return [...hip, ...stand, ...(wave64 ? ['-DLDSCOPE_WAVE64'] : []), ...cuda, ...ours];
}

/** Those that take optimised IR through the pass that lays LDS out, and print the result. */
export function loweringArguments({
  chip,
  file,
  output,
}: Pick<CommandLine, 'chip' | 'file' | 'output'>): string[] {
  return [
    ...words(`-x ir --target=amdgcn-amd-amdhsa -mcpu=${chip} -nogpulib -O3`),
    ...words('-Wno-unused-command-line-argument -Xclang -disable-llvm-passes'),
    ...words('-mllvm -stop-after=amdgpu-lower-module-lds'),
    file,
    '-S',
    '-o',
    output,
  ];
}

function words(text: string): string[] {
  return text.split(' ');
}
