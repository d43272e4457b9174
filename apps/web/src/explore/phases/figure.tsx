/** The map of a chip, and two of them side by side. */
import { compareRules, phaseMapPicture, phaseMapTable } from '@ldscope/render';
import type { JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { Fields, presetOf, Presets } from '../../controls/form.tsx';
import { useSteps } from '../../controls/stepper.tsx';
import { useControls } from '../../controls/use-controls.ts';
import { ScrolledTable } from '../../picture/data-table.tsx';
import { View } from '../../picture/view.tsx';
import { OpenInPlayground } from '../../share/open-in-playground.tsx';
import { Figure } from '../explorer-page.tsx';
import { patternSpecification, strided } from '../parts/lane-pattern.ts';
import { compareControls, mapControls } from './controls.ts';
import { choiceOf, decided, ofKind, ofWave, pairs } from './model.ts';
import { claimTable, metTable } from './tables.ts';

const probe = [{ name: 'read', request: 'read.b128', pattern: strided(32) }] as const;

export function MapFigure(): JSX.Element {
  const form = useControls(mapControls);
  const { model: value, waveSize } = form.state;
  const [lane, stepper, choose] = useSteps('Lane', waveSize, {
    text: (one) => `lane ${one}`,
    milliseconds: 400,
  });
  const [pointed, setPointed] = useState<number | undefined>(undefined);
  const choice = useMemo(() => ofWave(choiceOf(value), waveSize), [value, waveSize]);
  const { machine, model } = choice;
  const shown = pointed ?? lane;
  const picture = useMemo(
    () => phaseMapPicture({ machine, model }, { selection: { lane: shown }, width: 900 }),
    [machine, model, shown],
  );
  const met = useMemo(() => metTable(choice, lane), [choice, lane]);
  return (
    <Figure title="Who meets whom">
      <Fields of={form} names={['chip']} />
      <Fields of={form} names={['model', 'waveSize']}>
        {stepper}
      </Fields>
      <p class="prose phases-text">{model.description}</p>
      <p class="prose">
        A cell is a lane, sixteen to a line; its number is the phase it is served in. What is bright
        is served together with lane {shown}. Click on a lane to keep it.
      </p>
      <View
        picture={picture}
        table={() => phaseMapTable({ machine, model })}
        name={`phases-${machine.name}`}
        onPoint={(at) => setPointed(at?.['lane'])}
        onPick={(at) => choose(at['lane'] ?? lane)}
      />
      <ScrolledTable table={met} class="phases-met" />
      <div class="figure-controls">
        <OpenInPlayground
          text={patternSpecification('every second vector', probe, machine)}
          file="vectors.yaml"
          machine={machine.name}
          model={model.name}
          view="banks"
          site="read"
        >
          Step through a 128-bit read of {machine.name} in the playground
        </OpenInPlayground>
      </div>
    </Figure>
  );
}

export function CompareFigure(): JSX.Element {
  const form = useControls(compareControls);
  const { kind } = form.state;
  const [first, second] = [choiceOf(form.state.first), choiceOf(form.state.second)];
  const [own, other] = useMemo(
    () => [ofKind(first, kind), ofKind(second, kind)] as const,
    [first, second, kind],
  );
  const picture = useMemo(() => phaseMapPicture(own, { compared: other }), [own, other]);
  const { table, differs } = useMemo(() => compareRules(first, second), [first, second]);
  return (
    <Figure title="Two side by side">
      <Presets of={form} label="Compare" presets={pairs} />
      <Fields of={form} />
      <p class="verdict phases-text">{presetOf(form, pairs)?.text ?? 'A pair of your own.'}</p>
      <View picture={picture} table={() => phaseMapTable(own, other)} name="phases-compared" />
      <ScrolledTable table={table} marked={differs} />
      <div class="figure-controls">
        <OpenInPlayground
          text={patternSpecification('every second vector', probe, first.machine)}
          file="vectors.yaml"
          machine={first.machine.name}
          view="machine"
          {...(first.machine === second.machine ? {} : { compare: second.machine.name })}
        />
      </div>
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
