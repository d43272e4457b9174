/** Faults around the accesses, in loops, branches and results: every mutant that is wrong is refused. */
import { structureFaults } from './faults.ts';
import { testRefusals } from './judge.ts';

testRefusals(structureFaults);
