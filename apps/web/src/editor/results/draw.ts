/** How results look: words behind the line that they belong to, a sign in the margin for all of them. */
import { GutterMarker, WidgetType } from '@codemirror/view';
import { drawIcon } from './icon.ts';
import { type LineResult, type MarkTone, wordsOf } from './line-mark.ts';

/** The results of a line, behind or below it. */
export class InlineResults extends WidgetType {
  readonly results: readonly LineResult[];
  readonly isBelow: boolean;

  constructor(results: readonly LineResult[], isBelow: boolean) {
    super();
    this.results = results;
    this.isBelow = isBelow;
  }

  override eq({ results, isBelow }: InlineResults): boolean {
    return isBelow === this.isBelow && sameResults(results, this.results);
  }

  override toDOM(): HTMLElement {
    const box = document.createElement('span');
    box.className = this.isBelow ? 'line-results below' : 'line-results';
    // Blanks separate the words in plain text too.
    for (const result of this.results) box.append(' ', drawInline(result));
    return box;
  }

  override ignoreEvent(): boolean {
    return false;
  }
}

function drawInline({ kind, tone, word, text, title, siteId }: LineResult): HTMLElement {
  const mark = document.createElement('span');
  mark.className = `line-result ${tone} ${kind}`;
  if (title !== '') mark.title = title;
  if (siteId !== undefined) mark.dataset['site'] = siteId;
  if (word !== '') {
    const first = document.createElement('span');
    first.className = 'kind';
    first.textContent = word;
    mark.append(first, ' ');
  }
  const [main = '', ...rest] = text.split(' · ');
  mark.append(main);
  if (rest.length > 0) {
    const detail = document.createElement('span');
    detail.className = 'detail';
    detail.textContent = ` · ${rest.join(' · ')}`;
    mark.append(detail);
  }
  return mark;
}

/** The worst of a line's results, in the margin. */
export class MarginResult extends GutterMarker {
  readonly results: readonly LineResult[];

  constructor(results: readonly LineResult[]) {
    super();
    this.results = results;
  }

  override eq({ results }: MarginResult): boolean {
    return sameResults(results, this.results);
  }

  override toDOM(): HTMLElement {
    const worst = this.results.toSorted((a, b) => rankOf(a) - rankOf(b))[0];
    const site = this.results.find(({ siteId }) => siteId !== undefined)?.siteId;
    const mark = document.createElement('div');
    if (worst === undefined) return mark;
    mark.className = `margin-result ${worst.tone} ${worst.kind}`;
    mark.title = this.results.map(wordsOf).join('\n');
    if (site !== undefined) mark.dataset['site'] = site;
    mark.append(drawIcon(worst));
    return mark;
  }
}

const tonesByRank: readonly MarkTone[] = ['conflict', 'warn', 'good', 'plain'];

/** Diagnostics of one tone go before results. */
function rankOf({ tone, kind }: LineResult): number {
  return 2 * tonesByRank.indexOf(tone) + (kind === 'diagnostic' ? 0 : 1);
}

function sameResults(some: readonly LineResult[], others: readonly LineResult[]): boolean {
  return some.length === others.length && some.every((one, i) => sameResult(one, others[i]));
}

function sameResult(a: LineResult, b: LineResult | undefined): boolean {
  return (
    b !== undefined &&
    a.kind === b.kind &&
    a.tone === b.tone &&
    a.word === b.word &&
    a.text === b.text &&
    a.title === b.title &&
    a.siteId === b.siteId
  );
}
