/** What a command line that is wrong is answered with: the error, and where to read on. */
import { expect, test } from 'vitest';
import { expectRefused, ldscope } from './fake-io.ts';

test.each([
  ['analyze', "error: missing required argument 'files'", '<files...>; - is the standard input'],
  ['explain', "error: missing required argument 'file'", '<file>; - is the standard input'],
  ['machine gfx942 --foo', "error: unknown option '--foo'", '[name] [other]'],
])('%s prints the usage of the command', async (line, error, operands) => {
  const { code, stderr, stdout } = await ldscope(line.split(' '));
  const [name = ''] = line.split(' ');
  expect(code).toBe(2);
  expect(stdout).toBe('');
  expect(stderr.split('\n').slice(0, 3)).toEqual([
    error,
    `  usage: ldscope ${name} [options] ${operands}`,
    `  help: ldscope ${name} --help`,
  ]);
});

test('help of a command that does not exist is an error, with the nearest name', async () => {
  await expectRefused(
    'help anlyze',
    {},
    "error: unknown command 'anlyze'",
    'Did you mean analyze?',
  );
});

test('help of a command prints its help', async () => {
  const { code, stdout } = await ldscope('help analyze');
  expect(code).toBe(0);
  expect(stdout).toContain('Usage: ldscope analyze [options] <files...>');
});

test('an unknown layout is one error, unless a notation reads a part of it', async () => {
  const errorsOf = async (layout: string): Promise<string[]> => {
    const { stderr } = await ldscope(['convert', layout, '--tile', '64x64xf16']);
    return stderr.split('\n').filter((line) => line.startsWith('error'));
  };
  expect(await errorsOf('XOR')).toEqual(["error fix/unreadable-layout: unknown layout 'XOR'"]);
  expect(await errorsOf('pitch = x')).toHaveLength(2);
});
