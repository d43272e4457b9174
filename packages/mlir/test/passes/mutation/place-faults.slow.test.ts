/** Faults in the index of a load or a store: every mutant that is wrong is refused. */
import { placeFaults } from './faults.ts';
import { testRefusals } from './judge.ts';

testRefusals(placeFaults, ({ shape }) => !shape.copies);
