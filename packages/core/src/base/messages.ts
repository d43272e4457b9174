import type { Message } from './diagnostic.ts';

const error = (code: string, message: string, hint: string): Message => ({
  code,
  severity: 'error',
  message,
  hint,
});

const warning = (code: string, message: string, hint: string): Message => ({
  code,
  severity: 'warning',
  message,
  hint,
});

/** The first names of a list that may be long. */
const someOf = (names: readonly string[]): string => {
  const shown = names.slice(0, 12).join(', ');
  return names.length > 12 ? `${shown} and ${names.length - 12} more` : shown;
};

/** What makes values known that are not: arguments, or a result of something that cannot be executed. */
const remedy = (sources: string): string =>
  sources.includes('the result of')
    ? 'correct the instruction that cannot be executed; other accesses are counted'
    : 'give a launch with the arguments of the kernel';

/**
 * Every message that ldscope says about an input, by topic.
 *
 * A code is `topic/what`; it never changes its meaning. A message states the fact, the hint says what
 * the reader can do about it. Keep both free of the names of our own functions.
 */
/** What to do with encodings in a source file. */
const ASSEMBLE_FIRST =
  'assemble it first, then give the object: clang -target amdgcn-amd-amdhsa -mcpu=gfx942 -c kernel.s';

/** `Problem::kM` as the struct that has it. */
function structsOf(name: string): string {
  const [member = '', ...around] = name.split('::').reverse();
  return around.reduce(
    (inside, struct) => `struct ${struct} { ${inside} };`,
    `static constexpr index_t ${member} = 32;`,
  );
}

export const messages = {
  /** Text that is not what the grammar wants. */
  syntax: {
    expected: (wanted: string, found: string) =>
      error('syntax/expected', `expected ${wanted}, found ${found}`, `write ${wanted} here`),
    notText: () =>
      error(
        'syntax/not-text',
        'the input is not text: it has control bytes that no source file has',
        'give the textual form of the kernel (MLIR as text, not bytecode)',
      ),
    empty: () =>
      error('syntax/empty', 'the input has no operation', 'give a file with at least one kernel'),
    unclosed: (opener: string, closer: string) =>
      error(
        'syntax/unclosed',
        `'${opener}' is never closed`,
        `add the missing '${closer}', or check whether the file was cut off`,
      ),
    tooDeep: (limit: number) =>
      error(
        'syntax/too-deep',
        `nesting is deeper than ${limit} levels`,
        'no kernel nests this deep: check whether the file is damaged',
      ),
    unknownCharacter: (character: string) =>
      error(
        'syntax/unknown-character',
        `unexpected character ${JSON.stringify(character)}`,
        'remove it, or quote it as a string',
      ),
    unclosedString: () =>
      error(
        'syntax/unclosed-string',
        'the string has no closing quote on its line',
        'add the quote',
      ),
    tooMany: (limit: number): Message => ({
      code: 'syntax/too-many',
      severity: 'note',
      message: `more than ${limit} problems: the rest of the file was not read`,
      hint: 'mend the first ones, most of the others follow from them',
    }),
    tooLarge: (number: string) =>
      error(
        'syntax/too-large',
        `the number ${number} is too large here`,
        'sizes, strides and offsets stay below 2^53',
      ),
    undefinedValue: (name: string) =>
      error(
        'syntax/undefined-value',
        `%${name} is used but never defined`,
        'define it in this region or around it, or correct the name',
      ),
    redefinedValue: (name: string) =>
      error(
        'syntax/redefined-value',
        `%${name} is defined twice`,
        'give one of the two another name',
      ),
    undefinedAlias: (name: string) =>
      error(
        'syntax/undefined-alias',
        `${name} is not defined`,
        `define it before its first use: ${name} = ...`,
      ),
    redefinedAlias: (name: string) =>
      error(
        'syntax/redefined-alias',
        `${name} is defined twice`,
        'give one of the two another name',
      ),
    undefinedBlock: (name: string) =>
      error(
        'syntax/undefined-block',
        `there is no block ^${name} in this region`,
        'correct the label',
      ),
    redefinedBlock: (name: string) =>
      error(
        'syntax/redefined-block',
        `^${name} labels two blocks`,
        'give one of the two another label',
      ),
    resultCount: (operation: string, results: number, names: number) =>
      error(
        'syntax/result-count',
        `${operation} has ${results} results, but ${names} are named`,
        'name as many results as the operation has',
      ),
    operandCount: (operation: string, wanted: number, found: number) =>
      error(
        'syntax/operand-count',
        `${operation} needs ${wanted} of them, found ${found}`,
        'make the two lists agree',
      ),
    typeMismatch: (name: string, defined: string, used: string) =>
      error(
        'syntax/type-mismatch',
        `%${name} is a ${defined}, but is used as a ${used}`,
        'write the type that the value was defined with',
      ),
  },
  /** How the kernel is started. */
  launch: {
    extent: (name: string, value: string) =>
      error(
        'launch/extent',
        `'${value}' is no ${name} size`,
        `write one to three sizes with x between them: ${name}=256x2`,
      ),
    lds: (value: string) =>
      error('launch/lds', `'${value}' is no number of bytes`, 'write bytes of LDS: lds=32768'),
    part: (text: string) =>
      error(
        'launch/part',
        `'${text}' is no part of a launch`,
        'write grid=2x8, block=256, lds=32768, or a scalar argument as arg3=1024',
      ),
    unknownKey: (name: string, nearest: string | undefined, known: readonly string[]) =>
      error(
        'launch/unknown-key',
        `'${name}' is not a part of this launch`,
        nearest === undefined
          ? `it takes ${known.join(', ')}`
          : `write '${nearest}'; it takes ${known.join(', ')}`,
      ),
    noBlock: () =>
      error(
        'launch/no-block',
        'the kernel does not say how many work-items a workgroup has',
        'give it: --launch "block=256"',
      ),
    whichBlock: (
      items: number | undefined,
      axes: 1 | 2 | 3,
      isExceeded: boolean,
      example: string,
    ) =>
      error(
        'launch/which-block',
        items === undefined
          ? 'the shape of a workgroup is not given, neither by the launch nor by metadata of the kernel'
          : isExceeded
            ? 'the shape of a workgroup is not given, and the largest one touches more LDS than the kernel has'
            : `the shape of a workgroup is not given, and the figures depend on it${axes === 1 ? '' : `: the kernel uses ${axes} axes of the work-item id`}`,
        `give the shape of the launch: --launch "block=${example}"; the notes compare some`,
      ),
    otherBlock: (given: string, own: string, from: string) =>
      error(
        'launch/other-block',
        `the launch gives a block of ${given}, and the kernel is compiled for ${own} (${from})`,
        `leave block out, or give --launch "block=${own}"`,
      ),
    blockTooLarge: (given: string, items: number) =>
      error(
        'launch/other-block',
        `the launch gives a block of ${given}, and the kernel is compiled for ${items} work-items at most (.max_flat_workgroup_size)`,
        `give a smaller block: --launch "block=${items}"`,
      ),
    blockNeeded: (items: number | undefined, axes: 1 | 2 | 3, example: string) =>
      error(
        'launch/which-block',
        `the shape of a workgroup is not given, and what is executed depends on it: ${
          axes > 1
            ? `the kernel uses ${axes} axes of the work-item id`
            : items === undefined
              ? 'the kernel has no metadata of it'
              : `.max_flat_workgroup_size is ${items}, which compilers write when nobody gives a size`
        }`,
        `give the block of the launch: --launch "block=${example}", or block in the launch file`,
      ),
    blockFigures: (
      block: string,
      conflict: number,
      cycles: number,
      coverage: string,
      exceedsLds: boolean,
    ): Message => ({
      code: 'launch/block-figures',
      severity: 'note',
      message: `with block=${block}: ${conflict} of ${cycles} LDS cycles are conflicts, ${coverage}${exceedsLds ? '; it touches more LDS than there is' : ''}`,
      hint: '',
    }),
    blockFails: (block: string): Message => ({
      code: 'launch/block-figures',
      severity: 'note',
      message: `with block=${block} the kernel is not executed to its end`,
      hint: '',
    }),
    assumedBlock: (items: number, compared: readonly string[]): Message => ({
      code: 'launch/assumed-block',
      severity: 'note',
      message: `no launch gives the block: it is taken to be ${items} x 1 x 1 (.max_flat_workgroup_size); each access costs the same with block=${compared.join(', ')}`,
      hint: 'give the block of the launch for its totals: --launch "block=256"',
    }),
    waves: (items: number, waveSize: number) =>
      error(
        'launch/waves',
        `a workgroup of ${items} work-items does not divide into waves of ${waveSize}`,
        `make the block a multiple of ${waveSize}: --launch "block=${Math.max(1, Math.ceil(items / waveSize)) * waveSize}"`,
      ),
    tooLarge: (items: number, limit: number) =>
      error(
        'launch/too-large',
        `a workgroup of ${items} work-items is larger than hardware allows (${limit})`,
        'give a smaller block: --launch "block=256"',
      ),
    gridTooLarge: (items: number, limit: number) =>
      error(
        'launch/grid-too-large',
        `a grid of ${items} work-items along one axis is larger than a launch can say (${limit})`,
        'give a smaller grid: --launch "grid=64"; it counts workgroups',
      ),
    waveSize: (wanted: number, machine: string) =>
      error(
        'launch/wave-size',
        `the kernel wants waves of ${wanted}, which ${machine} does not run`,
        'choose a chip that runs them with --machine',
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
        `choose one with --kernel: ${someOf(known)}`,
      ),
    scalar: (name: string) =>
      error(
        'launch/scalar',
        `the value of kernel argument ${name} is needed and not known`,
        `give it: --launch "${name}=1024"`,
      ),
    someWorkgroups: (done: number, all: number) =>
      warning(
        'launch/some-workgroups',
        `only ${done} of ${all} workgroups were executed; counts are of these`,
        'execute all with --workgroups all, or fewer with --workgroups N',
      ),
  },
  /** A kernel that cannot be executed further. */
  execute: {
    unknownOperation: (name: string, use: string) =>
      error(
        'execute/unknown-operation',
        `${name} is not an operation that can be executed, and ${use}`,
        'lower it to arith, memref, vector, scf, cf, gpu, amdgpu or llvm operations first',
      ),
    unsupported: (name: string, what: string) =>
      error(
        'execute/unsupported',
        `${name}: ${what} is not supported`,
        'rewrite this operation in simpler ones; please report the kernel as well',
      ),
    noLayout: (name: string) =>
      error(
        'execute/no-layout',
        `${name}: no layout reaches its vector, so which lane holds which element is not known`,
        'anchor it with iree_vector_ext.to_layout; where shared_memory_conversion asks for LDS, run ' +
          '`ldscope opt --pass gpu-vector-alloc` before',
      ),
    noTransfer: (name: string, bytes: number) =>
      error(
        'execute/no-transfer',
        `${name}: hardware has no transfer of ${bytes} bytes per lane from global memory to LDS`,
        'a lane transfers 1, 2, 4, 12 or 16 bytes: choose one of these, or go through registers',
      ),
    malformed: (name: string, what: string) =>
      error('execute/malformed', `${name}: ${what}`, 'correct the operation'),
    typeMismatch: (name: string, wanted: string, found: string) =>
      error(
        'execute/type-mismatch',
        `${name} needs ${wanted}, but gets ${found}`,
        'make the types of the operands agree',
      ),
    partOfByte: (name: string, count: number, element: string, width: number) =>
      error(
        'execute/part-of-byte',
        `${name} moves ${count} x ${element}, ${count * width} bits: not a whole number of bytes, and compilers differ in what becomes of the rest of the byte`,
        'move whole bytes: vectors of an even number of 4-bit elements, of a multiple of 4 elements of 6 bits; or i8 and shifts',
      ),
    looseVector: (name: string, count: number, element: string) =>
      error(
        'execute/loose-vector',
        `${name} moves ${count} x ${element}: a memref holds each in whole bytes, LLVM packs the bits of a vector, so it is not known where they are`,
        'store them in an integer of whole bytes, such as i8, and truncate in registers',
      ),
    withinByte: (name: string, lane: number, byte: number, element: string) =>
      error(
        'execute/within-byte',
        `${name}: lane ${lane} begins at byte ${Math.floor(byte)}, bit ${(byte - Math.floor(byte)) * 8}: ${element} there has no address of its own`,
        'begin at a whole byte: an even index for 4 bits, a multiple of 4 for 6 bits',
      ),
    brokenMask: (name: string, lane: number, at: number, width: number) =>
      error(
        'execute/broken-mask',
        `${name}: lane ${lane} leaves a part of a byte out, from element ${at} of ${width} bits on`,
        'mask whole bytes: pairs of 4-bit elements, groups of four of 6 bits',
      ),
    ldsOutOfRange: (name: string, byte: number, bytes: number, who: string) =>
      error(
        'execute/lds-out-of-range',
        `${name} touches byte ${byte} of a buffer of ${bytes} bytes (${who})`,
        'correct the index, or mask lanes that are outside',
      ),
    outOfRange: (name: string, byte: number, bytes: number, who: string) =>
      error(
        'execute/out-of-range',
        `${name} touches byte ${byte} of a memory of ${Number.isFinite(bytes) ? bytes : 'unknown'} bytes (${who})`,
        'correct the index or give the argument its true size',
      ),
    ldsTooLarge: (bytes: number, limit: number, machine: string) =>
      error(
        'execute/lds-too-large',
        `the kernel allocates ${bytes} bytes of LDS; a workgroup of ${machine} has ${limit}`,
        'make the tiles smaller, or choose another chip with --machine',
      ),
    partialWave: (name: string) =>
      error(
        'execute/partial-wave',
        `${name} needs all lanes of the wave, but some are inactive`,
        'move it out of the divergent branch',
      ),
    barrierDivergence: () =>
      error(
        'execute/barrier-divergence',
        'a barrier was reached with part of a wave inactive',
        'move the barrier out of the divergent branch',
      ),
    assertion: (text: string) =>
      error(
        'execute/assertion',
        `an assertion of the kernel does not hold: ${text}`,
        'correct the kernel, or the arguments that it is launched with',
      ),
    unevenBarrier: (waiting: number, ended: number) =>
      warning(
        'execute/uneven-barrier',
        `${waiting} waves wait at a barrier that ${ended} ended waves never reach`,
        'make every wave execute the same number of barriers; ended waves are not waited for',
      ),
    tooManySteps: (limit: number) =>
      error(
        'execute/too-many-steps',
        `a wave executed ${limit} operations without ending`,
        'check the loop bounds, or raise the limit with --max-steps',
      ),
    divisionByZero: (name: string) =>
      error('execute/division-by-zero', `${name} divides by zero`, 'check the divisor'),
    stepBudget: (steps: number) =>
      error(
        'execute/step-budget',
        `the waves of a workgroup executed ${steps} instructions on unknown values without ending`,
        'give a launch with the arguments of the kernel, or raise the limit with --max-steps',
      ),
    timeBudget: () =>
      error(
        'execute/time-budget',
        'the time for kernels with unknown values is over',
        'give a launch with the arguments of the kernel, choose one with --kernel, or raise the limit with --seconds',
      ),
    timeIsUp: () =>
      error(
        'execute/time-is-up',
        'the kernel did not end in the time that it was given',
        'check the loop bounds, or give it longer with --seconds',
      ),
    memoryLimit: (bytes: number) =>
      error(
        'execute/memory-limit',
        `the kernel needs more than ${bytes} bytes of memory to be simulated`,
        'execute fewer workgroups with --workgroups 1',
      ),
    tooLarge: (name: string, what: string, limit: number) =>
      error(
        'execute/too-large',
        `${name} makes ${what}; at most ${limit} are simulated`,
        'check the shape: no kernel keeps this much in registers',
      ),
    tooManyAccesses: (limit: number) =>
      error(
        'execute/too-many-accesses',
        `a workgroup executed more than ${limit} LDS accesses`,
        'check the loop bounds, or analyze a smaller problem',
      ),
    waveSize: (name: string, wanted: number, lanes: number) =>
      error(
        'execute/wave-size',
        `${name} needs waves of ${wanted}, but waves have ${lanes} lanes here`,
        'choose the chip that the kernel was written for with --machine',
      ),
    layoutConversion: (name: string) =>
      error(
        'execute/layout-conversion',
        `${name} gives a lane elements that other lanes have`,
        'dump the kernel after GPUVectorAlloc, which moves such vectors through LDS',
      ),
    acrossSubgroups: (name: string) =>
      warning(
        'execute/across-subgroups',
        `${name} combines elements of several subgroups; the LDS that the compiler takes for that is not counted`,
        'dump the kernel after LLVMGPUVectorDistribute to count it',
      ),
    noInstruction: (op: string, machine: string) =>
      warning(
        'execute/no-instruction',
        `${machine} has no ${op}: its accesses are not counted`,
        'choose the chip that the kernel was written for with --machine',
      ),
  },
  /** A layout that does not say what its author meant. `where` names the transform or factor. */
  layout: {
    stage: (what: string) =>
      error(
        'layout/stage',
        what,
        'give each transform its dimensions, each dimension exactly once',
      ),
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
        `${where} says that its lower dimension ${lower} has length ${stated}, but it has ${actual}: index ${Math.min(stated, actual)} is where they part`,
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
    vectorAlignment: (where: string, index: string, address: number, bytes: number) =>
      warning(
        'layout/vector-alignment',
        `${where} is ${bytes} bytes wide, but ${index} is at byte ${address}, which its width does not divide`,
        'pad rows by a multiple of the width, or promise a shorter vector: the compiler takes the promise as it is',
      ),
    notLinear: (where: string, why: string) =>
      error(
        'layout/not-linear',
        `${where} is not linear over GF(2): ${why}`,
        'its conflicts can be simulated, but have no closed form',
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
        `P${p} is the lane and has ${values} values, but a wave has ${lanes} lanes: lane ${Math.min(values, lanes)} is where they part`,
        'choose factors for the lane whose product is the wave size',
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
    gemm: (what: string) =>
      error('layout/gemm', what, 'choose a block, waves and a warp tile that divide'),
  },

  /** Formulas over unsigned 32-bit integers. */
  expression: {
    leadingZero: (number: string) =>
      error(
        'expression/leading-zero',
        `${number} begins with 0: in C that is an octal number`,
        'leave the zero out, or write 0x for a hexadecimal number',
      ),
    literal: (number: string) =>
      error(
        'expression/literal',
        `${number.slice(0, 24)} is larger than 32 bits hold`,
        'values go from 0 to 4294967295',
      ),
    tooLong: (limit: number) =>
      error(
        'expression/too-long',
        `the formula has more than ${limit} words`,
        'give names to its parts',
      ),
    doubleSlash: () =>
      error(
        'expression/double-slash',
        "'//' is no operator",
        'write / : integers are divided rounding down',
      ),
    unknownName: (name: string, known: readonly string[]) =>
      error(
        'expression/unknown-name',
        `'${name.slice(0, 40)}' has no value`,
        known.length === 0 ? 'only numbers can be used here' : `use one of ${someOf(known)}`,
      ),
    definedTwice: (name: string) =>
      error(
        'expression/defined-twice',
        `'${name.slice(0, 40)}' is defined already`,
        'choose another name: each has one value',
      ),
    tableLength: (stated: number, given: number) =>
      error(
        'expression/table-length',
        `a table of ${stated} numbers has ${given}`,
        'make the length and the list agree',
      ),
    tableIndex: (name: string, index: number, length: number) =>
      error(
        'expression/table-index',
        `${name}[${index}] is outside of the table, which has ${length} numbers`,
        'take the index modulo the length',
      ),
    divisionByZero: (where: string) =>
      error(
        'expression/division-by-zero',
        `division by zero${where === '' ? '' : ` at ${where}`}`,
        'divide by what is never zero, or choose with ?:',
      ),
    shift: (amount: number, where: string) =>
      error(
        'expression/shift',
        `a shift by ${amount} bits${where === '' ? '' : ` at ${where}`}: values have 32`,
        'shift by 0 to 31',
      ),
    overflow: (value: number, where: string) =>
      error(
        'expression/overflow',
        `the value ${value} is outside of unsigned 32-bit integers${where === '' ? '' : ` at ${where}`}`,
        'hardware would continue with another number: keep each step from 0 to 4294967295',
      ),
    notLinear: (what: string, why: string) =>
      error(
        'expression/not-linear',
        `${what} is not linear over GF(2)${why === '' ? '' : `: ${why}`}`,
        'its conflicts can be simulated, but have no closed form',
      ),
    noResult: () =>
      error(
        'expression/no-result',
        'the formulas give no result',
        'end with a formula, or name what is asked for',
      ),
  },

  /** Layouts in the notations of compilers and libraries. */
  notation: {
    tooLong: (limit: number) =>
      error(
        'notation/too-long',
        `the text is longer than ${limit} characters`,
        'give the layout alone',
      ),
    parameter: (what: string, hint: string) => error('notation/parameter', what, hint),
    unknownName: (kind: string, name: string, known: readonly string[]) =>
      error(
        'notation/unknown-name',
        `'${name.slice(0, 60)}' is no ${kind} that is known`,
        `known: ${someOf(known)}`,
      ),
    tile: (what: string) =>
      error('notation/tile', what, 'give the tile that the layout is of: rows, columns, bytes'),
    predicateTile: () =>
      error(
        'notation/predicate-tile',
        'i1 does not say where its elements are: LLVM and IREE give a predicate a byte of memory, a vector of them in LLVM packs eight into one',
        'give the bytes: i8 for a predicate per byte, or a tile of i8 with an eighth of the columns',
      ),
    brokenRow: (columns: number, elementBits: number) =>
      error(
        'notation/broken-row',
        `a row of ${columns} elements of ${elementBits} bits is not a whole number of bytes`,
        'rows begin at a byte: pad the row to whole bytes',
      ),
    partOfByte: (part: string, elementBits: number) =>
      error(
        'notation/part-of-byte',
        `the layout moves ${part}, parts of a byte that holds elements of ${elementBits} bits`,
        'memory is addressed in bytes: move and pad whole bytes',
      ),
    partOfElement: (part: string, elementBits: number) =>
      error(
        'notation/part-of-element',
        `${part} is not a whole number of elements of ${elementBits} bits`,
        'choose units and intervals that elements and bytes both divide, or a notation that counts bytes',
      ),
    cppDeclaration: (word: string) =>
      error(
        'notation/cpp-declaration',
        `'${word}' begins a statement of C++ that is not read`,
        'read are constants, types, structs, namespaces, functions without parameters, if constexpr, and what makes descriptors and encodings',
      ),
    cppSizeOf: (type: string, known: readonly string[]) =>
      error(
        'notation/cpp-sizeof',
        `the size of '${type}' is not known`,
        `define it in front, using ${type.replace(/.*::/, '')} = half_t; known are ${known.slice(0, 12).join(', ')}`,
      ),
    cppElement: (type: string, bytes: number, elementBytes: number) =>
      error(
        'notation/cpp-element',
        `'${type}' has ${bytes} bytes, and an element of the tile has ${elementBytes}`,
        'give the tile that element, or the type its size',
      ),
    cppName: (name: string) =>
      error(
        'notation/cpp-name',
        `'${name}' has no value in this text`,
        name.includes('::')
          ? `define it in front: ${structsOf(name)}`
          : `define it in front: constexpr index_t ${name} = 32;`,
      ),
    cppType: (name: string) =>
      error(
        'notation/cpp-name',
        `'${name}' is a type, and its value is not known`,
        'write the call that makes the value in its place',
      ),
    cppBanks: () =>
      error(
        'notation/cpp-name',
        `'get_n_lds_banks()' has no value in this text: it depends on the chip`,
        'write 32 as on gfx942 or 64 as on gfx950 in its place; in a specification it has the value of the chip',
      ),
    cppParameters: (name: string) =>
      error(
        'notation/cpp-parameters',
        `'${name}' has parameters, and only functions without are read`,
        'give the statements of its body, with their values in front: constexpr index_t kM = 64;',
      ),
    cppTemplate: (name: string, given: string, declared: string) =>
      error(
        'notation/cpp-template',
        `'${name}<${given}>' is not read: the body of ${name} is read once, with ${declared === '' ? 'no parameters' : `the names of its own template<${declared}>`}`,
        'call it with those names, and define them in front: struct Problem { static constexpr index_t kM = 64; };',
      ),
    cppWhich: (names: readonly string[], what: string) =>
      error(
        'notation/cpp-which',
        `${names.slice(0, 6).join(', ')} each return ${what}`,
        `end the text with the one that is meant: return ${names.at(-1) ?? ''}();`,
      ),
    collision: (first: string, second: string, place: string) =>
      error(
        'notation/collision',
        `the layout is no bijection: ${first} and ${second} are both at ${place}`,
        'XOR permutes only a power of two of units; rotate any number, or pad the rows',
      ),
    outside: (element: string, place: string, limit: string) =>
      error(
        'notation/outside',
        `${element} is at ${place}, outside of ${limit}`,
        'XOR permutes only a power of two of units; rotate any number, or pad the rows',
      ),
    noTileLayout: (why: string) =>
      error(
        'notation/no-tile-layout',
        `the layout has no form that other notations share: ${why}`,
        'rows with paddings and a key per row, or a layout that is linear over GF(2), can be converted',
      ),
    cannotSay: (notation: string, why: string) =>
      error(
        'notation/cannot-say',
        `${notation} cannot say this layout: ${why}`,
        'choose another notation, or another layout: the table of notations says what each can express',
      ),
    unaligned: (what: string, hint: string) => error('notation/unaligned', what, hint),
    constantOffset: (what: string) =>
      warning(
        'notation/constant-offset',
        what,
        'leave per_phase and row_stride at their defaults, or do not add constants to the offset',
      ),
    rowWidth: (what: string) =>
      warning('notation/row-width', what, 'make row_width the row pitch of the buffer'),
    unchecked: (what: string, hint: string) => warning('notation/unchecked', what, hint),
    skipped: (what: string) =>
      warning('notation/skipped', what, 'the layout stays as it is without a swizzle'),
  },
  /** A YAML specification of tile, layout and access. `where` is the path to the value. */
  spec: {
    yaml: (reason: string) =>
      error('spec/yaml', `the file is not YAML: ${reason}`, 'see docs/cli.md for an example'),
    shape: (where: string, wanted: string) =>
      error('spec/shape', `${where} is not ${wanted}`, `write ${wanted}; docs/cli.md has examples`),
    unknownKey: (key: string, where: string, known: readonly string[]) =>
      error(
        'spec/unknown-key',
        `${where} has no ${JSON.stringify(key)}`,
        `it takes ${known.join(', ')}`,
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
    besideTutorial: (key: string) =>
      error(
        'spec/beside-tutorial',
        `a tutorial has its own ${key}`,
        'take out the tutorial and write all of the specification, or the other way round',
      ),
    pitchOfMatrix: (dimensions: number) =>
      error(
        'spec/pitch',
        `a row pitch is of a tile of two dimensions, and this one has ${dimensions}`,
        'leave the pitch out: rows are then assumed to begin at a line',
      ),
    viewOfLds: (where: string) =>
      error(
        'spec/view',
        `${where}: only a descriptor of two indices can be seen with columns first`,
        'give this side an lds of its own that has the order of its distribution',
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
        `${name} has ${bits} bits: CK Tile moves whole packs of several, and the accesses of a distribution of them are not modelled`,
        'write the bytes: element i8 and k in bytes; or a tile specification (element: f4, tile, accesses), which takes the descriptor as layout',
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
        'choose a chip with --machine that runs them, as gfx942 or gfx950; CK Tile with waves of 32 lanes is not counted yet',
      ),
    wave64: (name: string) =>
      warning(
        'spec/wave64',
        `this specification is counted in waves of 64 lanes, and CK Tile uses waves of 32 on ${name}`,
        'take the counts for code that is compiled for waves of 64 lanes; CK Tile with waves of 32 is not counted yet',
      ),
    tile: (text: string) =>
      error('spec/tile', `${JSON.stringify(text)} is no tile`, 'write it as 128x64, or [128, 64]'),
    layout: (where: string) =>
      error(
        'spec/layout',
        `${where} is no layout`,
        "write it as in the notation, in quotes where it begins with '#', or { wave: { swizzle_unit: 8, max_phase: 8 } }",
      ),
    noInstruction: (where: string, machine: string, wanted: string) =>
      error(
        'spec/no-instruction',
        `${where}: ${machine} has no ${wanted}`,
        'choose another width or another chip',
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
        `${where} does not say how much a lane moves`,
        'add a width as b128, a number of elements, or an instruction as ds_read_b128',
      ),
    twice: (where: string, word: string) =>
      error('spec/twice', `${where} has a second ${word}`, 'keep one of them'),
    direction: (where: string, op: string, direction: string) =>
      error('spec/direction', `${where}: ${op} does not ${direction}`, 'correct the instruction'),
    torn: (where: string, op: string, bytes: number, elementBytes: number) =>
      error(
        'spec/torn',
        `${where}: ${op} moves ${bytes} bytes, no whole number of elements of ${elementBytes}`,
        'choose another width or element',
      ),
    split: (access: string, op: string, width: number, bytes: number, emitted: readonly string[]) =>
      warning(
        'spec/split-access',
        `${access}: begins at multiples of ${bytes} B under this layout, too little for ${op}; compilers emit ${emitted.join(' and ')}, counted here`,
        `choose rows and columns that are multiples of ${width} B to keep it whole, or name the instruction to require it`,
      ),
    noPlace: (where: string, patterns: readonly string[]) =>
      error(
        'spec/no-place',
        `${where} does not say what the lanes access`,
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
  },
  /** Machine code that cannot be executed as it stands, or whose behaviour is not known. */
  emulate: {
    unreadable: () =>
      error(
        'emulate/unreadable',
        'a jump to a computed address leads to a line that could not be read',
        'correct the line; its results are unknown, and what depends on them is reported',
      ),
    unknownInstruction: (mnemonic: string, target: string) =>
      error(
        'emulate/unknown-instruction',
        `${mnemonic} is not an instruction of ${target} that can be executed`,
        'check the spelling and the chip; its results are unknown, what depends on them is reported, all else counts',
      ),
    wildJump: (address: string) =>
      error(
        'emulate/wild-jump',
        `execution goes to ${address}, where there is no instruction`,
        'end the kernel with s_endpgm, and check the address that is jumped to',
      ),
    trap: (number: number) =>
      error(
        'emulate/trap',
        `the kernel stops itself with s_trap ${number}`,
        'the program found its own state to be wrong: check the arguments',
      ),
    outOfBounds: (mnemonic: string, name: string, byte: number, bytes: number, who: string) =>
      error(
        'emulate/out-of-bounds',
        `${mnemonic} touches byte ${byte} of ${name}, which has ${bytes} bytes (${who})`,
        'correct the index or give the argument its true size; such loads give 0 here, stores are dropped',
      ),
    wildAddress: (mnemonic: string, address: string, who: string) =>
      error(
        'emulate/wild-address',
        `${mnemonic} touches address ${address}, where there is no memory (${who})`,
        'check how the address is made; such loads give 0 here, stores are dropped',
      ),
    noArguments: (names: readonly string[]): Message => ({
      code: 'emulate/no-arguments',
      severity: 'note',
      message: `no values for kernel arguments: ${someOf(names)}`,
      hint: 'whatever depends on them is reported; give a launch to execute the kernel as it runs',
    }),
    unknownAddress: (mnemonic: string, sources: string) =>
      warning(
        'emulate/unknown-address',
        `the LDS address of ${mnemonic} depends on ${sources}: its accesses are not counted`,
        remedy(sources),
      ),
    unknownBranch: (mnemonic: string, sources: string) =>
      warning(
        'emulate/unknown-branch',
        `${mnemonic} depends on ${sources}: each way is followed once, so counts are of one iteration`,
        remedy(sources),
      ),
    unknownMask: (mnemonic: string, sources: string) =>
      warning(
        'emulate/unknown-mask',
        `the active lanes after ${mnemonic} depend on ${sources}: all are taken to stay active`,
        remedy(sources),
      ),
    unknownJump: (mnemonic: string, sources: string) =>
      error(
        'emulate/unknown-jump',
        `the target of ${mnemonic} depends on ${sources}: the wave ends here`,
        remedy(sources),
      ),
    notReached: (mnemonic: string) =>
      warning(
        'emulate/not-reached',
        `${mnemonic} was not reached on any way that was followed: its accesses are not counted`,
        'give a launch with the arguments of the kernel',
      ),
    argumentSize: (name: string, wanted: number, found: number, skeleton: string) =>
      error(
        'emulate/argument-size',
        `argument ${name} has ${wanted} bytes, but a value of ${found} bytes is given`,
        `the kernel takes args: ${skeleton}`,
      ),
    argumentPlace: (name: string, offset: number, size: number) =>
      error(
        'emulate/argument-place',
        `argument ${name} at byte ${offset} is not inside the ${size} bytes of the kernel's arguments`,
        'correct at, or leave it out',
      ),
    argumentsTooLarge: (bytes: number, limit: number) =>
      error(
        'emulate/arguments-too-large',
        `the kernel has ${bytes} bytes of arguments; those beyond ${limit} are left out`,
        'check .kernarg_segment_size and the places of the arguments in the metadata',
      ),
    tooManyArguments: (wanted: number, found: number, skeleton: string) =>
      error(
        'emulate/too-many-arguments',
        `the kernel has ${wanted} ${wanted === 1 ? 'argument' : 'arguments'}, but ${found} are given`,
        `the kernel takes args: ${skeleton}`,
      ),
    assumedLds: (bytes: number): Message => ({
      code: 'emulate/assumed-lds',
      severity: 'note',
      message: `the launch decides how much LDS a workgroup has; this one touches ${bytes} bytes`,
      hint: 'say it with the launch (lds=BYTES) to have accesses beyond it found',
    }),
    ldsBeyondChip: (bytes: number, limit: number, machine: string) =>
      warning(
        'emulate/lds-beyond-chip',
        `the launch needs ${bytes} bytes of LDS; a workgroup of ${machine} has ${limit}: hardware would not start it`,
        'make the tiles smaller, or choose another chip with --machine',
      ),
    noMachine: (machine: string) =>
      error(
        'emulate/no-machine',
        `machine code is executed for gfx90a, gfx942 and gfx950, not for ${machine}`,
        'choose one of them with --machine',
      ),
    otherTarget: (target: string, machine: string) =>
      warning(
        'emulate/other-target',
        `the code is for ${target}, but is executed as ${machine}`,
        `choose ${target} with --machine`,
      ),
    unsettledData: (mnemonic: string) =>
      warning(
        'emulate/unsettled-data',
        `how ${mnemonic} moves data between lanes is not documented: its results may differ from hardware`,
        'bank conflicts are not affected; they follow from the addresses of the lanes',
      ),
  },
  /** What an execution shows to be a matter of luck. */
  hazard: {
    missingWait: (register: string, writer: string, wait: string) =>
      error(
        'hazard/missing-wait',
        `uses ${register} while ${writer} may not have written it yet`,
        `put s_waitcnt ${wait} before this instruction`,
      ),
    ldsRace: (what: string, first: number, second: number) =>
      error(
        'hazard/lds-race',
        `${what}: waves ${first} and ${second} touch the same bytes with no barrier between`,
        'separate the two accesses with s_waitcnt lgkmcnt(0) and s_barrier',
      ),
    unfinishedWrite: (writer: number) =>
      warning(
        'hazard/unfinished-write',
        `reads LDS that wave ${writer} wrote without waiting for the write before the barrier`,
        'put s_waitcnt lgkmcnt(0) before the barrier',
      ),
    ldsOutOfRange: (byte: number, bytes: number, lane: number) =>
      error(
        'hazard/lds-out-of-range',
        `touches byte ${byte} of an LDS of ${bytes} bytes (lane ${lane})`,
        'correct the address; hardware reads 0 there and drops stores',
      ),
    misaligned: (byte: number, wanted: number, lane: number) =>
      warning(
        'hazard/misaligned',
        `touches byte ${byte}, which is not a multiple of ${wanted} (lane ${lane})`,
        'align the access: it is slow, or an error, depending on the mode of the chip',
      ),
    unordered: (second: string, first: string) =>
      error(
        'hazard/lds-race',
        `${second} bytes that another wave ${first}, and no barrier is between`,
        'put a barrier between the two: gpu.barrier, or amdgpu.lds_barrier',
      ),
    copyInFlight: (reads: boolean, wait: boolean, barrier: boolean) =>
      warning(
        'hazard/unfinished-async-copy',
        reads
          ? 'reads bytes that an asynchronous copy may not have written yet'
          : 'writes bytes that an asynchronous copy may still overwrite',
        wait && barrier
          ? 'wait for the copy in the wave that makes it (amdgpu.memory_counter_wait), then pass a barrier'
          : wait
            ? 'wait for the copy before: amdgpu.memory_counter_wait'
            : 'the wave that copies waits; put a barrier between its wait and this access',
      ),
    mixedLayouts: (names: string, writers: string, readers: string, row: number) =>
      warning(
        'hazard/mixed-layouts',
        `reads ${names} as ${readers}, but it is written as ${writers}: from row ${row} on, a read gets other columns than it names`,
        'give both sides one swizzle; it is right only if the rows are permuted in global memory as well',
      ),
    outputsDiffer: (first: number, second: number, byte: number, buffer: number, known: boolean) =>
      error(
        'hazard/outputs-differ',
        `interleavings ${first} and ${second} leave different results, first at byte ${byte} of argument ${buffer}`,
        known
          ? 'the other hazards say why'
          : 'no access to LDS explains it: look for atomics, whose order is free, and for global memory that several waves write',
      ),
    outputsAgree: (count: number, first: number): Message => ({
      code: 'hazard/outputs-agree',
      severity: 'note',
      message: `${count} interleavings, the first with seed ${first}, leave the same bytes in all buffers`,
      hint: 'more of them, or another --seed, make it more certain',
    }),
    collidingLanes: () =>
      error(
        'hazard/lane-collision',
        'lanes write different values to the same bytes: which one stays is not defined',
        'let one lane write, or give each lane a place of its own',
      ),
    unfinishedCopy: (bytes: number) =>
      warning(
        'hazard/unfinished-async-copy',
        `reads ${bytes} bytes that an asynchronous copy may not have written yet`,
        'wait for the copy (memory_counter_wait, s_waitcnt vmcnt) and pass a barrier before the read',
      ),
    uninitialized: (bytes: number) =>
      warning(
        'hazard/uninitialized-lds',
        `reads ${bytes} bytes of LDS that nothing has written`,
        'write them first, or mask the lanes that read them',
      ),
  },
  /** A launch written as a file. */
  launchFile: {
    yaml: (problem: string) =>
      error(
        'launch-file/yaml',
        `the launch file is not YAML: ${problem}`,
        'correct it; ldscope run --help shows an example',
      ),
    shape: (what: string, wanted: string) =>
      error(
        'launch-file/shape',
        `${what} must be ${wanted}`,
        'see ldscope run --help for an example',
      ),
    dtype: (who: string, name: string, known: readonly string[]) =>
      error(
        'launch-file/dtype',
        `${who} has no known type: '${name}'`,
        `choose one of: ${known.join(', ')}`,
      ),
    struct: (who: string, problem: string) =>
      error(
        'launch-file/struct',
        `the struct of ${who} cannot be laid out: ${problem}`,
        'leave at out to have fields placed as C does, and give size when the struct is longer than its fields',
      ),
    tooLarge: (who: string, limit: number) =>
      error('launch-file/too-large', `${who} has more than ${limit} bytes`, 'give a smaller shape'),
    unreadable: (who: string, path: string) =>
      error(
        'launch-file/unreadable',
        `${who} is filled from ${path}, which cannot be read`,
        'paths are relative to the launch file; zeros, random and iota need no file',
      ),
    npy: (who: string, path: string, problem: string) =>
      error(
        'launch-file/npy',
        `${who} is filled from ${path}: ${problem}`,
        'save it with numpy.save',
      ),
  },
  /** What the command line was asked for. */
  usage: {
    isSchedule: () =>
      error(
        'usage/is-schedule',
        'the input is a schedule: it has no addresses, so there are no bank conflicts to count',
        "use 'ldscope timeline' for it",
      ),
    unknownMachine: (name: string, known: readonly string[]) =>
      error(
        'usage/unknown-machine',
        `there is no machine '${name}'`,
        `choose one of: ${known.join(', ')}`,
      ),
    tile: (text: string) =>
      error(
        'usage/tile',
        `'${text}' is no tile`,
        'write rows, columns and element type: --tile 64x128xf16',
      ),
    noInterleavings: () =>
      warning(
        'usage/no-interleavings',
        'interleavings are explored of kernels in MLIR only',
        'leave --interleavings out',
      ),
    noMatrices: (machine: string) =>
      error(
        'usage/no-matrices',
        `no matrix instructions of ${machine} are known with their layouts`,
        'MFMA is known of gfx908, gfx90a, gfx942 and gfx950, WMMA of gfx1100, gfx1151 and gfx1201',
      ),
    unknownMatrix: (name: string, machine: string, known: readonly string[]) =>
      error(
        'usage/unknown-matrix',
        `${machine} has no matrix instruction ${JSON.stringify(name)}`,
        `it has ${someOf(known)}; 'ldscope machine ${machine} --matrix' lists all`,
      ),
    unknownModel: (name: string, machine: string, known: readonly string[]) =>
      error(
        'usage/unknown-model',
        `${machine} has no model '${name}'`,
        `choose one of: ${known.join(', ')}`,
      ),
    unknownCoalescing: (name: string, machine: string, known: readonly string[]) =>
      error(
        'usage/unknown-coalescing',
        `${machine} has no model '${name}' of global memory`,
        `choose one of: ${known.join(', ')}`,
      ),
    unknownSite: (id: string, known: readonly string[]) =>
      error(
        'usage/unknown-site',
        `there is no site '${id}'`,
        known.length > 0 ? `choose one of: ${known.join(', ')}` : 'the kernel accesses no LDS',
      ),
    noGlobalSites: () =>
      error(
        'usage/no-global-sites',
        'no access to global memory was executed: there is no site to explain',
        'accesses of machine code need the addresses of its buffers: give a launch file with them',
      ),
    unreadable: (path: string, reason: string) =>
      error('usage/unreadable', `cannot read ${path}: ${reason}`, 'check the path'),
    machineNeeded: (name: string) =>
      error(
        'usage/machine-needed',
        name === '' ? 'the file names no chip' : `there is no machine '${name}'`,
        'choose one with --machine: gfx90a, gfx942 or gfx950',
      ),
    runNeedsAssembly: (path: string) =>
      error(
        'usage/run-needs-assembly',
        `${path} is no AMD assembly or code object`,
        'run executes machine code; analyze reads MLIR as well',
      ),
    dump: (spec: string, names: readonly string[]) =>
      error(
        'usage/dump',
        `'${spec}' names no buffer of the launch to write`,
        `write --dump NAME=file.npy with one of: ${names.join(', ')}`,
      ),
    noDisassembler: (path: string) =>
      error(
        'usage/no-disassembler',
        `${path} is a code object, and no llvm-objdump was found to disassemble it`,
        'install LLVM (apt-get install llvm) or ROCm, or give the assembly as text',
      ),
    disassemblerFailed: (command: string, path: string, problem: string) =>
      error(
        'usage/disassembler-failed',
        `${command} could not disassemble ${path}: ${problem}`,
        'check that the file is whole, or give the assembly as text',
      ),
    unknownFormat: (path: string) =>
      error(
        'usage/unknown-format',
        `${path} is not a kernel in a format that is known`,
        'give MLIR, TTGIR, AMD assembly, a code object, or a YAML specification',
      ),
    ckTileCode: (path: string) =>
      error(
        'usage/unknown-format',
        `${path} is C++ of CK Tile: a descriptor or an encoding, without the accesses to count`,
        'put it into a CK Tile specification, under lds: | or distribution: |, or convert it alone: ldscope convert "$(cat FILE)" --tile 64x32xf16',
      ),
    noSites: () =>
      error(
        'usage/no-sites',
        'the kernel accesses no shared memory: there is no site to explain',
        'give its buffers the address space: memref<..., #gpu.address_space<workgroup>>',
      ),
    unwritable: (path: string, reason: string) =>
      error('usage/unwritable', `cannot write ${path}: ${reason}`, 'check the path'),
    noWebApp: () =>
      error(
        'usage/no-web-app',
        'this copy of ldscope has no web app beside it',
        "install the published package, or build it with 'npm run build'",
      ),
    noPort: (port: number, reason: string) =>
      error(
        'usage/no-port',
        `cannot serve on port ${port}: ${reason}`,
        'choose another with --port; without it any free port is taken',
      ),
    noBrowser: (address: string): Message => ({
      code: 'usage/no-browser',
      severity: 'warning',
      message: 'no browser could be opened',
      hint: `open ${address} yourself`,
    }),
    tooLargeForWeb: (path: string, most: number) =>
      error(
        'usage/too-large-for-web',
        `${path}, or an option with it, is too long for the web app, which takes ${most} characters`,
        "cut the file to one kernel, or use 'ldscope analyze FILE --format html'",
      ),
    assumedMachine: (machine: string, named: string | undefined): Message => ({
      code: 'usage/assumed-machine',
      severity: 'note',
      message:
        named === undefined
          ? `no machine was given and the kernel names none: ${machine} is assumed`
          : `the kernel names ${named}, which is not known: ${machine} is assumed`,
      hint: 'choose one with --machine',
    }),
    machineOfKernel: (machine: string): Message => ({
      code: 'usage/machine-of-kernel',
      severity: 'note',
      message: `no machine was given: ${machine} is taken, which the kernel names`,
      hint: 'choose another with --machine',
    }),
    unknownPhase: (phase: number, count: number) =>
      error(
        'usage/unknown-phase',
        `there is no phase ${phase}`,
        count === 1 ? 'the access has only phase 0' : `choose one from 0 to ${count - 1}`,
      ),
    noRule: (op: string, machine: string, model: string) =>
      error(
        'usage/no-rule',
        `${machine} has no service rule for ${op} in the model '${model}'`,
        'choose the chip that the kernel was written for with --machine, or another --model',
      ),
    noRecords: (path: string) =>
      error(
        'usage/no-records',
        `${path} has no records`,
        'give one JSON object a line: {"op": ..., "mask": ..., "address": [...], ...}',
      ),
    unexpected: (reason: string) =>
      error(
        'internal/unexpected',
        `this is a fault of ldscope: ${reason}`,
        'please report it with the command and the input; LDSCOPE_DEBUG=1 shows where it happened',
      ),
  },
  /** CuTe layouts: their notation and their algebra. */
  cute: {
    extent: (text: string) =>
      error('cute/extent', `'${text}' is no size of a mode`, 'sizes are positive whole numbers'),
    tile: (modes: string, tile: string) =>
      error(
        'cute/tile',
        `the layout has modes of ${modes}, the tile has ${tile}`,
        'give a layout of two modes: rows and columns of the tile, or columns and rows',
      ),
    incongruent: () =>
      error(
        'cute/incongruent',
        'shape and stride do not have the same tuples',
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
        `the layout has rank ${rank}, and two modes are wanted: rows and columns`,
        'group its modes into two: ((2,4),8):((1,2),8) has rows (2,4)',
      ),
    dynamic: () =>
      error(
        'cute/dynamic',
        'the value of a dynamic integer is not printed, so it is not known',
        "replace each '?' by its value",
      ),
    basis: () =>
      error(
        'cute/basis-stride',
        'the strides are basis vectors: the layout gives coordinates, not offsets',
        'compose it with the layout of the memory that the coordinates are of',
      ),
    tilerRank: (tiler: number, layout: number) =>
      error(
        'cute/tiler-rank',
        `the one has ${tiler} modes, the other ${layout}: they do not match by mode`,
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
        `size ${extent} ends inside a mode of the first layout: ${rest} is no multiple of ${taken}`,
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
        `the inverse is no layout: stride ${stride} is no multiple of the stride ${below} before it`,
        'choose strides that divide each other',
      ),
    roundedUp: (tile: number, size: number, reached: number) =>
      warning(
        'cute/rounded-up',
        `tiles of ${tile} do not divide ${size} elements: the result has ${reached}, and the last ones are not in the layout`,
        'mask what is beyond, or choose a tile that divides',
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
        `elements of ${oldBits} and ${newBits} bits are no sizes`,
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
        'Swizzle<B,M,S>: B bits change, M bits below them stay, S bits lie between source and target; B and M are not negative',
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
        'the two swizzles are not one: their shifts differ, or one reads what the other changes',
        'keep one of them, or convert to a general linear layout',
      ),
    swizzleDoesNotMove: () =>
      error(
        'cute/swizzle-does-not-move',
        'no swizzle behind the layout does what this one does before it',
        'it needs modes that are powers of two, each bit of the swizzle with a stride of its own',
      ),
    swizzleFactor: (factor: number) =>
      error(
        'cute/swizzle-factor',
        `a swizzle cannot be said in elements ${factor} times as large`,
        'factors are powers of two, and must not join elements that the swizzle tells apart',
      ),
    offset: (operation: string, offset: number) =>
      error(
        'cute/offset',
        `${operation} of a swizzled layout with offset ${offset} is not said in this notation`,
        'move the offset out of the swizzle, or use 0',
      ),
    pointerBits: (bits: number) =>
      error(
        'cute/pointer-bits',
        `smem_ptr[${bits}b] is no element size`,
        'sizes are powers of two: smem_ptr[16b](unset)',
      ),
  },
  /** Files of hardware counters, one record a line. */
  measured: {
    notJson: () =>
      error(
        'measured/not-json',
        'the line is not a JSON object',
        'write one record a line: {"op": ..., "mask": ..., "address": [...], ...}',
      ),
    field: (name: string, wanted: string) =>
      error('measured/field', `the record has no valid '${name}'`, `give '${name}' as ${wanted}`),
    unknownOp: (op: string) =>
      error(
        'measured/unknown-op',
        `there is no instruction ${JSON.stringify(op)}`,
        'name it as the assembler does (ds_read_b128, ld.shared.v4.b32) or in short (ld128, st32)',
      ),
    noRule: (op: string, machine: string, model: string) =>
      error(
        'measured/no-rule',
        `${op} is not served by ${machine} in the model '${model}'`,
        'choose the machine and the model that the counters belong to',
      ),
    waveSize: (lanes: number, machine: string, sizes: string) =>
      error(
        'measured/wave-size',
        `the record has ${lanes} addresses, but a wave of ${machine} has ${sizes} lanes`,
        'give one address for every lane, also for inactive ones',
      ),
    address: (lane: number, largest: number) =>
      error(
        'measured/address',
        `the address of lane ${lane} is not a whole number from 0 to ${largest}`,
        'give byte addresses inside the shared memory of one workgroup',
      ),
    counters: () =>
      error(
        'measured/counters',
        'the record has no counters',
        "give 'wavefronts' and 'conflicts' (NVIDIA), or 'idxActive' and 'bankConflict' (AMD)",
      ),
  },
  /** Triton's attributes and TTGIR. */
  triton: {
    unknownAttribute: (name: string, known: readonly string[]) =>
      error(
        'triton/unknown-attribute',
        `#${name} is no layout that is known here`,
        `known are ${someOf(known)}`,
      ),
    unknownAlias: (name: string) =>
      error(
        'triton/unknown-alias',
        `#${name} is not defined`,
        'give the attribute in full, or the module that defines it',
      ),
    missingField: (attribute: string, field: string) =>
      error(
        'triton/missing-field',
        `${attribute} has no ${field}`,
        `add ${field} = ..., as Triton prints it`,
      ),
    wrongField: (field: string, wanted: string) =>
      error('triton/wrong-field', `${field} is not ${wanted}`, `write ${wanted}`),
    unknownField: (attribute: string, field: string, known: readonly string[]) =>
      error(
        'triton/unknown-field',
        `${attribute} has no field ${field}`,
        `its fields are ${someOf(known)}`,
      ),
    notPowerOfTwo: (what: string, value: number) =>
      error(
        'triton/not-power-of-two',
        `${what} is ${value}, which is no power of two`,
        'Triton has tensors and layouts of powers of two only',
      ),
    tooLarge: (shape: readonly number[]) =>
      error(
        'triton/too-large',
        `a tensor of ${shape.length === 0 ? 'no dimensions' : shape.join('x')} cannot be laid out`,
        'coordinates have 31 bits in all: describe the tile of one workgroup',
      ),
    noSemantics: (kind: string, reason: string) =>
      error(
        'triton/no-semantics',
        `what #ttg.${kind} means here is not known: ${reason}`,
        'correct the encoding, or the shape of the tensor',
      ),
    notSayable: (reason: string) =>
      error(
        'triton/not-sayable',
        `no shared encoding says this layout: ${reason}`,
        'take a layout of powers of two that XORs, or pads without a swizzle',
      ),
    noKernel: (name: string | undefined, known: readonly string[]) =>
      error(
        'triton/no-kernel',
        name === undefined ? 'the module has no tt.func' : `there is no tt.func @${name}`,
        known.length === 0
          ? "give the TTGIR of a kernel (the '.ttgir' that Triton's cache keeps)"
          : `choose one of: ${someOf(known)}`,
      ),
    waves: (warps: number, size: number, machine: string) =>
      error(
        'triton/waves',
        `the module asks for ${warps} waves of ${size}, which ${machine} does not run`,
        'choose the machine that it was compiled for with --machine',
      ),
    notCounted: (operation: string, reason: string) =>
      warning(
        'triton/not-counted',
        `the accesses of ${operation} are not counted: ${reason}`,
        'compile the kernel and give its assembly: machine code is executed as it is',
      ),
    onceEach: (inLoop: boolean): Message => ({
      code: 'triton/once-each',
      severity: 'note',
      message: inLoop
        ? 'each operation is counted once: those in a loop stand for one iteration'
        : 'each operation is counted once',
      hint: 'how often a loop runs is not in the module; give the assembly and a launch to count all of it',
    }),
    stage: (operation: string): Message => ({
      code: 'triton/stage',
      severity: 'note',
      message: `${operation} chooses a stage of the buffer by a value: the first is counted`,
      hint: 'stages are a tile apart, and one that goes around the banks a whole number of times costs the same',
    }),
  },
  /** AMD assembly and code objects. */
  amdgcn: {
    registerRange: (file: string, first: number, last: number, size: number) =>
      error(
        'amdgcn/register-range',
        `${file}[${first}:${last}] is no range of registers`,
        `give the lower number first; the last register is ${file}${size - 1}`,
      ),
    registerList: () =>
      error(
        'amdgcn/register-list',
        'the registers of the list do not follow each other',
        'write consecutive registers of one kind: [v4, v5, v6]',
      ),
    swizzle: () =>
      error(
        'amdgcn/swizzle',
        'the words make no swizzle',
        'write one such as swizzle(QUAD_PERM, 0, 1, 2, 3), swizzle(SWAP, 16) or swizzle(BITMASK_PERM, "00pip")',
      ),
    notAbsolute: () =>
      error(
        'amdgcn/not-absolute',
        'the expression is no number here',
        'use numbers, symbols defined above, and differences of labels of one section',
      ),
    undefinedSymbol: (name: string) =>
      error(
        'amdgcn/undefined-symbol',
        `the symbol '${name}' is not defined`,
        `define it with .set ${name}, or correct the name`,
      ),
    externalSymbol: (name: string) =>
      warning(
        'amdgcn/external-symbol',
        `the symbol '${name}' is not defined in this file`,
        'give the linked code object, or assembly that has everything the kernel uses',
      ),
    redefinedSymbol: (name: string) =>
      error(
        'amdgcn/redefined-symbol',
        `the label '${name}' is defined twice`,
        'give one of the two another name; in macros, \\@ makes names unique',
      ),
    divisionByZero: () =>
      error('amdgcn/division-by-zero', 'the expression divides by zero', 'check the divisor'),
    circular: () =>
      error(
        'amdgcn/circular-symbol',
        'the value of the symbol depends on itself',
        'give it a number',
      ),
    unknownFunction: (name: string) =>
      error(
        'amdgcn/unknown-function',
        `there is no function '${name}' in expressions, or its arguments have no value`,
        'write a number or one of max, or, alignto',
      ),
    unknownDirective: (name: string) =>
      warning(
        'amdgcn/unknown-directive',
        `the directive ${name} is not known and was left out`,
        'remove it if the kernel does not need it',
      ),
    unsupportedDirective: (name: string) =>
      error(
        'amdgcn/unsupported-directive',
        `the directive ${name} is not supported and was left out: it changes what the file says`,
        ASSEMBLE_FIRST,
      ),
    misplaced: (name: string, opener: string) =>
      error(
        'amdgcn/misplaced-directive',
        `${name} has no ${opener} before it`,
        `remove it or add the ${opener}`,
      ),
    tooManyArguments: (name: string, count: number) =>
      error(
        'amdgcn/too-many-arguments',
        `the macro ${name} has only ${count} parameters`,
        'remove what is too much, or write operators without a comma between their sides',
      ),
    missingArgument: (name: string, parameter: string) =>
      error(
        'amdgcn/missing-argument',
        `the macro ${name} needs a value for ${parameter}`,
        `give it: ${parameter}=...`,
      ),
    unknownParameter: (name: string, parameter: string) =>
      error(
        'amdgcn/unknown-parameter',
        `the macro ${name} has no parameter ${parameter}`,
        'correct the name',
      ),
    unknownMacro: (name: string) =>
      error('amdgcn/unknown-macro', `there is no macro ${name}`, 'correct the name'),
    expansionDepth: (limit: number) =>
      error(
        'amdgcn/expansion-depth',
        `macros call each other more than ${limit} deep`,
        'check the condition that should end the recursion',
      ),
    expansionSize: (limit: number) =>
      error(
        'amdgcn/expansion-size',
        `macros and repetitions make more than ${limit} lines`,
        'check the counts of .rept and the macros that call each other',
      ),
    dataSize: (limit: number) =>
      error(
        'amdgcn/data-size',
        `the data of the file is larger than ${limit} bytes`,
        'check the counts of .fill, .zero and .space',
      ),
    count: (value: string) =>
      error('amdgcn/count', `${value} is no count`, 'write a number that is not negative'),
    dataInCode: () =>
      warning(
        'amdgcn/data-in-code',
        'data stands where a wave would execute it; it is kept as data',
        'write the instruction by its name, or give the disassembly',
      ),
    said: (text: string) =>
      error('amdgcn/said', text, 'this is what the file itself reports with .error'),
    warned: (text: string) =>
      warning('amdgcn/warned', text, 'this is what the file itself reports with .warning'),
    notElf: () =>
      error(
        'amdgcn/not-elf',
        'the file is no 64-bit ELF file',
        'give a code object (.co, .hsaco, .o), a bundle of them, or assembly text',
      ),
    otherMachine: () =>
      error(
        'amdgcn/other-machine',
        'the file has no code for AMD GPUs',
        'give a code object that was compiled for gfx90a, gfx942 or gfx950',
      ),
    truncated: (what: string) =>
      error(
        'amdgcn/truncated',
        `${what} lies outside the file`,
        'check whether the file was cut off',
      ),
    compressedBundle: () =>
      error(
        'amdgcn/compressed-bundle',
        'the bundle is compressed',
        'unpack it with clang-offload-bundler --unbundle, or compile with --no-offload-compress',
      ),
    noCodeObject: (target: string | undefined, known: readonly string[]) =>
      error(
        'amdgcn/no-code-object',
        target === undefined || known.length === 0
          ? 'the file has no code object for AMD GPUs'
          : `the file has no code object for ${target}`,
        known.length > 0
          ? `choose one of: ${known.join(', ')}`
          : 'give a code object that was compiled for gfx90a, gfx942 or gfx950',
      ),
    branchTarget: () =>
      error(
        'amdgcn/branch-target',
        'the branch leads to no instruction of this text',
        'give the whole disassembly, with addresses (llvm-objdump -d)',
      ),
    pcRelative: () =>
      warning(
        'amdgcn/pc-relative',
        'the address that is made here belongs to nothing that is known',
        'give the code object itself: its data is then known',
      ),
    noDescriptor: (name: string) =>
      warning(
        'amdgcn/no-descriptor',
        `the kernel ${name} has no descriptor: which registers hold what at its start is assumed`,
        'give assembly with its .amdhsa_kernel block, or the code object',
      ),
    descriptorRange: (name: string, value: string, most: number) =>
      error(
        'amdgcn/descriptor-range',
        `.amdhsa_${name} is ${value}, but has to be from 0 to ${most}`,
        'correct the value; what is executed takes the line to be missing',
      ),
    noCode: (name: string, isData: boolean) =>
      error(
        'amdgcn/no-code',
        isData
          ? `the instructions of the kernel ${name} are written as data (.long), which is not decoded`
          : `the kernel ${name} has a descriptor, but no code`,
        isData ? ASSEMBLE_FIRST : `define the label ${name}: before its first instruction`,
      ),
    encodedAsData: () =>
      error(
        'amdgcn/encoded',
        'execution goes on into instructions that are written as data (.long), which is not decoded',
        ASSEMBLE_FIRST,
      ),
    otherChip: (target: string) =>
      error(
        'amdgcn/other-chip',
        `machine code for ${target} is not supported`,
        'give a kernel for gfx90a, gfx942 or gfx950, or its MLIR',
      ),
    metadata: (what: string) =>
      error(
        'amdgcn/metadata',
        `the metadata is not what a code object has: ${what}`,
        'see "AMDGPU code object metadata" in the LLVM user guide',
      ),
    yaml: (reason: string) =>
      error(
        'amdgcn/yaml',
        `the metadata is not YAML: ${reason}`,
        'write it as LLVM prints it: maps, lists and words, indented by blanks',
      ),
  },
  /** A layout that a kernel may not use, or accesses that no layout can be found for. `at` is `(row, column)`. */
  timing: {
    noMatrixInstruction: (name: string, chip: string, example = '') =>
      error(
        'timing/no-matrix-instruction',
        `${chip} has no matrix instruction '${name}'`,
        example === ''
          ? 'choose a chip that has it with --machine'
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
    wavesText: (text: string) =>
      error('timing/waves', `'${text}' is not a grid of waves`, 'write waves along m and n, 2x2'),
    unknownOperation: (name: string, known: readonly string[]) =>
      error(
        'timing/unknown-operation',
        `'${name}' is no operation of a schedule`,
        `write one of ${known.join(', ')}, or an instruction with its prefix (v_, s_, ds_, buffer_, global_)`,
      ),
    beyondCounter: (counter: string, value: number, most: number) =>
      error(
        'timing/beyond-counter',
        `${counter}(${value}) is beyond the counter: it counts to ${most}`,
        `write a value from 0 to ${most}`,
      ),
    beyondLimit: (what: string, value: number, most: number) =>
      error(
        'timing/beyond-limit',
        `${what} is ${value}, more than ${most}`,
        `give at most ${most}`,
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
        `'${name}' is read by ${by}, but nothing fills it before`,
        'name what does: ds_read_b128 A[0,0], buffer_load_dwordx4 p[0], ds_write_b128 to tile',
      ),
    unnamed: (count: number) =>
      warning(
        'timing/unnamed',
        `${count} ${count === 1 ? 'operation names' : 'operations name'} no register that it loads, or no place in LDS: ` +
          'waits for it are not judged, waits that are missing are not found, and nothing is delayed by it',
        'name both: ds_read_b128 A[0,0:1] from tile, ds_write_b128 to tile from p',
      ),
    noInstruction: (operation: string, chip: string, has: readonly string[]) =>
      error(
        'timing/no-instruction',
        `${chip} has no ${operation}`,
        has.length === 0 ? 'choose another chip with --machine' : `it has ${has.join(', ')}`,
      ),
    takes: (input: string, hint: string) =>
      error(
        'timing/takes',
        `timeline takes AMD machine code or a schedule, and the input is ${input}`,
        hint,
      ),
    deadlock: (waits: string) =>
      error(
        'timing/deadlock',
        `the schedule stands still: ${waits}`,
        'give every await a signal that comes as often, from a wave that does not wait for it',
      ),
    noTiming: (chip: string, known: readonly string[]) =>
      error(
        'timing/no-model',
        `the pipeline of ${chip} is not modelled`,
        `choose one of ${known.join(', ')}`,
      ),
  },

  mitigate: {
    tornElement: (unitBytes: number, elementBytes: number) =>
      error(
        'mitigate/torn-element',
        `units of ${unitBytes} B are no whole number of elements of ${elementBytes} B`,
        'move whole elements',
      ),
    tail: (rowBytes: number, unitBytes: number) =>
      error(
        'mitigate/tail',
        `a row of ${rowBytes} B is no whole number of units of ${unitBytes} B: its end would be moved onto others`,
        'choose a unit that divides the row, or pad instead',
      ),
    leavesRow: (row: number, unit: number, place: number, units: number) =>
      error(
        'mitigate/leaves-row',
        `unit ${unit} of row ${row} is moved to place ${place}, but a row has the places 0 to ${units - 1}`,
        'keep XOR keys below the largest power of two that divides the number of units, or rotate',
      ),
    overlap: (one: string, other: string, byte: number) =>
      error(
        'mitigate/overlap',
        `elements ${one} and ${other} both lie at byte ${byte}`,
        'a layout has a place of its own for each element',
      ),
    partOfElement: (access: string, widthBytes: number, elementBytes: number) =>
      error(
        'mitigate/part-of-element',
        `${access} moves ${widthBytes} B, which is no whole number of elements of ${elementBytes} B`,
        'describe the tile in the elements that the access moves',
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
        `${access}: the vector of ${op} at ${at} is torn apart before its element ${element}`,
        'move units that are at least as wide as the widest access, or use narrower accesses',
      ),
    misaligned: (access: string, op: string, at: string, offset: number, alignment: number) =>
      error(
        'mitigate/misaligned',
        `${access}: ${at} lies at byte ${offset}, but ${op} wants a multiple of ${alignment} B`,
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
        `${machine} (${model}) has no service rule for ${op}`,
        'choose chips that have the instruction',
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
      error('mitigate/no-access', 'nothing accesses the tile', 'list its writes and its reads'),
    noTarget: () => error('mitigate/no-target', 'no chip is named', 'name at least one chip'),
  },
  /** What a layout cannot be suggested for. */
  suggest: {
    relative: (names: string, reason: string) =>
      warning(
        'suggest/relative',
        `the present layout of ${names} is not understood: ${reason}; what is suggested moves the places that the kernel uses now`,
        'apply a suggestion to the index that the kernel computes now, behind its own swizzle; no notation expresses both together',
      ),
    missingEvidence: (names: string, missing: string): Message => ({
      code: 'suggest/missing-evidence',
      severity: 'note',
      message: `the present layout of ${names} fits all that it accesses, but not seen is ${missing}`,
      hint: 'nothing needs to be done where those rows are never accessed',
    }),
    tileText: (text: string) =>
      error(
        'suggest/tile',
        `${JSON.stringify(text)} is no tile`,
        'write rows x columns x element type, as 128x64xf16',
      ),
    noTile: (file: string) =>
      error(
        'suggest/no-tile',
        `${file} does not say which tiles its LDS holds`,
        'give one with --tile 128x64xf16, and --at BYTES where it does not begin at 0',
      ),
    nothingGiven: () =>
      error(
        'suggest/nothing-given',
        'there is no file, and no tile with accesses',
        'give a kernel or a specification, or --tile 128x64xf16 with --write and --read',
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
        'leave --tile, --layout and --at away: the specification has its own tile and descriptor',
      ),
    otherInstructions: (conflicts: string) =>
      warning(
        'suggest/other-instructions',
        `CK Tile makes other instructions of this descriptor: ${conflicts}`,
        'analyze the specification with the descriptor in it',
      ),
    nothingThere: (start: number, bytes: number) =>
      error(
        'suggest/nothing-there',
        `no access touches LDS bytes ${start} to ${start + bytes - 1}`,
        'correct --tile or --at',
      ),
    parts: (name: string) =>
      warning(
        'suggest/parts',
        `${name} is accessed as tiles of different shapes, or in parts: it is left out`,
        'describe one of the tiles as a specification',
      ),
    leftOut: (name: string, machine: string, ops: readonly string[]) =>
      warning(
        'suggest/left-out',
        `${machine} does not execute ${someOf(ops)}, which ${name} is accessed with: it is left out`,
        'the suggestion is for the other chips; give a kernel for this chip as well',
      ),
    noBuffers: () =>
      warning(
        'suggest/no-buffers',
        'no workgroup buffer is accessed that has a layout to choose',
        'what a compiler uses as scratch memory, as for convert_layout, it lays out itself',
      ),
  },
  /** A kernel that cannot be rewritten, or whose rewriting is not proven. */
  fix: {
    noBuffer: (name: string, names: readonly string[]) =>
      error(
        'fix/no-buffer',
        `there is no workgroup buffer ${name}`,
        names.length === 0 ? 'the kernel has none' : `it has ${someOf(names)}`,
      ),
    foreignMemory: (name: string) =>
      error(
        'fix/foreign-memory',
        `${name} is workgroup memory that a caller gives: others may use it`,
        'allocate the buffer inside the kernel, or inline the function',
      ),
    unknownUser: (op: string, value: string) =>
      error(
        'fix/unknown-user',
        `${op} uses ${value}, and what it does with the layout is not known`,
        'access the buffer by vector.load, vector.store, memref.load, memref.store or gather_to_lds',
      ),
    overlappingViews: (name: string) =>
      error(
        'fix/overlapping-views',
        `${name} is not known to be apart from the other views of its allocation`,
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
        `${name} and ${other} take each other's place but have different shapes`,
        'allocate them with one shape',
      ),
    unknownPlace: (op: string, reason: string) =>
      error(
        'fix/unknown-place',
        `the row and column of this ${op} are not known: ${reason}`,
        'access the allocation, or a view with constant strides of whole rows',
      ),
    crossesUnit: (op: string, bytes: number, unitBytes: number) =>
      error(
        'fix/crosses-unit',
        `this ${op} of ${bytes} B is not known to lie inside one unit of ${unitBytes} B`,
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
        `no notation reads '${text}' for this tile`,
        `write 'plain', or one of: ${examples.join('; ')}`,
      ),
    notMlir: (file: string) =>
      error(
        'fix/not-mlir',
        `${file} is no MLIR: only MLIR is rewritten`,
        "give the kernel as MLIR; 'ldscope suggest' says a layout for any kernel",
      ),
    partlyElsewhere: (names: string) =>
      error(
        'fix/partly-elsewhere',
        `an access to ${names} reaches other memory as well`,
        'keep every access inside one allocation',
      ),
    noBetter: (names: string, conflicts: number) =>
      error(
        'fix/no-better',
        `${names} has ${conflicts} conflict cycles, and no layout of the families that are searched has fewer`,
        "see 'ldscope explain' for what conflicts; wider or other accesses may help where layouts do not",
      ),
    unknownLayout: (names: string, reason: string) =>
      error(
        'fix/unknown-layout',
        `the present layout of ${names} is not understood: ${reason}`,
        'write its swizzle as an XOR or a rotation of units by the row, or take it out by hand',
      ),
    mixedLayouts: (names: string, writers: string, place: string, readers: string, row: number) =>
      error(
        'fix/mixed-layouts',
        `${names} is written as ${writers} at ${place}, but read as ${readers} here: they differ from row ${row} on`,
        "correct one side first: '--correct readers' gives readers the layout of the writers, '--correct writers' the reverse",
      ),
    noSide: (names: string, side: string) =>
      error(
        'fix/no-side',
        `the ${side} of ${names} cannot be corrected: not every access of it has a layout that is understood, or the other side has several`,
        'correct the accesses by hand',
      ),
    severalMixed: (names: readonly string[]) =>
      error(
        'fix/several-mixed',
        `${someOf(names)} are all written and read under different layouts`,
        "correct them one after the other, each with '--buffer'",
      ),
    notMixed: (): Message => ({
      code: 'fix/not-mixed',
      severity: 'note',
      message: 'no buffer is written and read under different layouts: there is no side to correct',
      hint: "leave '--correct' out to remove conflicts",
    }),
    sampled: (what: string, allExecuted: boolean) =>
      error(
        'fix/sampled',
        `the rewritten kernel was only sampled: ${what}; nothing was written`,
        allExecuted
          ? 'these accesses depend on data, or lanes exchange them: write their indices as formulas of ids and loop variables'
          : "execute all workgroups with '--workgroups all'",
      ),
    unproven: (what: string) =>
      error(
        'fix/unproven',
        `the rewritten kernel is not proven: ${what}; nothing was written`,
        'please report it with the kernel; the original is unchanged',
      ),
  },
  /** Files that hold more than one module: dumps of a compiler, chunks. */
  parts: {
    noDumps: () =>
      error(
        'parts/no-dumps',
        'the file has no dumps of a compiler',
        'a compiler prints them with --mlir-print-ir-after-all; without them leave --after and --before away',
      ),
    unknownPass: (when: string, name: string, known: readonly string[]) =>
      error(
        'parts/unknown-pass',
        `the file has no dump ${when} '${name}'`,
        `it has, in this order: ${known.join(', ')}`,
      ),
    noSuchTime: (when: string, name: string, count: number) =>
      error(
        'parts/no-such-time',
        `the file has ${count === 1 ? 'one dump' : `${count} dumps`} ${when} ${name}`,
        count === 1 ? `write --${when} ${name}` : `write --${when} ${name}:1 to ${name}:${count}`,
      ),
    dumpsNotChunks: (count: number) =>
      error(
        'parts/dumps-not-chunks',
        `the file has ${count === 1 ? 'a dump' : `${count} dumps`} of a compiler, and is not split into chunks`,
        'choose a dump with --after or --before',
      ),
    dumpTaken: ({
      words,
      line,
      count,
      kernel,
      asked,
    }: {
      readonly words: string;
      readonly line: number;
      readonly count: number;
      readonly kernel: boolean;
      readonly asked?: string;
    }): Message => ({
      code: 'parts/dump-taken',
      severity: 'note',
      message: `of ${count === 1 ? 'one dump' : `${count} dumps`}${asked === undefined ? '' : ` ${asked}`} this is ${
        kernel ? 'the last with a kernel' : 'the last; none has a kernel'
      }: ${words}, line ${line}`,
      hint:
        asked === undefined
          ? 'choose another with --after PASS or --before PASS; --after list lists them'
          : 'choose another with a number behind the pass: PASS:1',
    }),
    noChunk: (chunk: number, count: number) =>
      error(
        'parts/no-chunk',
        `there is no chunk ${chunk}: the file has ${count === 1 ? 'one' : count}`,
        count === 1 ? "chunks are split by lines of '// -----'" : `choose one from 1 to ${count}`,
      ),
    noKernelInChunks: (count: number) =>
      error(
        'parts/no-kernel-in-chunks',
        `none of the ${count} chunks of the file has a kernel that can be read`,
        'choose one with --chunk to see why',
      ),
    severalChunks: (
      chunks: readonly {
        readonly number: number;
        readonly line: number;
        readonly kernels: readonly string[];
      }[],
    ) =>
      error(
        'parts/several-chunks',
        `${chunks.length} chunks of the file have a kernel`,
        `choose one with --chunk: ${chunks
          .map(({ number, line, kernels }) => `${number} (line ${line}: ${someOf(kernels)})`)
          .join(', ')}`,
      ),
    chunkTaken: (chunk: number, count: number, line: number): Message => ({
      code: 'parts/chunk-taken',
      severity: 'note',
      message: `of ${count} chunks this is the only one with a kernel: chunk ${chunk}, line ${line}`,
      hint: 'choose another with --chunk',
    }),
  },
  /** What `ldscope opt` and its passes say. Where upstream has words for it, they are upstream's. */
  opt: {
    notMlir: (file: string) =>
      error(
        'opt/not-mlir',
        `${file} is no MLIR: passes work on MLIR`,
        'give a file of MLIR, or a dump of a compiler',
      ),
    noFile: () =>
      error('opt/no-file', 'no file is named', 'give a file of MLIR; - is the standard input'),
    noPass: () =>
      error(
        'opt/no-pass',
        'no pass is named',
        "name passes with --pass; 'ldscope opt --list' lists them",
      ),
    unknownPass: (name: string, known: readonly string[]) =>
      error('opt/unknown-pass', `there is no pass '${name}'`, `there are ${someOf(known)}`),
    unknownOption: (pass: string, name: string, known: readonly string[]) =>
      error(
        'opt/unknown-option',
        `${pass} has no option '${name}'`,
        known.length === 0 ? 'it has none' : `it has ${someOf(known)}`,
      ),
    wrongOption: (pass: string, name: string, value: string, number: boolean) =>
      error(
        'opt/wrong-option',
        `'${value}' is no value of ${name} of ${pass}`,
        number ? 'give a whole number' : "give 'true' or 'false'",
      ),
    noSwizzle: () =>
      error(
        'opt/no-swizzle',
        'the attribute of the hint is no swizzle',
        'give #iree_codegen.xor_shuffle or #iree_codegen.rotate_rows',
      ),
    notFlat: (type: string, isTensor: boolean) =>
      error(
        'opt/hint-not-flat',
        `swizzle hint operand must be a contiguous flat memref, got '${type}'`,
        isTensor
          ? 'bufferize before, which ldscope does not: iree-codegen-iree-comprehensive-bufferize of iree-opt does'
          : 'flatten-swizzle-hint-allocs flattens an allocation of static shape that only its hint uses: let all ' +
              'accesses use the result of the hint, or allocate one dimension and expand it behind the hint',
      ),
    unsupportedUser: (user: string) =>
      error(
        'opt/unsupported-user',
        `unsupported SwizzleHintOp user: ${user}`,
        'run fold-memref-alias-ops before; only vector.load, vector.store and amdgpu.gather_to_lds resolve',
      ),
    gatherUnresolved: () =>
      error(
        'opt/gather-unresolved',
        'alloc has gather_to_lds users; all swizzle hints must resolve',
        'the source of the copy is swizzled already: make every access resolvable, or take the hint out before the copy is lowered',
      ),
    hintNotOnAlloc: () =>
      error(
        'opt/hint-not-on-alloc',
        'expected swizzle_hint operand to be defined by a memref.alloc',
        'place the hint directly on the allocation',
      ),
    differentHints: (name: string, one: string, other: string) =>
      error(
        'opt/different-hints',
        `${name} has two hints, ${one} and ${other}`,
        'give an allocation one layout',
      ),
    callersMemory: (name: string, swizzle: string) =>
      warning(
        'opt/callers-memory',
        `${name} is memory of a caller, now at the places of ${swizzle}`,
        'whoever fills or reads it elsewhere has to use the same swizzle',
      ),
    dmaSwizzle: (perLane: number, accessWidth: number) =>
      error(
        'opt/dma-swizzle',
        `DMA segment elementsPerLane=${perLane} incompatible with swizzle access_width=${accessWidth} (need elementsPerLane <= access_width and access_width % elementsPerLane == 0)`,
        'choose an access_width that is a multiple of what a lane copies',
      ),
    dmaInverse: (swizzle: string) =>
      error(
        'opt/dma-inverse',
        `${swizzle} does not undo itself: the source of a copy cannot be permuted by it`,
        'use xor_shuffle with a power of two of groups',
      ),
    dmaNotLowered: () =>
      error(
        'opt/dma-not-lowered',
        'failed to lower to gather_to_lds; possible causes: source lacks fat_raw_buffer address space for OOB padding, destination is not contiguous, or element sizes are incompatible with dma_sizes',
        'copy through registers instead, or name the target with its dma_sizes',
      ),
    asyncNotLowered: (why: string) =>
      error('opt/async-dma-not-lowered', `failed to lower async_dma to gather_to_lds`, why),
    notContiguous: (op: string, type: string) =>
      error(
        'opt/not-contiguous',
        `${op} accesses ${type}, whose elements do not follow each other: a hint needs a flat buffer`,
        'make the view a range of whole rows, or access the allocation itself',
      ),
    paddingHints: (name: string, one: number, other: number) =>
      warning(
        'opt/padding-hints',
        `conflicting bank conflict padding hints for ${name}: ${one} bits vs ${other} bits`,
        'give an allocation one number; it is not padded now',
      ),
    tiedTypes: (op: string) =>
      error(
        'opt/tied-types',
        `'${op}' op requires the same type for all operands and results`,
        'padding has changed the type of its operand, as upstream does; the corrected pass does not pad here',
      ),
    promotionAttribute: () =>
      error(
        'opt/promotion-attribute',
        'shared_memory_conversion attribute must implement IREE::GPU::PromotionAttr',
        'give #iree_gpu.derived_thread_config or another promotion type',
      ),
    promotionOf: (result: number, promotion: string): Message => ({
      code: 'opt/promotion-of',
      severity: 'note',
      message: `promotion type of result #${result} is ${promotion}`,
      hint: 'gpu-vector-alloc promotes it where it is loaded',
    }),
    noWorkgroupSize: () =>
      error(
        'opt/no-workgroup-size',
        'unable to query workgroup_size information',
        'give the function a translation_info with a workgroup_size',
      ),
    noPromotedLayout: () =>
      error(
        'opt/no-promoted-layout',
        'missing layout for promoted read-like op',
        'give its consumers layouts with iree_vector_ext.to_layout',
      ),
    noDerivedLayout: () =>
      error(
        'opt/no-derived-layout',
        'failed to derive layout for promoted read-like op',
        'threads and tiles must divide each other',
      ),
  },
} as const;
