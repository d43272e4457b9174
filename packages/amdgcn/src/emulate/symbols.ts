/** Puts the data sections of a program into memory and gives each symbol its address. */
import type { GlobalMemory } from '@ldscope/core';
import { codeAddress, type Program } from '../text/program.ts';

/** Finds the address of a symbol: data, or a number of `.set` and `.amdgpu_lds`. Code labels are not looked up. */
export function linkData(
  program: Program,
  memory: GlobalMemory,
): (name: string) => number | undefined {
  const addresses = new Map(program.constants);
  const sections = program.data.map((section) => {
    const bytes = section.bytes.slice();
    const region = memory.addBytes(`section ${section.name}`, bytes);
    for (const [name, offset] of section.symbols) addresses.set(name, region.base + offset);
    return { section, view: new DataView(bytes.buffer) };
  });
  for (const { section, view } of sections) {
    for (const { offset, bytes, symbol, addend } of section.relocations) {
      const label = program.labels.get(symbol);
      const base = label === undefined ? addresses.get(symbol) : codeAddress(program, label);
      if (base === undefined) continue;
      const value = base + addend;
      view.setUint32(offset, value % 2 ** 32, true);
      if (bytes === 8) view.setUint32(offset + 4, Math.floor(value / 2 ** 32), true);
    }
  }
  return (name) => addresses.get(name);
}
