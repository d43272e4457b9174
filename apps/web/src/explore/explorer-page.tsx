/** The frame of an explorer: what it teaches, a table of contents, figures, what they rest on, and the way to the next. */
import '../styles/base.css';
import 'virtual:theme.css';
import '../styles/shell.css';
import '../styles/course.css';
import { type ComponentChildren, type JSX, render } from 'preact';
import { embed } from '../shell/embed.ts';
import { Header } from '../shell/header.tsx';
import { explorers, levelOf } from './explorers.ts';
import { Contents, placeOf } from './parts/contents.tsx';
import { Linked, paragraphs } from './parts/linked.tsx';

export interface ExplorerPageProps {
  readonly slug: string;
  /** Where facts and published figures come from, with the marks of texts. */
  readonly sources: readonly string[];
  readonly children: ComponentChildren;
}

function ExplorerPage({ slug, sources, children }: ExplorerPageProps): JSX.Element {
  const at = explorers.findIndex((explorer) => explorer.slug === slug);
  const [before, here, after] = [explorers[at - 1], explorers[at], explorers[at + 1]];
  return (
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
        {children}
        {sources.length === 0 ? undefined : (
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
        )}
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
    </>
  );
}

/** Sentences on cards begin with "How" or "Which": here they continue a line. */
const sentenceOf = (learn: string): string => learn.charAt(0).toLowerCase() + learn.slice(1);

/** Shows an explorer in the page. */
export function showExplorer(
  props: Omit<ExplorerPageProps, 'children'>,
  content: JSX.Element,
): void {
  const root = document.querySelector('#app');
  if (root === null) return;
  render(<ExplorerPage {...props}>{content}</ExplorerPage>, root);
  embed('section.figure');
}

/** An interactive figure with its heading. */
export function Figure({
  title,
  children,
}: Readonly<{ title: string; children: ComponentChildren }>): JSX.Element {
  return (
    <section class="figure" aria-label={title} {...placeOf(title)}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

type TextProps = Readonly<{
  title: string;
  text?: readonly string[];
  children?: ComponentChildren;
}>;

/** A part of the page that is text alone. */
export function Text({ title, text = [], children }: TextProps): JSX.Element {
  return (
    <section class="prose" aria-label={title} {...placeOf(title)}>
      <h2>{title}</h2>
      {paragraphs(text)}
      {children}
    </section>
  );
}
