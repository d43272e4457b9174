/** The playground: the kernel at the left, what it does to memory at the right. */
import type { JSX } from 'preact';
import { Header } from '../shell/header.tsx';
import { Begin, isBeginning } from './begin.tsx';
import { DropTarget } from './drop-target.tsx';
import { EditorPane } from './editor-pane.tsx';
import { Dialogs } from './palette/dialogs.tsx';
import { Panes } from './panes/panes.tsx';
import { Problems } from './problems.tsx';
import { busy, isOutdated } from './runs.ts';
import { SiteTable } from './sites/site-table.tsx';
import { WithSource } from './source/source-pane.tsx';
import { StatusLine } from './status-line.tsx';
import { Summary } from './summary.tsx';
import { Toolbar } from './toolbar.tsx';
import { Tabs } from './views/tabs.tsx';

export function App(): JSX.Element {
  return (
    <div class="playground">
      <Header section="playground" root="./" />
      <Begin />
      <Toolbar />
      <Panes
        heading={isBeginning.value ? undefined : <h1 class="visually-hidden">Playground</h1>}
        kernel={
          <>
            <WithSource>
              <EditorPane />
            </WithSource>
            <Problems />
          </>
        }
        summary={<Summary />}
        sites={<SiteTable />}
        views={<Tabs />}
        isOutdated={isOutdated.value}
        isBusy={busy.value}
      />
      <StatusLine />
      <DropTarget />
      <Dialogs />
    </div>
  );
}
