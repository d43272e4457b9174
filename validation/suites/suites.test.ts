import { describe, expect, it } from 'vitest';
import { main } from './command.ts';
import { compareText, judgeFile } from './judge.ts';
import { llvmTool, skips } from '../../test/llvm.ts';
import { complaintOfUpstream, readByUpstream } from './upstream.ts';
import { inRepository } from '../base/paths.ts';

const separator = '\n// -----\n';

describe('the chunks of a suite', () => {
  it('leaves out those that expect an error and those without IR', () => {
    const chunks = [
      'func.func @a() { return }',
      '// only a comment',
      'func.func @b() { x } // expected-error {{operation}}',
      'func.func @c() { x.y return }',
    ];
    const text = `${chunks[0]}\n`;
    const last = `\n${chunks[3]}`;
    const verdicts = judgeFile('f.mlir', chunks.join(separator));
    expect(verdicts).toEqual([
      { place: 'f.mlir:1', clean: true, unknown: [], text, printed: expect.any(String) },
      { place: 'f.mlir:6', clean: true, unknown: ['x.y'], text: last, printed: expect.any(String) },
    ]);
  });

  it('says where a chunk is not read, and at which operation', () => {
    const [verdict] = judgeFile(
      'f.mlir',
      'func.func @a(%a: i32) {\n  arith.addi %a %a : i32\n  return\n}',
    );
    expect(verdict).toMatchObject({ place: 'f.mlir:2', clean: false });
    expect(verdict?.problem).toBe("arith.addi: expected ',', found '%a'");
  });
});

const mlirOpt = llvmTool('mlir-opt');

describe.skipIf(skips(mlirOpt))('mlir-opt on many chunks', () => {
  const good = 'func.func @a(%x: i32) { return }';
  const bad = 'func.func @b() { return %x : i32 }';

  it('answers for each chunk, also behind one that is rejected', () => {
    const [first, second, third] = readByUpstream(mlirOpt.command, [good, bad, good], 'generic');
    expect(first).toContain('"func.return"() : () -> ()');
    expect(second).toBeUndefined();
    expect(third).toBe(first);
  });

  it('reads what we print of our own fixtures', () => {
    const lines: string[] = [];
    const folder = inRepository('packages/mlir/test/fixtures');
    const code = main([folder, '--upstream'], {
      print: (line) => lines.push(line),
      complain: (line) => lines.push(line),
    });
    expect(code).toBe(0);
    expect(lines.at(-1)).toMatch(
      /^upstream: of ([1-9]\d*) chunks that mlir-opt reads, it reads \1 as we print them, \1 as the same IR; 0 are /,
    );
  });

  it('says why one is rejected', () => {
    expect(complaintOfUpstream(mlirOpt.command, bad)).toContain('undeclared SSA value');
  });

  it('compares what we read of both forms', () => {
    const text = 'func.func @f(%a: i32) -> i32 { %0 = arith.addi %a, %a : i32 return %0 : i32 }';
    const [custom = ''] = readByUpstream(mlirOpt.command, [text], 'custom');
    const [generic = ''] = readByUpstream(mlirOpt.command, [text], 'generic');
    expect(compareText(custom, generic)).toBeUndefined();
    const other = generic.replace('#arith.overflow<none>', '#arith.overflow<nsw>');
    expect(other).not.toBe(generic);
    expect(compareText(custom, other)).toContain('arith.addi: ');
  });
});
