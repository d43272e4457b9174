import type { Message } from '../diagnostic.ts';
import { hint, option } from '../hint.ts';
import { error, note, someOf } from './message.ts';

/** Files that hold more than one module: dumps of a compiler, chunks. */
export const parts = {
  noDumps: () =>
    error(
      'parts/no-dumps',
      'the file has no dumps of a compiler',
      hint`a compiler prints them with --mlir-print-ir-after-all; without dumps, leave out ${option('after')} and ${option('before')}`,
    ),
  unknownPass: (when: string, name: string, known: readonly string[]) =>
    error(
      'parts/unknown-pass',
      `the file has no dump ${when} '${name}'`,
      `it has, in this order: ${known.join(', ')}`,
    ),
  noSuchTime: (when: string, name: string, count: number) =>
    error(
      'parts/no-such-time',
      `the file has ${count === 1 ? 'one dump' : `${count} dumps`} ${when} ${name}`,
      count === 1 ? `write --${when} ${name}` : `write --${when} ${name}:1 to ${name}:${count}`,
    ),
  dumpsNotChunks: (count: number) =>
    error(
      'parts/dumps-not-chunks',
      `the file has ${count === 1 ? 'a dump' : `${count} dumps`} of a compiler, and is not split into chunks`,
      hint`choose a dump with ${option('after')} or ${option('before')}`,
    ),
  dumpTaken: ({
    words,
    line,
    count,
    kernel,
    asked,
  }: {
    readonly words: string;
    readonly line: number;
    readonly count: number;
    readonly kernel: boolean;
    readonly asked?: string;
  }): Message => ({
    code: 'parts/dump-taken',
    severity: 'note',
    message: `of ${count === 1 ? 'one dump' : `${count} dumps`}${asked === undefined ? '' : ` ${asked}`} this is ${
      kernel ? 'the last with a kernel' : 'the last; none has a kernel'
    }: ${words}, line ${line}`,
    hint:
      asked === undefined
        ? hint`choose another with ${option('after', 'PASS')} or ${option('before', 'PASS')}; --after list lists them`
        : 'choose another with a number after the pass: PASS:1',
  }),
  noChunk: (chunk: number, count: number) =>
    error(
      'parts/no-chunk',
      `there is no chunk ${chunk}: the file has ${count === 1 ? 'one' : count}`,
      count === 1 ? "chunks are split by lines of '// -----'" : `choose one from 1 to ${count}`,
    ),
  noKernelInChunks: (count: number) =>
    error(
      'parts/no-kernel-in-chunks',
      `none of the ${count} chunks of the file has a kernel that can be read`,
      hint`choose one with ${option('chunk')} to see why`,
    ),
  severalChunks: (
    chunks: readonly {
      readonly number: number;
      readonly line: number;
      readonly kernels: readonly string[];
    }[],
  ) =>
    error(
      'parts/several-chunks',
      `${chunks.length} chunks of the file have a kernel`,
      hint`choose one with ${option('chunk')}: ${chunks
        .map(({ number, line, kernels }) => `${number} (line ${line}: ${someOf(kernels)})`)
        .join(', ')}`,
    ),
  chunkTaken: (chunk: number, count: number, line: number) =>
    note(
      'parts/chunk-taken',
      `of ${count} chunks this is the only one with a kernel: chunk ${chunk}, line ${line}`,
      hint`choose another with ${option('chunk')}`,
    ),
};
