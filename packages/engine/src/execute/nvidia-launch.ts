/** The parts of a launch that only the executor of PTX takes: refused for other languages rather than ignored. */
import { type Launch, type Message, messages, type RunOptions } from '@ldscope/core';
import type { Source } from '../source/source.ts';

/** Why a launch does not fit the language of a source. */
export function nvidiaLaunchProblem(
  { language }: { readonly language: Pick<Source['language'], 'name' | 'title'> },
  { globals = [], launch }: Pick<RunOptions, 'globals'> & { readonly launch?: Launch | undefined },
): Message | undefined {
  if (language.name === 'ptx') return undefined;
  if (globals.length > 0) return messages.launch.onlyPtx('globals', language.title);
  if (launch?.cooperative === true) return messages.launch.onlyPtx('cooperative', language.title);
  return undefined;
}
