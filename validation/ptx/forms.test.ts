/**
 * Forms of PTX instructions on 96 threads of special and random inputs: the results of an H100, bit by bit
 * (`forms-sm90.json`, made by `measure.py`).
 *
 * Not compared: the payload of NaN in f32 and f64, and its sign where `.xorsign` takes it, since numbers here have neither; of
 * approximations, what is within the tolerance of their form.
 */
import { gunzipSync } from 'node:zlib';
import { machineNamed } from '@ldscope/core';
import { executePtx, parsePtx } from '@ldscope/ptx';
import { expect, test } from 'vitest';
import { inputText } from '../base/inputs.ts';
import { type Form, forms, moduleOf, THREADS } from './forms.ts';
import { inputTables } from './inputs.ts';

interface Measured {
  readonly names: readonly string[];
  /** Base64 of a compressed array: 64 bits for each thread of each form. */
  readonly results: string;
}

const measured = JSON.parse(inputText('ptx/forms-sm90.json')) as Measured;
const bytes = gunzipSync(Buffer.from(measured.results, 'base64'));
const results = new BigUint64Array(bytes.buffer, bytes.byteOffset, bytes.length / 8);
const byName = new Map(forms.map((form) => [form.name, form]));
const list = measured.names.flatMap((name) => byName.get(name) ?? []);
const inputs = new Uint8Array(inputTables().buffer);

const float32 = (bits: bigint): number =>
  new Float32Array(Uint32Array.of(Number(bits & 0xffffffffn)).buffer)[0] ?? 0;

const float64 = (bits: bigint): number => new Float64Array(BigUint64Array.of(bits).buffer)[0] ?? 0;

/** True for results that count as the same. */
function agrees(
  { name, out, tolerance, halfTolerance }: Form,
  ours: bigint,
  theirs: bigint,
): boolean {
  if (ours === theirs) return true;
  const isNaN32 = (bits: bigint): boolean => (bits & 0x7fffffffn) > 0x7f800000n;
  const isNaN64 = (bits: bigint): boolean => (bits & (2n ** 63n - 1n)) > 0x7ff0000000000000n;
  const isNaN16 = (bits: bigint): boolean => (bits & 0x7fffn) > 0x7c00n;
  if (out === 'f32' && isNaN32(ours) && isNaN32(theirs)) return true;
  if (out === 'f64' && isNaN64(ours) && isNaN64(theirs)) return true;
  if (name.endsWith('f16.f64') && isNaN16(ours) && isNaN16(theirs)) return true;
  if (name.includes('xorsign')) return (ours & 0x7fff7fffn) === (theirs & 0x7fff7fffn);
  if (halfTolerance !== undefined) {
    return [0, 16].every((at) => {
      const [a, b] = [ours, theirs].map((bits) => Number((bits >> BigInt(at)) & 0xffffn));
      return a !== undefined && b !== undefined && Math.abs(a - b) <= halfTolerance;
    });
  }
  if (tolerance === undefined) return false;
  if (out === 'f64') {
    const [a, b] = [float64(ours), float64(theirs)];
    return Math.abs(a - b) <= tolerance * Math.abs(b);
  }
  const [a, b] = [float32(ours), float32(theirs)];
  return Math.abs(a - b) <= tolerance * Math.max(1, Math.abs(b));
}

test('each form that was measured is still one', () => {
  expect(list.map(({ name }) => name)).toEqual(measured.names);
  expect(list.length).toBeGreaterThan(1600);
});

test('results are those of the H100', () => {
  const machine = machineNamed('sm_90');
  const wrong: string[] = [];
  for (const [number, form] of list.entries()) {
    // A module of few kernels is made ready faster than one of all.
    const text = moduleOf([form]);
    const { module, diagnostics } = parsePtx(text);
    const out = new BigUint64Array(THREADS);
    const execution = executePtx(module, text, {
      machine,
      kernel: 'f0',
      arguments: [inputs, new Uint8Array(out.buffer)].map((data) => ({ kind: 'buffer', data })),
      launch: { block: [THREADS, 1, 1], scalars: new Map() },
    });
    for (const { message, severity } of [...diagnostics, ...execution.diagnostics]) {
      if (severity === 'error') wrong.push(`${form.name}: ${message}`);
    }
    for (const [thread, ours] of out.entries()) {
      const theirs = results[THREADS * number + thread] ?? 0n;
      if (agrees(form, ours, theirs)) continue;
      wrong.push(
        `${form.name}, thread ${thread}: ${ours.toString(16)}, measured ${theirs.toString(16)}`,
      );
    }
  }
  expect(wrong).toEqual([]);
});
