import { describe, expect, it } from 'vitest';
import { parseModule } from '../../src/index.ts';
import { inFunction, understood } from './understood.ts';

describe('an unknown operation', () => {
  it.each([
    ['a clause', '%r = x.load %a into %b\n      sizes = [1, 2], offsets\n    : f32 -> i32'],
    ['a type', '%r = x.add %a, %b\n    // why\n    : f32, f32'],
    ['regions', 'x.switch %a\n  case 1 {\n    x.yield\n  }\n  default {\n    x.yield\n  }'],
    ['a list of values', 'x.use %a,\n    %b : f32, f32'],
  ])('goes on over lines with %s', (_, operation) => {
    const text = inFunction('%a: f32, %b: f32', `${operation}\n  x.next`);
    const { module } = parseModule(text);
    understood(text);
    const names = module.operations[0]?.regions[0]?.blocks[0]?.operations.map(({ name }) => name);
    expect(names).toEqual([operation.match(/x\.\w+/)?.[0], 'x.next', 'func.return']);
  });

  it.each([
    ['results', '%1:2, %2 = x.b'],
    ['a short name', 'call @g() : () -> ()'],
    ['the generic form', '"x.b"() : () -> ()'],
  ])('ends before %s', (_, following) => {
    const { module, diagnostics } = parseModule(inFunction('', `x.a\n\n  ${following}`));
    expect(diagnostics).toEqual([]);
    expect(module.operations[0]?.regions[0]?.blocks[0]?.operations).toHaveLength(3);
  });

  it('ends before a label', () => {
    const { module } = parseModule(inFunction('', 'x.a\n^bb1:\n  x.b'));
    expect(module.operations[0]?.regions[0]?.blocks).toHaveLength(2);
  });

  it('is read in time that grows with the text', () => {
    const text = inFunction('', `x.a${'\n'.repeat(100_000)}on${'\n// // //'.repeat(10_000)}\n on`);
    const start = performance.now();
    understood(text);
    expect(performance.now() - start).toBeLessThan(2000);
  });

  it('keeps the names in its regions apart from the names of others', () => {
    understood(inFunction('', 'arith.constant 1 : i32\n  x.a {\n    %0 = x.b\n  }'));
  });
});
