/** Loops and source lines of texts. */
import { expect, test } from 'vitest';
import { outlineText } from '../src/index.ts';

const loopAt = (text: string, part: string): string => {
  const outline = outlineText(text);
  const line = text.split('\n').findIndex((one) => one.includes(part)) + 1;
  const found = outline.lines.find((one) => one.line === line)?.loop;
  const loop = found === undefined ? undefined : outline.loops[found];
  return loop === undefined ? 'none' : `${loop.first}-${loop.last}`;
};

const sourceAt = (text: string, part: string): string => {
  const line = text.split('\n').findIndex((one) => one.includes(part)) + 1;
  const found = outlineText(text).lines.find((one) => one.line === line)?.source ?? [];
  return found.map((frame) => `${frame.file}:${frame.line}`).join(' ');
};

test('machine code has the loops of its branches and the lines of .loc', () => {
  const text = `  .amdgcn_target "amdgcn-amd-amdhsa--gfx942"
k:
  .file 1 "k.hip"
  .loc 1 3 1
  ds_write_b32 v0, v1
outer:
  .loc 1 5 1
  v_mov_b32 v2, 1
inner:
  ds_read_b32 v3, v2
  s_cbranch_scc1 inner
  s_cbranch_scc0 outer
  .loc 1 9 1
  s_cbranch_scc0 forward
  ds_read_b32 v4, v2
forward:
  s_endpgm
`;
  expect(loopAt(text, 'ds_write_b32')).toBe('none');
  expect(loopAt(text, 'ds_read_b32 v3')).toBe('10-11');
  expect(loopAt(text, 'v_mov_b32')).toBe('8-12');
  expect(loopAt(text, 'ds_read_b32 v4')).toBe('none');
  expect(sourceAt(text, 'ds_write_b32')).toBe('k.hip:3');
  expect(sourceAt(text, 's_cbranch_scc1')).toBe('k.hip:5');
});

test('MLIR has its loops of regions and of blocks, and the lines of its locations', () => {
  const text = `#loc1 = loc("matmul.py":7:3)
func.func @k(%lb: index, %n: index, %c: i1) {
  scf.for %i = %lb to %n step %n {
    gpu.barrier loc(#loc1)
    scf.for %j = %lb to %n step %n {
      %x = arith.addi %i, %j : index loc(callsite("lib.py":2:1 at #loc1))
    }
  }
  cf.br ^head
^head:
  %y = arith.addi %n, %n : index
  cf.cond_br %c, ^head, ^end
^end:
  %z = arith.muli %n, %n : index
  return
}
`;
  expect(loopAt(text, '%x =')).toBe('5-7');
  expect(loopAt(text, 'gpu.barrier')).toBe('3-8');
  expect(loopAt(text, '%y =')).toBe('11-12');
  expect(loopAt(text, '%z =')).toBe('none');
  expect(sourceAt(text, 'gpu.barrier')).toBe('matmul.py:7');
  expect(sourceAt(text, '%x =')).toBe('lib.py:2 matmul.py:7');
});

test('PTX has the loops of each function', () => {
  const text = `.version 8.0
.target sm_90
.address_size 64
.visible .entry k()
{
  .reg .pred %p<2>;
  .reg .b32 %r<3>;
  mov.u32 %r1, 0;
$L1:
  add.s32 %r1, %r1, 1;
  setp.lt.s32 %p1, %r1, 8;
  @%p1 bra $L1;
  mov.u32 %r2, 2;
  ret;
}
`;
  expect(loopAt(text, 'add.s32')).toBe('10-12');
  expect(loopAt(text, 'mov.u32 %r1')).toBe('none');
  expect(loopAt(text, 'mov.u32 %r2')).toBe('none');
});

test('a text that cannot be read has no outline', () => {
  expect(outlineText('???')).toEqual({ loops: [], lines: [] });
  expect(outlineText('')).toEqual({ loops: [], lines: [] });
});
