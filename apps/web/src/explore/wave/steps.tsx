/** One address in four steps, for any lane, and the 8 x 8 tile. */
import type { DataTable } from '@ldscope/render';
import type { JSX } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { type Fact, toneOf } from '../../controls/facts.tsx';
import { useSteps } from '../../controls/stepper.tsx';
import { tableOf } from '../../picture/table-of.ts';
import { examples } from '../../share/examples.ts';
import { rowsOf } from '../parts/rows.ts';
import * as show from '../parts/show.tsx';
import { claimsOf, limitRows, phaseTable } from './claims.ts';
import { documentParameters, limitControls, meetControls } from './controls.ts';
import { type Chip, chips, smallRead, smallTile, swizzleSteps } from './model.ts';
import { smallPicture } from './picture.ts';

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
  const lines = rowsOf`
1. Chunk of the column | ${column} / ${unit} = ${chunk}
2. Phase of the row | ${row} mod ${phases} = ${phase}
3. Swizzled chunk | ${chunk} xor ${phase} = ${swizzledChunk}
4. Column in LDS | ${swizzledChunk} * ${unit} = ${swizzledColumn}, so (row ${row}, column ${swizzledColumn})
Bank | (${row} * 32 + ${swizzledColumn} / 2) mod ${banks} = ${steps.firstBank}: banks ${steps.firstBank} to ${steps.lastBank}; without the swizzle it would start at bank ${steps.plainFirstBank}
`;
  return show.figure('One address in four steps', [show.list('wave-steps', lines), stepper]);
}

export function SmallFigure(): JSX.Element {
  const [rows, stepper] = useSteps('Rows swizzled', 9, {
    name: 'rows',
    text: (count) => `${count} of 8 rows swizzled`,
  });
  return show.figure('An 8 x 8 tile, row by row', [
    show.columns([
      show.view(smallPicture(smallTile(0), 'before'), 'tile-8x8-before'),
      show.view(smallPicture(smallTile(rows), 'after'), 'tile-8x8-after'),
    ]),
    stepper,
    <p>
      Each colour is a column of the tile. Without a swizzle a column is in one place of every row,
      so a column read uses one place only. The XOR moves the elements of each row, until every
      place has every colour once. Counted is a read down the columns, lane l in row l mod 8, with
      16 bytes per cell.
    </p>,
    show.facts(
      chips.flatMap((chip) =>
        [0, rows].map((count, now): Fact => {
          const read = smallRead(chip, count);
          const name = `${read.opcode} on ${chip}, ${now === 0 ? 'before' : 'now'}`;
          return [name, `${read.idxActive} cycles`, toneOf(read.bankConflict)];
        }),
      ),
    ),
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
  return show.opens(
    kernels.map(({ name, words }) => [
      texts[name] ?? '',
      { file: 'kernel.mlir', machine: 'gfx950' },
      words,
    ]),
  );
}

export const LimitsFigure = show.of('Limits of the swizzle', limitControls, (form) => [
  show.table(limitTable(form.state.chip)),
  show.fields(form),
  show.prose([
    '**Gathers wider than reads.** A unit of 16 elements covers eight banks. Lanes that read two elements each, from different rows at one chunk position, still share a bank, and no key over such units changes that.',
    '**Short rows.** A phase can have more rows than a row has chunks. A key that differs in every row then conflicts. But on gfx950 a row of four chunks fills half the banks, so two rows are side by side and need the same key: floor(row / 2) has no conflicts, at no cost.',
    '**Long rows.** The cap of 8 phases leaves two ways on gfx950, where a phase of ds_read_b128 has 16 lanes; 16 phases have none. On gfx942 a phase has 8 lanes, and 8 phases suffice. So the best key depends on row length and chip.',
  ]),
]);

const limitTable = (chip: Chip): DataTable =>
  tableOf(`Most ways of the operand's reads on ${chip}`, limitRows(chip), [
    ['case', 'title'],
    ['tile', ({ parameters }) => `32 x ${parameters.columns}`],
    ['gather, read', ({ parameters }) => `${parameters.gather}, ${parameters.read}`],
    ['unit, phases', ({ parameters }) => `${parameters.unit}, ${parameters.phases}`],
    ['plain', 'plainWays'],
    ['Wave', ({ swizzledWays }) => swizzledWays ?? 'not legal', 'numeric'],
    ['best key', ({ best }) => best.ways],
    [
      'which',
      ({ best: { rowsPerPhase, phases } }) =>
        `${rowsPerPhase === 1 ? 'row' : `floor(row / ${rowsPerPhase})`} mod ${phases}`,
    ],
  ]);

export const PhasesFigure = show.of('Lanes served together', meetControls, (form) => [
  show.table(phaseTable(form.state.chip)),
  show.fields(form),
]);

/** The sentences of Wave's page, and what is beside them. */
export const ClaimsFigure = (): JSX.Element =>
  show.all([
    show.claims("Wave's page", useMemo(claimsOf, [])),
    show.note(
      "Wave's page shows a table of HipKittens for four of these instructions, measured on gfx950. On gfx942 lanes, phases and banks differ: see “Lanes served together”.",
    ),
    show.note(
      'The kernel at the end of the page reads its last two tiles after the loop without a wait for their copies and without a barrier. By the rules of counters and barriers this is a race, whatever the banks do; a compiler that inserts its own waits hides it. Upstream later added the drain to its schedule: [iree-org/wave pull request 1029](https://github.com/iree-org/wave/pull/1029).',
    ),
  ]);
