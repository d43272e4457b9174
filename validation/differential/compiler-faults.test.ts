/** Each file of compiler-faults shows its fault: its first lines state a command and what it prints, in order. */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { llvmTool, skips } from '../../test/llvm.ts';

const folder = new URL('compiler-faults/', import.meta.url);
const tools = { llc: llvmTool('llc', 'amdgcn'), opt: llvmTool('opt') };
const isMissing = skips(tools.llc, tools.opt);

/** `; llc -mcpu=gfx90a: A, then B`: what is run, and what it prints. */
const claims = readdirSync(folder).flatMap((file) =>
  [...readFileSync(new URL(file, folder), 'utf8').matchAll(/^[;#] (llc|opt) ([^:]*): (.*)$/gm)].map(
    ([, tool, options = '', printed = '']) => ({
      file,
      tool: tool === 'opt' ? ('opt' as const) : ('llc' as const),
      options,
      printed: printed.split(', then '),
    }),
  ),
);

test('every file states what it shows', () => {
  expect([...new Set(claims.map(({ file }) => file))]).toEqual(readdirSync(folder));
});

describe.skipIf(isMissing)('LLVM 22', () => {
  test.each(claims)('$file: $tool $options', ({ file, tool, options, printed }) => {
    const { status, stdout } = spawnSync(
      tools[tool].command,
      [
        '-mtriple=amdgcn-amd-amdhsa',
        ...options.split(' '),
        '-o',
        '-',
        new URL(file, folder).pathname,
      ],
      { encoding: 'utf8' },
    );
    expect(status).toBe(0);
    const text = stdout.replaceAll(/[ \t]+/g, ' ');
    let at = 0;
    for (const part of printed) {
      expect(text.slice(at)).toContain(part);
      at = text.indexOf(part, at) + part.length;
    }
  });
});
