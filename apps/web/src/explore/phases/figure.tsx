/** The map of a chip, and two of them side by side. */
import { machines } from '@ldscope/core';
import { compareRules, phaseMapPicture, phaseMapTable } from '@ldscope/render';
import type { JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { Choice } from '../../controls/choice.tsx';
import { Select } from '../../controls/fields.tsx';
import { Stepper } from '../../controls/stepper.tsx';
import { ScrolledTable } from '../../picture/data-table.tsx';
import { View } from '../../picture/view.tsx';
import { OpenInPlayground } from '../../share/open-in-playground.tsx';
import { Figure } from '../explorer-page.tsx';
import { patternSpecification, strided } from '../parts/lane-pattern.ts';
import {
  choiceOf,
  choices,
  decided,
  type Kind,
  kinds,
  modelsOf,
  ofKind,
  ofWave,
  pairs,
} from './model.ts';
import { claimTable, metTable } from './tables.ts';

const probe = [{ name: 'read', request: 'read.b128', pattern: strided(32) }] as const;

export function MapFigure(): JSX.Element {
  const [value, setValue] = useState('gfx942 default');
  const [lane, setLane] = useState(0);
  const [pointed, setPointed] = useState<number | undefined>(undefined);
  const [wanted, setWanted] = useState<32 | 64>(64);
  const choice = useMemo(() => ofWave(choiceOf(value), wanted), [value, wanted]);
  const { machine, model } = choice;
  const sizes = choiceOf(value).machine.waveSizes;
  const most = machine.waveSizes[0] ?? 64;
  const own = Math.min(lane, most - 1);
  const shown = pointed ?? own;
  const picture = useMemo(
    () => phaseMapPicture({ machine, model }, { selection: { lane: shown }, width: 900 }),
    [machine, model, shown],
  );
  const twin = useMemo(() => phaseMapTable({ machine, model }), [machine, model]);
  const met = useMemo(() => metTable(choice, own), [choice, own]);
  const text = patternSpecification('every second vector', probe, machine);
  return (
    <Figure title="Who meets whom">
      <div class="figure-controls">
        <Choice
          label="Chip"
          options={machines.map(({ name }) => name)}
          value={machine.name}
          onChange={(name) => setValue(modelsOf(name)[0]?.value ?? value)}
        />
      </div>
      <div class="figure-controls">
        <Select
          label="Model"
          options={modelsOf(machine.name).map((one) => ({
            value: one.value,
            label: `${one.model.name}: ${one.model.title}`,
          }))}
          value={value}
          onChange={setValue}
        />
        <Choice
          label="Lanes of a wave"
          options={sizes.map(String)}
          value={String(most)}
          onChange={(size) => setWanted(size === '32' ? 32 : 64)}
        />
        <Stepper
          label="Lane"
          count={most}
          value={own}
          onChange={setLane}
          text={`lane ${own}`}
          milliseconds={400}
        />
      </div>
      <p class="prose phases-text">{model.description}</p>
      <p class="prose">
        A cell is a lane, sixteen to a line; its number is the phase it is served in. What is bright
        is served together with lane {shown}. Click on a lane to keep it.
      </p>
      <View
        picture={picture}
        table={twin}
        name={`phases-${machine.name}`}
        onPoint={(at) => setPointed(at?.['lane'])}
        onPick={(at) => {
          const picked = at['lane'];
          if (picked !== undefined) setLane(picked);
        }}
      />
      <ScrolledTable table={met} class="phases-met" />
      {text === undefined ? undefined : (
        <div class="figure-controls">
          <OpenInPlayground
            text={text}
            file="vectors.yaml"
            machine={machine.name}
            model={model.name}
            view="banks"
            site="read"
          >
            Step through a 128-bit read of {machine.name} in the playground
          </OpenInPlayground>
        </div>
      )}
    </Figure>
  );
}

const OWN = 'your own';

export function CompareFigure(): JSX.Element {
  const [names, setNames] = useState({ first: 'gfx942 default', second: 'gfx950 default' });
  const [kind, setKind] = useState<Kind>('reads');
  const [first, second] = [choiceOf(names.first), choiceOf(names.second)];
  const pair = pairs.find((one) => one.first === names.first && one.second === names.second);
  const [own, other] = useMemo(
    () => [ofKind(first, kind), ofKind(second, kind)] as const,
    [first, second, kind],
  );
  const picture = useMemo(() => phaseMapPicture(own, { compared: other }), [own, other]);
  const twin = useMemo(() => phaseMapTable(own, other), [own, other]);
  const { table, differs } = useMemo(() => compareRules(first, second), [first, second]);
  const text = patternSpecification('every second vector', probe, first.machine);
  return (
    <Figure title="Two side by side">
      <div class="figure-controls">
        <Choice
          label="Compare"
          options={[...pairs.map(({ name }) => name), OWN]}
          value={pair?.name ?? OWN}
          onChange={(name) => {
            const found = pairs.find((one) => one.name === name);
            if (found !== undefined) setNames({ first: found.first, second: found.second });
          }}
        />
      </div>
      <div class="figure-controls">
        <Select
          label="This"
          options={choices.map(({ value }) => value)}
          value={names.first}
          onChange={(value) => setNames({ ...names, first: value })}
        />
        <Select
          label="beside this"
          options={choices.map(({ value }) => value)}
          value={names.second}
          onChange={(value) => setNames({ ...names, second: value })}
        />
        <Choice label="Instructions" options={kinds} value={kind} onChange={setKind} />
      </div>
      <p class="verdict phases-text">{pair?.text ?? 'A pair of your own.'}</p>
      <View picture={picture} table={twin} name="phases-compared" />
      <ScrolledTable table={table} marked={differs} />
      {text === undefined ? undefined : (
        <div class="figure-controls">
          <OpenInPlayground
            text={text}
            file="vectors.yaml"
            machine={first.machine.name}
            view="machine"
            {...(first.machine === second.machine ? {} : { compare: second.machine.name })}
          />
        </div>
      )}
    </Figure>
  );
}

export function ClaimsFigure(): JSX.Element {
  const table = useMemo(() => claimTable(decided()), []);
  return (
    <Figure title="Claims, and what decides them">
      <p class="prose">
        Each claim with an access on which it differs from the engine, or agrees, and what hardware
        said. A claim can be right for one width and wrong for the next: both are the same sentence
        in the document.
      </p>
      <ScrolledTable table={table} />
    </Figure>
  );
}
