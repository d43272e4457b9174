/**
 * Maps directions to points on the faces of a cube.
 *
 *     (x, y, z) = (2, 1, -1)     x is the largest: face 0, at s = -z and t = -y, both over x
 *
 * Source: CUDA Programming Guide, Cubemap Textures; the order of equal axes is that of an H100.
 */

/** The face of a direction, and where on it from 0 to 1. */
export function faceOf(
  x: number,
  y: number,
  z: number,
): { readonly face: number; readonly s: number; readonly t: number } {
  const [ax, ay, az] = [Math.abs(x), Math.abs(y), Math.abs(z)];
  const [face, major, s, t] =
    ax > ay && ax > az
      ? x >= 0
        ? [0, ax, -z, -y]
        : [1, ax, z, -y]
      : ay > az
        ? y >= 0
          ? [2, ay, x, z]
          : [3, ay, x, -z]
        : z >= 0
          ? [4, az, x, -y]
          : [5, az, -x, -y];
  return { face, s: (s / major + 1) / 2, t: (t / major + 1) / 2 };
}
