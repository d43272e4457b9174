/** The passes of `ldscope opt`, one after the other. */
import { hang } from './measure.ts';
import { type Page, pageFor, type TextOptions } from './style.ts';

export interface PassList {
  readonly passes: readonly {
    readonly name: string;
    readonly summary: string;
    readonly options: readonly {
      readonly name: string;
      readonly summary: string;
      /** The default. */
      readonly value: number | boolean;
    }[];
  }[];
  readonly pipelines: readonly {
    readonly name: string;
    readonly summary: string;
    readonly passes: readonly string[];
  }[];
}

export function renderPassList({ passes, pipelines }: PassList, options: TextOptions = {}): string {
  const page = pageFor(options);
  const names = [...passes, ...pipelines].map(({ name }) => name.length);
  const width = Math.max(0, ...names) + 4;
  const lines = [
    page.paint('strong', 'Passes'),
    ...passes.flatMap(({ name, summary, options: own }) => [
      ...entry(name, summary, width, page),
      ...own.flatMap((option) =>
        hang(' '.repeat(width), `{${option.name}=${option.value}}: ${option.summary}`, page.width),
      ),
    ]),
    ...(pipelines.length === 0 ? [] : ['', page.paint('strong', 'Pipelines')]),
    ...pipelines.flatMap(({ name, summary, passes: steps }) => [
      ...entry(name, summary, width, page),
      ...hang(' '.repeat(width), steps.join(', '), page.width),
    ]),
  ];
  return lines.map((line) => `${line}\n`).join('');
}

function entry(name: string, summary: string, width: number, page: Page): string[] {
  return hang(`  ${name}`.padEnd(width), summary, page.width);
}
