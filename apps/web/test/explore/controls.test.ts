/** What holds of the controls of every explorer, and of the schema that they are written in. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { forAll } from '../../../../test/for-all.ts';
import { choice, controls, whole } from '../../src/controls/schema.ts';
import { explorers } from '../../src/explore/explorers.ts';
import { type AnyControls, controlsOf } from './page-controls.ts';

const slugs = explorers.map(({ slug }) => slug);

const SEED = 20261122;

/** What a reader could set, also by hand in an address: each value alone is one of its control. */
const anyState = (own: AnyControls): fc.Arbitrary<Readonly<Record<string, string | number>>> =>
  fc.record(
    Object.fromEntries(
      own.names.map((name) => {
        const { values, min, max } = own.control(name, own.start);
        return [
          name,
          values.length > 0
            ? fc.constantFrom(...values)
            : fc.integer({ min, max: Math.min(max, 1e6) }),
        ];
      }),
    ),
  );

describe.each(slugs)('the controls of %s', (slug) => {
  const all = controlsOf(slug);

  it('are there, and start with what their forms can show', () => {
    expect(all.length).toBeGreaterThan(0);
    for (const own of all) {
      expect(own.settled(own.start)).toEqual(own.start);
      for (const name of own.names) {
        const { values, min, max } = own.control(name, own.start);
        const value = own.value(own.start, name);
        if (values.length > 0) expect(values).toContain(value);
        else expect(Number(value) >= min && Number(value) <= max).toBe(true);
      }
    }
  });

  it('say nothing in the address at the start, and everything of any other state', () => {
    for (const own of all) {
      expect(own.write(own.start, '')).toBe('');
      expect(own.read('')).toEqual(own.start);
      forAll([anyState(own)], { seed: SEED, numRuns: 100 }, (wanted) => {
        const state = own.settled(wanted);
        expect(own.settled(state)).toEqual(state);
        expect(own.settled(own.read(`#${own.write(state, '')}`))).toEqual(state);
      });
    }
  });

  it('share an address without touching each other', () => {
    const keys = all.flatMap((own) => {
      const changed = own.names.map((name) => {
        const { values, max } = own.control(name, own.start);
        const start = own.value(own.start, name);
        return [name, values.find((one) => one !== start) ?? (start === max ? 0 : max)] as const;
      });
      return [...new URLSearchParams(own.write(Object.fromEntries(changed), '')).keys()];
    });
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('take any address, and make a state of it that their forms can show', () => {
    for (const own of all) {
      forAll(
        [fc.dictionary(fc.constantFrom(...own.names), fc.string()), fc.string()],
        { seed: SEED, numRuns: 50 },
        (texts, text) => {
          const state = own.settled(own.read(`${new URLSearchParams(texts).toString()}&${text}`));
          expect(own.settled(state)).toEqual(state);
        },
      );
    }
  });
});

describe('a schema of controls', () => {
  const own = controls(
    '',
    {
      rows: choice('Rows', [8, 16, 32, 64], 16),
      row: whole('Row', 3),
      chip: choice('Chip', ['wide', 'narrow'], 'wide'),
    },
    {
      depends: {
        rows: ({ chip }) => ({ values: chip === 'wide' ? [8, 16, 32, 64] : [8, 16, 32] }),
        row: ({ rows }) => ({ max: rows - 1 }),
      },
      follow: (next, before) => (next.chip === before.chip ? {} : { row: 0 }),
    },
  );
  const set = (...changes: readonly Partial<typeof own.start>[]) =>
    changes.reduce((wanted: typeof own.start, some) => own.change(wanted, some), own.start);

  it('keeps a state to what it offers, and remembers what was set', () => {
    const wanted = set({ rows: 64 }, { chip: 'narrow' });
    expect(own.settled(wanted)).toEqual({ rows: 32, row: 0, chip: 'narrow' });
    expect(own.settled(own.change(wanted, { chip: 'wide' })).rows).toBe(64);
    expect(own.settled(set({ row: 99 })).row).toBe(15);
  });

  it('has a change bring others with it, but not an address', () => {
    expect(set({ chip: 'narrow' }).row).toBe(0);
    expect(own.settled(own.read('#chip=narrow&row=5')).row).toBe(5);
  });

  it('writes what differs from the start, and leaves what others wrote', () => {
    expect(own.write(set({ rows: 8 }), '#who.row=7&rows=64')).toBe('who.row=7&rows=8');
    expect(own.write(own.start, '#who.row=7&rows=64')).toBe('who.row=7');
    expect(own.write(set({ rows: 8 }), '#main')).toBe('rows=8');
  });

  it('reads the nearest value that it has, and nothing from what is not one', () => {
    expect(own.settled(own.read('#rows=20')).rows).toBe(16);
    for (const text of ['rows=', 'row=-1', 'row=1e3', 'row=0x1', 'chip=', 'chip=WIDE'])
      expect(own.read(`#${text}`)).toEqual(own.start);
  });
});
