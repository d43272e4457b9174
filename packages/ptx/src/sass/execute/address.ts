/**
 * Addresses of SASS as sums of registers.
 *
 *     [R2+UR4+0x10]   [R0.X4+-0x8]   desc[UR6][R4.64+0x20]      32 bits; scaled; 64 bits in R4 and R5
 */
import { isZero, registerNumber } from '../operands.ts';
import { type Source, upper, word } from './sources.ts';

/**
 * The address of an operand in bytes, of 32 bits or as many as the registers have; `undefined` for one that is not a sum of registers.
 * `isWide`: one register stands for a pair.
 */
export function sassAddress(text: string, isWide = false): Source | undefined {
  const inner = /^(?:desc\[UR\d+\])?\[([^[\]]*)\]$/.exec(text)?.[1];
  if (inner === undefined) return undefined;
  const terms: { readonly sources: readonly Source[]; readonly scale: number }[] = [];
  let offset = 0;
  for (const part of inner.split('+')) {
    const constant = /^(-?)0x([0-9a-f]{1,8})$/.exec(part);
    if (constant !== null) {
      const value = Number.parseInt(constant[2] ?? '', 16);
      offset += constant[1] === '-' ? -value : value;
      continue;
    }
    const [name = '', ...changes] = part.split('.');
    const number = registerNumber(name);
    const scale = Number(/^X(4|8|16)$/.exec(changes[0] ?? '')?.[1] ?? 1);
    const isPair = changes[0] === '64' || (isWide && changes.length === 0);
    if (number === undefined || changes.length > 1) return undefined;
    if (changes.length === 1 && scale === 1 && !isPair) return undefined;
    if (isZero(number)) continue;
    const operand = { kind: 'register', number, change: 'none' } as const;
    const sources = [word(operand), isPair ? upper(operand) : undefined];
    terms.push({ sources: sources.filter((source) => source !== undefined), scale });
  }
  const all = terms.flatMap(({ sources }) => sources);
  const known: Source['known'] = (warp) =>
    all.reduce((lanes, source) => lanes & source.known(warp), -1);
  const reads = all.flatMap((source) => source.reads);
  const [low, high] = all;
  if (all.length === terms.length)
    return {
      reads,
      known,
      read: (warp, lane) => {
        let sum = offset;
        for (const { sources, scale } of terms) sum += (sources[0]?.read(warp, lane) ?? 0) * scale;
        return sum >>> 0;
      },
    };
  // The upper word of a sum with a register of the warp is not in the text.
  if (terms.length > 1 || low === undefined || high === undefined) return undefined;
  return {
    reads,
    known,
    read: (warp, lane) =>
      (low.read(warp, lane) >>> 0) + (high.read(warp, lane) >>> 0) * 2 ** 32 + offset,
  };
}
