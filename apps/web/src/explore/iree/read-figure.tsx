/** What reads and writes of a tile cost: plain, padded, and under the attribute. */
import { counted, grouped } from '../../controls/words.ts';
import { findIreeTarget, type RoundTripCost } from '@ldscope/core';
import { bankGridPicture, bankGridTable, type DataTable } from '@ldscope/render';
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { useSteps } from '../../controls/stepper.tsx';
import { useControls } from '../../controls/use-controls.ts';
import { tableOf } from '../../picture/table-of.ts';
import { OpenInPlayground } from '../../share/open-in-playground.tsx';
import { useGradually } from '../parts/use-later.ts';
import * as show from '../parts/show.tsx';
import { layoutControls, layoutTitle } from './controls.ts';
import { type Side, sideCost, sideReads, specificationOf, type TileModel } from './tile.ts';
import { contractTable } from './contracts.ts';

/** A layout's cost; `undefined` while it is not known, and `no layout` where accesses cannot follow it. */
type Cost = RoundTripCost | 'no layout' | undefined;

export function ReadFigure({ model }: { readonly model: TileModel }): JSX.Element {
  const form = useControls(layoutControls);
  const { machine, parameters, sides } = model;
  const side = sides.find(({ name }) => name === form.state.layout) ?? sides[0];
  const reads = useMemo(() => (side === undefined ? [] : sideReads(model, side)), [model, side]);
  const last = Math.max(0, reads.length - 1);
  const read = reads[Math.min(form.state.instruction, last)];
  const [phase, stepper] = useSteps('Phase', read?.phases.length ?? 1, {
    text: (one) =>
      `Phase ${one + 1} of ${read?.phases.length ?? 1}: ${counted(read?.phases[one]?.ways ?? 0, 'way')}`,
    milliseconds: 1100,
  });
  const costs = useGradually(
    sides.length,
    (index): Cost => {
      const own = sides[index];
      return own && (sideCost(model, own) ?? 'no layout');
    },
    model,
  );
  const known = sides.flatMap(({ name }, index) => {
    const cost = costs[index];
    return cost === undefined || cost === 'no layout' ? [] : [[name, cost] as const];
  });
  return show.figure('Cost of reads and writes', [
    read === undefined
      ? undefined
      : show.view(
          bankGridPicture(read, phase, { machine }),
          `iree-read-${side?.name ?? 'plain'}`,
          () => bankGridTable(read, phase),
        ),
    stepper,
    show.fields(form, undefined, {
      limits: { layout: { values: sides.map(({ name }) => name) }, instruction: { max: last } },
    }),
    show.prose(
      `Lane l reads row l mod ${parameters.rows}, ${parameters.read} elements from column ${parameters.read} * floor(l / ${parameters.rows}). Without mitigation the rows of a group of lanes begin at the same bank${
        findIreeTarget(parameters.chip)?.banks === undefined
          ? ''
          : ' whenever a row is a whole number of bank periods'
      }. Padding moves each row further; the attribute moves the groups inside it. The copy that fills the tile moves 16 bytes per lane. Rows that begin at odd multiples of 8 bytes, or groups of 8 bytes, cut it in two, and the halves of neighbours conflict. So a layout without conflicts for the read may cost the write.`,
    ),
    show.table(costTable(model, costs)),
    show.table(contractTable(model, Object.fromEntries(known))),
    <div class="figure-controls">
      {sides.map((one) => (
        <OpenInPlayground
          key={one.name}
          text={specificationOf(parameters, one.name)}
          at={{
            file: `${one.name}.yaml`,
            machine: parameters.chip,
            view: 'banks',
            site: 'operand',
          }}
        >
          Open in the playground: {layoutTitle(one.name)}
        </OpenInPlayground>
      ))}
    </div>,
  ]);
}

function costTable({ sides, parameters }: TileModel, costs: readonly Cost[]): DataTable {
  const [plain] = costs;
  const before = plain === undefined || plain === 'no layout' ? undefined : plain.ldsBytes;
  const cell =
    (of: (cost: RoundTripCost) => string | number | undefined, none?: string) =>
    (_: Side, index: number) => {
      const cost = costs[index];
      return cost === undefined ? '...' : cost === 'no layout' ? none : of(cost);
    };
  const more = ({ ldsBytes }: RoundTripCost): string | undefined =>
    before === undefined || ldsBytes === before
      ? undefined
      : `${((100 * ldsBytes) / before - 100).toFixed(2)} %`;
  return tableOf(`One write and one read of the tile by a wave on ${parameters.chip}`, sides, [
    ['layout', ({ name }) => layoutTitle(name)],
    ['write conflicts', cell((cost) => cost.writeConflictCycles, 'not possible'), 'numeric'],
    ['read conflicts', cell((cost) => cost.readConflictCycles), 'numeric'],
    ['LDS cycles', cell((cost) => cost.cycles), 'numeric'],
    ['instructions', cell((cost) => cost.instructions), 'numeric'],
    ['bytes', cell((cost) => grouped(cost.ldsBytes)), 'numeric'],
    ['more LDS', cell(more), 'numeric'],
  ]);
}
