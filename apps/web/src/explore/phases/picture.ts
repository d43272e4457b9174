/** The picture of the page, for its card. */
import type { ServiceRule } from '@ldscope/core';
import { type DataTable, phaseMapPicture, type Picture } from '@ldscope/render';
import { tableOf } from '../../picture/table-of.ts';
import {
  type Choice,
  choiceOf,
  classPhases,
  type Decided,
  lanesMetText,
  ofWave,
  spanText,
} from './model.ts';

export const metTable = (choice: Choice, lane: number): DataTable =>
  tableOf(
    `Lanes that ${choice.machine.name} serves together with lane ${lane}`,
    classPhases(choice).filter(({ waveSize }) => lane < waveSize),
    [
      ['instructions', ({ classes }) => classes.join(', ')],
      ['lanes', ({ rule }) => lanesText(rule, lane)],
      ['lane bits that differ', ({ rule }) => spanText(rule.phases)],
      ['banks', ({ rule }) => rule.banks],
      ['evidence', ({ rule }) => rule.evidence],
    ],
  );

/** Where each rule of a chip comes from. */
export const sourceTable = (choice: Choice): DataTable =>
  tableOf(`Sources of the rules of ${choice.machine.name}`, classPhases(choice), [
    ['instructions', ({ classes }) => classes.join(', ')],
    ['evidence', ({ rule }) => rule.evidence],
    [
      'source',
      ({ rule: { source, note } }) => (note === undefined ? source : `${source}; ${note}`),
    ],
  ]);

function lanesText({ phases, pairedPhases }: ServiceRule, lane: number): string {
  const own = lanesMetText(phases, lane);
  return pairedPhases === undefined ? own : `${own}; paired: ${lanesMetText(pairedPhases, lane)}`;
}

export const claimTable = (all: readonly Decided[]): DataTable =>
  tableOf('Conflict cycles of one instruction: by the claim, by ldscope, and counted', all, [
    'claim',
    ['decided by', 'access'],
    ['claim', 'byClaim'],
    ['ldscope', 'byEngine'],
    'counted',
    ['on', 'device'],
    [
      'the claim is',
      ({ byClaim, counted }) =>
        counted === undefined ? 'open' : byClaim === counted ? 'right' : 'wrong',
    ],
  ]);

export const thumbnail = (): Picture =>
  phaseMapPicture(ofWave(choiceOf('gfx942 default'), 64), { selection: { lane: 0 }, width: 900 });
