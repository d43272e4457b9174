/** Races between waves, copies that are not waited for, colliding lanes, bytes that nobody wrote: where and with what. */
import { describe, expect, it } from 'vitest';
import type { Hazard } from '@ldscope/core';
import { run, runClean } from './harness.ts';

const LDS = '#gpu.address_space<workgroup>';
const WAIT = 'amdgpu.memory_counter_wait load(0)';
/** Waits for LDS, and not for copies. */
const BARRIER = 'amdgpu.memory_counter_wait ds(0)\nrocdl.s.barrier';

/** Two waves of 64 and a buffer in LDS; `%me` is the work-item, `%other` that of the other wave in its lane. */
function kernel(body: string, type = 'i32', count = 128): string {
  return `func.func @k(%in: memref<4096xi32>, %out: memref<128x${type}>)
    attributes {gpu.known_block_size = array<i32: 128, 1, 1>} {
    %me = gpu.thread_id x
    %lane = gpu.lane_id
    %wave = gpu.subgroup_id : index
    %other = affine.apply affine_map<()[s0] -> ((s0 + 64) mod 128)>()[%me]
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %c64 = arith.constant 64 : index
    %lds = memref.alloc() : memref<${count}x${type}, ${LDS}>
    %first = arith.cmpi eq, %wave, %c0 : index
    %value = arith.constant 7 : i32
    %mine = arith.index_cast %me : index to i32
    ${body}
    return
  }`;
}

const at = (index: string, type = 'i32', count = 128): string =>
  `%lds[${index}] : memref<${count}x${type}, ${LDS}>`;
const store = (value: string, index: string): string => `memref.store ${value}, ${at(index)}`;
const load = (name: string, index: string): string => `${name} = memref.load ${at(index)}`;
const copy = (from: string, to: string): string =>
  `amdgpu.gather_to_lds async %in[${from}], %lds[${to}] : i32, memref<4096xi32>, memref<128xi32, ${LDS}>`;

const firstWords = ({ text = '' }: Hazard['location']): string => text.split(' :', 1)[0] ?? '';

/** `code: the second access, with: the first`. */
function told(text: string, options = {}): string[] {
  return runClean(text, options).execution.hazards.map(({ code, location, other }) => {
    const rest = other === undefined ? '' : `, with: ${firstWords(other.location)}`;
    return `${code}: ${firstWords(location)}${rest}`;
  });
}

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

  it('names the read that a store does not wait for', () => {
    const body = [store('%mine', '%me'), BARRIER, load('%v', '%other'), store('%value', '%me')];
    expect(told(kernel(body.join('\n')))).toEqual([
      'hazard/lds-race: memref.store %value, %lds[%me], with: %v = memref.load %lds[%other]',
    ]);
    body.splice(3, 0, BARRIER);
    expect(told(kernel(body.join('\n')))).toEqual([]);
  });

  it('names both stores of different values, and none of equal ones', () => {
    expect(told(kernel(store('%mine', '%lane')))).toEqual([
      'hazard/lds-race: memref.store %mine, %lds[%lane], with: memref.store %mine, %lds[%lane]',
    ]);
    expect(told(kernel(store('%value', '%lane')))).toEqual([]);
  });

  it('goes both ways round a loop, and needs a barrier on each', () => {
    const loop = (one: string, two: string): string =>
      kernel(`scf.for %i = %c0 to %c4 step %c1 {
        ${store('%mine', '%me')}
        ${one}
        ${load('%v', '%other')}
        ${two}
      }`);
    const [after, before] = [
      'hazard/lds-race: %v = memref.load %lds[%other], with: memref.store %mine, %lds[%me]',
      'hazard/lds-race: memref.store %mine, %lds[%me], with: %v = memref.load %lds[%other]',
    ];
    expect(told(loop('', ''))).toEqual([before, after]);
    expect(told(loop(BARRIER, ''))).toEqual([before]);
    expect(told(loop('', BARRIER))).toEqual([after]);
    expect(told(loop(BARRIER, BARRIER))).toEqual([]);
  });

  it.each(['i8', 'f8E4M3FN', 'f16'])('are none between neighbours of type %s', (type) => {
    const spread = '%at = affine.apply affine_map<()[s0, s1] -> (s1 * 2 + s0)>()[%wave, %lane]';
    const zero = `%zero = arith.constant ${type === 'i8' ? '0' : '0.0'} : ${type}`;
    const body = (index: string): string =>
      `${spread}\n${zero}\nmemref.store %zero, ${at('%at', type)}\n%v = memref.load ${at(index, type)}`;
    expect(told(kernel(body('%at'), type))).toEqual([]);
    expect(told(kernel(body('%me'), type))).toHaveLength(1);
  });

  it('counts barriers by wave: the k-th of one is the k-th of all', () => {
    // Wave 0 stores before its second barrier, wave 1 reads after its second, wherever these are in the text.
    const text = (waits: string): string =>
      kernel(`scf.if %first {
        ${BARRIER}
        ${store('%mine', '%me')}
        ${BARRIER}
      } else {
        ${BARRIER}
        ${waits}
        ${load('%v', '%other')}
      }
      `);
    expect(run(text(BARRIER)).execution.hazards).toEqual([]);
    expect(run(text('')).execution.hazards).toHaveLength(1);
  });

  it('leave out what a wave does with its own bytes, lane by lane or over time', () => {
    const body = `${store('%mine', '%me')}\n${load('%v', '%me')}\n${store('%value', '%me')}`;
    const mirrored =
      '%back = affine.apply affine_map<()[s0, s1] -> (s1 * 64 + 63 - s0)>()[%lane, %wave]';
    expect(told(kernel(`${body}\n${mirrored}\n${load('%w', '%back')}`))).toEqual([]);
  });
});

describe('lanes of one store', () => {
  const clash = (value: string): string =>
    kernel(`scf.if %first {\nmemref.store ${value}, ${at('%c4')}\n}`);

  it('may write the same value to one place, but no others', () => {
    expect(told(clash('%value'))).toEqual([]);
    const { hazards } = runClean(clash('%mine')).execution;
    expect(hazards).toMatchObject([
      {
        code: 'hazard/lane-collision',
        count: 1,
        witness: { buffer: '%lds', byte: 16, wave: 0, lane: 0, otherWave: 0, otherLane: 63 },
      },
    ]);
  });

  it('are told of overlapping vectors as well', () => {
    const text = kernel(`%v = vector.broadcast %mine : i32 to vector<2xi32>
      %at = affine.apply affine_map<()[s0] -> (s0 mod 64)>()[%me]
      scf.if %first {
        vector.store %v, ${at('%at')}, vector<2xi32>
      }`);
    expect(told(text)).toEqual(['hazard/lane-collision: vector.store %v, %lds[%at]']);
  });
});

describe('asynchronous copies', () => {
  const pipelined = (end: string): string =>
    kernel(`%half = affine.apply affine_map<()[s0] -> (s0 * 64)>()[%wave]
      scf.for %i = %c0 to %c4 step %c1 {
        ${copy('%me', '%half')}
        ${WAIT}
        ${BARRIER}
        ${load('%v', '%other')}
        ${end}
      }`);

  it('may overwrite what another wave still reads', () => {
    expect(told(pipelined(''))).toEqual([
      'hazard/lds-race: amdgpu.gather_to_lds async %in[%me], %lds[%half], with: %v = memref.load %lds[%other]',
    ]);
    expect(told(pipelined(BARRIER))).toEqual([]);
  });

  const single = (before: string, between: string, after = ''): string =>
    kernel(`scf.if %first {\n${before}\n${copy('%me', '%c0')}\n${between}\n}\n${after}`);

  it('race with stores of their own wave until the wait', () => {
    expect(told(single('', store('%value', '%lane')))).toEqual([
      'hazard/unfinished-async-copy: memref.store %value, %lds[%lane], with: amdgpu.gather_to_lds async %in[%me], %lds[%c0]',
    ]);
    expect(told(single(store('%value', '%lane'), ''))).toEqual([]);
    expect(told(single('', `${WAIT}\n${store('%value', '%lane')}`))).toEqual([]);
  });

  it.each([
    ['', BARRIER, 'wait for the copy in the wave'],
    [WAIT, '', 'the wave that copies waits'],
    ['', '', 'wait for the copy in the wave'],
  ])('say what is missing: %s %s', (wait, barrier, hint) => {
    const { hazards } = runClean(single('', wait, `${barrier}\n${load('%v', '%lane')}`)).execution;
    expect(hazards.map(({ code }) => code)).toEqual(['hazard/unfinished-async-copy']);
    expect(hazards[0]?.hint).toContain(hint);
  });

  it('of the same data to the same place are not a race, of other data they are', () => {
    expect(told(kernel(copy('%lane', '%c0')))).toEqual([]);
    const buffers = new Map([[0, Uint8Array.from({ length: 16384 }, (_, i) => i >> 2)]]);
    expect(told(kernel(copy('%lane', '%c0')), { buffers })).toEqual([]);
    expect(told(kernel(copy('%me', '%c0')), { buffers })).toEqual([
      'hazard/lds-race: amdgpu.gather_to_lds async %in[%me], %lds[%c0], with: amdgpu.gather_to_lds async %in[%me], %lds[%c0]',
    ]);
  });

  it('leave the old values until the wait by default, and the hazards are the same when they do not', () => {
    const text = kernel(`${store('%value', '%me')}
      ${BARRIER}
      %half = affine.apply affine_map<()[s0] -> (s0 * 64)>()[%wave]
      ${copy('%me', '%half')}
      ${load('%v', '%me')}
      memref.store %v, %out[%me] : memref<128xi32>`);
    const ran = [{}, { asyncCompletion: 'late' }, { asyncCompletion: 'early' }].map((options) => {
      const out = new Uint8Array(512);
      const input = new Uint8Array(16384).fill(1);
      const buffers = new Map([
        [0, input],
        [1, out],
      ]);
      const { execution, traces } = runClean(text, { ...options, buffers } as object);
      return { value: out[0], hazards: execution.hazards, traces };
    });
    expect(ran.map(({ value }) => value)).toEqual([7, 7, 1]);
    for (const { hazards, traces } of ran) {
      expect(hazards).toEqual(ran[0]?.hazards);
      expect(traces).toEqual(ran[0]?.traces);
    }
  });

  it('that nobody waits for do not pile up in a long loop', () => {
    const text = kernel(`%c5000 = arith.constant 5000 : index
      scf.for %i = %c0 to %c5000 step %c1 {
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
    const body = (mask: string): string => `
      %zero = arith.constant 0 : i8
      %at = affine.apply affine_map<()[s0] -> (s0 * 4)>()[%lane]
      memref.store %zero, ${at('%at', 'i8', 256)}
      ${BARRIER}
      %none = arith.constant dense<0> : vector<4xi8>
      %mask = arith.constant dense<[${mask}]> : vector<4xi1>
      %v = vector.maskedload %lds[%at], %mask, %none : memref<256xi8, ${LDS}>, vector<4xi1>, vector<4xi8> into vector<4xi8>`;
    const text = (mask: string): string => kernel(body(mask), 'i8', 256);
    expect(told(text('true, false, false, false'))).toEqual([]);
    const { hazards } = runClean(text('true, false, true, false')).execution;
    expect(hazards).toMatchObject([
      { code: 'hazard/uninitialized-lds', count: 2, witness: { byte: 2, bytes: 64, lane: 0 } },
    ]);
  });

  it('are what copies in flight are about to write no more', () => {
    expect(
      told(kernel(`${copy('%lane', '%c0')}\n${WAIT}\n${BARRIER}\n${load('%v', '%lane')}`)),
    ).toEqual([]);
  });
});

describe('accesses outside of LDS', () => {
  it.each([
    ['a store of one element', store('%mine', '%far'), 'byte 512 of 512'],
    ['a vector that begins inside', `%v = vector.load ${at('%near')}, vector<2xi32>`, '512'],
    ['a copy', copy('%me', '%near'), '512'],
  ])('%s stops the kernel', (_name, line, said) => {
    const text = kernel(`%far = affine.apply affine_map<()[s0] -> (s0 + 64)>()[%me]
      %near = arith.constant 127 : index
      ${line}`);
    const { diagnostics } = run(text);
    expect(diagnostics.map(({ code }) => code)).toEqual(['execute/lds-out-of-range']);
    expect(diagnostics[0]?.message).toContain(said.split(' ')[0]);
  });

  it('by lanes and elements that a mask leaves out are none', () => {
    const text = kernel(`%near = arith.constant 127 : index
      %none = arith.constant dense<0> : vector<4xi32>
      %mask = arith.constant dense<[true, false, false, false]> : vector<4xi1>
      %in_range = arith.cmpi ult, %me, %c64 : index
      ${store('%value', '%me')}
      ${BARRIER}
      %v = vector.maskedload %lds[%near], %mask, %none : memref<128xi32, ${LDS}>, vector<4xi1>, vector<4xi32> into vector<4xi32>
      %far = affine.apply affine_map<()[s0] -> (s0 + 64)>()[%me]
      scf.if %in_range {
        ${load('%w', '%far')}
      }`);
    expect(told(text)).toEqual([]);
  });
});

describe('atomics', () => {
  const atomic =
    `%old = memref.atomic_rmw addi %value, ${at('%c0')} : (i32, memref<128xi32, ${LDS}>) -> i32`.replace(
      / : memref<128xi32, #gpu.address_space<workgroup>> :/,
      ' :',
    );
  const zeroed = `${store('%value', '%me')}\n${BARRIER}\n`;

  it('do not race with atomics, but with everything else', () => {
    expect(told(kernel(`${zeroed}${atomic}`))).toEqual([]);
    expect(told(kernel(`${zeroed}${atomic}\n${load('%v', '%c0')}`))).toEqual([
      'hazard/lds-race: %v = memref.load %lds[%c0], with: %old = memref.atomic_rmw addi %value, %lds[%c0]',
    ]);
    expect(told(kernel(`${zeroed}${atomic}\n${BARRIER}\n${load('%v', '%c0')}`))).toEqual([]);
  });

  it('stay whole in every interleaving', () => {
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
      const out = new Uint8Array(512);
      runClean(text, { buffers: new Map([[1, out]]), seed });
      expect([out[0], out[508]]).toEqual([7 + 128, 7 + 128]);
    }
  });

  it('need something to begin with', () => {
    expect(told(kernel(atomic))).toEqual([
      'hazard/uninitialized-lds: %old = memref.atomic_rmw addi %value, %lds[%c0]',
    ]);
  });
});
