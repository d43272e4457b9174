/**
 * Answers of tools, kept in files beside the tests: what compares with LLVM or with ptxas runs for everybody.
 *
 *     const kept = keptAnswers(new URL('mnemonics.answers', import.meta.url));    once per test file, at its top
 *
 *     const refused = answersOf(kept, llvmTool('llvm-mc', 'amdgcn'), ['-mcpu=gfx942'], lines, (asked) => {
 *       const { stderr } = spawnSync(..., { input: asked.join('\n') });            one process for all inputs
 *       return asked.map((_, index) => stderr.includes(`<stdin>:${index + 1}:`));  an answer per input
 *     });
 *
 * An answer is found by tool, arguments and input, which have to be all that it depends on: the contents of a file that the tool
 * reads belong to the input, and the answer to one input must not depend on the others. An answer is JSON (no `undefined`), and as
 * small as the test allows: the lines that were refused and not the messages, a `digest` where a text would be long.
 *
 * Without the tool, a kept answer is the answer; a question without one skips its test and prints why. With the tool it is asked,
 * all inputs or the share that `FUZZ_SHARE` and `FUZZ_ROWS` choose: an answer other than the kept one throws, and one that is not
 * kept fails the file, unless other cases than the stated ones are tried (`FUZZ_SEED`, `FUZZ_RUNS`).
 *
 *     UPDATE_ANSWERS=1 npx vitest run PATH     asks everything and writes the file; if all tests pass, without the unused answers
 *
 * A file has a line per answer, `HASH JSON`; with `.br` at the end of its name it is compressed. It has at most 300 kB.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import {
  afterAll,
  beforeEach,
  type RunnerTestFile,
  type RunnerTestSuite,
  TestRunner,
} from 'vitest';
import { raise } from './raise.ts';
import { isChosen, triesStated } from './cases.ts';

const MOST_BYTES = 300_000;

/** A tool that may be there; `LlvmTool` is one. */
export interface AskedTool {
  /** Name and version that the answers are of, whether it is there or not: `llvm-mc 22`. */
  readonly release: string;
  /** Why it cannot be asked; `undefined` where it can. */
  readonly missing: string | undefined;
}

export interface KeptAnswers {
  readonly path: string;
  /** By hash, as JSON. */
  readonly kept: ReadonlyMap<string, string>;
  /** The answers of this run. */
  readonly given: Map<string, string>;
  /** Ends the test that has a question without an answer. */
  readonly skip: (reason: string) => never;
}

const isUpdate = (): boolean => process.env['UPDATE_ANSWERS'] !== undefined;

/** The answers that a test file uses; when its tests have run, a changed file is written or complained about. */
export function keptAnswers(file: URL): KeptAnswers {
  const answers = openAnswers(fileURLToPath(file), skipTest);
  let tests: RunnerTestFile | undefined;
  beforeEach(({ task }) => {
    tests = task.file;
  });
  afterAll(() => closeAnswers(answers, tests !== undefined && haveAllPassed(tests)));
  return answers;
}

/** An answer per input, in their order. `ask` is given the inputs that the tool itself is asked, in one call. */
export function answersOf<A>(
  { kept, given, skip, path }: KeptAnswers,
  { release, missing }: AskedTool,
  args: readonly string[],
  inputs: readonly string[],
  ask: (asked: readonly string[]) => readonly A[],
): readonly A[] {
  const head = digest([release, ...args].join('\0'));
  const hashes = inputs.map((input) => digest(`${head}${input}`).slice(0, 9));
  const isAsked = (hash: string): boolean =>
    isUpdate() || !kept.has(hash) || isChosen(Buffer.from(hash, 'base64url').readUInt32LE());
  if (missing === undefined) {
    const asked = [...hashes.keys()].filter((index) => isAsked(hashes[index] ?? ''));
    const answers = asked.length === 0 ? [] : ask(asked.map((index) => inputs[index] ?? ''));
    if (answers.length !== asked.length)
      throw new Error(`${release} has ${answers.length} answers for ${asked.length} inputs`);
    for (const [n, index] of asked.entries()) {
      const [hash = '', answer = JSON.stringify(answers[n])] = [hashes[index]];
      const before = isUpdate() ? undefined : kept.get(hash);
      if (before !== undefined && before !== answer)
        throw new Error(
          `${release} ${args.join(' ')} answers ${answer}, and ${basename(path)} has ${before}, for: ${inputs[index]}`,
        );
      given.set(hash, answer);
    }
  }
  return hashes.map((hash, index) => {
    const answer = given.get(hash) ?? kept.get(hash);
    if (answer === undefined)
      return skip(`${missing}; ${basename(path)} has no answer for: ${inputs[index]}`);
    given.set(hash, answer);
    return JSON.parse(answer) as A;
  });
}

/** The answer to one input. */
export function answerOf<A>(
  kept: KeptAnswers,
  tool: AskedTool,
  args: readonly string[],
  input: string,
  ask: () => A,
): A {
  const [answer = raise('no answer')] = answersOf(kept, tool, args, [input], () => [ask()]);
  return answer;
}

/** A short name of a text or of bytes that no other one has. */
export const digest = (contents: string | Uint8Array): string =>
  createHash('sha256').update(contents).digest('base64url').slice(0, 16);

/** Reads a file of answers; one that does not exist has none. */
export function openAnswers(path: string, skip: KeptAnswers['skip']): KeptAnswers {
  const bytes = existsSync(path) ? readFileSync(path) : Buffer.alloc(0);
  const text = isPacked(path) && bytes.length > 0 ? brotliDecompressSync(bytes) : bytes;
  const lines = text.toString('utf8').split('\n').filter(Boolean);
  const kept = new Map(lines.map((line): [string, string] => [line.slice(0, 9), line.slice(10)]));
  return { path, kept, given: new Map(), skip };
}

/** Writes the answers where that is wanted, without the unused ones after a whole run; throws where answers should be kept and are not. */
export function closeAnswers({ path, kept, given }: KeptAnswers, isWhole: boolean): void {
  if (!isUpdate()) {
    const lacking = [...given.keys()].filter((hash) => !kept.has(hash)).length;
    if (lacking > 0 && triesStated())
      throw new Error(`${path} lacks ${lacking} answers: UPDATE_ANSWERS=1 writes them`);
    return;
  }
  if (!triesStated())
    throw new Error('UPDATE_ANSWERS=1 keeps the stated cases: set no other FUZZ_ variable');
  const lines = [...new Map([...(isWhole ? [] : kept), ...given])].map((line) => line.join(' '));
  const text = `${lines.sort().join('\n')}\n`;
  const bytes = isPacked(path) ? brotliCompressSync(text) : Buffer.from(text);
  if (bytes.length > MOST_BYTES) throw new Error(`${path} would have ${bytes.length} B`);
  writeFileSync(path, bytes);
}

const isPacked = (path: string): boolean => path.endsWith('.br');

function skipTest(reason: string): never {
  console.log(`skipped: ${reason}`);
  TestRunner.getCurrentTest()?.context.skip(reason);
  throw new Error(`outside of a test: ${reason}`);
}

const haveAllPassed = ({ tasks }: Readonly<RunnerTestSuite>): boolean =>
  tasks.every((task) =>
    task.type === 'suite' ? haveAllPassed(task) : task.result?.state === 'pass',
  );
