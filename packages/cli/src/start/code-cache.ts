/**
 * Compiled code of a command's files, kept from one process to the next: the functions too that V8 compiles when they are first called,
 * which Node's own cache leaves out.
 *
 *     ~/.cache/ldscope/code/analyze-v20.20.2-x64-5ad1f3b8.bin     checksum | length | [["answer-CRAm0HJD.cjs", 201792], ...] | code, code, ...
 *
 * Files of the bundle have a hash of their content in their names, so code is found by name; V8 rejects that of other versions and
 * flags of its own. It does not notice damage, and may end the process over it: a checksum of samples notices lost blocks. Whatever is
 * wrong with a cache, the command compiles as if there were none.
 */
import {
  closeSync,
  existsSync,
  fstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import type { Script } from 'node:vm';
import { FNV_START, mixed } from '@ldscope/core/fnv';

/** V8 reads code where it is, if it begins at a multiple of this. */
const ALIGNMENT = 8;
const CHECKSUM = 4;
/** One word in this many is summed. */
const SAMPLED = 64;
const HEADER = 8;
const MONTH_MS = 30 * 24 * 3600 * 1000;

const padded = (length: number): number => Math.ceil(length / ALIGNMENT) * ALIGNMENT;

export class CodeCache {
  readonly #path: string;
  readonly #kept: Map<string, Buffer>;
  readonly #scripts = new Map<string, Script>();
  #isStale = false;

  constructor(path: string) {
    this.#path = path;
    this.#kept = readCache(path);
  }

  /** The code of a file of the bundle, as it was kept. */
  find(name: string): Buffer | undefined {
    return this.#kept.get(name);
  }

  /** Notes what a file was compiled to. */
  add(name: string, script: Script): void {
    this.#scripts.set(name, script);
    if (!this.#kept.has(name) || script.cachedDataRejected === true) this.#isStale = true;
  }

  /** Keeps the code of all files that were compiled, where some is new; that of other files stays while they are in `folder`. */
  save(folder: string): void {
    if (!this.#isStale) return;
    try {
      const codes = new Map([...this.#kept].filter(([name]) => existsSync(join(folder, name))));
      for (const [name, script] of this.#scripts) codes.set(name, script.createCachedData());
      writeCache(this.#path, codes);
    } catch {
      // A cache that cannot be written costs time only.
    }
  }
}

/** The code in a file; nothing where it is absent, damaged, or not of this user, as code in it is run. */
function readCache(path: string): Map<string, Buffer> {
  const codes = new Map<string, Buffer>();
  try {
    const bytes = readOwn(path);
    if (bytes === undefined || bytes.readUInt32LE(0) !== checksum(bytes)) return codes;
    const end = HEADER + bytes.readUInt32LE(4);
    const list = JSON.parse(bytes.toString('utf8', HEADER, end)) as [
      name: string,
      length: number,
    ][];
    let at = padded(end);
    for (const [name, length] of list) {
      codes.set(name, bytes.subarray(at, at + length));
      at += padded(length);
    }
  } catch {
    // It is not there, or cannot be read.
  }
  return codes;
}

function readOwn(path: string): Buffer | undefined {
  const file = openSync(path, 'r');
  try {
    const user = process.getuid?.();
    return user === undefined || fstatSync(file).uid === user ? readFileSync(file) : undefined;
  } finally {
    closeSync(file);
  }
}

/**
 * Of a word in 256 bytes behind it, as files are damaged by blocks of a disk and not by bits. All words would take longer than what most
 * commands do, and so does loading the module of Node's that has a `crc32`.
 */
function checksum({ buffer, byteOffset, length }: Buffer): number {
  const words = new Uint32Array(buffer, byteOffset + CHECKSUM, (length - CHECKSUM) / 4);
  let sum = mixed(FNV_START, length);
  for (let i = 0; i < words.length; i += SAMPLED) sum = mixed(sum, words[i] ?? 0);
  return sum >>> 0;
}

/** Another process may read or write the same file: it sees all of this one or nothing. */
function writeCache(path: string, codes: ReadonlyMap<string, Buffer>): void {
  const list = JSON.stringify(Array.from(codes, ([name, code]) => [name, code.length]));
  const start = padded(HEADER + Buffer.byteLength(list));
  const bytes = Buffer.alloc(
    [...codes.values()].reduce((all, { length }) => all + padded(length), start),
  );
  bytes.writeUInt32LE(bytes.write(list, HEADER), 4);
  let at = start;
  for (const code of codes.values()) {
    code.copy(bytes, at);
    at += padded(code.length);
  }
  bytes.writeUInt32LE(checksum(bytes), 0);
  const folder = dirname(path);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  removeOld(folder);
  const own = `${path}.${process.pid}`;
  writeFileSync(own, bytes, { mode: 0o600 });
  renameSync(own, path);
}

/** Files that are a month old are of versions and commands that are not used any more, or are made again. */
function removeOld(folder: string): void {
  const oldest = Date.now() - MONTH_MS;
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (statSync(path).mtimeMs < oldest) rmSync(path, { force: true });
  }
}
