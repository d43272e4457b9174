/** One element on its way to a bank, and the tile under the attribute beside the tile as it is. */
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
  bankGridPicture,
  bankGridTable,
  type DataTable,
  physicalTilePicture,
  type TileOptions,
  tilePicture,
  tileTable,
} from '@ldscope/render';
import type { JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { Choice } from '../../controls/choice.tsx';
import { NumberField } from '../../controls/fields.tsx';
import { Stepper } from '../../controls/stepper.tsx';
import { ScrolledTable } from '../../picture/data-table.tsx';
import { type Pointed, View } from '../../picture/view.tsx';
import { OpenInPlayground } from '../../share/open-in-playground.tsx';
import { Figure } from '../explorer-page.tsx';
import { useGradually } from '../parts/use-gradually.ts';
import { useLater } from '../parts/use-later.ts';
import { contractTable } from './contracts.ts';
import {
  addressSteps,
  bytesOf,
  chips,
  columnChoices,
  elements,
  readChoices,
  ROWS,
  type Side,
  sideCost,
  sideReads,
  specificationOf,
  talkParameters,
  tileModel,
  type TileModel,
  type TileParameters,
  worked,
} from './tile.ts';

const OWN = 'your own';
const pictures = ['rows and columns', 'banks'] as const;
type PictureKind = (typeof pictures)[number];

const standouts = ['everything', 'the element', 'its bank'] as const;
type Standout = (typeof standouts)[number];

const widths = ['1', '2', '4', '8', '16'] as const;
const phaseCounts = ['1', '2', '4'] as const;
const kinds = ['xor_shuffle', 'rotate_rows'] as const;

/** True when lanes of a row are whole reads of at most 16 bytes. */
function fits({ columns, element }: TileParameters, read: number): boolean {
  return columns % (4 * read) === 0 && read * bytesOf[element] <= 16;
}

function fitting(parameters: TileParameters): TileParameters {
  let { read } = parameters;
  while (!fits(parameters, read)) read /= 2;
  return { ...parameters, read };
}

function withRow(swizzle: IreeSwizzle, columns: number, rowWidth: number): IreeSwizzle {
  return swizzle.kind === 'rotate_rows'
    ? { ...swizzle, rowWidth }
    : { ...swizzle, rowWidth, rowStride: Math.max(columns, rowWidth) };
}

export function AddressFigures(): JSX.Element {
  const [parameters, setParameters] = useState(talkParameters);
  const [row, setRow] = useState(3);
  const [column, setColumn] = useState(8);
  const [kind, setKind] = useState<PictureKind>('rows and columns');
  const [standout, setStandout] = useState<Standout>('everything');
  const model = useMemo(() => tileModel(parameters), [parameters]);
  const later = useLater(model);
  const change = (some: Partial<TileParameters>): void => {
    const next = fitting({ ...parameters, ...some });
    setParameters(next);
    if (column >= next.columns) setColumn(0);
  };
  const { columns, swizzle, element, read, chip } = parameters;
  const steps = addressSteps(parameters, row, column);
  const named = worked.find(
    ({ parameters: one }) => JSON.stringify(one) === JSON.stringify(parameters),
  );
  const pick = (pointed: Pointed): void => {
    const found = pointed['element'];
    if (found === undefined || !Number.isFinite(found)) return;
    setRow(Math.floor(found / columns));
    setColumn(found % columns);
  };
  return (
    <>
      <Figure title="From a hint to an address">
        <div class="figure-controls">
          <Choice
            label="Worked"
            options={[...worked.map(({ name }) => name), OWN]}
            value={named?.name ?? OWN}
            onChange={(name) => {
              const found = worked.find((one) => one.name === name);
              if (found === undefined) return;
              setParameters(found.parameters);
              if (column >= found.parameters.columns) setColumn(0);
            }}
          />
        </div>
        <div class="figure-controls">
          <Choice
            label="Element"
            options={elements}
            value={element}
            onChange={(next) => change({ element: next })}
          />
          <Choice
            label="Elements of a row"
            options={columnChoices}
            value={columnChoices.find((one) => Number(one) === columns) ?? '128'}
            onChange={(text) => {
              const next = Number(text);
              change({ columns: next, swizzle: withRow(swizzle, next, next) });
            }}
          />
          <Choice
            label="A lane reads"
            options={readChoices.filter((one) => fits(parameters, Number(one)))}
            value={readChoices.find((one) => Number(one) === read) ?? '4'}
            onChange={(next) => change({ read: Number(next) })}
          />
          <Choice
            label="Chip"
            options={chips}
            value={chip}
            onChange={(next) => change({ chip: next })}
          />
        </div>
        <div class="figure-controls">
          <Choice
            label="Attribute"
            options={kinds}
            value={swizzle.kind}
            onChange={(next) =>
              change({
                swizzle:
                  next === 'rotate_rows'
                    ? { kind: next, rowWidth: swizzle.rowWidth, accessWidth: swizzle.accessWidth }
                    : {
                        kind: next,
                        rowWidth: swizzle.rowWidth,
                        accessWidth: swizzle.accessWidth,
                        rowStride: Math.max(columns, swizzle.rowWidth),
                        perPhase: 1,
                      },
              })
            }
          />
          <Choice
            label="row_width"
            options={[columns / 2, columns, columns * 2].map(String)}
            value={String(swizzle.rowWidth)}
            onChange={(next) => change({ swizzle: withRow(swizzle, columns, Number(next)) })}
          />
          <Choice
            label="access_width"
            options={widths}
            value={widths.find((one) => Number(one) === swizzle.accessWidth) ?? '4'}
            onChange={(next) => change({ swizzle: { ...swizzle, accessWidth: Number(next) } })}
          />
          {swizzle.kind === 'xor_shuffle' ? (
            <Choice
              label="per_phase"
              options={phaseCounts}
              value={phaseCounts.find((one) => Number(one) === (swizzle.perPhase ?? 1)) ?? '1'}
              onChange={(next) => change({ swizzle: { ...swizzle, perPhase: Number(next) } })}
            />
          ) : undefined}
        </div>
        <p class="iree-attribute">
          <code>iree_codegen.swizzle_hint %tile[{model.attribute}]</code>
        </p>
        <p class="iree-facts">{groupsText(swizzle)}</p>
        <Faults faults={model.faults} />
        <div class="figure-controls">
          <NumberField label="Row" value={row} min={0} max={ROWS - 1} onChange={setRow} />
          <NumberField
            label="Column"
            value={column}
            min={0}
            max={columns - 1}
            onChange={setColumn}
          />
          <Choice label="Drawn by" options={pictures} value={kind} onChange={setKind} />
          <Choice label="Stands out" options={standouts} value={standout} onChange={setStandout} />
        </div>
        <ScrolledTable table={stepTable(steps, row, column)} />
        <TilePictures
          model={model}
          kind={kind}
          standout={standout}
          row={row}
          column={column}
          onPick={pick}
        />
      </Figure>
      {useMemo(
        () => (
          <ReadFigure model={later} />
        ),
        [later],
      )}
    </>
  );
}

function Faults({ faults }: { readonly faults: readonly string[] }): JSX.Element {
  return (
    <div class="iree-faults">
      {faults.length === 0 ? (
        <p>
          <span class="tag good">sound</span> A permutation of the tile that keeps every element in
          its row.
        </p>
      ) : (
        faults.map((fault) => (
          <p key={fault}>
            <span class="tag warn">beware</span> {fault}.
          </p>
        ))
      )}
    </div>
  );
}

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

function stepTable(steps: ReturnType<typeof addressSteps>, row: number, column: number): DataTable {
  return {
    caption: `Element [${row}][${column}]: units are elements until the last three lines`,
    columns: [{ title: 'what' }, { title: 'how' }, { title: 'value', numeric: true }],
    rows: steps.map(({ name, formula, value }) => [name, formula, String(value)]),
  };
}

interface PicturesProps {
  readonly model: TileModel;
  readonly kind: PictureKind;
  readonly standout: Standout;
  readonly row: number;
  readonly column: number;
  readonly onPick: (pointed: Pointed) => void;
}

/** The tile as it is, then the tile with the hint: each is a task of its own. */
function TilePictures({
  model: present,
  kind,
  standout,
  row,
  column,
  onPick,
}: PicturesProps): JSX.Element {
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
  const draw = kind === 'banks' ? physicalTilePicture : tilePicture;
  const plain = optionsOf(model, plainLayout(model.tile));
  const moved = swizzled && optionsOf(later, swizzled.layout);
  const key = [kind, ...(standout === 'everything' ? [] : [standout, row, column])].join(' ');
  const { chip, element, columns } = model.parameters;
  const before = useMemo(() => draw(plain), [chip, element, columns, key]);
  const after = useMemo(() => moved && draw(moved), [later, key]);
  return (
    <div class="iree-pictures">
      <div class="iree-panel">
        <h3>As it is</h3>
        <View picture={before} table={() => tileTable(plain)} name="iree-plain" onPick={onPick} />
      </div>
      <div class="iree-panel">
        <h3>With the hint resolved</h3>
        {after === undefined || moved === undefined ? (
          <p class="verdict">Not drawn: this attribute is not a layout of the tile.</p>
        ) : (
          <View
            picture={after}
            table={() => tileTable(moved)}
            name="iree-swizzled"
            onPick={onPick}
          />
        )}
      </div>
    </div>
  );
}

const sideTitles: Readonly<Record<Side['name'], string>> = {
  plain: 'as it is',
  padded: '64 bits of padding',
  swizzled: 'the attribute',
};

const waysText = (ways: number): string => (ways === 1 ? '1 way' : `${ways} ways`);

function ReadFigure({ model }: { readonly model: TileModel }): JSX.Element {
  const [name, setName] = useState<Side['name']>('swizzled');
  const [instruction, setInstruction] = useState(0);
  const [phase, setPhase] = useState(0);
  const side = model.sides.find((one) => one.name === name) ?? model.sides[0];
  const { machine, parameters, sides } = model;
  const reads = useMemo(() => (side === undefined ? [] : sideReads(model, side)), [model, side]);
  const costs = useGradually(
    sides.length,
    (index) => {
      const own = sides[index];
      return own && (sideCost(model, own) ?? 'no layout');
    },
    model,
  );
  if (side === undefined) return <></>;
  const at = Math.min(instruction, reads.length - 1);
  const read = reads[at];
  const phases = read?.phases.length ?? 1;
  const shown = Math.min(phase, phases - 1);
  const [plain] = costs;
  const plainBytes = plain === undefined || plain === 'no layout' ? undefined : plain.ldsBytes;
  const costOf = (own: Side['name']): RoundTripCost | undefined => {
    const cost = costs[sides.findIndex((one) => one.name === own)];
    return cost === 'no layout' ? undefined : cost;
  };
  const known = (['plain', 'padded', 'swizzled'] as const).flatMap((own) => {
    const cost = costOf(own);
    return cost === undefined ? [] : [[own, cost] as const];
  });
  const contracts = contractTable(model, Object.fromEntries(known));
  const table: DataTable = {
    caption: `The tile once written and once read by a wave on ${parameters.chip}`,
    columns: [
      { title: 'layout' },
      { title: 'write conflicts', numeric: true },
      { title: 'read conflicts', numeric: true },
      { title: 'LDS cycles', numeric: true },
      { title: 'instructions', numeric: true },
      { title: 'bytes', numeric: true },
      { title: 'more LDS', numeric: true },
    ],
    rows: sides.map(({ name: own }, index) => {
      const cost = costs[index];
      if (cost === undefined) return [sideTitles[own], ...Array.from({ length: 6 }, () => '...')];
      if (cost === 'no layout') {
        return [
          sideTitles[own],
          'accesses cannot follow it',
          ...Array.from({ length: 5 }, () => '-'),
        ];
      }
      return [
        sideTitles[own],
        String(cost.writeConflictCycles),
        String(cost.readConflictCycles),
        String(cost.cycles),
        String(cost.instructions),
        cost.ldsBytes.toLocaleString('en-US'),
        plainBytes === undefined || cost.ldsBytes === plainBytes
          ? '-'
          : `${((100 * cost.ldsBytes) / plainBytes - 100).toFixed(2)} %`,
      ];
    }),
  };
  return (
    <Figure title="What the read makes of it">
      <p class="prose">
        Lane l reads row l mod 16, {parameters.read} elements from column {parameters.read} *
        floor(l / 16) on. Without mitigation the rows of a lane group begin at the same bank
        {findIreeTarget(parameters.chip)?.banks === undefined
          ? ''
          : ' whenever a row is whole periods long'}
        . Padding moves each row on; the attribute moves the groups inside it. The copy that fills
        the tile moves 16 bytes a lane: rows that begin at odd multiples of 8 bytes, or groups of 8
        bytes, cut it in two, and halves of neighbours meet. So a layout that is free for the read
        may cost the write.
      </p>
      <ScrolledTable table={table} />
      <ScrolledTable table={contracts} />
      <div class="figure-controls">
        <Choice
          label="Layout"
          options={sides.map((one) => ({ value: one.name, label: sideTitles[one.name] }))}
          value={side.name}
          onChange={setName}
        />
        <NumberField
          label="Instruction of the read"
          value={at}
          min={0}
          max={Math.max(0, reads.length - 1)}
          onChange={setInstruction}
        />
      </div>
      <Stepper
        label="Phase"
        count={phases}
        value={shown}
        onChange={setPhase}
        milliseconds={1100}
        text={`phase ${shown} of ${phases}: ${waysText(read?.phases[shown]?.ways ?? 0)}`}
      />
      {read === undefined ? undefined : (
        <View
          picture={bankGridPicture(read, shown, { machine })}
          table={() => bankGridTable(read, shown)}
          name={`iree-read-${side.name}`}
        />
      )}
      <div class="figure-controls">
        {sides.map((one) => (
          <OpenInPlayground
            key={one.name}
            text={specificationOf(parameters, one.name)}
            file={`${one.name}.yaml`}
            machine={parameters.chip}
            view="banks"
            site="operand"
          >
            Open in the playground: {sideTitles[one.name]}
          </OpenInPlayground>
        ))}
      </div>
    </Figure>
  );
}
