/** The time of a schedule: its listing, lowered to the instructions of a chip. */
import {
  diagnose,
  failure,
  hasErrors,
  lowerListing,
  type Message,
  messages,
  parseListing,
  success,
} from '@ldscope/core';
import type { TimeSource } from '../source/simulated.ts';

const ASSEMBLY =
  'give the assembly that a compiler makes of it (with --launch), or write its loop as a schedule: docs/timeline.md';

/** Why a text has no time: what it is, and what to do with it. */
export const withoutTime = (input: string): Message => messages.timing.takes(input, ASSEMBLY);

/** Reads a schedule. For a text without the marks of one (`isKnown` false), no errors are reported where it has no instruction. */
export function timeOfSchedule(text: string, name = 'the schedule', isKnown = true): TimeSource {
  const { listing, diagnostics: read } = parseListing(text);
  const { machine: chip } = listing;
  return {
    chip,
    simulate: ({ machine, timing }) => {
      const { program, diagnostics: lowered } = lowerListing(listing, machine, timing);
      const diagnostics = [...read, ...lowered];
      if (!isKnown && program.instructions.length === 0 && hasErrors(read)) {
        return failure(diagnose(withoutTime('neither')));
      }
      return hasErrors(diagnostics)
        ? failure(...diagnostics)
        : success({ name, program }, diagnostics);
    },
  };
}
