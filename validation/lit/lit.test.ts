/** Reading IREE's tests, and judging one of our own. */
import { machineNamed } from '@ldscope/core';
import { describe, expect, it } from 'vitest';
import { llvmTool, skips } from '../../test/llvm.ts';
import { judgeTest } from './judge.ts';
import { checkBlocks, readExpected, readRuns } from './read-test.ts';

const fileChecker = llvmTool('FileCheck');
const noFileCheck = skips(fileChecker);
const program = fileChecker.command;

const run =
  '// RUN: iree-opt --split-input-file --verify-diagnostics \\\n// RUN:   --pass-pipeline="builtin.module(func.func(iree-codegen-resolve-swizzle-hints, canonicalize{a=1,b=2}), cse)" %s | FileCheck %s --check-prefixes=A,B\n';

/** A load at an offset; `place` is where the test wants it. */
const test = (
  offset: number,
  place: number,
): string => `// RUN: iree-opt --split-input-file --verify-diagnostics --pass-pipeline="builtin.module(func.func(iree-codegen-resolve-swizzle-hints, canonicalize))" %s | FileCheck %s
func.func @f(%m: memref<?xf32>) -> vector<8xf32> {
  %h = iree_codegen.swizzle_hint %m[#iree_codegen.rotate_rows<32, 8>] : memref<?xf32>
  %o = arith.constant ${offset} : index
  %v = vector.load %h[%o] : memref<?xf32>, vector<8xf32>
  return %v : vector<8xf32>
}
// CHECK-LABEL: func.func @f
//       CHECK:   %[[O:.+]] = arith.constant ${place} : index
//       CHECK:   vector.load %{{.+}}[%[[O]]]

// -----

func.func @g(%m: memref<4x8xf32>) {
  // expected-error @+1 {{must be a contiguous flat memref}}
  %h = iree_codegen.swizzle_hint %m[#iree_codegen.rotate_rows<8, 4>] : memref<4x8xf32>
  return
}
`;

describe('a test of IREE', () => {
  it('names its passes, however they are nested', () => {
    expect(readRuns(run)).toEqual([
      {
        passes: 'iree-codegen-resolve-swizzle-hints,canonicalize{a=1,b=2},cse',
        splits: true,
        verifies: true,
        prefixes: ['A', 'B'],
      },
    ]);
    expect(readRuns('// RUN: iree-opt %s | FileCheck %s')).toEqual([]);
  });

  it('wants diagnostics at lines', () => {
    const text =
      '// expected-error @+1 {{one}}\nop // expected-warning {{two}}\n\n// expected-note @above {{three}}\n';
    expect(readExpected(text)).toEqual([
      { severity: 'error', text: 'one', line: 2 },
      { severity: 'warning', text: 'two', line: 2 },
      { severity: 'note', text: 'three', line: 3 },
    ]);
  });

  it('checks label by label', () => {
    const text =
      '// CHECK: lost\n// CHECK-LABEL: @a\n// CHECK: x\ncode\n// CHECK-LABEL: @b\n// OTHER: y\n// CHECK-NOT: z\n';
    expect(checkBlocks(text, ['CHECK'])).toEqual([
      '// CHECK-LABEL: @a\n// CHECK: x',
      '// CHECK-LABEL: @b\n// CHECK-NOT: z',
    ]);
  });

  it.skipIf(noFileCheck)('holds or does not', () => {
    const machine = machineNamed('gfx942');
    const judge = (text: string): (string | undefined)[] => {
      const verdicts = judgeTest('t.mlir', text, { program, machine, like: 'iree' });
      if (typeof verdicts === 'string') throw new Error(verdicts);
      return verdicts.map(({ place, problem }) => (problem === undefined ? place : undefined));
    };
    // 40 = 1 * 32 + 8: group 1 of row 1 goes to group 2.
    expect(judge(test(40, 48))).toEqual(['t.mlir:1 @f', 't.mlir:14']);
    expect(judge(test(40, 40))).toEqual([undefined, 't.mlir:14']);
    expect(judge(test(40, 48).replace('must be', 'may be'))).toEqual(['t.mlir:1 @f', undefined]);
    const unknown = judgeTest('t.mlir', test(40, 48).replace('canonicalize', 'licm'), {
      program,
      machine,
      like: 'iree',
    });
    expect(unknown).toBe("there is no pass 'licm'");
  });
});
