/** Faults that only some workgroups, waves, lanes or iterations see: refused like all others, since nothing is executed. */
import { partFaults } from './faults.ts';
import { testRefusals } from './judge.ts';

testRefusals(partFaults);
