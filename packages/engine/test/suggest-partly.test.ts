/** A chip that cannot execute a kernel does not take the answer for the others away. */
import { expect, test } from 'vitest';
import { type Suggested, suggestKernel } from '../src/index.ts';

/** gfx950 alone has the instruction. */
const spec = `element: f16
tile: 64x32
waves: 4
accesses:
  - write: row-copy b128
  - read: ds_read_b64_tr_b16 transposed-read
`;

const chips = ['gfx90a', 'gfx942', 'gfx950'] as const;
const answers = ({ report }: Suggested): readonly string[] =>
  (report?.buffers ?? []).map((one) => JSON.stringify(one));
const errorsOf = ({ diagnostics }: Suggested): readonly string[] =>
  diagnostics.flatMap(({ severity, message }) => (severity === 'error' ? [message] : []));

test('several chips have the answers and the errors of each', () => {
  const each = new Map(
    chips.map((machine) => [machine, suggestKernel(spec, { machines: [machine] })]),
  );
  for (let set = 1; set < 2 ** chips.length; set++) {
    const machines = chips.filter((_, bit) => (set >> bit) % 2 === 1);
    const together = suggestKernel(spec, { machines });
    const alone = machines.flatMap((machine) => each.get(machine) ?? []);
    expect(answers(together)).toEqual(alone.flatMap(answers));
    expect([...errorsOf(together)].sort()).toEqual(alone.flatMap(errorsOf).sort());
    const sound = machines.filter((machine) => machine === 'gfx950');
    if (sound.length > 0) expect(together.report?.machines).toEqual(sound);
    else expect(together.report).toBeUndefined();
    const others = machines.filter((machine) => machine !== 'gfx950');
    const notes = together.diagnostics.filter(({ code }) => code === 'suggest/not-for-chip');
    expect(notes.map(({ message }) => message)).toEqual(
      sound.length === 0 || others.length === 0
        ? []
        : [expect.stringContaining(`for gfx950 alone: ${others.join(', ')} cannot`)],
    );
  }
});

test.each([
  ['of which each can', spec.replace('ds_read_b64_tr_b16 transposed-read', 'row-copy b128'), true],
  ['of which none can', 'func.func @k() { "nothing.like"() : () -> () }', false],
])('chips %s execute a kernel are not told apart', (_, text, isFound) => {
  const { report, diagnostics } = suggestKernel(text, { machines: chips });
  expect(report?.machines).toEqual(isFound ? chips : undefined);
  expect(diagnostics.map(({ code }) => code)).not.toContain('suggest/not-for-chip');
});

test('an array without any counted access is named, and not left to silence', () => {
  // LLVM splits the transfer by elements: nothing says that all are inside.
  const text = `#lds = #gpu.address_space<workgroup>
func.func @k(%out: memref<64xf32>) attributes {gpu.known_block_size = array<i32: 64, 1, 1>} {
  %t = memref.alloc() : memref<64x32xf32, #lds>
  %x = gpu.thread_id x
  %f = arith.constant dense<1.0> : vector<4xf32>
  vector.transfer_write %f, %t[%x, %x] : vector<4xf32>, memref<64x32xf32, #lds>
  return
}`;
  const { report } = suggestKernel(text, { machines: ['gfx942'] });
  expect(report?.buffers).toEqual([]);
  expect(report?.leftOut).toEqual(['%t']);
  expect(report?.diagnostics.map(({ code }) => code)).toContain('suggest/not-counted');
});

test.each([
  [15_360, false],
  [8192, true],
])('a tile of 4 KiB beside %d words in 64 KiB may have padding: %s', (words, mayPad) => {
  const text = `#lds = #gpu.address_space<workgroup>
func.func @k() attributes {gpu.kernel, gpu.known_block_size = array<i32: 32, 32, 1>} {
  %t = memref.alloc() : memref<32x32xf32, #lds>
  %o = memref.alloc() : memref<${words}xf32, #lds>
  %x = gpu.thread_id x
  %y = gpu.thread_id y
  %v = arith.constant 1.0 : f32
  memref.store %v, %t[%y, %x] : memref<32x32xf32, #lds>
  gpu.barrier
  %w = memref.load %t[%x, %y] : memref<32x32xf32, #lds>
  memref.store %w, %o[%x] : memref<${words}xf32, #lds>
  return
}`;
  const { report } = suggestKernel(text, { machines: ['gfx942'] });
  const tile = report?.buffers.find(({ names }) => names.includes('%t'));
  expect(tile?.front[0]?.conflicts).toEqual([0]);
  expect(tile?.front.some(({ layout }) => layout.includes('132 B'))).toBe(mayPad);
});
