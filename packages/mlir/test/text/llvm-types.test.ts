import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { forAll } from '../../../../test/for-all.ts';
import { parseModule, printType, resolveType } from '../../src/index.ts';
import type { LlvmStructure, Type } from '../../src/index.ts';
import {
  llvmArray,
  llvmElement,
  llvmFunction,
  llvmStruct,
  voidType,
} from '../../src/text/llvm-types.ts';

function read(text: string): { readonly type: Type | undefined; readonly problems: string[] } {
  const { module, diagnostics } = parseModule(`func.func private @f(${text})`);
  const signature = module.operations[0]?.attributes.get('function_type');
  const type =
    signature?.kind === 'type' && signature.type.kind === 'function'
      ? signature.type.inputs[0]
      : undefined;
  return { type, problems: diagnostics.map(({ message }) => message) };
}

function structure(text: string): LlvmStructure | undefined {
  const { type, problems } = read(text);
  expect(problems).toEqual([]);
  const plain = type === undefined ? undefined : resolveType(type);
  return plain?.kind === 'opaque' ? plain.llvm : undefined;
}

const pointer = fc
  .nat(9)
  .map((space) => read(space === 0 ? '!llvm.ptr' : `!llvm.ptr<${space}>`).type ?? voidType);

const plain = fc.constantFrom<Type>(
  { kind: 'integer', width: 32, signedness: 'signless' },
  { kind: 'float', name: 'f16', width: 16 },
  { kind: 'vector', shape: [4], element: { kind: 'float', name: 'f32', width: 32 } },
);

const { any } = fc.letrec<{ any: Type }>((tie) => ({
  any: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    pointer,
    plain,
    fc.tuple(fc.nat(300), tie('any')).map(([size, element]) => llvmArray(size, element)),
    fc.array(tie('any'), { maxLength: 4 }).map((elements) => llvmStruct(elements)),
    fc
      .tuple(tie('any'), fc.array(tie('any'), { maxLength: 3 }), fc.boolean())
      .map(([result, parameters, variadic]) => llvmFunction(result, parameters, variadic)),
  ),
}));

describe('types of the llvm dialect', () => {
  it('reads what it prints', () => {
    forAll([any], 100, (type) => {
      const text = printType(type);
      const { type: again, problems } = read(text);
      expect(problems).toEqual([]);
      expect(again).toEqual(type);
    });
  });

  it('knows what a type is made of', () => {
    expect(structure('!llvm.ptr')).toEqual({ kind: 'pointer', addressSpace: 0 });
    expect(structure('!llvm.ptr<3>')).toEqual({ kind: 'pointer', addressSpace: 3 });
    expect(structure('!llvm.array<4 x array<2 x i8>>')).toMatchObject({
      kind: 'array',
      size: 4,
      element: { text: '!llvm.array<2 x i8>' },
    });
    expect(structure('!llvm.struct<"s", packed (i8, ptr)>')).toMatchObject({
      kind: 'struct',
      name: 's',
      packed: true,
      elements: [{ width: 8 }, { text: '!llvm.ptr' }],
    });
    expect(structure('!llvm.struct<"s", opaque>')).toMatchObject({ elements: undefined });
    expect(structure('!llvm.func<void (i32, ...)>')).toMatchObject({ variadic: true });
  });

  it.each([
    ['!llvm.array< 4 x!llvm.ptr >', '!llvm.array<4 x ptr>'],
    ['!llvm.struct<(i32,!llvm.struct<()>)>', '!llvm.struct<(i32, struct<()>)>'],
    ['!llvm.func<!llvm.void()>', '!llvm.func<void ()>'],
    ['!llvm.target<"x", i32, 0>', '!llvm.target<"x", i32, 0>'],
    ['!llvm.ptr<i8, 3>', '!llvm.ptr<i8, 3>'],
    ['!llvm.struct<"node", (ptr, struct<"node">)>', '!llvm.struct<"node", (ptr, struct<"node">)>'],
  ])('spells %s as %s', (text, usual) => {
    const { type, problems } = read(text);
    expect(problems).toEqual([]);
    expect(type === undefined ? '' : printType(type)).toBe(usual);
  });

  it.each(['!llvm.array<x i8>', '!llvm.array<4 i8>', '!llvm.struct<i8>', '!llvm.func<void i8>'])(
    'complains about %s',
    (text) => {
      expect(read(text).problems).not.toEqual([]);
    },
  );

  it('finds the type of an element', () => {
    const { type } = read('!llvm.struct<(i8, array<2 x struct<(f32, ptr)>>)>');
    const inner = type === undefined ? undefined : llvmElement(type, 1);
    expect(inner === undefined ? '' : printType(inner)).toBe('!llvm.array<2 x struct<(f32, ptr)>>');
    expect(type === undefined ? undefined : llvmElement(type, 2)).toBeUndefined();
  });
});
