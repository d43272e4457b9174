/** How a value is combined with what is there: `arith`'s `AtomicRMWKind`, of `memref` and `affine`. */
import { casesCodec, quotedCasesCodec } from '../text/codecs.ts';
import type { Codec } from '../text/syntax.ts';

const names =
  'addf addi andi assign maximumf maxnumf maxs maxu minimumf minnumf mins minu mulf muli ori xori';

/** The kind as a number, spelled as a keyword or as a string. */
export const atomicKinds = (quoted: boolean): Codec =>
  quoted ? quotedCasesCodec('i64', names) : casesCodec('i64', names);
