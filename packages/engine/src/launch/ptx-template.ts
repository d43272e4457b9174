/**
 * A launch file to fill in for a kernel of PTX, from its parameters:
 *
 *     # transpose
 *     grid: [1] # blocks in x, y, z
 *     block: [?] # threads in x, y, z, at most 256
 *     args:
 *       - { name: arg0, dtype: f32, shape: [1024], fill: random } # a pointer to global memory
 *       - { i32: 0 } # arg1, u32
 */
import type { KernelDescription } from '@ldscope/ptx';

export function ptxTemplate({
  name,
  requiredBlock,
  mostThreads,
  usesDynamicShared,
  parameters,
}: KernelDescription): string {
  const limit = mostThreads === undefined ? '' : `, at most ${mostThreads}`;
  const lines = [
    `# ${name}`,
    'grid: [1] # blocks in x, y, z',
    requiredBlock === undefined
      ? `block: [?] # threads in x, y, z${limit}`
      : `block: [${requiredBlock.join(', ')}] # as the kernel requires it`,
    ...(usesDynamicShared ? ['lds: 0 # bytes of extern __shared__'] : []),
    parameters.length === 0 ? 'args: []' : 'args:',
    ...parameters.map((parameter) => `  - ${entryOf(parameter)}`),
  ];
  return `${lines.join('\n')}\n`;
}

function entryOf({
  name,
  type,
  bytes,
  isPointer,
  isTensorMap,
}: KernelDescription['parameters'][number]): string {
  if (isPointer) {
    return `{ name: ${name}, dtype: f32, shape: [1024], fill: random } # a pointer to global memory`;
  }
  if (isTensorMap)
    return `{ tensorMap: { pointer: ?, dtype: f16, shape: [?, ?], box: [?, ?], swizzle: 128B } } # ${name}, a buffer of buffers`;
  const value = type === 'f32' || type === 'f64' ? type : VALUES[bytes];
  if (type === 'b8' && bytes !== 1) {
    return `{ hex: "${'00'.repeat(bytes)}" } # ${name}, ${bytes} bytes by value: a struct`;
  }
  return value === undefined
    ? `{ hex: "${'00'.repeat(bytes)}" } # ${name}, ${bytes} bytes by value`
    : `{ ${value}: 0 } # ${name}, ${type}`;
}

/** Types of integers by their bytes. */
const VALUES: Readonly<Record<number, string>> = { 1: 'u8', 2: 'u16', 4: 'i32', 8: 'i64' };
