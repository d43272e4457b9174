/** Races between waves, copies that are not waited for, colliding lanes, bytes that nobody wrote: where and with what. */
import type { Hazard } from '@ldscope/core';
import { describe, expect, it } from 'vitest';
import { textsOf } from '../../../../test/texts.ts';
import { range } from '../table.ts';
import { rows } from '../../../../test/rows.ts';
import { executed, kernelOf, LDS, run, runClean, type RunOptions } from './harness.ts';

const WAIT = 'amdgpu.memory_counter_wait load(0)';
/** Waits for LDS, and not for copies. */
const BARRIER = 'amdgpu.memory_counter_wait ds(0)\nrocdl.s.barrier';
const GLOBAL = 'memref<4096xi32>';

/** Two waves of 64 and a buffer in LDS; `%me` is the work-item, `%other` that of the other wave in its lane. */
const kernel = (body: string, type = 'i32', count = 128): string =>
  kernelOf(
    `%me = gpu.thread_id x
    %lane = gpu.lane_id
    %wave = gpu.subgroup_id : index
    %other = affine.apply affine_map<()[s0] -> ((s0 + 64) mod 128)>()[%me]
    %lds = memref.alloc() : memref<${count}x${type}, ${LDS}>
    %first = arith.cmpi eq, %wave, %c0 : index
    %half = affine.apply affine_map<()[s0] -> (s0 * 64)>()[%wave]
    %value = arith.constant 7 : i32
    %mine = arith.index_cast %me : index to i32
    ${body}`,
    `%in: ${GLOBAL}, %out: memref<128x${type}>`,
    128,
  );

const at = (index: string, type = 'i32', count = 128): string =>
  `%lds[${index}] : memref<${count}x${type}, ${LDS}>`;
const store = (value: string, index: string): string => `memref.store ${value}, ${at(index)}`;
const load = (name: string, index: string): string => `${name} = memref.load ${at(index)}`;
const copy = (from: string, to: string): string =>
  `amdgpu.gather_to_lds async %in[${from}], %lds[${to}] : i32, ${GLOBAL}, memref<128xi32, ${LDS}>`;
const firstWords = ({ text = '' }: Hazard['location']): string => text.split(' :', 1)[0] ?? '';

/** `code: the second access, with: the first`. */
const told = (text: string, options: RunOptions = {}): string[] =>
  runClean(text, options).execution.hazards.map(({ code, location, other }) => {
    const rest = other === undefined ? '' : `, with: ${firstWords(other.location)}`;
    return `${code.replace('hazard/', '')}: ${firstWords(location)}${rest}`;
  });

const COPY = 'amdgpu.gather_to_lds async %in[%me], %lds[%c0]';
/** A copy of the first wave, with lines before, behind and after the branch. */
const single = (before: string, behind: string, after = ''): string =>
  `scf.if %first {\n${before}\n${copy('%me', '%c0')}\n${behind}\n}\n${after}`;
const zeroed = `${store('%value', '%me')}\n${BARRIER}\n`;

it.each(textsOf(new URL('hazards.mlir', import.meta.url)))('what is told of %s', (_name, body) => {
  const wanted = [...body.matchAll(/^\/\/! (.*)$/gm)].map(([, line]) => line);
  expect(told(kernel(body))).toEqual(wanted);
});

describe('races between waves', () => {
  it('names the store that a read does not wait for, and the first lanes that meet', () => {
    const text = kernel(`${store('%mine', '%me')}\n${load('%v', '%other')}`);
    const { hazards } = runClean(text).execution;
    expect(hazards).toMatchObject([
      {
        code: 'hazard/lds-race',
        message: 'reads bytes that another wave writes, with no barrier between them',
        location: { text: load('%v', '%other') },
        other: { access: 'write', location: { text: store('%mine', '%me') } },
        count: 2,
        witness: {
          buffer: '%lds',
          byte: 256,
          bytes: 256,
          wave: 0,
          lane: 0,
          otherWave: 1,
          otherLane: 0,
        },
      },
    ]);
    expect(hazards[0]?.hint).toContain('barrier');
  });

  it.each(['i8', 'f8E4M3FN', 'f16'])('are none between neighbours of type %s', (type) => {
    const body = (index: string): string => `
      %at = affine.apply affine_map<()[s0, s1] -> (s1 * 2 + s0)>()[%wave, %lane]
      %zero = arith.constant ${type === 'i8' ? '0' : '0.0'} : ${type}
      memref.store %zero, ${at('%at', type)}\n%v = memref.load ${at(index, type)}`;
    expect(told(kernel(body('%at'), type))).toEqual([]);
    expect(told(kernel(body('%me'), type))).toHaveLength(1);
  });

  it('counts barriers by wave: the k-th of one is the k-th of all', () => {
    // Wave 0 stores before its second barrier, wave 1 reads after its second, wherever these are in the text.
    const text = (waits: string): string =>
      kernel(`scf.if %first {
        ${[BARRIER, store('%mine', '%me'), BARRIER].join('\n')}
      } else {
        ${[BARRIER, waits, load('%v', '%other')].join('\n')}
      }`);
    expect(run(text(BARRIER)).execution.hazards).toEqual([]);
    expect(run(text('')).execution.hazards).toHaveLength(1);
  });
});

it('lanes of one store may not write different values to one place', () => {
  const { hazards } = runClean(kernel(`scf.if %first {\n${store('%mine', '%c4')}\n}`)).execution;
  expect(hazards).toMatchObject([
    {
      code: 'hazard/lane-collision',
      count: 1,
      witness: { buffer: '%lds', byte: 16, wave: 0, lane: 0, otherWave: 0, otherLane: 63 },
    },
  ]);
});

describe('asynchronous copies', () => {
  it.each([
    ['', BARRIER, 'wait for the copy in the wave'],
    [WAIT, '', 'the wave that copies waits'],
    ['', '', 'wait for the copy in the wave'],
  ])('say what is missing: %s %s', (wait, barrier, hint) => {
    const text = kernel(single('', wait, `${barrier}\n${load('%v', '%lane')}`));
    const { hazards } = runClean(text).execution;
    expect(hazards.map(({ code }) => code)).toEqual(['hazard/unfinished-async-copy']);
    expect(hazards[0]?.hint).toContain(hint);
  });

  it('of other data to the same place are a race, of the same data they are not', () => {
    const buffers = new Map([[0, Uint8Array.from({ length: 16384 }, (_, i) => i >> 2)]]);
    expect(told(kernel(copy('%lane', '%c0')), { buffers })).toEqual([]);
    const race = `lds-race: ${COPY}, with: ${COPY}`;
    expect(told(kernel(copy('%me', '%c0')), { buffers })).toEqual([race]);
  });

  it('leave the old values until the wait by default, and the hazards are the same when they do not', () => {
    const text = kernel(`${store('%value', '%me')}
      ${BARRIER}
      ${copy('%me', '%half')}
      ${load('%v', '%me')}
      memref.store %v, %out[%me] : memref<128xi32>`);
    const ran = ([undefined, 'late', 'early'] as const).map((asyncCompletion) =>
      executed(text, [range(4096, () => 1)], asyncCompletion && { asyncCompletion }),
    );
    expect(ran.map(({ out }) => out[0])).toEqual([7, 7, 1]);
    for (const { execution, traces } of ran) {
      expect(execution.hazards).toEqual(ran[0]?.execution.hazards);
      expect(traces).toEqual(ran[0]?.traces);
    }
  });

  it('that nobody waits for do not pile up in a long loop', () => {
    const text = kernel(`scf.for %i = %c0 to %c5000 step %c1 {
        scf.if %first {
          ${copy('%me', '%c0')}
        }
        ${BARRIER}
        ${load('%v', '%lane')}
      }`);
    const { hazards } = runClean(text).execution;
    expect(hazards.map(({ code, count }) => [code, count])).toEqual([
      // The copy comes after reads of the other wave, in all rounds but the first, and before those of both in all.
      ['hazard/lds-race', 4999],
      ['hazard/unfinished-async-copy', 10000],
    ]);
  });
});

describe('bytes that nobody wrote', () => {
  it('are counted, with who read them', () => {
    const text = kernel(`scf.if %first {\n${store('%mine', '%me')}\n}\n${BARRIER}
      %twice = affine.apply affine_map<()[s0] -> (s0 * 2)>()[%lane]
      ${load('%v', '%twice')}`);
    expect(runClean(text).execution.hazards).toMatchObject([
      {
        code: 'hazard/uninitialized-lds',
        message: 'reads 128 bytes of LDS that nothing has written',
        count: 2,
        witness: { buffer: '%lds', byte: 256, bytes: 128, wave: 0, lane: 32 },
      },
    ]);
  });

  it('are found in parts of a dword, and where a mask lets them through', () => {
    const text = (mask: string): string =>
      kernel(
        `%zero = arith.constant 0 : i8
        %at = affine.apply affine_map<()[s0] -> (s0 * 4)>()[%lane]
        memref.store %zero, ${at('%at', 'i8', 256)}
        ${BARRIER}
        %none = arith.constant dense<0> : vector<4xi8>
        %mask = arith.constant dense<[${mask}]> : vector<4xi1>
        %v = vector.maskedload %lds[%at], %mask, %none : memref<256xi8, ${LDS}>, vector<4xi1>, vector<4xi8> into vector<4xi8>`,
        'i8',
        256,
      );
    expect(told(text('true, false, false, false'))).toEqual([]);
    const { hazards } = runClean(text('true, false, true, false')).execution;
    expect(hazards).toMatchObject([
      { code: 'hazard/uninitialized-lds', count: 2, witness: { byte: 2, bytes: 64, lane: 0 } },
    ]);
  });
});

describe('accesses outside of LDS', () => {
  it.each(rows`
      a store of one element      | byte | ${store('%mine', '%far')}
      a vector that begins inside | 512  | %v = vector.load ${at('%c127')}, vector<2xi32>
      a copy                      | 512  | ${copy('%me', '%c127')}
    `)('%s stops the kernel', (_name, said, line) => {
    const { diagnostics } = run(
      kernel(`%far = affine.apply affine_map<()[s0] -> (s0 + 64)>()[%me]\n${line}`),
    );
    expect(diagnostics.map(({ code }) => code)).toEqual(['execute/lds-out-of-range']);
    expect(diagnostics[0]?.message).toContain(said);
  });

  it('by lanes and elements that a mask leaves out are none', () => {
    const text = kernel(`%none = arith.constant dense<0> : vector<4xi32>
      %mask = arith.constant dense<[true, false, false, false]> : vector<4xi1>
      %in_range = arith.cmpi ult, %me, %c64 : index
      ${store('%value', '%me')}
      ${BARRIER}
      %v = vector.maskedload %lds[%c127], %mask, %none : memref<128xi32, ${LDS}>, vector<4xi1>, vector<4xi32> into vector<4xi32>
      %far = affine.apply affine_map<()[s0] -> (s0 + 64)>()[%me]
      scf.if %in_range {
        ${load('%w', '%far')}
      }`);
    expect(told(text)).toEqual([]);
  });
});

it('atomics stay whole in every interleaving', () => {
  const text = kernel(`${zeroed}
    %old = memref.generic_atomic_rmw %lds[%c0] : memref<128xi32, ${LDS}> {
    ^bb0(%before: i32):
      %one = arith.constant 1 : i32
      %two = arith.addi %before, %one : i32
      memref.atomic_yield %two : i32
    }
    ${BARRIER}
    ${load('%v', '%c0')}
    memref.store %v, %out[%me] : memref<128xi32>`);
  for (let seed = 0; seed < 20; seed++) {
    const { out } = executed(text, [], { seed });
    expect([out[0], out[127]]).toEqual([7 + 128, 7 + 128]);
  }
});
