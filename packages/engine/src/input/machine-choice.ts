/**
 * Finds the machine that a user means: by name in any spelling, by product, by architecture, or by what the
 * kernel itself names.
 */
import {
  greatestOf,
  leastOf,
  codeChip,
  diagnose,
  type Diagnostic,
  findMachine,
  type Machine,
  machines,
  messages,
  siblings,
} from '@ldscope/core';

/** Architecture names, and families that the product lists of the machines do not spell out. */
const families: Readonly<Record<string, string>> = {
  vega: 'gfx900',
  vega10: 'gfx900',
  vega20: 'gfx906',
  cdna: 'gfx908',
  cdna1: 'gfx908',
  cdna2: 'gfx90a',
  mi200: 'gfx90a',
  cdna3: 'gfx942',
  mi300: 'gfx942',
  mi308: 'gfx942',
  mi325: 'gfx942',
  cdna4: 'gfx950',
  mi350: 'gfx950',
  mi355: 'gfx950',
  mi400: 'gfx1250',
  rdna2: 'gfx1030',
  rdna3: 'gfx1100',
  rdna4: 'gfx1201',
  volta: 'sm_70',
  turing: 'sm_75',
  hopper: 'sm_90',
};

/** Every spelling to its machine; products come from the machines themselves. */
function spellings(): ReadonlyMap<string, Machine> {
  const found = new Map<string, Machine>();
  for (const machine of [...machines, ...siblings]) {
    found.set(plain(machine.name), machine);
    for (const product of machine.products.split(',')) found.set(plain(product), machine);
  }
  for (const [family, name] of Object.entries(families)) {
    const machine = findMachine(name);
    if (machine !== undefined && !found.has(family)) found.set(family, machine);
  }
  return found;
}

/** The machine with a name, product or architecture: `gfx950`, `GFX950`, `sm90`, `sm_90a`, `MI355X`, `h100`. */
export function resolveMachine(name: string): Machine | undefined {
  // A target may carry features, as gfx942:sramecc+:xnack-, or an architecture suffix, as sm_90a.
  const wanted = plain(name.split(':')[0] ?? '');
  const known = spellings();
  return (
    known.get(wanted) ??
    known.get(codeChip(wanted)) ??
    known.get(wanted.replace(/^(sm\d+)[af]$/, '$1'))
  );
}

/**
 * Why a machine was chosen that was not requested: the kernel names it, or a chip with its code, or has its instructions, or it is
 * the default.
 */
export function takenNote(
  machine: Machine,
  named: string | undefined,
  byInstructions = false,
): Diagnostic {
  if (named === undefined || resolveMachine(named) === undefined)
    return diagnose(messages.usage.assumedMachine(machine.name, named, byInstructions));
  const chip = plain(named.split(':')[0] ?? '');
  return diagnose(
    messages.usage.machineOfKernel(machine.name, machine.name === chip ? undefined : chip),
  );
}

/** Names as the hint of an unknown machine lists them. */
export function machineNames(): string[] {
  return machines.map((machine) => machine.name);
}

/** PTX names its chip in a directive. */
const PTX_TARGET = /^[^\S\r\n]*\.target[^\S\r\n]+(sm_\d{2,3}[af]?)\b/m;

/**
 * The chip that a kernel names in one of its strings, as `#rocdl.target<chip = "gfx942">` does; the first
 * that is known, else the first.
 */
export function chipNamedIn(text: string): string | undefined {
  const code = text.replace(/^[^\S\n]*\/\/.*$/gm, '');
  let first = PTX_TARGET.exec(code)?.[1];
  if (first !== undefined) return first;
  for (const [, named = ''] of code.matchAll(
    /"[^"\n]*?\b(gfx[0-9a-f]{3,4}|sm_\d{2,3}[af]?|cuda:\d{2,3})\b[^"\n]*"/g,
  )) {
    // Triton says `cuda:90`.
    const chip = named.replace(/^cuda:/, 'sm_');
    if (resolveMachine(chip) !== undefined) return chip;
    first ??= chip;
  }
  return first;
}

/** The chip that a part of a file names, or else the file: the dump of a function leaves it out. */
export function chipOf(part: string, file: string): string | undefined {
  return chipNamedIn(part) ?? (part === file ? undefined : chipNamedIn(file));
}

/** Several machines, and the notes that say why they were taken. */
export interface MachineChoice {
  readonly machines: readonly Machine[];
  readonly notes: readonly Diagnostic[];
}

/** The chip where neither the user nor the kernel names one, and the kernel does not show what kind it is for. */
const USUAL_MACHINE = 'gfx950';

/** Marks that only kernels for NVIDIA's chips have: their layouts and dialects, and in Triton waves of 32 without AMD's. */
const NVIDIA_WORDS =
  /#(?:ttg|triton_gpu)\.(?:nvidia_mma|mma|nvmma_shared)\b|\b(?:ttng|triton_nvidia_gpu|nvgpu|nvvm)\.\w/;
const RDNA_WORDS =
  /#(?:ttg|triton_gpu)\.amd_wmma\b|\bamdgpu\.wmma\b|\b(?:gpu_|)subgroup_size = 32\b/;
/** Triton's layouts of matrix products name the generation that has them. */
const PRODUCTS =
  /#(?:ttg|triton_gpu)\.(?:(?<amd>(?:amd_)?mfma)|(?:nvidia_)?mma)<\{[^}]*?\bversion(?:Major)? = (?<version>\d)/;
const MFMA_CHIPS: readonly (string | undefined)[] = [
  undefined,
  'gfx908',
  'gfx90a',
  'gfx942',
  'gfx950',
];
const MMA_CHIPS: readonly (number | undefined)[] = [undefined, 70, 80, 90, undefined, 100];
const TRITON_WARPS = /\bthreads-per-warp"? = 32\b/;
const TRITON_LANES = /#(?:ttg|triton_gpu)\.blocked<\{[^}]*threadsPerWarp = \[([\d, ]+)\]/;

/** The chip that is assumed for a text which names none that is known, by the kind of chip that it shows. */
export function assumedMachineFor(text: string, named: string | undefined): string {
  const number = /^sm_?(\d+)/.exec(named ?? '')?.[1];
  if (number !== undefined) return newestNvidia(Number(number));
  if (RDNA_WORDS.test(text)) return 'gfx1100';
  // Triton 2.1 for AMD, which states no generation.
  if (/#triton_gpu\.mfma<\{nonKDim\b/.test(text)) return 'gfx90a';
  const { amd, version } = PRODUCTS.exec(text)?.groups ?? {};
  if (amd !== undefined) return MFMA_CHIPS[Number(version)] ?? USUAL_MACHINE;
  if (version !== undefined) return newestNvidia(MMA_CHIPS[Number(version)] ?? 90);
  if (NVIDIA_WORDS.test(text) || TRITON_WARPS.test(text)) return newestNvidia(90);
  const lanes = TRITON_LANES.exec(text)?.[1]?.split(',').map(Number);
  const isOf32 = lanes?.reduce((product, count) => product * count, 1) === 32;
  return isOf32 ? newestNvidia(90) : USUAL_MACHINE;
}

/** The newest of NVIDIA's chips that is known and not newer than `sm_NUMBER`; for older code the oldest. */
function newestNvidia(number: number): string {
  const numbers = machines.flatMap(({ name }) => /^sm_(\d+)$/.exec(name)?.[1] ?? []).map(Number);
  const older = numbers.filter((known) => known <= number);
  return `sm_${older.length === 0 ? leastOf(numbers) : greatestOf(older)}`;
}

/** The machines that were requested, or the one that the kernel names (`target` where its text does not), or the default one. */
export function machinesFor(
  names: readonly string[],
  text: string,
  target?: string,
): MachineChoice | Diagnostic {
  if (names.length === 0) {
    const named = target ?? chipNamedIn(text);
    const found = named === undefined ? undefined : resolveMachine(named);
    const assumed = assumedMachineFor(text, named);
    const machine = found ?? resolveMachine(assumed);
    if (machine === undefined) return messages.usage.unknownMachine(assumed, machineNames());
    return { machines: [machine], notes: [takenNote(machine, named)] };
  }
  const machines: Machine[] = [];
  for (const name of names) {
    const machine = resolveMachine(name);
    if (machine === undefined) return messages.usage.unknownMachine(name, machineNames());
    if (!machines.includes(machine)) machines.push(machine);
  }
  return { machines, notes: [] };
}

function plain(name: string): string {
  return name.toLowerCase().replace(/[\s_-]/g, '');
}
