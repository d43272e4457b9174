/**
 * Scores entries of a list of published counters (`entries`): what the source measured, against what our
 * model says of the access that it describes.
 *
 * An entry gives chip, instructions, addresses and a counter. The counter's name decides what is compared;
 * the normalisation and the parameters say how often the access ran.
 */
import { resolveChip } from './chips.ts';
import { failed, type Parsed, parsed } from './expression.ts';
import { asObject, type JsonObject, numberAt, objectAt, textAt } from '../base/json.ts';
import { type Kernel, otherReadings, runKernel } from './kernel.ts';
import type { Formula } from './notation.ts';
import { type Access, readAccess } from './access.ts';
import { expectation, instructionRemark, type Quantity, quantityOf } from './counters.ts';
import { compareProbe, type Outcome } from './compare-probe.ts';
import { predictTime } from './times.ts';
import type { Score } from './score.ts';

const OPEN: Partial<Record<Quantity, string>> = {
  time: 'a time: of a chip whose pipeline is not modelled, or of a whole kernel',
  share: 'a share of the run time: needs the whole kernel and the pipeline simulation',
};

export function scoreEntry(entry: JsonObject): Score {
  const measured = objectAt(entry, 'measured');
  const arch = textAt(entry, 'arch') ?? 'unknown chip';
  const chip = resolveChip(arch, textAt(entry, 'vendor'));
  const score = {
    id: textAt(entry, 'id') ?? 'entry without id',
    chip: chip.ok && chip.value.note === undefined ? chip.value.machine.name : label(arch),
    measured: show(measured?.['value']),
  };
  if (measured?.['value'] === undefined || textAt(entry, 'evidence') === 'published-prose') {
    return { ...score, verdict: 'unmeasured', reason: 'a statement, without a measured number' };
  }
  const counter = textAt(measured, 'counter') ?? '';
  const quantity = quantityOf(counter);
  const open = (reason: string, detail?: string): Score => ({
    ...score,
    verdict: 'open',
    reason,
    ...(detail === undefined ? {} : { detail }),
  });
  if (quantity === undefined) return open(`no rule for the counter '${counter}'`);
  const access = chip.ok ? readAccess(entry, chip.value.machine) : chip;
  const reason = OPEN[quantity];
  if (reason !== undefined) {
    const simulated = quantity === 'time' ? predictTime(entry) : undefined;
    if (simulated !== undefined) {
      const { near, circular, ...rest } = simulated;
      return {
        ...score,
        ...rest,
        verdict: near ? 'near' : 'far',
        ...(circular ? { circular } : {}),
        ...(access.ok ? timeOf(entry, measured, access.value) : {}),
      };
    }
    const time = quantity === 'time' && access.ok ? timeOf(entry, measured, access.value) : {};
    return { ...open(reason), ...time };
  }
  if (!chip.ok) return open(chip.error);
  if (!access.ok) return open(access.error, access.detail);
  const outcome = compare(quantity, entry, measured, access.value);
  if (!outcome.ok) return open(outcome.error);
  const { predicted, exact, other, circular } = outcome.value;
  const why = exact
    ? (outcome.value.remark ?? chip.value.note)
    : differs(entry, quantity, outcome.value);
  return {
    ...score,
    predicted,
    verdict: exact ? 'exact' : 'differs',
    ...(why === undefined ? {} : { reason: why }),
    ...(other === undefined ? {} : { other }),
    ...(circular === true || entry['consistency_check_only'] === true ? { circular: true } : {}),
  };
}

/** The first words of a chip that is not ours, for the summary. */
const label = (arch: string): string => arch.split(' ')[0] ?? arch;

function show(value: unknown): string {
  if (typeof value === 'number') return String(value);
  if (Array.isArray(value)) return `[${value.join(', ')}]`;
  const pairs = Object.entries(asObject(value) ?? {});
  if (pairs.length > 0) return pairs.map(([key, item]) => `${key} ${show(item)}`).join(', ');
  return typeof value === 'string' ? value : 'nothing';
}

/** Two lanes at a time, not a whole access. */
const isProbe = ({ activity }: Formula): boolean =>
  activity === 'each-pair' || activity === 'same-phase-pair';

function compare(
  quantity: Quantity,
  entry: JsonObject,
  measured: JsonObject,
  access: Access,
): Parsed<Outcome> {
  const { notation, kernel } = access;
  if (notation.kind === 'sweep' || isProbe(notation)) {
    return compareProbe(quantity, entry, measured, access);
  }
  const value = numberAt(measured, 'value');
  if (value === undefined) return failed('the measured value is not one number');
  const all = multiples(kernel).map((variant) => runKernel(variant));
  const [totals] = all;
  if (totals === undefined || !totals.ok) return totals ?? failed('no access is given');
  const same = all.every((other) => other.ok && other.value.cycles === totals.value.cycles);
  if (!same) return failed('it depends on a value that the source does not give');
  const expected = expectation(quantity, entry, measured, kernel);
  if (!expected.ok) return expected;
  const { target, of } = expected.value;
  const predicted = of(totals.value);
  const remark = instructionRemark(entry, measured, kernel, totals.value);
  const others = otherReadings(kernel.machine, kernel.waveSize, kernel.steps).flatMap((model) => {
    const run = runKernel(kernel, model);
    return run.ok ? [`${model.name} predicts ${of(run.value)}`] : [];
  });
  return parsed({
    predicted: String(predicted),
    exact: predicted === target,
    ...(remark === undefined ? {} : { remark }),
    ...(others.length === 0 ? {} : { other: others.join(', ') }),
    ...(kernel.steps.some(({ formula }) => /\binferred\b/.test(formula.remark ?? ''))
      ? { circular: true }
      : {}),
  });
}

/** `pitch a multiple of 128`: the kernel with several such values; else the kernel itself. */
function multiples(kernel: Kernel): readonly Kernel[] {
  const free = kernel.steps.flatMap(({ formula }) => formula.multiple ?? [])[0];
  if (free === undefined) return [kernel];
  const variants: Kernel[] = [];
  for (const factor of [1, 2, 3]) {
    const parameters = new Map([...kernel.parameters, [free.name, factor * free.of]]);
    variants.push({ ...kernel, parameters });
  }
  return variants;
}

/** Most that arbitration has been seen to add to NVIDIA's counter, as a share of the wavefronts. */
const NOISE = 0.05;

function differs(entry: JsonObject, quantity: Quantity, outcome: Outcome): string {
  if (outcome.reason !== undefined) return outcome.reason;
  const value = numberAt(objectAt(entry, 'measured'), 'value') ?? 0;
  const wavefronts = numberAt(objectAt(entry, 'secondary'), 'wavefronts') ?? value;
  const excess = value - Number(outcome.predicted);
  const isNvidia = textAt(entry, 'vendor') === 'NVIDIA';
  if (isNvidia && quantity === 'conflicts' && excess > 0 && excess <= NOISE * wavefronts) {
    const share = ((100 * excess) / wavefronts).toPrecision(2);
    return `the counter is higher by ${share} % of the wavefronts: it also counts arbitration`;
  }
  return textAt(entry, 'notes') ?? 'model and counter disagree';
}

/** The series of a time, so that its order can be compared with predicted cycles. */
function timeOf(entry: JsonObject, measured: JsonObject, access: Access): Pick<Score, 'time'> {
  const value = numberAt(measured, 'value');
  const totals = runKernel(access.kernel);
  if (value === undefined || !totals.ok || access.notation.kind === 'sweep') return {};
  const parts = ['gpu', 'arch', 'instruction'].map((key) => textAt(entry, key) ?? '');
  const series = [...parts, textAt(measured, 'counter') ?? ''].join('; ');
  return { time: { series, value, cycles: totals.value.cycles } };
}
