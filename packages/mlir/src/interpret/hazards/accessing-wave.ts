/** The wave of an access: enough to tell waves apart and to order their accesses. */
import type { Message } from '@ldscope/core';
import type { LdsFlight } from './lds-flight.ts';

export interface AccessingWave {
  /** Counted through the launch, and in its workgroup. */
  readonly number: number;
  readonly index: number;
  readonly lanes: number;
  /** How far it is in the program; comparable with waves that go round the same loops as often. */
  readonly position: number;
  /** Its operations in flight; absent where all barriers wait. */
  readonly flight: LdsFlight | undefined;
  /** Memory instructions so far; orders the accesses of the wave. */
  order: number;
  /** Stops the wave, and with it the launch. */
  fail(message: Message): void;
}
