/**
 * Sections of a report as live elements: those of the HTML writer, with actions that only the playground has.
 *
 *     <button data-copy="x">     copies the text of the element x
 *     <p data-line="12">         leads to a line of the editor
 */
import { type Section, sectionNodes, type SvgChild } from '@ldscope/render';
import { createElement, type JSX } from 'preact';
import { CopyButton } from '../controls/copy-button.tsx';

interface DocumentProps {
  readonly sections: readonly Section[];
  /** The heading level of a section of level 2. */
  readonly level?: number;
  /** The prefix of the ids of copied elements. */
  readonly id: string;
  readonly onLine?: (line: number) => void;
}

export function DocumentView({ sections, level = 2, id, onLine }: DocumentProps): JSX.Element {
  const nodes = sections.flatMap((section, index) =>
    section.blocks.length === 0
      ? []
      : sectionNodes([{ ...section, level: section.level === 1 ? 2 : section.level }], {
          level: level - 1,
          id: `${id}${index}`,
        }),
  );
  return <div class="document">{nodes.map((node, index) => elementOf(node, index, onLine))}</div>;
}

/** The app's classes for elements of the writer. */
const classOf: Readonly<Record<string, string>> = {
  table: 'data-table',
  details: 'table-twin',
  ul: 'reasons',
};

function elementOf(
  node: SvgChild,
  key: number,
  onLine: DocumentProps['onLine'],
): JSX.Element | string {
  if (typeof node === 'string') return node;
  const { tag, attributes, children } = node;
  const copied = attributes['data-copy'];
  if (copied !== undefined) {
    return (
      <CopyButton
        key={key}
        text={() => document.getElementById(String(copied))?.textContent ?? ''}
        label={String(attributes['aria-label'])}
      />
    );
  }
  const inner = children.map((child, index) => elementOf(child, index, onLine));
  const line = Number(attributes['data-line']);
  const place =
    onLine === undefined || !(line > 0) ? undefined : (
      <button type="button" class="place" onClick={() => onLine(line)}>
        {line}
      </button>
    );
  const given = attributes['class'];
  const name = given === 'scroll' ? 'view-scroll' : (classOf[tag] ?? given);
  // Styles of a panel may stretch pictures; some pictures keep the size that they were drawn in.
  const style = tag === 'svg' ? { style: `--own-width: ${attributes['width']}px` } : {};
  return createElement(tag, { ...attributes, ...style, class: name, key }, place, ...inner);
}
