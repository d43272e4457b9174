/** Files of inputs beside the code that reads them: `hopper/products.jsonl`, `ptx/forms.txt`. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The path of a file or folder in `validation`, both from the sources and from a bundle in `.build`. */
export const inputPath = (name: string): string =>
  fileURLToPath(
    new URL(
      `${import.meta.url.includes('/.build/') ? '../validation' : '..'}/${name}`,
      import.meta.url,
    ),
  );

export const inputText = (name: string): string => readFileSync(inputPath(name), 'utf8');

/** The rows of a file with a JSON object per line. */
export const inputRows = <T>(name: string): T[] =>
  inputText(name)
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as T);

/** A text with a value for each `{{name}}`; lines of which nothing is left go. */
export const filledText = (
  text: string,
  values: Readonly<Record<string, string | number>>,
): string =>
  text
    .split('\n')
    .map((line) => {
      const filled = line.replace(/\{\{(\w+)\}\}/g, (_, name: string) => `${values[name] ?? name}`);
      return filled !== line && filled.trim() === '' ? undefined : filled;
    })
    .filter((line) => line !== undefined)
    .join('\n');
