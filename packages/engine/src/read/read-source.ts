/** From a text to its source: the frontend that knows it reads it. */
import { diagnose, failure, messages, type Result, success } from '@ldscope/core';
import { frontends as all } from '../frontends/frontends.ts';
import { findLanguage } from '../source/language.ts';
import { whyUnread } from '../frontends/unread.ts';
import { resolveMachine } from '../input/machine-choice.ts';
import type { Frontend, FrontendOptions, Source } from '../source/source.ts';

/** The context in which a text is read. */
export interface ReadSourceOptions extends FrontendOptions {
  /** The chip that was requested: a compiler's command is for it. */
  readonly machine?: string | undefined;
}

/** The frontend of a text; `undefined` when it is in no language that can be read. */
export function findFrontend(
  text: string,
  file?: string,
  { frontends = all }: FrontendOptions = {},
): Frontend | undefined {
  return findLanguage<Frontend>(frontends, text, file);
}

/** Reads a text in whatever language it is in; a failure when it is in none. Other errors are in the source. */
export function readSource(
  text: string,
  file?: string,
  options?: ReadSourceOptions,
): Result<Source> {
  const frontend = findFrontend(text, file, options);
  const isTaken = frontend !== undefined;
  const isKnown = isTaken && findFrontend(text, undefined, options) !== undefined;
  const chip = resolveMachine(options?.machine ?? '')?.name;
  const why = isKnown ? undefined : whyUnread(text, file ?? '', { chip, isTaken });
  if (frontend !== undefined && why === undefined) return success(readAs(frontend, text, file));
  const start = { start: 0, end: Math.min(1, text.length) };
  return failure(diagnose(why ?? messages.usage.unknownFormat(file ?? 'the input'), start));
}

/** Reads a text in one language. */
export function readAs(frontend: Frontend, text: string, file?: string): Source {
  return { ...frontend.read(text, file), language: frontend };
}
