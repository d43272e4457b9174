/** The causes of another cost of an instruction, in words. */
import { type Cause, findMachine } from '@ldscope/core';
import { termsFor } from './terminology.ts';
import { counted, grouped } from './numbers.ts';

/** Steps of lane bits that are named. */
const MOST_STEPS = 3;

/** The cause in a word or two, as a table has it. */
export function causeName({ kind }: Cause): string {
  return kind === 'other-executions' ? 'other executions' : kind;
}

/** The cause as a clause, without a full stop. */
export function causeText(cause: Cause): string {
  switch (cause.kind) {
    case 'machine':
      return machineText(cause);
    case 'width':
      return `a lane moves ${cause.after} B instead of ${cause.before} B`;
    case 'instruction':
      return `${cause.after} instead of ${cause.before}`;
    case 'executions':
      return `executed ${grouped(cause.after)} times instead of ${grouped(cause.before)}`;
    case 'lanes':
      return `${counted(cause.after, 'lane')} of a wave instead of ${grouped(cause.before)}`;
    case 'pitch': {
      const steps = cause.steps
        .slice(0, MOST_STEPS)
        .map(({ bit, before, after }) => `${after} B instead of ${before} B for bit ${bit}`);
      const rest = cause.steps.length - steps.length;
      return `lanes are other distances apart: ${steps.join(', ')}${rest > 0 ? ` and ${counted(rest, 'more bit')}` : ''} of the lane`;
    }
    case 'key':
      if (cause.before === cause.after) return 'a swizzle with another key';
      return cause.after === 'xor'
        ? 'a swizzle: addresses are XORs of the bits of the lane, and were sums'
        : 'no swizzle: addresses are sums over the bits of the lane, and were XORs';
    case 'order':
      return 'the same addresses by other lanes';
    case 'alignment':
      return `addresses begin ${cause.after} B behind a multiple of 16 B instead of ${cause.before} B`;
    case 'addresses':
      return 'other addresses, which follow no simple rule';
    case 'other-executions':
      return 'the most expensive execution costs the same, others do not';
  }
}

function machineText({
  before,
  after,
  cost,
}: Extract<Cause, { readonly kind: 'machine' }>): string {
  if (cost === undefined) return `${after} instead of ${before}: one of them has no rule for it`;
  const text = (chip: string, { cycles, conflicts }: typeof cost.before): string => {
    const { cycles: unit } = termsFor(findMachine(chip.split(',')[0] ?? ''));
    return `${grouped(cycles)} ${unit}, ${grouped(conflicts)} of conflicts, on ${chip}`;
  };
  return `the same execution costs ${text(after, cost.after)} and ${text(before, cost.before)}`;
}
