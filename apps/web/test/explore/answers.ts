/** What pages answer, and what they list by its name: a test fails where it is not there. */
import { raise } from '../../../../test/raise.ts';
import type { Answer } from '../../src/explore/parts/answer.ts';

export const valueOf = <T>(answer: Answer<T>): T => (answer.ok ? answer.value : raise(answer.why));

/** Why there is no value; no words where there is one. */
export const whyNot = (answer: Answer<unknown>): string => (answer.ok ? '' : answer.why);

export const named = <T extends { readonly name: string }>(all: readonly T[], name: string): T =>
  all.find((one) => one.name === name) ?? raise(`there is no ${name}`);
