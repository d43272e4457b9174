/** `encodings.txt`, which `decode.test.ts` reads: where LLVM 22 is installed it is made again, and `vitest -u` writes it anew. */
import { expect, it } from 'vitest';
import { skips } from '../../../../test/llvm.ts';
import { disassembler } from '../text/oracle.ts';
import { chips } from './compare.ts';
import { encodingLines } from './encodings.ts';

/** Disassembles 60,000 instructions of each chip; milliseconds. */
const TIMEOUT = 600_000;

it.skipIf(skips(disassembler))(
  'each instruction is written as llvm-objdump writes it',
  async () => {
    await expect(encodingLines(chips)).toMatchFileSnapshot('encodings.txt');
  },
  TIMEOUT,
);
