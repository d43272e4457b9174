/**
 * A launch file to fill in, from what a kernel says of itself:
 *
 *     # reverse, for gfx942
 *     grid: [1]
 *     block: [64] # as the kernel takes it
 *     args:
 *       - { name: arg0, dtype: f32, shape: [1024], fill: random } # a pointer to global memory
 *       - { i32: 0 } # arg2, 4 bytes by value
 */
import { blockQuestionOf, type Kernel, type Program, visibleArguments } from '@ldscope/amdgcn';
import {
  chooseKernel,
  diagnose,
  emptyLaunch,
  failure,
  readableName,
  type Result,
  success,
} from '@ldscope/core';

/** Types of values that have a common size, and what they may be instead. */
const VALUES: Readonly<Record<number, string>> = {
  1: '{ u8: 0 }',
  2: '{ u16: 0 }',
  4: '{ i32: 0 }',
  8: '{ i64: 0 }',
};

/** The text of a launch file for a kernel of a program. Errors: `launch/no-kernel`, `launch/several-kernels`. */
export function launchTemplate(program: Program, name: string | undefined): Result<string> {
  const kernel = chooseKernel(program.kernels, name);
  if ('code' in kernel) return failure(diagnose(kernel));
  const { target } = program;
  const places = visibleArguments(kernel.metadata?.arguments ?? []);
  const lines = [
    `# ${readableName(kernel.name)}${target === undefined ? '' : `, for ${target}`}`,
    'grid: [1] # workgroups in x, y, z',
    blockLine(program, kernel),
    ...ldsLines(kernel),
    places.length === 0 ? 'args: [] # the file does not describe its arguments' : 'args:',
    ...places.map(({ name: own, size, valueKind }, position) => {
      const shown = own ?? `arg${position}`;
      if (valueKind === 'by_value') {
        const value = VALUES[size] ?? `{ hex: "${'00'.repeat(size)}" }`;
        const more = size === 4 ? ', or f32' : size === 8 ? ', or f64' : '';
        return `  - ${value} # ${shown}, ${size} bytes by value${more}`;
      }
      const space = valueKind === 'dynamic_shared_pointer' ? 'LDS' : 'global memory';
      return `  - { name: ${shown}, dtype: f32, shape: [1024], fill: random } # a pointer to ${space}`;
    }),
  ];
  return success(`${lines.join('\n')}\n`);
}

function blockLine(program: Program, { name, metadata }: Kernel): string {
  const { requiredWorkgroupSize: required, maxFlatWorkgroupSize: most } = metadata ?? {};
  if (required !== undefined) return `block: [${required.join(', ')}] # as the kernel takes it`;
  const question = blockQuestionOf(program, { launch: emptyLaunch, kernel: name });
  if (question === undefined) return `block: [${most ?? 64}] # work-items in x, y, z`;
  const { axes, items, isChosen } = question;
  if (axes === 1 && isChosen && items !== undefined) {
    return `block: [${items}] # the most that it takes`;
  }
  const used = axes === 1 ? 'x' : axes === 2 ? 'x and y' : 'x, y and z';
  const limit = items === undefined ? '' : `, at most ${items}`;
  return `block: [${Array.from({ length: axes }, () => '?').join(', ')}] # to be given: it uses ids in ${used}${limit}`;
}

/** Dynamic LDS is not told apart from none: the metadata has what the kernel declares. */
function ldsLines({ metadata }: Kernel): string[] {
  const bytes = metadata?.groupSegmentSize;
  return bytes === undefined
    ? []
    : [`# lds: 0 # bytes of extern __shared__, beyond the ${bytes} that it declares`];
}
