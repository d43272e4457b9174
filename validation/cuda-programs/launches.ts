/** Launches of public CUDA programs, as their host code makes them, most with smaller sizes. */
import { cutePrograms } from './launches/cute.ts';
import { numericPrograms } from './launches/numeric.ts';
import { plainPrograms } from './launches/plain.ts';
import { samplePrograms } from './launches/samples.ts';
import { sgemmPrograms } from './launches/sgemm.ts';
import { tensorCorePrograms } from './launches/tensor-cores.ts';
import { texturePrograms } from './launches/textures.ts';
import { thrustPrograms } from './launches/thrust.ts';
import { waitingPrograms } from './launches/waiting.ts';
import type { ProgramFile } from './program.ts';

export const programFiles: readonly ProgramFile[] = [
  ...sgemmPrograms,
  ...cutePrograms,
  ...samplePrograms,
  ...tensorCorePrograms,
  ...numericPrograms,
  ...waitingPrograms,
  ...thrustPrograms,
  ...texturePrograms,
  ...plainPrograms,
];
