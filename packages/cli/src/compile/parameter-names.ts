/**
 * Parameters of kernels as their author wrote them, from the text of a CUDA source: compilers leave the names out of PTX.
 *
 *     template <int T> __global__ void transpose(float* out, const float *in, unsigned n = 1)
 *
 *     transpose: out float*, in const float*, n unsigned
 *
 * LIMITATIONS. Declarations that macros make are not found. Overloads are distinguished only by their number of
 * parameters.
 */
import { closingBracket, partsOutside, readableName, withoutComments } from '@ldscope/core';
import { type AuthoredParameter, parameterNote } from '@ldscope/ptx';

/** Notes for the kernels of PTX, appended to it. `sources`: the texts that it was compiled from. */
export function parameterNotesOf(ptx: string, sources: readonly string[]): string {
  const known = sources.flatMap(kernelsIn);
  return [...entriesOf(ptx)]
    .map(([symbol, count]) => {
      const name = withoutScope(readableName(symbol));
      const fitting = known.filter((one) => one.name === name && one.parameters.length === count);
      const texts = new Set(fitting.map(({ parameters }) => JSON.stringify(parameters)));
      const [first] = fitting;
      return first === undefined || texts.size !== 1 ? '' : parameterNote(symbol, first.parameters);
    })
    .join('');
}

/** Types of the parameters of all kernels of some sources. */
export const parameterTypesOf = (sources: readonly string[]): readonly string[] =>
  sources.flatMap(kernelsIn).flatMap(({ parameters }) => parameters.map(({ type }) => type));

/** Kernels of PTX with how many parameters they have. */
function entriesOf(ptx: string): ReadonlyMap<string, number> {
  const entries = [...ptx.matchAll(/^[^\S\n]*(?:\.\w+\s+)*\.entry\s+([\w$]+)\s*(\([^)]*\))?/gm)];
  return new Map(
    entries.map(([, symbol = '', list = '']) => [symbol, list.split('.param').length - 1]),
  );
}

/** `ns::transpose<32>` -> `transpose`. */
const withoutScope = (name: string): string =>
  /(\w+)(?:<.*)?$/s.exec(name.replace(/<.*/s, ''))?.[1] ?? name;

interface AuthoredKernel {
  readonly name: string;
  readonly parameters: readonly AuthoredParameter[];
}

function kernelsIn(source: string): AuthoredKernel[] {
  const text = withoutComments(source);
  const kernels: AuthoredKernel[] = [];
  for (const { index } of text.matchAll(/\b__global__\b/g)) {
    let at = index;
    // Attributes before the name have parentheses too.
    for (let tries = 0; tries < 4; tries++) {
      const open = text.indexOf('(', at);
      if (open < 0) break;
      const close = closingBracket(text, open);
      const before = /(\w+)\s*$/.exec(text.slice(Math.max(at, open - 200), open))?.[1] ?? '';
      at = close + 1;
      if (
        before === '' ||
        /^__(?:launch_bounds__|attribute__|declspec|cluster_dims__|block_size__|maxnreg__)$/.test(
          before,
        )
      )
        continue;
      const list = partsOutside(text.slice(open + 1, close), ',')
        .map((part) => part.trim())
        .filter((part) => part !== '' && part !== 'void');
      const parameters = list.flatMap((one) => parameterOf(one) ?? []);
      if (parameters.length === list.length) kernels.push({ name: before, parameters });
      break;
    }
  }
  return kernels;
}

function parameterOf(text: string): AuthoredParameter | undefined {
  const declared = text.replace(/=[\s\S]*$/, '').trim();
  const match = /^([\s\S]*?[\s*&>])(\w+)\s*((?:\[[^\]]*\])*)$/.exec(declared);
  if (match === null) return undefined;
  const [, type = '', name = '', dimensions = ''] = match;
  const words = type
    .replace(/\b(?:__restrict__|__restrict|restrict|__grid_constant__)\b/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/ ([*&])/g, '$1')
    .trim();
  return { name, type: dimensions === '' ? words : `${words}*` };
}
