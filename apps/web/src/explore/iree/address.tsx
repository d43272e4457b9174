/** The path of one element to a bank, under an attribute that a reader sets. */
import {
  elementOffset,
  findIreeTarget,
  groupsOf,
  type IreeSwizzle,
  plainLayout,
  type RoundTripCost,
  rowStrideOf,
  type TileLayout,
} from '@ldscope/core';
import {
  type DataTable,
  physicalTilePicture,
  type TileOptions,
  tilePicture,
  tileTable,
} from '@ldscope/render';
import { h, type JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { useSteps } from '../../controls/stepper.tsx';
import { useControls, usePart } from '../../controls/use-controls.ts';
import { counted, grouped } from '../../controls/words.ts';
import { tableOf } from '../../picture/table-of.ts';
import type { Pointed } from '../../picture/view.tsx';
import * as show from '../parts/show.tsx';
import { elementAt } from '../parts/tile-cells.ts';
import { useGradually, useLater } from '../parts/use-later.ts';
import {
  attributeNames,
  layoutControls,
  layoutTitle,
  tileControls,
  tileNames,
  tileOf,
  type TileState,
  tileTries,
  worked,
} from './controls.ts';
import { contractTable } from './picture.ts';
import {
  addressSteps,
  type Side,
  sideCost,
  sideReads,
  specificationOf,
  type TileModel,
  tileModel,
} from './tile.ts';

/** A layout's cost; `undefined` while it is not known, and `no layout` where accesses cannot follow it. */
type Cost = RoundTripCost | 'no layout' | undefined;

function ReadFigure({ model }: { readonly model: TileModel }): JSX.Element {
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
      : show.banks(read, phase, `iree-read-${side?.name ?? 'plain'}`, { machine }),
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
    show.opens(
      sides.map(({ name }) => [
        specificationOf(parameters, name),
        { file: `${name}.yaml`, machine: parameters.chip, view: 'banks', site: 'operand' },
        `Open in the playground: ${layoutTitle(name)}`,
      ]),
    ),
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

export function AddressFigures(): JSX.Element {
  const form = useControls(tileControls);
  const { row, column } = form.state;
  const part = usePart(form.state, [...tileNames, ...attributeNames]);
  const model = useMemo(() => tileModel(tileOf(part)), [part]);
  const later = useLater(model);
  const { columns, swizzle } = model.parameters;
  const pick = (at: Pointed): void => form.change(elementAt(at, columns) ?? {});
  return show.all([
    show.figure('From a hint to an address', [
      <TilePictures model={model} state={form.state} onPick={pick} />,
      show.fields(form, ['row', 'column', 'drawn', 'standout']),
      show.table(stepTable(addressSteps(model.parameters, row, column), row, column)),
      <p class="iree-attribute">
        <code>iree_codegen.swizzle_hint %tile[{model.attribute}]</code>
      </p>,
      show.hint(groupsText(swizzle)),
      <div class="iree-faults">{faultLines(model.faults)}</div>,
      show.tries(form, tileTries),
      show.presets(form, 'Example', worked),
      show.fields(form, tileNames),
      show.fields(form, attributeNames),
    ]),
    useMemo(() => h(ReadFigure, { model: later }), [later]),
  ]);
}

/** What is wrong with an attribute. */
const faultLines = (faults: readonly string[]): JSX.Element[] =>
  faults.length === 0
    ? [
        <p>
          <span class="tag good">sound</span> The attribute permutes the tile and keeps every
          element in its row.
        </p>,
      ]
    : faults.map((fault) => (
        <p key={fault}>
          <span class="tag warn">caution</span> {fault}.
        </p>
      ));

function groupsText(swizzle: IreeSwizzle): string {
  const groups = groupsOf(swizzle);
  const parts = `${groups} groups of ${swizzle.accessWidth} elements`;
  if (swizzle.kind === 'rotate_rows') {
    return `${parts}; group g of row r is stored at (r + g) mod ${groups}.`;
  }
  const perPhase = swizzle.perPhase ?? 1;
  const key = perPhase === 1 ? 'row' : `floor(row / ${perPhase})`;
  const stride = rowStrideOf(swizzle);
  const of = stride === swizzle.rowWidth ? '' : `, rows counted every ${stride} elements`;
  return `${parts}; group g is stored at g xor (${key} mod ${groups})${of}.`;
}

const stepTable = (
  steps: ReturnType<typeof addressSteps>,
  row: number,
  column: number,
): DataTable =>
  tableOf(`Element [${row}][${column}]: in elements, except for the last three lines`, steps, [
    ['step', 'name'],
    'formula',
    'value',
  ]);

interface PicturesProps {
  readonly model: TileModel;
  readonly state: Pick<TileState, 'row' | 'column' | 'drawn' | 'standout'>;
  readonly onPick: (pointed: Pointed) => void;
}

/** Each of the two is a task of its own. */
function TilePictures({ model: present, state, onPick }: PicturesProps): JSX.Element {
  const { row, column, drawn, standout } = state;
  const model = useLater(present);
  const later = useLater(model);
  const swizzled = later.sides.find(({ name }) => name === 'swizzled');
  const optionsOf = ({ machine, problem, tile }: TileModel, layout: TileLayout): TileOptions => {
    const banks = machine.sharedMemory.banks.value;
    const bank = Math.floor(elementOffset(layout, row, column) / 4) % banks;
    const selection =
      standout === 'the element' ? { element: row * tile.columns + column } : { bank };
    return {
      problem,
      layout,
      target: { machine, model: machine.models[0] },
      colorBy: 'bank',
      ...(standout === 'everything' ? {} : { selection }),
    };
  };
  const draw = drawn === 'banks' ? physicalTilePicture : tilePicture;
  const plain = optionsOf(model, plainLayout(model.tile));
  const moved = swizzled && optionsOf(later, swizzled.layout);
  const key = [drawn, ...(standout === 'everything' ? [] : [standout, row, column])].join(' ');
  const { chip, element, rows, columns } = model.parameters;
  const before = useMemo(() => draw(plain), [chip, element, rows, columns, key]);
  const after = useMemo(() => moved && draw(moved), [later, key]);
  return (
    <div class="iree-pictures">
      {show.panel('Plain', [show.view(before, 'iree-plain', () => tileTable(plain), { onPick })])}
      {show.panel('With the hint resolved', [
        after === undefined || moved === undefined ? (
          <p class="verdict">Not drawn: this attribute is not a layout of the tile.</p>
        ) : (
          show.view(after, 'iree-swizzled', () => tileTable(moved), { onPick })
        ),
      ])}
    </div>
  );
}
