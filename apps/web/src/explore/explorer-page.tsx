/** The frame of an explorer: what it teaches, a table of contents, figures, what they rest on, and the way to the next. */
import '../styles/base.css';
import 'virtual:theme.css';
import '../styles/shell.css';
import '../styles/course.css';
import { type ComponentChildren, render } from 'preact';
import { embed } from '../shell/embed.ts';
import { Header } from '../shell/header.tsx';
import { explorers, levelOf } from './explorers.ts';
import { Contents } from './parts/contents.tsx';
import { Linked } from './parts/linked.tsx';

/** Shows an explorer in the page; `sources`, with the marks of texts, are where facts and published figures come from. */
export function showExplorer(
  slug: string,
  parts: readonly ComponentChildren[],
  sources: readonly string[],
): void {
  const root = document.querySelector('#app');
  if (root === null) return;
  const at = explorers.findIndex((explorer) => explorer.slug === slug);
  const [before, here, after] = [explorers[at - 1], explorers[at], explorers[at + 1]];
  render(
    <>
      <Header section="explorers" root="../" />
      <main id="main" class="page course">
        <header>
          <p class="course-place">
            <a href="index.html">{levelOf(slug)?.name}</a> · {at + 1} of {explorers.length}
          </p>
          <h1>{here?.title}</h1>
          <p class="lead">
            <b>What you will learn:</b> {here === undefined ? '' : sentenceOf(here.learn)}
          </p>
          <Contents />
        </header>
        {parts}
        <section class="sources" aria-label="Sources">
          <h2>Sources</h2>
          <ol>
            {sources.map((source, index) => (
              <li key={index}>
                <Linked text={source} />
              </li>
            ))}
          </ol>
        </section>
        <nav class="pager" aria-label="Explorers">
          {before === undefined ? (
            <a href="index.html">All explorers</a>
          ) : (
            <a href={`${before.slug}.html`}>
              ← {at}. {before.title}
            </a>
          )}
          {after === undefined ? (
            <a href="index.html">All explorers</a>
          ) : (
            <a href={`${after.slug}.html`}>
              {at + 2}. {after.title} →
            </a>
          )}
        </nav>
      </main>
    </>,
    root,
  );
  embed('section.figure');
}

/** Sentences on cards begin with "How" or "Which": here they continue a line. */
const sentenceOf = (learn: string): string => learn.charAt(0).toLowerCase() + learn.slice(1);
