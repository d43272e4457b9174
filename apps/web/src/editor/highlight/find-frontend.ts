/** The language of a document, from its first characters: it is detected while somebody types. */
import type { Text } from '@codemirror/state';
import type { FrontendName } from '@ldscope/engine';
import { findLanguage } from '@ldscope/engine/language';
import { editorLanguages } from './languages.ts';

/** Characters that are read. A dump or a disassembly names its kind within them. */
const LONGEST_HEAD = 100_000;
/** Characters of a line that are read: languages differ in how their lines begin. */
const LONGEST_LINE = 1_000;

const languages = Object.values(editorLanguages).map(({ language }) => language);

/** The language of the first lines that are not blank; `undefined` when no frontend reads it. */
export function findFrontend(doc: Text, file: string | undefined): FrontendName | undefined {
  const lines: string[] = [];
  let length = 0;
  for (const line of doc.iterLines()) {
    if (line.trim() === '') continue;
    lines.push(line.slice(0, LONGEST_LINE));
    length += Math.min(line.length, LONGEST_LINE) + 1;
    if (length > LONGEST_HEAD) break;
  }
  return findLanguage(languages, lines.join('\n'), file)?.name;
}
