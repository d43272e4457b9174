import { describe, expect, it } from 'vitest';
import { judgeFile } from './suites/judge.ts';

const separator = '\n// -----\n';

describe('the chunks of a suite', () => {
  it('leaves out those that expect an error and those without IR', () => {
    const chunks = [
      'func.func @a() { return }',
      '// only a comment',
      'func.func @b() { x } // expected-error {{operation}}',
      'func.func @c() { x.y return }',
    ];
    const verdicts = judgeFile('f.mlir', chunks.join(separator));
    expect(verdicts).toEqual([
      { place: 'f.mlir:1', clean: true, unknown: [] },
      { place: 'f.mlir:6', clean: true, unknown: ['x.y'] },
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
