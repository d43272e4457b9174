/** What CK's page on index swapping says, each statement with a verdict that the engine computes. */
import type { DataTable } from '@ldscope/render';
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { Fields } from '../../controls/form.tsx';
import { useControls } from '../../controls/use-controls.ts';
import { ScrolledTable } from '../../picture/data-table.tsx';
import { type Column, tableOf } from '../../picture/table-of.ts';
import { OpenInPlayground } from '../../share/open-in-playground.tsx';
import { Figure } from '../explorer-page.tsx';
import { Claim, Claims } from '../parts/claims.tsx';
import { useGradually } from '../parts/use-gradually.ts';
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
  return (
    <Figure title="What CK's page says, and what comes of it">
      <p class="ck-note">
        A tile of 64 x 32 f16 and 256 threads, stored in packs of 8. Cycles are conflict cycles of
        one wave.
      </p>
      <Fields of={form} />
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
            finding={`move_tensor_coordinate adds a step to where the coordinate is: in a loop that gives it positions, ${moved.wrong} of ${moved.all} elements are looked for elsewhere (thread 1 wants offsets ${moved.wanted.slice(0, 4).join(', ')}, ... and reaches ${moved.reached.slice(0, 4).join(', ')}, ...)`}
          />
        )}
      </Claims>
      <div>
        <OpenInPlayground
          text={specText(parameters)}
          file="swapping.yaml"
          machine={parameters.chip}
          view="banks"
        />
      </div>
    </Figure>
  );
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

export function LayerFigure(): JSX.Element {
  const [layerTables, configTable] = useMemo(
    () => [chips.map((chip) => layerTable(chip)), configTableOf()],
    [],
  );
  return (
    <Figure title="Which MLdsLayer">
      <p class="ck-note">
        Conflict cycles of one wave for the same tile. The page calls 2 typical; CK&apos;s GEMM
        policies take max(1, banks * 4 / K / size), which is 2 on 32 banks and 4 on 64. What is best
        depends on the read.
      </p>
      <div class="side-by-side">
        {layerTables.map((table) => (
          <ScrolledTable key={table.caption} table={table} />
        ))}
      </div>
      <p class="ck-note">
        The page also has a configuration that chooses by the size of the tile and the type. Which
        side of the tile that is, it does not say, and the banks are not in it. Read as K it does
        the opposite of the policy: of longer rows fewer fill the banks, not more.
      </p>
      <ScrolledTable table={configTable} />
    </Figure>
  );
}

const layerTable = (chip: (typeof chips)[number]): DataTable =>
  tableOf(`${chip}: conflict cycles of a wave by MLdsLayer`, layerCosts(chip), [
    ['MLdsLayer', ({ mLdsLayer }) => mLdsLayer],
    ['store', ({ write }) => write],
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
      ['tile size', ({ tileSize }) => tileSize],
      ['element', ({ elementBytes }) => `${elementBytes} B`, 'numeric'],
      ['page: MLdsLayer', ({ page }) => page?.mLdsLayer ?? 'refused', 'numeric'],
      ['page: KPack', ({ page }) => page?.kPack ?? '', 'numeric'],
      ...chips.map((chip, index): Column<ConfigRow> => [
        `by the banks of ${chip}`,
        ({ byBanks }) => byBanks[index],
      ]),
    ],
  );
