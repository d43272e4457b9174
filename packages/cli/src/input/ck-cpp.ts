/** C++ with descriptors and encodings of CK Tile, as files and options give it. */
import {
  type CppContext,
  isPrinted,
  type Diagnostic,
  diagnose,
  elementBitsByName,
  includedTexts,
  messages,
} from '@ldscope/core';
import { resolveMachine } from '@ldscope/engine';
import { fileProblem } from '../file-problem.ts';
import type { Io } from '../io.ts';

/** Options of commands that read it, as commander gives them. */
export interface CkOptions {
  /** `Problem::kM=128` */
  readonly define?: readonly string[];
  readonly include?: readonly string[];
  readonly use?: string;
  readonly element?: string;
}

/** Endings of files that hold descriptors and are not compiled: headers, and pieces that were copied. */
const ENDING = /\.(?:hpp|hh|hxx|h|inc|ipp)$/i;
const SOURCE = /\.(?:cpp|cc|cxx)$/i;
const CK_TILE =
  /\b(?:make_\w*tensor_descriptor|transform_tensor_descriptor|tile_distribution_encoding|make_static_tile_distribution)/;

/** Endings of what a program printed, or a person copied. */
const PLAIN = /\.(?:txt|log|out)$/i;

/** The text of a file, if it is C++ of CK Tile without a kernel, or what its `print()` wrote; `undefined` for any other. */
export async function readCkCpp(io: Io, path: string): Promise<string | undefined> {
  if (![ENDING, SOURCE, PLAIN].some((ending) => ending.test(path))) return undefined;
  const text = await readText(io, path);
  if (text === undefined) return undefined;
  if (isPrinted(text)) return text;
  if (!CK_TILE.test(text)) return undefined;
  return !ENDING.test(path) && /\b__global__\b|<<<[^;]*>>>/.test(text) ? undefined : text;
}

async function readText(io: Io, path: string): Promise<string | undefined> {
  try {
    return new TextDecoder().decode(await io.readBytes(path));
  } catch (error) {
    if (fileProblem(error) === undefined) throw error;
    return undefined;
  }
}

/** What a text needs and does not define; a diagnostic for an option that is not right. */
export async function ckContext(
  io: Io,
  text: string,
  path: string,
  { define = [], include = [], use, element }: CkOptions,
  machineName: string | undefined,
): Promise<CppContext | Diagnostic> {
  const constants: Record<string, number | string> = {};
  for (const each of define) {
    const [, name, value = '1'] = /^\s*([\w:<>, ]+?)\s*(?:=\s*([^]+))?$/.exec(each) ?? [];
    if (name === undefined) return diagnose(messages.usage.defineOption(each));
    constants[name] = /^\d{1,9}$/.test(value.trim()) ? Number(value) : typeOf(value.trim());
  }
  const bits = element === undefined ? undefined : elementBitsByName.get(element);
  if (element !== undefined && bits === undefined) {
    return diagnose(messages.usage.elementOption(element, [...elementBitsByName.keys()]));
  }
  const machine = machineName === undefined ? undefined : resolveMachine(machineName);
  const folder = /^(.*)[\\/]/.exec(path)?.[1];
  const folders = [folder === undefined ? '' : `${folder}/`, ...include.map((each) => `${each}/`)];
  const before = await includedTexts(text, async (wanted) => {
    for (const each of folders) {
      const found = await readText(io, each + wanted);
      if (found !== undefined) return found;
    }
    return undefined;
  });
  return {
    constants,
    before,
    ...(use !== undefined && { use }),
    ...(bits !== undefined && { elementBytes: Math.ceil(bits / 8) }),
    ...(machine?.vendor === 'AMD' && {
      ldsBanks: machine.sharedMemory.banks.value === 64 ? 64 : 32,
      waveSize: machine.waveSizes[0],
    }),
  };
}

/** CK's names for element types that ldscope names otherwise. */
const TYPES: Readonly<Record<string, string>> = {
  f64: 'double',
  f32: 'float',
  f16: 'half_t',
  bf16: 'bf16_t',
  f8: 'fp8_t',
  fp8: 'fp8_t',
  bf8: 'bf8_t',
  i8: 'int8_t',
  i32: 'int32_t',
  f4: 'pk_fp4_t',
};

const typeOf = (value: string): string =>
  Object.hasOwn(TYPES, value) ? (TYPES[value] ?? value) : value;
