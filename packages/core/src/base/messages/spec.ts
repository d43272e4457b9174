import { hint, option } from '../hint.ts';
import { error, warning } from './message.ts';

/** A YAML specification of tile, layout and access. `where` is the path to the value. */
export const spec = {
  yaml: (reason: string) =>
    error('spec/yaml', `the file is not YAML: ${reason}`, 'see docs/cli.md for an example'),
  shape: (where: string, wanted: string) =>
    error('spec/shape', `${where} is not ${wanted}`, `write ${wanted}; docs/cli.md has examples`),
  unknownKey: (key: string, where: string, nearest: string | undefined, known: readonly string[]) =>
    error(
      'spec/unknown-key',
      `${where} has no ${JSON.stringify(key)}`,
      nearest === undefined
        ? `it takes ${known.join(', ')}`
        : `write ${nearest}; it takes ${known.join(', ')}`,
    ),
  missing: (key: string, where: string) =>
    error('spec/missing', `${where} has no ${key}`, `add ${key}`),
  oneOf: (where: string, keys: readonly string[]) =>
    error('spec/one-of', `${where} needs exactly one of ${keys.join(', ')}`, 'keep one of them'),
  range: (where: string, value: number, least: number, most: number) =>
    error(
      'spec/range',
      `${where} is ${value}, but has to be from ${least} to ${most}`,
      'correct the number',
    ),
  unknownName: (where: string, name: string, known: readonly string[]) =>
    error(
      'spec/unknown-name',
      `${where}: ${JSON.stringify(name)} is not known`,
      `choose one of ${known.join(', ')}`,
    ),
  tooMany: (what: string, most: number) =>
    error('spec/too-many', `${what}, more than ${most}`, 'describe the tile of one workgroup'),
  tooManyProducts: (what: string, most: number) =>
    error(
      'spec/too-many',
      `${what}, more than ${most} are not executed`,
      'execute a smaller product: blocks and steps of K all do the same; analyze counts any size',
    ),
  besideTutorial: (key: string) =>
    error(
      'spec/beside-tutorial',
      `a tutorial has its own ${key}`,
      'take out the tutorial and write all of the specification, or the other way round',
    ),
  besideGlobal: (name: string) =>
    error(
      'spec/beside-global',
      `global.${name} is a descriptor, which has the lengths and strides of its matrix`,
      'take out the descriptor, or the other keys of this side',
    ),
  pitchOfMatrix: (dimensions: number) =>
    error(
      'spec/pitch',
      `a row pitch needs a tile of two dimensions, and this one has ${dimensions}`,
      'leave the pitch out: rows are then assumed to start at a cache line',
    ),
  viewOfLds: (where: string) =>
    error(
      'spec/view',
      `${where}: only a descriptor with two indices can be viewed column-major`,
      'give this side its own lds in the order of its distribution',
    ),
  noDescriptor: (where: string) =>
    error(
      'spec/no-descriptor',
      `${where} has no descriptor`,
      'add lds or lds_swapping for both sides, or an lds to this one',
    ),
  partOfTile: (side: string, part: readonly number[], tile: readonly number[]) =>
    warning(
      'spec/part-of-tile',
      `the ${side} distribution covers ${part.join(' x ')} of the ${tile.join(' x ')} elements of its descriptor: the rest is not counted`,
      'give a distribution of the whole tile, or a descriptor of the part',
    ),
  packedElement: (name: string, bits: number) =>
    error(
      'spec/packed-element',
      `${name} has ${bits} bits: CK Tile moves packs of 16 or 32 of them, which are not modelled`,
      'write the bytes: element i8 and k in bytes; or a tile specification (element: f6, tile, accesses), which takes the descriptor as layout',
    ),
  noMatrixType: (where: string) =>
    error(
      'spec/matrix-type',
      `${where}: the element has no matrix instruction`,
      'write the element as f64, f32, f16, bf16, fp8, bf8, i8 or fp4',
    ),
  otherElement: (stated: number, bytes: number) =>
    error(
      'spec/element',
      `the element of lds_swapping has ${stated} bytes, that of the tile ${bytes}`,
      'leave the element of lds_swapping out',
    ),
  waves: (side: string, stated: number, waves: number) =>
    error(
      'spec/waves',
      `waves is ${stated}, but the ${side} distribution has ${waves}`,
      'the first list of ps is the wave: make its product the number of waves',
    ),
  machine: (name: string) =>
    error(
      'spec/machine',
      `CK Tile specifications are counted in waves of 64 lanes, which ${name} does not run`,
      hint`choose a chip with ${option('machine')} that runs them, as gfx942 or gfx950; CK Tile with waves of 32 lanes is not counted yet`,
    ),
  wave64: (name: string) =>
    warning(
      'spec/wave64',
      `the distributions are of waves of 64 lanes, and CK Tile uses waves of 32 on ${name}`,
      'take the counts for code that is compiled for waves of 64 lanes, or write distributions of 32 lanes',
    ),
  tile: (text: string) =>
    error('spec/tile', `${JSON.stringify(text)} is not a tile`, 'write it as 128x64, or [128, 64]'),
  layout: (where: string) =>
    error(
      'spec/layout',
      `${where} is not a layout`,
      "write it as in the notation, in quotes where it begins with '#', or { wave: { swizzle_unit: 8, max_phase: 8 } }",
    ),
  noInstruction: (where: string, machine: string, wanted: string) =>
    error(
      'spec/no-instruction',
      `${where}: ${machine} has no ${wanted}`,
      'choose another width or another chip',
    ),
  noRule: (where: string, machine: string, op: string) =>
    error(
      'spec/no-rule',
      `${where}: there is no public service rule for ${op} on ${machine}`,
      'measure its conflicts on the chip; docs/adding-a-machine.md says how to add a rule that was measured',
    ),
  noMatrix: (where: string, machine: string, name: string) =>
    error(
      'spec/no-matrix-instruction',
      `${where}: ${machine} has no matrix instruction ${JSON.stringify(name)} whose layout is known`,
      `'ldscope machine ${machine} --matrix' lists those that it has`,
    ),
  width: (where: string) =>
    error(
      'spec/width',
      `${where} does not specify the width of an access`,
      'add a width as b128, a number of elements, or an instruction as ds_read_b128',
    ),
  twice: (where: string, word: string) =>
    error('spec/twice', `${where} has a second ${word}`, 'keep one of them'),
  direction: (where: string, op: string, direction: string) =>
    error('spec/direction', `${where}: ${op} does not ${direction}`, 'correct the instruction'),
  torn: (where: string, op: string, bytes: number, elementBytes: number) =>
    error(
      'spec/torn',
      `${where}: ${op} moves ${bytes} bytes, which is not a whole number of elements of ${elementBytes}`,
      'choose another width or element',
    ),
  split: (access: string, op: string, width: number, bytes: number, emitted: readonly string[]) =>
    warning(
      'spec/split-access',
      `${access}: starts at multiples of ${bytes} B under this layout, which is not enough for ${op}; compilers emit ${emitted.join(' and ')}, counted here`,
      `choose rows and columns that are multiples of ${width} B to keep it whole, or name the instruction to require it`,
    ),
  noPlace: (where: string, patterns: readonly string[]) =>
    error(
      'spec/no-place',
      `${where} does not specify which elements the lanes access`,
      `add row and column, or a name: ${patterns.join(', ')}`,
    ),
  matrix: (where: string, pattern: string) =>
    error(
      'spec/matrix',
      `${where}: ${pattern} needs a matrix instruction`,
      "add one, as v_mfma_f32_16x16x16_f16; 'ldscope machine gfx942 --matrix' lists them",
    ),
  matrixElement: (where: string, name: string, sizes: readonly number[], elementBytes: number) =>
    error(
      'spec/matrix-element',
      `${where}: ${name} has operands of ${sizes.join(' or ')} bytes, the tile elements of ${elementBytes}`,
      'choose the instruction of the element type',
    ),
  withinByte: (where: string, who: string, column: number, elementBits: number) =>
    error(
      'spec/within-byte',
      `${where}: ${who} begins at column ${column}, within a byte that holds elements of ${elementBits} bits`,
      'begin at a whole byte: an even column for 4 bits, a multiple of 4 for 6 bits',
    ),
  block: (where: string, block: string, part: string) =>
    error(
      'spec/block',
      `${where} takes blocks of ${block}, and the tile or its part is ${part}`,
      'make both sizes multiples of the block, or choose another width',
    ),
  leavesTile: (where: string, who: string, place: string, tile: string) =>
    error(
      'spec/leaves-tile',
      `${where}: ${who} moves ${place}, outside of the tile of ${tile}`,
      'correct row and column, or leave lanes out with where: lane < 32',
    ),
};
