/**
 * Lets a fault loose on random kernels until enough mutants are really wrong, and counts those that the proof accepts.
 *
 * A mutant is wrong when, executed in all workgroups, it leaves other memory than the original; or by construction, where
 * the fault says so. Mutants that happen to compute the same do not count. What the proof accepts has to compute the same.
 */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Fault } from './faults.ts';
import { isProven, memoryOf, parse, proofOf, type Subject, subjectOf } from './harness.ts';
import { generator } from '../../table.ts';
import { type RandomCase, randomCases } from './random-kernels.ts';

/** Kernels per fault. */
export const KERNELS = 30;

/** Random kernels that the rewriter rewrites, made as they are needed. */
export class Subjects {
  readonly #cases: readonly RandomCase[];
  readonly #made: (Subject | undefined)[] = [];

  constructor(wanted: (random: RandomCase) => boolean, most = 4 * KERNELS) {
    this.#cases = fc.sample(randomCases.filter(wanted), most);
  }

  *[Symbol.iterator](): Generator<Subject, void, undefined> {
    for (const [i, random] of this.#cases.entries()) {
      if (this.#made.length <= i) this.#made.push(subjectOf(random));
      const subject = this.#made[i];
      if (subject !== undefined) yield subject;
    }
  }
}

/** A test per fault: of rewritten kernels, every mutant that is wrong is refused; at most one mutant of each kernel. */
export function testRefusals(
  faults: Readonly<Record<string, Fault>>,
  wanted: (random: RandomCase) => boolean = () => true,
  wrongBy: 'execution' | 'construction' = 'execution',
): void {
  const subjects = new Subjects(wanted);
  describe('a rewritten kernel', () => {
    it.each(Object.entries(faults))(
      'is refused where %s',
      (_name, fault) => {
        const accepted: string[] = [];
        let wrong = 0;
        const random = generator(1);
        for (const subject of subjects) {
          if (wrong === KERNELS) break;
          const mutant = parse(subject.rewrittenText);
          const { shape } = subject.random;
          if (!fault({ ...mutant, shape, original: subject.original, random })) continue;
          const isWrong =
            wrongBy === 'construction' || memoryOf(subject.random, mutant) !== subject.expected;
          if (!isWrong) continue;
          wrong++;
          if (isProven(proofOf(subject, mutant))) accepted.push(subject.rewrittenText);
        }
        expect(accepted).toEqual([]);
        expect(wrong).toBe(KERNELS);
      },
      60_000,
    );
  });
}
