/**
 * Constructs of PTX outside of its instructions: directives, declarations, constants, operands, control flow. A case of
 * `constructs.txt` has its section of the PTX ISA 9.0, its name, and what thread 0 stores, or the code by which it is refused:
 *
 *     ## 4.5 binary -> 42 | mov.u32 %r1, 0b101010;
 *     ## 5 an array without its length -> 7      ptxas takes it: it is executed, and gives 7
 *     .global .u32 g[] = {1, 2, 7, 4};                  a part that `-- before`, `-- bounds` or `-- target` ends
 *     -- before
 *     ld.global.u32 %r1, [g+8];                         the body, which leaves its result in `%r1`; without one, 7 is there
 *
 * `not assembled` is what ptxas does not take for this target: it is of an older version, or is linked from elsewhere.
 */
import { readFileSync } from 'node:fs';

export interface Construct {
  /** Section and name. */
  readonly name: string;
  /** Of module scope, before the kernel. */
  readonly before?: string | undefined;
  /** Behind the parameters of the kernel. */
  readonly bounds?: string | undefined;
  readonly body?: string | undefined;
  /** The header; for what is of another version or chip. */
  readonly target?: string | undefined;
  /** What thread 0 stores, or the code by which it is refused, when it is read or when it is executed. */
  readonly result: number | string;
  readonly isAssembled: boolean;
}

const PART = /([^]*?)\n-- (target|before|bounds)\n/g;

function constructOf(text: string): Construct {
  const [, name = '', result = '', not = '', line = '', rest = ''] =
    /^(.*?) -> ([\w/-]+)(, not assembled)?(?: \| (.*))?\n([^]*)$/.exec(text) ?? [];
  const { target, before, bounds } = Object.fromEntries(
    Array.from(rest.matchAll(PART), ([, part = '', kind = '']) => [kind, part]),
  );
  const body = line || rest.replace(PART, '').trimEnd() || undefined;
  const value = /^\d/.test(result) ? Number(result) : result;
  return { name, target, before, bounds, body, result: value, isAssembled: not === '' };
}

export const constructs: readonly Construct[] = readFileSync(
  new URL('constructs.txt', import.meta.url),
  'utf8',
)
  .split(/^## /m)
  .slice(1)
  .map(constructOf);

/** Functions that stand where a construct has the word `TWICE`. */
const TWICE = `.func (.param .b32 r) twice(.param .b32 a)
{
  .reg .b32 %x<3>;
  ld.param.u32 %x1, [a];
  add.u32 %x2, %x1, %x1;
  st.param.b32 [r], %x2;
  ret;
}
.func (.param .b32 r) thrice(.param .b32 a)
{
  .reg .b32 %x<3>;
  ld.param.u32 %x1, [a];
  mul.lo.u32 %x2, %x1, 3;
  st.param.b32 [r], %x2;
  ret;
}`;

/** The module of a construct: `k` stores `%r1` of thread 0 where its parameter points. */
export function moduleOf({
  target,
  before,
  bounds,
  body,
}: Omit<Construct, 'name' | 'result' | 'isAssembled'>): string {
  return `${target ?? '.version 9.0\n.target sm_90\n.address_size 64'}
${before?.replace('TWICE', TWICE) ?? ''}
.visible .entry k(.param .u64 .ptr .global .align 8 to)
${bounds ?? ''}
{
  .reg .pred %p<8>;
  .reg .b16 %h<8>;
  .reg .b32 %r<16>;
  .reg .f32 %f<8>;
  .reg .b64 %rd<8>;
  mov.u32 %r0, %tid.x;
  setp.ne.u32 %p7, %r0, 0;
  ${body ?? 'mov.u32 %r1, 7;'}
  ld.param.u64 %rd7, [to];
  @!%p7 st.global.u32 [%rd7], %r1;
  ret;
}
`;
}
