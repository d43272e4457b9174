/**
 * The sources of one compilation with the names that they declare, and what a name means at a place.
 *
 *     constexpr int N = 32;
 *     template <int N> __global__ void k() { __shared__ float a[N]; }       N of `a` is the parameter of k, not 32
 *
 * Names in functions hold from their declaration on, those of classes and files everywhere in them; namespaces are one.
 */
import { type Block, type Blocks, blocksOf, templateLists } from './blocks.ts';
import { type Declared, DeclarationReader, type Named, type Prototype } from './declarations.ts';
import { type Macro, plainSource } from './plain-source.ts';
import { argumentsIn, isEmpty, linesOf, type Range, type Unit, wordAt } from './range.ts';
import { tokensOf } from './tokens.ts';

/** A text that was compiled, and its name. */
export interface SourceText {
  readonly file: string;
  readonly text: string;
}

export type SourceLanguage = 'hip' | 'cuda' | 'opencl';

/** A class; `block` is around it. */
export interface ClassName {
  readonly kind: 'class';
  readonly name: string;
  readonly block: Block;
  readonly at: number;
  readonly body: Block;
}

/** A function or a named lambda; `block` is around it. */
export interface FunctionName {
  readonly kind: 'function';
  readonly name: string;
  readonly block: Block;
  readonly at: number;
  readonly body?: Block | undefined;
  readonly parameters: readonly Declared[];
}

/** A parameter of a template. */
export interface TemplateParameter {
  readonly kind: 'template';
  readonly name: string;
  readonly block: Block;
  readonly at: number;
  /** Its place in its list, and that of its list. */
  readonly index: number;
  readonly depth: number;
  readonly isType: boolean;
  readonly isPack: boolean;
}

export type Entity = Exclude<Named, Prototype> | ClassName | FunctionName | TemplateParameter;

/** A token of a file or of a macro. */
export interface Occurrence {
  readonly unit: Unit;
  readonly at: number;
}

/** A file with its blocks. */
export interface FileUnit extends Blocks {
  readonly unit: Unit;
  /** Tokens by the name that they are. */
  readonly occurrences: ReadonlyMap<string, readonly number[]>;
}

/** A macro with its replacement text. */
export interface MacroUnit extends Unit {
  readonly macro: Macro;
}

export class Program {
  readonly language: SourceLanguage;
  readonly given: ReadonlyMap<string, number>;
  readonly files: readonly FileUnit[];
  readonly macros: ReadonlyMap<string, readonly MacroUnit[]>;
  readonly #qualifiers: ReadonlyMap<string, readonly string[]>;
  readonly #names = new Map<Block, Map<string, Entity[]>>();
  readonly #globals = new Map<string, Entity[]>();
  readonly #classes = new Map<Block, ClassName>();
  readonly #functions = new Map<string, FunctionName[]>();
  readonly #typeNames = new Set<string>();
  readonly #occurrences = new Map<string, Map<Entity, Occurrence[]>>();
  /** All variables, fields and parameters. */
  readonly declared: readonly Declared[];

  /** `given`: values of parameters of templates, by their names. */
  constructor(
    sources: readonly SourceText[],
    language: SourceLanguage,
    given: ReadonlyMap<string, number> = new Map(),
  ) {
    this.language = language;
    this.given = given;
    const macros = new Map<string, MacroUnit[]>();
    this.macros = macros;
    this.files = sources.map(({ file, text }) => {
      const plain = plainSource(text);
      const lines = linesOf(text);
      for (const macro of plain.macros) {
        const tokens = tokensOf(plain.directives, macro.start, macro.end);
        const known = macros.get(macro.name) ?? [];
        macros.set(macro.name, known);
        known.push({ file, text, lines, ...tokens, macro });
      }
      const unit = { file, text, lines, ...tokensOf(plain.code) };
      return { unit, ...blocksOf(unit), occurrences: occurrencesOf(unit) };
    });
    const qualifiers = qualifiersOf(macros);
    this.#qualifiers = qualifiers;
    const declared: Declared[] = [];
    for (const { unit, blocks, statements } of this.files) {
      const reader = new DeclarationReader(unit, language === 'opencl', qualifiers);
      for (const block of blocks) this.#addBlock(block, reader, declared);
      for (const { block, from, to } of statements)
        for (const one of reader.statement(block, from, to)) {
          if (one.kind === 'prototype') declared.push(...this.#addPrototype(one, reader));
          else this.#add(one.block, one);
          if (one.kind === 'variable') declared.push(one);
        }
    }
    this.declared = declared;
    for (const names of this.#names.values())
      for (const list of names.values()) list.sort((a, b) => a.at - b.at);
  }

  /** What a name means at a token, seen from a block. */
  meaningOf(name: string, block: Block, unit: Unit, at: number): Entity | undefined {
    for (let inner: Block | undefined = block; inner !== undefined; inner = inner.around) {
      if (inner.kind === 'file' || inner.kind === 'namespace') continue;
      const own = this.#names.get(inner)?.get(name);
      const isAnywhere = inner.kind === 'class' || inner.unit !== unit;
      const found = isAnywhere ? own?.[0] : own && lastBefore(own, at);
      if (found !== undefined) return found;
      const outside = inner.scope === undefined ? undefined : wordAt(inner.unit, inner.scope);
      const member = outside === undefined ? undefined : this.memberOf(outside, name);
      if (member !== undefined) return member;
    }
    const all = this.#globals.get(name) ?? [];
    return all.findLast((one) => one.block.unit === unit && one.at <= at) ?? all[0];
  }

  /** What a token means where it stands; nothing in macros. */
  meaningAt(unit: Unit, at: number): Entity | undefined {
    const block = this.blockAt(unit, at);
    return block === undefined ? undefined : this.meaningOf(wordAt(unit, at), block, unit, at);
  }

  /** The innermost block of a token. */
  blockAt(unit: Unit, at: number): Block | undefined {
    const file = this.files.find((one) => one.unit === unit);
    return file?.blocks[file.blockOf[at] ?? 0];
  }

  /** Tokens that mean an entity, also in the replacement texts of macros; not those behind `.` and `->`. */
  occurrencesOf(entity: Entity): readonly Occurrence[] {
    const known = this.#occurrences.get(entity.name) ?? this.#groupedOccurrences(entity.name);
    this.#occurrences.set(entity.name, known);
    return known.get(entity) ?? [];
  }

  #groupedOccurrences(name: string): Map<Entity, Occurrence[]> {
    const groups = new Map<Entity, Occurrence[]>();
    const add = (entity: Entity | undefined, occurrence: Occurrence): void => {
      if (entity === undefined) return;
      const known = groups.get(entity) ?? [];
      groups.set(entity, known);
      known.push(occurrence);
    };
    for (const { unit, occurrences } of this.files)
      for (const at of occurrences.get(name) ?? []) {
        const before = wordAt(unit, at - 1);
        const isMember = /^(?:\.|->)$/.test(before) && wordAt(unit, at - 2) !== 'this';
        if (isMember) continue;
        const owner = before === '::' ? wordAt(unit, at - 2) : '';
        add(this.memberOf(owner, name) ?? this.meaningAt(unit, at), { unit, at });
      }
    const entities = [...groups.keys()];
    for (const unit of [...this.macros.values()].flat())
      for (const [at, { kind, text }] of unit.tokens.entries())
        if (kind === 'name' && text === name && unit.macro.parameters?.includes(name) !== true)
          for (const one of entities) add(one, { unit, at });
    return groups;
  }

  /** Everything of a name outside of functions and classes. */
  globals(name: string): readonly Entity[] {
    return this.#globals.get(name) ?? [];
  }

  /** A member of the class of a name. */
  memberOf(className: string, name: string): Entity | undefined {
    const found = this.#globals.get(className)?.find((one) => one.kind === 'class');
    return found?.kind === 'class' ? this.namesIn(found.body).get(name)?.[0] : undefined;
  }

  namesIn(block: Block): ReadonlyMap<string, readonly Entity[]> {
    return this.#names.get(block) ?? new Map<string, Entity[]>();
  }

  /** The class of a block. */
  classOf(block: Block): ClassName | undefined {
    return this.#classes.get(block);
  }

  /** The class that begins at a `{`. */
  classAt(unit: Unit, open: number): ClassName | undefined {
    const file = this.files.find((one) => one.unit === unit);
    const block = file?.blocks.find((one) => one.open === open && one.kind === 'class');
    return block && this.#classes.get(block);
  }

  /** A type without a name, of a cast: `float (*)[32]`. */
  typeIn({ unit, from, to }: Range): Declared | undefined {
    const block = this.blockAt(unit, from);
    return (
      block &&
      new DeclarationReader(unit, this.language === 'opencl', this.#qualifiers).type(
        block,
        from,
        to,
      )
    );
  }

  /** True where the sources define a type or a macro of this name. */
  definesType(name: string): boolean {
    return this.#typeNames.has(name) || this.macros.has(name);
  }

  /** The function that a block is the body of. */
  functionOfBody(body: Block): FunctionName | undefined {
    return this.#functions.get(body.name)?.find((one) => one.body === body);
  }

  get functionNames(): Iterable<string> {
    return this.#functions.keys();
  }

  /** True for a variable that gets another value than its first one. */
  isAssigned(entity: Declared): boolean {
    return this.occurrencesOf(entity).some(({ unit, at }) => {
      const isStep = /^(?:\+\+|--)$/.test(wordAt(unit, at - 1));
      return (
        isStep || (at !== entity.at && /^(?:[-+*/%&|^]?=|<<=|\+\+|--)$/.test(wordAt(unit, at + 1)))
      );
    });
  }

  /** Functions and lambdas of a name, wherever they are. */
  functionsOf(name: string): readonly FunctionName[] {
    return this.#functions.get(name) ?? [];
  }

  /** The parameters of the template that a block is, in their order. */
  templatesOf(block: Block): readonly TemplateParameter[] {
    const names = [...this.namesIn(block).values()].flat();
    return names.filter((one) => one.kind === 'template').toSorted((a, b) => a.at - b.at);
  }

  #addBlock(block: Block, reader: DeclarationReader, declared: Declared[]): void {
    const { kind, around, name, list } = block;
    if (around === undefined) return;
    for (const one of templateParameters(block)) this.#add(block, one);
    if (kind === 'class') {
      const made: ClassName = { kind, name, block: around, at: block.head, body: block };
      this.#classes.set(block, made);
      if (name !== '') this.#add(around, made);
    }
    if (kind !== 'function' && kind !== 'lambda') return;
    const parameters = list === undefined ? [] : reader.parameters(block, list);
    for (const one of parameters) {
      this.#add(block, one);
      declared.push(one);
    }
    const made = {
      kind: 'function' as const,
      name,
      block: around,
      at: block.head,
      body: block,
      parameters,
    };
    if (name !== '') this.#addFunction(made);
  }

  #addPrototype(
    { name, block, at, list }: Prototype,
    reader: DeclarationReader,
  ): readonly Declared[] {
    const parameters = reader.parameters(block, list);
    this.#addFunction({ kind: 'function', name, block, at, parameters });
    return parameters;
  }

  #addFunction(made: FunctionName): void {
    this.#add(made.block, made);
    const known = this.#functions.get(made.name) ?? [];
    this.#functions.set(made.name, known);
    known.push(made);
  }

  #add(block: Block, entity: Entity): void {
    const isGlobal = block.kind === 'file' || block.kind === 'namespace';
    const names = isGlobal
      ? this.#globals
      : (this.#names.get(block) ?? new Map<string, Entity[]>());
    if (!isGlobal) this.#names.set(block, names);
    const known = names.get(entity.name) ?? [];
    names.set(entity.name, known);
    known.push(entity);
    const isType =
      entity.kind === 'template' ? entity.isType : /^(?:alias|class)$/.test(entity.kind);
    if (isType) this.#typeNames.add(entity.name);
  }
}

/** Of entities in the order of a text the last one up to a token. */
function lastBefore(list: readonly Entity[], at: number): Entity | undefined {
  let [low, high] = [0, list.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((list[middle]?.at ?? 0) <= at) low = middle + 1;
    else high = middle;
  }
  return list[low - 1];
}

function occurrencesOf({ tokens }: Unit): ReadonlyMap<string, readonly number[]> {
  const found = new Map<string, number[]>();
  for (const [at, { kind, text }] of tokens.entries()) {
    if (kind !== 'name') continue;
    const known = found.get(text);
    if (known === undefined) found.set(text, [at]);
    else known.push(at);
  }
  return found;
}

/** Macros that stand for words in front of a declaration. */
function qualifiersOf(macros: ReadonlyMap<string, readonly MacroUnit[]>): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const [name, [first, ...others]] of macros) {
    if (first === undefined || others.length > 0 || first.macro.parameters !== undefined) continue;
    const words = first.tokens.map(({ text }) => text);
    const isQualifier = words.some((word) =>
      /^(?:__shared__|__local|__device__|__forceinline__|inline)$/.test(word),
    );
    const isPlain = words.length > 0 && words.every((word) => /^\w+$/.test(word) && word !== name);
    if (isQualifier && isPlain) found.set(name, words);
  }
  return found;
}

/** `template <typename T, int N = 4>` in the head of a block: T and N. */
function templateParameters(block: Block): TemplateParameter[] {
  const { unit, head, open, kind } = block;
  if (kind !== 'class' && kind !== 'function') return [];
  return templateLists(unit, head, open).lists.flatMap((list, depth) =>
    argumentsIn(list).flatMap((part, index) => templateParameter(block, part, index, depth) ?? []),
  );
}

function templateParameter(
  block: Block,
  { unit, from, to }: Range,
  index: number,
  depth: number,
): TemplateParameter | undefined {
  let end = from;
  while (end < to && wordAt(unit, end) !== '=') end++;
  const name = end - 1;
  if (isEmpty({ unit, from, to: end }) || unit.tokens[name]?.kind !== 'name') return undefined;
  const words = unit.tokens.slice(from, end).map(({ text }) => text);
  const isType = /^(?:typename|class|template)$/.test(words[0] ?? '');
  const isPack = words.includes('...');
  return {
    kind: 'template',
    name: wordAt(unit, name),
    block,
    at: name,
    index,
    depth,
    isType,
    isPack,
  };
}
