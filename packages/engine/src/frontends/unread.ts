/**
 * Texts that ldscope recognizes and does not read: why, and the one command that gives what it does read.
 *
 *     __global__ void f() { ... }        CUDA or HIP C++   nvcc -ptx ..., hipcc -S ...
 *     @triton.jit                        Triton            TRITON_CACHE_DIR=... python kernel.py
 *     /*0040*\/  LDS R0, [R2] ;           SASS              give the PTX
 *
 * C++ that both vendors' compilers take is taken for that of the requested chip's vendor.
 *
 * LIMITATIONS. Marks are looked for in the first 65,536 characters, and not told apart from comments and strings: a text is asked
 * about only when no frontend knows it.
 */
import { type Message, messages, namesCkTile } from '@ldscope/core';
import { hasEnding } from '../source/language.ts';

/** A text and what is known about it. */
interface Unread {
  /** Its beginning. */
  readonly text: string;
  /** Its name in messages. */
  readonly path: string;
  /** The name of its file; empty where it has none. */
  readonly file: string;
  /** The chip that was requested: `gfx942`, `sm_90`. */
  readonly chip: string | undefined;
}

const LENGTH = 65_536;

/** Rows of a listing: `/*0040*\/  @P0 LDS.128 R4, [R2+0x10] ;`. */
const SASS =
  /^[^\S\n]*\/\*[0-9a-f]{4,6}\*\/[^\S\n]+(?:\{[^\S\n]*)?(?:@!?U?P\w+[^\S\n]+)?[A-Z][A-Z0-9_.]+[^;\n]*;/m;

/** True for a listing of NVIDIA's machine code, which has directives of PTX too. */
export const isSass = (text: string): boolean => SASS.test(text);

/** What a disassembler of SPIR-V writes. */
const SPIR_V = /^[^\S\n]*(?:; SPIR-V\b|OpCapability[^\S\n]|OpMemoryModel[^\S\n])/m;

/** The magic number 0x07230203, little-endian. */
const SPIR_V_MAGIC = '\x03\x02#\x07';

/** True for SPIR-V in binary, whose zeros are those of no text. */
export const isSpirVBinary = (text: string): boolean => text.startsWith(SPIR_V_MAGIC);

/** What LLVM IR begins with, behind comments. */
const LLVM_IR = /^(?:source_filename = "|target (?:datalayout|triple) = "|; ModuleID = ')/m;
const TRIPLE = /^target triple = "([^"]+)"/m;

const OPEN_CL =
  /\b(?:__kernel|kernel)\s[^;{]*\bvoid\b[^]*?(?:\b__?(?:global|local)\b|\bget_\w+_id\b)/;

const DEVICE_CXX = /\b__(?:global|device|shared)__\b/;
const HIP = /\bhip\/|\bhip[A-Z_]|\bHIP_|__builtin_amdgcn|\brocwmma\b|\bck(?:_tile)?::/;
const CUDA = /\bcuda|\bCUDA|_sync\(|\bnvcuda\b|\bcu(?:te|tlass)\b|\b(?:ld|st)\.shared\b/;

const TRITON = /^[^\S\n]*(?:@triton\.|@(?:gluon\.)?jit\b|(?:import|from)[^\S\n]+triton\b)/m;
const PYTHON =
  /^[^\S\n]*(?:from[^\S\n]+[\w.]+[^\S\n]+import[^\S\n]|import[^\S\n]+\w[\w.]*(?:[^\S\n]+as[^\S\n]+\w+)?[^\S\n]*(?:#.*)?$|(?:async[^\S\n]+)?def[^\S\n]+\w+[^\S\n]*\(|class[^\S\n]+\w+.*:[^\S\n]*$)/m;
const CXX =
  /^[^\S\n]*(?:#[^\S\n]*(?:include|define|pragma|if|ifdef|ifndef)\b|template[^\S\n]*<|using[^\S\n]+namespace\b|namespace[^\S\n]+\w)/m;

type Row = (unread: Unread) => Message | undefined;

/** By marks that nothing else has. The first row that knows a text says why it is not read. */
const byMarks: readonly Row[] = [
  ({ text, path }) => (isSass(text) ? messages.unread.sass(path) : undefined),
  ({ text, path }) =>
    isSpirVBinary(text) || SPIR_V.test(text) ? messages.unread.spirV(path) : undefined,
  llvmIr,
  (unread) => (DEVICE_CXX.test(unread.text) ? deviceCxx(unread) : undefined),
  (unread) =>
    OPEN_CL.test(unread.text)
      ? messages.unread.openCl(compilation(unread, 'kernel.cl', 's', amdChip(unread)))
      : undefined,
  ({ text, path }) => (namesCkTile(text) ? messages.unread.ckTile(path) : undefined),
  ({ text, path, file }) =>
    TRITON.test(text) ? messages.unread.triton(path, nameOr('kernel.py', file)) : undefined,
];

/** By lines that other texts may have too. */
const byLikelihood: readonly Row[] = [
  ({ text, path }) => (CXX.test(text) ? messages.unread.cxx(path) : undefined),
  ({ text, path }) => (PYTHON.test(text) ? messages.unread.python(path) : undefined),
];

interface UnreadOptions {
  /** The chip that was requested. */
  readonly chip?: string | undefined;
  /** A frontend takes the text by the ending of its file: only marks that nothing else has speak against that. */
  readonly isTaken: boolean;
}

/** Why a text is not read; `undefined` for one of an unknown kind. */
export function whyUnread(
  text: string,
  file: string,
  { chip, isTaken }: UnreadOptions,
): Message | undefined {
  const path = file === '' || file === '-' ? 'the input' : file;
  const unread = { text: text.slice(0, LENGTH), path, file, chip };
  for (const row of isTaken ? byMarks : [...byMarks, ...byLikelihood]) {
    const message = row(unread);
    if (message !== undefined) return message;
  }
  return undefined;
}

function llvmIr(unread: Unread): Message | undefined {
  const { text, path } = unread;
  if (!LLVM_IR.test(text)) return undefined;
  const triple = TRIPLE.exec(text)?.[1] ?? '';
  if (triple.startsWith('nvptx')) {
    return messages.unread.llvmIr(compilation(unread, 'kernel.ll', 'ptx', nvidiaChip(unread)));
  }
  return triple === '' || /^(?:amdgcn|r600|spir)/.test(triple)
    ? messages.unread.llvmIr(compilation(unread, 'kernel.ll', 's', amdChip(unread)))
    : messages.unread.hostIr(path, triple);
}

function deviceCxx(unread: Unread): Message {
  return isHip(unread)
    ? messages.unread.hip(compilation(unread, 'kernel.hip', 's', amdChip(unread)))
    : messages.unread.cuda(compilation(unread, 'kernel.cu', 'ptx', nvidiaChip(unread)));
}

function isHip({ text, file, chip = '' }: Unread): boolean {
  if (HIP.test(text)) return true;
  if (CUDA.test(text) || hasEnding(file, ['.cu', '.cuh'])) return false;
  return hasEnding(file, ['.hip']) || chip.startsWith('gfx');
}

const amdChip = ({ chip = '' }: Unread): string => (chip.startsWith('gfx') ? chip : 'gfx942');

/** Hopper's own instructions are those of the target with an "a". */
const nvidiaChip = ({ chip = '' }: Unread): string =>
  chip.startsWith('sm_') && chip !== 'sm_90' ? chip : 'sm_90a';

/** A command's files: the input by its own name, where it has one that a compiler knows, and the output next to it. */
function compilation({ path, file }: Unread, example: string, ending: string, chip: string) {
  const name = nameOr(example, file);
  return { path, file: name, output: `${name.replace(/\.[^.]*$/, '')}.${ending}`, chip };
}

/** The name of a file without its folder, where it has the ending of an example and nothing that a shell interprets. */
function nameOr(example: string, file: string): string {
  const name = /[^/\\]*$/.exec(file)?.[0] ?? '';
  const ending = example.slice(example.lastIndexOf('.'));
  return name.endsWith(ending) && /^[\w.+][\w.+-]*$/.test(name) ? name : example;
}
