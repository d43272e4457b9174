/**
 * Property tests try the same cases on every run, so that a failure is one of the change at hand. `FUZZ_SEED=random` tries
 * others, `FUZZ_SEED=NUMBER` those that a failure has printed; `FUZZ_RUNS` says how many (fast-check.ts).
 */
import * as fc from 'fast-check';
import { compareTypedArraysByBytes } from './typed-arrays.ts';

const wanted = process.env['FUZZ_SEED'] ?? '20261121';
if (wanted !== 'random') fc.configureGlobal({ seed: Number(wanted) });

compareTypedArraysByBytes();
