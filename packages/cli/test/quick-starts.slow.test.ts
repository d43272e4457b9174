/**
 * The quick starts are run: the blocks of a page in docs/start, one after the other, in a temporary folder and against the built
 * command.
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
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';

const repository = fileURLToPath(new URL('../../../', import.meta.url));
const folder = join(repository, 'docs/start');
const bin = join(repository, 'packages/cli/bin/ldscope.js');
const built = existsSync(join(repository, 'packages/cli/dist/bin.js'));
if (!built) console.log('skipped: packages/cli/dist is absent, run npm run build first');

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
  'hipcc': 'command -v hipcc',
  'nvcc': 'command -v nvcc',
  'triton': 'python3 -c "import triton"',
};

const quote = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/** A pattern of what a block shows. */
function patternOf(shown: string): RegExp {
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

const cleanUps: (() => void)[] = [];
afterAll(() => {
  for (const cleanUp of cleanUps) cleanUp();
});

/** A folder with `ldscope` in it, and a shell that finds it first. */
function shell(): {
  readonly place: string;
  readonly run: (script: string) => ReturnType<typeof spawnSync>;
} {
  const place = mkdtempSync(join(tmpdir(), 'ldscope-quick-start-'));
  const tools = mkdtempSync(join(tmpdir(), 'ldscope-quick-start-bin-'));
  cleanUps.push(() =>
    [place, tools].forEach((path) => rmSync(path, { recursive: true, force: true })),
  );
  writeFileSync(join(tools, 'ldscope'), `#!/bin/sh\nexec "${process.execPath}" "${bin}" "$@"\n`);
  chmodSync(join(tools, 'ldscope'), 0o755);
  const env = {
    ...process.env,
    PATH: `${tools}${delimiter}${process.env['PATH'] ?? ''}`,
    NO_COLOR: '1',
    XDG_CACHE_HOME: join(place, '.cache'),
  };
  return {
    place,
    run: (script) => spawnSync('sh', ['-e', '-c', script], { cwd: place, env, encoding: 'utf8' }),
  };
}

describe.skipIf(!built).each(readdirSync(folder).filter((name) => name.endsWith('.md')))(
  'docs/start/%s',
  (name) => {
    const page = readFileSync(join(folder, name), 'utf8');
    const blocks = blocksOf(page);

    test('does what it shows', () => {
      expect(blocks.filter(({ language }) => language === 'sh').length).toBeGreaterThan(0);
      const { place, run } = shell();
      for (const { groups: { from = '', to = '' } = {} } of page.matchAll(COPY)) {
        copyFileSync(join(repository, from), join(place, to));
      }
      for (const [index, { language, file, text, comment = '' }] of blocks.entries()) {
        if (file !== undefined) writeFileSync(join(place, file), text);
        if (language !== 'sh') continue;
        const { tool, from, to } =
          /^needs (?<tool>[\w-]+)(?:; else copy (?<from>\S+) (?<to>\S+))?$/.exec(comment)?.groups ??
          {};
        if (tool !== undefined) {
          const probe = probes[tool];
          expect(probe, `how ${tool} is found`).toBeDefined();
          if (run(probe ?? 'false').status !== 0) {
            if (from === undefined || to === undefined) {
              console.log(`docs/start/${name}: ${tool} is absent, the rest is not run`);
              return;
            }
            console.log(
              `docs/start/${name}: ${tool} is absent, ${from} takes the place of what it writes`,
            );
            copyFileSync(join(repository, from), join(place, to));
            continue;
          }
        }
        const { status, stdout, stderr } = run(text);
        const expected = Number(/^exits (\d)$/.exec(comment)?.[1] ?? 0);
        expect(status, `${text}${String(stderr)}`).toBe(expected);
        const next = blocks[index + 1];
        if (next?.language === 'text') {
          expect(String(stdout), text).toMatch(patternOf(next.text));
        }
      }
    }, 180_000);
  },
);

test('a shown text is a pattern of lines', () => {
  expect('one\n two  three\nfour\n').toMatch(patternOf('...\ntwo three\n...\n'));
  expect('one\ntwo\n').not.toMatch(patternOf('one\n'));
  expect('one (1) of 2\n').toMatch(patternOf('one (1) of ...\n'));
  expect('one 11 of 2\n').not.toMatch(patternOf('one (1) of ...\n'));
});
