/** `docs/address-instructions.md`: every figure of it comes from here. */
import { type Compared, FEW, isInside, isNear, SHARE, shareOf } from './compare.ts';
import { chips } from './compile.ts';

const percent = (share: number): string => `${Math.floor(100 * share)} %`;

export function pageOf(
  version: number,
  fixed: readonly Compared[],
  heldOut: readonly Compared[],
): string {
  const figures = heldOut.filter(({ isFigure }) => isFigure);
  return [
    '# Address instructions: the model and clang',
    '',
    'The cost of a layout in address instructions is computed by a model of a compiler',
    '([address-cost.ts](../packages/core/src/mitigate/address-cost.ts)): vector instructions in the program of one wave beyond',
    'those of the plain tile, for the formula that `ldscope convert` prints in C, with everything that accesses share counted',
    'once. The count is static: an instruction of a loop counts once, however often it is executed. Loops of the kernel are',
    'kept; a compiler that unrolls one emits more.',
    '',
    `Where the model is within ${100 * SHARE} % or ${FEW} instructions of what clang ${version} emits (\`-O3\`), \`suggest\` prints a figure, \`+3\`.`,
    'Elsewhere it prints a range, `+7..24`, which holds for about 19 of 20 layouts of that kind. On chips other than gfx942 and',
    'gfx950 nothing is compared, and the figure has a `~`. The ranking goes by the figure of the model in either case.',
    '',
    '## Kernels that the model was not made with',
    '',
    `Random tiles, accesses and layouts ([random.ts](../validation/address/random.ts)): ${heldOut.length / chips.length} layouts on two chips, of a seed that`,
    'nothing was tuned on. Two kernels of three have all accesses unrolled, in the third kind instances are rounds of loops.',
    '',
    `- Of ${figures.length} figures ${percent(shareOf(figures, isNear))} are within ${100 * SHARE} % or ${FEW} instructions of clang.`,
    `- Of ${heldOut.length} figures and ranges ${percent(shareOf(heldOut, isInside))} hold what clang emits.`,
    `- The number inside a range, which layouts are ordered by, is within ${100 * SHARE} % or ${FEW} instructions for ${percent(shareOf(heldOut, isNear))} of all.`,
    '',
    '| layout | accesses | layouts | within 20 % or 2, gfx942 | gfx950 | figure or range holds, gfx942 | gfx950 |',
    '| --- | --- | ---: | ---: | ---: | ---: | ---: |',
    ...kinds.flatMap(({ name, is }) =>
      [false, true].map((keepsLoops) => {
        const list = heldOut.filter((one) => is(one.layout) && one.keepsLoops === keepsLoops);
        const on = chips.map((chip) => list.filter((one) => one.chip === chip));
        const cells = [isNear, isInside].flatMap((is) =>
          on.map((own) => (own.length === 0 ? '' : percent(shareOf(own, is)))),
        );
        const accesses = keepsLoops ? 'in loops' : 'unrolled';
        return `| ${[name, accesses, on[0]?.length ?? 0, ...cells].join(' | ')} |`;
      }),
    ),
    '',
    'Why a range: clang folds an operation into another only where its result is used once, so that one more access can keep a',
    'constant out of the offset of an instruction; it scales elements to bytes before or after an XOR; it shares an XOR among',
    'instances or computes it again, by the order in which it meets them; and a table becomes shifts of a constant, selects',
    'or loads.',
    '',
    '## Known kernels',
    '',
    'All accesses of a wave unrolled, data in registers, so that every vector instruction computes an address. The model was made',
    `with these: of ${fixed.length / chips.length} layouts it is within ${100 * SHARE} % or ${FEW} instructions for ${chips
      .map(
        (chip) =>
          `${percent(
            shareOf(
              fixed.filter((one) => one.chip === chip),
              isNear,
            ),
          )} on ${chip}`,
      )
      .join(' and ')}.`,
    'Others are marked.',
    '',
    ...[...new Set(fixed.map(({ tile }) => tile))].flatMap((tile) =>
      tableOf(
        tile,
        fixed.filter((one) => one.tile === tile),
      ),
    ),
  ]
    .join('\n')
    .trimEnd()
    .concat('\n');
}

const kinds: readonly { readonly name: string; readonly is: (layout: string) => boolean }[] = [
  { name: 'pad per row', is: (layout) => layout.endsWith('per row') },
  {
    name: 'pad per several rows',
    is: (layout) => /per \d+ rows$/.test(layout) && layout.startsWith('pad'),
  },
  { name: 'XOR with row mod N', is: (layout) => /, row \//.test(layout) },
  { name: 'XOR with row bits', is: (layout) => layout.includes('row bits') },
  { name: 'XOR with a table', is: (layout) => layout.includes('a table') },
  { name: 'rotated', is: (layout) => layout.includes('rotated') },
  { name: 'linear over GF(2)', is: (layout) => layout.startsWith('linear') },
];

function tableOf(tile: string, list: readonly Compared[]): string[] {
  const layouts = [...new Set(list.map(({ layout }) => layout))];
  return [
    `### ${tile}`,
    '',
    '| layout | clang, gfx942 | model | | clang, gfx950 | model | |',
    '| --- | ---: | ---: | --- | ---: | ---: | --- |',
    ...layouts.map((layout) => {
      const own = list.filter((one) => one.layout === layout);
      const cells = own.flatMap((one) => [
        `+${one.clang}`,
        modelText(one),
        isNear(one) ? '' : 'apart',
      ]);
      return `| ${[layout, ...cells].join(' | ')} |`;
    }),
    '',
  ];
}

const modelText = ({ model, least, most, isFigure }: Compared): string =>
  isFigure ? `+${model}` : `+${model} (${least}..${most})`;
