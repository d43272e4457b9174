/** The tasks of the worker, in whatever surroundings. */
import { hintText } from '@ldscope/core';
import type { Io } from '../../io/io.ts';
import { openedState } from '../../web/opened.ts';
import { analyzeDocument } from './analyze-document.ts';
import { fixDocument, otherFixes } from './fix-document.ts';
import { overlayIo } from './overlay-io.ts';
import type { PageState, Tasks } from './request.ts';

export const tasksIn = (io: Io): Tasks => ({
  glance: async (request) => await analyzeDocument(io, { ...request, workgroups: 1 }),
  analyze: async (request) => await analyzeDocument(io, request),
  fix: async (request) => await fixDocument(overlayIo(io, request.texts), request),
  otherFixes: async (request) => await otherFixes(overlayIo(io, request.texts), request),
  page: async ({ path, texts, machine, launch, kernel, site }): Promise<PageState> => {
    const fields = { machine, launch, kernel, site };
    const state = await openedState(overlayIo(io, texts), path, fields);
    if (state.ok) return { json: JSON.stringify(state.value) };
    const [first] = state.diagnostics;
    return { problem: first === undefined ? '' : `${first.message}; ${hintText(first.hint)}` };
  },
});
