/**
 * The source page of Nsight Compute beside `--sass`: two kernels of ours on an H100 (`nsight/`: their PTX, the code that ptxas made of it, and the
 * instructions of shared memory that `ncu --page source --csv` prints).
 */
import { testSessions } from './sessions.ts';

testSessions('source-page');
