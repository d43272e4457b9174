/**
 * What language a text is in, from how it begins and what its lines are. A pattern for lines never runs over the end of
 * one: on blank lines that would take quadratic time.
 */
import { type Message, messages } from '@ldscope/core';
import { isTtgir } from '@ldscope/mlir/is-ttgir';

export type Frontend = 'mlir' | 'ttgir' | 'amdgcn' | 'ck-tile' | 'spec' | 'schedule';

/** How an MLIR file begins: an alias, a value, a quoted or plain operation name, or its resources. */
const MLIR_START =
  /^(?:#[\w.$-]+\s*=|![\w.$-]+\s*=|%[\w$.-]+(?::\d+)?\s*[,=]|"[\w.$-]+"\s*\(|module\b|[a-z_]\w*\.[\w.$]+(?=[\s({@%"]|$)|\{-#)/;

/** The heading of a dump, as MLIR's pass manager writes it. */
const DUMP_LINE = /^\/\/ -----\/\/ IR Dump (?:Before|After) /m;

/** What only assembly and its disassembly have: directives and instructions of AMD's chips at the start of a line. */
const AMDGCN_LINE =
  /^[^\S\r\n]*(?:\.amdgcn_target|\.amdhsa_|\.amdgpu_|\.hsa_|s_(?:load|mov|waitcnt|endpgm|nop|barrier)|v_(?:mov|add|lshl)|ds_(?:read|write)|.*file format elf64-amdgpu)/m;

/** What only a schedule has: its sections. */
const SCHEDULE_LINE =
  /^[^\S\r\n]*(?:prologue|tail|loop(?:[^\S\r\n]+\w+)?[^\S\r\n]+\d+)[^\S\r\n]*:[^\S\r\n]*(?:(?:->|\/\/|#).*)?$/m;

/** What only a CK Tile specification has: its keys at the start of a line. */
const CK_TILE_LINE = /^(?:tutorial|lds|lds_swapping|write|read)\s*:(?:\s|$)/m;

/** What only a specification of a tile and its accesses has. */
const SPEC_LINE = /^(?:tile|accesses)\s*:(?:\s|$)/m;

/**
 * The language of a text; `undefined` when it is none that can be read. The file's ending decides only where
 * the text does not: then the parser says what is wrong with it.
 */
export function detectFrontend(text: string, file = ''): Frontend | undefined {
  const start = skipComments(text);
  // Nothing, or bytes that are no text: the parser has the better message.
  if (start === '' || text.slice(0, 4096).includes('\0')) return 'mlir';
  if (MLIR_START.test(start)) return isTtgir(text) ? 'ttgir' : 'mlir';
  // What a compiler said may stand before its first dump.
  if (DUMP_LINE.test(text)) return isTtgir(text) ? 'ttgir' : 'mlir';
  if (SCHEDULE_LINE.test(text)) return 'schedule';
  if (AMDGCN_LINE.test(text)) return 'amdgcn';
  if (/\.(?:s|amdgcn|asm)$/.test(file)) return 'amdgcn';
  if (SPEC_LINE.test(text)) return 'spec';
  if (CK_TILE_LINE.test(text) || /\.ya?ml$/.test(file)) return 'ck-tile';
  return file.endsWith('.mlir') ? 'mlir' : undefined;
}

/** What only CK Tile's C++ has. */
const CK_TILE_CALL =
  /\b(?:make_\w*tensor_descriptor|transform_tensor_descriptor|tile_distribution_encoding)/;

/** Why a text without a frontend is not read. */
export const unknownFormat = (text: string, path: string): Message =>
  CK_TILE_CALL.test(text) ? messages.usage.ckTileCode(path) : messages.usage.unknownFormat(path);

/** The text from its first character that is neither white space nor a `//` comment. */
function skipComments(text: string): string {
  let at = 0;
  for (;;) {
    while (at < text.length && /\s/.test(text.charAt(at))) at++;
    if (!text.startsWith('//', at)) break;
    const end = text.indexOf('\n', at);
    at = end < 0 ? text.length : end + 1;
  }
  return text.slice(at, at + 256);
}
