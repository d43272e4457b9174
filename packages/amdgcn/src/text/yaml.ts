/**
 * Metadata from YAML.
 *
 *     amdhsa.kernels:
 *       - .args:
 *           - { .offset: 0, .size: 8 }
 *         .name: "copy"
 *
 * Plain words are integers, `true` and `false`, nothing (`~`), or themselves: LLVM quotes texts that would be read as
 * something else. Aliases are left out, so that a short text cannot stand for a large tree.
 */
import { isMap, isScalar, isSeq } from 'yaml';
import { composeYaml, type YamlProblem } from './compose-yaml.ts';
import type { Document } from './document.ts';

/** Reads a document. With a problem the tree has the part that could be read. */
export function parseYaml(text: string): {
  readonly document: Document;
  readonly problem: YamlProblem | undefined;
} {
  // Without a schema every word is a text.
  const { document, problem } = composeYaml(text, { schema: 'failsafe', uniqueKeys: false });
  return { document: documentOf(document.contents), problem };
}

function documentOf(node: unknown): Document {
  if (isMap(node)) {
    return new Map(
      node.items.map(({ key, value }) => [String(documentOf(key)), documentOf(value)]),
    );
  }
  if (isSeq(node)) return node.items.map((item) => documentOf(item));
  if (!isScalar(node) || typeof node.value !== 'string') return undefined;
  return node.type === 'PLAIN' ? wordValue(node.value) : node.value;
}

/** The value of a plain word. */
function wordValue(word: string): Document {
  if (/^[-+]?(?:\d{1,15}|0x[0-9a-fA-F]{1,13})$/.test(word)) {
    const magnitude = Number(word.replace(/^[-+]/, ''));
    return word.startsWith('-') ? -magnitude : magnitude;
  }
  if (word === 'true' || word === 'false') return word === 'true';
  return word === '~' || word === 'null' || word === '' ? undefined : word;
}
