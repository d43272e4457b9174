import { error, warning } from './message.ts';

/** CuTe layouts: their notation and their algebra. */
export const cute = {
  extent: (text: string) =>
    error('cute/extent', `'${text}' is not a size of a mode`, 'sizes are positive whole numbers'),
  tile: (modes: string, tile: string) =>
    error(
      'cute/tile',
      `the layout has modes of ${modes}, the tile has ${tile}`,
      'give a layout of two modes: rows and columns of the tile, or columns and rows',
    ),
  incongruent: () =>
    error(
      'cute/incongruent',
      'shape and stride do not have the same nesting',
      'give each integer of the shape a stride at the same place: (4,(2,3)):(6,(3,1))',
    ),
  noStride: (suggestions: readonly string[]) =>
    error(
      'cute/no-stride',
      'the layout has a shape, but no stride',
      `write the strides behind a colon: ${suggestions.join(' or ')}`,
    ),
  unknownCall: (name: string, nearest: string | undefined, known: readonly string[]) =>
    error(
      'cute/unknown-operation',
      `'${name}' is not an operation of CuTe's layout algebra`,
      nearest === undefined ? `it has ${known.join(', ')}` : `write '${nearest}'`,
    ),
  operandCount: (name: string, least: number, most: number, found: number) =>
    error(
      'cute/operand-count',
      `${name} takes ${least === most ? least : `${least} to ${most}`} operands, not ${found}`,
      'write them between parentheses, with commas: logical_divide((8,8):(8,1), (2,2))',
    ),
  operand: (wanted: string, found: string) =>
    error(
      'cute/operand',
      `expected ${wanted}, found ${found}`,
      'a layout is (4,8):(8,1); a tiler is a layout, an integer, or one per mode: (2,_) or <2:1,_>',
    ),
  tooLarge: () =>
    error(
      'cute/too-large',
      'sizes or offsets of the layout are beyond 2^53',
      'describe one tile, not the whole tensor',
    ),
  tooManyElements: (limit: number) =>
    error(
      'cute/too-many-elements',
      `the layout has more than ${limit} elements, or offsets from 2^31 on`,
      'describe one tile: shared memory holds less',
    ),
  negativeOffset: (offset: number) =>
    error(
      'cute/negative-offset',
      `the layout reaches offset ${offset}, before the start of the tile`,
      'start at the other end: use positive strides, or an offset before them',
    ),
  rank: (rank: number) =>
    error(
      'cute/rank',
      `the layout has rank ${rank}; give two modes, rows and columns`,
      'group its modes into two: ((2,4),8):((1,2),8) has rows (2,4)',
    ),
  dynamic: () =>
    error(
      'cute/dynamic',
      'a dynamic integer is printed without its value',
      "replace each '?' by its value",
    ),
  basis: () =>
    error(
      'cute/basis-stride',
      'the strides are basis vectors: the layout gives coordinates, not offsets',
      'compose it with the layout of the memory that the coordinates index',
    ),
  tilerRank: (tiler: number, layout: number) =>
    error(
      'cute/tiler-rank',
      `the tiler has ${tiler} modes and the layout has ${layout}: they do not match mode by mode`,
      'give at most one entry per mode, or a layout for the whole',
    ),
  strideDivisibility: (stride: number, step: number, extent: number) =>
    error(
      'cute/stride-divisibility',
      `stride ${stride} does not end between elements of a mode: ${step} and its size ${extent} do not divide each other`,
      'choose a stride that is a product of leading sizes of the first layout and a divisor of the next one',
    ),
  shapeDivisibility: (extent: number, rest: number, taken: number) =>
    error(
      'cute/shape-divisibility',
      `size ${extent} ends inside a mode of the first layout: ${rest} is not a multiple of ${taken}`,
      'choose sizes that divide the modes they run through',
    ),
  carry: (extent: number, used: number) =>
    error(
      'cute/carry',
      `modes of the second layout add up to step ${used} of a mode with ${extent}, so their offsets in the first do not add up: no layout of these modes is the composition`,
      'let the modes run through different parts of the first layout; CUTLASS compiles this and gives other offsets',
    ),
  negativeStride: (operation: string) =>
    error(
      'cute/negative-stride',
      `${operation} needs strides that are not negative`,
      'reverse the mode and move the origin of the layout',
    ),
  notInjective: (operation: string, stride: number, reached: number) =>
    error(
      'cute/not-injective',
      `${operation} needs modes that follow each other: one has stride ${stride}, but smaller ones reach to ${reached}`,
      'modes may be nested or apart, but must not overlap',
    ),
  inverseDivisibility: (stride: number, below: number) =>
    error(
      'cute/inverse-divisibility',
      `the inverse is not a layout: stride ${stride} is not a multiple of the stride ${below} before it`,
      'choose strides that divide each other',
    ),
  roundedUp: (tile: number, size: number, reached: number) =>
    warning(
      'cute/rounded-up',
      `tiles of ${tile} do not divide ${size} elements: the result has ${reached}, and the last ones are not in the layout`,
      'mask the elements beyond the layout, or choose a tile size that divides it',
    ),
  notDivided: (mode: number, block: number, target: number) =>
    error(
      'cute/not-divided',
      `mode ${mode} of the block has ${block} elements, which do not divide the ${target} of the shape`,
      'choose a shape that is a multiple of the block',
    ),
  elementBits: (oldBits: number, newBits: number) =>
    error(
      'cute/element-bits',
      `elements of ${oldBits} and ${newBits} bits are not sizes`,
      'give positive whole numbers of bits',
    ),
  upcastDivisibility: (extent: number, stride: number, factor: number) =>
    error(
      'cute/upcast-divisibility',
      `${factor} elements do not become one in the mode ${extent}:${stride}`,
      'strides have to divide the factor or be multiples of it, and sizes have to be filled',
    ),
  noNeighbours: () =>
    error(
      'cute/no-neighbours',
      'no mode has stride 1: elements are not next to each other and cannot be split',
      'split a layout that has a mode of stride 1',
    ),
  swizzleParameter: (name: string, value: number) =>
    error(
      'cute/swizzle-parameter',
      `${name} of the swizzle is ${value}`,
      'Swizzle<B,M,S>: B bits change, M bits below them stay, S is the distance from source bits to target bits; B and M are not negative',
    ),
  swizzleOverlap: (bits: number, base: number, shift: number) =>
    error(
      'cute/swizzle-overlap',
      `Swizzle<${bits},${base},${shift}> reads bits that it changes: a shift of ${Math.abs(shift)} is less than ${bits} bits`,
      `make the shift at least B: Swizzle<${bits},${base},${shift < 0 ? -bits : bits}>`,
    ),
  swizzleTooHigh: (bits: number, base: number, shift: number) =>
    error(
      'cute/swizzle-too-high',
      `Swizzle<${bits},${base},${shift}> uses bits above bit 30 of an offset`,
      'offsets in shared memory have far fewer: make M or S smaller',
    ),
  swizzlesDoNotMerge: () =>
    error(
      'cute/swizzles-do-not-merge',
      'the two swizzles cannot be merged: their shifts differ, or one reads what the other changes',
      'keep one of them, or convert to a general linear layout',
    ),
  swizzleDoesNotMove: () =>
    error(
      'cute/swizzle-does-not-move',
      'no swizzle after the layout is equivalent to this one before it',
      'it needs modes that are powers of two, each bit of the swizzle with a stride of its own',
    ),
  swizzleFactor: (factor: number) =>
    error(
      'cute/swizzle-factor',
      `a swizzle cannot be expressed in elements ${factor} times as large`,
      'factors are powers of two, and must not join elements that the swizzle tells apart',
    ),
  offset: (operation: string, offset: number) =>
    error(
      'cute/offset',
      `${operation} has no form in this notation for a swizzled layout at offset ${offset}`,
      'move the offset out of the swizzle, or use 0',
    ),
  pointerBits: (bits: number) =>
    error(
      'cute/pointer-bits',
      `smem_ptr[${bits}b] is not an element size`,
      'sizes are powers of two: smem_ptr[16b](unset)',
    ),
};
