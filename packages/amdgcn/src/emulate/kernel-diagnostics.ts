/**
 * Which kernels of a file a diagnostic of reading it concerns, so that an error in one leaves the others alone.
 *
 *     k1:                     an error in line b concerns k2 alone
 *       a                     one in f concerns every kernel that reaches f
 *     k2:                     one outside of all code (metadata, symbols) concerns all
 *       b
 *       s_branch f
 *
 * Where the code of a diagnostic is reached by no kernel, it concerns the kernel whose text it is in: a jump to a computed
 * address may still lead there, and executing what could not be read is an error of its own.
 */
import { type Diagnostic, type Span, chooseKernel } from '@ldscope/core';
import type { Program } from '../text/program.ts';
import type { PreparedProgram } from './prepared-program.ts';

/** Diagnostics of a text by the kernels of its program. */
export class KernelDiagnostics {
  readonly #program: Program;
  readonly #prepared: PreparedProgram;
  readonly #owners = new Map<Diagnostic, ReadonlySet<string>>();
  readonly #diagnostics: readonly Diagnostic[];

  constructor(prepared: PreparedProgram, diagnostics: readonly Diagnostic[]) {
    const { program } = prepared;
    this.#program = program;
    this.#prepared = prepared;
    this.#diagnostics = diagnostics;
    if (program.kernels.length > 1 && diagnostics.length > 0) this.#findOwners();
  }

  /** The diagnostics that concern a kernel, in their order; all of them where no kernel is named. */
  of(kernel: string | undefined): readonly Diagnostic[] {
    if (kernel === undefined) return this.#diagnostics;
    const chosen = chooseKernel(this.#program.kernels, kernel);
    if ('code' in chosen) return this.#diagnostics;
    return this.#diagnostics.filter((one) => this.#owners.get(one)?.has(chosen.name) ?? true);
  }

  #findOwners(): void {
    const { instructions, kernels } = this.#program;
    const numbers = new SpanIndex(instructions.map(({ span, expansion }) => [span, expansion]));
    const reaches = new Map(kernels.map(({ name, entry }) => [name, this.#reached(entry)]));
    for (const diagnostic of this.#diagnostics) {
      const { span } = diagnostic;
      const at = span === undefined ? [] : numbers.containing(span);
      if (at.length === 0) continue;
      const names = kernels
        .filter(({ name }) => at.some((number) => reaches.get(name)?.[number] === 1))
        .map(({ name }) => name);
      const around = names.length > 0 ? names : at.flatMap((number) => this.#kernelAround(number));
      if (around.length > 0) this.#owners.set(diagnostic, new Set(around));
    }
  }

  #reached(entry: number): Uint8Array {
    const marks = new Uint8Array(this.#program.instructions.length);
    for (const number of this.#prepared.reachedFrom(entry)) marks[number] = 1;
    return marks;
  }

  /** The kernel with the last entry at or before an instruction; kernels are in the order of their code. */
  #kernelAround(number: number): string[] {
    const before = this.#program.kernels.findLast(({ entry }) => entry <= number);
    return before === undefined ? [] : [before.name];
  }
}

/** Instructions by their place in a text; those that a macro makes share places. */
class SpanIndex {
  readonly #places: { readonly span: Span; readonly number: number }[];

  constructor(spans: readonly (readonly (Span | undefined)[])[]) {
    this.#places = spans
      .flatMap((ones, number) => ones.flatMap((span) => (span ? [{ span, number }] : [])))
      .sort((a, b) => a.span.start - b.span.start);
  }

  /** Instructions whose text a span begins in. Texts of instructions do not overlap, unless they are the same. */
  containing({ start }: Span): number[] {
    let low = 0;
    let high = this.#places.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#places[middle]?.span.start ?? 0) <= start) low = middle + 1;
      else high = middle;
    }
    const found: number[] = [];
    const first = this.#places[low - 1]?.span.start;
    for (let index = low - 1; this.#places[index]?.span.start === first; index--) {
      const { span, number } = this.#places[index] ?? {};
      if (span === undefined || number === undefined) break;
      if (start < span.end || start === span.start) found.push(number);
    }
    return found;
  }
}
