/** The interface of the library as a page of the documentation. */
import { exampleOf } from './examples.ts';
import type { ApiEntry, ApiSection } from './read-api.ts';

const INTRODUCTION = `# Library

\`npm install ldscope\` brings the command and the library behind it. The library takes texts and gives data; it needs neither Node nor a
browser and runs in both. Errors of an input are \`diagnostics\`, with a code, a place and a hint: functions throw on
mistakes of a program alone. [Versions](versions.md) says what stays as it is.

\`\`\`ts
import { readFileSync } from 'node:fs';
import { analyzeKernel, renderReport } from 'ldscope';

const kernel = readFileSync('kernel.mlir', 'utf8');
const { analysis, diagnostics } = analyzeKernel(kernel, { machine: 'gfx942' });
if (analysis === undefined) console.error(diagnostics);
else console.log(renderReport(analysis));
\`\`\`

In the examples \`kernel\` is [a transpose in MLIR](../examples/transpose-plain/kernel.mlir), \`schedule\` is
[a schedule of instructions](../examples/schedules/gemm-level-1.sched), \`specification\`
[a CK Tile specification](../examples/ck-tile-transpose/spec.yaml), \`example\` reads [an example](../examples/README.md), and \`assert\` is that of \`node:assert/strict\`; a test executes each of them.
\`npm run api\` makes this page of the comments in the source.
`;

/** The page as Markdown. */
export function apiPage(
  sections: readonly ApiSection[],
  examples: ReadonlyMap<string, string>,
): string {
  return [INTRODUCTION, ...sections.map((section) => sectionText(section, examples))].join('\n');
}

function sectionText(
  { title, about, entries }: ApiSection,
  examples: ReadonlyMap<string, string>,
): string {
  const values = entries.filter(({ kind }) => kind !== 'type');
  const types = entries.filter(({ kind }) => kind === 'type');
  return [
    `## ${title}\n`,
    `${about.charAt(0).toUpperCase()}${about.slice(1)}.\n`,
    ...values.map((entry) => `${entryText(entry)}\n${exampleText(entry, examples)}`),
    ...types.map(entryText),
  ].join('\n');
}

const entryText = ({ name, comment, declaration }: ApiEntry): string =>
  `### ${name}\n\n${comment}\n\n\`\`\`ts\n${declaration}\n\`\`\`\n`;

function exampleText({ name }: ApiEntry, examples: ReadonlyMap<string, string>): string {
  const shown = exampleOf(name, examples);
  if (shown === undefined) return '';
  return shown === name
    ? `Example:\n\n\`\`\`ts\n${examples.get(name) ?? ''}\n\`\`\`\n`
    : `Its example is that of [${shown}](#${shown.toLowerCase()}).\n`;
}
