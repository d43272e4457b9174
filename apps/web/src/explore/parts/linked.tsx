/**
 * A text in which repositories, pull requests and papers are links.
 *
 *     ROCm/composable_kernel, tutorial 14       github.com/ROCm/composable_kernel
 *     nod-ai/amd-shark-ai, docs/x.md            the file in it
 *     arXiv 2511.08083                          arxiv.org/abs/2511.08083
 *
 * A repository is one of those named here: other texts with a slash stay texts.
 */
import type { JSX } from 'preact';

const OWNERS = 'ROCm|iree-org|nod-ai|tingqli|HazyResearch|kzwrime|llvm|triton-lang|NVIDIA';

const REFERENCE = new RegExp(
  String.raw`arXiv:? ?(?<paper>\d{4}\.\d{4,5})|` +
    String.raw`(?<repository>(?:${OWNERS})\/[\w.-]*\w)` +
    String.raw`(?:,? (?:pull request |#)(?<pull>\d+)|:? @(?<commit>[0-9a-f]{7,40})|,? (?<path>(?:[\w.-]+\/)+[\w-]+\.\w+))?`,
  'g',
);

export interface LinkedPart {
  readonly text: string;
  readonly url?: string;
}

/** The text in pieces, those with an address as links. */
export function linkedParts(text: string): LinkedPart[] {
  const parts: LinkedPart[] = [];
  let from = 0;
  for (const match of text.matchAll(REFERENCE)) {
    if (match.index > from) parts.push({ text: text.slice(from, match.index) });
    parts.push({ text: match[0], url: addressOf(match.groups ?? {}) });
    from = match.index + match[0].length;
  }
  if (from < text.length) parts.push({ text: text.slice(from) });
  return parts;
}

function addressOf(groups: Readonly<Record<string, string | undefined>>): string {
  const { paper, repository = '', pull, commit, path } = groups;
  if (paper !== undefined) return `https://arxiv.org/abs/${paper}`;
  const root = `https://github.com/${repository}`;
  if (pull !== undefined) return `${root}/pull/${pull}`;
  if (commit !== undefined) return `${root}/tree/${commit}`;
  return path === undefined ? root : `${root}/blob/HEAD/${path}`;
}

export function Linked({ text }: { readonly text: string }): JSX.Element {
  return (
    <>
      {linkedParts(text).map(({ text: part, url }, index) =>
        url === undefined ? (
          part
        ) : (
          <a key={index} href={url}>
            {part}
          </a>
        ),
      )}
    </>
  );
}
