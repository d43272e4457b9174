/** Bytes of CUDA's built-in types, by the words that declare them: `unsigned short` 2, `float4` 16, `__nv_bfloat16` 2. */

const BYTES: ReadonlyMap<string, number> = new Map([
  ...['bool', 'int8_t', 'uint8_t', '__nv_fp8_e4m3', '__nv_fp8_e5m2'].map(
    (name) => [name, 1] as const,
  ),
  ...['int16_t', 'uint16_t', 'half', '__half', '__nv_bfloat16', 'nv_bfloat16'].map(
    (name) => [name, 2] as const,
  ),
  ...['float', 'int32_t', 'uint32_t', 'half2', '__half2', '__nv_bfloat162', 'nv_bfloat162'].map(
    (name) => [name, 4] as const,
  ),
  ...['double', 'int64_t', 'uint64_t', 'size_t'].map((name) => [name, 8] as const),
]);

const VECTOR_ELEMENTS: Readonly<Record<string, number>> = {
  char: 1,
  short: 2,
  int: 4,
  float: 4,
  longlong: 8,
  double: 8,
};

/** `undefined` for other types, and for `long`, which has 4 bytes on some systems and 8 on others. */
export function elementBytesOf(type: string): number | undefined {
  const name = type.replace(/^(?:::)?std::/, '').trim();
  const known = BYTES.get(name) ?? integerBytes(name);
  if (known !== undefined) return known;
  const vector = /^u?(char|short|int|float|longlong|double)([1234])$/.exec(name);
  const [, element = '', lanes = ''] = vector ?? [];
  if (vector === null || (name.startsWith('u') && /float|double/.test(element))) return undefined;
  return (VECTOR_ELEMENTS[element] ?? NaN) * Number(lanes);
}

/** `unsigned`, `short int`, `unsigned long long`. */
function integerBytes(name: string): number | undefined {
  const words = name.split(/\s+/);
  if (!words.every((word) => /^(?:signed|unsigned|char|short|int|long)$/.test(word)))
    return undefined;
  const longs = words.filter((word) => word === 'long').length;
  if (longs === 1) return undefined;
  return words.includes('char') ? 1 : words.includes('short') ? 2 : longs === 2 ? 8 : 4;
}
