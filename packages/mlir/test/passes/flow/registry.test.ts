/** Lists of passes as text. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findPass, parsePassList, passes, pipelines, printPassStep } from '@ldscope/mlir';
import { forAll } from '../../../../../test/for-all.ts';

const read = (text: string): string[] => {
  const list = parsePassList(text);
  return list.ok ? list.value.map(printPassStep) : list.diagnostics.map(({ code }) => code);
};

describe('a list of passes', () => {
  it('takes names of upstream with and without their prefix, and options', () => {
    expect(read('iree-codegen-resolve-swizzle-hints, cse')).toEqual([
      'resolve-swizzle-hints',
      'cse',
    ]);
    expect(read('gpu-reduce-bank-conflicts{padding-bits=64},cse')).toEqual([
      'gpu-reduce-bank-conflicts{padding-bits=64}',
      'cse',
    ]);
  });

  it('takes pipelines apart', () => {
    for (const { name, passes: own } of pipelines) {
      expect(read(name)).toEqual(own.flatMap(read));
      expect(read(name).length).toBeGreaterThan(3);
    }
  });

  it('says what it does not know', () => {
    expect(read('')).toEqual(['opt/no-pass']);
    expect(read('licm,cse')).toEqual(['opt/unknown-pass']);
    expect(read('cse{deep=true}')).toEqual(['opt/unknown-option']);
    expect(read('gpu-reduce-bank-conflicts{padding-bits=many}')).toEqual(['opt/wrong-option']);
    expect(read('gpu-reduce-bank-conflicts{constructor=1}')).toEqual(['opt/unknown-option']);
  });

  it('names each pass once, with a summary', () => {
    const names = passes.flatMap(({ name, aliases = [] }) => [name, ...aliases]);
    expect(new Set(names).size).toBe(names.length);
    for (const pass of passes) {
      expect(findPass(`iree-codegen-${pass.name}`)).toBe(pass);
      expect(pass.summary).not.toBe('');
    }
  });

  it('never throws', () => {
    forAll([fc.oneof(fc.string(), fc.stringMatching(/^[a-z{}=,. -]*$/))], 100, (text) => {
      expect(read(text).length).toBeGreaterThan(0);
    });
  });
});
