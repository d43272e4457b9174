import { gemmTables } from './cases/gemm.ts';

for (const line of gemmTables()) console.log(line);
