/**
 * The languages that ldscope reads, as far as they need no parser: `frontends.ts` has the readers, and the order in
 * which they are asked. A pattern for lines never runs over the end of one: on blank lines that would take quadratic
 * time. Nor does it search a line behind its blanks, as it would do so from each of them.
 */
import { isTtgir } from '@ldscope/mlir/is-ttgir';
import { hasEnding, type Language, type Sample } from '../source/language.ts';
import { isSass, isSpirVBinary } from './unread.ts';

/** How an MLIR file begins: an alias, a value, a quoted or plain operation name, or its resources. */
const MLIR_START =
  /^(?:#[\w.$-]+\s*=|![\w.$-]+\s*=|%[\w$.-]+(?::\d+)?\s*[,=]|"[\w.$-]+"\s*\(|module\b|[a-z_]\w*\.[\w.$]+(?=[\s({@%"]|$)|\{-#)/;

/** The heading of a dump, as MLIR's pass manager writes it: what a compiler said may be before the first. */
const DUMP_LINE = /^\/\/ -----\/\/ IR Dump (?:Before|After) /m;

const isMlir = ({ start, text }: Sample): boolean => MLIR_START.test(start) || DUMP_LINE.test(text);

export const ttgirLanguage: Language<'ttgir'> = {
  name: 'ttgir',
  title: 'Triton',
  input: "Triton's TTGIR",
  unit: 'operation',
  endings: [],
  hasParts: true,
  detect: (sample) => !sample.isBlank && isMlir(sample) && isTtgir(sample.text),
};

export const mlirLanguage: Language<'mlir'> = {
  name: 'mlir',
  title: 'MLIR',
  input: 'MLIR',
  endings: ['.mlir'],
  hasParts: true,
  // For an empty text, and for bytes that are not text, its parser has the best message.
  detect: (sample) => (sample.isBlank && !isSpirVBinary(sample.text)) || isMlir(sample),
};

/**
 * Marks that only a schedule has: lines of its head, loops with a count, and operations that no assembler takes. Labels
 * such as `prologue:` and `tail:` are in hand-written kernels as well.
 */
const SCHEDULE_LINE =
  /^[^\S\r\n]*(?:(?:machine[^\S\r\n]+(?:gfx|[Mm][Ii])\w+|waves[^\S\r\n]+\d+|mfma[^\S\r\n]+v_\w+(?:[^\S\r\n]+\w+)?|loop(?:[^\S\r\n]+\w+)?[^\S\r\n]+\d+[^\S\r\n]*:)[^\S\r\n]*(?:(?:->|\/\/|#).*)?$|MFMA[^\S\r\n]+\w+\[|wait_cnt\()/m;

/** A directive of an assembler. Macros may have any name, but none is without one. */
const DIRECTIVE_LINE = /^[^\S\r\n]*\.[a-z]\w/m;

const SCHEDULE_ENDINGS = ['.sched'];
const AMDGCN_ENDINGS = ['.s', '.amdgcn', '.asm'];
const PTX_ENDINGS = ['.ptx'];
const ASSEMBLER_ENDINGS = [...AMDGCN_ENDINGS, ...PTX_ENDINGS];

export const scheduleLanguage: Language<'schedule'> = {
  name: 'schedule',
  title: 'schedule',
  input: 'a schedule',
  endings: SCHEDULE_ENDINGS,
  detect: ({ text, file }) =>
    hasEnding(file, SCHEDULE_ENDINGS) ||
    (!hasEnding(file, ASSEMBLER_ENDINGS) && SCHEDULE_LINE.test(text) && !DIRECTIVE_LINE.test(text)),
};

/** Marks that only assembly and its disassembly have: directives and instructions of AMD's chips at the start of a line. */
const AMDGCN_LINE =
  /^[^\S\r\n]*(?:\.amdgcn_target|\.amdhsa_|\.amdgpu_|\.hsa_|s_(?:load|mov|waitcnt|endpgm|nop|barrier)|v_(?:mov|add|lshl)|ds_(?:read|write))|^.*file format elf64-amdgpu/m;

export const amdgcnLanguage: Language<'amdgcn'> = {
  name: 'amdgcn',
  title: 'amdgcn',
  input: 'machine code',
  endings: AMDGCN_ENDINGS,
  // A label may look like a key of a specification: there the ending decides.
  detect: ({ text, file }) => AMDGCN_LINE.test(text) || hasEnding(file, AMDGCN_ENDINGS),
};

/** Marks that only PTX has: its directives at the start of a line. */
const PTX_LINE =
  /^[^\S\r\n]*(?:\.version[^\S\r\n]+\d|\.target[^\S\r\n]+(?:sm|compute)_\d|\.address_size[^\S\r\n]+\d|(?:\.visible[^\S\r\n]+)?\.entry[^\S\r\n])/m;

export const ptxLanguage: Language<'ptx'> = {
  name: 'ptx',
  title: 'PTX',
  input: 'PTX',
  endings: PTX_ENDINGS,
  detect: ({ text }) => PTX_LINE.test(text) && !isSass(text),
};

/** Marks that only a specification of a tile and its accesses has. */
const SPEC_LINE = /^(?:tile|accesses)\s*:(?:\s|$)/m;

export const specLanguage: Language<'spec'> = {
  name: 'spec',
  title: 'specification',
  input: 'a tile specification',
  endings: [],
  detect: ({ text }) => SPEC_LINE.test(text),
};

/** Marks that only a CK Tile specification has: its keys at the start of a line. */
const CK_TILE_LINE = /^(?:tutorial|lds|lds_swapping|write|read|gemm)\s*:(?:\s|$)/m;

export const ckTileLanguage: Language<'ck-tile'> = {
  name: 'ck-tile',
  title: 'CK Tile',
  input: 'a CK Tile specification',
  endings: ['.yaml', '.yml'],
  detect: ({ text }) => CK_TILE_LINE.test(text),
};
