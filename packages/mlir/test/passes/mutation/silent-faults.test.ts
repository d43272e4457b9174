/** Faults that need not show in memory, such as a missing barrier, or that leave no valid kernel: refused as they are. */
import { silentFaults } from './faults.ts';
import { testRefusals } from './judge.ts';

testRefusals(silentFaults, undefined, 'construction');
