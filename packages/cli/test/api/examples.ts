/** The examples of docs/api.md, each below the name of an export. A test runs them; `npm run api` takes them into the page. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import {
  advise,
  analyzeKernel,
  analyzeKernels,
  analyzeTiming,
  baselineText,
  checkCases,
  checkJson,
  checkWaits,
  chooseXorShuffle,
  chromeTrace,
  coalesce,
  coalescingScenarios,
  compareAnalyses,
  compareKernels,
  comparisonsJson,
  convertLayoutText,
  decideSwizzle,
  executeKernel,
  explainAccess,
  explainGlobalAccess,
  explainSite,
  explanationJson,
  findCoalescing,
  findMachine,
  findModel,
  findRule,
  fixJson,
  fixText,
  githubAnnotations,
  GlobalTotals,
  GlobalTraceBuilder,
  htmlReport,
  ireeLayout,
  iterationDrawing,
  junitXml,
  kernelNames,
  lowerListing,
  machineJson,
  machines,
  markdownReport,
  occupancyOf,
  opcodeNumber,
  opcodes,
  paddingPlan,
  parseBaseline,
  parseCheckConfig,
  parseIreeSwizzle,
  parseListing,
  parseModule,
  parsePassList,
  passes,
  pipelines,
  presentLayouts,
  printModule,
  readCkTileSpec,
  renderDiagnostics,
  renderReport,
  ReportBuilder,
  reportJson,
  resolveMachine,
  runPasses,
  sarifCheck,
  sarifReport,
  sayCheck,
  sayComparisons,
  sayConverted,
  sayExplanation,
  sayFix,
  sayGlobalExplanation,
  sayMachine,
  saySuggestions,
  sayTimeline,
  scenarioTrace,
  scoreMeasurements,
  simulate,
  simulateTiming,
  singleAccess,
  singleGlobalAccess,
  suggestJson,
  suggestKernel,
  suggestTile,
  svgOfSite,
  timelineKernel,
  timelineReport,
  timingOf,
  TraceBuilder,
  tryLayout,
  waveConditions,
  waveLayout,
  waveSwizzleFor,
  writeHtml,
  writeMarkdown,
  writeText,
} from '../../src/index.ts';

const example = (path: string): string =>
  readFileSync(join(import.meta.dirname, '../../../../examples', path), 'utf8');

const kernel = example('transpose-plain/kernel.mlir');
const schedule = example('schedules/gemm-level-1.sched');
const specification = example('ck-tile-transpose/spec.yaml');

export const examples = {
  analyzeKernel() {
    const { analysis, diagnostics } = analyzeKernel(kernel, { machine: 'gfx942' });
    assert(analysis !== undefined, renderDiagnostics(diagnostics));
    const [worst] = analysis.report.sites;
    assert.equal(analysis.report.totals.bankConflict, 7936);
    assert.deepEqual([worst?.id, worst?.op, worst?.worstWays], ['22:5', 'ds_read_b32', 32]);
  },
  analyzeKernels() {
    const [first, ...others] = analyzeKernels(kernel, { machine: 'sm_90', workgroups: 1 });
    assert.equal(first?.analysis?.report.kernel.name, 'transpose');
    assert.equal(others.length, 0);
  },
  explainSite() {
    const explained = explainSite(analyzeKernel(kernel, { machine: 'gfx942' }), { site: '22:5' });
    assert(explained.kind === 'shared');
    const [first] = explained.explanation.phases;
    assert.equal(first?.ways, 32);
    assert.match(writeText(sayExplanation(explained)), /32 different words of bank 0/);
    assert.match(svgOfSite(explained), /<svg /);
    assert.equal(JSON.parse(explanationJson(explained)).schema, 'ldscope-explain/1');
  },

  suggestKernel() {
    const { report } = suggestKernel(kernel, { machines: ['gfx942', 'gfx950'] });
    assert(report !== undefined);
    const [buffer] = report.buffers;
    assert.equal(buffer?.verdict, 'solved');
    assert.match(writeText(saySuggestions(report)), /rows of 132 B/);
    assert.equal(JSON.parse(suggestJson(report)).schema, 'ldscope-suggest/1');
  },
  suggestTile() {
    const { report, buffers } = suggestTile({
      machines: ['gfx950'],
      tile: '32x64xf16',
      waves: 1,
      write: ['row-copy b128'],
      read: ['mfma-a v_mfma_f32_16x16x16_f16 b128'],
    });
    assert.equal(report?.buffers.length, 1);
    assert.equal(buffers.length, 1);
  },
  convertLayoutText() {
    const converted = convertLayoutText('pitch = 68', '64x64xf16', ['cute', 'c']);
    assert(converted.ok);
    const { layout, texts } = converted.value;
    assert.equal(texts[0]?.text, '(64,64):(68,1)');
    const document = sayConverted({ tile: layout.tile, layout: 'rows of 136 B', texts });
    assert.match(writeText(document), /tile\[64\]\[68\]/);
  },
  presentLayouts() {
    const [present] = presentLayouts(kernel, { machines: ['gfx942'] });
    assert.deepEqual(present?.names, ['%tile']);
    assert.equal(present?.layout.kind, 'rows');
  },
  tryLayout() {
    const [buffer] = suggestKernel(kernel, { machines: ['gfx942'] }).buffers;
    assert(buffer !== undefined);
    const tried = tryLayout('pitch = 33', buffer.problem);
    assert(tried.ok);
    const conflicts = tried.value.cost?.accesses.map(({ counts }) => counts[0]?.conflicts);
    assert.deepEqual(conflicts, [0, 0]);
  },

  fixText() {
    const { report, text } = fixText(kernel, { machines: ['gfx942'] });
    assert(report !== undefined && text !== undefined);
    assert.equal(report.verdict, 'fixed');
    assert.equal(
      analyzeKernel(text, { machine: 'gfx942' }).analysis?.report.totals.bankConflict,
      0,
    );
    assert.match(writeMarkdown(sayFix(report)), /proven/);
    assert.equal(JSON.parse(fixJson(report)).schema, 'ldscope-fix/1');
  },

  compareKernels() {
    const before = [{ analyzed: analyzeKernel(kernel, { machine: 'gfx942' }) }];
    const after = [{ analyzed: analyzeKernel(kernel, { machine: 'gfx950' }) }];
    const compared = compareKernels(before, after);
    const names = { before: 'gfx942', after: 'gfx950' };
    assert.equal(compared.comparisons[0]?.verdict, 'equal');
    assert.match(writeText(sayComparisons(compared, { names })), /7,936/);
    assert.match(comparisonsJson({ ...compared, names }, []), /ldscope-compare\/1/);
  },
  compareAnalyses() {
    const { text = '' } = fixText(kernel, { machines: ['gfx942'] });
    const [before, after] = [kernel, text].map((one) => {
      const { analysis, machine, model } = analyzeKernel(one, { machine: 'gfx942' });
      assert(analysis !== undefined && machine !== undefined && model !== undefined);
      return { analysis, machine, model };
    });
    assert(before !== undefined && after !== undefined);
    assert.equal(compareAnalyses(before, after).verdict, 'fewer');
  },

  checkCases() {
    const { analysis } = analyzeKernel(kernel, { machine: 'gfx942' });
    assert(analysis !== undefined);
    const name = { file: 'kernel.mlir', kernel: 'transpose', machine: 'gfx942', launch: '' };
    const cases = [{ ...name, title: 'transpose', report: analysis.report }];
    const checked = checkCases(cases, { today: '2027-01-31' });
    assert.equal(checked.verdict, 'failed');
    assert.match(writeText(sayCheck(checked)), /1 kernel failed on gfx942/);
    assert.match(githubAnnotations(checked), /^::error file=kernel\.mlir,line=22,col=5/);
    assert.match(junitXml(checked), /failures="1"/);
    assert.match(sarifCheck(checked, { version: '1.0.0' }), /"version": "2\.1\.0"/);
    assert.equal(JSON.parse(checkJson(checked)).schema, 'ldscope-check/1');

    const known = parseBaseline(baselineText(checked.cases, (file) => file));
    assert(typeof known !== 'string', String(known));
    const baseline = { ...known, file: 'baseline.json' };
    assert.equal(checkCases(cases, { today: '2027-01-31', baseline }).verdict, 'passed');
  },
  parseCheckConfig() {
    const config = parseCheckConfig('machines: [gfx942]\nmaxWays: 2\n');
    assert(config.ok);
    assert.equal(config.value.maxWays, 2);
    assert.equal(parseCheckConfig('maxway: 2').diagnostics[0]?.code, 'check/unknown-key');
  },

  timelineKernel() {
    const timed = timelineKernel(schedule);
    assert(timed.report !== undefined);
    assert.equal(timed.report.machine, 'gfx942');
    const drawing = iterationDrawing(timed.program, timed.timeline);
    assert.match(writeText(sayTimeline(timed.report, { drawing })), /vmcnt/);
    assert.match(chromeTrace(timed.program, timed.timeline), /traceEvents/);
  },
  parseListing() {
    const machine = findMachine('gfx942');
    const timing = machine && timingOf(machine);
    assert(machine !== undefined && timing !== undefined);
    const { program } = lowerListing(parseListing(schedule).listing, machine, timing);
    const options = { machine, timing };
    const { cycles } = simulateTiming(program, options);
    const analysis = analyzeTiming(program, options);
    assert.equal(analysis.timeline.cycles, cycles);
    const source = { name: 'gemm', machine: 'gfx942', timing, text: schedule, diagnostics: [] };
    assert.equal(timelineReport(program, analysis, source).cycles, cycles);
  },
  checkWaits() {
    const machine = findMachine('gfx942');
    const timing = machine && timingOf(machine);
    assert(machine !== undefined && timing !== undefined);
    const { program } = lowerListing(parseListing(schedule).listing, machine, timing);
    assert.equal(checkWaits(program).missing.length, 0);
  },
  occupancyOf() {
    const machine = findMachine('gfx942');
    assert(machine !== undefined);
    const { workgroups } = occupancyOf({ ldsBytes: 32_768, wavesPerWorkgroup: 4 }, machine);
    assert.equal(workgroups, 2);
  },

  findMachine() {
    const machine = findMachine('gfx950');
    assert.equal(machine?.sharedMemory.bytesPerWorkgroup.value, 163_840);
    assert.equal(findMachine('MI355X'), undefined);
    assert.equal(resolveMachine('MI355X'), machine);
    assert(machine !== undefined && machines.includes(machine));
    assert.match(writeText(sayMachine(machine)), /^gfx950/);
    assert.equal(JSON.parse(machineJson(machine)).schema, 'ldscope-machine/1');
  },
  findRule() {
    const machine = findMachine('gfx942');
    const model = machine && findModel(machine);
    assert(model !== undefined);
    const rule = findRule(model, 64, 'read.b128');
    assert.equal(rule?.phases.count, 8);
  },
  scoreMeasurements() {
    const machine = findMachine('sm_90');
    assert(machine !== undefined);
    const address = Array.from({ length: 32 }, (_, lane) => 8 * lane);
    const measured = {
      op: 'ld.shared.b32',
      mask: 'ffffffff',
      address,
      wavefronts: 2,
      conflicts: 1,
    };
    const { records, exact } = scoreMeasurements(JSON.stringify(measured), machine);
    assert.deepEqual([records, exact], [1, 1]);
  },

  singleAccess() {
    const machine = findMachine('gfx942');
    const op = opcodeNumber('ds_read_b32');
    assert(machine !== undefined && op !== undefined);
    assert.equal(opcodes[op]?.widthBytes, 4);
    // Lane l reads the first word of row l of 64 words.
    const column = singleAccess(
      op,
      Array.from({ length: 64 }, (_, lane) => 256 * lane),
    );
    const { idxActive, bankConflict, worstWays } = simulate(column, machine);
    assert.deepEqual([idxActive[0], bankConflict[0], worstWays[0]], [64, 62, 32]);
    assert.equal(explainAccess(column, 0, machine)?.phases.length, 2);
  },
  TraceBuilder() {
    const machine = findMachine('gfx942');
    const op = opcodeNumber('ds_write_b32');
    assert(machine !== undefined && op !== undefined);
    const site = { id: 'store', text: 'tile[lane] = x', line: 1, column: 1, buffer: 'tile' };
    const builder = new TraceBuilder(64, [site]);
    for (let wave = 0; wave < 4; wave++) {
      const addresses = Array.from({ length: 64 }, (_, lane) => 4 * lane);
      builder.add(op, 0, wave, 0, addresses);
    }
    const report = new ReportBuilder(machine);
    report.add(builder.finish(), 1024);
    const summary = { name: 'by hand', frontend: 'trace', waves: 4, ldsBytes: 1024 };
    assert.equal(report.finish(summary).report.totals.idxActive, 8);
  },

  coalesce() {
    const machine = findMachine('gfx942');
    const model = machine && findCoalescing(machine);
    assert(model !== undefined);
    const load = { name: 'global_load_dword', direction: 'load', widthBytes: 4 } as const;
    const strided = singleGlobalAccess(
      load,
      Array.from({ length: 64 }, (_, lane) => 128 * lane),
    );
    assert.equal(coalesce(strided, model).transactions[0], 64);
    assert.equal(explainGlobalAccess(strided, 0, model).blocks.length, 64);
  },
  GlobalTotals() {
    const machine = findMachine('gfx942');
    const model = machine && findCoalescing(machine);
    assert(model !== undefined);
    const builder = new GlobalTraceBuilder(64, [{ id: 'load', text: 'x = a[lane]', buffer: 'a' }]);
    const load = { name: 'global_load_dword', direction: 'load', widthBytes: 4 } as const;
    const addresses = Array.from({ length: 64 }, (_, lane) => 4 * lane);
    builder.add(builder.addInstruction(load), 0, 0, 0, addresses);
    const totals = new GlobalTotals(model);
    totals.add(builder.finish());
    assert.equal(totals.sites()[0]?.transactions, 2);
  },
  scenarioTrace() {
    const [contiguous] = coalescingScenarios;
    assert(contiguous !== undefined);
    assert.equal(scenarioTrace(contiguous).count, 1);
  },
  sayGlobalExplanation() {
    const analyzed = analyzeKernel(kernel, { machine: 'gfx942' });
    const site = analyzed.analysis?.globalSites[0]?.id;
    const explained = explainSite(analyzed, { site, global: true });
    assert(explained.kind === 'global');
    assert.match(writeText(sayGlobalExplanation(explained)), /line/);
  },

  parseModule() {
    const { module, diagnostics } = parseModule(kernel);
    assert.deepEqual([kernelNames(module), diagnostics], [['transpose'], []]);
    assert.equal(parseModule(printModule(module)).diagnostics.length, 0);
  },
  executeKernel() {
    const machine = findMachine('gfx942');
    assert(machine !== undefined);
    let accesses = 0;
    const { workgroups } = executeKernel(parseModule(kernel).module, kernel, {
      machine,
      workgroups: 1,
      onWorkgroup: ({ count }) => {
        accesses += count;
      },
    });
    assert.deepEqual([accesses, workgroups.executed], [32, 1]);
  },
  runPasses() {
    const machine = findMachine('gfx950');
    const steps = parsePassList('iree-swizzle');
    assert(machine !== undefined && steps.ok);
    const { module } = parseModule(example('swizzle-flow/lanes.mlir'));
    const { ok, decisions } = runPasses(module, steps.value, { machine, like: 'corrected' });
    assert(ok && decisions.length > 0);
    assert(pipelines.some(({ name }) => name === 'iree-swizzle'));
    assert(passes.length >= steps.value.length);
  },

  advise() {
    const machine = findMachine('gfx942');
    assert(machine !== undefined);
    const { value } = readCkTileSpec(parse(specification), machine, 'transpose');
    assert(value !== undefined);
    const advice = advise(value.spec, machine);
    assert(advice.ok);
    const views = advice.value.find(({ rule }) => rule === 'triple/views');
    assert.equal(views?.verdict, 'holds');
  },
  decideSwizzle() {
    const vector = { shape: [16, 128], elementBits: 16, writerWidth: 4, readerWidth: 4 };
    const decision = decideSwizzle(vector);
    assert(decision.kind === 'hint');
    assert.equal(decision.swizzle.accessWidth, 4);
  },
  chooseXorShuffle() {
    const choice = chooseXorShuffle({
      target: 'gfx950',
      intrinsic: 'MFMA_F32_16x16x32_F16',
      operand: 'lhs',
      reductionTiles: [2],
    });
    assert(choice.kind === 'shuffle');
    assert.deepEqual([choice.swizzle.rowWidth, choice.swizzle.accessWidth], [64, 8]);
  },
  paddingPlan() {
    const plan = paddingPlan([{ shape: [4, 32, 64], elementBits: 32 }], 64);
    assert.deepEqual(plan, { kind: 'pad', usedBytes: 32_768, extraBytes: 1024 });
  },
  parseIreeSwizzle() {
    const swizzle = parseIreeSwizzle('#iree_codegen.xor_shuffle<64, 8>');
    assert(swizzle.ok);
    const layout = ireeLayout(swizzle.value, { rows: 64, columns: 64, elementBytes: 2 });
    assert(layout.ok);
  },
  waveSwizzleFor() {
    const swizzle = waveSwizzleFor(64, 8, 8);
    assert.deepEqual(swizzle, { swizzleUnit: 8, maxPhase: 8 });
    const tile = { rows: 64, columns: 64, elementBytes: 2 };
    assert.equal(waveLayout(swizzle, tile).unitBytes, 16);
    const read = { kind: 'read', name: 'the read', column: 4, elements: 8 } as const;
    const broken = waveConditions(swizzle, tile, [read]).find(({ fault }) => fault !== undefined);
    assert.equal(broken?.name, 'one-unit');
  },

  renderReport() {
    const { analysis } = analyzeKernel(kernel, { machine: 'gfx942' });
    assert(analysis !== undefined);
    assert.match(renderReport(analysis, { width: 80 }), /1 of 2 LDS accesses has bank conflicts/);
    assert.equal(JSON.parse(reportJson(analysis.report)).schema, 'ldscope-report/1');
  },
  htmlReport() {
    const analyzed = analyzeKernel(kernel, { machine: 'gfx942' });
    const file = { file: 'kernel.mlir', source: kernel, kernels: [analyzed] };
    assert.match(htmlReport(file), /^<!doctype html>/);
    assert.match(markdownReport(file), /^### ldscope: kernel\.mlir/);
    assert.match(sarifReport(file, { version: '1.0.0' }), /ldscope\/bank-conflict/);
  },
  writeHtml() {
    const machine = findMachine('gfx950');
    assert(machine !== undefined);
    assert.match(writeHtml(sayMachine(machine)), /^<!doctype html>/);
    assert.match(writeMarkdown(sayMachine(machine)), /gfx950/);
  },
  renderDiagnostics() {
    const { analysis, diagnostics } = analyzeKernel('not a kernel');
    assert.equal(analysis, undefined);
    assert.match(renderDiagnostics(diagnostics), /usage\/unknown-format/);
  },
};
