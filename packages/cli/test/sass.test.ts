/** `--sass`: a listing, a cubin, or what ptxas makes of the PTX. */
import { describe, expect, test } from 'vitest';
import { ldscope } from './fake-io.ts';

const kernel = `.version 8.5
.target sm_90a
.address_size 64
.shared .align 16 .b8 s[4096];
.visible .entry k()
.reqntid 32, 1, 1
{
  .reg .b32 %r<4>;
  .reg .f32 %f<4>;
  mov.u32 %r0, %tid.x;
  mov.u32 %r2, s;
  mad.lo.u32 %r1, %r0, 8, %r2;
  ld.shared.f32 %f0, [%r1];
  ld.shared.f32 %f1, [%r1+4];
  ret;
}
`;
const listing = '.text.k:\n/*0000*/ LDS.64 R4, [R2] ;\n/*0010*/ EXIT ;\n';
const files = { 'k.ptx': kernel, 'k.sass': listing };

describe('ldscope analyze --sass', () => {
  test('reads a listing', async () => {
    const { code, stdout } = await ldscope(['analyze', 'k.ptx', '--sass', 'k.sass'], { files });
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
    const without = await ldscope(['analyze', 'k.ptx', '--sass'], { files });
    expect(without.code).toBe(2);
    expect(without.stderr).toContain('sass/no-tool');
    const unread = await ldscope(['analyze', 'k.ptx', '--sass', 'other'], { files });
    expect(unread.code).toBe(2);
    expect(unread.stderr).toContain('other');
  });
});
