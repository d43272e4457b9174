/** Distances to the end of a wave, compared with a walk from each instruction that asks for nothing but what can be next. */
import type { CodeGraph } from '@ldscope/core';
import { parseAssembly } from '@ldscope/amdgcn';
import { codeAddress } from '../../src/text/program.ts';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { forAll } from '../../../../test/for-all.ts';
import { rows } from '../../../../test/rows.ts';
import { flowGraph } from '../../src/emulate/flow-graph.ts';
import { literalAddress } from '../../src/emulate/literal-address.ts';
import { kernelText } from './harness.ts';

/** Instructions from one to the nearest end, breadth first. */
function walkToEnd(graph: CodeGraph, isEnd: (number: number) => boolean, from: number): number {
  const seen = new Set([from]);
  let front = [from];
  for (let distance = 0; front.length > 0; distance++) {
    if (front.some(isEnd)) return distance;
    const next = front.flatMap((number) => graph.successors(number));
    front = [...new Set(next)].filter((number) => !seen.has(number));
    for (const number of front) seen.add(number);
  }
  return Infinity;
}

const lines = fc.array(
  fc.oneof(
    fc.constant('s_nop 0'),
    fc.constant('s_endpgm'),
    fc.tuple(fc.constantFrom('s_branch', 's_cbranch_scc0'), fc.nat(30)),
  ),
  { minLength: 1, maxLength: 30 },
);

it('finds the nearest end from every instruction', () => {
  forAll([lines], { seed: 8, numRuns: 200 }, (body) => {
    const text = body.map((line, number) => {
      const code = typeof line === 'string' ? line : `${line[0]} l${line[1] % body.length}`;
      return `l${number}: ${code}`;
    });
    const { program } = parseAssembly(kernelText(text.join('\n')));
    const graph = flowGraph(program);
    const isEnd = (number: number): boolean =>
      program.instructions[number]?.mnemonic === 's_endpgm';
    const numbers = [...program.instructions.keys()];
    expect(numbers.map((number) => graph.distanceToEnd(number))).toEqual(
      numbers.map((number) => walkToEnd(graph, isEnd, number)),
    );
  });
});

it.each([0, 20, 45])(
  'finds the function of a call whose address is made %i instructions before',
  (between) => {
    const nops = Array.from({ length: between }, () => 's_nop 0');
    // In text an instruction takes 8 bytes: the function is behind the sum, what is between, the call and the end.
    const distance = 8 * (between + 4);
    const body = [
      's_getpc_b64 s[16:17]',
      `s_add_u32 s16, s16, ${distance}`,
      's_addc_u32 s17, s17, 0',
      ...nops,
      's_swappc_b64 s[30:31], s[16:17]',
      's_endpgm',
      's_setpc_b64 s[30:31]',
    ];
    const { program } = parseAssembly(kernelText(body.join('\n')));
    const called = body.length - 1;
    expect(flowGraph(program).reachable(0)).toContain(called);
  },
);

const nops = (count: number): string => Array.from({ length: count }, () => 's_nop 0').join('\n');

it.each(rows`
                              | 4
  s_sext_i32_i16 s3, s3       | 8
  s_mov_b32 s4, 64            | 8
  s_mov_b32 s4, 65            | 12
  s_mov_b32 s4, -16           | 8
  s_mov_b32 s4, -17           | 12
  s_movk_i32 s4, 0x1234       | 8
  s_mov_b32 s4, g@rel32@lo    | 12
  ${nops(7)}                  | 32
  ${nops(8)}                  | 0
  v_mov_b32 v1, v2            | 0
`)('counts the bytes from s_getpc_b64 to a literal behind %s: %i', (between, bytes) => {
  const text = `s_getpc_b64 s[2:3]\n${between}\ns_add_u32 s2, s2, f@rel32@lo+4`;
  const { program } = parseAssembly(text);
  const last = program.instructions.length - 1;
  // Where it is not counted, the literal is four bytes behind its instruction.
  const [start, distance] = bytes === '0' ? [last, 4] : [1, Number(bytes)];
  expect(literalAddress(program, last)).toBe(codeAddress(program, start) + distance);
});
