/** The gallery of explorers: the course by level, with a picture of each page, and a search. */
import '../../styles/base.css';
import 'virtual:theme.css';
import '../../styles/shell.css';
import '../../styles/course.css';
import { type JSX, render } from 'preact';
import { useState } from 'preact/hooks';
import { Header } from '../../shell/header.tsx';
import { type Explorer, explorers, levels } from '../explorers.ts';
import { matches } from './matches.ts';
import { Thumbnail } from './thumbnail.tsx';

function Gallery(): JSX.Element {
  const [text, setText] = useState('');
  const shown = levels
    .map((level) => ({ ...level, explorers: level.explorers.filter((one) => matches(one, text)) }))
    .filter((level) => level.explorers.length > 0);
  const count = shown.reduce((sum, level) => sum + level.explorers.length, 0);
  return (
    <main id="main" class="page gallery-page">
      <header>
        <h1>Explorers</h1>
        <p class="lead">
          A course on shared memory in {explorers.length} pages, from the grid down to one bank.
          Your browser computes every picture with the engine that also reads kernels.
        </p>
        <label class="labelled gallery-search">
          Search
          <input
            class="field"
            type="search"
            placeholder="padding, ds_read_b128, MLIR ..."
            value={text}
            onInput={({ currentTarget }) => setText(currentTarget.value)}
          />
        </label>
        <p class="visually-hidden" role="status">
          {text === '' ? '' : `${count} of ${explorers.length} explorers`}
        </p>
      </header>
      {shown.map((level) => (
        <section class="gallery-level" aria-label={level.name} key={level.name}>
          <h2>{level.name}</h2>
          <p>{level.text}</p>
          <ol class="gallery">
            {level.explorers.map((explorer) => (
              <Card key={explorer.slug} explorer={explorer} />
            ))}
          </ol>
        </section>
      ))}
      {count === 0 ? <p>No explorer mentions “{text}”.</p> : undefined}
    </main>
  );
}

function Card({ explorer }: { readonly explorer: Explorer }): JSX.Element {
  const { slug, title, learn } = explorer;
  return (
    <li>
      <a href={`${slug}.html`}>
        <Thumbnail slug={slug} />
        <h3>
          {explorers.indexOf(explorer) + 1}. {title}
        </h3>
        <p>{learn}</p>
      </a>
    </li>
  );
}

const root = document.querySelector('#app');
if (root !== null) {
  render(
    <>
      <Header section="explorers" root="../" />
      <Gallery />
    </>,
    root,
  );
}
