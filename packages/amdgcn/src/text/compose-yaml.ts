/**
 * YAML trees from texts that nobody trusts.
 *
 *     a:              1
 *       - - [[x]]     1 + 2 + 2 levels
 *
 * The library's parser keeps a stack of its own and takes any text; its composer, and readers of the tree, are recursive,
 * and the platform may end the process where they go too deep. So levels are counted while the parser reads, which stops
 * where there are too many: the rest takes no time.
 */
import {
  Composer,
  type CST,
  Document,
  type DocumentOptions,
  type ParseOptions,
  Lexer,
  Parser,
  type SchemaOptions,
} from 'yaml';

/** More than any specification, launch or metadata has. */
const MOST_LEVELS = 200;

/** The errors, with offsets in the text. */
export interface YamlProblem {
  readonly reason: string;
  readonly start: number;
  readonly end: number;
}

export interface ComposedYaml {
  /** The documents that could be read, also where there is a problem; empty where the text nests too deep. */
  readonly document: Document;
  /** The first one. */
  readonly problem: YamlProblem | undefined;
}

/** Reads the one document of a text. Aliases are in it as they are. */
export function composeYaml(
  text: string,
  options: ParseOptions & DocumentOptions & SchemaOptions = {},
): ComposedYaml {
  const tokens = tokensOf(text);
  if ('deepAt' in tokens) {
    const problem = { reason: 'it is nested too deep', start: tokens.deepAt, end: text.length };
    return { document: new Document(), problem };
  }
  const composer = new Composer({ logLevel: 'error', ...options });
  const [document = new Document(), second] = composer.compose(tokens, true, text.length);
  const [first] = document.errors;
  if (first !== undefined) {
    const [start, end] = first.pos;
    return { document, problem: { reason: first.message, start, end } };
  }
  if (second === undefined) return { document, problem: undefined };
  const [start, end] = second.range;
  return { document, problem: { reason: 'it has several documents', start, end } };
}

/** Reads the one document of a text as plain data. Never throws: invalid aliases and merges are problems. */
export function readYaml(
  text: string,
  options?: ParseOptions & DocumentOptions & SchemaOptions,
): ComposedYaml & { readonly value: unknown } {
  const composed = composeYaml(text, options);
  if (composed.problem !== undefined) return { ...composed, value: undefined };
  try {
    return { ...composed, value: composed.document.toJS({ maxAliasCount: 100 }) };
  } catch (error) {
    // Aliases that make too much (ReferenceError), impossible merges.
    const [reason] = error instanceof Error ? error.message.split('\n') : [];
    const problem = { reason: reason ?? 'it cannot be read', start: 0, end: 0 };
    return { ...composed, value: undefined, problem };
  }
}

/** The tokens of a text, or where it has too many levels. */
function tokensOf(text: string): CST.Token[] | { readonly deepAt: number } {
  const parser = new Parser();
  const tokens: CST.Token[] = [];
  for (const lexeme of new Lexer().lex(text)) {
    for (const each of parser.next(lexeme)) tokens.push(each);
    // The open nodes: the document, and one collection of each level.
    if (parser.stack.length > MOST_LEVELS + 1) return { deepAt: parser.offset };
  }
  for (const each of parser.end()) tokens.push(each);
  return tokens;
}
