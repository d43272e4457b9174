import { hint, option } from '../hint.ts';
import { error, note, remedy, warning } from './message.ts';

/** Machine code that cannot be timed. */
export const timing = {
  noMatrixInstruction: (name: string, chip: string, example = '') =>
    error(
      'timing/no-matrix-instruction',
      `${chip} has no matrix instruction '${name}'`,
      example === ''
        ? hint`choose a chip that has it with ${option('machine')}`
        : `give one of its assembler, for example ${example}`,
    ),
  noMatrixFor: (element: string, chip: string, has: readonly string[]) =>
    error(
      'timing/no-matrix-type',
      `${chip} has no matrix instruction for ${element}`,
      has.length === 0
        ? 'choose a chip with matrix instructions'
        : `choose another element (${has.join(', ')}) or another chip`,
    ),
  matrixType: (name: string, multiplies: string, element: string, better: string | undefined) =>
    error(
      'timing/matrix-type',
      `${name} multiplies ${multiplies}, and the elements of the tile are ${element}`,
      better === undefined ? 'choose another element' : `choose ${better}`,
    ),
  noAccess: (bytes: number, element: string, widths: readonly number[]) =>
    error(
      'timing/access',
      `no instruction moves ${bytes} bytes per lane as whole elements of ${element}`,
      `choose one of: ${widths.join(', ')}`,
    ),
  unevenTile: (size: string, parts: string) =>
    error(
      'timing/uneven-tile',
      `${size} is not a multiple of ${parts}`,
      'choose a tile that the waves and the matrix instruction divide',
    ),
  tileText: (text: string, types: readonly string[]) =>
    error(
      'timing/tile',
      `'${text}' is not a tile of a GEMM`,
      `write m x n x k and an element, 256x256x32xf16; elements are ${types.join(', ')}`,
    ),
  noLayout: (kind: string) =>
    error(
      'timing/no-layout',
      `no legal ${kind} removes conflicts from the tile`,
      'choose another --swizzle; ldscope suggest tells what each layout leaves',
    ),
  wavesText: (text: string) =>
    error('timing/waves', `'${text}' is not a grid of waves`, 'write waves along m and n, 2x2'),
  unknownOperation: (name: string, known: readonly string[]) =>
    error(
      'timing/unknown-operation',
      `'${name}' is not an operation of a schedule`,
      `write one of ${known.join(', ')}, or an instruction with its prefix (v_, s_, ds_, buffer_, global_)`,
    ),
  beyondCounter: (counter: string, value: number, most: number) =>
    error(
      'timing/beyond-counter',
      `${counter}(${value}) is beyond the counter: it counts to ${most}`,
      `write a value from 0 to ${most}`,
    ),
  beyondLimit: (what: string, value: number, most: number) =>
    error('timing/beyond-limit', `${what} is ${value}, more than ${most}`, `give at most ${most}`),
  beyondLds: (bytes: number, places: number, chip: string, room: number) =>
    error(
      'timing/beyond-lds',
      `the schedule does not fit: its waves write at least ${bytes / 1024} KiB of LDS, to ${places} places, and ${chip} has ` +
        `${room / 1024} KiB for a workgroup`,
      'places of one name are one place: what reuses memory takes the name of what was there',
    ),
  noInstructions: () =>
    error(
      'timing/no-instructions',
      'the schedule has no operation',
      'write operations under prologue:, loop N: or tail:',
    ),
  noWidth: (name: string) =>
    warning(
      'timing/no-width',
      `no chip has '${name}': 16 bytes per lane are the widest access`,
      'it counts as one access of 16 bytes per lane',
    ),
  neverLoaded: (name: string, by: string) =>
    warning(
      'timing/never-loaded',
      `'${name}' is read by ${by}, but never loaded before`,
      'name what does: ds_read_b128 A[0,0], buffer_load_dwordx4 p[0], ds_write_b128 to tile',
    ),
  fromComments: (count: number) =>
    note(
      'timing/from-comments',
      `registers of ${count === 1 ? 'one operation are' : `${count} operations are`} those that their comments name, in one tile in LDS`,
      'name them in the operation where that is wrong: ds_read_b128 A[0,2:3] from tile',
    ),
  notedLoop: (times: number) =>
    note(
      'timing/noted-loop',
      `the comment says that a loop begins: it is simulated ${times} times`,
      `write loop ${times}: in its place`,
    ),
  remark: () =>
    note(
      'timing/remark',
      'this line is not an operation: it is read as a remark and takes no time',
      'begin it with // to make it a comment',
    ),
  unnamed: (count: number) =>
    warning(
      'timing/unnamed',
      `${count} ${count === 1 ? 'operation names' : 'operations name'} no register that it loads, or no place in LDS: ` +
        'its waits are not checked, missing waits are not found, and it delays nothing',
      'name both: ds_read_b128 A[0,0:1] from tile, ds_write_b128 to tile from p',
    ),
  noInstruction: (operation: string, chip: string, has: readonly string[]) =>
    error(
      'timing/no-instruction',
      `${chip} has no ${operation}`,
      has.length === 0
        ? hint`choose another chip with ${option('machine')}`
        : `it has ${has.join(', ')}`,
    ),
  takes: (input: string, hint: string) =>
    error(
      'timing/takes',
      `timeline takes AMD machine code or a schedule, and the input is ${input}`,
      hint,
    ),
  noLowering: () =>
    error(
      'timing/no-lowering',
      'MLIR is timed as machine code, and mlir-opt, which makes it, is not installed',
      'apt-get install mlir-22-tools, or give the assembly of the kernel',
    ),
  notLowered: (problem: string) =>
    error(
      'timing/not-lowered',
      `MLIR is timed as machine code, and mlir-opt does not make it: ${problem}`,
      'give a gpu.module in the dialects of LLVM, another chip, or the assembly of the kernel',
    ),
  deadlock: (waits: string) =>
    error(
      'timing/deadlock',
      `the schedule deadlocks: ${waits}`,
      'pair every await with a signal, executed as often by a wave that does not wait for it',
    ),
  spin: (what: string) =>
    error(
      'timing/spin',
      `${what}; so does the time, which is not known`,
      'separate the waves with a barrier, or measure the kernel',
    ),
  openBranch: (mnemonic: string, sources: string) =>
    error(
      'timing/open-branch',
      `${mnemonic} depends on ${sources}: how often loops run, and so the time, is not known`,
      remedy(sources),
    ),
  noDevice: (name: string, known: readonly string[]) =>
    warning(
      'timing/no-device',
      `units and memory of ${name} are not known, so the time of its launch is not predicted`,
      known.length === 0
        ? 'cycles of one compute unit are those of its chip'
        : `cycles of one compute unit are those of its chip; devices that are known: ${known.join(', ')}`,
    ),
  noTiming: (chip: string, known: readonly string[]) =>
    error(
      'timing/no-model',
      `the pipeline of ${chip} is not modelled`,
      `choose one of ${known.join(', ')}`,
    ),
};
