/**
 * Texts that nest, or are blank, for very long: they are refused or read in a time that grows as the text does. Nothing here
 * measures: with time that grows by the square the test runs out of its own.
 */
import { expect, test } from 'vitest';
import { ldscope } from './fake-io.ts';

const LEVELS = 3000;

/** Forms of deep nesting; lines begin with `margin`. */
const deep: Readonly<Record<string, (margin: string) => string>> = {
  'maps': (margin) => lines((i) => `${margin}${' '.repeat(i)}a:`),
  'lists of maps': (margin) => lines((i) => `${margin}${' '.repeat(2 * i)}- a:`),
  'lists': (margin) => lines((i) => `${margin}${' '.repeat(i)}-`),
  'flows': (margin) => `${margin}${'['.repeat(20_000)}`,
};

function lines(line: (level: number) => string): string {
  return Array.from({ length: LEVELS }, (_, level) => line(level)).join('\n');
}

const assembly = (metadata: string): string => `
	.amdgcn_target "amdgcn-amd-amdhsa--gfx942"
	.amdgpu_metadata
---
${metadata}
...
	.end_amdgpu_metadata
`;

/** Doors through which YAML comes in, each with what it says of a text that is none. */
const doors: readonly (readonly [
  door: string,
  argv: readonly string[],
  file: string,
  text: (deep: string) => string,
  code: string,
])[] = [
  ['a specification', ['analyze', 'x.yaml'], 'x.yaml', (yaml) => `tile:\n${yaml}\n`, 'spec/yaml'],
  [
    'a launch file',
    ['analyze', 'k.mlir', '-l', 'x.yaml'],
    'x.yaml',
    (yaml) => `args:\n${yaml}\n`,
    'launch-file/yaml',
  ],
  [
    'ldscope.yaml',
    ['check', 'k.mlir', '--config', 'x.yaml'],
    'x.yaml',
    (yaml) => `files:\n${yaml}\n`,
    'check/yaml',
  ],
  [
    'metadata',
    ['analyze', 'x.s'],
    'x.s',
    (yaml) => assembly(`amdhsa.kernels:\n${yaml}`),
    'amdgcn/yaml',
  ],
];

test.each(
  doors.flatMap(([door, argv, file, text, code]) =>
    Object.entries(deep).map(
      ([form, yaml]) => [door, form, argv, file, text(yaml(' ')), code] as const,
    ),
  ),
)('%s of %s that nest for long is refused', async (_door, _form, argv, file, text, code) => {
  const files = { 'k.mlir': 'module {}', [file]: text };
  const outcome = await ldscope(argv, { files });
  expect(outcome.code).toBe(2);
  expect(outcome.stderr.replaceAll(/\s+/g, ' ')).toMatch(
    new RegExp(`error ${code}: [^.]* is not YAML: it is nested too deep`),
  );
});

/** Blank lines and blanks without end, where a pattern may search from each of them again. */
const blank: Readonly<Record<string, string>> = {
  'lines': '\n'.repeat(100_000),
  'blanks': `${' '.repeat(100_000)}x\n`,
  'tabs before nothing': '\t'.repeat(100_000),
};

const kernels: Readonly<Record<string, string>> = {
  'k.s': '\t.amdgcn_target "amdgcn-amd-amdhsa--gfx942"\n',
  'k.mlir': 'module {}\n',
  'k.ptx': '.version 8.0\n.target sm_90\n.address_size 64\n',
  'k.yaml': 'tile: 1\n',
  'k.txt': 'words\n',
  'k.sched': 'loop 3:\n',
};

test.each(
  Object.entries(kernels).flatMap(([file, text]) =>
    Object.entries(blank).flatMap(([form, pump]) => [
      [file, form, 'before', pump + text] as const,
      [file, form, 'behind', text + pump] as const,
    ]),
  ),
)('%s with %s %s it is answered', async (file, _form, _where, text) => {
  const { stdout, stderr } = await ldscope(['analyze', file], { files: { [file]: text } });
  expect(stdout + stderr).not.toBe('');
  expect(stdout + stderr).not.toContain('internal/');
});
