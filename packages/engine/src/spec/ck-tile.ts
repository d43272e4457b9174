/**
 * Executes CK Tile specifications: a YAML file of tile, layout and access instead of a kernel. One workgroup
 * stores its tile to LDS and loads it again; a site is an instruction, `write.0` or `read.3`.
 */
import {
  greatestOf,
  type AccessTrace,
  advise,
  allIndices,
  calculateOffsets,
  diagnose,
  dispatchOf,
  globalAccesses,
  globalTileTrace,
  isPart,
  type KernelSummary,
  lengthsOf,
  messages,
  planTranspose,
  readCkTileSpec,
  type TileElements,
  tileElements,
  type TileAccessPlan,
  type TransposeSpec,
} from '@ldscope/core';
import { type ExecutionRequest, type ExecutionResult, notExecuted } from '../source/source.ts';
import { placed, type YamlData } from '../input/yaml-data.ts';
import { ckTrace, countsOf, MOST_ROWS } from './ck-trace.ts';

/** Executes a specification; what is wrong with the layout shows when the machine is known. */
export function executeCkTile(
  data: YamlData,
  name: string,
  { machine, model, onWorkgroup, onGlobal }: ExecutionRequest,
): ExecutionResult {
  const tile = readCkTileSpec(data.value, machine, name);
  const diagnostics = placed(data, tile.diagnostics);
  if (tile.value === undefined) return notExecuted(diagnostics);
  const { spec, name: title } = tile.value;
  const plans = planTranspose(spec, machine.isa);
  const advice = advise(spec, machine, model);
  if (!plans.ok || !advice.ok) return notExecuted([...diagnostics, ...plans.diagnostics]);
  const { workgroups, steps } = dispatchOf(spec);
  const waves = greatestOf(plans.value.map(({ waves: own }) => own));
  const rows = steps * waves * plans.value.reduce((sum, plan) => sum + plan.instructions.length, 0);
  if (rows > MOST_ROWS) {
    const what = `a workgroup walks along ${steps} tiles and executes ${rows} instructions`;
    return notExecuted([...diagnostics, diagnose(messages.spec.tooMany(what, MOST_ROWS))]);
  }
  onWorkgroup?.(ckTileTrace(plans.value, steps), workgroups, workgroups, workgroups);
  const [write, read] = plans.value;
  for (let step = 0; step < (onGlobal === undefined ? 0 : steps); step++) {
    if (write === undefined || read === undefined) break;
    for (const access of globalAccesses(spec, { write, read }, step)) {
      onGlobal?.(globalTileTrace(access));
    }
  }
  const kernel = {
    name: title,
    waves: waves * workgroups,
    wavesPerWorkgroup: waves,
    ...(spec.matrix !== undefined && { workgroups: countsOf(workgroups) }),
    ldsBytes: greatestOf(plans.value.map(ldsBytesOf)),
    ...partsOf(plans.value),
  };
  const elements = write && writtenElements(write, spec);
  return { kernel, hazards: [], diagnostics, advice: advice.value, elements };
}

/** The elements of the tile by their places, as the write numbers them: rows first in either view. */
function writtenElements(
  { access: { descriptor, elementBytes } }: TileAccessPlan,
  { write }: TransposeSpec,
): TileElements {
  const lengths = lengthsOf(descriptor);
  const names = lengths.length === 2 ? ['m', 'k'] : lengths.map((_, i) => `i${i}`);
  const offsets = calculateOffsets(descriptor, allIndices(lengths));
  if (write.view !== 'km') return tileElements({ names, lengths, elementBytes }, offsets);
  const [columns = 1, rows = 1] = lengths;
  const turned = Int32Array.from(
    offsets,
    (_, i) => offsets[(i % columns) * rows + Math.floor(i / columns)] ?? 0,
  );
  return tileElements({ names, lengths: [rows, columns], elementBytes }, turned);
}

/** The sides that move a part of the tile. */
function partsOf(plans: readonly TileAccessPlan[]): Pick<KernelSummary, 'partsOfTile'> {
  const parts = plans.flatMap(({ access: { direction: side, descriptor, distribution } }) => {
    const [part, tile] = [distribution.xLengths, lengthsOf(descriptor)];
    return isPart(part, tile) ? [{ side, part, tile }] : [];
  });
  return parts.length === 0 ? {} : { partsOfTile: parts };
}

const ldsBytesOf = ({ access }: TileAccessPlan): number =>
  Math.ceil(access.descriptor.elementSpaceSize * access.elementBytes);

/** What the waves do to LDS, with sites in the words of a specification: side, number, registers. */
export const ckTileTrace = (plans: readonly TileAccessPlan[], steps = 1): AccessTrace =>
  ckTrace(plans, steps, ({ access }) => access.direction);
