/** Calls of agents that nobody counts: so many run, others wait in order, and those above the limit are refused. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { queued, usualWidth } from '../src/mcp/queue.ts';
import type { CommandResult } from '../src/mcp/run-command.ts';

const done: CommandResult = { code: 0, stdout: '{}', stderr: '' };

/** Runs that end when they are told. */
function held() {
  const open: { readonly name: string; readonly end: (fails: boolean) => void }[] = [];
  const started: string[] = [];
  let most = 0;
  const run = ({ argv: [name = ''] }: { readonly argv: readonly string[] }) =>
    new Promise<CommandResult>((settle, fail) => {
      started.push(name);
      open.push({ name, end: (fails) => (fails ? fail(new Error(name)) : settle(done)) });
      most = Math.max(most, open.length);
    });
  return { run, open, started, most: () => most };
}

const settled = (): Promise<void> => new Promise((settle) => setImmediate(settle));

/** What happens to a queue, in order. */
const step = fc.oneof(
  { weight: 3, arbitrary: fc.constant('call' as const) },
  { weight: 2, arbitrary: fc.record({ end: fc.nat(), fails: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ cancel: fc.nat() }) },
);

describe('calls at once', () => {
  it('are never more than the width, start in order, and all have an answer', async () => {
    const property = fc.asyncProperty(
      fc.integer({ min: 1, max: 4 }),
      fc.nat(4),
      fc.array(step, { maxLength: 40 }),
      async (width, waiting, steps) => {
        const { run, open, started, most } = held();
        const queue = queued(run, { width, waiting });
        const calls: { readonly cancel: AbortController; readonly answer: Promise<string> }[] = [];
        let refused = 0;
        for (const one of steps) {
          if (one === 'call') {
            const name = String(calls.length);
            const cancel = new AbortController();
            const request = { argv: [name], roots: [], signal: cancel.signal };
            const answer = queue(request).then(
              ({ problem = '', stderr }) => problem + stderr,
              (error: Error) => error.message,
            );
            calls.push({ cancel, answer });
            void answer.then((text) => (refused += text.startsWith('too many') ? 1 : 0));
          } else if ('end' in one) {
            const [ended] = open.splice(one.end % Math.max(1, open.length), 1);
            ended?.end(one.fails);
          } else calls[one.cancel % Math.max(1, calls.length)]?.cancel.abort();
          await settled();
        }
        while (open.length > 0) {
          open.shift()?.end(false);
          await settled();
        }
        await Promise.all(calls.map(({ answer }) => answer));
        expect(most()).toBeLessThanOrEqual(width);
        expect(started).toEqual([...started].sort((a, b) => Number(a) - Number(b)));
        expect(started.length + refused).toBeLessThanOrEqual(calls.length);
      },
    );
    await fc.assert(property, { numRuns: 200 });
  });

  it('tell those that wait how many are before them, and refuse above the limit', async () => {
    const { run, open } = held();
    const queue = queued(run, { width: 1, waiting: 2 });
    const told: string[] = [];
    const call = (name: string) =>
      queue({ argv: [name], roots: [], onWait: (before) => told.push(`${name} ${before}`) });
    const [a, b, c, d] = [call('a'), call('b'), call('c'), call('d')];
    expect((await d).stderr).toBe(
      'too many calls at once: 1 run and 2 wait; call again when one of them is done',
    );
    for (const answer of [a, b, c]) {
      open.shift()?.end(false);
      expect(await answer).toBe(done);
      await settled();
    }
    expect(told).toEqual(['b 0', 'c 1', 'c 0']);
  });

  it('that are cancelled while they wait never start', async () => {
    const { run, open, started } = held();
    const queue = queued(run, { width: 1, waiting: 2 });
    const cancel = new AbortController();
    const first = queue({ argv: ['a'], roots: [] });
    const second = queue({ argv: ['b'], roots: [], signal: cancel.signal });
    cancel.abort();
    expect((await second).problem).toBe('it was cancelled');
    open.shift()?.end(false);
    await first;
    expect(started).toEqual(['a']);
  });

  it('by default are as many as have a core and their memory', () => {
    expect(usualWidth(2048, 8, 64 * 1024)).toBe(8);
    expect(usualWidth(2048, 64, 16 * 1024)).toBe(6);
    expect(usualWidth(2048, 4, 1024)).toBe(1);
  });
});
