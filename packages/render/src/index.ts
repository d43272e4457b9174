export { renderReport } from './text/report.ts';
export type { ReportTextOptions } from './text/report.ts';
export { renderDiagnostics } from './text/diagnostics.ts';
export type { SourceOptions } from './text/diagnostics.ts';
export type { TextOptions } from './text/style.ts';
export { renderExplanation } from './text/explain.ts';
export type { Explained, ExplainTextOptions } from './text/explain.ts';
export { renderGlobalExplanation } from './text/explain-global.ts';
export type { GlobalExplained } from './text/explain-global.ts';
export { coverageClause, isPartial, partClauses } from './text/coverage.ts';
export { groundsText, occupancyText, roomText } from './text/occupancy.ts';
export { isSample, layoutSample, sampleClause } from './text/sample.ts';
export { renderConverted } from './text/convert.ts';
export type { ConvertedText } from './text/convert.ts';
export { renderFix } from './text/fix.ts';
export { renderOpt } from './text/opt.ts';
export { renderPassList } from './text/pass-list.ts';
export type { PassList } from './text/pass-list.ts';
export { renderMachine, renderMachines } from './text/machine.ts';
export { matricesOf, renderMatrices, renderMatrix } from './text/matrix.ts';
export type { ShownMatrix } from './text/matrix.ts';
export { chromeTrace } from './chrome-trace.ts';
export { renderTimeline } from './text/timeline.ts';
export type { TimelineTextOptions } from './text/timeline.ts';
export { renderBudget } from './text/budget.ts';
export { budgetsJson, timelinesJson } from './timing-json.ts';
export { renderSuggestions } from './text/suggest.ts';
export type { SuggestTextOptions } from './text/suggest.ts';
export { renderScore } from './text/validate.ts';
export type { ScoreTextOptions } from './text/validate.ts';
export {
  convertedJson,
  explanationJson,
  failureJson,
  fixJson,
  globalExplanationJson,
  machineJson,
  machinesJson,
  matricesJson,
  optJson,
  passListJson,
  reportJson,
  reportsJson,
  scoreJson,
  suggestJson,
} from './json.ts';

// Documents: pages, logs, comments and pictures that stand alone.
export type {
  AnalyzedFile,
  AnalyzedKernel,
  BufferLayouts,
  KernelTime,
} from './document/analyzed-file.ts';
export { sitePicture, svgOfGlobalSite, svgOfSite } from './document/site-sheet.ts';
export { htmlExplanation, htmlGlobalExplanation } from './html/explanation.ts';
export { htmlReport } from './html/report.ts';
export { markdownReport } from './markdown/markdown.ts';
export { sarifReport, type SarifOptions } from './sarif/sarif.ts';

// Pictures.
export {
  escapeMarkup,
  label,
  markup,
  type Picture,
  pictureNode,
  type SvgAttributes,
  type SvgChild,
  type SvgNode,
  svg,
} from './svg/node.ts';
export {
  laneColor,
  pictureStyles,
  standaloneStyles,
  type ThemeName,
  tokenDeclarations,
} from './svg/theme.ts';
export type { DataColumn, DataTable } from './svg/data-table.ts';

// Pictures of shared memory: banks, lanes, tiles.
export { bankGridPicture, type BankGridOptions, type ShownPhase } from './svg/bank-grid.ts';
export { bankGridTable } from './svg/bank-grid-table.ts';
export { gridWords, type GridWord, isServedLaneByLane } from './svg/bank-grid-words.ts';
export { classes, emphasis, type MarkSubject, type Selection } from './svg/selection.ts';
export { laneMapPicture, laneMapTable, type LaneMapOptions } from './svg/lane-map.ts';
export { phaseStripPicture, phaseStripTable, type PhaseStripOptions } from './svg/phase-strip.ts';
export { phaseMapPicture, type PhaseMapOptions } from './svg/phase-map.ts';
export { phaseMapTable } from './svg/phase-map-table.ts';
export { MOST_CELLS, type TileCell, tileCells, type TileCells } from './svg/tile-cells.ts';
export type { CellLane, TileService, TileView } from './svg/tile-view.ts';
export type { TileColors, TileOptions } from './svg/tile-map-cell.ts';
export { tilePicture } from './svg/tile-map.ts';
export { physicalTilePicture } from './svg/tile-map-physical.ts';
export { tileTable } from './svg/tile-table.ts';

// Pictures of global memory, of time, of a chip, and charts.
export { globalLinesPicture, type GlobalLinesOptions } from './svg/global-lines.ts';
export { globalLinesTable } from './svg/global-lines-table.ts';
export { type TimelineOptions, timelinePicture } from './svg/timeline.ts';
export { rangeOf, timelineLeft, type TimelineRange, timelineRight } from './svg/timeline-frame.ts';
export { executionAt, explainExecution, unitTable, waitTable } from './svg/timeline-table.ts';
export {
  compareFacts,
  compareRules,
  type Comparison,
  type MachineChoice,
} from './svg/machine-compare.ts';
export {
  machineFactTable,
  machineMatrixTable,
  machineModelTable,
  machineRuleTables,
  phasesInWords,
} from './svg/machine.ts';
export { findShownMatrix, operandMapPicture, type OperandMapOptions } from './svg/operand-map.ts';
export { operandMapTable } from './svg/operand-map-table.ts';
export * from './svg/chart.ts';

// Words.
export { type Terms, termsFor } from './terminology.ts';
export { hintSentences } from './text/hints.ts';
