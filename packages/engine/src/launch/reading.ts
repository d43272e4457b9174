/** The context of reading a launch file: other files, what is known by name, what was wrong, and where. */
import {
  type DataPath,
  diagnose,
  type Diagnostic,
  type Message,
  messages,
  type PlacedDiagnostic,
  type TypeScope,
} from '@ldscope/core';
import type { BufferArgument } from './buffer-argument.ts';
import { placeWords } from './place-words.ts';

/** Reads other files that a launch names. */
export type ReadBytes = (path: string) => Promise<Uint8Array | undefined>;

/** A file that somebody gives for a buffer, outside of the launch file. */
export interface GivenFile {
  readonly path: string;
  readonly bytes: Uint8Array;
}

/** All buffers of a launch together, in bytes. */
const MOST_BYTES_IN_ALL = 2 ** 32;

export class LaunchReading {
  readonly read: ReadBytes;
  /** Contents by the name of a buffer; they go before what the file says. */
  readonly given: ReadonlyMap<string, GivenFile>;
  /** Names in `given` that were found in the file. */
  readonly hasFilled = new Set<string>();
  readonly buffers = new Map<string, BufferArgument>();
  /** Types of C that the file defines. */
  types: TypeScope | undefined;
  readonly problems: PlacedDiagnostic[] = [];
  /** Bytes that buffers may still take. */
  left = MOST_BYTES_IN_ALL;

  constructor(read: ReadBytes, given: ReadonlyMap<string, GivenFile>) {
    this.read = read;
    this.given = given;
  }

  /** Keeps what is wrong at a place. */
  fail(path: DataPath, message: Message): undefined {
    this.problems.push({ path, diagnostic: diagnose(message) });
    return undefined;
  }

  /** The value that would have been right there. */
  wants(path: DataPath, wanted: string): undefined {
    return this.fail(path, messages.launchFile.shape(placeWords(path), wanted));
  }

  /** Keeps what is wrong within the value of a place. */
  takeOver(path: DataPath, problems: readonly PlacedDiagnostic[]): undefined {
    for (const { path: inner, diagnostic } of problems)
      this.problems.push({ path: [...path, ...inner], diagnostic });
    return undefined;
  }

  /** Keeps diagnostics of a text that is at a place. */
  tell(path: DataPath, diagnostics: readonly Diagnostic[]): undefined {
    for (const diagnostic of diagnostics) this.problems.push({ path, diagnostic });
    return undefined;
  }
}
