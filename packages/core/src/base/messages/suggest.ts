import { hint, option } from '../hint.ts';
import { error, note, someOf, warning } from './message.ts';

/** Inputs for which no layout can be suggested. */
export const suggest = {
  relative: (names: string, reason: string) =>
    warning(
      'suggest/relative',
      `the present layout of ${names} is not understood: ${reason}; suggestions are relative to the addresses that the kernel uses now`,
      'apply a suggestion to the index that the kernel computes now, after its own swizzle; no notation expresses both together',
    ),
  missingEvidence: (names: string, missing: string) =>
    note(
      'suggest/missing-evidence',
      `the present layout of ${names} fits all observed accesses, but these were not observed: ${missing}`,
      'nothing needs to be done where those rows are never accessed',
    ),
  tileText: (text: string) =>
    error(
      'suggest/tile',
      `${JSON.stringify(text)} is not a tile`,
      'write rows x columns x element type, as 128x64xf16',
    ),
  inParts: (name: string, elementBytes: number, partBytes: number) =>
    note(
      'suggest/in-parts',
      `elements of ${name} have ${elementBytes} B and are accessed in parts, so the tile is in units of ${partBytes} B; only layouts that keep elements whole are suggested`,
      'to move members apart, declare an array for each of them',
    ),
  noTile: (file: string) =>
    error(
      'suggest/no-tile',
      `${file} does not specify the tiles in its LDS`,
      hint`give one with ${option('tile', '128x64xf16')}, and ${option('at', 'BYTES')} if it does not start at byte 0`,
    ),
  nothingGiven: () =>
    error(
      'suggest/nothing-given',
      'there is no file, and no tile with accesses',
      hint`give a kernel or a specification, or ${option('tile', '128x64xf16')} with ${option('write')} and ${option('read')}`,
    ),
  fileAndAccesses: () =>
    error(
      'suggest/file-and-accesses',
      '--write and --read describe a tile without a kernel',
      'leave out the file, or these options',
    ),
  noMatrix: (lengths: readonly number[]) =>
    error(
      'suggest/no-matrix',
      `the LDS descriptor has lengths ${lengths.join(' x ')}, and layouts are searched for matrices`,
      'merge its dimensions into rows and columns with a last stage of make_merge_transform',
    ),
  gemm: () =>
    error(
      'suggest/gemm',
      'a GEMM specifies the tiles of A and of B itself',
      'leave out the tile, or name one of them: --buffer a',
    ),
  otherView: () =>
    error(
      'suggest/other-view',
      'the read descriptor is not a view of the matrix that the write descriptor stores',
      'make both descriptors of one size with equal offsets, in either order of the indices',
    ),
  otherTile: (given: string, stated: string) =>
    error(
      'suggest/other-tile',
      `the options give ${given}, but the specification has ${stated}`,
      hint`leave out ${option('tile')}, ${option('layout')} and ${option('at')}: the specification has its own tile and descriptor`,
    ),
  otherInstructions: (conflicts: string) =>
    warning(
      'suggest/other-instructions',
      `CK Tile emits different instructions for this descriptor: ${conflicts}`,
      'analyze the specification with the descriptor in it',
    ),
  notCounted: (
    name: string,
    {
      accesses,
      of,
      what,
      constrain,
    }: {
      readonly accesses: number;
      readonly of: number;
      readonly what: readonly string[];
      readonly constrain: boolean;
    },
  ) =>
    warning(
      'suggest/not-counted',
      `${accesses} of ${of} accesses ${constrain ? `to ${name}` : `of the kernel, perhaps to ${name},`} are not counted: ${someOf(what)}`,
      constrain
        ? 'layouts keep them whole and aligned, but their conflicts are not known'
        : 'no layout is suggested while their addresses are not known',
    ),
  union: (name: string) =>
    error(
      'suggest/union',
      `${name} is a union: its members share their bytes, so that no layout of one tile holds for the others`,
      'give the members memory of their own, or change each of their index functions by hand',
    ),
  notTried: (reason: string) =>
    error(
      'suggest/not-tried',
      `not executed to its end: ${reason}`,
      "changes are tried on a launch file with the grid and every argument: 'ldscope launch' writes one",
    ),
  nothingThere: (start: number, bytes: number) =>
    error(
      'suggest/nothing-there',
      `no access touches LDS bytes ${start} to ${start + bytes - 1}`,
      hint`correct ${option('tile')} or ${option('at')}`,
    ),
  parts: (name: string) =>
    warning(
      'suggest/parts',
      `${name} is accessed as tiles of different shapes, or in parts, so it is left out`,
      'describe one of the tiles as a specification',
    ),
  leftOut: (name: string, machine: string, ops: readonly string[]) =>
    warning(
      'suggest/left-out',
      `${machine} does not execute ${someOf(ops)}, which ${name} is accessed with: it is left out`,
      'the suggestion is for the other chips; give a kernel for this chip as well',
    ),
  notFor: (chips: readonly string[], others: readonly string[]) =>
    note(
      'suggest/not-for-chip',
      `the suggestions are for ${others.join(', ')} alone: ${chips.join(', ')} cannot execute the kernel as it is`,
      'correct the errors for all chips, or leave these chips out',
    ),
  noBuffers: () =>
    warning(
      'suggest/no-buffers',
      'the kernel accesses no workgroup buffer whose layout can be chosen',
      'compilers choose the layout of their own scratch memory, such as that of convert_layout',
    ),
};
