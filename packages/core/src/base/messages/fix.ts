import { hint, option } from '../hint.ts';
import { error, note, someOf, warning } from './message.ts';

/** A kernel that cannot be rewritten, or whose rewriting is not proven. */
export const fix = {
  noBuffer: (name: string, names: readonly string[]) =>
    error(
      'fix/no-buffer',
      `there is no workgroup buffer ${name}`,
      names.length === 0 ? 'the kernel has none' : `it has ${someOf(names)}`,
    ),
  foreignMemory: (name: string) =>
    error(
      'fix/foreign-memory',
      `${name} is workgroup memory passed in by a caller: others may use it`,
      'allocate the buffer inside the kernel, or inline the function',
    ),
  unknownUser: (op: string, value: string) =>
    error(
      'fix/unknown-user',
      `${op} uses ${value} in a way that is not understood`,
      'access the buffer by vector.load, vector.store, memref.load, memref.store, gather_to_lds, or vector.transfer_read and transfer_write in bounds',
    ),
  transfer: (op: string, value: string, reason: string) =>
    error(
      'fix/transfer',
      `this ${op} of ${value} is not a load or store of elements that follow each other: ${reason}`,
      'give it in_bounds = [true], the identity map, and one row at a time; LLVM lowers it to loads and stores',
    ),
  overlappingViews: (name: string) =>
    error(
      'fix/overlapping-views',
      `${name} may overlap other views of its allocation`,
      'give views constant offsets that do not overlap, or allocate them on their own',
    ),
  shape: (name: string) =>
    error(
      'fix/shape',
      `${name} has no constant shape, or a layout of its own`,
      'allocate the buffer with constant sizes and without strides',
    ),
  mixedShapes: (name: string, other: string) =>
    error(
      'fix/mixed-shapes',
      `${name} and ${other} are interchanged but have different shapes`,
      'allocate them with one shape',
    ),
  unknownPlace: (op: string, reason: string) =>
    error(
      'fix/unknown-place',
      `the row and column of this ${op} are unknown: ${reason}`,
      'access the allocation, or a view with constant strides of whole rows',
    ),
  crossesUnit: (op: string, bytes: number, unitBytes: number) =>
    error(
      'fix/crosses-unit',
      `this ${op} of ${bytes} B is not known to stay within one unit of ${unitBytes} B`,
      'choose a larger unit, or make the column a visible multiple of the access width',
    ),
  copy: (op: string, reason: string) =>
    error(
      'fix/copy',
      `the source of this ${op} cannot be permuted: ${reason}`,
      'make the destination uniform (gpu.subgroup_broadcast), its rows whole transfers, its source contiguous',
    ),
  layout: (names: string, reason: string) =>
    error(
      'fix/layout',
      `this layout cannot be written for ${names}: ${reason}`,
      'choose an XOR or a rotation of units of a row, or padding at the end of rows',
    ),
  padding: (names: string, op: string) =>
    error(
      'fix/padding',
      `${names} cannot have longer rows: ${op} depends on their length`,
      'choose a swizzle, which keeps the size, or access the allocation itself',
    ),
  genericForm: (op: string) =>
    error(
      'fix/generic-form',
      `${op} is in generic form, and the types of its regions would have to change`,
      'print the kernel in custom form (mlir-opt does), or choose a swizzle, which keeps types',
    ),
  unreadableLayout: (text: string, examples: readonly string[]) =>
    error(
      'fix/unreadable-layout',
      `unknown layout '${text}'`,
      `write 'plain', or a layout in a notation, such as ${examples.join('; ')}`,
      'layout',
    ),
  notMlir: (file: string) =>
    error(
      'fix/not-rewritten',
      `${file} is not rewritten: fix changes MLIR, TTGIR, GEMMs of CK Tile, and sources in HIP, CUDA and OpenCL`,
      'give the source that it was compiled from',
    ),
  compiled: (file: string) =>
    error(
      'fix/compiled',
      `${file} was compiled from a source, and would be overwritten by the next compilation`,
      'give the source itself',
    ),
  oneLaunch: (file: string) =>
    error(
      'fix/one-launch',
      `${file} is rewritten for one launch; several are for sources`,
      hint`give ${option('launch')} once`,
    ),
  /** A buffer that conflicts and stays as it is. */
  noEdit: (name: string, conflicts: number, reason: string) =>
    warning(
      'fix/no-edit',
      `${name} has ${conflicts} conflict cycles in a workgroup, and its text is not changed: ${reason}`,
      "write a layout that 'ldscope suggest' searches by hand, at every access",
    ),
  /** `left`: calls of the host that the change does not follow; `undefined` where none is in the text. */
  dynamic: (bytes: number, grown: number, left: readonly string[] | undefined) =>
    note(
      'fix/dynamic-bytes',
      `a launch with ${bytes} B of dynamic shared memory has to give ${grown} B`,
      left === undefined
        ? 'change the call on the host, too'
        : left.length === 0
          ? 'the calls in the source give them after the change'
          : `the bytes are not understood at ${left.join(', ')}: change the call there`,
    ),
  unnamed: (conflicts: number) =>
    warning(
      'fix/unnamed',
      `${conflicts} conflict cycles of a workgroup are of shared memory that no declaration in the source is known to hold`,
      "'ldscope explain' shows the conflicting lanes",
    ),
  partlyElsewhere: (names: string) =>
    error(
      'fix/partly-elsewhere',
      `an access to ${names} reaches other memory as well`,
      'keep every access inside one allocation',
    ),
  elsewhere: (conflicts: number) =>
    error(
      'fix/elsewhere',
      `${conflicts} conflict cycles are of accesses to no workgroup buffer that the kernel allocates`,
      "'ldscope explain' shows the conflicting lanes; allocate the memory in the kernel, with constant sizes",
    ),
  notCounted: (accesses: number, of: number, reasons: readonly string[]) =>
    error(
      'fix/not-counted',
      `${accesses} of ${of} accesses are not counted, so whether they conflict is not known: ${someOf(reasons)}`,
      "'ldscope analyze' lists what is counted",
    ),
  /** `tried`: layouts that the search expects to have fewer, with why they are out. */
  noBetter: (names: string, conflicts: number, tried: readonly string[] = []) =>
    error(
      'fix/no-better',
      `${names} has ${conflicts} conflict cycles, and no layout ${
        tried.length === 0
          ? 'in the searched families has fewer'
          : `that was tried holds: ${someOf(tried)}`
      }`,
      "'ldscope explain' shows the conflicting lanes; wider or different accesses may help where layouts do not",
    ),
  unknownLayout: (names: string, reason: string) =>
    error(
      'fix/unknown-layout',
      `the present layout of ${names} is not understood: ${reason}`,
      'write its swizzle as an XOR or a rotation of units by the row, or remove it by hand',
    ),
  mixedLayouts: (names: string, writers: string, place: string, readers: string, row: number) =>
    error(
      'fix/mixed-layouts',
      `${names} is written as ${writers} at ${place}, but read as ${readers} here: they differ from row ${row} on`,
      hint`correct one side first: ${option('correct', 'readers')} gives readers the layout of the writers, ${option('correct', 'writers')} the reverse`,
    ),
  noSide: (names: string, side: string) =>
    error(
      'fix/no-side',
      `the ${side} of ${names} cannot be corrected: the layout of some of its accesses is not understood, or the other side has several layouts`,
      'correct the accesses by hand',
    ),
  severalMixed: (names: readonly string[]) =>
    error(
      'fix/several-mixed',
      `${someOf(names)} are all written and read under different layouts`,
      hint`correct them one after the other, each with ${option('buffer')}`,
    ),
  notMixed: () =>
    note(
      'fix/not-mixed',
      'no buffer is written and read under different layouts: there is no side to correct',
      hint`leave ${option('correct')} out to remove conflicts`,
    ),
  /** `names`: the buffer that keeps its layout, where others may have another one. */
  sampled: (what: string, allExecuted: boolean, names?: string) =>
    error(
      'fix/sampled',
      `${rewritten(names)} was only sampled: ${what}; ${left(names)}`,
      allExecuted
        ? 'these accesses depend on data, or lanes exchange them: write their indices as formulas of ids and loop variables'
        : hint`execute all workgroups with ${option('workgroups', 'all')}`,
    ),
  unproven: (what: string, isSelected = false, names?: string) =>
    error(
      'fix/unproven',
      `${rewritten(names)} is not proven: ${what}; ${left(names)}`,
      isSelected
        ? 'the proof does not follow buffers that arith.select passes; select the index or the loaded value instead'
        : 'please report it with the kernel; the original is unchanged',
    ),
};

const rewritten = (names: string | undefined): string =>
  names === undefined ? 'the rewritten kernel' : `the kernel with another layout of ${names}`;

const left = (names: string | undefined): string =>
  names === undefined ? 'nothing was written' : `${names} keeps its layout`;
