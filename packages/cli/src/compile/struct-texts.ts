/**
 * Structs and constants of a CUDA source as their author wrote them, for launch files to fill in.
 *
 *     typedef struct { float3 gravity; int cells; } Params;     __constant__ Params params;
 *
 *     structs: "typedef struct { ... } Params;", constants: { params: "Params" }
 *
 * LIMITATIONS. What macros or templates make is not found; whoever uses a text reads it again.
 */
import { closingBracket, withoutComments } from '@ldscope/core';
import { type AuthoredTypes, typeNote } from '@ldscope/ptx';

/** Definitions in each other that are followed. */
const MOST_STRUCTS = 64;

/** The note for PTX whose parameters have some types; nothing where no struct or constant is found. */
export function typeNoteOf(sources: readonly string[], parameterTypes: readonly string[]): string {
  const texts = sources.map(withoutComments);
  const constants = Object.fromEntries(texts.flatMap(constantsIn));
  const wanted = [...parameterTypes, ...Object.values(constants)].flatMap(wordsOf);
  const structs = definitionsOf(wanted, new Map(texts.flatMap(structsIn)));
  const types: AuthoredTypes = { structs, constants };
  return structs === '' && Object.keys(constants).length === 0 ? '' : typeNote(types);
}

const wordsOf = (text: string): string[] => text.match(/[A-Za-z_]\w*/g) ?? [];

/** `__constant__ T name[...]`, by their names. */
function constantsIn(text: string): [string, string][] {
  const pattern =
    /\b__constant__\s+(?:(?:static|const|extern)\s+)*([A-Za-z_][\w:]*(?:\s+(?:int|char|short|long))*)\s+(\w+)/g;
  return [...text.matchAll(pattern)].map(([, type = '', name = '']) => [
    name,
    type.replace(/\s+/g, ' '),
  ]);
}

/** Definitions of structs by their names: `struct NAME {...};`, `typedef struct {...} NAME;`. */
function structsIn(text: string): [string, string][] {
  const found: [string, string][] = [];
  for (const match of text.matchAll(
    /\b(typedef\s+)?struct\s*((?:__align__\s*\(\d+\)\s*)?)(\w*)\s*\{/g,
  )) {
    const open = match.index + match[0].length - 1;
    const close = closingBracket(text, open);
    const behind = /^\}\s*(\w*)\s*;/.exec(text.slice(close, close + 200));
    if (behind === null) continue;
    const name = match[1] === undefined ? match[3] : behind[1];
    const whole = text.slice(match.index, close + behind[0].length);
    if (name !== undefined && name !== '') found.push([name, whole.replace(/\s+/g, ' ').trim()]);
  }
  return found;
}

/** Definitions of structs, those before them that they name. */
function definitionsOf(names: readonly string[], known: ReadonlyMap<string, string>): string {
  const seen = new Set<string>();
  const texts: string[] = [];
  const add = (name: string): void => {
    const text = known.get(name);
    if (text === undefined || seen.has(name) || seen.size >= MOST_STRUCTS) return;
    seen.add(name);
    for (const inner of wordsOf(text)) add(inner);
    texts.push(text);
  };
  for (const name of names) add(name);
  return texts.join('\n');
}
