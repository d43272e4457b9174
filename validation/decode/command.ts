/**
 * `npm run validate -- decode [INSTRUCTIONS] [SEED] [CHIP]`: random machine code, decoded here and by llvm-objdump.
 *
 * Both must write the same text at the same addresses. Code is compared in parts; a part that llvm-objdump fails on
 * counts as different. Exit 1 when something differs.
 */
import { compareRandom } from '../../packages/amdgcn/test/decode/compare.ts';
import { disassembler } from '../../packages/amdgcn/test/text/oracle.ts';
import type { Output } from '../base/output.ts';

const CHIPS = ['gfx90a', 'gfx942', 'gfx950'];
/** Random words make nearly two instructions each. */
const PART = 50_000;
const SHOWN = 20;

/** Runs the program; returns its exit code. */
export function main(
  [instructions = '20000', seed = '1', only]: readonly string[],
  { print, complain }: Output,
): number {
  if (disassembler.missing !== undefined) {
    complain(disassembler.missing);
    return 2;
  }
  let wrong = 0;
  for (const chip of only === undefined ? CHIPS : [only]) {
    const counts = { compared: 0, valid: 0, different: 0, failed: 0 };
    for (let part = 0; counts.compared < Number(instructions); part++) {
      const made = Math.min(PART, Number(instructions));
      const { compared, valid, differences, failed } = compareRandom(
        chip,
        made,
        Number(seed) + part,
      );
      for (const { words, ours, theirs } of differences.slice(0, SHOWN - counts.different))
        print(`${chip} ${words}\n  ours   ${ours}\n  theirs ${theirs}`);
      counts.compared += failed ? made : compared;
      counts.valid += valid;
      counts.different += differences.length;
      counts.failed += failed ? 1 : 0;
      if (failed)
        print(`${chip}: llvm-objdump failed on part ${part}, seed ${Number(seed) + part}`);
    }
    print(
      `${chip}: ${counts.compared} instructions compared, ${counts.valid} of them valid, ` +
        `${counts.different} different; llvm-objdump failed on ${counts.failed} parts`,
    );
    wrong += counts.different + counts.failed;
  }
  return wrong === 0 ? 0 : 1;
}
