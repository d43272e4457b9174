/** The picture of the page, for its card: groups as a rule has them. */
import { bankGridPicture, type Picture } from '@ldscope/render';
import { accessControls } from './controls.ts';
import { compare } from './model.ts';

export function thumbnail(): Picture {
  const { byRule, machine } = compare(accessControls.start);
  return bankGridPicture(byRule, 0, { machine, compact: true, heading: 'groups of the rule' });
}
