/** `docs/timing-kernels.md`: predicted and published times of whole launches. */
import { markdown } from '../../base/markdown.ts';
import { inputText } from '../../base/inputs.ts';
import { filled } from '../../base/template.ts';
import { TOLERANCE } from '../scoreboard.ts';
import { orderOf, type TimedLaunch } from './transposes.ts';

function table(launches: readonly TimedLaunch[]): string {
  const head =
    'kernel | published, µs | predicted, µs | difference | published, TB/s | predicted, TB/s | within 15 %'.split(
      ' | ',
    );
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

/** The page; launches as of an MI355X and of an MI300X. */
export function printLaunches(
  cdna4: readonly TimedLaunch[],
  cdna3: readonly TimedLaunch[],
): string {
  const { pairs, right } = orderOf(cdna4);
  const within = cdna4.filter(({ ratio }) => isWithin(ratio)).length;
  return filled(inputText('timing/launches/document.md.in'), {
    cdna4: table(cdna4),
    cdna3: table(cdna3),
    within,
    right,
    pairs,
    published: order(cdna4, ({ published }) => published.microseconds),
    predicted: order(cdna4, ({ time }) => time.seconds),
  });
}
