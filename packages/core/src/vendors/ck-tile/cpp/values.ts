/**
 * What the names of a piece of CK Tile's C++ mean, each in its block.
 *
 *     struct Problem { static constexpr index_t kM = 64; };      Problem::kM is 64, kM is not known
 *
 * C++ looks a name up in its block and then in those around it. Its value is computed when it is needed.
 */
import type { Span } from '../../../base/span.ts';
import type { DescriptorSpec } from '../descriptor.ts';
import type { TileDistributionEncoding } from '../encoding.ts';
import type { Transform } from '../transforms/transform.ts';
import type { ConstantSyntax, Expression, FunctionSyntax, StructSyntax } from './syntax.ts';

export type Value = { readonly span: Span } & (
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'flag'; readonly value: boolean }
  | { readonly kind: 'tuple'; readonly items: readonly Value[] }
  | { readonly kind: 'transform'; readonly transform: Transform }
  | { readonly kind: 'descriptor'; readonly spec: DescriptorSpec }
  | {
      readonly kind: 'encoding';
      readonly encoding: TileDistributionEncoding;
      /** For a pattern: the distribution that it makes of the transposed tile. */
      readonly shuffled?: TileDistributionEncoding;
    }
  /** A type that has no value; `bytes` where its size is known. */
  | { readonly kind: 'type'; readonly name: string; readonly bytes?: number }
  | { readonly kind: 'struct'; readonly name: string; readonly members: Scope }
  /** A struct whose arguments are not given, with its specializations. */
  | {
      readonly kind: 'template';
      readonly list: readonly (StructSyntax | ConstantSyntax)[];
      readonly scope: Scope;
    }
  | {
      readonly kind: 'function';
      readonly list: readonly FunctionSyntax[];
      readonly scope: Scope;
      /** `<Problem, 8>` */
      readonly template: readonly Value[];
    }
  | {
      readonly kind: 'lambda';
      readonly syntax: Extract<Expression, { kind: 'lambda' }>;
      readonly scope: Scope;
    }
  /** A function of CK Tile, perhaps with template arguments, or of a value: `desc.get_lengths`. */
  | {
      readonly kind: 'builtin';
      readonly name: string;
      readonly of?: Value;
      readonly template: readonly Value[];
    }
  /** A value that no text defines, under each of its names: `BlockGemm::Policy`, `config`. */
  | { readonly kind: 'unknown'; readonly names: readonly string[] }
);

export const kindNames: Readonly<Record<Value['kind'], string>> = {
  number: 'a number',
  flag: 'true or false',
  tuple: 'a list',
  transform: 'a transform',
  descriptor: 'a descriptor',
  encoding: 'an encoding',
  type: 'a type',
  struct: 'a struct',
  template: 'a template',
  function: 'a function',
  lambda: 'a function',
  builtin: 'a function',
  unknown: 'an unknown value',
};

export type Unknown = Extract<Value, { kind: 'unknown' }>;

/** The name under which a reader can give a value: the shortest in a struct, `WG::kM`, else the last. */
export function nameOfUnknown({ names }: Unknown): string {
  const plain = names.filter((name) => !name.includes('<'));
  const inStructs = plain.filter((name) => name.includes('::'));
  const [shortest] = inStructs.toSorted((a, b) => a.length - b.length);
  return shortest ?? plain.at(-1) ?? names.at(-1) ?? '?';
}

/** What a name means. */
export type Entry =
  | { readonly kind: 'value'; readonly value: Value }
  /** A constant, whose value is computed once. */
  | {
      readonly kind: 'constant';
      readonly syntax: ConstantSyntax;
      readonly scope: Scope;
      state: 'new' | 'busy' | { readonly value: Value };
    }
  | { readonly kind: 'functions'; readonly list: FunctionSyntax[]; readonly scope: Scope }
  /** A struct, the template of one with its specializations, or that of a constant. */
  | {
      readonly kind: 'template';
      readonly list: (StructSyntax | ConstantSyntax)[];
      readonly scope: Scope;
      value?: Value | undefined;
    }
  /** A constant that is defined twice. */
  | { readonly kind: 'twice'; readonly span: Span };

export class Scope {
  readonly around: Scope | undefined;
  /** The bases of a struct, where names that it lacks are looked for. */
  bases: readonly Value[] = [];
  readonly #names = new Map<string, Entry>();

  constructor(around?: Scope) {
    this.around = around;
  }

  /** A block inside of this one. */
  inner(): Scope {
    return new Scope(this);
  }

  define(name: string, entry: Entry): void {
    this.#names.set(name, entry);
  }

  defineValue(name: string, value: Value): void {
    this.define(name, { kind: 'value', value });
  }

  /** The meaning of a name in this block alone. */
  own(name: string): Entry | undefined {
    return this.#names.get(name);
  }
}
