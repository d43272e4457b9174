/** The playground: the kernel at the left, what it does to memory at the right. */
import type { JSX } from 'preact';
import { Header } from '../shell/header.tsx';
import { DropTarget } from './drop-target.tsx';
import { EditorPane } from './editor-pane.tsx';
import { Problems } from './problems.tsx';
import { busy, isOutdated } from './runs.ts';
import { SiteTable } from './site-table.tsx';
import { SourcePane } from './source-pane.tsx';
import { StatusLine } from './status-line.tsx';
import { Summary } from './summary.tsx';
import { Toolbar } from './toolbar.tsx';
import { Tabs } from './views/tabs.tsx';

export function App(): JSX.Element {
  return (
    <div class="playground">
      <Header section="playground" root="./" />
      <Toolbar />
      <main id="main" class="panes">
        <h1 class="visually-hidden">Playground</h1>
        <section class="pane-left" aria-label="Kernel">
          <EditorPane />
          <SourcePane />
          <Problems />
        </section>
        <section
          class={`pane-right ${isOutdated.value ? 'stale' : ''}`}
          aria-label="Results"
          aria-busy={busy.value}
        >
          <Summary />
          <SiteTable />
          <Tabs />
        </section>
      </main>
      <StatusLine />
      <DropTarget />
    </div>
  );
}
