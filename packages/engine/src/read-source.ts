/** From a text to its source: the frontend that knows it reads it. */
import { diagnose, failure, type Message, messages, type Result, success } from '@ldscope/core';
import { frontends as all } from './frontends/frontends.ts';
import { findLanguage } from './frontends/language.ts';
import type { Frontend, FrontendOptions, Source } from './source.ts';

/** The frontend of a text; `undefined` when it is in no language that can be read. */
export function findFrontend(
  text: string,
  file?: string,
  { frontends = all }: FrontendOptions = {},
): Frontend | undefined {
  return findLanguage<Frontend>(frontends, text, file);
}

/** Reads a text in whatever language it is in; a failure when it is in none. Other errors are in the source. */
export function readSource(text: string, file?: string, options?: FrontendOptions): Result<Source> {
  const frontend = findFrontend(text, file, options);
  if (frontend !== undefined) return success(readAs(frontend, text, file));
  const start = { start: 0, end: Math.min(1, text.length) };
  return failure(diagnose(unknownFormat(text, file ?? 'the input'), start));
}

/** Reads a text in one language. */
export function readAs(frontend: Frontend, text: string, file?: string): Source {
  return { ...frontend.read(text, file), language: frontend };
}

/** What only CK Tile's C++ has. */
const CK_TILE_CALL =
  /\b(?:make_\w*tensor_descriptor|transform_tensor_descriptor|tile_distribution_encoding)/;

/** What LLVM IR begins with, behind comments. */
const LLVM_IR = /^(?:source_filename = "|target (?:datalayout|triple) = "|; ModuleID = ')/m;

/** Why a text without a frontend is not read. */
function unknownFormat(text: string, path: string): Message {
  if (CK_TILE_CALL.test(text)) return messages.usage.ckTileCode(path);
  return LLVM_IR.test(text) ? messages.usage.llvmIr(path) : messages.usage.unknownFormat(path);
}
