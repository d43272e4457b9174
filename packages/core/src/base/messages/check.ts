import type { Message } from '../diagnostic.ts';
import { hint, option } from '../hint.ts';
import { error, note, warning } from './message.ts';

/** Checks of kernels, their configuration and their baseline. */
export const check = {
  yaml: (problem: string): Message =>
    error(
      'check/yaml',
      `the configuration is not YAML: ${problem}`,
      'docs/check.md shows examples',
    ),
  shape: (what: string, wanted: string): Message =>
    error('check/shape', `${what} must be ${wanted}`, 'docs/check.md lists all keys'),
  unknownKey: (name: string, nearest: string | undefined, known: readonly string[]): Message =>
    error(
      'check/unknown-key',
      `'${name}' is not a key of the configuration`,
      nearest === undefined
        ? `it takes ${known.join(', ')}`
        : `write '${nearest}'; it takes ${known.join(', ')}`,
    ),
  choice: (what: string, shown: string, known: readonly string[]): Message =>
    error('check/choice', `${what} cannot be '${shown}'`, `choose one of: ${known.join(', ')}`),
  machine: (name: string, known: readonly string[]): Message =>
    error('check/machine', `there is no machine '${name}'`, `choose one of: ${known.join(', ')}`),
  date: (text: string): Message =>
    error(
      'check/date',
      `'${text}' is not a date`,
      'write the last day on which it holds: 2027-03-31',
    ),
  expired: (what: string, day: string): Message =>
    warning(
      'check/expired',
      `the suppression of ${what} expired on ${day}: it has no effect`,
      'fix the kernel, or give a new date and a reason for it',
    ),
  unusedSuppression: (what: string): Message =>
    note('check/unused-suppression', `nothing matches the suppression of ${what}`, 'remove it'),
  noFiles: (patterns: readonly string[]): Message =>
    error(
      'check/no-files',
      patterns.length === 0 ? 'no files are given' : `no kernel matches ${patterns.join(', ')}`,
      'name files, folders or globs, or list them under files: in ldscope.yaml',
    ),
  noBaseline: (path: string): Message =>
    error(
      'check/no-baseline',
      `there is no baseline at ${path}`,
      hint`write one: ${option('baseline', 'write')}`,
    ),
  damagedBaseline: (path: string, problem: string): Message =>
    error(
      'check/damaged-baseline',
      `${path} is not a baseline: ${problem}`,
      hint`write it again: ${option('baseline', 'write')}`,
    ),
  otherModel: (before: string, now: string): Message =>
    warning(
      'check/other-model',
      `the baseline counts by the model '${before}', this check by '${now}'`,
      hint`write the baseline again: ${option('baseline', 'write')}`,
    ),
  otherLaunch: (before: string, now: string): Message =>
    warning(
      'check/other-launch',
      `the baseline is of ${before}, this check of ${now}: the two are not compared`,
      hint`write the baseline again: ${option('baseline', 'write')}`,
    ),
};
