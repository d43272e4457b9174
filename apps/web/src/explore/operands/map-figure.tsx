/** Which lane holds which element, in which register: one selection in the product, in the registers and in words. */
import { operandMapPicture, operandMapTable, type ShownMatrix, svg } from '@ldscope/render';
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { NumberField } from '../../controls/fields.tsx';
import { Stepper } from '../../controls/stepper.tsx';
import { useControls } from '../../controls/use-controls.ts';
import { useStateOf } from '../../controls/use-state-of.ts';
import * as show from '../parts/show.tsx';
import { mapControls, mapTries } from './controls.ts';
import { freeCorner, laneCard, type Marked, marksOf, withMarks } from './marks.ts';
import { registerPicture, registerTable } from './picture.ts';
import {
  axes,
  contentText,
  heldBy,
  holderOf,
  matrixOn,
  nameOf,
  operandNames,
  operandTitles,
  type Place,
  registerContent,
  registerCount,
  registerOf,
  sizeOf,
  type Spot,
} from './registers.ts';
import { ruleTable } from './tables.ts';

const WIDTH = 1000;

export function MapFigure(): JSX.Element {
  const form = useControls(mapControls);
  const { chip, instruction } = form.state;
  const spot: Spot = form.state;
  const matrix = useMemo(() => matrixOn(chip, instruction), [chip, instruction]);
  const [pointed, setPointed] = useStateOf<Spot | undefined>(matrix, undefined);
  const shown = pointed ?? spot;
  const count = registerCount(matrix, spot.name);
  const block = registerContent(matrix, spot.name, spot.lane, spot.register)[0]?.block ?? 0;
  const base = useMemo(() => {
    const picture = operandMapPicture(matrix, { block, width: WIDTH });
    return {
      picture: { ...picture, content: [svg('g', {}, ...picture.content)] },
      marks: marksOf(picture),
      room: freeCorner(picture),
      table: operandMapTable(matrix),
    };
  }, [matrix, block]);
  const { room } = base;
  const marked = withMarks(base.picture, base.marks, markedBy(matrix, shown, block), (name) =>
    sizeOf(matrix, name),
  );
  const picture = { ...marked, content: [...marked.content, ...laneCard(matrix, shown, room)] };
  const look = (event: Event): void => setPointed(spotAt(event, matrix, block, spot));
  return show.figure('Which lane holds which element', [
    <div
      onPointerOver={look}
      onPointerLeave={() => setPointed(undefined)}
      onClick={(event) => {
        form.change(spotAt(event, matrix, block, spot) ?? {});
      }}
    >
      {show.view(picture, `operands-${nameOf(matrix)}`, base.table)}
      {show.prose(
        `Lane ${shown.lane}, register ${shown.register} of ${operandTitles[shown.name]}: **${contentText(matrix, shown.name, shown.lane, shown.register)}**${matrix.blocks > 1 ? ` of block ${block}` : ''}.${noteOf(matrix)}`,
        'operand-words',
      )}
      {show.prose(
        'The thick outline is the chosen register; a dashed outline is what else its lane holds of this block. Point at an element, or click it to keep it.',
        'operand-legend',
      )}
      {show.view(
        registerPicture(matrix, shown.name, shown.register, shown.lane),
        `registers-${nameOf(matrix)}`,
        () => registerTable(matrix, spot.name),
      )}
    </div>,
    show.tries(form, mapTries),
    show.fields(form, ['chip', 'instruction', 'name']),
    <div class="figure-controls">
      <ElementFields matrix={matrix} spot={spot} onChange={form.change} />
      <Stepper
        label="Register"
        count={count}
        value={spot.register}
        onChange={(register) => form.change({ register })}
        milliseconds={1200}
      />
    </div>,
    show.table(ruleTable(matrix)),
  ]);
}

/** Everything that the lane holds of the block; strong what is in the register. */
function markedBy(matrix: ShownMatrix, spot: Spot, block: number): Marked[] {
  return operandNames.flatMap((name) =>
    Array.from({ length: matrix.operands[name].elements }, (_, element) =>
      heldBy(matrix, name, spot.lane, element),
    )
      .filter((held) => held.block === block)
      .map((held) => ({
        ...held,
        name,
        strong:
          name === spot.name &&
          registerContent(matrix, name, spot.lane, spot.register).some(
            ({ element }) => element === held.element,
          ),
      })),
  );
}

/** What is under the pointer: an element of an operand, or a lane of the register that is shown. */
function spotAt(
  { target }: Event,
  matrix: ShownMatrix,
  block: number,
  spot: Spot,
): Spot | undefined {
  if (!(target instanceof SVGElement)) return undefined;
  const { lane, operand, element } = target.dataset;
  if (lane === undefined) return undefined;
  const name = operandNames.find((one) => one === operand);
  if (name === undefined || element === undefined) return { ...spot, lane: Number(lane) };
  const { columns } = sizeOf(matrix, name);
  const [row, column] = [Math.floor(Number(element) / columns), Number(element) % columns];
  const { elements } = matrix.operands[name];
  for (let own = 0; own < elements; own++) {
    const held = heldBy(matrix, name, Number(lane), own);
    if (held.block === block && held.row === row && held.column === column) {
      return { name, lane: Number(lane), register: registerOf(matrix, name, own) };
    }
  }
  return undefined;
}

function noteOf({ sparse, a }: ShownMatrix): string {
  if (sparse) return ' A is sparse: its k counts the two kept elements of each four.';
  return a === 'f8f6f4' ? ' Shown for 8-bit data; narrower data are one run of k.' : '';
}

function ElementFields({
  matrix,
  spot,
  onChange,
}: Readonly<{ matrix: ShownMatrix; spot: Spot; onChange: (spot: Spot) => void }>): JSX.Element {
  const { name, lane, register } = spot;
  const [first] = registerContent(matrix, name, lane, register);
  const { rows, columns } = sizeOf(matrix, name);
  const [rowTitle, columnTitle] = axes[name];
  const go = (changed: Partial<Place>): void => {
    if (first === undefined) return;
    const holder = holderOf(matrix, name, { ...first, ...changed });
    if (holder !== undefined) onChange({ name, lane: holder.lane, register: holder.register });
  };
  type Line = readonly [label: string, value: number, count: number, go: (value: number) => void];
  const lines: readonly Line[] = [
    ['Lane', lane, matrix.lanes, (next) => onChange({ ...spot, lane: next })],
    [`Element: ${rowTitle}`, first?.row ?? 0, rows, (row) => go({ row })],
    [`Element: ${columnTitle}`, first?.column ?? 0, columns, (column) => go({ column })],
    ['Block', first?.block ?? 0, matrix.blocks, (block) => go({ block })],
  ];
  return show.all(
    lines
      .filter(([label, , count]) => label !== 'Block' || count > 1)
      .map(([label, value, count, onChange]) => (
        <NumberField key={label} {...{ label, value, onChange }} min={0} max={count - 1} />
      )),
  );
}
