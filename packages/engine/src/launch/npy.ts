/**
 * NumPy's `.npy` files: a magic string, a header that is a Python dictionary, then the elements in C order.
 *
 *     \x93NUMPY 1 0 <length> {'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }\n ...
 *
 * Types that NumPy lacks (bf16, 8-bit floats) are kept as their bits: u2 and u1. Source: NumPy's format
 * specification, numpy.lib.format.
 */
export interface NpyArray {
  /** `<f4`, `|u1`, ...: byte order, kind and bytes of an element. */
  readonly descr: string;
  readonly shape: readonly number[];
  readonly data: Uint8Array;
}

const MAGIC = '\u0093NUMPY';
const ALIGNMENT = 64;

/** Reads a file; a string says what is wrong with it. */
export function readNpy(bytes: Uint8Array): NpyArray | string {
  const latin = (from: number, to: number): string =>
    String.fromCharCode(...bytes.subarray(from, to));
  if (latin(0, MAGIC.length) !== MAGIC) return 'it does not begin like a .npy file';
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const wide = (bytes[6] ?? 0) > 1;
  if (bytes.length < (wide ? 12 : 10)) return 'its header is cut off';
  const length = wide ? view.getUint32(8, true) : view.getUint16(8, true);
  const start = (wide ? 12 : 10) + length;
  if (length > 65536 || start > bytes.length) return 'its header is cut off';
  const header = latin(start - length, start);
  const descr = /'descr'\s*:\s*'([<>|=][a-zA-Z]\d+)'/.exec(header)?.[1];
  const shapeText = /'shape'\s*:\s*\(([\d,\s]*)\)/.exec(header)?.[1];
  if (descr === undefined || shapeText === undefined)
    return 'its header has no plain type and shape';
  if (/'fortran_order'\s*:\s*True/.test(header)) return 'its elements are in Fortran order';
  if (descr.startsWith('>')) return 'its elements are big-endian';
  const shape = shapeText
    .split(',')
    .filter((size) => size.trim() !== '')
    .map(Number);
  const size = shape.reduce((product, extent) => product * extent, Number(descr.slice(2)));
  if (start + size > bytes.length)
    return `it has ${bytes.length - start} bytes of data, not ${size}`;
  return { descr, shape, data: bytes.slice(start, start + size) };
}

/** The bytes of a file with these elements. */
export function writeNpy({ descr, shape, data }: NpyArray): Uint8Array {
  const tuple = shape.length === 1 ? `(${shape[0]},)` : `(${shape.join(', ')})`;
  const fields = `{'descr': '${descr}', 'fortran_order': False, 'shape': ${tuple}, }`;
  const unpadded = MAGIC.length + 4 + fields.length + 1;
  const header = `${fields}${' '.repeat((ALIGNMENT - (unpadded % ALIGNMENT)) % ALIGNMENT)}\n`;
  const file = new Uint8Array(MAGIC.length + 4 + header.length + data.length);
  const put = (text: string, at: number): void => {
    for (let i = 0; i < text.length; i++) file[at + i] = text.charCodeAt(i);
  };
  put(MAGIC, 0);
  file[6] = 1;
  new DataView(file.buffer).setUint16(8, header.length, true);
  put(header, 10);
  file.set(data, 10 + header.length);
  return file;
}
