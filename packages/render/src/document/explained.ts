/** A site and its most expensive execution, as every output takes it. */
import type {
  AccessExplanation,
  AnalysisGlobalSite,
  AnalysisSite,
  ConflictModel,
  GlobalExplanation,
  Machine,
  TileElements,
} from '@ldscope/core';

/** A site of shared memory. */
export interface Explained {
  readonly machine: Machine;
  readonly model: ConflictModel;
  readonly site: AnalysisSite;
  readonly explanation: AccessExplanation;
  /** The tile in shared memory, where it is known. */
  readonly elements?: TileElements | undefined;
}

/** A site of global memory. */
export interface GlobalExplained {
  readonly machine: Machine;
  readonly site: AnalysisGlobalSite;
  readonly explanation: GlobalExplanation;
}
