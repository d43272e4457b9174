/**
 * Damaged kernels: characters and tokens deleted, doubled, swapped, numbers changed. Whatever comes out is
 * read and executed; nothing may throw, run away, or complain without saying where and what to do.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { generator, words } from '../table.ts';
import { type Diagnostic, hasErrors, hintText, machineNamed, ReportBuilder } from '@ldscope/core';
import { executeKernel, parseModule } from '@ldscope/mlir';
import { casesOf, firstCase, leastCases } from '../../../../test/cases.ts';

const examples = new URL('../../../../examples/', import.meta.url);
const reference = new URL('../../../../../shared/kernels/wave/gemm.mlir', import.meta.url);

const kernels = existsSync(examples)
  ? readdirSync(examples)
      .map((name) => new URL(`${name}/kernel.mlir`, examples))
      .filter((file) => existsSync(file))
      .map((file) => readFileSync(file, 'utf8'))
  : [];
if (existsSync(reference)) kernels.push(readFileSync(reference, 'utf8'));
const [everything = '', low = '', vectors = '', shared = ''] = words(
  'everything everything-llvm everything-vector everything-shared',
).map((name) => readFileSync(new URL(`${name}.mlir`, import.meta.url), 'utf8'));
kernels.push(everything, everything, everything, low, low, low, vectors, shared);

/** Runs of letters and digits (with their sigil), and single marks. */
const TOKEN = /[%#@!^]?[\w.]+|\s+|->|./gs;

const NUMBERS = words(`
    0 1 -1 3 7 63 65 1000 99999 2147483648 -9223372036854775808 18446744073709551615
    1099511627776 340282366920938463463374607431768211456 ? 0.5
  `);

/** A kernel with one to three changes. */
function mutated(text: string, seed: number): string {
  const below = generator(seed);
  let result = text;
  for (let change = below(3); change >= 0; change--) result = changed(result, below);
  return result;
}

function changed(text: string, below: (n: number) => number): string {
  const kind = below(10);
  if (kind === 0) {
    const at = below(text.length);
    return text.slice(0, at) + text.slice(at + 1 + below(3));
  }
  if (kind === 1) return text.slice(0, below(text.length));
  const tokens = text.match(TOKEN) ?? [];
  const words = [...tokens.keys()].filter((i) => /\S/.test(tokens[i] ?? ''));
  const numbers = words.filter((i) => /^\d+$/.test(tokens[i] ?? ''));
  const at = words[below(words.length)] ?? 0;
  const other = words[below(words.length)] ?? 0;
  switch (kind) {
    case 2:
      tokens[at] = '';
      break;
    case 3:
      tokens[at] = `${tokens[at]} ${tokens[at]}`;
      break;
    case 4:
      [tokens[at], tokens[other]] = [tokens[other] ?? '', tokens[at] ?? ''];
      break;
    case 5: {
      // One value, type or name in the place of another of its kind.
      const sigil = tokens[at]?.[0];
      const alike = words.filter((i) => tokens[i]?.[0] === sigil);
      tokens[at] = tokens[alike[below(alike.length)] ?? at] ?? '';
      break;
    }
    default:
      tokens[numbers[below(numbers.length)] ?? at] = NUMBERS[below(NUMBERS.length)] ?? '';
  }
  return tokens.join('');
}

/** What is wrong with a diagnostic. */
function fault({ code, message, hint, span }: Diagnostic, text: string): string | undefined {
  if (!/^[a-z]+\/[a-z-]+$/.test(code)) return `code ${code}`;
  if (message === '' || /undefined|NaN|\[object|Infinity/.test(message))
    return `message ${message}`;
  if (hint === '' || /undefined|NaN|\[object/.test(hintText(hint))) return `hint ${hint}`;
  if (span === undefined) return code.startsWith('launch/') ? undefined : `${code} has no span`;
  const inside = span.start >= 0 && span.start <= span.end && span.end <= text.length;
  return inside ? undefined : `span ${span.start}-${span.end} of ${text.length}`;
}

const machines = ['gfx950', 'gfx1100'].map(machineNamed);
const CASES = casesOf(1500);

describe('damaged kernels', () => {
  it.each([everything, low, vectors, shared])('begin whole', (text) => {
    const { module, diagnostics } = parseModule(text);
    const execution = executeKernel(module, text, { machine: machineNamed('gfx950') });
    expect([...diagnostics, ...execution.diagnostics, ...execution.hazards]).toEqual([]);
    expect(execution.workgroups).toEqual({ executed: 2, launched: 2 });
  });

  it('are diagnosed or executed, and never throw', () => {
    let executed = 0;
    const first = firstCase(1);
    for (let seed = first; seed < first + CASES; seed++) {
      const text = mutated(kernels[seed % kernels.length] ?? '', seed);
      const target = machines[seed % machines.length] ?? machineNamed('gfx950');
      const where = `seed ${seed}`;
      try {
        const { module, diagnostics } = parseModule(text);
        const builder = new ReportBuilder(target);
        const execution = executeKernel(module, text, {
          machine: target,
          workgroups: 1,
          maxSteps: 4000,
          onWorkgroup: (trace) => builder.add(trace),
        });
        builder.finish(execution.kernel, execution.hazards);
        const all = [...diagnostics, ...execution.diagnostics];
        for (const diagnostic of all) expect(fault(diagnostic, text), where).toBeUndefined();
        if (!hasErrors(all)) executed++;
      } catch (error) {
        throw new Error(`${where}: ${String(error)}`, { cause: error });
      }
    }
    // Damage that is not damage to the grammar must be frequent enough to test execution as well.
    expect(executed).toBeGreaterThan(leastCases(CASES / 10));
  }, 240_000);
});
