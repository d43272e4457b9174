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

/**
 * Every message that ldscope says about an input, by topic.
 *
 * A code is `topic/what`; it never changes its meaning. A message states the fact, the hint says what
 * the reader can do about it. Keep both free of the names of our own functions.
 */
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
    part: (text: string) =>
      error(
        'launch/part',
        `'${text}' is no part of a launch`,
        'write grid=2x8, block=256, or a scalar argument as arg3=1024',
      ),
    noBlock: () =>
      error(
        'launch/no-block',
        'the kernel does not say how many work-items a workgroup has',
        'give it: --launch "block=256"',
      ),
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
          ? `choose one of: ${known.join(', ')}`
          : 'a kernel is a gpu.func, or a func.func with a body that uses gpu, memref or vector operations',
      ),
    severalKernels: (known: readonly string[]) =>
      error(
        'launch/several-kernels',
        `the input has ${known.length} kernels`,
        `choose one with --kernel: ${known.join(', ')}`,
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
        'lower it to arith, affine, memref, vector, scf, gpu and amdgpu operations first',
      ),
    unsupported: (name: string, what: string) =>
      error(
        'execute/unsupported',
        `${name}: ${what} is not supported`,
        'rewrite this operation in simpler ones; please report the kernel as well',
      ),
    malformed: (name: string, what: string) =>
      error('execute/malformed', `${name}: ${what}`, 'correct the operation'),
    typeMismatch: (name: string, wanted: string, found: string) =>
      error(
        'execute/type-mismatch',
        `${name} needs ${wanted}, but gets ${found}`,
        'make the types of the operands agree',
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
        `${name} touches byte ${byte} of a memory of ${bytes} bytes (${who})`,
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
    deadlock: (waiting: number, ended: number) =>
      error(
        'execute/deadlock',
        `${waiting} waves wait at a barrier that ${ended} ended waves never reach`,
        'make every wave execute the same number of barriers',
      ),
    tooManySteps: (limit: number) =>
      error(
        'execute/too-many-steps',
        `a wave executed ${limit} operations without ending`,
        'check the loop bounds, or raise the limit with --max-steps',
      ),
    divisionByZero: (name: string) =>
      error('execute/division-by-zero', `${name} divides by zero`, 'check the divisor'),
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
    noInstruction: (op: string, machine: string) =>
      warning(
        'execute/no-instruction',
        `${machine} has no ${op}; its accesses cost nothing in this report`,
        'choose the chip that the kernel was written for with --machine',
      ),
  },
  /** What an execution shows to be a matter of luck. */
  hazard: {
    unfinishedCopy: (bytes: number) =>
      warning(
        'hazard/unfinished-async-copy',
        `reads ${bytes} bytes that an asynchronous copy may not have written yet`,
        'wait for the copy (memory_counter_wait) and pass a barrier before the read',
      ),
    uninitialized: (bytes: number) =>
      warning(
        'hazard/uninitialized-lds',
        `reads ${bytes} bytes of LDS that nothing has written`,
        'write them first, or mask the lanes that read them',
      ),
  },
  /** What the command line was asked for. */
  usage: {
    unknownMachine: (name: string, known: readonly string[]) =>
      error(
        'usage/unknown-machine',
        `there is no machine '${name}'`,
        `choose one of: ${known.join(', ')}`,
      ),
    unknownModel: (name: string, machine: string, known: readonly string[]) =>
      error(
        'usage/unknown-model',
        `${machine} has no model '${name}'`,
        `choose one of: ${known.join(', ')}`,
      ),
    unknownSite: (id: string, known: readonly string[]) =>
      error(
        'usage/unknown-site',
        `there is no site '${id}'`,
        known.length > 0 ? `choose one of: ${known.join(', ')}` : 'the kernel accesses no LDS',
      ),
    unreadable: (path: string, reason: string) =>
      error('usage/unreadable', `cannot read ${path}: ${reason}`, 'check the path'),
    unknownFormat: (path: string) =>
      error(
        'usage/unknown-format',
        `${path} is no kernel in a format that is known`,
        'give MLIR as text',
      ),
    noSites: () =>
      error(
        'usage/no-sites',
        'the kernel accesses no shared memory: there is no site to explain',
        'give its buffers the address space: memref<..., #gpu.address_space<workgroup>>',
      ),
    unwritable: (path: string, reason: string) =>
      error('usage/unwritable', `cannot write ${path}: ${reason}`, 'check the path'),
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
} as const;
