/**
 * The text of a C++ source without what is not code: comments, strings and directives of the preprocessor are blanks, and every other
 * character stays at its place.
 *
 *     #define N 32 // rows                    macros: N = 32, with the place of 32
 *     float a[N]; /* ; *\/ puts("{");          float a[N];          puts(   );
 */

/** `#define NAME VALUE` or `#define NAME(PARAMETERS) VALUE`; or a name that a condition or an `#undef` mentions, without value. */
export interface Macro {
  readonly name: string;
  readonly parameters: readonly string[] | undefined;
  /** Where its value is in the text. */
  readonly start: number;
  readonly end: number;
  /** True where no condition decides on the definition. */
  readonly isCertain: boolean;
}

export interface PlainSource {
  readonly code: string;
  /** The code with its directives. */
  readonly directives: string;
  readonly macros: readonly Macro[];
}

export function plainSource(text: string): PlainSource {
  const directives = text.replace(ASIDE, blank);
  const macros: Macro[] = [];
  const conditions = new Conditions();
  const code = directives.replace(DIRECTIVE, (directive: string, at: number) => {
    const define = /^\s*#\s*define\s+(\w+)(?:\(([^)]*)\))?/.exec(directive);
    conditions.read(directive);
    if (define !== null) {
      const [all, name = '', list] = define;
      macros.push({
        name,
        parameters: list?.split(',').map((one) => one.trim()),
        start: at + all.length,
        end: at + directive.length,
        isCertain: !conditions.areOpen,
      });
    }
    // A name that a condition or the end of a definition mentions may come from the command line.
    const mentioned = /^\s*#\s*(?:if|ifdef|ifndef|elif|undef)\b([^]*)$/.exec(directive);
    for (const [name] of mentioned?.[1]?.matchAll(/[A-Za-z_]\w*/g) ?? [])
      macros.push({ name, parameters: undefined, start: at, end: at, isCertain: false });
    return blank(directive);
  });
  return { code, directives, macros };
}

const DIRECTIVE = /^[ \t]*#(?:[^\\\n]|\\\r?[^])*/gm;

/** Whether text is conditional, except for the include guard of a header: `#ifndef K_H`, `#define K_H`. */
class Conditions {
  /** True for each `#if` that decides something. */
  readonly #open: boolean[] = [];
  #deciding = 0;
  #guard: string | undefined;

  get areOpen(): boolean {
    return this.#deciding > 0;
  }

  read(directive: string): void {
    const [, word = '', rest = ''] = /^\s*#\s*(\w+)\s*([^]*)$/.exec(directive) ?? [];
    if (word === 'define' && rest.trim() === this.#guard) this.#setTop(false);
    this.#guard = word === 'ifndef' ? rest.trim() : undefined;
    if (word.startsWith('if')) {
      this.#open.push(true);
      this.#deciding++;
    } else if (word === 'endif') {
      if (this.#open.pop() === true) this.#deciding--;
    } else if (word.startsWith('el')) this.#setTop(true);
  }

  #setTop(decides: boolean): void {
    const top = this.#open.length - 1;
    if (top < 0 || this.#open[top] === decides) return;
    this.#open[top] = decides;
    this.#deciding += decides ? 1 : -1;
  }
}

const blank = (text: string): string => text.replace(/[^\n]/g, ' ');

/**
 * Comments, raw strings, strings, and letters, which have brackets and semicolons too; a `'` between digits is none of them. What is not
 * closed ends with its line or the text.
 */
const ASIDE =
  /\/\/[^\n]*|\/\*[^]*?(?:\*\/|$)|(?<=R)"([^()\\\s]{0,16})\([^]*?(?:\)\1"|$)|"(?:\\[^]|[^"\\\n])*(?:["\n]|\\?$)|(?<!\w)'(?:\\[^]|[^'\\\n])*(?:['\n]|\\?$)/g;
