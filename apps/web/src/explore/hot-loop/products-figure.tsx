/** The matrix instructions of a wave in the order of the hand-written loop, and the contents of registers at each. */
import type { DataTable } from '@ldscope/render';
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { Facts } from '../../controls/facts.tsx';
import { Fields } from '../../controls/form.tsx';
import { useSteps } from '../../controls/stepper.tsx';
import { useControls } from '../../controls/use-controls.ts';
import { tableOf } from '../../picture/table-of.ts';
import { View } from '../../picture/view.tsx';
import { Figure } from '../explorer-page.tsx';
import { productControls } from './controls.ts';
import { productsPicture } from './products-picture.ts';
import { BLOCKS, type Product, productsOf, REGISTERS } from './products.ts';

export function ProductsFigure(): JSX.Element {
  const form = useControls(productControls);
  const { wave } = form.state;
  const products = useMemo(() => productsOf(), []);
  const [step, stepper] = useSteps('Product', products.length, {
    text: (one) => `product ${one + 1} of ${products.length}: ${textOf(products[one])}`,
    milliseconds: 450,
  });
  const product = products[step];
  const picture = useMemo(() => product && productsPicture(product, wave), [product, wave]);
  if (product === undefined || picture === undefined) return <></>;
  const { after } = product;
  const blocks = BLOCKS * BLOCKS;
  return (
    <Figure title="The 64 products of a wave">
      <View
        picture={picture}
        table={() => productTable(products)}
        name="hot-loop-products"
        onPick={({ wave: picked }) => {
          form.change({ wave: picked ?? wave });
        }}
      />
      {stepper}
      <p class="hot-then">
        After it: <code>{after.length === 0 ? 'the next product' : after.join('; ')}</code>
      </p>
      <Fields of={form} />
      <p class="prose">
        Four waves share the tile as 2 x 2. Two of them read the same half of A, two the same half
        of B: data stored in LDS once is read twice. A wave goes through its blocks slice by slice
        of k. A finished slice frees registers, and reads for later slices use them.
      </p>
      <Facts
        facts={[
          { name: 'registers of A', value: blocks * REGISTERS.operand },
          { name: 'of B', value: blocks * REGISTERS.operand },
          { name: 'of C', value: blocks * REGISTERS.accumulator },
        ]}
      />
      <p class="hot-hint">
        Blocks of A and B: no sign is this tile, + the next, - the previous one, no longer needed. A
        block counts as present from the moment its read is issued. Blocks of C: slices of k added
        so far.
      </p>
    </Figure>
  );
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
