/** Puts the data sections of a program into memory and gives each symbol its address. */
import type { GlobalMemory } from '@ldscope/core';
import { codeAddress, type DataSection, type Program } from '../text/program.ts';

/** Bytes of `s_load_dwordx16`. Compilers load constants by more dwords than they need, over their end. */
const WIDEST_LOAD = 64;

const isConstant = ({ name }: DataSection): boolean => name.startsWith('.rodata');

/** Finds the address of a symbol: data, or a number of `.set` and `.amdgpu_lds`. Code labels are not looked up. */
export function linkData(
  program: Program,
  memory: GlobalMemory,
): (name: string) => number | undefined {
  const addresses = new Map(program.constants);
  const sections = program.data.map((section) => {
    const bytes = new Uint8Array(
      section.bytes.length + (isConstant(section) ? WIDEST_LOAD - 4 : 0),
    );
    bytes.set(section.bytes);
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
