/** The facts about the chip, each with its evidence; two chips or two models side by side where a second is chosen. */
import { findMachine } from '@ldscope/core';
import {
  compareFacts,
  compareRules,
  type Comparison,
  type MachineChoice,
  matricesOf,
  phaseMapPicture,
  phaseMapTable,
  sayMachine,
  sayMatrixList,
} from '@ldscope/render';
import type { JSX } from 'preact';
import { TableOf } from '../../picture/data-table.tsx';
import { fileName } from '../caption.ts';
import { EvidenceTag } from '../../picture/evidence-tag.tsx';
import { DocumentView } from '../../picture/document.tsx';
import { View } from '../../picture/view.tsx';
import { pick, point } from '../actions.ts';
import { otherChoice } from '../compare/other.ts';
import {
  analyzed,
  explanation,
  isSchedule,
  machineName,
  selection,
  timelineRun,
} from '../state.ts';
import { Empty } from './empty.tsx';
import { fitted } from './panel-width.ts';

/** The chip whose facts are shown while no kernel names another. */
const USUAL_MACHINE = 'gfx950';

export function MachineView(): JSX.Element {
  const { model } = analyzed.value ?? {};
  const timed = isSchedule.value ? timelineRun.value.result?.report?.machine : undefined;
  const machine =
    analyzed.value?.machine ?? findMachine(timed ?? machineName.value ?? USUAL_MACHINE);
  if (machine === undefined) return <Empty>No chip has this name.</Empty>;
  const used = explanation.value?.rule;
  const instructions = matricesOf(machine);
  const matrices = instructions.length === 0 ? [] : sayMatrixList(machine, instructions).sections;
  const choice: MachineChoice = { machine, model };
  return (
    <div class="view-body">
      <h2>
        {machine.name} <span class="soft">{machine.products}</span>
      </h2>
      {used === undefined ? undefined : (
        <p class="verdict">
          The rule for the selected instruction is <EvidenceTag evidence={used.evidence} />:{' '}
          {used.source}
          {used.note === undefined ? '' : `; ${used.note}`}
        </p>
      )}
      <Phases choice={choice} other={otherChoice.value} />
      {comparisons(choice, otherChoice.value).map(({ table, differs }) => (
        <div
          key={table.caption}
          class="view-scroll"
          tabIndex={0}
          role="region"
          aria-label={table.caption}
        >
          <TableOf table={table} marked={differs} />
        </div>
      ))}
      <DocumentView
        id="machine"
        level={3}
        sections={[...sayMachine(machine, model).sections.slice(1), ...matrices]}
      />
    </div>
  );
}

interface PhasesProps {
  readonly choice: MachineChoice;
  readonly other: MachineChoice | undefined;
}

const machineTitle = ({ machine, model = machine.models[0] }: MachineChoice): string =>
  `${machine.name}, ${model.title}`;

/** Which lanes share a phase, by kind of instruction; the selected lane and those of its phase are highlighted. */
function Phases({ choice, other }: PhasesProps): JSX.Element {
  const picture = phaseMapPicture(choice, {
    selection: selection.value,
    compared: other,
    ...fitted.value,
  });
  return (
    <View
      picture={picture}
      table={() => phaseMapTable(choice, other)}
      name="phases"
      caption={() => ({
        lines: [
          picture.title,
          machineTitle(choice) + (other === undefined ? '' : `, beside ${machineTitle(other)}`),
        ],
        file: fileName([choice.machine.name, choice.model?.name, 'phases']),
      })}
      onPoint={point}
      onPick={pick}
    />
  );
}

const comparisons = (choice: MachineChoice, other: MachineChoice | undefined): Comparison[] =>
  other === undefined ? [] : [compareRules(choice, other), compareFacts(choice, other)];
