import { hint, option } from '../hint.ts';
import { error, note, someOf, warning } from './message.ts';

/** `Problem::kM` as the struct that has it. */
function structsOf(name: string): string {
  const [member = '', ...around] = name.split('::').reverse();
  return around.reduce(
    (inside, struct) => `struct ${struct} { ${inside} };`,
    `static constexpr index_t ${member} = 32;`,
  );
}

/** Layouts in the notations of compilers and libraries. */
export const notation = {
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
      `'${name.slice(0, 60)}' is not a known ${kind}`,
      `known: ${someOf(known)}`,
    ),
  tile: (what: string) =>
    error('notation/tile', what, 'give the tile of the layout: rows, columns, bytes'),
  predicateTile: () =>
    error(
      'notation/predicate-tile',
      'the size of i1 in memory is ambiguous: LLVM and IREE store a predicate in a byte, and an LLVM vector of them packs eight into one byte',
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
      `'${word}' begins a C++ statement that ldscope does not read`,
      'supported are constants, types, structs, namespaces, templates, functions that only compute constants, if constexpr, and calls that create descriptors and encodings',
    ),
  cppSizeOf: (type: string, known: readonly string[]) =>
    error(
      'notation/cpp-sizeof',
      `the size of '${type}' is not known`,
      `give it, -D ${type}=half_t, or define it before: using ${type.replace(/.*::/, '')} = half_t; known are ${known.slice(0, 12).join(', ')}`,
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
      hint`give it, ${option('define', `${name}=32`)}, or define it before: ${name.includes('::') ? structsOf(name) : `constexpr index_t ${name} = 32;`}`,
    ),
  printedVectors: () =>
    note(
      'notation/printed-vectors',
      'print() leaves out which vectors a descriptor promises, and none is assumed',
      'give the C++ that makes the descriptor where vectors count',
    ),
  printed: (why: string) =>
    error(
      'notation/printed',
      `what CK Tile printed is not read: ${why}`,
      'copy all that print() writes, up to its last brace; or the C++ that makes it',
    ),
  cppGiven: (name: string, value: string, why: string) =>
    error(
      'notation/cpp-given',
      `'${value}', the value given for '${name}', is not read: ${why}`,
      'give a number, a type such as half_t, or C++ such as sequence<32, 32, 16>',
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
      `no function '${name}' takes these arguments`,
      'call it with the arguments and template arguments that it is declared with',
    ),
  cppOverloads: (name: string) =>
    error(
      'notation/cpp-parameters',
      `several functions '${name}' take these arguments`,
      'leave the one that is meant: C++ chooses by types, which ldscope does not',
    ),
  cppTemplate: (name: string) =>
    error(
      'notation/cpp-template',
      `'${name}' is not a template`,
      'leave its arguments <...> out, or define it as a template',
    ),
  cppSpecialization: (name: string, given: string) =>
    error(
      'notation/cpp-template',
      `'${name}<${given}>' is declared, and has no definition in this text`,
      'define it, or the specialization for these arguments',
    ),
  cppConstructor: () =>
    error(
      'notation/cpp-constructor',
      'a value is constructed from arguments, which ldscope does not follow',
      'write the value that it has',
    ),
  cppAssert: () =>
    error(
      'notation/cpp-assert',
      'this static_assert does not hold, so CK Tile does not compile',
      'choose sizes for which it does',
    ),
  cppUndefined: (name: string, isOfChip: boolean) =>
    (isOfChip ? warning : note)(
      'notation/cpp-undefined',
      isOfChip
        ? `whether ${name} is defined depends on the chip, and none is given: the branch without it is taken`
        : `nothing defines ${name}: the branch without it is taken`,
      isOfChip
        ? hint`name the chip with ${option('machine')}`
        : `give it a value, ${name}: 1, where constants are given`,
    ),
  cppWhich: (names: readonly string[], what: string) =>
    error(
      'notation/cpp-which',
      `${names.slice(0, 6).join(', ')} each return ${what}`,
      `choose one, --use ${names.at(-1) ?? ''}, or end the text with it: return ${names.at(-1) ?? ''}();`,
    ),
  collision: (first: string, second: string, place: string) =>
    error(
      'notation/collision',
      `the layout is not a bijection: ${first} and ${second} are both at ${place}`,
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
      `the layout cannot be converted: ${why}`,
      'rows with paddings and a key per row, or a layout that is linear over GF(2), can be converted',
    ),
  cannotExpress: (notation: string, why: string) =>
    error(
      'notation/cannot-say',
      `${notation} cannot express this layout: ${why}`,
      'choose another notation, or another layout: the table of notations lists what each can express',
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
    warning('notation/skipped', what, 'the layout is left without a swizzle'),
};
