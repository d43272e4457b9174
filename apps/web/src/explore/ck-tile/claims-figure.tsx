/** What CK's page on index swapping says, each statement with a verdict that the engine computes. */
import type { DataTable } from '@ldscope/render';
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { useControls } from '../../controls/use-controls.ts';
import { ScrolledTable } from '../../picture/data-table.tsx';
import { type Column, tableOf } from '../../picture/table-of.ts';
import { OpenInPlayground } from '../../share/open-in-playground.tsx';
import { Claim, Claims } from '../parts/claims.tsx';
import { useGradually } from '../parts/use-later.ts';
import * as show from '../parts/show.tsx';
import {
  type ConfigRow,
  claimsOf,
  configRows,
  type LayerCost,
  layerCosts,
  moveClaim,
} from './claims.ts';
import { claimControls, type ClaimParameters, chips, reads } from './controls.ts';

export function ClaimsFigure(): JSX.Element {
  const form = useControls(claimControls);
  const parameters = form.state;
  const compute = () => ({
    claims: claimsOf(parameters),
    moved: moveClaim(parameters.mLdsLayer),
  });
  const first = useMemo(compute, []);
  const [{ claims, moved } = first] = useGradually(1, compute, parameters);
  return show.figure("Statements of CK's page", [
    <p class="ck-note">
      A tile of 64 x 32 f16 and 256 threads, written in packs of 8. Cycles are conflict cycles of
      one wave.
    </p>,
    show.fields(form),
    <Claims>
      {claims.map((claim) => (
        <Claim key={claim.rule} source="The page" {...claim} />
      ))}
      {moved === undefined ? undefined : (
        <Claim
          source="The page"
          title="moving a coordinate"
          says="the loop that loads from LDS moves its coordinate to each element in turn"
          verdict={moved.wrong === 0 ? 'holds' : 'refuted'}
          finding={`move_tensor_coordinate adds a step to the present coordinate, but the loop passes positions: ${moved.wrong} of ${moved.all} elements are read from a wrong place (thread 1 needs offsets ${moved.wanted.slice(0, 4).join(', ')}, ... and gets ${moved.reached.slice(0, 4).join(', ')}, ...)`}
        />
      )}
    </Claims>,
    <div>
      <OpenInPlayground
        text={specText(parameters)}
        at={{ file: 'swapping.yaml', machine: parameters.chip, view: 'banks' }}
      />
    </div>,
  ]);
}

/** The same as a CK Tile specification. */
function specText({ read, mLdsLayer }: ClaimParameters): string {
  const distribution = { '04': 'KM, view: km', '08': 'RD08', '10': 'RD10' }[read];
  return `name: index swapping, MLdsLayer ${mLdsLayer}
element: f16
lds_swapping: { m: 64, k: 32, element: f16, kpack: 8, mldslayer: ${mLdsLayer} }
write: { distribution: MK }
read: { distribution: ${distribution} }
waves: 4
`;
}

export const LayerFigure = show.still('Choosing MLdsLayer', () => [
  <div class="side-by-side">{chips.map((chip) => show.table(layerTable(chip)))}</div>,
  <p class="ck-note">
    A tile of 64 x 32 f16 and 256 threads. CK&apos;s GEMM policies take max(1, banks * 4 / K /
    size), which is 2 on 32 banks and 4 on 64. Which MLdsLayer is best depends on the read.
  </p>,
]);

/** The configuration that CK's page recommends, beside that of CK's policies. */
export function ConfigTable(): JSX.Element {
  const configTable = useMemo(configTableOf, []);
  return show.all([
    show.prose(
      "The page calls MLdsLayer 2 typical and has a configuration that chooses it by tile size and type. It does not define which side of the tile that is, and the number of banks is not in it. Read as K, it does the opposite of CK's policies: the longer the rows, the fewer of them fill the banks.",
      'ck-note',
    ),
    <ScrolledTable table={configTable} />,
  ]);
}

const layerTable = (chip: (typeof chips)[number]): DataTable =>
  tableOf(`${chip}: conflict cycles per wave, by MLdsLayer`, layerCosts(chip), [
    ['MLdsLayer', 'mLdsLayer'],
    'write',
    ...reads.map(({ label }, index): Column<LayerCost> => [
      label,
      (row) => row.reads[index]?.conflicts,
    ]),
  ]);

const configTableOf = (): DataTable =>
  tableOf(
    'LdsSwappingConfig of the page beside the rule by banks, for K = tile size',
    configRows(chips),
    [
      ['tile size', 'tileSize'],
      ['element', ({ elementBytes }) => `${elementBytes} B`, 'numeric'],
      ['page: MLdsLayer', ({ page }) => page?.mLdsLayer ?? 'refused', 'numeric'],
      ['page: KPack', ({ page }) => page?.kPack ?? '', 'numeric'],
      ...chips.map((chip, index): Column<ConfigRow> => [
        `by the banks of ${chip}`,
        ({ byBanks }) => byBanks[index],
      ]),
    ],
  );
