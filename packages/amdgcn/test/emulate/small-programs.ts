/**
 * Small random kernels that end: arithmetic, lane masks, branches forward and around loops, and both memories, so that values go
 * from lane to lane and through memory into addresses. Registers that they work with: v1 to v7, s16 to s20, a0 to a3; s[8:9] is a
 * buffer, s2 and s3 are the ids of the workgroup.
 */
import * as fc from 'fast-check';
import { textsIn } from '../../../../test/texts.ts';

const vector = fc.integer({ min: 0, max: 6 }).map((index) => `v${index}`);
const target = fc.integer({ min: 1, max: 6 }).map((index) => `v${index}`);
const scalar = fc.constantFrom('s2', 's3', 's10', 's16', 's17', 's18', 's19', 's20');
const scalarTarget = fc.integer({ min: 16, max: 20 }).map((index) => `s${index}`);
const constant = fc.constantFrom('0', '1', '3', '7', '16', '0x3c', '0xff', '-1');

const patterns = textsIn(new URL('small-lines.s', import.meta.url))('patterns').split('\n');

const line = fc
  .tuple(
    fc.constantFrom(...patterns),
    fc.infiniteStream(vector),
    fc.infiniteStream(target),
    fc.infiniteStream(scalar),
    fc.infiniteStream(scalarTarget),
    fc.infiniteStream(constant),
  )
  .map(([pattern, ...streams]) =>
    pattern
      .replaceAll(/\b[ATSDC]\b/g, (letter) => {
        const stream = streams['ATSDC'.indexOf(letter)];
        return stream?.next().value ?? '';
      })
      .replaceAll('; ', '\n'),
  );

const block = fc.array(line, { minLength: 1, maxLength: 8 }).map((lines) => lines.join('\n'));

/** Blocks one after another, behind a branch, or three times around. */
const piece = fc.tuple(fc.constantFrom('plain', 'plain', 'scc', 'exec', 'vcc', 'loop'), block);

const prologue = `s_load_dwordx2 s[8:9], s[0:1], 0x0
s_load_dwordx2 s[12:13], s[0:1], 0x8
s_load_dword s10, s[0:1], 0x10
s_waitcnt lgkmcnt(0)
s_mov_b64 s[22:23], exec`;

/** The body of a kernel: arguments are two buffers and a number. */
export const smallProgram: fc.Arbitrary<string> = fc
  .array(piece, { minLength: 1, maxLength: 6 })
  .map((pieces) =>
    [
      prologue,
      ...pieces.map(([kind, body], index) => {
        const label = `.L${index}`;
        if (kind === 'plain') return body;
        if (kind === 'loop')
          return `s_mov_b32 s26, 3\n${label}:\n${body}\ns_sub_u32 s26, s26, 1\ns_cmp_lg_u32 s26, 0\ns_cbranch_scc1 ${label}`;
        const branch = { scc: 's_cbranch_scc1', exec: 's_cbranch_execz', vcc: 's_cbranch_vccnz' }[
          kind
        ];
        return `${branch} ${label}\n${body}\n${label}:`;
      }),
      's_waitcnt vmcnt(0) lgkmcnt(0)',
    ].join('\n'),
  );
