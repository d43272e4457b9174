/**
 * Entries of Triton's cache: the files that one compilation has left, by their common name in one folder.
 *
 *     ~/.triton/cache/HASH/matmul.json      name, target, shared: what the launch needs
 *                          matmul.ttgir     the kernel in Triton's own IR
 *                          matmul.amdgcn    what the compiler made of it, with matmul.hsaco; or matmul.ptx, matmul.cubin
 *                          __grp__matmul.json   the list of these files, with absolute paths that are not followed
 *
 * Everything in it is untrusted: names are compared, never joined to other paths.
 */
import { baseName } from '@ldscope/core';

/** The files of an entry that are read. */
const KINDS = ['json', 'ttgir', 'amdgcn', 'hsaco', 'ptx'] as const;

export type TritonFile = (typeof KINDS)[number];

export interface TritonEntry {
  /** `~/.triton/cache/HASH/matmul`. */
  readonly stem: string;
  /** Paths of the files, as they were given. */
  readonly files: ReadonlyMap<TritonFile, string>;
}

/** What the metadata of an entry says. */
export interface TritonMetadata {
  /** The symbol of the kernel. */
  readonly name: string;
  /** `gfx942`, `sm_90`; absent where it is not said. */
  readonly target: string | undefined;
  /** The Triton that compiled it, `3.6`; absent where it is not said. */
  readonly version: string | undefined;
  readonly warps: number | undefined;
  /** Of shared memory, which the launch gives. */
  readonly sharedBytes: number | undefined;
  /** Of the tensor descriptors among the arguments, in their order. */
  readonly tensorMaps: readonly TritonTensorMap[];
  /** Bytes per block of the scratch memory that the last parameters of the code point to. */
  readonly scratchBytes: { readonly global: number; readonly profile: number };
}

/** The tensor map that Triton's launcher makes of a descriptor. */
interface TritonTensorMap {
  /** Elements of a copy, rows first. */
  readonly block: readonly number[];
  /** Numbers as `tensormap.replace` has them. */
  readonly swizzle: number;
  readonly elementType: number;
}

const GROUP = '__grp__';

/** The entries among some files: those that have metadata, and code or TTGIR next to it. */
export function tritonEntries(paths: readonly string[]): TritonEntry[] {
  const byStem = new Map<string, Map<TritonFile, string>>();
  for (const path of paths) {
    const { stem, kind } = partsOf(path);
    if (kind === undefined || baseName(stem).startsWith(GROUP)) continue;
    const files = byStem.get(stem) ?? new Map<TritonFile, string>();
    byStem.set(stem, files.set(kind, path));
  }
  return [...byStem]
    .filter(([, files]) => files.has('json') && files.size > 1)
    .map(([stem, files]) => ({ stem, files }))
    .sort((a, b) => (a.stem < b.stem ? -1 : 1));
}

/** The entry that a file belongs to, among the files of its folder. */
export function tritonEntryOf(path: string, paths: readonly string[]): TritonEntry | undefined {
  const { stem, kind } = partsOf(path);
  const folder = stem.slice(0, stem.length - baseName(stem).length);
  const own = baseName(stem).startsWith(GROUP) ? folder + baseName(stem).slice(GROUP.length) : stem;
  return kind === undefined ? undefined : tritonEntries(paths).find((entry) => entry.stem === own);
}

function partsOf(path: string): { readonly stem: string; readonly kind: TritonFile | undefined } {
  const kind = KINDS.find((one) => path.endsWith(`.${one}`));
  return { stem: kind === undefined ? path : path.slice(0, -kind.length - 1), kind };
}

/** Longer files are not metadata. */
const MOST_TEXT = 2 ** 20;

/** The metadata; `undefined` where the text is none of Triton's. */
export function readTritonMetadata(text: string): TritonMetadata | undefined {
  const map = recordOf(text.length > MOST_TEXT ? undefined : parsed(text));
  const name = textIn(map, 'name');
  const warps = countIn(map, 'num_warps');
  if (name === undefined || warps === undefined) return undefined;
  const { tensordesc_meta: maps } = map;
  return {
    name,
    warps,
    target: targetOf(map),
    version: versionIn(map),
    sharedBytes: countIn(map, 'shared'),
    tensorMaps: Array.isArray(maps) ? maps.slice(0, MOST_MAPS).map(tensorMapOf) : [],
    scratchBytes: {
      global: countIn(map, 'global_scratch_size') ?? 0,
      profile: countIn(map, 'profile_scratch_size') ?? 0,
    },
  };
}

/** More arguments than a kernel has. */
const MOST_MAPS = 64;
const MOST_RANK = 5;

function tensorMapOf(given: unknown): TritonTensorMap {
  const map = recordOf(given);
  const { block_size: block } = map;
  const sizes: readonly unknown[] = Array.isArray(block) ? block.slice(0, MOST_RANK) : [];
  return {
    block: sizes.flatMap((size) => (typeof size === 'number' ? [size] : [])),
    swizzle: countIn(map, 'swizzle') ?? 0,
    elementType: countIn(map, 'elem_type') ?? 0,
  };
}

type Fields = Readonly<Record<string, unknown>>;

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const recordOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value))
    : {};

function textIn(map: Fields, key: string): string | undefined {
  const value = map[key];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function versionIn(map: Fields): string | undefined {
  const version = textIn(map, 'triton_version');
  return version === undefined ? undefined : /^\d{1,2}\.\d{1,2}(?=\.|$)/.exec(version)?.[0];
}

function countIn(map: Fields, key: string): number | undefined {
  const value = map[key];
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined;
}

/** `{ "backend": "cuda", "arch": 90 }`, `["hip", "gfx942", 64]` or `arch` alone. */
function targetOf(map: Fields): string | undefined {
  const { target } = map;
  const list: readonly unknown[] = Array.isArray(target) ? target : [];
  const fields = recordOf(target);
  const arch = fields['arch'] ?? list[1] ?? map['arch'];
  if (typeof arch === 'number' && Number.isSafeInteger(arch)) return `sm_${arch}`;
  return typeof arch === 'string' ? arch.replace(/^sm(?=\d)/, 'sm_') : undefined;
}
