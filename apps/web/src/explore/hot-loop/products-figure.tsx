/** The matrix instructions of a wave in the order of the loop, and the contents of registers at each. */
import { gemmBudget, machineNamed } from '@ldscope/core';
import type { DataTable } from '@ldscope/render';
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { useSteps } from '../../controls/stepper.tsx';
import { useControls } from '../../controls/use-controls.ts';
import { counted } from '../../controls/words.ts';
import { tableOf } from '../../picture/table-of.ts';
import { type GemmChip, tileText, waveCount } from '../parts/gemm-tile.ts';
import * as show from '../parts/show.tsx';
import { productControls } from './controls.ts';
import { leastBuffering, type Schedule } from './generate.ts';
import { type Product, productsOf, productsPicture } from './products.ts';
import { scheduleOf } from './schedules.ts';
import type { Settings } from './settings.ts';

const LANES = 64;

type ShownProducts = NonNullable<ReturnType<typeof productsIn>>;

/** The products of a schedule; of the loop by hand where a sketch leaves out reads. */
function productsFor(schedule: Schedule, settings: Settings): ShownProducts | undefined {
  const { chip } = settings;
  const own = productsIn(schedule, chip, false);
  if (own !== undefined) return own;
  const byHand = scheduleOf({ ...settings, pipeline: 'by-hand', buffering: leastBuffering });
  return byHand.ok ? productsIn(byHand.value, chip, true) : undefined;
}

function productsIn({ text, tile }: Schedule, chip: GemmChip, instead: boolean) {
  const result = gemmBudget({ ...tile, buffers: 1 }, machineNamed(chip));
  if (!result.ok) return undefined;
  const { row, rows, columns, depth, blocks, operandBytes } = result.value.products;
  const all = productsOf(text, { rows, columns, depth });
  return (
    all && {
      all,
      tile,
      /** What one instruction takes, and its registers. */
      block: { rows: row.m * blocks[0], columns: row.m * blocks[1], depth: row.k },
      operandRegisters: operandBytes / 4,
      resultRegisters: ((row.m * row.m * row.blocks) / LANES) * (row.d === 'f64' ? 2 : 1),
      /** The loop by hand stands for a sketch that has no blocks to follow. */
      instead,
    }
  );
}

export function ProductsFigure({
  schedule,
  settings,
}: Readonly<{ schedule: Schedule; settings: Settings }>): JSX.Element {
  const shown = useMemo(() => productsFor(schedule, settings), [schedule, settings.chip]);
  return shown === undefined ? <></> : <Shown {...shown} />;
}

function Shown(shown: ShownProducts): JSX.Element {
  const { all, tile, block, operandRegisters, resultRegisters, instead } = shown;
  const { rows, columns, places, products } = all;
  const form = useControls(productControls);
  const last = waveCount(tile) - 1;
  const wave = Math.min(form.state.wave, last);
  const [step, stepper] = useSteps('Product', products.length, {
    text: (one) => `product ${one + 1} of ${products.length}: ${textOf(products[one])}`,
    milliseconds: 450,
  });
  const product = products[step];
  const picture = useMemo(
    () => product && productsPicture(all, product, wave, { tile, block }),
    [product, wave, all],
  );
  if (product === undefined || picture === undefined) return <></>;
  const { after } = product;
  const [alongM, alongN] = tile.waves;
  return show.figure('The products of a wave', [
    show.view(picture, 'hot-loop-products', () => productTable(products), {
      onPick: ({ wave: picked }) => {
        form.change({ wave: picked ?? wave });
      },
    }),
    stepper,
    show.prose(
      `After it: \`${after.length === 0 ? 'the next product' : after.join('; ')}\``,
      'hot-then',
    ),
    show.fields(form, undefined, { limits: { wave: { max: last } } }),
    show.prose(
      [
        instead
          ? 'The sketch does not read its operands, so these are the products of the loop by hand.'
          : `These are the products of an iteration of the pipeline above, ${tileText(tile)}.`,
        last === 0
          ? 'One wave has the whole tile.'
          : `${last + 1} waves share the tile as ${alongM} x ${alongN}: an element of A is read by ${counted(alongN, 'wave')}, one of B by ${counted(alongM, 'wave')}.`,
        'A wave goes through its blocks slice by slice of k. A finished slice frees registers, and reads for later slices use them.',
      ].join(' '),
    ),
    show.facts([
      ['registers of A', Math.ceil(rows * places * operandRegisters)],
      ['of B', Math.ceil(columns * places * operandRegisters)],
      ['of C', rows * columns * resultRegisters],
    ]),
    show.hint(
      'Blocks of A and B: no sign is this step, + the next, - the previous one, no longer needed. A block counts as present from the moment its read is issued. Blocks of C: slices of k added so far.',
    ),
  ]);
}

const textOf = (product: Product | undefined): string =>
  product === undefined
    ? ''
    : `C[${product.row},${product.column}] += A[${product.row},${product.slice}] B[${product.column},${product.slice}]`;

const productTable = (products: readonly Product[]): DataTable =>
  tableOf('Products of an iteration, and what the loop issues after each', products, [
    ['product', (_, index) => index + 1],
    ['block product', textOf],
    ['after it', ({ after }) => after.join('; ')],
  ]);
