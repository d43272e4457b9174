/** The frame of an explorer: title, lead, figures, what they rest on, and the way to the next. */
import '../styles/base.css';
import 'virtual:theme.css';
import '../styles/shell.css';
import { type ComponentChildren, type JSX, render } from 'preact';
import { Header } from '../shell/header.tsx';
import { explorers } from './explorers.ts';

export interface ExplorerPageProps {
  readonly slug: string;
  /** One or two sentences: what this is about. */
  readonly lead: ComponentChildren;
  /** Where facts and published figures come from. */
  readonly sources: readonly ComponentChildren[];
  readonly children: ComponentChildren;
}

function ExplorerPage({ slug, lead, sources, children }: ExplorerPageProps): JSX.Element {
  const at = explorers.findIndex((explorer) => explorer.slug === slug);
  const [before, here, after] = [explorers[at - 1], explorers[at], explorers[at + 1]];
  return (
    <>
      <Header section="explorers" root="../" />
      <main id="main" class="page">
        <header>
          <h1>{here?.title}</h1>
          <p class="lead">{lead}</p>
        </header>
        {children}
        {sources.length === 0 ? undefined : (
          <section class="sources" aria-label="Sources">
            <h2>Sources</h2>
            <ol>
              {sources.map((source, index) => (
                <li key={index}>{source}</li>
              ))}
            </ol>
          </section>
        )}
        <nav class="pager" aria-label="Explorers">
          {before === undefined ? (
            <a href="index.html">All explorers</a>
          ) : (
            <a href={`${before.slug}.html`}>← {before.title}</a>
          )}
          {after === undefined ? (
            <a href="index.html">All explorers</a>
          ) : (
            <a href={`${after.slug}.html`}>{after.title} →</a>
          )}
        </nav>
      </main>
    </>
  );
}

/** Shows an explorer in the page. */
export function showExplorer(
  props: Omit<ExplorerPageProps, 'children'>,
  content: JSX.Element,
): void {
  const root = document.querySelector('#app');
  if (root === null) return;
  render(<ExplorerPage {...props}>{content}</ExplorerPage>, root);
}

interface FigureProps {
  readonly title: string;
  readonly children: ComponentChildren;
}

/** An interactive figure with its heading. */
export function Figure({ title, children }: FigureProps): JSX.Element {
  return (
    <section class="figure" aria-label={title}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}
