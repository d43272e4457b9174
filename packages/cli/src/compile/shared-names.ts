/**
 * Shapes of `__shared__` arrays, from the text of a CUDA source: PTX has them as bytes.
 *
 *     template <int P> ... transpose(...) { __shared__ float tile[32][P];
 *     .shared .align 4 .b8 _ZZ9transposeILi33EEvPfE4tile[4224];             tile of transpose<33>: [32][33], 4 B each
 *
 * Lengths are constants, macros, `constexpr` and arguments of templates; what one of them, or the size of the elements, is follows
 * from the bytes where all others are known. Nothing is said where declarations of the same name could be meant and differ.
 *
 * LIMITATIONS. Declarations that macros make and arrays in lambdas are not found. Dynamic shared memory has no shape.
 */
import { type LdsObject, partsOutside, readableName } from '@ldscope/core';
import { type AuthoredArray, sharedNote } from '@ldscope/ptx';
import {
  elementBytesOf,
  integerOf,
  Program,
  type SharedDeclaration,
  sharedDeclarations,
  type SourceText,
  valueOf,
} from '@ldscope/engine';

/** Notes for the shared variables of PTX, appended to it. `sources`: what it was compiled from. */
export function sharedNotesOf(ptx: string, sources: readonly SourceText[]): string {
  const variables = sharedVariablesOf(ptx);
  if (variables.size === 0) return '';
  const program = new Program(sources, 'cuda');
  const declarations = sharedDeclarations(program);
  return [...variables]
    .map(([symbol, bytes]) => {
      const array = arrayOf(symbol, bytes, declarations, program);
      return array === undefined ? '' : sharedNote(symbol, array);
    })
    .join('');
}

/** Bytes of shared variables by their symbols; those of one symbol and several sizes are left out. */
function sharedVariablesOf(ptx: string): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  const several = new Set<string>();
  for (const [, symbol = '', length = ''] of ptx.matchAll(
    /^[^\S\n]*(?:\.(?:visible|weak|common)\s+)*\.shared(?:\s+\.align\s+\d+)?\s+\.b8\s+([\w$]+)\[(\d+)\]\s*;/gm,
  )) {
    const bytes = Number(length);
    if (found.has(symbol) && found.get(symbol) !== bytes) several.add(symbol);
    if (bytes > 0) found.set(symbol, bytes);
  }
  for (const symbol of several) found.delete(symbol);
  return found;
}

/** What a symbol says of its variable. */
interface Named {
  readonly name: string;
  /** Of the function, with its scopes outermost first; absent for a variable outside of functions. */
  readonly path?: readonly Component[] | undefined;
}

interface Component {
  readonly name: string;
  readonly given: readonly string[];
}

function arrayOf(
  symbol: string,
  bytes: number,
  declarations: readonly SharedDeclaration[],
  program: Program,
): AuthoredArray | undefined {
  const named = namedBy(symbol);
  if (named === undefined) return undefined;
  const { name, path } = named;
  const meant = declarations.filter(
    (one) => one.name === name && one.owner?.name === path?.at(-1)?.name,
  );
  const arrays = meant.flatMap((one) => {
    const shaped = shapedLike(one, bytes, path ?? [], program);
    return shaped === 'impossible' ? [] : [{ shaped, place: one.place, type: typeOf(one) }];
  });
  const [first, ...others] = arrays;
  if (first?.shaped === undefined) return undefined;
  const text = JSON.stringify(first.shaped);
  const { type } = first;
  const shaped = others.every((one) => one.type === type)
    ? { ...first.shaped, type }
    : first.shaped;
  if (others.some(({ shaped }) => JSON.stringify(shaped) !== text)) return undefined;
  return others.length === 0 ? { ...shaped, declared: first.place } : shaped;
}

const typeOf = ({ type, qualifiers, isPointer }: SharedDeclaration): string =>
  [...qualifiers, isPointer ? `${type} *` : type].join(' ');

/** `_ZZ9transposeILi32EEvPfE4tile_0`: tile, of transpose<32>. `_ZN2ns4tileE`: tile. */
function namedBy(symbol: string): Named | undefined {
  const local = /^_Z(Z\w*)E(\d+)([A-Za-z_]\w*)$/.exec(symbol);
  if (local === null) {
    const name = readableName(symbol);
    return symbol.startsWith('_ZZ') ? undefined : { name: name.split('::').at(-1) ?? name };
  }
  const [, encoding = '', digits = '', rest = ''] = local;
  const name = rest.slice(0, Number(digits));
  const isWhole =
    name.length === Number(digits) && /^(?:_\d+|__\d+_)?$/.test(rest.slice(name.length));
  // Names in lambdas and local classes have one more `Z`.
  if (!isWhole || encoding.startsWith('ZZ')) return undefined;
  const mangled = `_${encoding}`;
  const owner = readableName(mangled);
  return owner === mangled ? undefined : { name, path: partsOutside(owner, '::').map(componentOf) };
}

function componentOf(text: string): Component {
  const [, name = text, list] = /^(\w+)(?:<(.*)>)?$/s.exec(text) ?? [];
  return {
    name,
    given: list === undefined ? [] : partsOutside(list, ',').map((one) => one.trim()),
  };
}

/** The array that a declaration makes if its variable has this many bytes; `undefined` where more than one thing of it is unknown. */
function shapedLike(
  declaration: SharedDeclaration,
  bytes: number,
  path: readonly Component[],
  program: Program,
): AuthoredArray | 'impossible' | undefined {
  const { owner, lengths, type, isPointer } = declaration;
  const [numbers, types] = [new Map<string, number>(), new Map<string, string>()];
  const own = path.at(-1);
  const scopes = [
    [owner?.parameters, own],
    [owner?.scope?.parameters, path.at(-2)],
  ] as const;
  if (owner?.scope !== undefined && owner.scope.name !== path.at(-2)?.name) return 'impossible';
  for (const [parameters = [], component] of scopes) {
    const given = component?.given ?? [];
    if (given.length !== parameters.length) continue;
    for (const [index, parameter] of parameters.entries()) {
      const text = given[index] ?? '';
      const value = /^\d+[ul]*$/.test(text) ? integerOf(text) : undefined;
      if (value === undefined) types.set(parameter, text);
      else numbers.set(parameter, value);
    }
  }
  const isOther = types.has(type) || program.definesType(type);
  const element = isPointer
    ? 8
    : types.has(type)
      ? elementBytesOf(types.get(type) ?? '')
      : isOther
        ? undefined
        : elementBytesOf(type);
  const shape = lengths.map((range) => valueOf(program, range, numbers));
  if (shape.some((length) => length !== undefined && length <= 0)) return undefined;
  const unknown = [element, ...shape].filter((one) => one === undefined).length;
  const product = [element, ...shape].reduce((all: number, one) => all * (one ?? 1), 1);
  if (unknown === 0 ? product !== bytes : bytes % product !== 0) return 'impossible';
  if (unknown > 1) return undefined;
  const solved = bytes / product;
  return { shape: shape.map((one) => one ?? solved), elementBytes: element ?? solved };
}

/** Variables of LDS with the types of their elements as the sources spell them, by names and lines. */
export function withAuthoredTypes<V extends Pick<LdsObject, 'name' | 'shape' | 'declared'>>(
  variables: readonly V[],
  sources: readonly SourceText[],
): V[] {
  const declarations = sharedDeclarations(new Program(sources, 'hip'));
  return variables.map((variable) => {
    const { name, shape = [], declared } = variable;
    const own = declarations.find(
      (one) =>
        one.name === name.replace(/:\d+$/, '') &&
        one.place.line === declared?.line &&
        one.place.file.endsWith(declared.file.replace(/^\.\//, '')) &&
        one.lengths.length <= shape.length,
    );
    if (own === undefined) return variable;
    // Of `Row t[32]` the name of the type has lengths of its own: neither it nor this line is that of the array.
    return own.lengths.length < shape.length
      ? { ...variable, declared: undefined }
      : { ...variable, type: typeOf(own) };
  });
}
