import { hint, option } from '../hint.ts';
import { error, note, someOf, warning } from './message.ts';

/** How the kernel is started. */
export const launch = {
  extent: (name: string, value: string) =>
    error(
      'launch/extent',
      `'${value}' is not a ${name} size`,
      `write one to three sizes with x between them: ${name}=256x2`,
      'launch',
    ),
  lds: (value: string) =>
    error(
      'launch/lds',
      `'${value}' is not a number of bytes`,
      'write bytes of LDS: lds=32768',
      'launch',
    ),
  part: (text: string) =>
    error(
      'launch/part',
      `'${text}' is not a part of a launch`,
      'write grid=2x8, block=256, lds=32768, or a scalar argument as arg3=1024',
      'launch',
    ),
  twice: (name: string) =>
    error('launch/twice', `the launch gives ${name} twice`, 'give it once', 'launch'),
  unknownKey: (name: string, nearest: string | undefined, known: readonly string[]) =>
    error(
      'launch/unknown-key',
      `'${name}' is not a part of this launch`,
      nearest === undefined
        ? `it takes ${known.join(', ')}`
        : `write '${nearest}'; it takes ${known.join(', ')}`,
      'launch',
    ),
  unknownGlobal: (name: string, nearest: string | undefined, known: readonly string[]) =>
    error(
      'launch/unknown-global',
      `'${name}' is not a variable of the module`,
      known.length === 0
        ? 'it has none'
        : `${nearest === undefined ? '' : `write '${nearest}'; `}it has ${someOf(known)}`,
    ),
  onlyPtx: (key: string, language: string) =>
    error(
      'launch/only-ptx',
      `${key} of the launch is not taken for ${language}`,
      `leave ${key} out: kernels of PTX and CUDA take it`,
    ),
  globalSize: (name: string, bytes: number, given: number) =>
    error(
      'launch/global-size',
      `${name} has ${bytes} bytes, the launch gives ${given}`,
      'give all of its bytes',
    ),
  gridTogether: (blocks: number, most: number) =>
    error(
      'launch/grid-together',
      `the kernel waits for all ${blocks} blocks of its grid, and ${most} are executed together at most`,
      'give a smaller grid',
      'launch',
    ),
  noBlock: () =>
    error(
      'launch/no-block',
      'the kernel does not specify the size of a workgroup',
      hint`give it: ${option('launch', 'block=256')}`,
    ),
  whichBlock: (
    items: number | undefined,
    axes: 1 | 2 | 3,
    isExceeded: boolean,
    example: string,
  ) => {
    const ids = axes === 1 ? '' : `the kernel uses ${axes} axes of the work-item id`;
    const exceeded = isExceeded ? 'the largest one touches more LDS than the kernel has' : '';
    const reasons = [ids, exceeded].filter((reason) => reason !== '').join(', and ');
    return error(
      'launch/which-block',
      items === undefined
        ? 'the shape of a workgroup is not given, neither by the launch nor by metadata of the kernel'
        : `the shape of a workgroup is not given, and ${isExceeded ? '' : 'the figures depend on it'}${
            isExceeded || reasons === '' ? '' : ': '
          }${reasons}`,
      hint`give the shape of the launch: ${option('launch', `block=${example}`)}; the diagnostics list figures for some shapes`,
    );
  },
  otherBlock: (given: string, own: string, from: string) =>
    error(
      'launch/other-block',
      `the launch gives a block of ${given}, and the kernel is compiled for ${own} (${from})`,
      hint`leave block out, or give ${option('launch', `block=${own}`)}`,
    ),
  otherGrid: (given: string, own: string, from: string) =>
    warning(
      'launch/other-grid',
      `the launch gives a grid of ${given}, and the kernel is compiled for ${own} (${from})`,
      hint`leave grid out, or give ${option('launch', `grid=${own}`)}`,
    ),
  gridBeyond: (given: string, most: number, along: 'x' | 'y' | 'z', from: string) =>
    warning(
      'launch/other-grid',
      `the launch gives a grid of ${given}, and the kernel is compiled for ${most} workgroups along ${along} at most (${from})`,
      'give a smaller grid',
    ),
  otherCluster: (given: string, own: string) =>
    error(
      'launch/other-cluster',
      `the launch gives clusters of ${given} blocks, and the kernel is compiled for ${own} (.reqnctapercluster)`,
      'leave cluster out, or give the one of the kernel',
    ),
  cluster: (grid: string, cluster: string, most: number) =>
    error(
      'launch/cluster',
      `a grid of ${grid} blocks cannot be launched in clusters of ${cluster}`,
      `choose a grid that clusters divide in every dimension; a cluster has ${most} blocks at most`,
    ),
  blockTooLarge: (given: string, items: number, from: string, along?: 'x' | 'y' | 'z') =>
    error(
      'launch/other-block',
      `the launch gives a block of ${given}, and the kernel is compiled for ${items} work-items ${along === undefined ? '' : `along ${along} `}at most (${from})`,
      hint`give a smaller block: ${option('launch', `block=${along === 'y' ? '1x' : along === 'z' ? '1x1x' : ''}${items}`)}`,
    ),
  blockTooSmall: (given: string, items: number, from: string) =>
    error(
      'launch/other-block',
      `the launch gives a block of ${given}, and the kernel is compiled for ${items} work-items at least (${from})`,
      hint`give a larger block: ${option('launch', `block=${items}`)}`,
    ),
  blockNeeded: (items: number | undefined, axes: 1 | 2 | 3, example: string) =>
    error(
      'launch/which-block',
      `the shape of a workgroup is not given, and execution depends on it: ${
        axes > 1
          ? `the kernel uses ${axes} axes of the work-item id`
          : items === undefined
            ? 'the kernel has no metadata of it'
            : `.max_flat_workgroup_size is ${items}, the default that compilers write`
      }`,
      hint`give the block of the launch: ${option('launch', `block=${example}`)}, or block in the launch file`,
    ),
  blockFigures: (
    block: string,
    conflict: number,
    cycles: number,
    coverage: string,
    exceedsLds: boolean,
  ) =>
    note(
      'launch/block-figures',
      `with block=${block}: ${conflict} of ${cycles} LDS cycles are conflicts, ${coverage}${exceedsLds ? '; it touches more LDS than available' : ''}`,
      '',
    ),
  blockFails: (block: string) =>
    note('launch/block-figures', `with block=${block} the kernel does not run to completion`, ''),
  assumedBlock: (items: number, compared: readonly string[]) =>
    note(
      'launch/assumed-block',
      `no launch gives the block: it is assumed to be ${items} x 1 x 1 (.max_flat_workgroup_size); each access costs the same with block=${compared.join(', ')}`,
      hint`give the block of the launch for exact totals: ${option('launch', 'block=256')}`,
    ),
  waves: (items: number, waveSize: number) =>
    error(
      'launch/waves',
      `a workgroup of ${items} work-items does not divide into waves of ${waveSize}`,
      hint`make the block a multiple of ${waveSize}: ${option('launch', `block=${Math.max(1, Math.ceil(items / waveSize)) * waveSize}`)}`,
    ),
  tooLarge: (items: number, limit: number) =>
    error(
      'launch/too-large',
      `a workgroup of ${items} work-items is larger than hardware allows (${limit})`,
      hint`give a smaller block: ${option('launch', 'block=256')}`,
    ),
  gridTooLarge: (items: number, limit: number) =>
    error(
      'launch/grid-too-large',
      `a grid of ${items} work-items along one axis is larger than a launch allows (${limit})`,
      hint`give a smaller grid: ${option('launch', 'grid=64')}; it counts workgroups`,
    ),
  waveSize: (wanted: number, machine: string) =>
    error(
      'launch/wave-size',
      `the kernel needs waves of ${wanted}, which ${machine} does not run`,
      hint`choose a chip that runs them with ${option('machine')}`,
    ),
  noKernel: (name: string | undefined, known: readonly string[]) =>
    error(
      'launch/no-kernel',
      name === undefined ? 'the input has no kernel' : `there is no kernel '${name}'`,
      known.length > 0
        ? `choose one of: ${someOf(known)}`
        : 'a kernel is a gpu.func marked kernel, or a func.func that uses gpu operations',
    ),
  ambiguousKernel: (name: string, candidates: readonly string[]) =>
    error(
      'launch/ambiguous-kernel',
      `'${name}' is a part of the names of ${candidates.length} kernels`,
      `choose one of: ${someOf(candidates)}`,
    ),
  severalKernels: (known: readonly string[]) =>
    error(
      'launch/several-kernels',
      `the input has ${known.length} kernels`,
      hint`choose one with ${option('kernel')}: ${someOf(known)}`,
    ),
  argumentKind: (name: string, wanted: string, found: string, skeleton: string) =>
    error(
      'launch/argument-kind',
      `argument ${name} is ${wanted}, but ${found} is given`,
      `the kernel takes args: ${skeleton}`,
      'launch',
    ),
  argumentAt: (name: string) =>
    error(
      'launch/argument-at',
      `argument ${name} has a byte offset, but this kernel is not machine code`,
      'leave at out: arguments are given in order or by name',
      'launch',
    ),
  scalar: (name: string) =>
    error(
      'launch/scalar',
      `the value of kernel argument ${name} is needed but unknown`,
      hint`give it: ${option('launch', `${name}=1024`)}`,
    ),
  classesRest: () =>
    note(
      'launch/classes-rest',
      'totals by classes rest on workgroups that were not executed: like those that were, they must not store to the buffers that addresses are loaded from',
      hint`execute all with ${option('workgroups', 'all')}`,
    ),
  someWorkgroups: (done: number, all: number) =>
    warning(
      'launch/some-workgroups',
      `sampled ${done} of ${all} workgroups; totals cover only those`,
      hint`execute all with ${option('workgroups', 'all')}, or fewer with ${option('workgroups', 'N')}`,
      'sample',
    ),
};
