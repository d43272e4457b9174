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
          : 'a kernel is a gpu.func marked kernel, or a func.func that uses gpu operations',
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
  /** Machine code that cannot be executed as it stands, or whose behaviour is not known. */
  emulate: {
    unknownInstruction: (mnemonic: string, target: string) =>
      error(
        'emulate/unknown-instruction',
        `${mnemonic} is not an instruction of ${target} that can be executed`,
        'its results count as unknown: what depends on them is reported; check the spelling and the chip',
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
      message: `no values for kernel arguments: ${names.join(', ')}`,
      hint: 'whatever depends on them is reported; give a launch to execute the kernel as it runs',
    }),
    unknownAddress: (mnemonic: string, sources: string) =>
      warning(
        'emulate/unknown-address',
        `the LDS address of ${mnemonic} depends on ${sources}: its accesses are not counted`,
        'give a launch with the arguments of the kernel',
      ),
    unknownBranch: (mnemonic: string, sources: string) =>
      warning(
        'emulate/unknown-branch',
        `${mnemonic} depends on ${sources}: each way is followed once, so counts are of one iteration`,
        'give a launch with the arguments of the kernel',
      ),
    unknownMask: (mnemonic: string, sources: string) =>
      warning(
        'emulate/unknown-mask',
        `the active lanes after ${mnemonic} depend on ${sources}: all are taken to stay active`,
        'give a launch with the arguments of the kernel',
      ),
    unknownJump: (mnemonic: string, sources: string) =>
      error(
        'emulate/unknown-jump',
        `the target of ${mnemonic} depends on ${sources}: the wave ends here`,
        'give a launch with the arguments of the kernel',
      ),
    notReached: (mnemonic: string) =>
      warning(
        'emulate/not-reached',
        `${mnemonic} was not reached on any way that was followed: its accesses are not counted`,
        'give a launch with the arguments of the kernel',
      ),
    argumentSize: (name: string, wanted: number, found: number) =>
      error(
        'emulate/argument-size',
        `argument ${name} has ${wanted} bytes, but a value of ${found} bytes is given`,
        'give it with its own type',
      ),
    tooManyArguments: (wanted: number, found: number) =>
      error(
        'emulate/too-many-arguments',
        `the kernel has ${wanted} arguments, but ${found} are given`,
        'give them in the order of the kernel',
      ),
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
        `the launch file is no YAML: ${problem}`,
        'correct it at this place',
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
      warning(
        'amdgcn/unsupported-directive',
        `the directive ${name} is not supported and was left out`,
        'assemble the file with llvm-mc and give the code object',
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
    noCode: (name: string) =>
      error(
        'amdgcn/no-code',
        `the kernel ${name} has a descriptor, but no code`,
        `define the label ${name}: before its first instruction`,
      ),
    metadata: (what: string) =>
      error(
        'amdgcn/metadata',
        `the metadata is not what a code object has: ${what}`,
        'see "AMDGPU code object metadata" in the LLVM user guide',
      ),
    yaml: (wanted: string) =>
      error(
        'amdgcn/yaml',
        `expected ${wanted}`,
        'write maps, lists and plain or quoted words, indented by blanks',
      ),
  },
} as const;
