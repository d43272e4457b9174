/**
 * The text of a C++ source without what is not code: comments, strings and directives of the preprocessor are blanks, and every other
 * character stays at its place.
 *
 *     #define N 32 // rows                    macros: N = 32
 *     float a[N]; /* ; *\/ puts("{");          float a[N];          puts(   );
 */

export interface PlainSource {
  readonly code: string;
  /** `#define NAME VALUE` without parameters; `undefined` where a name may have another value or none. */
  readonly macros: readonly { readonly name: string; readonly value: string | undefined }[];
}

export function plainSource(text: string): PlainSource {
  const bare = withoutComments(text);
  const macros: { name: string; value: string | undefined }[] = [];
  const conditions = new Conditions();
  const code = bare.replace(/^[ \t]*#(?:[^\\\n]|\\[^])*/gm, (directive) => {
    const define = /^\s*#\s*define\s+(\w+)(\([^)]*\))?([^]*)$/.exec(directive);
    conditions.read(directive);
    // A name that a condition or the end of a definition mentions may come from the command line.
    const mentioned = /^\s*#\s*(?:if|ifdef|ifndef|elif|undef)\b([^]*)$/.exec(directive);
    if (define !== null) {
      const [, name = '', parameters, value = ''] = define;
      const isKnown = parameters === undefined && !conditions.areOpen;
      macros.push({ name, value: isKnown ? value.replace(/\\\n/g, ' ') : undefined });
    }
    for (const [name] of mentioned?.[1]?.matchAll(/[A-Za-z_]\w*/g) ?? [])
      macros.push({ name, value: undefined });
    return blank(directive);
  });
  return { code, macros };
}

/** Whether text is conditional, except for the include guard of a header: `#ifndef K_H`, `#define K_H`. */
class Conditions {
  /** True for each `#if` that decides something. */
  readonly #open: boolean[] = [];
  #guard: string | undefined;

  get areOpen(): boolean {
    return this.#open.includes(true);
  }

  read(directive: string): void {
    const [, word = '', rest = ''] = /^\s*#\s*(\w+)\s*([^]*)$/.exec(directive) ?? [];
    const isGuard = word === 'define' && rest.trim() === this.#guard;
    if (isGuard) this.#open[this.#open.length - 1] = false;
    this.#guard = word === 'ifndef' ? rest.trim() : undefined;
    if (word.startsWith('if')) this.#open.push(true);
    else if (word === 'endif') this.#open.pop();
    else if (word.startsWith('el') && this.#open.length > 0)
      this.#open[this.#open.length - 1] = true;
  }
}

const blank = (text: string): string => text.replace(/[^\n]/g, ' ');

/** Comments, raw strings, strings, and letters, of which a `'` between digits is none; what is not closed ends with its line or the text. */
const ASIDE =
  /\/\/[^\n]*|\/\*[^]*?(?:\*\/|$)|(?<=R)"([^(]*)\([^]*?(?:\)\1"|$)|"(?:\\[^]|[^"\\\n])*(?:["\n]|\\?$)|(?<!\w)'(?:\\[^]|[^'\\\n])*(?:['\n]|\\?$)/g;

/** The text with blanks for comments, and for strings and letters, which have brackets and semicolons too. */
const withoutComments = (text: string): string => text.replace(ASIDE, blank);
