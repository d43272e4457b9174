/**
 * Texts of pages, with few marks; repositories, pull requests and papers in them are links.
 *
 *     `ds_read_b128`, **Short rows.**           code, bold
 *     [Phases](phases.html), {slides}           a link, a document with its link
 *     ROCm/composable_kernel, tutorial 14       github.com/ROCm/composable_kernel
 *     nod-ai/amd-shark-ai, docs/x.md            the file in it
 *     arXiv 2511.08083                          arxiv.org/abs/2511.08083
 *
 * A repository is one of those named here: other texts with a slash stay texts.
 */
import type { JSX } from 'preact';
import { DocumentLink, type DocumentName, documents } from './documents.tsx';

const OWNERS = 'ROCm|iree-org|nod-ai|tingqli|HazyResearch|kzwrime|llvm|triton-lang|NVIDIA';

const REFERENCE = new RegExp(
  String.raw`\`(?<code>[^\`]+)\`|\*\*(?<bold>.+?)\*\*|\[(?<label>[^\]]+)\]\((?<address>[^)\s]+)\)|` +
    String.raw`\{(?<document>${Object.keys(documents).join('|')})\}|arXiv:? ?(?<paper>\d{4}\.\d{4,5})|` +
    String.raw`(?<repository>(?:${OWNERS})\/[\w.-]*\w)` +
    String.raw`(?:,? (?:pull request |#)(?<pull>\d+)|:? @(?<commit>[0-9a-f]{7,40})|,? (?<path>(?:[\w.-]+\/)+[\w-]+\.\w+))?`,
  'g',
);

export interface LinkedPart {
  readonly text: string;
  readonly url?: string;
  readonly tag?: 'code' | 'b';
  readonly document?: DocumentName;
}

/** The text in pieces, by what each is. */
export function linkedParts(text: string): LinkedPart[] {
  const parts: LinkedPart[] = [];
  let from = 0;
  for (const match of text.matchAll(REFERENCE)) {
    if (match.index > from) parts.push({ text: text.slice(from, match.index) });
    parts.push(partOf(match[0], match.groups ?? {}));
    from = match.index + match[0].length;
  }
  if (from < text.length) parts.push({ text: text.slice(from) });
  return parts;
}

type Groups = Readonly<Record<string, string | undefined>>;

const isDocument = (name: string): name is DocumentName => name in documents;

function partOf(text: string, groups: Groups): LinkedPart {
  const { code, bold, label, address, document } = groups;
  if (code !== undefined) return { text: code, tag: 'code' };
  if (bold !== undefined) return { text: bold, tag: 'b' };
  if (label !== undefined && address !== undefined) return { text: label, url: address };
  if (document !== undefined && isDocument(document)) return { text, document };
  return { text, url: addressOf(groups) };
}

function addressOf({ paper, repository = '', pull, commit, path }: Groups): string {
  if (paper !== undefined) return `https://arxiv.org/abs/${paper}`;
  const root = `https://github.com/${repository}`;
  if (pull !== undefined) return `${root}/pull/${pull}`;
  if (commit !== undefined) return `${root}/tree/${commit}`;
  return path === undefined ? root : `${root}/blob/HEAD/${path}`;
}

export function Linked({ text }: Readonly<{ text: string }>): JSX.Element {
  return (
    <>
      {linkedParts(text).map(({ text: part, url, tag: Tag, document }, index) => {
        if (document !== undefined) return <DocumentLink key={index} of={document} />;
        if (Tag !== undefined) return <Tag key={index}>{part}</Tag>;
        return url === undefined ? (
          part
        ) : (
          <a key={index} href={url}>
            {part}
          </a>
        );
      })}
    </>
  );
}

type ProseProps = Readonly<{ text: string | readonly string[]; class?: string }>;

/** A paragraph, or a block of several. */
export function Prose({ text, class: own = 'prose' }: ProseProps): JSX.Element {
  if (typeof text !== 'string') return <div class={own}>{paragraphs(text)}</div>;
  return (
    <p class={own}>
      <Linked text={text} />
    </p>
  );
}

export const paragraphs = (texts: readonly string[]): JSX.Element[] =>
  texts.map((text, index) => (
    <p key={index}>
      <Linked text={text} />
    </p>
  ));
