/**
 * The passes and pipelines by name, and the text that asks for them.
 *
 *     flatten-swizzle-hint-allocs,gpu-reduce-bank-conflicts{padding-bits=64},resolve-swizzle-hints
 *
 * Upstream's full names are accepted (`iree-codegen-resolve-swizzle-hints`). A pipeline takes the options of its passes.
 */
import { diagnose, type Diagnostic, failure, messages, type Result, success } from '@ldscope/core';
import { absorbSwizzleHintToAlloc } from './hints/absorb-swizzle-hint-to-alloc.ts';
import { ireeComprehensiveBufferize } from './distribute/iree-comprehensive-bufferize.ts';
import { llvmgpuVectorDistribute } from './distribute/llvmgpu-vector-distribute.ts';
import { lowerAsyncDma } from './copies/amdgpu-lower-async-dma.ts';
import { lowerCoalescedDma } from './copies/amdgpu-lower-coalesced-dma-to-gather-lds.ts';
import { canonicalize, cse } from './index/canonicalize.ts';
import { flattenSwizzleHintAllocs } from './hints/flatten-swizzle-hint-allocs.ts';
import { gpuReduceBankConflicts } from './padding/gpu-reduce-bank-conflicts.ts';
import { gpuVectorAlloc } from './vector-alloc/gpu-vector-alloc.ts';
import { foldMemRefAliasOps } from './index/fold-memref-alias-ops.ts';
import { foldSwizzleHints } from './hints/fold-swizzle-hints.ts';
import type { OptionValue, Pass, PassStep } from './pass.ts';
import { propagateConstantOffsets } from './index/propagate-constant-offsets.ts';
import { reinsertSwizzleHints } from './hints/reinsert-swizzle-hints.ts';
import { resolveSwizzleHints } from './resolve/resolve-swizzle-hints.ts';
import { testPromotionAnalysis } from './vector-alloc/test-promotion-analysis.ts';

/** IREE's passes for shared memory, in the order of its flow. */
export const passes: readonly Pass[] = [
  gpuVectorAlloc,
  ireeComprehensiveBufferize,
  llvmgpuVectorDistribute,
  foldSwizzleHints,
  flattenSwizzleHintAllocs,
  gpuReduceBankConflicts,
  lowerCoalescedDma,
  lowerAsyncDma,
  absorbSwizzleHintToAlloc,
  reinsertSwizzleHints,
  foldMemRefAliasOps,
  propagateConstantOffsets,
  resolveSwizzleHints,
  canonicalize,
  cse,
  testPromotionAnalysis,
];

export interface Pipeline {
  readonly name: string;
  readonly summary: string;
  /** Names of passes, with options where they are not the defaults. */
  readonly passes: readonly string[];
}

/** From the hint to the access, as IREE's pipelines for AMD order it behind bufferization. */
const resolving = [
  'fold-memref-alias-ops',
  'propagate-constant-offsets',
  'cse',
  'resolve-swizzle-hints',
  'canonicalize',
  'cse',
];

/** Lists of passes that belong together, by the name that `--pass` takes. */
export const pipelines: readonly Pipeline[] = [
  {
    name: 'iree-flow',
    summary: 'from vectors and tensors of the workgroup to resolved accesses of its threads',
    passes: [
      'gpu-vector-alloc',
      'iree-comprehensive-bufferize',
      'llvmgpu-vector-distribute',
      'iree-swizzle',
    ],
  },
  {
    name: 'iree-swizzle',
    summary: 'hints flattened and resolved, other allocations padded, as IREE orders it',
    passes: [
      'fold-swizzle-hints',
      'flatten-swizzle-hint-allocs',
      'gpu-reduce-bank-conflicts{padding-bits=64}',
      'reinsert-swizzle-hints',
      ...resolving,
    ],
  },
  {
    name: 'iree-swizzle-prefetch',
    summary: 'the same with hints on allocations in between, as before prefetching',
    passes: [
      'fold-swizzle-hints',
      'flatten-swizzle-hint-allocs',
      'gpu-reduce-bank-conflicts{padding-bits=64}',
      'absorb-swizzle-hint-to-alloc',
      'reinsert-swizzle-hints',
      ...resolving,
    ],
  },
  {
    name: 'resolve-hints',
    summary: 'hints flattened and resolved, other allocations as they are',
    passes: [
      'fold-swizzle-hints',
      'flatten-swizzle-hint-allocs',
      'reinsert-swizzle-hints',
      ...resolving,
    ],
  },
];

/** Upstream's names begin with one of these. */
const prefixes = ['iree-codegen-', 'iree-'];

/** The names that a pass of IREE has without its prefix; empty for a name that has none. */
export function shortPassNames(name: string): string[] {
  return prefixes.flatMap((prefix) => (name.startsWith(prefix) ? [name.slice(prefix.length)] : []));
}

export function findPass(name: string): Pass | undefined {
  const names = [name, ...shortPassNames(name)];
  return passes.find((pass) =>
    names.some((one) => one === pass.name || pass.aliases?.includes(one)),
  );
}

/** Reads a list of passes; pipelines are decomposed. */
export function parsePassList(text: string): Result<readonly PassStep[]> {
  const steps: PassStep[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const entry of entriesOf(text)) {
    const [, name = '', body = ''] = /^([^{]*)(?:\{([^}]*)\})?$/.exec(entry) ?? [];
    const pipeline = pipelines.find((one) => one.name === name);
    const pass = findPass(name);
    if (pipeline !== undefined) {
      const inner = pipelineSteps(pipeline, body);
      if (inner.ok) steps.push(...inner.value);
      else diagnostics.push(...inner.diagnostics);
    } else if (pass === undefined) {
      const known = [...pipelines, ...passes].map((one) => one.name);
      diagnostics.push(diagnose(messages.opt.unknownPass(name === '' ? entry : name, known)));
    } else {
      const options = optionsOf(pass, body);
      if (options.ok) steps.push({ pass, options: options.value });
      else diagnostics.push(...options.diagnostics);
    }
  }
  if (steps.length === 0 && diagnostics.length === 0) {
    diagnostics.push(diagnose(messages.opt.noPass()));
  }
  return diagnostics.length === 0 ? success(steps) : failure(...diagnostics);
}

/** The passes of a pipeline; an option is for each of them that has it. */
function pipelineSteps(
  { name, passes: list }: Pipeline,
  body: string,
): Result<readonly PassStep[]> {
  const inner = parsePassList(list.join(','));
  if (!inner.ok || body === '') return inner;
  const all = inner.value.map(({ pass }) => pass.options);
  const options = optionsOf(
    { name, options: Object.fromEntries(all.flatMap((one) => Object.entries(one))) },
    body,
  );
  if (!options.ok) return options;
  const given = Object.entries(options.value);
  return success(
    inner.value.map(({ pass, options: own }) => {
      const known = given.filter(([option]) => Object.hasOwn(pass.options, option));
      return { pass, options: { ...own, ...Object.fromEntries(known) } };
    }),
  );
}

/** Splits at commas outside of braces. */
function entriesOf(text: string): string[] {
  return text
    .split(/,(?![^{}]*\})/)
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
}

/** `padding-bits=64 flag=true`, in upstream's spelling. */
function optionsOf(
  pass: Pick<Pass, 'name' | 'options'>,
  body: string,
): Result<Readonly<Record<string, OptionValue>>> {
  const options: Record<string, OptionValue> = {};
  for (const word of body.split(/[\s,]+/).filter((one) => one !== '')) {
    const [name = '', value = 'true'] = word.split('=');
    const known = Object.hasOwn(pass.options, name) ? pass.options[name] : undefined;
    if (known === undefined) {
      return failure(
        diagnose(messages.opt.unknownOption(pass.name, name, Object.keys(pass.options))),
      );
    }
    const number = typeof known.value === 'number';
    const valid = number ? /^\d{1,9}$/.test(value) : /^(?:true|false)$/.test(value);
    if (!valid) return failure(diagnose(messages.opt.wrongOption(pass.name, name, value, number)));
    options[name] = number ? Number(value) : value === 'true';
  }
  return success(options);
}

/** A step as a list spells it. */
export function printPassStep({ pass, options }: PassStep): string {
  const given = Object.entries(options).map(([name, value]) => `${name}=${value}`);
  return given.length === 0 ? pass.name : `${pass.name}{${given.join(' ')}}`;
}
