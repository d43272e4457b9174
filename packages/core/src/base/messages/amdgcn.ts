import { hint, option } from '../hint.ts';
import { listCodeChips } from './code-chips.ts';
import { error, note, warning } from './message.ts';

/** What to do with encodings in a source file. */
const ASSEMBLE_FIRST =
  'assemble it first, then give the object: clang -target amdgcn-amd-amdhsa -mcpu=gfx942 -c kernel.s';

/** AMD assembly and code objects. */
export const amdgcn = {
  registerRange: (file: string, first: number, last: number, size: number) =>
    error(
      'amdgcn/register-range',
      `${file}[${first}:${last}] is not a range of registers`,
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
      'the operand is not a swizzle',
      'write one such as swizzle(QUAD_PERM, 0, 1, 2, 3), swizzle(SWAP, 16) or swizzle(BITMASK_PERM, "00pip")',
    ),
  notAbsolute: () =>
    error(
      'amdgcn/not-absolute',
      'the expression is not a number here',
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
      `the directive ${name} is not supported and was left out: it changes the meaning of the file`,
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
      'remove the extra arguments, or write operators without commas between their operands',
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
      'cut-off',
    ),
  expansionSize: (limit: number) =>
    error(
      'amdgcn/expansion-size',
      `macros and repetitions make more than ${limit} lines`,
      'check the counts of .rept and the macros that call each other',
      'cut-off',
    ),
  dataSize: (limit: number) =>
    error(
      'amdgcn/data-size',
      `the data of the file is larger than ${limit} bytes`,
      'check the counts of .fill, .zero and .space',
    ),
  count: (value: string) =>
    error('amdgcn/count', `${value} is not a count`, 'write a number that is not negative'),
  encodedWords: (words: number, chip: string) =>
    note(
      'amdgcn/encoded-words',
      words === 1
        ? `a word of code is read as the instruction of ${chip} that it encodes`
        : `${words} words of code are read as the instructions of ${chip} that they encode`,
      'write the instructions by their names to read them in the file',
    ),
  dataInCode: () =>
    warning(
      'amdgcn/data-in-code',
      'a wave would execute data here; it is kept as data',
      'write the instruction by its name, or give the disassembly',
    ),
  said: (text: string) =>
    error('amdgcn/said', text, 'this is what the file itself reports with .error'),
  warned: (text: string) =>
    warning('amdgcn/warned', text, 'this is what the file itself reports with .warning'),
  notElf: () =>
    error(
      'amdgcn/not-elf',
      'the file is not a 64-bit ELF file',
      'give a code object (.co, .hsaco, .o), a bundle of them, or assembly text',
    ),
  otherMachine: () =>
    error(
      'amdgcn/other-machine',
      'the file has no code for AMD GPUs',
      `give a code object that was compiled for ${listCodeChips('or')}`,
    ),
  truncated: (what: string) =>
    error('amdgcn/truncated', `${what} is outside the file`, 'check whether the file was cut off'),
  bitcode: (chip: string | undefined) =>
    error(
      'amdgcn/bitcode',
      `the file holds LLVM bitcode${chip === undefined ? '' : ` for ${chip}`}, not machine code`,
      `compile it: clang --target=amdgcn-amd-amdhsa -mcpu=${chip ?? 'gfx942'} -nogpulib kernel.bc -o kernel.co; objects of -fgpu-rdc have machine code once they are linked`,
    ),
  thinArchive: () =>
    error(
      'amdgcn/thin-archive',
      'the archive is thin: it names its objects and does not hold them',
      'give the objects, or make the archive without --thin (ar rc)',
    ),
  damagedContainer: (what: string) =>
    error(
      'amdgcn/damaged-container',
      `${what} is damaged`,
      'check whether the file was cut off, or make it again',
    ),
  unpackedSize: (limit: number) =>
    error(
      'amdgcn/unpacked-size',
      `the bundles of the file unpack to more than ${limit / 2 ** 20} MiB`,
      'unpack the bundle you need: clang-offload-bundler --unbundle',
    ),
  severalChips: (taken: string, chips: readonly string[]) =>
    note(
      'amdgcn/several-chips',
      `the file has code for ${chips.join(', ')}; this report is for ${taken}`,
      hint`choose with ${option(
        'machine',
        chips.find((chip) => chip !== taken),
      )}`,
    ),
  noCodeObject: (target: string | undefined, known: readonly string[]) =>
    error(
      'amdgcn/no-code-object',
      target === undefined || known.length === 0
        ? 'the file has no code object for AMD GPUs'
        : `the file has no code object for ${target}`,
      known.length > 0
        ? `choose one of: ${known.join(', ')}`
        : `give a code object that was compiled for ${listCodeChips('or')}`,
    ),
  branchTarget: () =>
    error(
      'amdgcn/branch-target',
      'the branch target is not an instruction in this text',
      'give the whole disassembly, with addresses (llvm-objdump -d)',
    ),
  pcRelative: () =>
    warning(
      'amdgcn/pc-relative',
      'the address computed here is not that of a known symbol',
      'give the code object, which contains its data',
    ),
  noDescriptor: (name: string) =>
    warning(
      'amdgcn/no-descriptor',
      `the kernel ${name} has no descriptor: the initial contents of its registers are assumed`,
      'give assembly with its .amdhsa_kernel block, or the code object',
    ),
  descriptorRange: (name: string, value: string, most: number) =>
    error(
      'amdgcn/descriptor-range',
      `.amdhsa_${name} is ${value}, but has to be from 0 to ${most}`,
      'correct the value; the line is ignored',
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
      `give a kernel for ${listCodeChips('or')}, or its MLIR`,
    ),
  metadata: (what: string) =>
    error(
      'amdgcn/metadata',
      `the metadata does not match the format of a code object: ${what}`,
      'see "AMDGPU code object metadata" in the LLVM user guide',
    ),
  yaml: (reason: string) =>
    error(
      'amdgcn/yaml',
      `the metadata is not YAML: ${reason}`,
      'write it as LLVM prints it: maps, lists and words, indented by blanks',
    ),
};
