/**
 * The tools that agents get: each is a command of ldscope, its input the command's options, its answer the command's JSON.
 *
 *     suggest { path: "k.mlir", machine: "gfx950" }     ->  ldscope suggest k.mlir -m gfx950 --format json
 *
 * A kernel is a file in a folder that the client names, or a text.
 */
import { type Keys, shape, type Shape, type ValueOf } from '@ldscope/core';
import { request } from '@ldscope/engine';
import { sourceLanguage } from '../compile/language.ts';

const { mapping, optional, required } = shape;

const other = optional(
  request.path.shape,
  'The file of the second kernel; without it machine names two chips',
);
const chip = optional(request.machine.shape, 'gfx942, H100, ...');

/** Values of an input; each tool has some of them. */
type ToolInput = ValueOf<typeof anyInput>;
const anyInput = mapping({ ...request, other, name: chip });

/** A command line that a tool is for. */
interface ToolCommand {
  readonly argv: readonly string[];
  /** The file among it; the command reads `text` where it is absent. */
  readonly path?: string | undefined;
  readonly text?: string | undefined;
  /** A second file behind it. */
  readonly other?: string | undefined;
  /** The option of a file that is written, which the answer has as `kernel`. */
  readonly output?: string | undefined;
}

export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: Shape<ToolInput>;
  /** The command of an input; a text says what is missing. */
  readonly command: (input: ToolInput) => ToolCommand | string;
}

const { path, text, kernel, launch, machine, workgroups, site, buffer, layout, tile } = request;

/** A tool of a command that takes a kernel, and its other inputs as options of the same names. */
const kernelTool = (
  name: string,
  title: string,
  description: string,
  options: Keys,
  more: { readonly files?: Keys; readonly output?: string; readonly missing?: string } = {},
): Tool => ({
  name,
  title,
  description,
  input: mapping({ path, text, kernel, launch, machine, ...more.files, ...options }),
  command: (input) => {
    if ((input.path === undefined) === (input.text === undefined))
      return more.missing ?? 'give either path or text, the kernel';
    const { path: file, text: own, other: second, ...given } = input;
    const argv = [name, '--format', 'json', ...optionsOf(given)];
    // The change of a source is a diff in the answer.
    const isSource = file !== undefined && sourceLanguage(file) !== undefined;
    const output = isSource ? undefined : more.output;
    return { argv, path: file, text: own, other: second, output };
  },
});

/** The tools, in the order in which an agent needs them. */
export const tools: readonly Tool[] = [
  kernelTool(
    'analyze',
    'Count bank conflicts',
    'Executes a GPU kernel without a GPU and reports the bank conflicts of every access to shared memory (LDS), the most expensive first, hazards (races, missing waits), and on what evidence. Read `totals.bankConflict` and `sites`; `diagnostics` says what was not counted.',
    { workgroups },
  ),
  kernelTool(
    'explain',
    'Explain one access',
    'Explains one access: which lanes conflict on which bank in which phase, and why. `site` is an id of analyze, as "22:5"; by default the most expensive.',
    { site, workgroups },
  ),
  kernelTool(
    'suggest',
    'Find better layouts',
    'Searches paddings and swizzles of the buffers of a kernel that remove the conflicts, ranked, with proof, cost in address instructions and bytes, and the code in every notation that can express them. Of a source in HIP, CUDA or OpenCL with a launch file, `candidates` are changes of its text that were compiled, executed and compared, the best first, and `diff` is that one; layouts with `untried` are not recommended.',
    { buffer, layout },
  ),
  kernelTool(
    'fix',
    'Rewrite a kernel without conflicts',
    'Rewrites a kernel in MLIR with a better layout and proves that it computes the same. `kernel` of the answer is the new text; it is absent where nothing is proven, and `result.verdict` says why. Of a source in HIP, CUDA or OpenCL with a launch file, `result.diff` is the best change that was compiled, executed and compared, for git apply.',
    { buffer, layout, workgroups },
    { output: '--output' },
  ),
  kernelTool(
    'compare',
    'Compare two kernels or chips',
    'Compares the bank conflicts of two kernels, or of one on two chips ("gfx942,gfx950"), access by access: what changed, and what explains it. Use it after an edit to show that it helped.',
    {
      machine: optional(machine.shape, 'A chip for both, or two with a comma: "gfx942,gfx950"'),
      workgroups,
    },
    { files: { other }, missing: 'give either path or text, the first kernel' },
  ),
  {
    name: 'machine',
    title: 'What is known about a chip',
    description:
      'Facts and service rules of a chip, or of two side by side, each with its source and evidence; without a name the list of chips.',
    input: mapping({
      name: chip,
      other: optional(machine.shape, 'a second chip, to compare the first with'),
    }),
    command: ({ name, other: second }) => {
      if (name === undefined && second !== undefined) return 'name both chips, or one';
      const words = [name, second].filter((one) => one !== undefined);
      if (words.some((word) => word.startsWith('-'))) return 'a name does not begin with -';
      return { argv: ['machine', ...words, '--format', 'json'] };
    },
  },
  {
    name: 'convert',
    title: 'Convert a layout',
    description:
      'Writes a layout of a tile in every notation: padding, XOR, CuTe, CK Tile, Wave, IREE, Triton, linear over GF(2).',
    input: mapping({ layout: required(layout.shape, 'The layout, in any notation'), tile }),
    command: ({ layout: words = '', ...given }) =>
      words.startsWith('-')
        ? 'a layout does not begin with -'
        : { argv: ['convert', words, ...optionsOf(given), '--format', 'json'] },
  },
];

/** Options of an input as words of a command line; a value never reads as another option. */
const optionsOf = (given: Readonly<Record<string, string | number | undefined>>): string[] =>
  Object.entries(given).flatMap(([name, value]) =>
    value === undefined ? [] : [`--${name}=${value}`],
  );
