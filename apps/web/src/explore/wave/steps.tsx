/** One address in four steps, for any lane, and the 8 x 8 tile. */
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { type Fact, toneOf } from '../../controls/facts.tsx';
import { useSteps } from '../../controls/stepper.tsx';
import { View } from '../../picture/view.tsx';
import { examples } from '../../share/examples.ts';
import { OpenInPlayground } from '../../share/open-in-playground.tsx';
import * as show from '../parts/show.tsx';
import { documentParameters } from './controls.ts';
import { type Chip, chips, swizzleSteps } from './model.ts';
import { smallPicture } from './picture.ts';
import { smallRead, smallTile } from './small-tile.ts';

const OPERAND_LANES = 64;

export function StepsFigure(): JSX.Element {
  const [lane, stepper] = useSteps('Lane', OPERAND_LANES, {
    text: (one) => {
      const { row, column } = swizzleSteps(documentParameters, one);
      return `Lane ${one}: row ${row}, column ${column}`;
    },
    milliseconds: 900,
  });
  const { unit, phases } = documentParameters;
  const steps = swizzleSteps(documentParameters, lane);
  const { row, column, chunk, phase, swizzledChunk, swizzledColumn, banks } = steps;
  return show.figure('One address in four steps', [
    <dl class="wave-steps">
      <dt>1. Chunk of the column</dt>
      <dd>
        {column} / {unit} = {chunk}
      </dd>
      <dt>2. Phase of the row</dt>
      <dd>
        {row} mod {phases} = {phase}
      </dd>
      <dt>3. Swizzled chunk</dt>
      <dd>
        {chunk} xor {phase} = {swizzledChunk}
      </dd>
      <dt>4. Column in LDS</dt>
      <dd>
        {swizzledChunk} * {unit} = {swizzledColumn}, so (row {row}, column {swizzledColumn})
      </dd>
      <dt>Bank</dt>
      <dd>
        ({row} * 32 + {swizzledColumn} / 2) mod {banks} = {steps.firstBank}: banks {steps.firstBank}{' '}
        to {steps.lastBank}; without the swizzle it would start at bank {steps.plainFirstBank}
      </dd>
    </dl>,
    stepper,
  ]);
}

export function SmallFigure(): JSX.Element {
  const [rows, stepper] = useSteps('Rows swizzled', 9, {
    name: 'rows',
    text: (count) => `${count} of 8 rows swizzled`,
  });
  return show.figure('An 8 x 8 tile, row by row', [
    <div class="side-by-side">
      <View picture={smallPicture(smallTile(0), 'before')} name="tile-8x8-before" />
      <View picture={smallPicture(smallTile(rows), 'after')} name="tile-8x8-after" />
    </div>,
    stepper,
    <p>
      Each colour is a column of the tile. Without a swizzle a column is in one place of every row,
      so a column read uses one place only. The XOR moves the elements of each row, until every
      place has every colour once. Counted is a read down the columns, lane l in row l mod 8, with
      16 bytes per cell.
    </p>,
    show.facts(chips.flatMap((chip) => smallFacts(chip, rows))),
  ]);
}

function smallFacts(chip: Chip, rows: number): Fact[] {
  return [
    { when: 'before', read: smallRead(chip, 0) },
    { when: 'now', read: smallRead(chip, rows) },
  ].map(({ when, read }) => [
    `${read.opcode} on ${chip}, ${when}`,
    `${read.idxActive} cycles`,
    toneOf(read.bankConflict),
  ]);
}

const kernels = [
  { name: 'gemm-gather-plain', words: 'Open a whole GEMM of this kind, plain' },
  { name: 'gemm-gather-to-lds', words: 'Open it swizzled' },
] as const;

export function KernelLinks(): JSX.Element {
  const [texts, setTexts] = useState<Readonly<Record<string, string>>>({});
  useEffect(() => {
    for (const { name } of kernels) {
      const example = examples.find((one) => one.name === name);
      void example?.load().then((text) => setTexts((all) => ({ ...all, [name]: text })));
    }
  }, []);
  return (
    <p class="wave-buttons">
      {kernels.map(({ name, words }) => (
        <OpenInPlayground
          key={name}
          text={texts[name] ?? ''}
          at={{ file: 'kernel.mlir', machine: 'gfx950' }}
        >
          {words}
        </OpenInPlayground>
      ))}
    </p>
  );
}
