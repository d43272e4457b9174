/**
 * A language by name and by its marks, without its parser: what a page asks while somebody types.
 *
 *     'module { ...'               -> mlir       by how it begins
 *     '  ds_read_b32 v0, v1'       -> amdgcn     by a line
 *     'a.mlir', '???'              -> mlir       by the ending: then the parser says what is wrong with it
 *
 * LIMITATIONS. Languages are asked in the order of their list; the first that knows the text has it.
 */

/** What a language is called and how its texts are known. */
export interface Language<Name extends string = string> {
  /** In data: `ck-tile`. */
  readonly name: Name;
  /** In reports for people: `CK Tile`. */
  readonly title: string;
  /** One text in it, in a sentence: `a CK Tile specification`. */
  readonly input: string;
  /** What its accesses to shared memory are counted in; `instruction` by default. */
  readonly unit?: string;
  /** Endings of its files; they decide where no language knows the text. */
  readonly endings: readonly string[];
  /** A file may hold several texts of it: dumps of a compiler, or chunks between lines of `// -----`. */
  readonly hasParts?: boolean;
  /** True for a text in it. */
  readonly detect: (sample: Sample) => boolean;
}

/** A text as it is shown to languages. */
export interface Sample {
  readonly text: string;
  /** 256 characters from the first that is neither white space nor in a `//` comment. */
  readonly start: string;
  /** Nothing, or bytes that are not text. */
  readonly isBlank: boolean;
  /** The name of the file; empty where there is none. */
  readonly file: string;
}

/** The language of a text among those of a list; `undefined` when it is in none of them. */
export function findLanguage<L extends Language>(
  languages: readonly L[],
  text: string,
  file = '',
): L | undefined {
  const start = skipComments(text);
  const isBlank = start === '' || text.slice(0, 4096).includes('\0');
  const sample: Sample = { text, start, isBlank, file };
  return (
    languages.find((language) => language.detect(sample)) ??
    languages.find(({ endings }) => hasEnding(file, endings))
  );
}

/** True for the name of a file with one of the endings. */
export function hasEnding(file: string, endings: readonly string[]): boolean {
  return endings.some((ending) => file.endsWith(ending));
}

/** The text from its first character that is neither white space nor a `//` comment. */
function skipComments(text: string): string {
  let at = 0;
  for (;;) {
    while (at < text.length && /\s/.test(text.charAt(at))) at++;
    if (!text.startsWith('//', at)) break;
    const end = text.indexOf('\n', at);
    at = end < 0 ? text.length : end + 1;
  }
  return text.slice(at, at + 256);
}
