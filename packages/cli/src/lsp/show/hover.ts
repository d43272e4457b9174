/** The hover of an access: cost, reason, evidence, and the banks. */
import {
  sayExplanation,
  type Section,
  siteMark,
  siteTitle,
  svgOfBanks,
  writeMarkdown,
} from '@ldscope/render';
import { type Hover, MarkupKind } from 'vscode-languageserver';
import { explained, type LineMark, worstByChip } from './marks.ts';

/** Editors cut longer texts, and a picture that is cut is none. */
const MOST_TEXT = 100_000;

/** The hover of a line; pictures are images in the text, without them banks are drawn with characters. */
export function hoverOf({ range, sites }: LineMark, pictures: boolean): Hover | undefined {
  let room = MOST_TEXT;
  const texts = worstByChip(sites).flatMap((one): string[] => {
    const drawn = explained(one);
    if (drawn === undefined) {
      const words = `${siteTitle(one.site)}: ${siteMark(one.site, one.report)}`;
      room -= words.length;
      return [words];
    }
    const said = sayExplanation(drawn, { brief: pictures ? 'reasons' : 'banks' });
    const words = writeMarkdown({ ...said, sections: said.sections.map(withoutCode) });
    const picture = pictures ? imageOf(svgOfBanks(drawn), 'Banks of the access') : '';
    const text = [words, picture].filter((part) => part.length < room).join('\n');
    room -= text.length;
    return [text];
  });
  if (texts.length === 0) return undefined;
  return { contents: { kind: MarkupKind.Markdown, value: texts.join('\n---\n\n') }, range };
}

/** The line of the kernel is the one that the pointer is on. */
const withoutCode = (section: Section): Section => ({
  ...section,
  blocks: section.blocks.filter((block) => block.kind !== 'paragraph' || block.isCode !== true),
});

const imageOf = (svg: string, title: string): string =>
  `![${title}](data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')})`;
