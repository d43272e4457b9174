import type { JSX } from 'preact';

/** The documents that pages are compared with: what each is, and where it is public. */
interface ReferenceDocument {
  readonly title: string;
  /** How a sentence names it once it was introduced. */
  readonly short: string;
  /** What it is, for a reader who has never seen it. */
  readonly what: string;
  readonly url?: string;
}

const reference = <K extends string>(
  all: Readonly<Record<K, ReferenceDocument>>,
): Readonly<Record<K, ReferenceDocument>> => all;

export const documents = reference({
  slides: {
    title: 'LDS Bank Conflicts on CDNA',
    short: 'the CDNA slides',
    what: 'a set of slides of April 2026 that teaches bank conflicts with six CK Tile tutorials',
  },
  talk: {
    title: 'Mitigating GPU Bank Conflicts with Swizzling',
    short: 'the IREE talk',
    what: 'a talk about the swizzle flow that IREE pull request 23778 adds',
    url: 'https://github.com/iree-org/iree/pull/23778',
  },
  wave: {
    title: 'MI350: LDS Bank Conflicts and Swizzling',
    short: "Wave's page on LDS swizzling",
    what: 'a page of the Wave documentation that derives a swizzle for gather_to_lds',
    url: 'https://github.com/iree-org/wave/blob/main/docs/wave/LDS_swizzling.rst',
  },
  ck: {
    title: 'Load Data Share Index Swapping',
    short: "CK Tile's page on index swapping",
    what: 'a page of the CK Tile documentation that explains its XOR transform',
    url: 'https://rocm.docs.amd.com/projects/composable_kernel/en/latest/conceptual/ck_tile/lds_index_swapping.html',
  },
  gemm: {
    title: 'GEMM pipelining notes',
    short: 'the GEMM notes',
    what: 'notes of the pyhip project that plan a 256 x 256 x 32 GEMM for MI300X by hand',
    url: 'https://github.com/tingqli/pyhip/blob/main/tests/gemm/gemm.md',
  },
});

export type DocumentName = keyof typeof documents;

export function DocumentLink({ of }: { readonly of: DocumentName }): JSX.Element {
  const { title, what, url } = documents[of];
  return url === undefined ? (
    <span>
      <cite>{title}</cite> ({what}; not public)
    </span>
  ) : (
    <a href={url} title={what}>
      <cite>{title}</cite>
    </a>
  );
}
