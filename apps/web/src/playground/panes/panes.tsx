/**
 * The panes side by side, with movable lines between them: the kernel | summary, instructions, views. Narrow windows stack
 * them. A closed pane gives its space to the others.
 */
import './panes.css';
import type { ComponentChildren, JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { Separator } from '../../controls/separator.tsx';
import {
  closedPanes,
  KERNEL_PERCENT,
  kernelPercent,
  paneNames,
  type PaneName,
  rememberPanes,
  SITES_PIXELS,
  sitesPixels,
  togglePane,
} from './pane-state.ts';

interface PanesProps {
  readonly heading: ComponentChildren;
  readonly kernel: ComponentChildren;
  readonly summary: ComponentChildren;
  readonly sites: ComponentChildren;
  readonly views: ComponentChildren;
  /** Results are of an earlier text. */
  readonly isOutdated: boolean;
  readonly isBusy: boolean;
}

export function Panes({
  heading,
  kernel,
  summary,
  sites,
  views,
  isOutdated,
  isBusy,
}: PanesProps): JSX.Element {
  useEffect(rememberPanes, []);
  const closed = closedPanes.value;
  const isOpen = (name: PaneName): boolean => !closed.has(name);
  return (
    <main
      id="main"
      class="panes"
      data-closed={[...closed].join(' ')}
      style={{
        '--kernel-width': `${kernelPercent.value}%`,
        '--sites-height': `${sitesPixels.value}px`,
      }}
    >
      {heading}
      <section id="pane-kernel" class="pane-left" aria-label="Kernel" hidden={!isOpen('kernel')}>
        {kernel}
      </section>
      {isOpen('kernel') ? <KernelSeparator /> : undefined}
      <section
        class={`pane-right ${isOutdated ? 'stale' : ''}`}
        aria-label="Results"
        aria-busy={isBusy}
      >
        {summary}
        {isOpen('sites') ? (
          <div id="pane-sites" class="pane-sites">
            {sites}
          </div>
        ) : undefined}
        {isOpen('sites') && isOpen('views') ? <SitesSeparator /> : undefined}
        {isOpen('views') ? views : undefined}
      </section>
    </main>
  );
}

function KernelSeparator(): JSX.Element {
  const { initial, min, max } = KERNEL_PERCENT;
  return (
    <Separator
      label="Width of the kernel pane in percent"
      controls="pane-kernel"
      orientation="vertical"
      value={kernelPercent.value}
      min={min}
      max={max}
      step={2}
      valueAt={({ clientX }, { parentElement }) => {
        const { left = 0, width = 1 } = parentElement?.getBoundingClientRect() ?? {};
        return (100 * (clientX - left)) / width;
      }}
      onChange={(next) => {
        kernelPercent.value = next;
      }}
      onReset={() => {
        kernelPercent.value = initial;
      }}
    />
  );
}

function SitesSeparator(): JSX.Element {
  const { initial, min, max } = SITES_PIXELS;
  return (
    <Separator
      label="Height of the instruction pane in pixels"
      controls="pane-sites"
      orientation="horizontal"
      value={sitesPixels.value}
      min={min}
      max={max}
      step={16}
      valueAt={({ clientY }, { previousElementSibling }) =>
        clientY - (previousElementSibling?.getBoundingClientRect().top ?? 0)
      }
      onChange={(next) => {
        sitesPixels.value = next;
      }}
      onReset={() => {
        sitesPixels.value = initial;
      }}
    />
  );
}

const titles: Readonly<Record<PaneName, string>> = {
  kernel: 'Kernel',
  sites: 'Instructions',
  views: 'Views',
};

/** A switch for each pane. */
export function PaneToggles(): JSX.Element {
  return (
    <div class="pane-toggles" role="group" aria-label="Panes">
      {paneNames.map((name) => (
        <button
          key={name}
          type="button"
          class="button"
          aria-pressed={!closedPanes.value.has(name)}
          title={`${closedPanes.value.has(name) ? 'Show' : 'Hide'}: ${titles[name]}`}
          onClick={() => togglePane(name)}
        >
          {titles[name]}
        </button>
      ))}
    </div>
  );
}
