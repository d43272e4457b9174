import { describe, expect, it } from 'vitest';
import { parseAssembly } from '../../src/index.ts';
import { noShared, sharedKernels } from './kernels.ts';

describe.skipIf(sharedKernels.length === 0)(`compiled kernels (${noShared})`, () => {
  it.each(sharedKernels)('$name', ({ text }) => {
    const { program, diagnostics } = parseAssembly(text);
    expect(diagnostics).toEqual([]);
    expect(program.kernels).toHaveLength(1);
    const [kernel] = program.kernels;
    expect(kernel?.descriptor?.get('kernarg_size')).toBe(kernel?.metadata?.kernargSegmentSize);
    expect(kernel?.metadata?.arguments.length).toBeGreaterThan(0);
    expect(program.target).toMatch(/^gfx9(0a|42|50)$/);
    for (const { operands } of program.instructions) {
      for (const operand of operands)
        if (operand.kind === 'symbol') expect(program.labels.has(operand.name)).toBe(true);
    }
  });
});
