/** The matrix instructions of a wave in the order of the notes, and what is in registers at each. */
import type { DataTable } from '@ldscope/render';
import type { JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { Choice } from '../../controls/choice.tsx';
import { Facts } from '../../controls/facts.tsx';
import { Stepper } from '../../controls/stepper.tsx';
import { View } from '../../picture/view.tsx';
import { Figure } from '../explorer-page.tsx';
import { productsPicture } from './products-picture.ts';
import { BLOCKS, type Product, productsOf, REGISTERS } from './products.ts';

const waves = ['0', '1', '2', '3'] as const;

export function ProductsFigure(): JSX.Element {
  const [step, setStep] = useState(57);
  const [wave, setWave] = useState(0);
  const products = useMemo(() => productsOf(), []);
  const product = products[step];
  const picture = useMemo(() => product && productsPicture(product, wave), [product, wave]);
  if (product === undefined || picture === undefined) return <></>;
  const { row, column, slice, after } = product;
  const blocks = BLOCKS * BLOCKS;
  return (
    <Figure title="Sixty-four products of a wave">
      <p class="prose">
        Four waves share the tile as 2 x 2. Two of them read the same half of A, two the same half
        of B: what is stored in LDS once is read twice. A wave goes through its blocks slice by
        slice of k, and a slice that is done makes room: that is where reads for later go.
      </p>
      <div class="figure-controls">
        <Choice
          label="Wave"
          options={waves}
          value={waves[wave] ?? '0'}
          onChange={(next) => setWave(Number(next))}
        />
        <Stepper
          label="Product"
          count={products.length}
          value={step}
          onChange={setStep}
          milliseconds={450}
          text={`product ${step + 1} of ${products.length}: C[${row},${column}] += A[${row},${slice}] B[${column},${slice}]`}
        />
      </div>
      <Facts
        facts={[
          { name: 'registers of A', value: String(blocks * REGISTERS.operand) },
          { name: 'of B', value: String(blocks * REGISTERS.operand) },
          { name: 'of C', value: String(blocks * REGISTERS.accumulator) },
        ]}
      />
      <View
        picture={picture}
        table={() => productTable(products)}
        name="hot-loop-products"
        onPick={({ wave: picked }) => {
          if (picked !== undefined) setWave(picked);
        }}
      />
      <p class="hot-hint">
        Of A and B: plain is of this tile, + of the next, - of the one before, done with. Reads
        count from when they are asked for. Of C: slices of k that are in.
      </p>
      <p class="hot-then">
        After it: <code>{after.length === 0 ? 'the next product' : after.join('; ')}</code>
      </p>
    </Figure>
  );
}

function productTable(products: readonly Product[]): DataTable {
  return {
    caption: 'Products of an iteration, and what the loop issues after each',
    columns: [{ title: 'product', numeric: true }, { title: 'what' }, { title: 'after it' }],
    rows: products.map(({ row, column, slice, after }, index) => [
      String(index + 1),
      `C[${row},${column}] += A[${row},${slice}] B[${column},${slice}]`,
      after.join('; '),
    ]),
  };
}
