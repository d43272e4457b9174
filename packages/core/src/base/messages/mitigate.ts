import { error } from './message.ts';

/** A layout that a kernel may not use, or accesses that no layout can be found for. `at` is `(row, column)`. */
export const mitigate = {
  tornElement: (unitBytes: number, elementBytes: number) =>
    error(
      'mitigate/torn-element',
      `units of ${unitBytes} B are not a whole number of elements of ${elementBytes} B`,
      'move whole elements',
    ),
  tail: (rowBytes: number, unitBytes: number) =>
    error(
      'mitigate/tail',
      `a row of ${rowBytes} B is not a whole number of units of ${unitBytes} B: its end would overlap other rows`,
      'choose a unit that divides the row, or pad instead',
    ),
  leavesRow: (row: number, unit: number, place: number, units: number) =>
    error(
      'mitigate/leaves-row',
      `unit ${unit} of row ${row} is moved to position ${place}, but a row has positions 0 to ${units - 1}`,
      'keep XOR keys below the largest power of two that divides the number of units, or rotate',
    ),
  overlap: (one: string, other: string, byte: number) =>
    error(
      'mitigate/overlap',
      `elements ${one} and ${other} are both at byte ${byte}`,
      'a layout must give each element its own address',
    ),
  partOfElement: (access: string, widthBytes: number, elementBytes: number) =>
    error(
      'mitigate/part-of-element',
      `${access} moves ${widthBytes} B, which is not a whole number of elements of ${elementBytes} B`,
      'describe the tile in the elements that the access moves',
    ),
  partsElement: (elementBytes: number) =>
    error(
      'mitigate/parts-element',
      `it moves parts of an element of ${elementBytes} B apart`,
      'choose a layout that moves whole elements',
    ),
  outside: (access: string, at: string, length: number, rows: number, columns: number) =>
    error(
      'mitigate/outside',
      `${access} moves ${length} elements from ${at} on, but the tile has ${rows} rows of ${columns}`,
      'an access has to stay within a row of the tile: correct the tile, or the access',
    ),
  staysWhole: (name: string, op: string) =>
    error(
      'mitigate/stays-whole',
      `${name} stays one ${op} under this layout, and is not cut`,
      'count it with whole vectors',
    ),
  torn: (access: string, op: string, at: string, element: number) =>
    error(
      'mitigate/torn',
      `${access}: the vector of ${op} at ${at} is split before its element ${element}`,
      'move units that are at least as wide as the widest access, or use narrower accesses',
    ),
  misaligned: (access: string, op: string, at: string, offset: number, alignment: number) =>
    error(
      'mitigate/misaligned',
      `${access}: ${at} is at byte ${offset}, but ${op} requires a multiple of ${alignment} B`,
      `choose a row pitch that is a multiple of ${alignment} B, or use narrower accesses`,
    ),
  laneLinear: (access: string, op: string, instance: number) =>
    error(
      'mitigate/lane-linear',
      `${access}: ${op} writes lane after lane, but the elements of its instance ${instance} are no longer one block`,
      'permute only what one instruction of a wave writes, or pad between its blocks',
    ),
  capacity: (bytes: number, limit: number) =>
    error(
      'mitigate/capacity',
      `the workgroup would need ${bytes} B of shared memory and may have ${limit} B`,
      'choose a layout that needs no padding, or fewer copies of the tile',
      'capacity',
    ),
  uncovered: (access: string, address: number) =>
    error(
      'mitigate/uncovered',
      `${access} uses address ${address}, where the given layout has no element of this buffer`,
      'give the layout that the kernel has now, and the whole buffer',
    ),
  noRule: (machine: string, model: string, op: string) =>
    error(
      'mitigate/no-rule',
      `there is no public service rule for ${op} on ${machine} (${model}): its conflicts are not known`,
      'choose chips whose rules have the instruction: ldscope machine lists them',
    ),
  emptyTile: () =>
    error(
      'mitigate/empty-tile',
      'a tile has a whole number of rows, columns and bytes of an element, each at least 1',
      'correct the tile',
    ),
  tooLarge: (elements: number, limit: number) =>
    error(
      'mitigate/too-large',
      `the tile has ${elements} elements, more than the ${limit} that a workgroup could hold`,
      'give the tile of one workgroup',
    ),
  noAccess: () =>
    error('mitigate/no-access', 'no access uses the tile', 'list its writes and its reads'),
  noTarget: () => error('mitigate/no-target', 'no chip is named', 'name at least one chip'),
};
