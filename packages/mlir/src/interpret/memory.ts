/**
 * The memories of a launch. LDS and private memory are one block of bytes; a global buffer is in pages
 * that exist once something writes to them, so a kernel that declares a view of two gigabytes costs what
 * it touches.
 */
import type { ElementType } from './elements.ts';

export interface Memory {
  readonly space: 'global' | 'lds' | 'private';
  readonly name: string;
  /** The block that has its bytes: memories with the same block are one. */
  readonly block: object;
  /** `Infinity` for a buffer whose size is not given. */
  readonly bytes: number;
  /** Where reads and writes of up to `PAGE_BYTES - byteInPage(at)` bytes may go; `undefined`: all zero there. */
  readonly readAt: (byte: number) => DataView | undefined;
  readonly writeAt: (byte: number) => DataView | undefined;
  /** Bytes of the view that `readAt` or `writeAt` gives; an element must not cross its end. */
  readonly blockBytes: number;
  /** The offset of a byte in the view that `readAt` or `writeAt` gives for it. */
  readonly offsetOf: (byte: number) => number;
}

const PAGE_BYTES = 65536;
/** Pages of all buffers of a launch together. */
const MOST_PAGES = 16384;

/** Bytes that simulated buffers may take in all. */
export const MEMORY_LIMIT = PAGE_BYTES * MOST_PAGES;

/** A block of bytes: LDS of a workgroup, private memory, or a buffer that the caller gave. */
export function flatMemory(space: Memory['space'], name: string, data: Uint8Array): Memory {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const whole = (): DataView => view;
  return {
    space,
    name,
    block: data.buffer,
    bytes: data.byteLength,
    readAt: whole,
    writeAt: whole,
    blockBytes: data.byteLength,
    offsetOf: (byte) => byte,
  };
}

/** Counts the pages of all buffers of a launch. */
export interface PageBudget {
  left: number;
}

export function pageBudget(): PageBudget {
  return { left: MOST_PAGES };
}

/** A buffer that reads as zero until it is written. `writeAt` gives nothing when the budget is spent. */
export function sparseMemory(name: string, bytes: number, budget: PageBudget): Memory {
  const pages = new Map<number, DataView>();
  return {
    space: 'global',
    name,
    block: pages,
    bytes,
    readAt: (byte) => pages.get(Math.floor(byte / PAGE_BYTES)),
    writeAt: (byte) => {
      const number = Math.floor(byte / PAGE_BYTES);
      let page = pages.get(number);
      if (page === undefined && budget.left > 0) {
        budget.left--;
        page = new DataView(new ArrayBuffer(PAGE_BYTES));
        pages.set(number, page);
      }
      return page;
    },
    blockBytes: PAGE_BYTES,
    offsetOf: (byte) => byte % PAGE_BYTES,
  };
}

/** An element that may cross the end of a page. */
const straddling = new DataView(new ArrayBuffer(8));

/** The element at a byte of a memory; zero where nothing was written. */
export function loadElement(memory: Memory, element: ElementType, byte: number): number {
  const offset = memory.offsetOf(byte);
  if (offset + element.bytes <= memory.blockBytes) {
    const view = memory.readAt(byte);
    return view === undefined ? 0 : element.load(view, offset);
  }
  for (let i = 0; i < element.bytes; i++) {
    const part = memory.readAt(byte + i)?.getUint8(memory.offsetOf(byte + i)) ?? 0;
    straddling.setUint8(i, part);
  }
  return element.load(straddling, 0);
}

/** Writes an element; false when the memory has no room left for it. */
export function storeElement(
  memory: Memory,
  element: ElementType,
  byte: number,
  value: number,
): boolean {
  const offset = memory.offsetOf(byte);
  if (offset + element.bytes <= memory.blockBytes) {
    const view = memory.writeAt(byte);
    if (view !== undefined) element.store(view, offset, value);
    return view !== undefined;
  }
  element.store(straddling, 0, value);
  const parts = Array.from({ length: element.bytes }, (_, i) => straddling.getUint8(i));
  return parts.every((part, i) => {
    const view = memory.writeAt(byte + i);
    view?.setUint8(memory.offsetOf(byte + i), part);
    return view !== undefined;
  });
}
