/**
 * LDS instructions with executions that are not recorded, since their address or size is unknown.
 *
 *     st.shared.f32 [%r2], %f1     dropped: `whose address depends on argument n`
 */
import { type Findings, messages, type Sources } from '@ldscope/core';

export class DroppedAccesses {
  readonly #findings: Findings;
  readonly #sources: Sources;
  readonly #reasons = new Map<number, string>();

  constructor(findings: Findings, sources: Sources) {
    this.#findings = findings;
    this.#sources = sources;
  }

  /** By instruction: why an execution is not recorded. */
  get reasons(): ReadonlyMap<number, string> {
    return this.#reasons;
  }

  /** An instruction, by its number and text, is not recorded: its address, or the cost of a copy, depends on sources. */
  add(
    number: number,
    name: string,
    labels: number,
    what: 'address' | 'size' | 'source' = 'address',
  ): void {
    const said = this.#sources.describe(labels);
    if (!this.#reasons.has(number)) this.#reasons.set(number, `whose ${what} depends on ${said}`);
    this.#findings.problem(
      number,
      what === 'address'
        ? messages.ptx.unknownAddress(name, said)
        : messages.ptx.unknownCopy(name, what, said),
    );
  }
}
