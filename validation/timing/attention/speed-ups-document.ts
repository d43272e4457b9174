/** `docs/timing-speed-ups.md`: predicted speed-ups of the talk's 110 shapes beside its medians. */
import { headDims } from '../../attention/shapes.ts';
import { markdown } from '../../base/markdown.ts';
import { inputText } from '../../base/inputs.ts';
import { filled } from '../../base/template.ts';
import type { Element } from './attention.ts';
import { medianSpeedUp, published, type ShapeTimes } from './speed-ups.ts';

export type ByElement = Readonly<Record<Element, readonly ShapeTimes[]>>;

const elements = ['f16', 'f32'] as const;
const mitigations = ['padding', 'swizzle'] as const;

function medians(times: ByElement): string {
  const rows = elements.flatMap((element) =>
    mitigations.map((variant) => {
      const ours = medianSpeedUp(times[element], variant);
      const theirs = published[element][variant];
      return [
        `${element}, ${variant}`,
        theirs.toFixed(3),
        ours.toFixed(3),
        `${ours >= theirs ? '+' : ''}${(100 * (ours / theirs - 1)).toFixed(1)} %`,
      ];
    }),
  );
  return markdown(
    ['median speed-up over no mitigation', 'published', 'predicted', 'difference'],
    rows,
  ).join('\n');
}

function faster(times: readonly ShapeTimes[]): number {
  return times.filter(({ cycles }) => cycles.swizzle < cycles.padding).length;
}

/** Speed-ups by length and head dimension: the mean over the batches, and from which to which. */
function curves(times: ByElement): string {
  const lengths = [...new Set(times.f16.map(({ shape }) => shape.length))];
  const rows = lengths.flatMap((length) =>
    headDims.map((head) => [
      `${length}, head ${head}`,
      ...elements.flatMap((element) =>
        mitigations.map((variant) => {
          const ratios = times[element]
            .filter(({ shape }) => shape.length === length && shape.headDim === head)
            .map(({ cycles }) => cycles.plain / cycles[variant]);
          const [least, most] = [Math.min(...ratios), Math.max(...ratios)].map((one) =>
            one.toFixed(2),
          );
          return least === most ? `${least}` : `${least} to ${most}`;
        }),
      ),
    ]),
  );
  const columns = elements.flatMap((element) => mitigations.map((one) => `${element}, ${one}`));
  return markdown(['length', ...columns], rows).join('\n');
}

export function printSpeedUps(times: ByElement): string {
  return filled(inputText('timing/attention/speed-ups.md.in'), {
    medians: medians(times),
    faster16: faster(times.f16),
    faster32: faster(times.f32),
    curves: curves(times),
  });
}
