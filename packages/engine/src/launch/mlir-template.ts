/**
 * A launch file to fill in for a kernel of MLIR, from its parameters:
 *
 *     # transpose
 *     grid: [1] # workgroups in x, y, z
 *     block: [64] # as the kernel states it
 *     args:
 *       - { name: out, dtype: f32, shape: [64], fill: random } # memref<64xf32>
 */
import type { Extent } from '@ldscope/core';
import { argumentText, type KernelParameter, type LaunchDescription } from '@ldscope/mlir';

/** The text of a launch file; `block` is the line for a kernel that does not state one. */
export function mlirTemplate(
  { name, grid, block, parameters }: LaunchDescription,
  blockLine = 'block: [?] # work-items in x, y, z',
): string {
  const lines = [
    `# ${name}`,
    grid === undefined
      ? 'grid: [1] # workgroups in x, y, z'
      : `grid: ${extentText(grid)} # as the module states it`,
    block === undefined ? blockLine : `block: ${extentText(block)} # as the kernel states it`,
    parameters.length === 0 ? 'args: []' : 'args:',
    ...parameters.map((parameter) => `  - ${entryOf(parameter)}${typeNote(parameter)}`),
  ];
  return `${lines.join('\n')}\n`;
}

/** `[64, 2]`, without trailing ones. */
function extentText([x, y, z]: Extent): string {
  return z > 1 ? `[${x}, ${y}, ${z}]` : y > 1 ? `[${x}, ${y}]` : `[${x}]`;
}

const entryOf = (parameter: KernelParameter): string =>
  argumentText(parameter).replace(/(dtype: .*) \}$/, '$1, fill: random }');

const typeNote = ({ type, name }: KernelParameter): string =>
  type === '' ? ` # ${name}` : ` # ${name}: ${type}`;
