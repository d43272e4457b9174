/**
 * `npm run validate -- decode [INSTRUCTIONS] [SEED] [CHIP]`: random machine code, decoded here and by llvm-objdump.
 *
 * Both must write the same text at the same addresses, or find nothing there; what LLVM alone decodes is counted, and the mnemonics are
 * listed. Code is compared in parts; a part that llvm-objdump fails on counts as different. Exit 1 when something differs.
 */
import { chips, compareRandom } from '../../packages/amdgcn/test/decode/compare.ts';
import { disassembler } from '../../packages/amdgcn/test/text/oracle.ts';
import type { Output } from '../base/output.ts';

/** Each is compared with what is behind it: five lines or so. */
const PART = 10_000;
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
  for (const chip of only === undefined ? chips : [only]) {
    const counts = { compared: 0, valid: 0, different: 0, refused: 0, failed: 0 };
    const refusals = new Map<string, number>();
    for (let part = 0; counts.compared < Number(instructions); part++) {
      const made = Math.min(PART, Number(instructions));
      const { compared, valid, differences, refused, failed } = compareRandom(
        chip,
        made,
        Number(seed) + part,
      );
      for (const { words, ours, theirs } of differences.slice(0, SHOWN - counts.different))
        print(`${chip} ${words}\n  ours   ${ours}\n  theirs ${theirs}`);
      counts.compared += failed ? made : compared;
      counts.valid += valid;
      counts.different += differences.length;
      counts.refused += refused.length;
      for (const { theirs } of refused) {
        const [, mnemonic = ''] = theirs.split(' ');
        refusals.set(mnemonic, (refusals.get(mnemonic) ?? 0) + 1);
      }
      counts.failed += failed ? 1 : 0;
      if (failed)
        print(`${chip}: llvm-objdump failed on part ${part}, seed ${Number(seed) + part}`);
    }
    print(
      `${chip}: ${counts.compared} instructions compared, ${counts.valid} of them valid, ` +
        `${counts.different} different, ${counts.refused} decoded by LLVM alone; llvm-objdump failed on ${counts.failed} parts`,
    );
    if (refusals.size > 0) print(`  LLVM alone: ${[...refusals.keys()].sort().join(' ')}`);
    wrong += counts.different + counts.failed;
  }
  return wrong === 0 ? 0 : 1;
}
