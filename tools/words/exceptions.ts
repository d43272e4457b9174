/**
 * What the rules of `patterns.ts` catch and that stays, each with its reason. `npm run words` names those that except nothing.
 */

export interface Exception {
  /** The file, or the beginning of the paths of several, from the root. */
  readonly path: string;
  /** The rule; without it all rules. */
  readonly name?: string;
  /** A part of the sentence; without it every sentence of the files. */
  readonly words?: string;
  readonly reason: string;
}

const RECORD = 'a record keeps the words in which it was written';
const NAMED_ON_PAGE = 'the page names its source by title, with a link, before it refers to it';
const NAMED_IN_DOCUMENT = 'the document names its source by title before it refers to it';
const NAMED_IN_SOURCES = 'about one source, which machine/sources.ts names';

export const exceptions: readonly Exception[] = [
  { path: 'apps/web/src/explore/', name: 'no-antecedent', reason: NAMED_ON_PAGE },
  { path: 'docs/attention.md', name: 'no-antecedent', reason: NAMED_IN_DOCUMENT },
  { path: 'docs/ck-tile.md', name: 'no-antecedent', reason: NAMED_IN_DOCUMENT },
  { path: 'docs/documents.md', name: 'no-antecedent', reason: NAMED_IN_DOCUMENT },
  { path: 'docs/figures.md', name: 'no-antecedent', reason: NAMED_IN_DOCUMENT },
  { path: 'docs/timeline.md', name: 'no-antecedent', reason: NAMED_IN_DOCUMENT },
  { path: 'docs/timing-attention.md', name: 'no-antecedent', reason: NAMED_IN_DOCUMENT },
  { path: 'validation/README.md', name: 'no-antecedent', reason: NAMED_IN_DOCUMENT },
  { path: 'validation/documents/', name: 'no-antecedent', reason: NAMED_IN_DOCUMENT },
  { path: 'validation/attention/', name: 'no-antecedent', reason: NAMED_IN_DOCUMENT },
  { path: 'validation/cases/deck.ts', name: 'no-antecedent', reason: NAMED_IN_DOCUMENT },
  { path: 'validation/timing/attention/', name: 'no-antecedent', reason: NAMED_IN_DOCUMENT },
  { path: 'packages/core/src/study/', name: 'no-antecedent', reason: NAMED_IN_SOURCES },
  {
    path: 'packages/core/src/coalesce/scenarios.ts',
    name: 'no-antecedent',
    reason: NAMED_IN_SOURCES,
  },
  {
    path: 'packages/core/src/machine/chips/alternatives.ts',
    name: 'no-antecedent',
    reason: NAMED_IN_SOURCES,
  },
  {
    path: 'docs/report-json.md',
    name: 'fronted-what',
    words: 'is an interface for scripts',
    reason: 'the value between is the name of a command',
  },
  {
    path: 'validation/triton.md',
    name: 'fronted-what',
    reason: 'a title or a question without a main clause',
  },
  {
    path: 'packages/cli/src/mcp/server.ts',
    name: 'things-say',
    reason: 'advice to a model, in its own words',
  },
  {
    path: 'validation/data/README.md',
    name: 'fronted-of',
    reason: 'a list of operations, by name',
  },
  { path: 'docs/decisions/', reason: RECORD },
];
