/**
 * The chips whose machine code is executed: those whose machine has the facts that this requires.
 *
 *     gfx900 gfx906                GCN 5, whose instructions CDNA has: waves of 64 lanes
 *     gfx908 gfx90a gfx942 gfx950  CDNA: waves of 64 lanes
 *     gfx1100 gfx1151 gfx1201      RDNA: waves of 32 or 64 lanes, from the kernel
 *     gfx1250                      taken as RDNA: waves of 32 lanes
 *
 * A row of a table of instructions says on which chips it exists, with the lists below; a row without a list is of GCN 5 and
 * CDNA alone, so that no instruction of RDNA is executed as CDNA's of the same name.
 */
import {
  type CdnaCode,
  codeChip,
  findMachine,
  type Machine,
  type MachineCode,
  machines,
  type MatrixRounding,
  type RdnaCode,
} from '@ldscope/core';

export type Target =
  | 'gfx900'
  | 'gfx906'
  | 'gfx908'
  | 'gfx90a'
  | 'gfx942'
  | 'gfx950'
  | 'gfx1100'
  | 'gfx1151'
  | 'gfx1201'
  | 'gfx1250';

export type WaveSize = 32 | 64;

/** The chip and wave size for which an instruction is read: the same text may mean something else for others. */
export interface CodeMode {
  readonly target: Target;
  readonly waveSize: WaveSize;
}

/**
 * The mode in which code of CDNA is read where only the registers of its instructions matter: all its chips agree on these.
 */
export const CDNA_MODE: CodeMode = { target: 'gfx942', waveSize: 64 };

/** The machines whose code the tables of instructions are for. */
type CodeMachine = Machine & { readonly name: Target; readonly code: MachineCode };

const targetMachines = machines.filter(
  (machine): machine is CodeMachine => machine.code !== undefined,
);

export const targets: readonly Target[] = targetMachines.map(({ name }) => name);

const codes = new Map(targetMachines.map(({ name, code }) => [name, code]));

/** The chip whose instructions a machine has; `undefined` where they are not executed. */
export function targetOf({ name }: Machine): Target | undefined {
  const chip = codeChip(name);
  return targets.find((target) => target === chip);
}

/** The facts about the machine code of a chip. */
export function codeOf(target: Target): MachineCode {
  const code = codes.get(target);
  if (code === undefined) throw new RangeError(`no machine code is known for ${target}`);
  return code;
}

/** How the matrix instructions of a chip of CDNA round. */
export function matrixRoundingOf(target: Target): MatrixRounding {
  const code = codeOf(target);
  if (code.family !== 'cdna' || code.matrix === undefined)
    throw new RangeError(`${target} does not have matrix instructions of CDNA`);
  return code.matrix;
}

/** Whether 8-bit floats of a chip are those of OCP. */
export const hasOcpFloats = (target: Target): boolean =>
  findMachine(target)?.float8?.value === 'ocp';

/** The chips whose code has a property. */
function targetsWith(holds: (code: MachineCode) => boolean): readonly Target[] {
  return targetMachines.filter(({ code }) => holds(code)).map(({ name }) => name);
}

const cdnaSince = (generation: CdnaCode['generation']): readonly Target[] =>
  targetsWith((code) => code.family === 'cdna' && code.generation >= generation);
const rdnaSince = (generation: RdnaCode['generation']): readonly Target[] =>
  targetsWith((code) => code.family === 'rdna' && code.generation >= generation);

/** For the tables of instructions: where a row exists. `CDNA` has GCN 5, too. */
export const CDNA = cdnaSince(0);
export const SINCE_GFX906 = cdnaSince(0.5);
export const GFX900: readonly Target[] = CDNA.filter((one) => !SINCE_GFX906.includes(one));
export const SINCE_CDNA1 = cdnaSince(1);
export const SINCE_CDNA2 = cdnaSince(2);
export const SINCE_CDNA3 = cdnaSince(3);
export const SINCE_CDNA4 = cdnaSince(4);
export const UNTIL_CDNA2: readonly Target[] = CDNA.filter((one) => !SINCE_CDNA3.includes(one));
export const RDNA = rdnaSince(3);
export const SINCE_RDNA35 = rdnaSince(3.5);
export const SINCE_RDNA4 = rdnaSince(4);
/** gfx1250, whose code is that of RDNA 4 and more. */
export const SINCE_GFX1250 = rdnaSince(5);
export const BEFORE_GFX1250: readonly Target[] = RDNA.filter((one) => !SINCE_GFX1250.includes(one));
export const UNTIL_RDNA35: readonly Target[] = RDNA.filter((one) => !SINCE_RDNA4.includes(one));

/** Whether a row of a table exists on a chip; `chips` is the row's list. */
export const existsOn = (chips: readonly string[] | undefined, target: Target): boolean =>
  (chips ?? CDNA).includes(target);
