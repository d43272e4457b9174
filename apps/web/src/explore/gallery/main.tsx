/** The gallery of explorers. */
import '../../styles/base.css';
import 'virtual:theme.css';
import '../../styles/shell.css';
import { render } from 'preact';
import { Header } from '../../shell/header.tsx';
import { explorers } from '../explorers.ts';

const root = document.querySelector('#app');
if (root !== null) {
  render(
    <>
      <Header section="explorers" root="../" />
      <main id="main" class="page">
        <header>
          <h1>Explorers</h1>
          <p class="lead">
            Shared memory from the grid down to one bank. Every picture is computed in your browser
            by the same engine that reads kernels.
          </p>
        </header>
        <ul class="gallery">
          {explorers.map(({ slug, title, summary }) => (
            <li key={slug}>
              <a href={`${slug}.html`}>
                <h2>{title}</h2>
                <p>{summary}</p>
              </a>
            </li>
          ))}
        </ul>
      </main>
    </>,
    root,
  );
}
