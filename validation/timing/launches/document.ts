/** `docs/timing-kernels.md`: predicted and published times of whole launches. */
import { markdown } from '../../base/markdown.ts';
import { TOLERANCE } from '../scoreboard.ts';
import { orderOf, type TimedLaunch } from './transposes.ts';

function table(launches: readonly TimedLaunch[]): string {
  const head = [
    'kernel',
    'published, µs',
    'predicted, µs',
    'difference',
    'published, TB/s',
    'predicted, TB/s',
    'within 15 %',
  ];
  return markdown(
    head,
    launches.map(({ name, published, time, ratio }) => [
      name,
      published.microseconds.toFixed(2),
      (1e6 * time.seconds).toFixed(2),
      signed(ratio - 1),
      published.terabytes.toFixed(2),
      (time.bytesPerSecond / 1e12).toFixed(2),
      isWithin(ratio) ? 'yes' : '**no**',
    ]),
  ).join('\n');
}

const isWithin = (ratio: number): boolean => Math.abs(ratio - 1) <= TOLERANCE;

const signed = (change: number): string => `${change > 0 ? '+' : ''}${(100 * change).toFixed(1)} %`;

const order = (launches: readonly TimedLaunch[], by: (launch: TimedLaunch) => number): string =>
  launches
    .toSorted((a, b) => by(a) - by(b))
    .map(({ name }) => name)
    .join(', ');

/** What the prediction rests on. */
const BASIS = markdown(
  ['what', 'from', 'evidence'],
  [
    [
      'units, clock, peak of memory',
      'data sheets ([`devices.ts`](../packages/core/src/machine/devices.ts))',
      'documented',
    ],
    [
      'share of the peak, by pattern',
      'published loads and stores of an MI308X ([`memory-share.ts`](../packages/core/src/timing/memory-share.ts))',
      'measured',
    ],
    ['the same on other chips', 'as gfx942', 'inferred'],
    ['lines', 'fetched once per compute unit; stores are joined by the L2 cache', 'inferred'],
    ['start and end of a launch', 'nothing: no measurement is published for these devices', '-'],
  ],
).join('\n');

/** The page; launches as of an MI355X and of an MI300X. */
export function printLaunches(
  cdna4: readonly TimedLaunch[],
  cdna3: readonly TimedLaunch[],
): string {
  const { pairs, right } = orderOf(cdna4);
  const within = cdna4.filter(({ ratio }) => isWithin(ratio)).length;
  return `# The time of a whole launch

\`ldscope timeline kernel.s -l launch.yaml -m MI355X\` predicts the time of the launch: the workgroups that one compute unit of the
device gets, on the simulator of a compute unit, at its share of the memory. No constant is fitted to a kernel:

${BASIS}

## Published times

_LDS Bank Conflicts on CDNA_ (2026-04-21), slides on six transposing copies in CK Tile, time them on 65,536 x 256 halves "on MI300". Their conflict counters are those
of gfx950, and 5.65 TB/s are more than the memory of an MI300X has at its peak (5.3). As an MI355X:

${table(cdna4)}

${within} of 6 within 15 %, ${right} of ${pairs} pairs in the published order.

- published, fastest first: ${order(cdna4, ({ published }) => published.microseconds)}
- predicted: ${order(cdna4, ({ time }) => time.seconds)}

**Why the order differs.** Without memory the compute unit would take between a third and 60 % of the time, most of it for 01; in the
model that hides behind memory completely, and what is left between the kernels are the patterns of their stores: those of 08 are
the cheapest, as published. On the device 01 takes 1.4 to 2.2 µs longer than the others, so its conflicts are hidden
in part only. What would settle it: the device's name and clock, the time of an empty kernel on it, and SQ_WAIT_ANY and
SQ_WAIT_INST_ANY of the six (\`timeline\` predicts both), which tell waiting for memory from waiting for LDS.

As an MI300X, from memory:

${table(cdna3)}

So the report states the error of the first table only for launches like these: copies of 64 MiB, within a factor of 2, through LDS on an MI355X,
which read each line once, write as much, and have no matrix or transcendental instructions. It states of any other that no measurement backs its
time, and what differs. That the device was an MI355X is inferred.

The 64 MiB of both matrices fit into its Infinity Cache (256 MiB, measured at 11.9 TB/s), which a benchmark that repeats the launch
would read from; what a compute unit gets of that cache by pattern is not published, so no time is predicted for it, and the report
notes where the bytes of a launch fit.

## Limits

- Where workgroups read the same lines, as in a GEMM, it is not known which unit fetches them from memory: the time is a range, from
  caches that serve all of it to none.
- All units have the same part, rounds of workgroups begin together, and the clock is the peak; matrix instructions lower it.
- Other published times of whole kernels are of code that is not public, or of chips whose pipeline is not modelled.

\`UPDATE_TIMING=1 npx vitest run validation/timing/launches\` writes this page.
`;
}
