/** Who meets a lane, phases as subspaces, and claims that were decided. */
import type { DataTable } from '@ldscope/render';
import { patternText } from '../parts/lane-pattern.ts';
import { waveOf } from '../parts/one-access.ts';
import {
  type Choice,
  choiceOf,
  classPhases,
  type Decided,
  lanesMetText,
  spanText,
} from './model.ts';

export function metTable(choice: Choice, lane: number): DataTable {
  const rows = classPhases(choice).filter(({ waveSize }) => lane < waveSize);
  return {
    caption: `Who is served with lane ${lane}, on ${choice.machine.name}`,
    columns: [
      { title: 'instructions' },
      { title: 'lanes' },
      { title: 'bits that may differ' },
      { title: 'banks', numeric: true },
      { title: 'evidence' },
      { title: 'source' },
    ],
    rows: rows.map(({ classes, rule }) => [
      classes.join(', '),
      lanesMetText(rule.phases, lane) +
        (rule.pairedPhases === undefined
          ? ''
          : `; paired: ${lanesMetText(rule.pairedPhases, lane)}`),
      spanText(rule.phases),
      String(rule.banks),
      rule.evidence,
      rule.note === undefined ? rule.source : `${rule.source}; ${rule.note}`,
    ]),
  };
}

export function claimTable(all: readonly Decided[]): DataTable {
  return {
    caption: 'Conflict cycles of one instruction, under a claim, in the engine, and counted',
    columns: [
      { title: 'claim' },
      { title: 'decided by' },
      { title: 'claim', numeric: true },
      { title: 'engine', numeric: true },
      { title: 'counted', numeric: true },
      { title: 'on' },
      { title: 'so it is' },
    ],
    rows: all.map(({ claim, instruction, byClaim, byEngine, counted, device, how }) => [
      claim.claim,
      `${instruction}, ${patternText(claim.pattern, waveOf(choiceOf(claim.claimed).machine))}`,
      String(byClaim),
      String(byEngine),
      counted === undefined ? '-' : String(counted),
      device === undefined ? '-' : `${device}${how === 'time' ? ', timed' : ''}`,
      counted === undefined ? 'open' : byClaim === counted ? 'right' : 'wrong',
    ]),
  };
}
