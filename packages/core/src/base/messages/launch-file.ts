import type { Message } from '../diagnostic.ts';
import { type Hint, hint, option } from '../hint.ts';
import { error as errorOf, someOf } from './message.ts';

const error = (code: string, message: string, remedy: Hint): Message =>
  errorOf(code, message, remedy, 'launch');

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
      'ldscope launch --schema prints what a launch file may contain',
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
  tensorMap: (who: string, problem: string) =>
    error(
      'launch-file/tensor-map',
      `the tensor map of ${who} has ${problem}`,
      'give shape, strides and box as cuTensorMapEncodeTiled takes them, the innermost dimension first',
    ),
  texture: (who: string, problem: string) =>
    error(
      'launch-file/texture',
      `the object of ${who} has ${problem}`,
      'give dtype, channels, shape and layers as the host creates the array, the innermost dimension first',
    ),
  tooLarge: (who: string, limit: number) =>
    error('launch-file/too-large', `${who} has more than ${limit} bytes`, 'give a smaller shape'),
  unreadable: (who: string, path: string) =>
    error(
      'launch-file/unreadable',
      `${who} is filled from ${path}, which cannot be read`,
      'paths are relative to the launch file; zeros, random and iota need no file',
    ),
  contents: (who: string, path: string, problem: string) =>
    error(
      'launch-file/contents',
      `${who} is filled from ${path}: ${problem}`,
      'save it with numpy.save under a name that ends in .npy; other files are raw little-endian elements',
    ),
  outside: (who: string, path: string, name: string) =>
    error(
      'launch-file/outside',
      `${who} is filled from ${path}, which is outside the folder of the launch file`,
      hint`name the file on the command line: ${option('fill', `${name}=${path}`)}`,
    ),
  noBuffer: (name: string, known: readonly string[]) =>
    error(
      'launch-file/no-buffer',
      `the launch has no buffer '${name}'`,
      known.length === 0 ? 'it has none' : `choose one of: ${someOf(known)}`,
    ),
  noGrid: (kernel: string) =>
    error(
      'launch-file/no-grid',
      `the launch of kernel ${kernel} has no grid`,
      'give it there, or for all kernels at the top of the file: grid: [1]',
    ),
};
