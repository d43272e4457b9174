import type { Message } from '../diagnostic.ts';
import { error as errorOf } from './message.ts';

const error = (code: string, message: string, hint: string): Message =>
  errorOf(code, message, hint, 'launch');

/** A launch written as a file. */
export const launchFile = {
  yaml: (problem: string) =>
    error(
      'launch-file/yaml',
      `the launch file is not YAML: ${problem}`,
      'correct it; ldscope run --help shows an example',
    ),
  shape: (what: string, wanted: string) =>
    error(
      'launch-file/shape',
      `${what} must be ${wanted}`,
      'see ldscope run --help for an example',
    ),
  dtype: (who: string, name: string, known: readonly string[]) =>
    error(
      'launch-file/dtype',
      `${who} has no known type: '${name}'`,
      `choose one of: ${known.join(', ')}`,
    ),
  struct: (who: string, problem: string) =>
    error(
      'launch-file/struct',
      `the struct of ${who} cannot be laid out: ${problem}`,
      'leave at out to have fields placed as C does, and give size when the struct is longer than its fields',
    ),
  tooLarge: (who: string, limit: number) =>
    error('launch-file/too-large', `${who} has more than ${limit} bytes`, 'give a smaller shape'),
  unreadable: (who: string, path: string) =>
    error(
      'launch-file/unreadable',
      `${who} is filled from ${path}, which cannot be read`,
      'paths are relative to the launch file; zeros, random and iota need no file',
    ),
  npy: (who: string, path: string, problem: string) =>
    error(
      'launch-file/npy',
      `${who} is filled from ${path}: ${problem}`,
      'save it with numpy.save',
    ),
};
