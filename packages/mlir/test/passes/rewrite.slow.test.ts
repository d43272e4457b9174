/** Every form in which a kernel reaches a buffer, under every kind of layout: the same memory, accepted by mlir-opt. */
import type { RowLayout } from '@ldscope/core';
import { describe, expect, it } from 'vitest';
import { parseModule, printModule } from '@ldscope/mlir';
import { mlirOptIn } from '../text/oracle.ts';
import { forms, padded, plain, swizzled, xor8 } from './kernels.ts';
import { memoryAfter, rewrite } from './run.ts';
import { chosenOf } from '../../../../test/cases.ts';

const mlirOpt = mlirOptIn('rewrite');

const layouts: Readonly<Record<string, RowLayout>> = {
  'XOR of 8 rows': xor8,
  'XOR of pairs of rows': swizzled({ kind: 'xor', phases: 4, rowsPerPhase: 2 }),
  'XOR of large units': swizzled({ kind: 'xor', phases: 2, rowsPerPhase: 4 }, 32),
  'XOR of row bits': swizzled({ kind: 'xor-bits', columns: [1, 4, 2, 3] }),
  'XOR of a linear table': swizzled({ kind: 'xor-table', keys: [0, 5, 1, 4] }),
  'rotation': swizzled({ kind: 'rotate', step: 3, rowsPerPhase: 2 }),
  'padding': padded(16),
  'padding and XOR': { ...xor8, paddings: [{ intervalBytes: 128, padBytes: 32 }] },
};

/** Forms whose views cannot have longer rows. */
const fixedRows = new Set(['slabs that a loop carries', 'a view of bytes']);

const size = 64 * 64 * 2;

describe.each(Object.entries(forms))('%s', (form, { text, buffer, rows = 64 }) => {
  const of = (layout: RowLayout): RowLayout => ({ ...layout, tile: { ...layout.tile, rows } });
  const before = memoryAfter(text, [size, size]);
  it('runs as it is', () => {
    expect(before.codes).toEqual([]);
  });
  it.each(chosenOf(Object.entries(layouts)))('with %s', (_name, layout) => {
    const result = rewrite(text, buffer, of(layout));
    if (fixedRows.has(form) && layout.paddings.length > 0) {
      expect(result).toHaveProperty('codes');
      return;
    }
    if (!('text' in result)) {
      expect(result.messages).toEqual([]);
      return;
    }
    expect(result.text).not.toBe(text);
    const after = memoryAfter(result.text, [size, size]);
    expect(after.codes).toEqual([]);
    expect(after.memory).toBe(before.memory);
    const generic = printModule(parseModule(result.text).module, { generic: true });
    const texts = form === 'a swizzle hint' ? [generic] : [generic, result.text];
    expect(mlirOpt(texts.join('\n// -----\n'), '--split-input-file').problem).toBe('');
  });
  it('without any hint left, so that nobody swizzles it again', () => {
    const result = rewrite(text, buffer, of(xor8));
    if ('text' in result) expect(result.text).not.toContain('swizzle_hint');
  });
  it('with its layout undone again', () => {
    const there = rewrite(text, buffer, of(xor8));
    const back = 'text' in there ? rewrite(there.text, buffer, of(plain), of(xor8)) : there;
    const after = 'text' in back ? memoryAfter(back.text, [size, size]) : undefined;
    expect(after).toEqual(before);
    // Both XORs cancel: what is left has none.
    if ('text' in back) expect(back.text).not.toContain('xori');
  });
  it('in generic form too', () => {
    const generic = printModule(parseModule(text).module, { generic: true });
    const result = rewrite(generic, buffer, of(xor8));
    expect('text' in result ? memoryAfter(result.text, [size, size]) : result).toEqual(before);
    const longer = rewrite(generic, buffer, of(padded(16)));
    const after = 'text' in longer ? memoryAfter(longer.text, [size, size]) : undefined;
    if (after !== undefined) expect(after).toEqual(before);
    else {
      const codes = 'codes' in longer ? longer.codes : [];
      expect(codes.join(' ')).toMatch(/^(?:fix\/(?:padding|generic-form|unknown-place) ?)+$/);
    }
  });
  it('changes nothing that it need not', () => {
    const result = rewrite(text, buffer, of(xor8));
    if (!('text' in result)) return;
    const kept = new Set(result.text.split('\n'));
    const gone = text.split('\n').filter((line) => !kept.has(line));
    expect(
      gone.every((line) => /tile|flat|cube|view|right|%a\[|%last|%chosen|arith|muli/.test(line)),
    ).toBe(true);
    expect(printModule(parseModule(result.text).module)).toBe(
      printModule(parseModule(printModule(parseModule(result.text).module)).module),
    );
  });
});
