/** A problem from the rows of a trace: which accesses it has, and what each lane accesses. */
import { machineNamed, opcodeNumber, problemFromTrace, TraceBuilder } from '@ldscope/core';
import { describe, expect, it } from 'vitest';

const machine = machineNamed('gfx942');
const tile = { rows: 16, columns: 64, elementBytes: 2 };
const layout = { kind: 'rows', tile, unitBytes: 16, paddings: [] } as const;
const BASE = 256;

/** Lanes 16 bytes apart, from an address on. */
const problemOf = (names: readonly string[], first = BASE) => {
  const builder = new TraceBuilder(
    64,
    names.map((id) => ({ id })),
  );
  const addresses = Uint32Array.from({ length: 64 }, (_, lane) => first + 16 * lane);
  for (const [site, name] of names.entries())
    builder.add(opcodeNumber(name) ?? 0, site, 0, site, addresses);
  return problemFromTrace(builder.finish(), { layout, baseBytes: BASE }, [machine]);
};

describe('a problem from a trace', () => {
  it('holds accesses whose cost is not known beside those that are counted', () => {
    const problem = problemOf(['ds_read_b128', 'ds_read_b64_tr_b16', 'ds_write_b128']);
    if (!problem.ok) expect.unreachable();
    const { accesses, held = [] } = problem.value;
    expect(accesses.map(({ name }) => name)).toEqual(['ds_read_b128', 'ds_write_b128']);
    expect(held.map(({ name }) => name)).toEqual(['ds_read_b64_tr_b16']);
    expect(Array.from(accesses[0]?.rows.slice(6, 10) ?? [])).toEqual([0, 0, 1, 1]);
    expect(Array.from(accesses[0]?.columns.slice(6, 10) ?? [])).toEqual([48, 56, 0, 8]);
  });

  it('leaves out what is elsewhere, and refuses what is in part', () => {
    const outside = problemOf(['ds_read_b128'], BASE + 2048);
    expect(outside.ok && outside.value.accesses).toEqual([]);
    expect(problemOf(['ds_read_b128'], BASE + 1040).ok).toBe(false);
    expect(problemOf(['ds_read_b128'], BASE + 1).ok).toBe(false);
  });
});
