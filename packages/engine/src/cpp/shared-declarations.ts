/**
 * Declarations of `__shared__` arrays in a source, with the function and the templates that they are in.
 *
 *     template <int P> __device__ void f() { for (;;) { __shared__ float a[32][P], b[4]; } }
 *
 *     a: float, lengths 32 and P, of f with parameter P;  b: float, length 4, of f
 */
import { type SourceLine } from '@ldscope/core';
import type { Block } from './blocks.ts';
import type { Program } from './program.ts';
import { isEmpty, placeOf, type Range, splitAt, textOf, wordAt } from './range.ts';

/** A class or function, with the names of its template parameters. */
interface Scope {
  readonly name: string;
  readonly parameters: readonly string[];
}

interface Owner extends Scope {
  /** The class around it. */
  readonly scope?: Scope | undefined;
}

export interface SharedDeclaration {
  readonly name: string;
  /** Without `const`, alignment and the like. */
  readonly type: string;
  /** `volatile` and alignments, as written: `alignas(16)`. */
  readonly qualifiers: readonly string[];
  readonly isPointer: boolean;
  /** Outermost first. */
  readonly lengths: readonly Range[];
  /** The function; absent outside of functions. */
  readonly owner?: Owner | undefined;
  readonly place: SourceLine;
}

/** All of them that have lengths, except for those in lambdas and operators, whose symbols have other names. */
export function sharedDeclarations(program: Program): SharedDeclaration[] {
  return program.declared.flatMap((one) => {
    const { name, words, kept: qualifiers, type, pointers, bounds: lengths, block, at } = one;
    const isShared = one.kind === 'variable' && words.has('__shared__') && !words.has('extern');
    const owner = isShared ? ownerOf(program, block) : 'unknown';
    if (owner === 'unknown' || lengths.length === 0 || lengths.some(isEmpty)) return [];
    const place = placeOf(type.unit, at);
    const spelled = textOf(type).replace(/\s+/g, ' ');
    return [{ name, type: spelled, qualifiers, isPointer: pointers > 0, lengths, owner, place }];
  });
}

/** The innermost function; `unknown` in a lambda. */
function ownerOf(program: Program, block: Block): SharedDeclaration['owner'] | 'unknown' {
  let inner = block;
  while (inner.kind === 'plain' && inner.around !== undefined) inner = inner.around;
  if (inner.kind === 'file' || inner.kind === 'namespace') return undefined;
  if (inner.kind !== 'function' || inner.name.startsWith('operator')) return 'unknown';
  const { name, scope, around, unit } = inner;
  const parameters = namesOf(program, inner);
  if (scope === undefined)
    return {
      name,
      parameters,
      scope: around?.kind === 'class' ? scopeOf(program, around) : undefined,
    };
  // Of `K<T>::go` the parameters are those of K.
  const list = { unit, from: scope + 2, to: inner.list ?? 0 };
  const [given = list] = splitAt(list, (word) => word === '>');
  const isOfClass =
    wordAt(unit, scope + 1) === '<' && textOf(given).replace(/\s/g, '') === parameters.join(',');
  const own = { name: wordAt(unit, scope), parameters: isOfClass ? parameters : [] };
  return { name, parameters: [], scope: own };
}

const scopeOf = (program: Program, block: Block): Scope => ({
  name: block.name,
  parameters: namesOf(program, block),
});

/** The names of the template's parameters; none where one is a pack, or several lists follow each other. */
function namesOf(program: Program, block: Block): string[] {
  const all = program.templatesOf(block);
  return all.some(({ isPack, depth }) => isPack || depth > 0) ? [] : all.map(({ name }) => name);
}
