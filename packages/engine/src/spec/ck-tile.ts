/**
 * Executes CK Tile specifications: a YAML file of tile, layout and access instead of a kernel. One workgroup
 * stores its tile to LDS and loads it again; a site is an instruction, `write.0` or `read.3`.
 */
import {
  type AccessTrace,
  advise,
  allIndices,
  calculateOffsets,
  globalAccesses,
  globalTileTrace,
  isPart,
  type KernelSummary,
  lengthsOf,
  planTranspose,
  readCkTileSpec,
  type Site,
  type TileElements,
  tileElements,
  tileTrace,
  type TileAccessPlan,
  type TransposeSpec,
} from '@ldscope/core';
import { type ExecutionRequest, type ExecutionResult, notExecuted } from '../source.ts';
import { placed, type YamlData } from '../yaml-data.ts';

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
  onWorkgroup?.(ckTileTrace(plans.value), 1, 1);
  const [write, read] = plans.value;
  if (write !== undefined && read !== undefined) {
    for (const access of globalAccesses(spec, { write, read })) onGlobal?.(globalTileTrace(access));
  }
  const waves = Math.max(...plans.value.map(({ waves: own }) => own));
  const kernel = {
    name: title,
    waves,
    wavesPerWorkgroup: waves,
    ldsBytes: Math.max(...plans.value.map(ldsBytesOf)),
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
  access.descriptor.elementSpaceSize * access.elementBytes;

/** What the waves do to LDS, with sites in the words of a specification: side, number, registers. */
export function ckTileTrace(plans: readonly TileAccessPlan[]): AccessTrace {
  const trace = tileTrace(plans);
  const sites = plans.flatMap(({ access, instructions, addressBytes }) =>
    instructions.map(({ registers, addressRegisters }, i): Site => {
      const which = `register${registers.length > 1 ? 's' : ''} ${registers.join(', ')}`;
      const bytes = addressRegisters.map((register) => addressBytes[register] ?? 0);
      const text = `${which}; lane 0 at byte ${bytes.join(' and ')}`;
      return { id: `${access.direction}.${i}`, text, buffer: 'lds' };
    }),
  );
  return { ...trace, sites };
}
