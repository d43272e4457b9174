/**
 * The frontend for schedules: loops of instructions that a person wrote. They have time, and hazards by the places that they name; they
 * have no addresses, so nothing is counted.
 */
import {
  diagnose,
  hasErrors,
  ldsCoverage,
  ldsKindOf,
  lowerListing,
  messages,
  parseListing,
  scheduleHazards,
  timedChips,
  timingOf,
} from '@ldscope/core';
import {
  type ExecutionRequest,
  type ExecutionResult,
  type Frontend,
  notExecuted,
} from '../source/source.ts';
import { timeOfSchedule } from '../timeline/time-schedule.ts';
import { scheduleLanguage } from './languages.ts';

export const schedule: Frontend<'schedule'> = {
  ...scheduleLanguage,
  read: (text, file) => {
    const parsed = parseListing(text);
    return {
      diagnostics: [],
      target: parsed.listing.machine,
      hasNoAddresses: true,
      execute: (request) => judge(text, parsed, request, file),
      time: timeOfSchedule(text, file),
    };
  },
};

const NO_ADDRESSES = 'of a schedule, which has no addresses';

/** Judges the barriers and waits of a schedule; nothing is counted. */
function judge(
  text: string,
  { listing, diagnostics: read }: ReturnType<typeof parseListing>,
  { machine }: ExecutionRequest,
  file = '',
): ExecutionResult {
  const timing = timingOf(machine);
  if (timing === undefined)
    return notExecuted([diagnose(messages.timing.noTiming(machine.name, timedChips))]);
  const { program, diagnostics: lowered } = lowerListing(listing, machine, timing);
  const diagnostics = [...read, ...lowered];
  if (hasErrors(diagnostics)) return notExecuted(diagnostics);
  const accesses = program.instructions.filter((one) => ldsKindOf(one) !== undefined).length;
  return {
    kernel: {
      name: file,
      waves: listing.waves,
      ldsBytes: 0,
      ldsInstructions: ldsCoverage(
        accesses,
        Array.from({ length: accesses }, () => NO_ADDRESSES),
      ),
    },
    hazards: scheduleHazards(program, text),
    diagnostics: [diagnose(messages.usage.scheduleHazards()), ...diagnostics],
  };
}
