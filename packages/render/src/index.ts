export { renderReport } from './text/report.ts';
export type { ReportTextOptions } from './text/report.ts';
export { placeDiagnostics, renderDiagnostics } from './text/diagnostics.ts';
export type { SourceOptions } from './text/diagnostics.ts';
export type { TextOptions } from './text/style.ts';
export { renderExplanation } from './text/explain.ts';
export type { Explained, ExplainTextOptions } from './text/explain.ts';
export { renderMachine, renderMachines } from './text/machine.ts';
export { renderScore } from './text/validate.ts';
export type { ScoreTextOptions } from './text/validate.ts';
export {
  explanationJson,
  failureJson,
  machineJson,
  machinesJson,
  reportJson,
  reportsJson,
  scoreJson,
} from './json.ts';
