/**
 * Functions of the CUDA runtime that kernels call and no module defines.
 *
 *     call.uni (retval0), malloc, (param0);      each lane gets a piece of the heap of its own, in the order of lanes
 *
 * `vprintf` prints nothing and gives 0. Source: CUDA C++ Programming Guide, "Formatted Output", "Assertion", "Dynamic Global Memory
 * Allocation and Operations"; PTX Writer's Guide to Interoperability, "System Calls".
 */
import { type Message, messages } from '@ldscope/core';
import { goOn, type Group, type Warp } from '@ldscope/simt';
import type { Code } from './code.ts';
import type { Own } from './controls.ts';
import { giveValues, takeValues } from './passing.ts';

/** Calls a function of the runtime for the active lanes of a group. */
export function callRuntime(
  code: Code,
  warp: Warp,
  group: Group,
  active: number,
  { name, passed, results }: Own & { readonly kind: 'runtime' },
): Message | undefined {
  if (active === 0) return goOn(code, group);
  if (name === '__assertfail') return messages.ptx.trap();
  const { heap } = code.environment;
  const base = group.frame?.base ?? 0;
  const [given = new Uint8Array(256)] = takeValues(warp, active, passed, base);
  const values = new Float64Array(32);
  for (let lane = 0; lane < 32; lane++) {
    if (((active >>> lane) & 1) === 0) continue;
    const value = wideIn(given, lane);
    if (name === 'malloc') values[lane] = heap.allocate(value);
    else if (name === 'free' && !heap.free(value)) return messages.ptx.notAllocated(value);
  }
  const [result] = results;
  if (result !== undefined) giveValues(warp, active, [bytesOf(values)], [result], base);
  return goOn(code, group);
}

/** The argument of a lane as a number of 64 bits, of values of 32 lanes one after another. */
function wideIn(values: Uint8Array, lane: number): number {
  const each = values.length / 32;
  let value = 0;
  for (let byte = Math.min(each, 8) - 1; byte >= 0; byte--)
    value = value * 256 + (values[lane * each + byte] ?? 0);
  return value;
}

/** Numbers of 64 bits as bytes. */
function bytesOf(values: Float64Array): Uint8Array {
  const data = new Uint8Array(8 * values.length);
  const view = new DataView(data.buffer);
  for (const [index, value] of values.entries()) {
    view.setUint32(8 * index, value % 2 ** 32, true);
    view.setUint32(8 * index + 4, Math.floor(value / 2 ** 32), true);
  }
  return data;
}
