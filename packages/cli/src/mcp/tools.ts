/**
 * The tools that agents get: each is a command of ldscope, its input the command's options, its answer the command's JSON.
 *
 *     suggest { path: "k.mlir", machine: "gfx950" }     ->  ldscope suggest k.mlir -m gfx950 --format json
 *
 * A kernel is a file in a folder that the client names, or a text.
 */
import { z } from 'zod';

/** A command line that a tool stands for. */
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
  readonly input: z.ZodObject;
  /** The command of an input that fits; a text says what is missing. */
  readonly command: (input: Readonly<Record<string, unknown>>) => ToolCommand | string;
}

/** Longest kernel as a text. */
const MOST_TEXT = 2 ** 23;

const kernel = {
  path: z
    .string()
    .max(4096)
    .optional()
    .describe(
      'The file of the kernel: MLIR, AMD assembly, a code object, PTX, Triton IR, tile YAML',
    ),
  text: z
    .string()
    .max(MOST_TEXT)
    .optional()
    .describe('The kernel itself, instead of a file; its language is known by its content'),
  kernel: z
    .string()
    .max(4096)
    .optional()
    .describe('Which kernel of several: its symbol, its name, or a pattern with *'),
  launch: z
    .string()
    .max(65_536)
    .optional()
    .describe('How it is launched: "grid=2x8,block=256,arg3=1024", or the path of a launch file'),
};
const machine = z
  .string()
  .max(200)
  .optional()
  .describe(
    'The chip: gfx942, gfx950, sm_90, MI300X, H100; by default the one that the kernel names',
  );
const workgroups = z
  .union([z.number().int().min(1), z.literal('all')])
  .optional()
  .describe('Most workgroups to execute; 64 by default');
const buffer = z.string().max(4096).optional().describe('One buffer of the kernel: %tile');
const layout = z
  .string()
  .max(65_536)
  .optional()
  .describe('A layout in any notation: "pitch = 68", "cute: Sw<3,3,3> o 0 o (64,64):(64,1)"');

const kernelTool = (
  name: string,
  title: string,
  description: string,
  more: Readonly<Record<string, z.ZodType>>,
  options: readonly string[],
  output?: string,
): Tool => ({
  name,
  title,
  description,
  input: z.strictObject({ ...kernel, machine, ...more }),
  command: (input) => {
    const { path, text } = input;
    if ((path === undefined) === (text === undefined))
      return 'give either path or text, the kernel';
    return {
      argv: [
        name,
        '--format',
        'json',
        ...optionsOf(input, ['kernel', 'launch', 'machine', ...options]),
      ],
      path: textOf(path),
      text: textOf(text),
      output,
    };
  },
});

/** The tools, in the order in which an agent needs them. */
export const tools: readonly Tool[] = [
  kernelTool(
    'analyze',
    'Count bank conflicts',
    'Executes a GPU kernel without a GPU and reports the bank conflicts of every access to shared memory (LDS), the most expensive first, hazards (races, missing waits), and on what evidence. Read `totals.bankConflict` and `sites`; `diagnostics` says what was not counted.',
    { workgroups },
    ['workgroups'],
  ),
  kernelTool(
    'explain',
    'Explain one access',
    'Explains one access: which lanes conflict on which bank in which phase, and why. `site` is an id of analyze, as "22:5"; by default the most expensive.',
    {
      site: z.string().max(200).optional().describe('The id of a site, from analyze'),
      workgroups,
    },
    ['site', 'workgroups'],
  ),
  kernelTool(
    'suggest',
    'Find better layouts',
    'Searches paddings and swizzles of the buffers of a kernel that remove the conflicts, ranked, with proof, cost in address instructions and bytes, and the code in every notation that can express them.',
    { buffer, layout },
    ['buffer', 'layout'],
  ),
  kernelTool(
    'fix',
    'Rewrite a kernel without conflicts',
    'Rewrites a kernel in MLIR with a better layout and proves that it computes the same. `kernel` of the answer is the new text; it is absent where nothing is proven, and `result.verdict` says why.',
    { buffer, layout, workgroups },
    ['buffer', 'layout', 'workgroups'],
    '--output',
  ),
  {
    name: 'compare',
    title: 'Compare two kernels or chips',
    description:
      'Compares the bank conflicts of two kernels, or of one on two chips ("gfx942,gfx950"), access by access: what changed, and what explains it. Use it after an edit to show that it helped.',
    input: z.strictObject({
      ...kernel,
      other: z
        .string()
        .max(4096)
        .optional()
        .describe('The file of the second kernel; without it machine names two chips'),
      machine: z
        .string()
        .max(200)
        .optional()
        .describe('A chip for both, or two with a comma: "gfx942,gfx950"'),
      workgroups,
    }),
    command: (input) => {
      const { path, text, other } = input;
      if ((path === undefined) === (text === undefined))
        return 'give either path or text, the first kernel';
      return {
        argv: [
          'compare',
          '--format',
          'json',
          ...optionsOf(input, ['kernel', 'launch', 'machine', 'workgroups']),
        ],
        path: textOf(path),
        text: textOf(text),
        other: textOf(other),
      };
    },
  },
  {
    name: 'machine',
    title: 'What is known about a chip',
    description:
      'Facts and service rules of a chip, or of two side by side, each with its source and evidence; without a name the list of chips.',
    input: z.strictObject({
      name: z.string().max(200).optional().describe('gfx942, H100, ...'),
      other: z.string().max(200).optional().describe('a second chip, to compare the first with'),
    }),
    command: ({ name, other }) => {
      if (name === undefined && other !== undefined) return 'name both chips, or one';
      const words = [name, other].flatMap((one) => (one === undefined ? [] : [plain(one)]));
      if (words.some((word) => word.startsWith('-'))) return 'a name does not begin with -';
      return { argv: ['machine', ...words, '--format', 'json'] };
    },
  },
  {
    name: 'convert',
    title: 'Convert a layout',
    description:
      'Writes a layout of a tile in every notation: padding, XOR, CuTe, CK Tile, Wave, IREE, Triton, linear over GF(2).',
    input: z.strictObject({
      layout: z.string().max(65_536).describe('The layout, in any notation'),
      tile: z.string().max(200).optional().describe('Rows x columns x type: 64x128xf16'),
    }),
    command: ({ layout: given, tile }) => {
      const words = plain(given);
      if (words.startsWith('-')) return 'a layout does not begin with -';
      const options = tile === undefined ? [] : [`--tile=${plain(tile)}`];
      return { argv: ['convert', words, ...options, '--format', 'json'] };
    },
  },
];

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : undefined;
const plain = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

/** Options of an input as words of a command line; a value never reads as another option. */
function optionsOf(input: Readonly<Record<string, unknown>>, names: readonly string[]): string[] {
  return names.flatMap((name) => {
    const value = input[name];
    return value === undefined ? [] : [`--${name}=${plain(value)}`];
  });
}
