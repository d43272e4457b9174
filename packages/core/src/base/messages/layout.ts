import { error, warning } from './message.ts';

/** A layout that is inconsistent. `where` names the transform or factor. */
export const layout = {
  stage: (what: string) =>
    error('layout/stage', what, 'give each transform its dimensions, each dimension exactly once'),
  counts: (what: string) => error('layout/counts', what, 'write as many of one as of the other'),
  notALength: (where: string, position: number, length: number | undefined) =>
    error(
      'layout/not-a-length',
      position < 0
        ? `${where} has no lengths`
        : `${where}: length ${position} is ${length}, not a positive whole number`,
      'correct the length',
    ),
  tooLarge: (where: string, limit: number) =>
    error(
      'layout/too-large',
      `${where} has more than ${limit} elements`,
      'indices have 31 bits: describe one tile, not the whole tensor',
    ),
  length: (where: string, lower: number, stated: number, actual: number) =>
    error(
      'layout/length',
      `${where} states length ${stated} for its lower dimension ${lower}, which has length ${actual}: they differ from index ${Math.min(stated, actual)} on`,
      'make the two lengths agree',
    ),
  lengthsProduct: (where: string, lengths: readonly number[], product: number, length: number) =>
    error(
      'layout/lengths-product',
      `${where}: ${lengths.join(' x ')} is ${product}, but the dimension has length ${length}: index ${Math.min(product, length)} has no ${product < length ? 'upper' : 'lower'} one`,
      'choose lengths whose product is the length of the dimension',
    ),
  reach: (where: string, index: number, length: number) =>
    error(
      'layout/reach',
      `${where} reaches index ${index} of a dimension of length ${length}`,
      'make the lengths, strides or offset smaller, or the dimension longer',
    ),
  mergeOutside: (
    where: string,
    upper: number,
    lower: readonly number[],
    position: number,
    length: number,
  ) =>
    error(
      'layout/merge-not-bijective',
      `${where} is not a bijection: index ${upper} becomes (${lower.join(', ')}), but dimension ${position} has length ${length}`,
      'merge with the lengths that the dimensions have',
    ),
  mergeMisses: (
    where: string,
    lower: readonly number[],
    position: number,
    stated: number,
    length: number,
  ) =>
    error(
      'layout/merge-not-bijective',
      `${where} is not a bijection: nothing leads to (${lower.join(', ')}), because it takes length ${stated} for dimension ${position}, which has ${length}`,
      'merge with the lengths that the dimensions have',
    ),
  xorRange: (where: string, upper: readonly number[], lower: readonly number[], length: number) =>
    error(
      'layout/xor-range',
      `${where} leaves its range: index (${upper.join(', ')}) becomes (${lower.join(', ')}), but the length is ${length}`,
      'XOR permutes only lengths that are powers of two, with keys below them; use cyclic_shift for others',
    ),
  collision: (first: string, second: string, element: number) =>
    error(
      'layout/collision',
      `${first} and ${second} are both at element ${element}`,
      'check strides and lengths: two indices must not share an element',
    ),
  outside: (index: string, element: number, size: number) =>
    error(
      'layout/outside',
      `${index} is at element ${element}, outside of the ${size} that the descriptor counts`,
      'check the transforms that move indices: xor, offset, pad, indexing',
    ),
  vectorStride: (where: string, length: number, stride: number, actual: number) =>
    error(
      'layout/vector-stride',
      `${where} promises vectors of ${length} elements ${stride} apart, but elements 0 and 1 of its last dimension are ${actual} apart`,
      'leave the guaranteed vector length out, or make the last stride 1',
    ),
  vectorLength: (where: string, length: number, last: number) =>
    error(
      'layout/vector-length',
      `${where} promises vectors of ${length} elements, but its last dimension has ${last}`,
      'promise a divisor of the last length',
    ),
  notConsecutive: (where: string, index: string, wanted: number, found: number) =>
    error(
      'layout/vector-not-consecutive',
      `${where} is not of consecutive elements: ${index} is at element ${found}, not ${wanted}`,
      'promise a shorter vector, or keep the transform away from the innermost elements',
    ),
  halfPack: (where: string, count: number, first: number, perPack: number) =>
    error(
      'layout/half-pack',
      `${where} moves ${count} ${count === 1 ? 'element' : 'elements'} from element ${first} on, and ${perPack} of them share a byte`,
      'promise vectors of whole bytes: an even length in the descriptor, along an index that the distribution keeps in a thread',
    ),
  vectorAlignment: (where: string, index: string, address: number, bytes: number) =>
    warning(
      'layout/vector-alignment',
      `${where} is ${bytes} bytes wide, but ${index} is at byte ${address}, which its width does not divide`,
      'pad rows by a multiple of the width, or promise a shorter vector: the compiler takes the promise as it is',
    ),
  factor: (what: string) =>
    error(
      'layout/factor',
      what,
      'name factors as (major, minor): major 0 is R, major i + 1 is Hs[i]',
    ),
  neverCovered: (where: string, element: readonly number[]) =>
    error(
      'layout/never-covered',
      `no thread has element (${element.join(', ')}): ${where} belongs to no P and no Y`,
      'give each factor of Hs to one P or one Y',
    ),
  coveredTwice: (where: string, owners: readonly string[], element: readonly number[]) =>
    error(
      'layout/covered-twice',
      `${where} belongs to ${owners.join(' and ')}: element (${element.join(', ')}) is covered more than once, and others never`,
      'give each factor of Hs to one P or one Y',
    ),
  lanes: (p: number, values: number, lanes: number) =>
    error(
      'layout/lanes',
      `P${p} is the lane and has ${values} values, but a wave has ${lanes} lanes: they differ from lane ${Math.min(values, lanes)} on`,
      'choose factors for the lane whose product is the wave size',
    ),
  indexCount: (given: number, needed: number) =>
    error(
      'layout/index-count',
      `${given} numbers are given for an index of ${needed} dimensions`,
      'give one number per dimension, with commas between: 3,9',
    ),
  indexRange: (dimension: number, value: number, length: number) =>
    error(
      'layout/index-range',
      `index ${value} of dimension ${dimension} is outside of its length ${length}`,
      `give a number from 0 to ${length - 1}`,
    ),
  windowTooLarge: (dimension: number, tile: number, length: number) =>
    error(
      'layout/window',
      `the distribution covers ${tile} elements of dimension ${dimension}, which has ${length}: element ${length} is outside`,
      'distribute a tile of the lengths that the descriptor has',
    ),
  sliceSplit: (dimension: number, length: number, what: string) =>
    error(
      'layout/slice',
      `a slice of ${length} elements of dimension ${dimension} cannot be distributed: ${what}`,
      'slice at multiples of what the threads cover together',
    ),
  swapping: (what: string) =>
    error('layout/swapping', what, 'choose a tile size, MLdsLayer and KPack that divide'),
  unevenTranspose: (what: string, parts: string) =>
    error(
      'layout/uneven-transpose',
      `${what} is not a multiple of ${parts}`,
      'choose lengths of the tile that its threads divide',
    ),
  gemm: (what: string) =>
    error('layout/gemm', what, 'choose a block, waves and a warp tile that divide'),
};
