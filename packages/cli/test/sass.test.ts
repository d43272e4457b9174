/** `--sass`: a listing, a cubin, or what ptxas makes of the PTX. */
import { describe, expect, test } from 'vitest';
import { ldscope } from './fake-io.ts';
import { caseText } from './case-text.ts';
import { testSessions } from './sessions.ts';

testSessions('sass');

const kernel = caseText('two-loads.ptx');
const listing = caseText('two-loads.sass');
const files = { 'k.ptx': kernel, 'k.sass': listing };

describe('ldscope analyze --sass', () => {
  test('disassembles a cubin, and what ptxas makes of the PTX for its own chip', async () => {
    const cubin = Uint8Array.of(0x7f, 0x45, 0x4c, 0x46, 1);
    const asked: unknown[] = [];
    const sass = (request: unknown) => {
      asked.push(request);
      return { text: listing };
    };
    const around = { files, binaries: { 'k.cubin': cubin }, sass };
    for (const given of [['--sass', 'k.cubin'], ['--sass']]) {
      const { code, stdout } = await ldscope(['analyze', 'k.ptx', ...given], around);
      expect(code).toBe(0);
      expect(stdout).toContain('LDS.64 R4, [R2]');
    }
    expect(asked).toEqual([{ cubin }, { ptx: kernel, chip: 'sm_90a' }]);
  });
});
