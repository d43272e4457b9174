/**
 * From a kernel of Triton to the same with other encodings of shared memory: one line of the module changes for all buffers of
 * an encoding.
 *
 *     module -> buffers by encoding -> layouts that an encoding expresses -> written, lowered again, compared and counted -> the best
 *
 * Nothing computes values: TTGIR says which lane holds which element, and a changed module is proven by every lane moving the
 * elements that it moved.
 */
import { messages } from '@ldscope/core';
import type { ParseResult } from '@ldscope/mlir';
import { ttgirBuffers } from '../problems/ttgir-buffers.ts';
import type { FixOptions, FixOutcome } from '../source/fix-outcome.ts';
import { fixLayouts } from './fix-layouts.ts';
import { end } from './outcome.ts';
import { ttgirSubject } from './ttgir-subject.ts';

export function fixTtgir(text: string, options: FixOptions, parsed: ParseResult): FixOutcome {
  const found = ttgirBuffers(text, options, parsed);
  if (!found.ok) return end(text, options, 'failed', { diagnostics: found.diagnostics });
  const { kernel, diagnostics: said } = found.value;
  // An encoding is one for all that write and read.
  if (options.correct !== undefined)
    return end(text, options, 'nothing', { kernel, diagnostics: [messages.fix.notMixed()] });
  const [verdict, ending] = fixLayouts(ttgirSubject(text, options, parsed, found.value));
  const diagnostics = [...said, ...(ending.diagnostics ?? [])];
  const workgroups = { executed: 1, launched: 1 };
  return end(text, options, verdict, { kernel, workgroups, ...ending, diagnostics });
}
