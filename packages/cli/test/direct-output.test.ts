/** What is written without a stream arrives whole, and in order where the pipe does not take it. */
import { spawnSync } from 'node:child_process';
import {
  closeSync,
  constants,
  mkdtempSync,
  openSync,
  readFileSync,
  readSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { directOutput } from '../src/node/direct-output.ts';

const folder = mkdtempSync(join(tmpdir(), 'ldscope-output-'));
afterAll(() => rmSync(folder, { recursive: true }));
const isLinux = process.platform === 'linux';
if (!isLinux) console.log('skipped: output is written directly on Linux only');

const noStream = (): never => expect.unreachable('no stream is needed');

describe.skipIf(!isLinux)('output', () => {
  test('goes into a file', () => {
    const path = join(folder, 'file');
    const file = openSync(path, 'w');
    const write = directOutput(file, noStream);
    write?.('phases → banks\n');
    write?.('');
    write?.('×'.repeat(100_000));
    closeSync(file);
    expect(readFileSync(path, 'utf8')).toBe(`phases → banks\n${'×'.repeat(100_000)}`);
  });

  test('goes on in a stream where a pipe is full', () => {
    const path = join(folder, 'pipe');
    spawnSync('mkfifo', [path]);
    const pipe = openSync(path, constants.O_RDWR | constants.O_NONBLOCK);
    const rest: Uint8Array[] = [];
    const stream = { write: (bytes: string | Uint8Array) => rest.push(Buffer.from(bytes)) > 0 };
    const write = directOutput(pipe, () => stream);
    const long = '→'.repeat(100_000);
    write?.('first ');
    write?.(long);
    write?.('');
    write?.(' last');
    const before = Buffer.alloc(2 ** 20);
    const taken = readSync(pipe, before);
    closeSync(pipe);
    expect(taken).toBeLessThan(Buffer.byteLength(long));
    expect(Buffer.concat([before.subarray(0, taken), ...rest]).toString()).toBe(
      `first ${long} last`,
    );
  });

  test('that fails for another reason says so', () => {
    const file = openSync(join(folder, 'file'), 'r');
    expect(() => directOutput(file, noStream)?.('text')).toThrow('EBADF');
    closeSync(file);
  });

  test('to a device is left to Node', () => {
    const device = openSync('/dev/null', 'w');
    expect(directOutput(device, noStream)).toBeUndefined();
    closeSync(device);
    expect(directOutput(device, noStream)).toBeUndefined();
  });
});
