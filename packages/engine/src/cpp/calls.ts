/** Calls of the functions that a program defines, and which expressions in a program are equal for all lanes of a workgroup. */
import type { Block } from './blocks.ts';
import { isConstant } from './constants.ts';
import type { Declared } from './declarations.ts';
import type { Entity, FunctionName, Program } from './program.ts';
import {
  argumentsIn,
  closingAngle,
  nextAt,
  type Range,
  type Unit,
  wholeOf,
  wordAt,
} from './range.ts';

export interface Call {
  readonly unit: Unit;
  /** The token of the name. */
  readonly at: number;
  readonly given: readonly Range[];
  /** Arguments of its template, where they are written. */
  readonly templates: readonly Range[];
}

/** Most functions of one name whose calls are looked at. */
const MOST_OVERLOADS = 32;

/** Calls by the functions that may be meant: those of the name that take as many arguments. */
export class Calls {
  readonly #program: Program;
  readonly #byFunction = new Map<FunctionName, Call[]>();
  readonly #functionOf = new Map<Declared, FunctionName>();
  readonly #uniform = new Map<unknown, boolean>();

  constructor(program: Program) {
    this.#program = program;
    for (const name of program.functionNames) {
      const all = program.functionsOf(name);
      if (all.length > MOST_OVERLOADS) continue;
      for (const one of all)
        for (const parameter of one.parameters) this.#functionOf.set(parameter, one);
      for (const call of callsOf(program, name)) {
        const meant = all.filter(({ parameters }) => parameters.length === call.given.length);
        for (const one of meant) {
          const known = this.#byFunction.get(one) ?? [];
          this.#byFunction.set(one, known);
          known.push(call);
        }
      }
    }
  }

  of(called: FunctionName): readonly Call[] {
    return this.#byFunction.get(called) ?? [];
  }

  /** The function that a parameter is of. */
  functionOf(parameter: Declared): FunctionName | undefined {
    return this.#functionOf.get(parameter);
  }

  /** What is given for a parameter, by call. */
  givenFor(parameter: Declared): readonly Range[] {
    const called = this.functionOf(parameter);
    const index = parameter.index ?? -1;
    return called === undefined ? [] : this.of(called).flatMap(({ given }) => given[index] ?? []);
  }

  /** True where an expression has one value in a workgroup, as far as its names tell. */
  isUniform(range: Range, block?: Block): boolean {
    const { unit, from, to } = range;
    for (let at = from; at < to; at++) {
      if (unit.tokens[at]?.kind !== 'name' || /^(?:\.|->)$/.test(wordAt(unit, at - 1))) continue;
      const word = wordAt(unit, at);
      if (word === 'sizeof') at = nextAt(unit, at + 1, to) - 1;
      if (UNIFORM.test(word)) continue;
      const macros = this.#program.macros.get(word);
      const inner = block ?? this.#program.blockAt(unit, at);
      const meaning = inner && this.#program.meaningOf(word, inner, unit, at);
      const holds =
        macros === undefined
          ? meaning !== undefined && this.#isUniform(meaning)
          : this.#once(macros, () => macros.every((one) => this.isUniform(wholeOf(one), inner)));
      if (!holds) return false;
    }
    return true;
  }

  #isUniform(entity: Entity): boolean {
    return this.#once(entity, () => {
      if (entity.kind === 'function') return false;
      if (entity.kind !== 'variable' && entity.kind !== 'parameter') return true;
      if (entity.pointers > 0 || entity.bounds.length > 0) return false;
      if (entity.kind === 'parameter') {
        const called = this.functionOf(entity);
        if (called !== undefined && isKernel(called)) return true;
        const given = this.givenFor(entity);
        return given.length > 0 && given.every((one) => this.isUniform(one));
      }
      if (entity.block.kind === 'class') return true;
      const keeps = isConstant(entity) || !this.#program.isAssigned(entity);
      return keeps && entity.initial !== undefined && this.isUniform(entity.initial);
    });
  }

  #once(key: unknown, compute: () => boolean): boolean {
    const known = this.#uniform.get(key);
    if (known !== undefined) return known;
    this.#uniform.set(key, false);
    const value = compute();
    this.#uniform.set(key, value);
    return value;
  }
}

/** Words of types, and what the languages have for a whole workgroup. */
const UNIFORM =
  /^(?:sizeof|static_cast|unsigned|signed|int|long|short|char|float|double|size_t|u?int\d+_t|std|blockDim|gridDim|blockIdx|warpSize|get_local_size|get_group_id|get_num_groups)$/;

/** True for a function that the host launches. */
export function isKernel({ body }: FunctionName): boolean {
  if (body === undefined) return false;
  const words = body.unit.tokens.slice(body.head, body.list ?? body.open).map(({ text }) => text);
  return words.some((word) => /^(?:__global__|__kernel|kernel)$/.test(word));
}

function callsOf(program: Program, name: string): Call[] {
  const declared = program.functionsOf(name);
  return program.files.flatMap(({ unit, occurrences }) =>
    (occurrences.get(name) ?? []).flatMap((at) => {
      const angle =
        wordAt(unit, at + 1) === '<' ? closingAngle(unit, at + 1, unit.tokens.length) : undefined;
      const open = angle === undefined ? at + 1 : angle + 1;
      const close = unit.pair[open] ?? -1;
      const isDeclared = declared.some(
        ({ block, body, at: name }) => block.unit === unit && (body?.list ?? name + 1) === open,
      );
      const isCall = wordAt(unit, open) === '(' && close > open && !isDeclared;
      if (!isCall) return [];
      const templates = angle === undefined ? [] : argumentsIn({ unit, from: at + 2, to: angle });
      return [{ unit, at, given: argumentsIn({ unit, from: open + 1, to: close }), templates }];
    }),
  );
}
