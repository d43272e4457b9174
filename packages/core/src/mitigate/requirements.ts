/**
 * What conflict-free accesses demand of a layout that is linear over GF(2), as subspaces.
 *
 * A phase is a coset of a subspace of the lane id, so the elements that it moves are a coset of a subspace S of the
 * element bits (column bits low, row bits above). Two lanes meet when their elements differ by a vector of S that the
 * layout sends to another word of the same bank. A bank is chosen by some bits of the byte offset; those inside the
 * unit that is moved as one are fixed, so what matters is
 *
 *     K = the vectors of S whose bits inside the unit choose the same bank,
 *
 * and the access is conflict-free exactly when the free bank bits f_1 .. f_k, as functionals on the element bits, send
 * no vector of K but 0 to 0. In general it has 2^d ways, where d is the dimension of what of K all f_i send to 0.
 *
 *     gfx942 ds_read_b128, 16 rows x 4 units of 16 B: phases span(l0, l1, l2^l4), row bits l0-l3, unit bits l4 l5
 *     K = span(r0, r1, r2^u0), 32 banks = 8 places for a unit: three functionals have to be injective on K
 */
import { opcodeAt } from '../access/opcodes.ts';
import { affineLanes } from '../gf2/affine-lanes.ts';
import { apply, echelon, rank } from '../gf2/gf2.ts';
import type { ServiceRule } from '../machine/machine.ts';
import {
  type ProblemAccess,
  addressedLanes,
  isLaneLinear,
  isWhole,
  type Problem,
  ruleOf,
  type Target,
  unitOf,
} from './problem.ts';
import { isActive } from '../access/wave-rows.ts';

/** A subspace on which the free bank bits have to be injective. */
export interface Requirement {
  /** Basis over the element bits. */
  readonly kernel: readonly number[];
  /** The first `bits` free offset bits choose the bank. */
  readonly bits: number;
  /** Conflict cycles by the dimension of what stays of the kernel; `kernel.length + 1` entries, rising. */
  readonly cost: readonly number[];
  /** Which accesses, on which targets, demand it. */
  readonly from: readonly { readonly target: number; readonly access: number }[];
}

export interface LinearProblem {
  readonly columnBits: number;
  readonly rowBits: number;
  /** Element bits inside a unit; all are column bits. */
  readonly unitElementBits: number;
  readonly unitBytes: number;
  readonly requirements: readonly Requirement[];
  /** Accesses that are not linear, or whose rule has no closed form: a solution says nothing of them. */
  readonly left: readonly string[];
  /** Free offset bits that may depend on the row: fewer where direct-to-LDS writes blocks shorter than a row. */
  readonly keyBits: number;
  /** False where direct-to-LDS allows row keys only. */
  readonly anyLinear: boolean;
}

/** The subspaces of a problem; `undefined` when its rows or elements are not a power of two. */
export function linearProblem(problem: Problem): LinearProblem | undefined {
  const { tile, accesses, targets } = problem;
  const unitBytes = unitOf(problem);
  const sizes = [tile.columns, tile.elementBytes].map(Math.log2);
  const [columnBits = 0, elementBits = 0] = sizes;
  if (
    !sizes.every(Number.isInteger) ||
    unitBytes > tile.columns * tile.elementBytes ||
    unitBytes < 4
  ) {
    return undefined;
  }
  const unitElementBits = Math.log2(unitBytes) - elementBits;
  const rowBits = Math.ceil(Math.log2(tile.rows));
  if (columnBits + rowBits + elementBits > 30) return undefined;
  const merged = new Map<string, Requirement>();
  const left = new Set<string>();
  let keyBits = columnBits - unitElementBits;
  let anyLinear = true;
  for (const [index, access] of accesses.entries()) {
    if (isLaneLinear(access)) {
      anyLinear = false;
      const block = blockUnits(problem, access, unitBytes);
      keyBits = Math.min(keyBits, block);
      continue;
    }
    const forms = linearForms(problem, access, columnBits);
    if (forms === undefined) {
      left.add(access.name);
      continue;
    }
    for (const [t, target] of targets.entries()) {
      const rule = ruleOf(target, opcodeAt(access.op), problem.waveSize);
      if (
        rule === undefined ||
        rule.slots === 'same-element' ||
        target.model.phaseCost !== undefined
      ) {
        left.add(access.name);
        continue;
      }
      for (const { columns, executions } of forms) {
        const requirement = requirementOf(
          { columns, executions, access, target, rule, waveSize: problem.waveSize },
          { unitElementBits, elementBits, unitBytes },
        );
        add(merged, requirement, { target: t, access: index });
      }
    }
  }
  return {
    columnBits,
    rowBits,
    unitElementBits,
    unitBytes,
    requirements: [...merged.values()],
    left: [...left],
    keyBits,
    anyLinear,
  };
}

interface Form {
  /** Element bits by lane bit. */
  readonly columns: readonly number[];
  readonly executions: number;
}

/** How the lanes of a whole wave spread over the elements; instances that only begin elsewhere are one form. */
function linearForms(
  { waveSize }: Problem,
  access: ProblemAccess,
  columnBits: number,
): Form[] | undefined {
  const forms = new Map<string, Form>();
  const elements = new Uint32Array(waveSize);
  for (let instance = 0; instance < access.instances; instance++) {
    if (!isWhole(access, instance, waveSize)) return undefined;
    for (let lane = 0; lane < waveSize; lane++) {
      const at = instance * waveSize + lane;
      elements[lane] = ((access.rows[at] ?? 0) << columnBits) | (access.columns[at] ?? 0);
    }
    const form = affineLanes(elements);
    if (form === undefined) return undefined;
    const key = form.columns.join(' ');
    const executions = (forms.get(key)?.executions ?? 0) + (access.executions[instance] ?? 0);
    forms.set(key, { columns: form.columns, executions });
  }
  return [...forms.values()];
}

interface Service {
  readonly columns: readonly number[];
  readonly executions: number;
  readonly access: ProblemAccess;
  readonly target: Target;
  readonly rule: ServiceRule;
  readonly waveSize: 32 | 64;
}

interface UnitShape {
  readonly unitElementBits: number;
  readonly elementBits: number;
  readonly unitBytes: number;
}

function requirementOf(service: Service, shape: UnitShape): Omit<Requirement, 'from'> {
  const { columns, executions, access, target, rule, waveSize } = service;
  const { unitElementBits, elementBits, unitBytes } = shape;
  const opcode = opcodeAt(access.op);
  const paired = columns[0] === 0 || columns[1] === 0;
  const table = paired && rule.pairedPhases !== undefined ? rule.pairedPhases : rule.phases;
  const images = table.basis.map((vector) => apply(columns, vector));
  const wordBits = Math.max(0, 2 - elementBits);
  const words = echelon(images.map((vector) => (vector >>> wordBits) << wordBits));
  const bankBits = Math.log2(rule.banks);
  // Element bits inside the unit that choose the bank, whatever the layout.
  const fixedBits = Math.min(unitElementBits, bankBits + 2 - elementBits);
  const fixed = fixedBits > wordBits ? 2 ** fixedBits - 2 ** wordBits : 0;
  const kernel = kernelOf(words, fixed);
  const bits = Math.max(0, bankBits + 2 - Math.log2(unitBytes));
  const shared = sharedBits(rule, images, words.length, opcode.widthBytes >>> elementBits);
  const addressed = addressedLanes(opcode, waveSize);
  const served = Math.min(table.count, Math.ceil(addressed / table.lanesPerPhase));
  const steps = rule.steps === 'serial' ? Math.max(1, opcode.widthBytes >> 2) : 1;
  const cost = Array.from({ length: kernel.length + 1 }, (_, d) => {
    const cycles = Math.ceil(2 ** (d + shared) / target.model.portsPerBank);
    return executions * served * steps * (cycles - 1);
  });
  return { kernel, bits, cost };
}

/** Bits of the phase that lanes share whatever the layout: they access one word (and are not combined), or one element. */
function sharedBits(
  { slots }: ServiceRule,
  images: readonly number[],
  wordRank: number,
  widthElements: number,
): number {
  if (slots === 'distinct-words' || slots === 'none') return 0;
  if (slots === 'each-lane') return images.length - wordRank;
  return (
    images.length - rank(images.map((vector) => Math.floor(vector / Math.max(1, widthElements))))
  );
}

/** A basis of the vectors of a span that have none of the bits of `mask`. */
function kernelOf(basis: readonly number[], mask: number): number[] {
  let vectors = [...basis];
  for (let bit = 1; bit <= mask; bit *= 2) {
    if ((mask & bit) === 0) continue;
    vectors = restrict(vectors, bit);
  }
  return echelon(vectors);
}

/** A basis of the vectors of a span that a functional (a mask, summed modulo 2) sends to 0. */
export function restrict(basis: readonly number[], functional: number): number[] {
  const pivot = basis.findIndex((vector) => parity(vector & functional) === 1);
  if (pivot < 0) return [...basis];
  const chosen = basis[pivot] ?? 0;
  const rest: number[] = [];
  for (let i = 0; i < basis.length; i++) {
    if (i === pivot) continue;
    const vector = basis[i] ?? 0;
    rest.push(i > pivot && parity(vector & functional) === 1 ? vector ^ chosen : vector);
  }
  return rest;
}

/** 1 when an odd number of bits is set. */
function parity(value: number): number {
  let x = value ^ (value >>> 16);
  x ^= x >>> 8;
  x ^= x >>> 4;
  return (0x6996 >>> (x & 15)) & 1;
}

function add(
  merged: Map<string, Requirement>,
  { kernel, bits, cost }: Omit<Requirement, 'from'>,
  from: Requirement['from'][number],
): void {
  const key = `${bits}: ${kernel.join(' ')}`;
  const known = merged.get(key);
  merged.set(key, {
    kernel,
    bits,
    cost: cost.map((cycles, d) => cycles + (known?.cost[d] ?? 0)),
    from: [...(known?.from ?? []), from],
  });
}

/** The low unit bits that a row key may change: a block of a wave stays a block when it is made of such runs. */
function blockUnits({ tile, waveSize }: Problem, access: ProblemAccess, unitBytes: number): number {
  const unitsPerRow = (tile.columns * tile.elementBytes) / unitBytes;
  let bits = Math.log2(unitsPerRow);
  for (let instance = 0; instance < access.instances; instance++) {
    const units = new Set<number>();
    for (let lane = 0; lane < waveSize; lane++) {
      const at = instance * waveSize + lane;
      if (!isActive(access, instance, lane)) continue;
      const within = (access.columns[at] ?? 0) * tile.elementBytes;
      units.add((access.rows[at] ?? 0) * unitsPerRow + Math.floor(within / unitBytes));
    }
    // Runs of 2^bits units, aligned: all of a run or none of it.
    while (bits > 0 && ![...units].every((unit) => wholeRun(units, unit, 2 ** bits))) bits--;
  }
  return bits;
}

function wholeRun(units: ReadonlySet<number>, unit: number, length: number): boolean {
  const first = unit - (unit % length);
  for (let i = 0; i < length; i++) if (!units.has(first + i)) return false;
  return true;
}
