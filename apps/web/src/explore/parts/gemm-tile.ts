/**
 * A K step of a GEMM as a reader sets it: any tile that waves and a matrix instruction divide.
 *
 *     256 x 256 x 64, bf16, 2 x 4 waves    128 x 64 of a wave; on gfx942 32x32x8 is the largest instruction that divides it
 */
import {
  gemmElement,
  gemmElementsOf,
  type GemmStepRequest,
  matrixChipOf,
  matrixInstructionsFor,
} from '@ldscope/core';
import { choice, select, whole } from '../../controls/schema.ts';

/** Chips whose pipeline is modelled. */
export const gemmChips = ['gfx942', 'gfx950', 'gfx90a'] as const;
export type GemmChip = (typeof gemmChips)[number];

export type GemmTile = Pick<
  GemmStepRequest,
  'm' | 'n' | 'k' | 'element' | 'waves' | 'instruction' | 'accessBytes'
>;

/** The tile of the GEMM notes. */
export const documentTile: GemmTile = { m: 256, n: 256, k: 32, element: 'f16', waves: [2, 2] };

const types = ['f16', 'bf16', 'f32', 'f64', 'fp8', 'bf8', 'i8', 'f6', 'f4'] as const;
const typeNames: Readonly<Record<string, string>> = { i8: 'int8', f6: 'fp6', f4: 'fp4' };
const typeName = (element: string): string => typeNames[element] ?? element;

const grids = '1x1 1x2 2x1 1x4 2x2 4x1 1x8 2x4 4x2 8x1 4x4'.split(' ');

const LARGEST = 'largest';
const WIDEST = 'widest';

function instructionsFor(element: string, chip: GemmChip): readonly string[] {
  const type = gemmElement(element);
  const matrixChip = matrixChipOf(chip);
  return type === undefined || matrixChip === undefined
    ? []
    : matrixInstructionsFor(type, matrixChip);
}

/** Element types of a chip's matrix instructions. */
export function typesOf(chip: GemmChip): readonly string[] {
  const matrixChip = matrixChipOf(chip);
  const all = matrixChip === undefined ? [] : gemmElementsOf(matrixChip);
  return types.filter((type) => all.includes(type));
}

/** The controls of a tile. */
export const gemmTileControls = () => ({
  chip: choice('Chip', gemmChips, 'gfx942'),
  m: whole('Rows M', documentTile.m, { min: 16, max: 512, step: 16 }),
  n: whole('Columns N', documentTile.n, { min: 16, max: 512, step: 16 }),
  k: whole('Depth K of a step', documentTile.k, { min: 8, max: 512, step: 8 }),
  element: select<string>('Element', types, 'f16', { text: typeName }),
  waves: select<string>('Waves, M x N', grids, '2x2', {
    text: (grid) => grid.replace('x', ' x '),
  }),
  instruction: select<string>(
    'Matrix instruction',
    [
      LARGEST,
      ...new Set(
        gemmChips.flatMap((chip) => types.flatMap((element) => instructionsFor(element, chip))),
      ),
    ],
    LARGEST,
    { text: (name) => (name === LARGEST ? 'the largest that divides the tile' : name) },
  ),
  access: select('Access', [WIDEST, 16, 12, 8, 4], WIDEST, {
    text: (bytes) => (bytes === WIDEST ? 'the widest' : `${bytes} B per lane`),
  }),
});

export const gemmTileNames = ['m', 'n', 'k', 'element', 'waves', 'instruction', 'access'] as const;

export interface GemmTileState extends Pick<GemmTile, 'm' | 'n' | 'k' | 'element'> {
  readonly chip: GemmChip;
  readonly waves: string;
  readonly instruction: string;
  readonly access: number | typeof WIDEST;
}

/** What of them depends on the others. */
export const gemmTileDepends = {
  element: ({ chip }: Pick<GemmTileState, 'chip'>) => ({ values: typesOf(chip) }),
  instruction: ({ chip, element }: Pick<GemmTileState, 'chip' | 'element'>) => ({
    values: [LARGEST, ...instructionsFor(element, chip)],
  }),
};

export function gemmTileOf(state: GemmTileState): GemmTile {
  const { m, n, k, element, waves, instruction, access } = state;
  const [alongM = 1, alongN = 1] = waves.split('x').map(Number);
  return {
    m,
    n,
    k,
    element,
    waves: [alongM, alongN],
    ...(instruction === LARGEST ? {} : { instruction }),
    ...(access === WIDEST ? {} : { accessBytes: access }),
  };
}

export const waveCount = ({ waves: [m, n] }: Pick<GemmTile, 'waves'>): number => m * n;

/** `256 x 256 x 64 bf16`. */
export const tileText = ({ m, n, k, element }: GemmTile): string =>
  `${m} x ${n} x ${k} ${typeName(element)}`;

export const isDocumentTile = (tile: GemmTile): boolean =>
  tileText(tile) === tileText(documentTile) &&
  tile.waves.join() === documentTile.waves.join() &&
  tile.accessBytes === undefined &&
  (tile.instruction?.includes('32x32x8') ?? true);
