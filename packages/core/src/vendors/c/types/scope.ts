/** The names that definitions of types use: types and constants, each where the text has defined it. */
import { isTypeWord, namedTypes } from './scalar-types.ts';
import type { CType } from './c-type.ts';

/** Namespaces whose types are known by their last name. */
const LIBRARIES = new Set(['std', 'ck', 'ck_tile']);

/** Names of a struct, or of the whole text. */
export class TypeScope {
  readonly #around: TypeScope | undefined;
  readonly #types = new Map<string, CType>();
  readonly #inner = new Map<string, TypeScope>();
  readonly #constants = new Map<string, number>();

  constructor(around?: TypeScope) {
    this.#around = around;
  }

  /** True for a name that this scope itself defines. */
  has(name: string): boolean {
    return this.#types.has(name) || this.#constants.has(name);
  }

  /** Adds a type; `inner` are the names that a struct has defined. */
  define(name: string, type: CType, inner?: TypeScope): void {
    this.#types.set(name, type);
    if (inner !== undefined) this.#inner.set(name, inner);
  }

  defineConstant(name: string, value: number): void {
    this.#constants.set(name, value);
  }

  /** The type of `A::B`. */
  type(path: readonly string[]): CType | undefined {
    const [first = '', ...rest] = path;
    const own = this.#find(path, (scope, name) => scope.#types.get(name));
    if (own !== undefined) return own;
    if (LIBRARIES.has(first) && rest.length > 0) return this.type(rest);
    return rest.length === 0 ? namedTypes.get(first) : undefined;
  }

  constant(path: readonly string[]): number | undefined {
    return this.#find(path, (scope, name) => scope.#constants.get(name));
  }

  /** The types of the text and of the languages, for messages. */
  get known(): readonly string[] {
    const own = this.#scopes().flatMap((scope) => [...scope.#types.keys()]);
    return [...own, ...namedTypes.keys()].filter((name) => !isTypeWord(name));
  }

  /** This one, and those around it. */
  #scopes(): readonly TypeScope[] {
    return [this, ...(this.#around === undefined ? [] : this.#around.#scopes())];
  }

  #find<T>(
    path: readonly string[],
    find: (scope: TypeScope, name: string) => T | undefined,
  ): T | undefined {
    const name = path.at(-1) ?? '';
    for (const scope of this.#scopes()) {
      const inside = path
        .slice(0, -1)
        .reduce<TypeScope | undefined>((outer, part) => outer && outer.#inner.get(part), scope);
      const found = inside && find(inside, name);
      if (found !== undefined) return found;
    }
    return undefined;
  }
}
