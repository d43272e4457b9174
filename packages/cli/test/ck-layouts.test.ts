/** `ldscope explain` and `convert` of CK Tile's C++: headers with their includes, names by -D, one layout in full. */
import { expect, test } from 'vitest';
import { caseText } from './case-text.ts';
import { ldscope } from './fake-io.ts';
import { testSessions } from './sessions.ts';

testSessions('ck-layouts');

interface Layouts {
  readonly layouts: readonly {
    readonly lanes?: number;
    readonly elements?: readonly (readonly (readonly number[])[])[];
  }[];
}

test('gives the element of each lane; waves are those of the chip', async () => {
  const files = { 'warp.hpp': caseText('warp.hpp'), 'policy.hpp': caseText('policy.hpp') };
  const given = '-D Shape::kM=64 -D Problem::Shape::kK=32 -D Problem::ADataType=f16';
  const layoutOn = async (chip: string): Promise<Layouts['layouts'][number] | undefined> => {
    const line = `explain policy.hpp ${given} --use MakeADramTileDistribution -m ${chip} -f json`;
    const { stdout } = await ldscope(line, { files });
    return (JSON.parse(stdout) as Layouts).layouts[0];
  };
  const wide = await layoutOn('gfx942');
  expect(wide?.lanes).toBe(64);
  expect(wide?.elements?.[30]?.[1]).toEqual([7, 17]);
  expect((await layoutOn('gfx1250'))?.lanes).toBe(32);
});
