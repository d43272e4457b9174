/** A listing of SASS beside PTX: sites are those of SASS, and the report says so. */
import { describe, expect, test } from 'vitest';
import { analyzeKernel } from '../src/index.ts';

const ptx = `.version 8.5
.target sm_90
.address_size 64
.shared .align 16 .b8 s[4096];
.visible .entry k()
.reqntid 32, 1, 1
{
  .reg .b32 %r<4>;
  .reg .f32 %f<4>;
  mov.u32 %r0, %tid.x;
  mov.u32 %r2, s;
  mad.lo.u32 %r1, %r0, 16, %r2;
  ld.shared.f32 %f0, [%r1];
  ld.shared.f32 %f1, [%r1+4];
  ld.shared.f32 %f2, [%r1+8];
  ld.shared.f32 %f3, [%r1+12];
  ret;
}
`;
const text = `.text.k:
/*0000*/ S2R R0, SR_TID.X ;
/*0010*/ S2UR UR5, SR_CgaCtaId ;
/*0020*/ UMOV UR4, 0x400 ;
/*0030*/ ULEA UR4, UR5, UR4, 0x18 ;
/*0040*/ LEA R2, R0, UR4, 0x4 ;
/*0050*/ LDS.128 R4, [R2] ;
/*0060*/ EXIT ;
`;

describe('an analysis with SASS', () => {
  test('has the instructions of SASS, with their costs', () => {
    const plain = analyzeKernel(ptx, { machine: 'sm_90' }).analysis?.report;
    expect(plain?.sites).toHaveLength(4);
    expect(plain?.totals).toMatchObject({ instructions: 4, bankConflict: 12 });
    expect(plain?.kernel.language?.title).toBe('PTX');
    const { report } = analyzeKernel(ptx, { machine: 'sm_90', sass: { text, file: 'k.sass' } })
      .analysis ?? { report: undefined };
    expect(report?.sites).toMatchObject([
      {
        id: '0050',
        op: 'ld.shared.v4.b32',
        bankConflict: 0,
        idxActive: 4,
        location: { file: 'k.sass', line: 7, text: 'LDS.128 R4, [R2]' },
      },
    ]);
    expect(report?.kernel.language?.title).toBe('SASS');
    expect(report?.kernel.sass).toMatchObject({
      instructions: 1,
      executed: 1,
      accesses: 4,
      merged: 3,
      isComplete: true,
    });
    const codes = report?.diagnostics.map(({ code }) => code);
    expect(codes).not.toContain('ptx/before-ptxas');
    const counter = (name: string) => report?.counters.find((one) => one.name === name)?.value;
    expect(counter('l1tex__data_bank_conflicts_pipe_lsu_mem_shared')).toBe(0);
    expect(counter('l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld')).toBe(4);
    expect(counter('smsp__inst_executed')).toBe(8);
  });

  test('refuses what is not a listing, and other languages', () => {
    const codes = (source: string, listing: string): readonly string[] =>
      analyzeKernel(source, { machine: 'sm_90', sass: { text: listing } }).diagnostics.map(
        ({ code }) => code,
      );
    expect(codes(ptx, 'nothing')).toContain('sass/no-instructions');
    expect(codes('module { gpu.module @m { } }', text)).toContain('sass/not-ptx');
  });
});
