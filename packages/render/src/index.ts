export { htmlReport, markdownReport, renderReport } from './report/report.ts';
export { sayReports } from './say/report.ts';
export { framesText, linePlace } from './text/source-place.ts';
export { sitesByLine } from './say/source-lines.ts';
export { renderDiagnostics } from './text/diagnostics.ts';
export type { SourceOptions } from './text/diagnostics.ts';
export type { TextOptions } from './text/style.ts';
export { sayExplanation } from './say/explain.ts';
export type { Explained } from './document/explained.ts';
export { sayGlobalExplanation } from './say/explain-global.ts';
export {
  coverageClause,
  limitClauses,
  passingClause,
  unitClause,
  unservedCell,
  unservedWords,
} from './text/coverage.ts';
export { groundsText, roomText } from './text/occupancy.ts';
export { sampleClause } from './text/sample.ts';
export { sayComparison, sayComparisons } from './say/compare.ts';
export { causeText } from './text/causes.ts';
export { sayCkLayouts } from './say/ck-layouts.ts';
export { sayGemm } from './say/ck-gemm.ts';
export { sayConverted } from './say/convert.ts';
export { sayFix } from './say/fix.ts';
export { sayStates } from './say/opt-states.ts';
export { sayDecisions, sayOpt, sayPassList } from './say/opt.ts';
export { type ExecutedKernel, type RunReport, sayRun } from './say/run.ts';
export { sayMachine, sayMachines } from './say/machine.ts';
export { sayMachineComparison } from './say/machine-compare.ts';
export { sayMatrix, sayMatrixList } from './say/matrix.ts';
export { matricesOf, type ShownMatrix } from './text/shown-matrix.ts';
export { chromeTrace } from './json/chrome-trace.ts';
export { iterationDrawing } from './say/iteration.ts';
export { constantsBlock, sayTimeline } from './say/timeline.ts';
export { sayBudget } from './say/budget.ts';
export { sayPipeline } from './say/pipeline.ts';
export { sayProfile } from './say/profile.ts';
export { saySourcePage } from './say/source-page.ts';
export { profileJson } from './json/score.ts';
export { sayCheck } from './say/check.ts';
export { sayShapes, svgOfShapes } from './say/shapes.ts';
export { shapesJson } from './json/shapes.ts';
export { saySweep } from './say/sweep.ts';
export { sweepJson } from './json/sweep.ts';
export { checkJson } from './json/check.ts';
export { sarifCheck } from './sarif/check.ts';
export { githubAnnotations } from './ci/annotations.ts';
export { junitXml } from './ci/junit.ts';
export { budgetsJson, pipelineJson, timelinesJson } from './json/time.ts';
export { ADDRESS_WORDS, addressText } from './text/address-text.ts';
export { sayNotations, sayPresent, sayProof, saySuggestions } from './say/suggest.ts';
export { adviceBlocks } from './say/advice.ts';
export { explainUnder, worstExecution } from './say/under.ts';
export { kernelMark, siteHint, siteMark, siteTitle } from './say/mark.ts';
export { sectionNodes } from './html/sections.ts';
export { writeText } from './document/write-text.ts';
export { writeHtml } from './html/document.ts';
export { writeMarkdown } from './markdown/document.ts';
export { type Document, joined, type Section, withDiagnostics } from './document/document.ts';
export { sayScore } from './say/score.ts';
export { comparisonsJson } from './json/compare.ts';
export { ckLayoutsJson } from './json/ck-layouts.ts';
export { gemmJson } from './json/ck-gemm.ts';
export { convertedJson } from './json/convert.ts';
export { explanationJson, globalExplanationJson } from './json/explanation.ts';
export { fixJson } from './json/fix.ts';
export { machineComparisonJson, machineJson, machinesJson } from './json/machine.ts';
export { matricesJson } from './json/matrices.ts';
export { optJson, passListJson } from './json/opt.ts';
export { failureJson } from './json/parts.ts';
export { reportJson, reportsJson } from './json/report.ts';
export { runJson } from './json/run.ts';
export { scoreJson } from './json/score.ts';
export { suggestionsJson, suggestJson } from './json/suggest.ts';

// Documents: pages, logs, comments and pictures that stand alone.
export type { AnalyzedFile, AnalyzedKernel } from './document/analyzed-file.ts';
export { svgOfBanks, svgOfGlobalSite, svgOfSite } from './document/site-sheet.ts';
export { sarifReport, sarifReports } from './sarif/sarif.ts';
export { conflictResults, hazardResults, misalignedResults } from './sarif/results.ts';
export type { Finding } from './sarif/finding.ts';

// Pictures.
export {
  label,
  markup,
  type Picture,
  pictureNode,
  rect,
  type SvgAttributes,
  type SvgChild,
  type SvgNode,
  svg,
} from './svg/node.ts';
export {
  type CellGrid,
  cellBox,
  cellFrame,
  cellPicture,
  cellsOf,
  columnNames,
  everyNth,
  rowNames,
} from './svg/cells.ts';
export { laneColor, standaloneStyles, type ThemeName } from './svg/theme.ts';
export type { DataColumn, DataTable } from './svg/data-table.ts';

// Pictures of shared memory: banks, lanes, tiles.
export { bankGridPicture } from './svg/bank-grid.ts';
export { bankGridTable } from './svg/bank-grid-table.ts';
export { classes, emphasis, type Selection } from './svg/selection.ts';
export { phaseStripPicture, phaseStripTable } from './svg/phase-strip.ts';
export { phaseMapPicture } from './svg/phase-map.ts';
export { phaseMapTable } from './svg/phase-map-table.ts';
export { accessReadout, globalReadout, type ReadoutField, tileReadout } from './svg/readout.ts';
export { evidenceStyles } from './text/evidence.ts';
export { titledPicture } from './svg/titled.ts';
export { type TileCells, tileCells } from './svg/tile-cells.ts';
export type { TileOptions } from './svg/tile-map-cell.ts';
export { tilePicture } from './svg/tile-map.ts';
export { physicalTilePicture } from './svg/tile-map-physical.ts';
export { tileTable } from './svg/tile-table.ts';

// Pictures of global memory, of time, of a chip, and charts.
export { globalLinesPicture } from './svg/global-lines.ts';
export { globalLinesTable } from './svg/global-lines-table.ts';
export { timelinePicture } from './svg/timeline.ts';
export { rangeOf, timelineLeft, timelineRight } from './svg/timeline-frame.ts';
export { explainExecution, unitTable, waitTable } from './svg/timeline-table.ts';
export {
  compareFacts,
  compareRules,
  type Comparison,
  type MachineChoice,
} from './svg/machine-compare.ts';
export { findShownMatrix, operandMapPicture } from './svg/operand-map.ts';
export { operandMapTable } from './svg/operand-map-table.ts';
export * from './svg/chart.ts';

// Words.
export { grouped } from './text/numbers.ts';
export { type Terms, termsFor, termsForAll } from './text/terminology.ts';
export { hintSentences } from './text/hints.ts';
