/** Arrays of a program in shared memory with their uses, and which of them a place of the text is an index of. */
import { Flow } from './flow.ts';
import { type LaunchBytes, launchesIn } from './launch-calls.ts';
import type { Entity, MacroUnit, Program } from './program.ts';
import type { Unit } from './range.ts';
import type { SharedArray } from './roots.ts';
import { type Use, usesOf } from './uses.ts';

export class Analysis {
  readonly program: Program;
  readonly flow: Flow;
  /** What the host gives for dynamic shared memory. */
  readonly launches: readonly LaunchBytes[];
  readonly #uses = new Map<SharedArray, readonly Use[]>();

  constructor(program: Program) {
    this.program = program;
    this.flow = new Flow(program);
    this.launches = launchesIn(program);
  }

  get arrays(): readonly SharedArray[] {
    return this.flow.arrays;
  }

  usesOf(array: SharedArray): readonly Use[] {
    const known = this.#uses.get(array) ?? usesOf(this.flow, array);
    this.#uses.set(array, known);
    return known;
  }

  /** The arrays that a token is in an index of. */
  indexedAt(unit: Unit, at: number): SharedArray[] {
    return this.arrays.filter((array) =>
      this.usesOf(array).some(({ indices }) =>
        indices.some((index) => index.unit === unit && index.from <= at && at < index.to),
      ),
    );
  }

  /** Uses of a name, without its declaration; of a member wherever its name is, as a template may mean any class that has it. */
  occurrencesOf(entity: Entity | MacroUnit): { readonly unit: Unit; readonly at: number }[] {
    const named = (name: string): { unit: Unit; at: number }[] =>
      this.program.files.flatMap(({ unit, occurrences }) =>
        (occurrences.get(name) ?? []).map((at) => ({ unit, at })),
      );
    if ('macro' in entity) {
      const { name } = entity.macro;
      const inMacros = [...this.program.macros.values()]
        .flat()
        .flatMap((unit) =>
          [...unit.tokens.entries()].flatMap(([at, { text }]) =>
            text === name ? [{ unit, at }] : [],
          ),
        );
      return [...named(name), ...inMacros];
    }
    const { block, at: declared } = entity;
    const name = entity.kind === 'function' ? (entity.body?.list ?? declared + 1) - 1 : declared;
    const all = block.kind === 'class' ? named(entity.name) : this.program.occurrencesOf(entity);
    return all.filter(({ unit, at }) => at !== name || unit !== block.unit);
  }
}
