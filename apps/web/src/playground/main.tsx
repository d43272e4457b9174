/** The playground's page. */
import '../styles/base.css';
import 'virtual:theme.css';
import '../styles/shell.css';
import '../styles/playground.css';
import { render } from 'preact';
import { embed } from '../shell/embed.ts';
import { openExample } from './actions.ts';
import { App } from './app.tsx';
import { examples } from '../share/examples.ts';
import { followInputs } from './runs.ts';
import { followAddress } from './share-button.tsx';
import { opening } from './state.ts';

const root = document.querySelector('#app');
if (root !== null) render(<App />, root);
embed('.view-panel');

const [first] = examples;
followInputs();
const opened = await followAddress();
if (!opened && first !== undefined) await openExample(first);
opening.value = false;
