/** The views of a kernel, of which one is shown; arrow keys go from one to the next. */
import { computed } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { ViewName } from '../../share/state.ts';
import { nextStep } from '../../controls/stepper.tsx';
import { isCkCpp } from '../ck/state.ts';
import { HintWords } from '../hint.tsx';
import { Selected } from '../selected.tsx';
import { busy } from '../runs.ts';
import {
  analyzed,
  comparedWith,
  diagnostics,
  isSchedule,
  refusedLink,
  report,
  text,
  view,
} from '../state.ts';
import { Empty } from './empty.tsx';
import { BanksView } from './banks.tsx';
import { later } from './later.tsx';
import { RefusedLink } from './refused-link.tsx';
import { usePanelWidth } from './panel-width.ts';

const CkCppView = later(async () => (await import('../ck/view.tsx')).CkCppView);
const AdviceView = later(async () => (await import('./advice.tsx')).AdviceView);
const CompareView = later(async () => (await import('./compare.tsx')).CompareView);
const GlobalView = later(async () => (await import('./global.tsx')).GlobalView);
const MachineView = later(async () => (await import('./machine.tsx')).MachineView);
const MitigationsView = later(async () => (await import('./mitigations.tsx')).MitigationsView);
const PassesView = later(async () => (await import('./passes.tsx')).PassesView);
const TileView = later(async () => (await import('./tile.tsx')).TileView);
const TimelineView = later(async () => (await import('./timeline.tsx')).TimelineView);

interface Tab {
  readonly name: ViewName;
  readonly title: string;
  readonly View: () => JSX.Element;
}

const allTabs: readonly Tab[] = [
  { name: 'banks', title: 'Banks', View: BanksView },
  { name: 'tile', title: 'Tile', View: TileView },
  { name: 'mitigations', title: 'Layouts', View: MitigationsView },
  { name: 'global', title: 'Global memory', View: GlobalView },
  { name: 'timeline', title: 'Timeline', View: TimelineView },
  { name: 'machine', title: 'Machine', View: MachineView },
  { name: 'advice', title: 'Advice', View: AdviceView },
  { name: 'passes', title: 'Passes', View: PassesView },
  { name: 'compare', title: 'Compare', View: CompareView },
];

/** Leaves out views of other languages than the kernel's; the others keep their digits. */
export const tabs = computed(() =>
  allTabs.filter(({ name }) => {
    if (isCkCpp.value) return name === 'mitigations' || name === 'machine';
    if (name === 'advice') return report.value?.advice !== undefined;
    if (name === 'compare') return comparedWith.value !== undefined;
    return name !== 'passes' || analyzed.value?.abilities?.opt === true;
  }),
);

/** Alt and a digit show a view from wherever the focus is. */
function useShortcuts(): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (!event.altKey || event.ctrlKey || event.metaKey) return;
      const tab = event.code.startsWith('Digit')
        ? tabs.value[Number(event.code.slice(5)) - 1]
        : undefined;
      if (tab === undefined) return;
      event.preventDefault();
      view.value = tab.name;
      document.getElementById(`tab-${tab.name}`)?.focus();
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, []);
}

export function Tabs(): JSX.Element {
  useShortcuts();
  const panel = useRef<HTMLDivElement>(null);
  const at = Math.max(
    0,
    tabs.value.findIndex(({ name }) => name === view.value),
  );
  const shown = tabs.value[at];
  usePanelWidth(panel, shown?.name);
  const onKeyDown = (event: KeyboardEvent): void => {
    const next = tabs.value[nextStep(event.key, at, tabs.value.length - 1) ?? -1];
    if (next === undefined) return;
    event.preventDefault();
    view.value = next.name;
    document.getElementById(`tab-${next.name}`)?.focus();
  };
  return (
    <section class="tabs" aria-label="Views">
      <div class="tab-row">
        <div role="tablist" aria-label="Views" onKeyDown={onKeyDown}>
          {tabs.value.map(({ name, title }, index) => (
            <button
              key={name}
              id={`tab-${name}`}
              type="button"
              role="tab"
              aria-selected={shown?.name === name}
              aria-controls="view-panel"
              tabIndex={shown?.name === name ? 0 : -1}
              title={`Alt+${index + 1}`}
              onClick={() => {
                view.value = name;
              }}
            >
              {title}
            </button>
          ))}
        </div>
        <Selected />
      </div>
      <div
        // Another view begins at its head, however far the last one was scrolled.
        key={shown?.name}
        ref={panel}
        id="view-panel"
        class="view-panel"
        role="tabpanel"
        aria-labelledby={`tab-${shown?.name ?? ''}`}
        tabIndex={0}
      >
        {isCkCpp.value && shown?.name !== 'machine' ? (
          <CkCppView />
        ) : shown === undefined ||
          (report.value === undefined &&
            shown.name !== 'timeline' &&
            shown.name !== 'machine' &&
            shown.name !== 'passes') ? (
          <NoReport />
        ) : (
          <shown.View />
        )}
      </div>
    </section>
  );
}

/** Why a view is empty, and how to fill it. */
function NoReport(): JSX.Element {
  if (refusedLink.value !== undefined) return <RefusedLink reason={refusedLink.value} />;
  if (text.value.trim() === '') {
    return <Empty>Paste a kernel at the left, open a file, or choose an example.</Empty>;
  }
  if (isSchedule.value) {
    return <Empty>A schedule has no addresses. See Timeline for its cycles.</Empty>;
  }
  if (busy.value) return <Empty>Analyzing the kernel ...</Empty>;
  const error = diagnostics.value.find(({ severity }) => severity === 'error');
  if (error === undefined) return <Empty>No kernel has been analyzed yet.</Empty>;
  return (
    <div class="empty-view refused">
      <p>
        <b>{error.message}.</b>
      </p>
      <p>
        <HintWords hint={error.hint} />
      </p>
    </div>
  );
}
