import { hint, shell } from '../hint.ts';
import { error } from './message.ts';

/** Texts that ldscope recognizes but does not read: the command that compiles them, or what to give instead. */

const NEEDS_COMPILER = 'usage/needs-compiler';
const NOT_READ = 'usage/unknown-format';

/** A compiler command: its source, its output and the chip. */
interface Compilation {
  readonly path: string;
  readonly file: string;
  readonly output: string;
  readonly chip: string;
}

export const unread = {
  hip: ({ path, file, output, chip }: Compilation) =>
    error(
      NEEDS_COMPILER,
      `${path} is HIP C++: ldscope reads its assembly`,
      hint`compile it and give ${output}: ${shell(`hipcc -O3 -gline-tables-only --offload-device-only -S --offload-arch=${chip} ${file} -o ${output}`)}`,
    ),
  cuda: ({ path, file, output, chip }: Compilation) =>
    error(
      NEEDS_COMPILER,
      `${path} is CUDA C++: ldscope reads its PTX`,
      hint`compile it and give ${output}: ${shell(`nvcc -O3 -lineinfo -ptx -arch=${chip} ${file} -o ${output}`)}`,
    ),
  openCl: ({ path, file, output, chip }: Compilation) =>
    error(
      NEEDS_COMPILER,
      `${path} is OpenCL C: ldscope reads its assembly`,
      hint`compile it with ROCm's clang and give ${output}: ${shell(`amdclang -x cl -cl-std=CL2.0 -O3 -gline-tables-only --target=amdgcn-amd-amdhsa -mcpu=${chip} -S ${file} -o ${output}`)}`,
    ),
  triton: (path: string, file: string) =>
    error(
      NEEDS_COMPILER,
      `${path} is a Triton program: ldscope reads the code that Triton compiles`,
      hint`run it with its own cache, and give the folder triton-cache: ${shell(`TRITON_CACHE_DIR=triton-cache python ${file}`)}`,
    ),
  llvmIr: ({ path, file, output, chip }: Compilation) =>
    error(
      NEEDS_COMPILER,
      `${path} is LLVM IR: ldscope reads its machine code`,
      hint`compile it and give ${output}: ${shell(
        chip.startsWith('sm_')
          ? `llc -O3 -mcpu=${chip} ${file} -o ${output}`
          : `clang --target=amdgcn-amd-amdhsa -mcpu=${chip} -nogpulib -O2 -S ${file} -o ${output}`,
      )}`,
    ),
  hostIr: (path: string, triple: string) =>
    error(
      NOT_READ,
      `${path} is LLVM IR for ${triple}, not for a GPU`,
      'give the code of the device: with hipcc or clang, --offload-device-only; with nvcc, -ptx',
    ),
  sass: (path: string) =>
    error(
      NOT_READ,
      `${path} is SASS: ldscope executes PTX, and reads SASS only beside the PTX that it was made of`,
      'give the PTX (nvcc -ptx, or cuobjdump -ptx); the command takes the listing with it: ldscope analyze kernel.ptx --sass kernel.sass',
    ),
  spirV: (path: string) =>
    error(
      NOT_READ,
      `${path} is SPIR-V, which names no machine instructions: how a driver accesses shared memory is not known before it compiles`,
      'give what a driver or compiler makes of it for a chip: AMD assembly, a code object, or PTX',
    ),
  python: (path: string) =>
    error(
      NOT_READ,
      `${path} is Python: ldscope reads the kernel that its compiler makes, not the program`,
      'give the MLIR, TTGIR, PTX or AMD assembly that the program dumps',
    ),
  cxx: (path: string) =>
    error(
      NOT_READ,
      `${path} is C or C++ without a kernel`,
      'give the file with the kernel (__global__ or __kernel), compiled for a GPU',
    ),
  ckTile: (path: string) =>
    error(
      NOT_READ,
      `${path} is CK Tile C++ (a descriptor or an encoding) without accesses to count`,
      'put it into a CK Tile specification, under lds: | or distribution: |, or convert it alone: ldscope convert "$(cat FILE)" --tile 64x32xf16',
    ),
};
