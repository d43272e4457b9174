/**
 * The registers of WMMA as AMD's matrix instruction calculator has them, in a notation of ours: for each group of 16 lanes the
 * k of its elements, low bits first (`0-3 8-11`), and for D the rows of its registers. Those of gfx1250 are of AMD's emulator.
 */
interface Form {
  readonly generation: 3 | 4 | 5;
  readonly sparse: boolean;
  readonly k: number;
  readonly a: string;
}

const ranges = (text: string): number[] =>
  text.split(' ').flatMap((range) => {
    const [first = 0, last = first] = range.split('-').map(Number);
    return Array.from({ length: last - first + 1 }, (_, n) => first + n);
  });

/** By bits of an element, k and wave size: dense forms of RDNA4. */
const DENSE: Readonly<Record<string, readonly string[]>> = {
  '16 16 32': ['0-3 8-11', '4-7 12-15'],
  '16 16 64': ['0-3', '4-7', '8-11', '12-15'],
  '8 16 32': ['0-7', '8-15'],
  '8 16 64': ['0-3', '8-11', '4-7', '12-15'],
  '4 16 32': ['0-7', '8-15'],
  '4 16 64': ['0-7', '8-15'],
  '4 32 32': ['0-15', '16-31'],
  '4 32 64': ['0-7', '16-23', '8-15', '24-31'],
};

/** By bits of an element and k: dense forms of gfx1250. */
const GFX1250: Readonly<Record<string, readonly string[]>> = {
  '32 4': ['0-1', '2-3'],
  '16 32': ['0-7 16-23', '8-15 24-31'],
  '8 64': ['0-15 32-47', '16-31 48-63'],
  '8 128': ['0-15 32-47 64-79 96-111', '16-31 48-63 80-95 112-127'],
};

/** Sparse forms of RDNA4: B, and A with two elements for each four k. */
const SPARSE: Readonly<Record<string, readonly string[]>> = {
  '16 32 32': ['0-7 16-23', '8-15 24-31'],
  '16 32 64': ['0-7', '8-15', '16-23', '24-31'],
  '8 32 32': ['0-15', '16-31'],
  '8 32 64': ['0-7', '16-23', '8-15', '24-31'],
  '4 32 32': ['0-15', '16-31'],
  '4 32 64': ['0-7', '16-23', '8-15', '24-31'],
  '4 64 32': ['0-31', '32-63'],
  '4 64 64': ['0-15', '32-47', '16-31', '48-63'],
};

/** The k of the elements of A or B, by groups of 16 lanes; of RDNA3 the first group, which the others repeat. */
export function kOfGroups(form: Form, side: 'a' | 'b', waveSize: 32 | 64): readonly number[][] {
  if (form.generation === 3) return [ranges('0-15')];
  const bits = form.a.endsWith('16') ? 16 : form.a === 'iu4' ? 4 : form.a === 'f32' ? 32 : 8;
  if (form.generation === 5) return (GFX1250[`${bits} ${form.k}`] ?? []).map(ranges);
  // Eight elements of 4 bits fill a register: 32 lanes hold all of A.
  const few = form.sparse && side === 'a' && bits === 4 && form.k === 32;
  const key = `${bits} ${form.k} ${few ? 32 : waveSize}`;
  return ((form.sparse ? SPARSE : DENSE)[key] ?? []).map(ranges);
}

/** The rows of D in the registers of a lane, by groups of 16 lanes. */
export function rowsOfGroups(form: Form, waveSize: 32 | 64): readonly number[][] {
  const list = (text: string): number[][] => text.split('; ').map(ranges);
  if (form.generation >= 4)
    return waveSize === 32 ? list('0-7; 8-15') : list('0-3; 8-11; 4-7; 12-15');
  return waveSize === 32
    ? list('0 2 4 6 8 10 12 14; 1 3 5 7 9 11 13 15')
    : list('0 4 8 12; 1 5 9 13; 2 6 10 14; 3 7 11 15');
}
