/** The frontend for schedules: loops of instructions that a person wrote. They have time and no addresses. */
import { diagnose, messages } from '@ldscope/core';
import type { Frontend } from '../source.ts';
import { timeOfSchedule } from '../timeline/time-schedule.ts';
import { scheduleLanguage } from './languages.ts';

export const schedule: Frontend<'schedule'> = {
  ...scheduleLanguage,
  read: (text, file) => ({
    // What commands other than `timeline` are told: they have nothing to count.
    diagnostics: [diagnose(messages.usage.isSchedule())],
    time: timeOfSchedule(text, file),
  }),
};
