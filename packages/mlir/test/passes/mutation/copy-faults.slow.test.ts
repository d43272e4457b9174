/** Faults of direct-to-LDS copies: every mutant that is wrong is refused. */
import { copyFaults } from './faults.ts';
import { testRefusals } from './judge.ts';

testRefusals(copyFaults, ({ shape }) => shape.copies);
