/** The actions of the page as commands: each also belongs to some control. */
import { machines } from '@ldscope/core';
import { toggleTheme } from '../../shell/theme.ts';
import { examples } from '../../share/examples.ts';
import { chooseMachine, openExample, pickSite } from '../actions.ts';
import { editKernel, reveal } from '../editor-pane.tsx';
import { focusLaunch } from '../launch-field.tsx';
import { paneNames, togglePane } from '../panes/pane-state.ts';
import { PINNED } from '../../share/state.ts';
import { pinKernel } from '../runs.ts';
import { copyLink } from '../share-button.tsx';
import { grouping, groupings, groupingTitles, isConflictsOnly } from '../sites/look.ts';
import { baseline, compareName, phase, report, shownPhase, site, view } from '../state.ts';
import { tabs } from '../views/tabs.tsx';
import { ways } from '../words.ts';
import type { Command } from './find-command.ts';

/** All commands that make sense now. */
export function commandList(): readonly Command[] {
  return [
    ...tabs.value.map(({ name, title }, index) => ({
      title: `View: ${title}`,
      keys: `Alt ${index + 1}`,
      run: () => {
        view.value = name;
      },
    })),
    { title: 'Kernel: edit', run: editKernel },
    { title: 'Kernel: open files', run: openFiles },
    { title: 'Kernel: launch', run: focusLaunch },
    { title: 'Share: copy a link to what is shown', run: () => void copyLink() },
    ...phases(),
    ...instructions(),
    ...(report.value === undefined
      ? []
      : groupings.value.map((by) => ({
          title: `Instructions: group by ${groupingTitles[by]}`,
          run: () => {
            grouping.value = by;
          },
        }))),
    {
      title: `Instructions: ${isConflictsOnly.value ? 'all' : 'conflicts only'}`,
      run: () => {
        isConflictsOnly.value = !isConflictsOnly.value;
      },
    },
    ...examples.map((example) => ({
      title: `Example: ${example.title}`,
      run: () => void openExample(example),
    })),
    { title: 'Machine: from the kernel', run: () => chooseMachine(undefined) },
    ...machines.map(({ name }) => ({
      title: `Machine: ${name}`,
      run: () => chooseMachine(name),
    })),
    ...(report.value === undefined ? [] : [{ title: 'Compare: pin this kernel', run: pinKernel }]),
    ...(baseline.value === undefined
      ? []
      : [{ title: 'Compare with: the pinned kernel', run: () => compareWith(PINNED) }]),
    { title: 'Compare with: nothing', run: () => compareWith(undefined) },
    ...machines.map(({ name }) => ({
      title: `Compare with: ${name}`,
      run: () => compareWith(name),
    })),
    ...paneNames.map((name) => ({
      title: `Pane: show or hide ${name}`,
      run: () => togglePane(name),
    })),
    { title: 'Theme: switch between light and dark', run: toggleTheme },
    { title: 'Page: explorers', run: () => location.assign('explore/index.html') },
  ];
}

function compareWith(name: string | undefined): void {
  compareName.value = name;
}

function openFiles(): void {
  document.querySelector<HTMLInputElement>('input[type=file]')?.click();
}

function phases(): Command[] {
  if (view.value !== 'banks' || site.value === undefined) return [];
  const go = (by: 1 | -1) => (): void => {
    phase.value = Math.max(0, shownPhase.value + by);
  };
  return [
    { title: 'Phase: next', keys: '→', run: go(1) },
    { title: 'Phase: previous', keys: '←', run: go(-1) },
  ];
}

function instructions(): Command[] {
  return (report.value?.sites ?? []).map(({ id, op, buffer, worstWays, location }) => ({
    title: `Instruction: ${id} ${op} ${buffer}${buffer === '' ? '' : ' '}(${ways(worstWays)})`,
    run: () => {
      pickSite(id);
      if (location.line !== undefined) reveal(location.line);
    },
  }));
}
