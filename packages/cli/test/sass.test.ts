/** `--sass`: a listing, a cubin, or what ptxas makes of the PTX. */
import { describe, expect, test } from 'vitest';
import { expectRefused, ldscope } from './fake-io.ts';
import { caseText } from './case-text.ts';

const kernel = caseText('two-loads.ptx');
const listing = '.text.k:\n/*0000*/ LDS.64 R4, [R2] ;\n/*0010*/ EXIT ;\n';
const files = { 'k.ptx': kernel, 'k.sass': listing };

describe('ldscope analyze --sass', () => {
  test('reads a listing', async () => {
    const { code, stdout } = await ldscope('analyze k.ptx --sass k.sass', { files });
    expect(code).toBe(0);
    expect(stdout).toContain('k (SASS)');
    expect(stdout).toContain('LDS.64 R4, [R2]');
  });

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

  test('says which program is missing, and which file', async () => {
    await expectRefused('analyze k.ptx --sass', { files }, 'sass/no-tool');
    await expectRefused('analyze k.ptx --sass other', { files }, 'other');
  });
});
