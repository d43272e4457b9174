/** `docs/address-instructions.md`: every figure of its text, `page.template`, comes from here. */
import { readText } from '../base/read.ts';
import { filled } from '../base/template.ts';
import { type Compared, FEW, isInside, isNear, SHARE, shareOf } from './compare.ts';
import { chips } from './compile.ts';

const percent = (share: number): string => `${Math.floor(100 * share)} %`;

export function pageOf(
  version: number,
  fixed: readonly Compared[],
  heldOut: readonly Compared[],
): string {
  const figures = heldOut.filter(({ isFigure }) => isFigure);
  const nearOn = chips.map((chip) => {
    const own = fixed.filter((one) => one.chip === chip);
    return `${percent(shareOf(own, isNear))} on ${chip}`;
  });
  const tiles = [...new Set(fixed.map(({ tile }) => tile))];
  const known = tiles.flatMap((tile) => {
    const own = fixed.filter((one) => one.tile === tile);
    return tableOf(tile, own);
  });
  return filled(readText('validation/address/page.template'), {
    version,
    near: `${100 * SHARE} % or ${FEW} instructions`,
    layouts: heldOut.length / chips.length,
    figures: figures.length,
    nearFigures: percent(shareOf(figures, isNear)),
    all: heldOut.length,
    inside: percent(shareOf(heldOut, isInside)),
    nearAll: percent(shareOf(heldOut, isNear)),
    byKind: kinds.flatMap((kind) => kindRows(kind, heldOut)).join('\n'),
    knownLayouts: fixed.length / chips.length,
    nearKnown: nearOn.join(' and '),
    known: known.join('\n').trimEnd(),
  });
}

/** A kind of layout, unrolled and in loops. */
const kindRows = ({ name, is }: Kind, heldOut: readonly Compared[]): string[] =>
  [false, true].map((keepsLoops) => {
    const list = heldOut.filter((one) => is(one.layout) && one.keepsLoops === keepsLoops);
    const on = chips.map((chip) => list.filter((one) => one.chip === chip));
    const cells = [isNear, isInside].flatMap((holds) =>
      on.map((own) => (own.length === 0 ? '' : percent(shareOf(own, holds)))),
    );
    const accesses = keepsLoops ? 'in loops' : 'unrolled';
    return `| ${[name, accesses, on[0]?.length ?? 0, ...cells].join(' | ')} |`;
  });

interface Kind {
  readonly name: string;
  readonly is: (layout: string) => boolean;
}

const kinds: readonly Kind[] = [
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
