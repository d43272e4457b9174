/**
 * Differences that are the compiler's: what is wrong with which pass, and the kernels of this generator that show it.
 *
 * `known.txt` has them under the cause. One is added after `npm run validate -- differential decide SEED KERNEL`, never before. README.md has the evidence of each
 * cause; compiler-faults/ has a file per cause that shows it without this generator.
 */
import { inputText } from '../base/inputs.ts';
import type { Way } from './compile.ts';

const text = inputText('differential/known.txt');

const CAUSES = [
  ...(['structurizecfg', 'si-fold-operands', 'amdgpu-isel-mixed-zero'] as const),
  ...(['amdgpu-isel-negated-zero', 'dag-max-of-zeros', 'amdgpu-regbankselect'] as const),
  ...(['true16-byte-swap', 'lds-in-function'] as const),
];
export type Cause = (typeof CAUSES)[number];

/** By seed and kernel, with the compilers of LLVM 22; behind the name of the chip where it was named to the command. */
const known = new Map<string, Cause>(
  CAUSES.flatMap((cause) => {
    const [, list = ''] = new RegExp(`^${cause}\n((?: {2}.*\n)+)`, 'm').exec(text) ?? [];
    return list
      .trim()
      .split(/,\s+/)
      .map((kernel) => [kernel, cause] as const);
  }),
);

/** The recorded cause of a difference; `undefined` when nobody has explained it. */
export const knownCause = (
  seed: number,
  kernel: string,
  { chip, waveSize }: Pick<Way, 'chip' | 'waveSize'>,
): Cause | undefined =>
  known.get(`${chip} ${seed} ${kernel}`) ??
  (waveSize === undefined ? known.get(`${seed} ${kernel}`) : undefined);
