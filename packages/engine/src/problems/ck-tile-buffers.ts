/**
 * The tile of a CK Tile specification: its sizes, its descriptor and its accesses are all in the text.
 *
 *     lds_swapping: { m: 64, k: 32, kpack: 8, mldslayer: 2 }     tile 64 x 32, present layout: that XOR
 */
import {
  greatestOf,
  type Diagnostic,
  diagnose,
  distinctDiagnostics,
  failure,
  firstDifference,
  hasErrors,
  type Machine,
  messages,
  planTranspose,
  readCkTileSpec,
  type Result,
  sharedTile,
  success,
  type Tile,
  type TileLayout,
  tripleWith,
} from '@ldscope/core';
import { layoutWords } from '../layout/layout-words.ts';
import { ckTileTrace } from '../spec/ck-tile.ts';
import { placed, type YamlData } from '../input/yaml-data.ts';
import { type PlannedTile, tileBuffers } from './ck-tile-question.ts';
import type { FoundBuffers, StatedTile } from '../source/found.ts';

/** The tile of the specification, once per group of chips that execute the same for it; statements about it must hold. */
export function ckTileBuffers(
  data: YamlData,
  name: string,
  machines: readonly Machine[],
  stated?: StatedTile,
): Result<FoundBuffers> {
  const diagnostics: Diagnostic[] = [];
  const planned: PlannedTile[] = [];
  let title = name;
  for (const machine of machines) {
    const read = readCkTileSpec(data.value, machine, name);
    for (const each of placed(data, read.diagnostics)) diagnostics.push(each);
    if (read.value === undefined) return failure(...distinctDiagnostics(diagnostics));
    const { spec } = read.value;
    title = read.value.name;
    const shared = sharedTile(spec);
    const plans = planTranspose(spec, machine.isa);
    if (!shared.ok) return failure(...diagnostics, ...shared.diagnostics);
    if (!plans.ok) return failure(...diagnostics, ...plans.diagnostics);
    const other = stated === undefined ? undefined : otherTile(stated, shared.value.layout);
    if (other !== undefined) return failure(...diagnostics, other);
    planned.push({
      machine,
      layout: shared.value.layout,
      trace: ckTileTrace(plans.value),
      waves: greatestOf(plans.value.map(({ waves }) => waves)),
      plansWith: (layout, { isa }) => {
        const triple = tripleWith(spec, shared.value, layout);
        return triple.ok ? planTranspose(triple.value, isa, plans.value) : triple;
      },
    });
  }
  const buffers = tileBuffers('tile', planned);
  if (!buffers.ok) return failure(...diagnostics, ...buffers.diagnostics);
  const said = distinctDiagnostics(diagnostics);
  return hasErrors(said)
    ? failure(...said)
    : success({
        kernel: title,
        notation: 'ck-tile',
        buffers: buffers.value,
        diagnostics: said,
      });
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
