/**
 * How far off predicted times of launches are, where measurements tell: of launches like those that were measured, and of no others.
 *
 *     a transpose of 64 MiB on an MI355X         like them: -2 % to +16 %
 *     the same on an MI300X                      not known: another device
 *     a GEMM on an MI355X                        not known: it computes, and does not write as much as it reads
 *
 * The measured ones are the six transposing copies of the slides "LDS Bank Conflicts on CDNA", the only whole kernels whose time and
 * code are both public. The slides say "MI300"; that they ran on an MI355X is inferred (docs/timing-kernels.md).
 */
import type { Device } from '../machine/devices.ts';
import type { TimedInstruction, TimedProgram } from './program.ts';

/** Predicted over published, less one, of some launches on a device. */
export interface KnownError {
  readonly rows: number;
  readonly device: string;
  /** The source does not name the device. */
  readonly deviceEvidence: 'inferred';
  readonly least: number;
  readonly most: number;
}

/** `docs/timing-kernels.md` has the rows, and a test keeps this equal to them. */
export const knownKernelTimeError: KnownError = {
  rows: 6,
  device: 'MI355X',
  deviceEvidence: 'inferred',
  least: -0.02,
  most: 0.16,
};

/** Bytes that each of the measured launches reads and writes. */
export const measuredLaunchBytes = 2 ** 26;

/**
 * What sets a launch apart from the measured ones: `device`; `arithmetic`: matrix or transcendental instructions; `lds`: it does
 * not pass through shared memory; `copy`: it does not read each line once and write as many bytes; `size`: other than 64 MiB by
 * more than a factor of 2, so that the start of the launch or the last cache counts for more or less.
 */
export type Difference = 'device' | 'arithmetic' | 'lds' | 'copy' | 'size';

/** What decides whether a launch is like the measured ones. */
export interface LaunchKind {
  readonly device: Device;
  readonly program: TimedProgram;
  readonly readBytes: number;
  readonly writtenBytes: number;
  readonly sharedBytes: number;
  /** Of the whole launch. */
  readonly bytes: number;
}

const differs: Readonly<Record<Difference, (launch: LaunchKind) => boolean>> = {
  device: ({ device }) => device.name !== knownKernelTimeError.device,
  arithmetic: ({ program }) => executes(program, computes),
  lds: ({ program }) => !executes(program, ({ unit }) => unit === 'lds'),
  copy: ({ readBytes, writtenBytes, sharedBytes }) => sharedBytes > 0 || readBytes !== writtenBytes,
  size: ({ bytes }) => bytes < measuredLaunchBytes / 2 || bytes > 2 * measuredLaunchBytes,
};

/** All that sets a launch apart from those that were measured; empty where their error is its error. */
export function unlikeMeasured(launch: LaunchKind): readonly Difference[] {
  return (Object.keys(differs) as Difference[]).filter((name) => differs[name](launch));
}

/** Matrix and transcendental instructions; a reciprocal may divide an index. */
const computes = ({ unit, text }: TimedInstruction): boolean =>
  unit === 'mfma' || /^v_(?:exp|log|rsq|sqrt|sin|cos)_/.test(text);

function executes(
  { instructions, streams }: TimedProgram,
  is: (instruction: TimedInstruction) => boolean,
): boolean {
  const wanted = new Set(instructions.flatMap((one, number) => (is(one) ? [number] : [])));
  return streams.some(({ instruction }) => instruction.some((number) => wanted.has(number)));
}
