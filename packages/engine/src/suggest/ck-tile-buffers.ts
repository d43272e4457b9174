/**
 * The tile of a CK Tile specification: its sizes, its descriptor and its accesses are all in the text.
 *
 *     lds_swapping: { m: 64, k: 32, kpack: 8, mldslayer: 2 }     tile 64 x 32, present layout: that XOR
 *
 * An answer counts only when the specification with the answer as its descriptor has the same conflicts: CK Tile chooses
 * the instructions by what a descriptor promises, so another descriptor can mean other instructions.
 */
import {
  type AccessTrace,
  type Candidate,
  type Diagnostic,
  diagnose,
  distinctDiagnostics,
  failure,
  firstDifference,
  hasErrors,
  type Machine,
  messages,
  planTranspose,
  problemFromTrace,
  readCkTileSpec,
  reshapedFamilies,
  type Result,
  type SharedTile,
  sharedTile,
  success,
  tileCost,
  type Tile,
  type TileLayout,
  type TileAccessPlan,
  tileTrace,
  type TransposeSpec,
  tripleWith,
} from '@ldscope/core';
import { layoutWords } from '../layout/layout-words.ts';
import { ckTileTrace } from '../spec/ck-tile.ts';
import { placed, type YamlData } from '../yaml-data.ts';
import { alikeMachines } from '../buffers/alike.ts';
import type { FoundBuffer, FoundBuffers, StatedTile, TileQuestion } from './found.ts';

/** A specification on a chip. */
interface Planned {
  readonly machine: Machine;
  readonly spec: TransposeSpec;
  readonly shared: SharedTile;
  readonly plans: readonly TileAccessPlan[];
  readonly trace: AccessTrace;
  readonly waves: number;
}

/** The tile of the specification, once per group of chips that execute the same for it; what is stated of it must be so. */
export function ckTileBuffers(
  data: YamlData,
  name: string,
  machines: readonly Machine[],
  stated?: StatedTile,
): Result<FoundBuffers> {
  const diagnostics: Diagnostic[] = [];
  const planned: Planned[] = [];
  let title = name;
  for (const machine of machines) {
    const read = readCkTileSpec(data.value, machine, name);
    diagnostics.push(...placed(data, read.diagnostics));
    if (read.value === undefined) return failure(...distinctDiagnostics(diagnostics));
    const { spec } = read.value;
    title = read.value.name;
    const shared = sharedTile(spec);
    const plans = planTranspose(spec, machine.isa);
    if (!shared.ok) return failure(...diagnostics, ...shared.diagnostics);
    if (!plans.ok) return failure(...diagnostics, ...plans.diagnostics);
    const other = stated === undefined ? undefined : otherTile(stated, shared.value.layout);
    if (other !== undefined) return failure(...diagnostics, other);
    const waves = Math.max(...plans.value.map(({ waves: own }) => own));
    planned.push({
      machine,
      spec,
      shared: shared.value,
      plans: plans.value,
      trace: ckTileTrace(plans.value),
      waves,
    });
  }
  const buffers: FoundBuffer[] = [];
  for (const group of byLayout(planned).flatMap((alike) => alikeMachines(alike))) {
    const first = planned.find(({ machine }) => machine === group.machines[0]);
    if (first === undefined) continue;
    const { shared, waves } = first;
    const buffer = { layout: shared.layout, baseBytes: 0 };
    const problem = problemFromTrace(group.trace, buffer, group.machines, {
      lastPad: 'left-out',
      resident: { wavesPerWorkgroup: waves },
    });
    if (!problem.ok) return failure(...diagnostics, ...problem.diagnostics);
    const refuse: TileQuestion['refuse'] = (candidate, { targets }) => {
      const chips = targets.map(({ machine }) => machine);
      return otherCost(first, chips, candidate);
    };
    const tile = { problem: problem.value, now: shared.layout, refuse, families: reshapedFamilies };
    buffers.push({ names: ['tile'], tiles: [tile] });
  }
  const said = distinctDiagnostics(diagnostics);
  return hasErrors(said)
    ? failure(...said)
    : success({
        kernel: title,
        notation: 'ck-tile',
        buffers,
        diagnostics: said,
      });
}

/** Chips together whose descriptors are one map: without `mldslayer` it follows the banks. */
function byLayout(planned: readonly Planned[]): Planned[][] {
  const groups: Planned[][] = [];
  for (const one of planned) {
    const { layout } = one.shared;
    const group = groups.find(([other]) =>
      other === undefined ? false : isSameLayout(layout, other.shared.layout),
    );
    if (group === undefined) groups.push([one]);
    else group.push(one);
  }
  return groups;
}

const isSameLayout = (a: TileLayout, b: TileLayout): boolean =>
  a.tile.rows === b.tile.rows &&
  a.tile.columns === b.tile.columns &&
  firstDifference(a, b) === undefined;

/** What the specification comes to with a candidate as its descriptor, where that is not what the search counted. */
function otherCost(
  { spec, shared, plans: alike }: Planned,
  machines: readonly Machine[],
  { layout, cost }: Candidate,
): Diagnostic | undefined {
  const triple = tripleWith(spec, shared, layout);
  if (typeof triple === 'string')
    return diagnose(messages.notation.cannotExpress('ck-tile', triple));
  for (const [t, machine] of machines.entries()) {
    const plans = planTranspose(triple, machine.isa, alike);
    if (!plans.ok) return plans.diagnostics[0];
    const { bankConflict } = tileCost(plans.value, machine);
    // The two addresses of a read2 are two accesses here as in the search.
    const accesses = tileTrace(plans.value).count;
    const promised = cost.conflictCycles[t] ?? 0;
    if (bankConflict === promised && accesses === cost.accessInstructions) continue;
    return messages.suggest.otherInstructions(
      `${accesses} accesses with ${bankConflict} conflict cycles on ${machine.name} instead of ${cost.accessInstructions} with ${promised}`,
    );
  }
  return undefined;
}

function otherTile(given: StatedTile, stated: TileLayout): Diagnostic | undefined {
  const words = ({ rows, columns, elementBytes }: Tile): string =>
    `a tile of ${rows} x ${columns} elements of ${elementBytes} B`;
  const isSameTile = words(given.tile) === words(stated.tile);
  const { layout } = given;
  if (isSameTile && (layout === undefined || firstDifference(layout, stated) === undefined)) {
    return undefined;
  }
  const [one, other] = isSameTile && layout !== undefined ? [layout, stated] : [];
  return diagnose(
    one === undefined || other === undefined
      ? messages.suggest.otherTile(words(given.tile), words(stated.tile))
      : messages.suggest.otherTile(`'${layoutWords(one)}'`, `'${layoutWords(other)}'`),
  );
}
