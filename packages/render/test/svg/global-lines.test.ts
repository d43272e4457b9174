import {
  coalescingScenarios,
  explainGlobalAccess,
  machineNamed,
  type GlobalExplanation,
  machines,
  scenarioTrace,
  singleGlobalAccess,
} from '@ldscope/core';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { forAll } from '../../../../test/for-all.ts';
import { raise } from '../../../../test/raise.ts';
import { globalLinesPicture } from '../../src/svg/global-lines.ts';
import { globalLinesTable } from '../../src/svg/global-lines-table.ts';
import type { Picture, SvgNode } from '../../src/svg/node.ts';
import { boxesIn, elementsOf, expectSafe, parseRanges, textsOf, withAttribute } from './trees.ts';

const [lines128] = machineNamed('gfx942').coalescing;

interface Access {
  readonly explanation: GlobalExplanation;
  /** By lane; `undefined` for one that takes no part. */
  readonly addresses: readonly (number | undefined)[];
  readonly widthBytes: number;
  readonly sizeBytes: number;
}

/** Accesses of every machine and model: strided, scattered, shared, partly inactive. */
const globals = fc
  .record({
    machine: fc.constantFrom(...machines),
    model: fc.nat(3),
    widthBytes: fc.constantFrom(1, 2, 4, 8, 12, 16),
    strideBytes: fc.constantFrom(0, 1, 2, 4, 8, 16, 20, 64, 130, 4096),
    scattered: fc.boolean(),
    places: fc.array(fc.nat(8000), { minLength: 64, maxLength: 64 }),
    baseBytes: fc.constantFrom(0, 4, 65536 + 12, 2 ** 40),
    mask: fc.constantFrom(0xffffffff, 0xffff, 0x1, 0x80000001, 0),
  })
  .map((shape): Access | undefined => {
    const { machine, widthBytes, strideBytes, scattered, places, baseBytes, mask } = shape;
    const model = machine.coalescing[shape.model % machine.coalescing.length];
    const waveSize = machine.waveSizes[0];
    if (model === undefined || waveSize === undefined) return undefined;
    const all = Array.from({ length: waveSize }, (_, lane) =>
      scattered ? baseBytes + 4 * (places[lane] ?? 0) : baseBytes + strideBytes * lane,
    );
    const load = { name: 'load', direction: 'load', widthBytes } as const;
    const trace = singleGlobalAccess(load, all, { waveSize, maskLow: mask, maskHigh: mask });
    return {
      explanation: explainGlobalAccess(trace, 0, model),
      addresses: all.map((address, lane) =>
        ((mask >>> (lane & 31)) & 1) === 1 ? address : undefined,
      ),
      widthBytes,
      sizeBytes: model.transactionBytes.value,
    };
  })
  .filter((access) => access !== undefined);

/** The lanes and bytes of every line, from the addresses alone. */
function linesOf({ addresses, widthBytes, sizeBytes }: Access): Map<number, Map<number, number[]>> {
  const lines = new Map<number, Map<number, number[]>>();
  for (const [lane, address] of addresses.entries()) {
    if (address === undefined) continue;
    for (let byte = address; byte < address + widthBytes; byte++) {
      const number = Math.floor(byte / sizeBytes);
      const bytes = lines.get(number) ?? new Map<number, number[]>();
      lines.set(number, bytes);
      const at = byte - number * sizeBytes;
      bytes.set(at, [...(bytes.get(at) ?? []), lane]);
    }
  }
  return new Map([...lines].sort(([a], [b]) => a - b));
}

const titleOf = ({ children }: SvgNode): string =>
  children
    .flatMap((child) => (typeof child !== 'string' && child.tag === 'title' ? child.children : []))
    .join('');

/** Marks of lanes with the words that they say. */
const marksOf = (picture: Picture, start: RegExp): { line: number; words: string }[] =>
  withAttribute(picture, 'data-lane')
    .filter((node) => start.test(titleOf(node)))
    .map((node) => ({ line: Number(node.attributes['data-block']), words: titleOf(node) }));

describe('the picture of global lines', () => {
  it('has a column for each line that is touched, with its bytes and lanes', () => {
    forAll([globals, fc.constantFrom(900, 340)], 80, (access, width) => {
      const picture = globalLinesPicture(access.explanation, { width });
      const lines = [...linesOf(access).values()];
      const columns = new Set(
        elementsOf(picture).flatMap(({ attributes }) => attributes['data-block'] ?? []),
      );
      expect(columns.size).toBe(lines.length);
      const together = lines.map(() => new Map<number, number[]>());
      for (const { line, words } of marksOf(picture, / of the (line|sector)/)) {
        const [, lanes = '', from, to] = /lanes? (\S+): bytes (\d+) to (\d+) /.exec(words) ?? [];
        for (let byte = Number(from); byte <= Number(to); byte++) {
          expect(together[line]?.has(byte)).toBe(false);
          together[line]?.set(byte, parseRanges(lanes));
        }
      }
      const byByte = (bytes: Map<number, number[]>): [number, number[]][] =>
        [...bytes].sort(([a], [b]) => a - b);
      expect(together.map(byByte)).toEqual(lines.map(byByte));
    });
  });

  it('has a row for each lane with the bytes that it wants', () => {
    forAll([globals], 80, (access) => {
      const picture = globalLinesPicture(access.explanation);
      const shown = marksOf(picture, / of this /).map(({ line, words }) => {
        const [, lane, from, to] = /lane (\d+): bytes (\d+) to (\d+) /.exec(words) ?? [];
        return `${line} ${lane} ${from} ${to}`;
      });
      const wanted = [...linesOf(access).values()].flatMap((bytes, line) => {
        const byLane = new Map<number, number[]>();
        for (const [byte, lanes] of bytes) {
          for (const lane of lanes) byLane.set(lane, [...(byLane.get(lane) ?? []), byte]);
        }
        return [...byLane].map(
          ([lane, own]) => `${line} ${lane} ${Math.min(...own)} ${Math.max(...own)}`,
        );
      });
      expect(shown.sort()).toEqual(wanted.sort());
    });
  });

  it('stays inside, in any width', () => {
    forAll([globals, fc.integer({ min: 0, max: 1200 })], 40, ({ explanation }, width) => {
      const picture = globalLinesPicture(explanation, { width });
      const numbers = elementsOf(picture)
        .flatMap(({ attributes }) => Object.values(attributes))
        .filter((value) => typeof value === 'number');
      expect(numbers.filter((value) => !Number.isFinite(value))).toEqual([]);
      for (const { x, right, foot } of boxesIn(picture)) {
        expect(x).toBeGreaterThanOrEqual(0);
        expect(right).toBeLessThanOrEqual(picture.width);
        expect(foot).toBeLessThanOrEqual(picture.height);
      }
    });
  });

  it('says what would do', () => {
    const strided =
      coalescingScenarios.find(({ name }) => name === 'strided-b32') ?? raise('no such access');
    const access = explainGlobalAccess(scenarioTrace(strided), 0, lines128);
    const texts = textsOf(globalLinesPicture(access));
    expect(texts).toContain('64 lines of 128 B');
    expect(texts).toContain('2 lines would do');
    expect(texts.some((text) => text.endsWith('useful: 256 of 8,192 B'))).toBe(true);
  });

  it('shows an access without lanes', () => {
    const load = { name: 'load', direction: 'load', widthBytes: 4 } as const;
    const trace = singleGlobalAccess(load, new Float64Array(64), { maskLow: 0, maskHigh: 0 });
    const none = explainGlobalAccess(trace, 0, machineNamed('gfx950').coalescing[0]);
    const picture = globalLinesPicture(none);
    expect(textsOf(picture)).toContain('no lane takes part');
    expect(textsOf(picture).join()).not.toMatch(/NaN|Infinity/);
    expect(globalLinesTable(none).rows).toEqual([]);
  });

  it('lets a lane stand out, and is the same every time without markup of its subject', () => {
    const [scenario = raise('no access')] = coalescingScenarios;
    const hostile = { ...scenario, instruction: `"><img src=x onerror='1'>` };
    const access = explainGlobalAccess(scenarioTrace(hostile), 0, lines128);
    const draw = (): Picture => globalLinesPicture(access, { selection: { lane: 3 } });
    expectSafe(draw);
    const marks = withAttribute(draw(), 'data-lane').map(({ attributes }) => attributes);
    const lanesWith = (state: string): Set<unknown> =>
      new Set(marks.filter((mark) => mark['class'] === state).map((mark) => mark['data-lane']));
    expect(lanesWith('selected')).toEqual(new Set([3]));
    expect(lanesWith('dimmed').size).toBe(63);
  });
});

describe('the table of global lines', () => {
  it('has the lines of the picture', () => {
    forAll([globals], 80, (access) => {
      const lines = [...linesOf(access)];
      const first = lines[0]?.[0] ?? 0;
      const plain = (text = ''): number => Number(text.replaceAll(',', ''));
      const rows = globalLinesTable(access.explanation).rows.map(
        ([line, at, bytes, , lanes = '']) => [...[line, at, bytes].map(plain), parseRanges(lanes)],
      );
      expect(rows).toEqual(
        lines.map(([number, bytes], index) => [
          index,
          (number - first) * access.sizeBytes,
          bytes.size,
          [...new Set([...bytes.values()].flat())].sort((a, b) => a - b),
        ]),
      );
    });
  });
});
