/**
 * Pages that are run: the blocks of a Markdown file, one after the other, in a folder of their own.
 *
 *     ```cpp transpose.hip          a block with the name of a file is written to it
 *     ```sh                         is executed; it has to end with 0
 *     ```text                       directly behind: what it prints; a line `...` stands for any lines, `...` in a line for any text
 *     <!-- exits 1 -->              directly before: it ends with 1
 *     <!-- needs hipcc -->          directly before: where the tool is absent the rest of the page is skipped, and a line says so
 *     <!-- needs hipcc; else copy FILE NAME -->   ... or a file of the repository takes the place of what the tool writes
 *     <!-- copy FILE NAME -->       by itself: a file of the repository, which the page names
 *
 * Blocks that are indented are not run. Runs of blanks are alike, so that columns may move.
 */
import { spawnSync, type SpawnSyncReturns } from 'node:child_process';
import { copyFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { expect } from 'vitest';

interface Block {
  readonly language: string;
  /** What follows the language. */
  readonly file: string | undefined;
  readonly text: string;
  /** The comment directly before it. */
  readonly comment: string | undefined;
}

const BLOCK =
  /(?:^<!-- (?<comment>[^>]*?) -->\n+)?^```(?<language>\w+)(?: (?<file>\S+))?\n(?<text>[^]*?)^```$/gm;
const COPY = /^<!-- copy (?<from>\S+) (?<to>\S+) -->$/gm;

const blocksOf = (page: string): Block[] =>
  [...page.matchAll(BLOCK)].map(({ groups = {} }) => ({
    language: groups['language'] ?? '',
    file: groups['file'],
    text: groups['text'] ?? '',
    comment: groups['comment'],
  }));

/** Commands that show whether a tool is there. */
const probes: Readonly<Record<string, string>> = {
  'amdgpu-clang':
    'for c in hipcc amdclang++ clang++ clang++-22; do command -v $c >/dev/null && { $c --print-targets 2>/dev/null | grep -q amdgcn || [ $c = hipcc ]; } && exit 0; done; exit 1',
  // A build of Composable Kernel, where the environment names the folder of its libraries.
  'ck-library': 'f="$CK_LIBRARIES/libdevice_gemm_operations.a"; test -f "$f" && ln -s "$f" .',
  'hipcc': 'command -v hipcc',
  'nvcc': 'command -v nvcc',
  'triton': 'python3 -c "import triton"',
};

const quote = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/** A pattern of what a block shows. */
export function patternOf(shown: string): RegExp {
  const lines = shown
    .trimEnd()
    .split('\n')
    .map((line) => {
      if (line.trim() === '...') return '(?:.*\n)*?';
      const parts = line
        .trim()
        .split('...')
        .map((part) => quote(part.trim()).replaceAll(/ +/g, ' +'));
      return ` *${parts.join('.*')} *\n`;
    });
  return new RegExp(`^${lines.join('')}$`);
}

/** Runs scripts in a folder, where programs of others are found first. */
export function shellIn(
  place: string,
  tools: string,
): (script: string) => SpawnSyncReturns<string> {
  const env = {
    ...process.env,
    PATH: `${tools}${delimiter}${process.env['PATH'] ?? ''}`,
    NO_COLOR: '1',
    XDG_CACHE_HOME: join(place, '.cache'),
  };
  return (script) => spawnSync('sh', ['-e', '-c', script], { cwd: place, env, encoding: 'utf8' });
}

/** Runs a page in a folder and compares what it shows; `repository` has the files that it copies. Returns the number of scripts that it came to. */
export function runPage(
  page: string,
  name: string,
  { place, tools, repository }: { place: string; tools: string; repository: string },
): number {
  const run = shellIn(place, tools);
  const blocks = blocksOf(page);
  let count = 0;
  for (const { groups: { from = '', to = '' } = {} } of page.matchAll(COPY)) {
    copyFileSync(join(repository, from), join(place, to));
  }
  for (const [index, { language, file, text, comment = '' }] of blocks.entries()) {
    if (file !== undefined) writeFileSync(join(place, file), text);
    if (language !== 'sh') continue;
    count++;
    const { tool, from, to } =
      /^needs (?<tool>[\w-]+)(?:; else copy (?<from>\S+) (?<to>\S+))?$/.exec(comment)?.groups ?? {};
    if (tool !== undefined) {
      const probe = probes[tool];
      expect(probe, `how ${tool} is found`).toBeDefined();
      if (run(probe ?? 'false').status !== 0) {
        if (from === undefined || to === undefined) {
          console.log(`${name}: ${tool} is absent, the rest is not run`);
          return count;
        }
        console.log(`${name}: ${tool} is absent, ${from} takes the place of what it writes`);
        copyFileSync(join(repository, from), join(place, to));
        continue;
      }
    }
    const { status, stdout, stderr } = run(text);
    const expected = Number(/^exits (\d)$/.exec(comment)?.[1] ?? 0);
    expect(status, `${text}${stderr}`).toBe(expected);
    const next = blocks[index + 1];
    if (next?.language === 'text') {
      expect(stdout, text).toMatch(patternOf(next.text));
    }
  }
  return count;
}
