/**
 * The files that a worker has open: jobs of one file come one after the other, and a library of a thousand kernels is read
 * once.
 */
import type { LaunchOptions } from '@ldscope/engine';
import type { InputParts, KernelInput, UnreadInput } from '../input/kernel-input.ts';
import { openKernels } from '../input/read-kernel.ts';
import type { Io } from '../io/io.ts';
import type { CompilerOptions } from '../options/options.ts';
import { readLaunch } from '../run/launch.ts';
import { contentHash, launchHash } from './hash.ts';

/** Files and parts that are kept. */
const MOST_FILES = 2;
const MOST_PARTS = 4;

export interface OpenPart {
  readonly input: KernelInput;
  readonly content: string;
}

export class OpenFiles {
  readonly #io: Io;
  readonly #compiler: CompilerOptions;
  readonly #files = new Map<string, Promise<InputParts | UnreadInput>>();
  readonly #parts = new Map<string, Promise<OpenPart | UnreadInput>>();
  readonly #launches = new Map<string, ReturnType<typeof readHashed>>();

  constructor(io: Io, compiler: CompilerOptions = {}) {
    this.#io = io;
    this.#compiler = compiler;
  }

  /** The parts of a file as it is opened for a chip; '' for the one that it names. */
  open(path: string, chip: string): Promise<InputParts | UnreadInput> {
    return kept(this.#files, MOST_FILES, JSON.stringify([path, chip]), () =>
      openKernels(this.#io, path, chip === '' ? undefined : chip, this.#compiler),
    );
  }

  /** One of them, from 1; `undefined` where there are fewer. */
  async read(
    path: string,
    chip: string,
    part: number,
  ): Promise<OpenPart | UnreadInput | undefined> {
    const parts = await this.open(path, chip);
    if (!('length' in parts)) return parts;
    const one = parts[part - 1];
    if (one === undefined) return undefined;
    return await kept(this.#parts, MOST_PARTS, JSON.stringify([path, chip, part]), async () => {
      const input = await one.read();
      return 'diagnostics' in input ? input : { input, content: contentHash(input) };
    });
  }

  /** A launch with its hash, or why there is none; '' is that of the kernel itself. */
  launch(name: string): ReturnType<typeof readHashed> {
    return kept(this.#launches, MOST_PARTS, name, () => readHashed(this.#io, name));
  }
}

interface HashedLaunch {
  readonly ok: true;
  readonly value: LaunchOptions;
  readonly hash: string;
}

async function readHashed(
  io: Io,
  name: string,
): Promise<HashedLaunch | Extract<Awaited<ReturnType<typeof readLaunch>>, { ok: false }>> {
  const read = await readLaunch(io, name === '' ? undefined : name);
  if (!read.ok) return read;
  return { ok: true, value: read.value, hash: name === '' ? '' : launchHash(read.value) };
}

/** The value of a key, the last ones kept. */
function kept<T>(values: Map<string, T>, most: number, key: string, make: () => T): T {
  const value = values.get(key) ?? make();
  values.delete(key);
  values.set(key, value);
  for (const old of values.keys()) {
    if (values.size <= most) break;
    values.delete(old);
  }
  return value;
}
