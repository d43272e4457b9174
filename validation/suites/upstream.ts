/**
 * What upstream's `mlir-opt` makes of chunks, many in one process.
 *
 *     readByUpstream('mlir-opt-22', ['func.func @a() { return }', 'func.func @b('], 'custom')   // ['module ...', undefined]
 *
 * A chunk that is rejected has no output; one that brings the process down is found by halving.
 */
import { spawnSync } from 'node:child_process';

const separator = '// -----';

/** The versions that are looked for, newest of those that we are written against first. */
const programs = ['mlir-opt-22', 'mlir-opt'];

/** The installed `mlir-opt`, `undefined` where there is none. */
export function findUpstream(): string | undefined {
  return programs.find((name) => spawnSync(name, ['--version'], { stdio: 'ignore' }).status === 0);
}

const batch = 256;

/** Each chunk as it is printed, in the custom or the generic form; `undefined` where it is rejected. */
export function readByUpstream(
  program: string,
  chunks: readonly string[],
  form: 'custom' | 'generic',
): readonly (string | undefined)[] {
  const outputs: (string | undefined)[] = [];
  for (let at = 0; at < chunks.length; at += batch) {
    outputs.push(...readBatch(program, chunks.slice(at, at + batch), form));
  }
  return outputs;
}

function readBatch(
  program: string,
  chunks: readonly string[],
  form: 'custom' | 'generic',
): readonly (string | undefined)[] {
  const { stdout, signal } = spawnSync(
    program,
    [
      '--allow-unregistered-dialect',
      ...(form === 'generic' ? ['--mlir-print-op-generic'] : []),
      '--split-input-file',
      `--output-split-marker=${separator}`,
    ],
    { input: chunks.join(`\n${separator}\n`), encoding: 'utf8', maxBuffer: 2 ** 30 },
  );
  const outputs = stdout.split(separator).map((output) => output.trim());
  if (signal === null && outputs.length === chunks.length) {
    return outputs.map((output) => (output === '' ? undefined : output));
  }
  if (chunks.length <= 1) return chunks.map(() => undefined);
  const half = chunks.length >> 1;
  return [
    ...readBatch(program, chunks.slice(0, half), form),
    ...readBatch(program, chunks.slice(half), form),
  ];
}

/** The first error that is reported for a chunk. */
export function complaintOfUpstream(program: string, chunk: string): string {
  const { stderr } = spawnSync(program, ['--allow-unregistered-dialect'], {
    input: chunk,
    encoding: 'utf8',
    maxBuffer: 2 ** 30,
  });
  return /error: (.*)/.exec(stderr)?.[1] ?? 'no error is reported';
}
