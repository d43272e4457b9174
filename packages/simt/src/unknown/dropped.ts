/**
 * LDS instructions with executions that are not recorded, since their address or size is unknown.
 *
 *     st.shared.f32 [%r2], %f1     dropped: `whose address depends on argument n`
 */
import type { Findings, Message, Sources } from '@ldscope/core';

/** The part of an access that is unknown. */
type DroppedPart = 'address' | 'size' | 'source';

/** The message about an access, by its text; `said`: the sources of its unknown part. */
export type DroppedMessage = (name: string, what: DroppedPart, said: string) => Message;

export class DroppedAccesses {
  readonly #findings: Findings;
  readonly #sources: Sources;
  readonly #say: DroppedMessage;
  readonly #reasons = new Map<number, string>();

  constructor(findings: Findings, sources: Sources, say: DroppedMessage) {
    this.#findings = findings;
    this.#sources = sources;
    this.#say = say;
  }

  /** By instruction: why an execution is not recorded. */
  get reasons(): ReadonlyMap<number, string> {
    return this.#reasons;
  }

  /** An instruction, by its number and text, is not recorded: its address, or the cost of a copy, depends on sources. */
  add(number: number, name: string, labels: number, what: DroppedPart = 'address'): void {
    const said = this.#sources.describe(labels);
    if (!this.#reasons.has(number)) this.#reasons.set(number, `whose ${what} depends on ${said}`);
    this.#findings.problem(number, this.#say(name, what, said));
  }
}
