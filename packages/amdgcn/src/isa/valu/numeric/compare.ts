/** Least, greatest and middle of floats: a NaN loses against a number, -0 is below +0. */

/** The rest of `a < b ? a : b < a ? b : ...`: equal values, zeros and NaNs. A signalling NaN wins in IEEE mode. */
export function minRare(a: number, b: number, signals: boolean): number {
  if (signals) return NaN;
  if (a !== a) return b;
  if (b !== b) return a;
  return Object.is(a, -0) ? a : b;
}

export function maxRare(a: number, b: number, signals: boolean): number {
  if (signals) return NaN;
  if (a !== a) return b;
  if (b !== b) return a;
  return Object.is(a, -0) ? b : a;
}

export function minNumber(a: number, b: number): number {
  return a < b ? a : b < a ? b : minRare(a, b, false);
}

export function maxNumber(a: number, b: number): number {
  return a > b ? a : b > a ? b : maxRare(a, b, false);
}

/** The middle of three; the least of the others when one is NaN. */
export function median(a: number, b: number, c: number): number {
  if (a !== a || b !== b || c !== c) return minNumber(minNumber(a, b), c);
  return maxNumber(minNumber(a, b), minNumber(maxNumber(a, b), c));
}

/** The face of a cube map that a direction meets: +x -x +y -y +z -z are 0 to 5. */
export function cubeFace(x: number, y: number, z: number): number {
  switch (axis(x, y, z)) {
    case 2:
      return z < 0 ? 5 : 4;
    case 1:
      return y < 0 ? 3 : 2;
    default:
      return x < 0 ? 1 : 0;
  }
}

export function cubeS(x: number, y: number, z: number): number {
  switch (axis(x, y, z)) {
    case 2:
      return z < 0 ? -x : x;
    case 1:
      return x;
    default:
      return x < 0 ? z : -z;
  }
}

export function cubeT(x: number, y: number, z: number): number {
  if (axis(x, y, z) === 1) return y < 0 ? -z : z;
  return -y;
}

export function cubeMajor(x: number, y: number, z: number): number {
  const major = axis(x, y, z);
  return 2 * (major === 2 ? z : major === 1 ? y : x);
}

function axis(x: number, y: number, z: number): 0 | 1 | 2 {
  if (Math.abs(z) >= Math.abs(x) && Math.abs(z) >= Math.abs(y)) return 2;
  return Math.abs(y) >= Math.abs(x) ? 1 : 0;
}

/** Clamp of floats: into [0, 1], NaN to 0 (DX10_CLAMP). */
export function clampUnit(value: number): number {
  return value > 0 ? (value < 1 ? value : 1) : 0;
}

/** The same with NaN kept. */
export function clampUnitKeepNaN(value: number): number {
  return value === value ? clampUnit(value) : value;
}
