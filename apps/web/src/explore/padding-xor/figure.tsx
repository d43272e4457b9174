/** The figures: one tile under three layouts, what each costs, the limits of each, and all paddings and XORs at once. */
import type { AccessExplanation } from '@ldscope/core';
import {
  bankGridPicture,
  bankGridTable,
  type DataTable,
  type Picture,
  termsFor,
} from '@ldscope/render';
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { Cases, Fields } from '../../controls/form.tsx';
import { useSteps } from '../../controls/stepper.tsx';
import { useControls } from '../../controls/use-controls.ts';
import { View } from '../../picture/view.tsx';
import { OpenInPlayground } from '../../share/open-in-playground.tsx';
import { useLater } from '../parts/use-later.ts';
import * as show from '../parts/show.tsx';
import { Comparison, PadChart, XorTable } from './tables.tsx';
import {
  caseOf,
  choices,
  paddingControls,
  type PaddingState,
  paddingTries,
  parameterFault,
  parametersOf,
  phaseControls,
  presets,
  tileNames,
} from './controls.ts';
import { type End, paddingEnds, xorEnds } from './ends.ts';
import { type CountedSide, firstInstruction, paddingModel, type PaddingModel } from './model.ts';
import { rowsPicture } from './picture.ts';
import { specOf } from './spec.ts';
import { padSweep, xorSweep } from './sweep.ts';

export function PaddingFigures(): JSX.Element {
  const form = useControls(paddingControls);
  const { state, change } = form;
  const parameters = useMemo(() => parametersOf(state), [state]);
  const model = useMemo(() => paddingModel(parameters), [parameters]);
  const later = useLater(model);
  return show.all([
    show.figure('One tile, three layouts', [
      model === undefined
        ? show.refused(parameterFault(parameters))
        : show.all([<RowPictures model={model} />, <Comparison model={model} />]),
      show.tries(form, paddingTries),
      <div class="figure-controls">
        <Cases
          label="Case"
          cases={presets}
          present={caseOf(state)}
          onChoose={({ state }) => change(state)}
        />
        <Fields of={form} names={['chip']} />
      </div>,
      show.fields(form, [...tileNames, 'copies']),
      show.fields(form, ['padBytes', 'unitBytes', 'keys']),
      model === undefined ? undefined : <Links model={model} />,
    ]),
    useMemo(
      () =>
        model === undefined || later === undefined
          ? undefined
          : show.all([
              <PhaseFigure model={later} />,
              <SweepFigures model={later} onChange={change} />,
            ]),
      [model === undefined, later],
    ),
  ]);
}

function Links({ model }: { readonly model: PaddingModel }): JSX.Element {
  return (
    <div class="figure-controls">
      {model.sides
        .filter(({ counts }) => counts !== undefined)
        .map((side) => (
          <OpenInPlayground
            key={side.name}
            text={specOf(model, side)}
            at={{
              file: `${side.name}.yaml`,
              machine: model.parameters.chip,
              view: 'banks',
              site: 'down columns',
            }}
          >
            Open “{side.title}” in the playground
          </OpenInPlayground>
        ))}
    </div>
  );
}

interface SweepProps {
  readonly model: PaddingModel;
  readonly onChange: (part: Partial<PaddingState>) => void;
}

/** Every padding and every XOR of the tile, and the limits of each. */
function SweepFigures({ model: present, onChange }: SweepProps): JSX.Element {
  const model = useLater(present);
  const { parameters, machine } = model;
  const { chip, rows, columns, element, rowWidth, columnWidth, rowsOfLane, down } = parameters;
  const [pads, xors] = useMemo(
    () => [padSweep(parameters), xorSweep(parameters, choices.unitBytes, choices.keys.slice(1))],
    [chip, rows, columns, element, rowWidth, columnWidth, rowsOfLane, down],
  );
  const { cycles } = termsFor(machine);
  return show.all([
    show.figure('Limits of each', [
      <div class="side-by-side">
        <Ends title="Padding" ends={paddingEnds(model, pads)} />
        <Ends title="XOR" ends={xorEnds(model, xors)} />
      </div>,
    ]),
    show.figure('All paddings and all XORs', [
      <PadChart
        points={pads}
        padBytes={parameters.padBytes}
        cycles={cycles}
        onPick={(padBytes) => onChange({ padBytes })}
      />,
      <XorTable points={xors} parameters={parameters} cycles={cycles} onPick={onChange} />,
    ]),
  ]);
}

function RowPictures({ model: present }: { readonly model: PaddingModel }): JSX.Element {
  const model = useLater(present);
  const pictures = useMemo(
    () => model.sides.map((side) => ({ side, picture: rowsPicture(model, side) })),
    [model],
  );
  return (
    <div class="px-three">
      {pictures.map(({ side, picture }) => (
        <div key={side.name}>
          <View picture={picture} name={`rows-${side.name}`} />
          {side.faults.length === 0 ? undefined : (
            <p class="px-fault" role="status">
              Not legal: {side.faults[0]?.message}.
            </p>
          )}
        </div>
      ))}
    </div>
  );
}

function PhaseFigure({ model }: { readonly model: PaddingModel }): JSX.Element {
  const form = useControls(phaseControls);
  const which = form.state.access;
  const explained = useMemo(
    () =>
      model.sides.flatMap((side) => {
        const access = side.counts?.[which];
        const explanation = access && firstInstruction(model, access);
        return explanation === undefined ? [] : [{ side, explanation }];
      }),
    [model, which],
  );
  const count = Math.max(1, ...explained.map(({ explanation }) => explanation.phases.length));
  const [phase, stepper] = useSteps('Phase', count, {
    text: (step) => `Phase ${step + 1} of ${count}`,
  });
  const shown = useMemo(
    () => explained.map(({ side, explanation }) => phasePictures(model, side, explanation)),
    [model, explained],
  );
  const wide = explained.some(({ explanation }) => explanation.rule.banks > 32);
  return show.figure('The first instruction, phase by phase', [
    <div class={wide ? 'px-stacked' : 'px-three'}>
      {shown.map((phases) => {
        const one = phases[Math.min(phase, phases.length - 1)];
        return one === undefined ? undefined : (
          <View key={one.name} picture={one.picture} table={one.table} name={`phase-${one.name}`} />
        );
      })}
    </div>,
    stepper,
    show.fields(form),
  ]);
}

type PhasePicture = Readonly<{ name: string; picture: Picture; table: DataTable }>;

/** The words of each phase alone, all pictures of the same height. */
function phasePictures(
  { machine }: PaddingModel,
  side: CountedSide,
  explanation: AccessExplanation,
): PhasePicture[] {
  const pictures = explanation.phases.map((one) => {
    const lanes = new Set(one.lanes);
    const alone: AccessExplanation = {
      ...explanation,
      phases: [one],
      addressBytes: explanation.addressBytes.map((address, lane) =>
        lanes.has(lane) ? address : undefined,
      ),
    };
    const heading = `${side.title}: ${explanation.opcode}`;
    return {
      name: side.name,
      picture: {
        ...bankGridPicture(alone, one.index, { machine, compact: true, heading }),
        title: `${heading}, phase ${one.index + 1} of ${explanation.phases.length}`,
      },
      table: bankGridTable(explanation, one.index),
    };
  });
  const height = Math.max(...pictures.map(({ picture }) => picture.height));
  return pictures.map((one) => ({ ...one, picture: { ...one.picture, height } }));
}

function Ends({ title, ends }: Readonly<{ title: string; ends: readonly End[] }>): JSX.Element {
  return (
    <div class="px-ends">
      <h3>{title}</h3>
      <dl>
        {ends.map(({ title: name, text, tag }) => (
          <div key={name}>
            <dt>
              {name}{' '}
              {tag === undefined ? undefined : (
                <span class={tag.good ? 'tag good' : 'tag conflict'}>{tag.text}</span>
              )}
            </dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
