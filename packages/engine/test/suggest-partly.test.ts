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
  }
});
