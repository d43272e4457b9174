/** What CK's page on index swapping says, each statement with a verdict that the engine computes. */
import type { DataTable } from '@ldscope/render';
import type { JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { Choice } from '../../controls/choice.tsx';
import { ScrolledTable } from '../../picture/data-table.tsx';
import { OpenInPlayground } from '../../share/open-in-playground.tsx';
import { Figure } from '../explorer-page.tsx';
import { Claim, Claims } from '../parts/claims.tsx';
import { useGradually } from '../parts/use-gradually.ts';
import {
  claimsOf,
  type ClaimParameters,
  configRows,
  layerCosts,
  layers,
  moveClaim,
  type ReadName,
  reads,
} from './claims.ts';
import { chipOptions } from './figure.tsx';
import { chips } from './model.ts';

export function ClaimsFigure(): JSX.Element {
  const [parameters, setParameters] = useState<ClaimParameters>({
    chip: 'gfx942',
    read: '08',
    mLdsLayer: 2,
  });
  const { chip, read, mLdsLayer } = parameters;
  const change = (part: Partial<ClaimParameters>): void =>
    setParameters({ ...parameters, ...part });
  const compute = () => ({ claims: claimsOf(parameters), moved: moveClaim(mLdsLayer) });
  const first = useMemo(compute, []);
  const [{ claims, moved } = first] = useGradually(1, compute, `${chip} ${read} ${mLdsLayer}`);
  return (
    <Figure title="What CK's page says, and what comes of it">
      <p class="ck-note">
        A tile of 64 x 32 f16 and 256 threads, stored in packs of 8. Cycles are conflict cycles of
        one wave.
      </p>
      <div class="figure-controls">
        <Choice
          label="Chip"
          options={chipOptions}
          value={chip}
          onChange={(next) => change({ chip: next })}
        />
        <Choice
          label="Read"
          options={reads}
          value={read}
          onChange={(next: ReadName) => change({ read: next })}
        />
        <Choice
          label="MLdsLayer"
          options={layers.map(String)}
          value={String(mLdsLayer)}
          onChange={(next) => change({ mLdsLayer: Number(next) })}
        />
      </div>
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
          machine={chip}
          view="banks"
        />
      </div>
    </Figure>
  );
}

/** The same as a CK Tile specification. */
function specText({ read, mLdsLayer }: Omit<ClaimParameters, 'chip'>): string {
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
          <ScrolledTable table={table} />
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

function layerTable(chip: (typeof chips)[number]): DataTable {
  return {
    caption: `${chip}: conflict cycles of a wave by MLdsLayer`,
    columns: [
      { title: 'MLdsLayer', numeric: true },
      { title: 'store', numeric: true },
      ...reads.map(({ label }) => ({ title: label, numeric: true })),
    ],
    rows: layerCosts(chip).map(({ mLdsLayer, write, reads: all }) => [
      String(mLdsLayer),
      String(write),
      ...all.map(({ conflicts }) => String(conflicts)),
    ]),
  };
}

function configTableOf(): DataTable {
  return {
    caption: 'LdsSwappingConfig of the page beside the rule by banks, for K = tile size',
    columns: [
      { title: 'tile size', numeric: true },
      { title: 'element', numeric: true },
      { title: 'page: MLdsLayer', numeric: true },
      { title: 'page: KPack', numeric: true },
      ...chips.map((chip) => ({ title: `by the banks of ${chip}`, numeric: true })),
    ],
    rows: configRows(chips).map(({ tileSize, elementBytes, page, byBanks }) => [
      String(tileSize),
      `${elementBytes} B`,
      page === undefined ? 'refused' : String(page.mLdsLayer),
      page === undefined ? '' : String(page.kPack),
      ...byBanks.map(String),
    ]),
  };
}
