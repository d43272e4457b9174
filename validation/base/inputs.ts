/** Files of inputs beside the code that reads them: `hopper/products.jsonl`, `ptx/forms.txt`. */
import { inRepository } from './paths.ts';
import { jsonLines, readText } from './read.ts';

/** The path of a file or folder in `validation`. */
export const inputPath = (name: string): string => inRepository(`validation/${name}`);

export const inputText = (name: string): string => readText(`validation/${name}`);

/** The rows of a file with a JSON object per line. */
export const inputRows = <T>(name: string): T[] => jsonLines<T>(inputText(name));
