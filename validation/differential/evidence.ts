/**
 * Experiments on one kernel that differs: which fault of the compiler they show, if any.
 *
 *     IR of each stage on the host     wrong from a stage on, and as wrong as the machine code: the pass before that stage
 *     values kept apart                right, with right IR: the instruction that joins them
 *     other selector, other banks      right, with right IR: register banks of GlobalISel
 *     registers of 32 bits             right, with right IR, and a word copied through 16 bits in selected code
 *
 * A kernel with two faults shows none of them here. Whoever adds a row to known.txt reads the machine code as well.
 */
import { compareUnit, hostResults, type Unit } from './compare.ts';
import { machineIrOf, type Way } from './compile.ts';
import { judgeIr, type Stage, type StageResult, WITHOUT_WAVE_ATOMICS } from './ir-on-host.ts';
import type { Kept } from './kept-apart.ts';
import type { Cause } from './known.ts';

/** The stages around structurizecfg. */
const [UNSTRUCTURED, STRUCTURED] = [
  'amdgpu-unify-divergent-exit-nodes',
  'amdgpu-annotate-uniform',
] as const;
const BY_UNIFORMITY = ['-mllvm', '-new-reg-bank-select'];
const WITHOUT_TRUE16 = ['-Xclang', '-target-feature', '-Xclang', '-real-true16'];

const joined: readonly (readonly [Kept, Cause])[] = [
  ['rounded products', 'amdgpu-isel-mixed-zero'],
  ['differences from zero', 'amdgpu-isel-negated-zero'],
  ['selected floats', 'dag-max-of-zeros'],
];

interface Judgement {
  /** What the experiments show; `undefined` when they leave it open. */
  readonly cause: Cause | undefined;
}

/** Judges a kernel of a unit; `print` gets a line per experiment. */
export function judge(
  unit: Unit,
  name: string,
  way: Way,
  mode: 'early' | 'late',
  print: (line: string) => void = () => undefined,
): Judgement {
  // Machine code of all kernels together, as it was compared: which functions are inlined depends on it.
  const all = hostResults(unit);
  const steps = ['-mllvm', WITHOUT_WAVE_ATOMICS];
  const attempt = (text: string, other: Partial<Way>, options: readonly string[] = []): string => {
    const tried: Way = { ...way, ...other, options: [...steps, ...options] };
    const problem = problemOf(unit, name, tried, mode, all);
    print(`emulator, ${text}: ${problem}`);
    return problem;
  };
  const found = attempt('as it was compared', {});
  if (found === 'right') return { cause: undefined };
  const index = unit.kernels.findIndex((kernel) => kernel.name === name);
  const one: Unit = {
    ...unit,
    kernels: unit.kernels.slice(index, index + 1),
    given: unit.given.slice(index, index + 1),
  };
  const onHost = hostResults(one);
  const stagesOf = (after?: readonly Stage[]): StageResult[] => {
    const results = judgeIr(one, 0, way, onHost, after);
    for (const { stage, problem, error } of results)
      print(`IR after ${stage}: ${error ?? problem ?? ''}`);
    return results;
  };
  const [last] = stagesOf([STRUCTURED]);
  if (last?.different !== 0) {
    if (last?.problem === found && stagesOf([UNSTRUCTURED])[0]?.different === 0)
      return { cause: 'structurizecfg' };
    stagesOf();
    return { cause: undefined };
  }

  const joinedValues = (): Cause | undefined =>
    joined.find(([kept]) => attempt(`${kept} kept apart`, { kept, form: 'text' }) === 'right')?.[1];
  const banks = (): Cause | undefined => {
    if (!way.globalIsel) return undefined;
    const dag = attempt('SelectionDAG', { globalIsel: false });
    const other = attempt('GlobalISel, banks by uniformity', {}, BY_UNIFORMITY);
    if (dag !== 'right' || other !== 'right') return undefined;
    const phis = phisOfAllLanes(one.kernels, way);
    print(`divergent phis in scalar registers: ${phis.join(', ') || 'none'}`);
    return phis.length > 0 ? 'amdgpu-regbankselect' : undefined;
  };
  const halves = (): Cause | undefined => {
    if (!way.chip.startsWith('gfx11')) return undefined;
    if (attempt('registers of 32 bits', {}, WITHOUT_TRUE16) !== 'right') return undefined;
    const code = machineIrOf(one.kernels, way, '-stop-after=amdgpu-isel');
    const narrowed = wordsThroughHalves(code);
    print(`words through 16 bits: ${narrowed.join(', ') || 'none'}`);
    return narrowed.length > 0 ? 'true16-byte-swap' : undefined;
  };
  // What is likely first: each experiment compiles the whole unit.
  const cause =
    way.level === '-O0'
      ? (halves() ?? joinedValues() ?? banks())
      : (banks() ?? joinedValues() ?? halves());
  return { cause };
}

function problemOf(
  unit: Unit,
  name: string,
  way: Way,
  mode: 'early' | 'late',
  wanted: Uint32Array,
): string {
  try {
    const { differences, kernels } = compareUnit(unit, way, mode, wanted, undefined, name);
    if (kernels === 0) return 'crashes the compiler';
    return differences.map(({ problem }) => problem).join('; ') || 'right';
  } catch (error) {
    return String(error).split('\n', 2).join(' ');
  }
}

/** Phis that GlobalISel keeps in a scalar register, and that LLVM's analysis of uniformity has in a vector register. */
function phisOfAllLanes(kernels: Unit['kernels'], way: Way): string[] {
  const banksOf = (options: readonly string[]): Map<string, string> => {
    const given: Way = { ...way, options: ['-mllvm', WITHOUT_WAVE_ATOMICS, ...options] };
    return banksOfPhis(machineIrOf(kernels, given, '-stop-before=instruction-select'));
  };
  const byUniformity = banksOf(BY_UNIFORMITY);
  return [...banksOf([])]
    .filter(([phi, bank]) => bank === 'sgpr' && byUniformity.get(phi) === 'vgpr')
    .map(([phi]) => phi);
}

/** The register bank of each phi, by function and register: `k4 %32` to `sgpr`. */
export function banksOfPhis(code: string): Map<string, string> {
  const banks = new Map<string, string>();
  let name = '';
  for (const line of code.split('\n')) {
    name = /^name: +(\S+)/.exec(line)?.[1] ?? name;
    const [, phi, bank] = /^ +(%\d+):(\w+)\(.*\) = G_PHI /.exec(line) ?? [];
    if (phi !== undefined && bank !== undefined) banks.set(`${name} ${phi}`, bank);
  }
  return banks;
}

/**
 * The instructions for which selected code copies a register of 32 bits into one of 16 and back, so that the upper half is
 * lost: `%16:vgpr_16 = COPY %14.sub0`, `%19:vgpr_32 = COPY %16`, `V_PERM_B32_e64 0, killed %19, ...`.
 */
export function wordsThroughHalves(code: string): string[] {
  const narrow = new Set<string>();
  const widened = new Set<string>();
  const found: string[] = [];
  for (const line of code.split('\n')) {
    const [, to, width, from, part] =
      /^ +(%\d+):vgpr_(16|32) = COPY (?:killed )?(%\d+)(\.\w+)?$/.exec(line) ?? [];
    if (to !== undefined && from !== undefined) {
      // The low half has a name of its own: what is copied from `%1.lo16` is narrow already.
      if (width === '16' && part !== undefined && !part.includes('16')) narrow.add(to);
      if (width === '32' && part === undefined && narrow.has(from)) widened.add(to);
      continue;
    }
    const [, instruction, operands = ''] = / = ([A-Z]\w+) (.*)$/.exec(line) ?? [];
    if (instruction !== undefined && [...widened].some((name) => uses(operands, name)))
      found.push(instruction);
  }
  return [...new Set(found)];
}

const uses = (operands: string, name: string): boolean =>
  operands.split(/[ ,]+/).some((operand) => operand === name);
