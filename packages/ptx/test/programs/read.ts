/**
 * Small programs, right and wrong, a file each: the first line says why, the second what is found (`correct`: nothing), of
 * 64 threads where no line says `// launch: block=32`.
 *
 *     // A store and a load of another warp's word, with nothing between.
 *     // expect: hazard/lds-race
 *       st.shared.u32 [%r4], %r0;
 *       ld.shared.u32 %r8, [%r5];
 *
 * What stands around them is FRAME, which gives registers their addresses.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const FRAME = `.version 8.7
.target sm_90a
.address_size 64
.visible .entry k(.param .u64 p)
{
  .reg .pred %p<8>; .reg .b16 %h<8>; .reg .b32 %r<40>; .reg .b64 %rd<8>; .reg .f32 %f<8>;
  .shared .align 128 .b8 tile[8192];
  .shared .align 8 .b64 bars[4];
  ld.param.u64 %rd0, [p];
  mov.u32 %r0, %tid.x;
  mov.u32 %r1, tile;
  mov.u32 %r2, bars;
  shl.b32 %r3, %r0, 2;
  add.u32 %r4, %r1, %r3;      // the own word
  xor.b32 %r5, %r0, 32;
  shl.b32 %r5, %r5, 2;
  add.u32 %r5, %r5, %r1;      // the word of a lane of another warp
  xor.b32 %r6, %r0, 1;
  shl.b32 %r6, %r6, 2;
  add.u32 %r6, %r6, %r1;      // the word of a lane of the same warp
  shr.u32 %r7, %r0, 5;         // the warp
  mul.wide.u32 %rd1, %r0, 16;
  add.u64 %rd1, %rd0, %rd1;
`;

/** Bytes of the buffer of each program. */
export const PROGRAM_BYTES = 8192;

/** The programs of this folder, by its path, as whole modules. */
export const readPrograms = (folder: string) =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.ptx'))
    .map((name) => {
      const text = readFileSync(join(folder, name), 'utf8');
      const [, expected = '', block = '64', cluster = '1'] =
        /^\/\/ expect: (.+)$(?:\n\/\/ launch: block=(\d+)(?: cluster=(\d+))?$)?/m.exec(text) ?? [];
      const whole = `${FRAME}${text}  ret;\n}\n`;
      return { name, text: whole, expected, block: Number(block), blocks: Number(cluster) };
    });
