/**
 * Random programs of SASS, executed by a few lines here, with the accesses that PTX would have had: each wide one as one or as its
 * words, neighbours in another order. What the matcher calls exact has the accesses that the program made.
 */
import { type AccessTrace, plainOpcode, TraceBuilder } from '@ldscope/core';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { readSass } from '../../src/index.ts';
import { SassMatcher } from '../../src/sass/match.ts';
import { leastCases } from '../../../../test/cases.ts';
import { forAll } from '../../../../test/for-all.ts';

interface Access {
  readonly kind: 'read' | 'write';
  readonly bytes: 4 | 8 | 16;
  readonly register: number;
  readonly offset: number;
  readonly line: number;
  /** PTX has its words one by one. */
  readonly inWords: boolean;
  /** Lanes that take part; all without a predicate. */
  readonly mask: number | undefined;
}

interface Section {
  readonly accesses: readonly Access[];
  /** Rounds of a loop around them; 0: none. */
  readonly rounds: number;
  readonly barrier: boolean;
}

const access: fc.Arbitrary<Access> = fc
  .record({
    kind: fc.constantFrom('read' as const, 'write' as const),
    bytes: fc.constantFrom(4 as const, 8 as const, 16 as const),
    register: fc.integer({ min: 0, max: 2 }),
    slot: fc.integer({ min: 0, max: 15 }),
    line: fc.integer({ min: 1, max: 6 }),
    inWords: fc.boolean(),
    mask: fc.option(fc.constantFrom(0xffff, 0x1, 0xf0f0f0f0), { nil: undefined, freq: 5 }),
  })
  .map(({ slot, ...rest }) => ({ ...rest, offset: slot * 16 }));

const section: fc.Arbitrary<Section> = fc.record({
  accesses: fc.array(access, { minLength: 1, maxLength: 6 }),
  rounds: fc.constantFrom(0, 0, 1, 3),
  barrier: fc.boolean(),
});

/** Where a base register points in a lane: each its own 4 KiB, moved by 512 bytes per round of a section. */
const baseOf = (register: number, round: number, lane: number): number =>
  register * 65_536 + round * 512 + lane * ([16, 32, 272][register] ?? 0);

function listingOf(sections: readonly Section[]): string {
  const lines = ['.text.k:'];
  let pc = 0;
  const add = (text: string): void => {
    lines.push(`/*${pc.toString(16).padStart(4, '0')}*/ ${text} ;`);
    pc += 16;
  };
  for (const [index, { accesses, rounds, barrier }] of sections.entries()) {
    // A base is computed again in each section.
    for (const register of [0, 1, 2]) add(`IADD3 R${20 + register}, R1, R2, RZ`);
    if (rounds > 0) lines.push(`.L_${index}:`);
    for (const [number, one] of accesses.entries()) {
      lines.push(`//## File "k.cu", line ${one.line}`);
      const width = one.bytes === 4 ? '' : `.${8 * one.bytes}`;
      const at = `[R${20 + one.register}+0x${one.offset.toString(16)}]`;
      const predicate = one.mask === undefined ? '' : `@P${(number % 6) + 1} `;
      if (one.mask !== undefined) add(`ISETP.GT.AND P${(number % 6) + 1}, PT, R1, R2, PT`);
      add(
        `${predicate}${one.kind === 'read' ? `LDS${width} R40, ${at}` : `STS${width} ${at}, R40`}`,
      );
    }
    if (rounds > 0) {
      for (const register of [0, 1, 2])
        add(`IADD3 R${20 + register}, R${20 + register}, 0x200, RZ`);
      add(`@P0 BRA \`(.L_${index})`);
    }
    if (barrier) add('BAR.SYNC.DEFER_BLOCKING 0x0');
  }
  add('EXIT');
  return lines.join('\n');
}

interface Executed {
  readonly truth: readonly string[];
  readonly ptx: AccessTrace;
}

function execute(sections: readonly Section[], swap: readonly boolean[]): Executed {
  const sites = new Map<string, number>();
  const builder = new TraceBuilder(32);
  const barriers: number[] = [];
  const truth: string[] = [];
  let passed = 0;
  let order = 0;
  for (const [index, { accesses, rounds, barrier }] of sections.entries()) {
    for (let round = 0; round < Math.max(1, rounds); round++) {
      const rows = accesses.flatMap((one, number) => {
        const { kind, bytes, offset, register, line, inWords, mask = -1 } = one;
        const addresses = Array.from(
          { length: 32 },
          (_, lane) => baseOf(register, round, lane) + offset,
        );
        const lanes = addresses.filter((_, lane) => ((mask >>> lane) & 1) === 1);
        truth.push(`${kind} ${bytes} ${mask >>> 0} ${lanes.join(' ')}`);
        const words = inWords ? bytes / 4 : 1;
        return Array.from({ length: words }, (_, word) => ({
          key: `${index}.${number}.${word}`,
          line,
          kind,
          bytes: inWords ? 4 : bytes,
          mask,
          addresses: addresses.map((address) => address + 4 * word),
        }));
      });
      // Reads that follow each other change places.
      for (let i = 0; i + 1 < rows.length; i++) {
        const [a, b] = [rows[i], rows[i + 1]];
        if (swap[order++ % swap.length] !== true || a?.kind !== 'read' || b?.kind !== 'read')
          continue;
        [rows[i], rows[i + 1]] = [b, a];
      }
      for (const { key, line, kind, bytes, mask, addresses } of rows) {
        let site = sites.get(key);
        if (site === undefined) {
          site = builder.addSite({ id: key, source: [{ file: 'k.cu', line, column: 0 }] });
          sites.set(key, site);
        }
        const op = plainOpcode('ptx', kind, bytes) ?? 0;
        builder.add(op, site, 0, builder.count, addresses, mask >>> 0, 0);
        barriers.push(passed);
      }
    }
    if (barrier) passed++;
  }
  return { truth, ptx: { ...builder.finish(), barriers: Uint32Array.from(barriers) } };
}

const bytesOf: Readonly<Record<number, string>> = Object.fromEntries(
  (['read', 'write'] as const).flatMap((kind) =>
    [4, 8, 16].map((bytes) => [plainOpcode('ptx', kind, bytes) ?? 0, `${kind} ${bytes}`]),
  ),
);

function textsOf({ count, op, activeMask, addressBytes }: AccessTrace): string[] {
  return Array.from({ length: count }, (_, row) => {
    const mask = activeMask[2 * row] ?? 0;
    const lanes = [...addressBytes.subarray(32 * row, 32 * row + 32)];
    const own = lanes.filter((_, lane) => ((mask >>> lane) & 1) === 1);
    return `${bytesOf[op[row] ?? 0]} ${mask} ${own.join(' ')}`;
  });
}

test('what is exact has the accesses of the program', () => {
  let [exact, all] = [0, 0];
  const programs = fc.tuple(
    fc.array(section, { minLength: 1, maxLength: 4 }),
    fc.array(fc.boolean(), { minLength: 3, maxLength: 9 }),
  );
  forAll([programs], 120, ([sections, swap]) => {
    const { truth, ptx } = execute(sections, swap);
    const [compiled] = readSass(listingOf(sections)).functions;
    if (compiled === undefined) throw new Error('the listing has no function');
    const matcher = new SassMatcher(compiled, undefined);
    const trace = matcher.trace(ptx, [0]);
    all++;
    if (!matcher.summary().isExact) return;
    exact++;
    const executed = textsOf(trace).filter((text) => !text.endsWith(' 0 '));
    expect(executed.sort()).toEqual([...truth].sort());
  });
  // The others have accesses that other lanes or lines could have made as well.
  expect(exact / all).toBeGreaterThan(leastCases(0.2));
});
