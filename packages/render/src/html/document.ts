/** Documents as a page that stands alone. */
import { allBlocks, type Document, type Section } from '../document/document.ts';
import { h, type HtmlNode } from './node.ts';
import { FIGURES_NOTE, pageText } from './page.ts';
import { pageBlockNodes } from './page-blocks.ts';
import { sectionNodes } from './sections.ts';

/** A document as an HTML page that stands alone. */
export function writeHtml({ title, heading, sections, note = FIGURES_NOTE }: Document): string {
  const top = heading === undefined ? 1 : 2;
  return pageText({
    title: `${title} - ldscope`,
    note,
    steps: stepNames(sections),
    isFiltered: allBlocks(sections).some(
      (block) => block.kind === 'table' && block.filters !== undefined,
    ),
    main: [
      ...(heading === undefined ? [] : [h('h1', {}, heading)]),
      ...panelsOf(sections).map((panel, index, all) => {
        const [{ level, id }] = panel;
        const nodes = sectionNodes(panel, {
          level: top,
          id: `s${index}`,
          pageBlock: pageBlockNodes,
        });
        return level === 1
          ? h('div', { class: 'head', id }, ...nodes, contentsOf(all.slice(index + 1)))
          : h('section', { class: 'panel', id }, ...nodes);
      }),
    ],
  });
}

/** At least one section. */
type Panel = readonly [Section, ...Section[]];

/** A section of level 1 or 2 with those below it. */
function panelsOf(sections: readonly Section[]): Panel[] {
  const panels: [Section, ...Section[]][] = [];
  for (const section of sections) {
    const last = panels.at(-1);
    if (last === undefined || section.level < 3) panels.push([section]);
    else last.push(section);
  }
  return panels.filter(
    (panel, index) =>
      index === 0 || panel[0].level === 1 || panel.some(({ blocks }) => blocks.length > 0),
  );
}

/** Links to the panels of the same report that have a name. */
function contentsOf(behind: readonly Panel[]): HtmlNode | undefined {
  const next = behind.findIndex(([{ level }]) => level === 1);
  const items = behind
    .slice(0, next < 0 ? undefined : next)
    .flatMap(([{ id, heading }]) =>
      id === undefined || heading === undefined
        ? []
        : [h('li', {}, h('a', { href: `#${id}` }, heading))],
    );
  return items.length < 2
    ? undefined
    : h('nav', { 'aria-label': 'Contents' }, h('ul', { class: 'contents' }, ...items));
}

/** Names of all steps of all choices: the style sheet has a rule for each. */
const stepNames = (sections: readonly Section[]): string[] => [
  ...new Set(
    allBlocks(sections).flatMap((block) =>
      block.kind === 'choice' ? block.choices.map(({ name }) => name) : [],
    ),
  ),
];
