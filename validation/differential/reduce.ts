/** Makes a kernel that differs smaller: statements and blocks go as long as the difference stays. */
import { compareUnit, hostResults, type Unit } from './compare.ts';
import type { Way } from './compile.ts';
import type { GeneratedKernel } from './kernels.ts';

/** True when the kernel still compiles on both sides and still differs. */
function differs(unit: Unit, kernel: GeneratedKernel, way: Way, mode: 'early' | 'late'): boolean {
  const one: Unit = { ...unit, kernels: [kernel] };
  try {
    return compareUnit(one, way, mode, hostResults(one)).differences.length > 0;
  } catch {
    return false;
  }
}

/** Lines from `first` on until braces are balanced; `undefined` when a block ends before. */
function chunk(lines: readonly string[], first: number): string | undefined {
  let depth = 0;
  for (let end = first; end < lines.length; end++) {
    for (const sign of lines[end] ?? '') {
      if (sign === '{') depth++;
      if (sign === '}' && --depth < 0) return undefined;
    }
    if (depth === 0 && !/\belse\b/.test(lines[end + 1] ?? ''))
      return lines
        .slice(first, end + 1)
        .join('\n')
        .trimStart();
  }
  return undefined;
}

/** What gives memory its first values, and the frame of the kernel: without them a difference would mean nothing. */
const KEPT =
  /^(m\d+\[|cells\[item\] = 0|putAt|for \(u32 i = 0; i < \d+; i\+\+\) q|out\[|if \(item < 16\)|barrier|SHARED|KERNEL)/;

/** The smallest kernel that was found, with its unit. */
export function reduceKernel(unit: Unit, name: string, way: Way, mode: 'early' | 'late'): Unit {
  const at = unit.kernels.findIndex((kernel) => kernel.name === name);
  const found = unit.kernels[at];
  if (found === undefined) throw new Error(`no kernel ${name}`);
  let kernel = found;
  const own: Unit = { ...unit, given: [unit.given[at] ?? []] };
  for (let again = true; again;) {
    again = false;
    const first = kernel.device.split('\n').findIndex((line) => line.includes('barrier();'));
    for (let line = first; line < kernel.device.split('\n').length; line++) {
      const text = chunk(kernel.device.split('\n'), line);
      if (text === undefined || text === '' || KEPT.test(text) || !kernel.host.includes(text))
        continue;
      const smaller = {
        ...kernel,
        device: kernel.device.replace(text, () => ''),
        host: kernel.host.replace(text, () => ''),
      };
      if (!differs(own, smaller, way, mode)) continue;
      kernel = smaller;
      again = true;
    }
  }
  return { ...own, kernels: [kernel] };
}
