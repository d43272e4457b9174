/**
 * Each command on an output that is full, as `> /dev/full` is, and into a pipe that nobody reads: the reason and exit code 2, or
 * silence and the exit code that the command has anyway. Node ends with a stack trace and exit code 1 there, which of `check` says that a kernel failed.
 */
import { spawnSync } from 'node:child_process';
import { closeSync, existsSync, openSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import { buildProgram } from '../src/main.ts';
import { buildCommand } from './built-command.ts';
import { fakeIo } from './fake-io.ts';
import { chosenOf } from '../../../test/cases.ts';

const FULL = '/dev/full';
const isThere = existsSync(FULL);
if (!isThere) console.log(`skipped: there is no ${FULL}`);

const examples = fileURLToPath(new URL('../../../examples/', import.meta.url));
const kernel = 'transpose-plain/kernel.mlir';
const tile = ['--tile', '64x64x32xf16'];

/** Arguments with which a command answers by itself; of those that serve, their help. */
const answering: Readonly<Record<string, readonly string[]>> = {
  analyze: [kernel, '-m', 'gfx942'],
  explain: [kernel, '-m', 'gfx942'],
  compare: [kernel, '-m', 'gfx942,gfx950'],
  suggest: [kernel, '-m', 'gfx942'],
  shapes: ['--help'],
  fix: [kernel, '-m', 'gfx942'],
  opt: ['--list'],
  check: [kernel, '-m', 'gfx942'],
  run: ['--help'],
  launch: ['--schema'],
  timeline: ['compiled-transpose/kernel.s', '-l', 'compiled-transpose/launch.yaml'],
  budget: tile,
  pipeline: ['--help'],
  validate: ['--help'],
  convert: [
    '#ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}>',
    '--tile',
    '64x64xf16',
  ],
  machine: ['gfx942'],
  doctor: [],
  completion: ['bash'],
  sweep: ['--help'],
  worker: ['--help'],
  web: ['--help'],
  lsp: ['--help'],
  mcp: ['--help'],
};

test('all commands are here', () => {
  const { commands } = buildProgram(fakeIo().io, () => () => Promise.resolve());
  expect(Object.keys(answering).sort()).toEqual(commands.map((one) => one.name()).sort());
});

describe.skipIf(!isThere)('output that cannot be written', () => {
  let command = '';
  beforeAll(async () => {
    command = await buildCommand();
  });

  test.each(chosenOf(Object.entries(answering)))('of %s is an error', (name, args) => {
    const full = openSync(FULL, 'w');
    try {
      const { status, stderr } = spawnSync(process.execPath, [command, name, ...args], {
        cwd: examples,
        stdio: ['ignore', full, 'pipe'],
        encoding: 'utf8',
      });
      expect(stderr).toContain(
        'error usage/unwritable: cannot write the standard output: no space left',
      );
      expect(stderr).not.toContain('    at ');
      expect(status).toBe(2);
    } finally {
      closeSync(full);
    }
  });

  test('of the answers of mcp is an error', () => {
    const full = openSync(FULL, 'w');
    const clientInfo = { name: 'test', version: '1' };
    const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo };
    const { status, stderr } = spawnSync(process.execPath, [command, 'mcp'], {
      input: `${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params })}\n`,
      stdio: ['pipe', full, 'pipe'],
      encoding: 'utf8',
    });
    closeSync(full);
    expect(stderr).toContain('error usage/unwritable: cannot write the standard output: no space');
    expect(status).toBe(2);
  });

  test('of diagnostics ends with 2 as well', () => {
    const full = openSync(FULL, 'w');
    const { status } = spawnSync(process.execPath, [command, 'fix', kernel], {
      cwd: examples,
      stdio: ['ignore', 'ignore', full],
    });
    closeSync(full);
    expect(status).toBe(2);
  });

  test.each([
    [0, ['analyze', kernel, '-m', 'gfx942']],
    [1, ['timeline', 'schedules/gemm-256x256x32.sched']],
    [0, ['machine', 'gfx942']],
  ] as const)('into a pipe without a reader is silent and ends with %i: %j', (code, args) => {
    const line = [process.execPath, command, ...args];
    const quoted = line.map((word) => `'${word}'`).join(' ');
    const { stdout, stderr } = spawnSync(
      'sh',
      ['-c', `{ sleep 0.2; ${quoted} -f json; echo $? >&2; } | true`],
      { cwd: examples, encoding: 'utf8' },
    );
    expect([stdout, stderr]).toEqual(['', `${code}\n`]);
  });
});
