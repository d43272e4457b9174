/** Bits that are counted here and values that are computed from the definition: what packed elements are compared with. */

/** Bits of a scalar type: `i6`, `f4E2M1FN`, `bf16`. */
export const bitsOf = (type: string): number => Number(/\d+/.exec(type)?.[0]);

/** `count` bits from a bit of a byte array on, the lowest first. */
export function bitsAt(bytes: Uint8Array, bit: number, count: number): number {
  let value = 0;
  for (let i = 0; i < count; i++) {
    const byte = bytes[Math.floor((bit + i) / 8)] ?? 0;
    if (Math.floor(byte / 2 ** ((bit + i) % 8)) % 2 === 1) value += 2 ** i;
  }
  return value;
}

/** The value of a code of a format, as if it had no infinities and NaNs: OCP MX 1.0, sections 5.3.1 to 5.3.3. */
export function valueOf(type: string, code: number): number {
  const [, e = '', m = ''] = /E(\d)M(\d)/.exec(type) ?? [];
  const [exponentBits, mantissaBits] = [Number(e), Number(m)];
  const bias = exponentBits === 5 ? 15 : 2 ** (exponentBits - 1) - 1;
  const fraction = (code % 2 ** mantissaBits) / 2 ** mantissaBits;
  const exponent = Math.floor(code / 2 ** mantissaBits) % 2 ** exponentBits;
  const magnitude =
    exponent === 0 ? fraction * 2 ** (1 - bias) : (1 + fraction) * 2 ** (exponent - bias);
  return code >= 2 ** (exponentBits + mantissaBits) ? -magnitude : magnitude;
}
