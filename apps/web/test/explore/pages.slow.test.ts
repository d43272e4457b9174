/**
 * Every explorer in every state that it starts with, suggests or knows: pictures and tables are whole, pictures keep their size from
 * step to step, and the playground counts of what a page opens what the page counts.
 */
import { analyzeKernel } from '@ldscope/engine';
import { bankGridPicture, type DataTable, phaseMapPicture, type Picture } from '@ldscope/render';
import { describe, expect, it } from 'vitest';
import type { Controls } from '../../src/controls/schema.ts';
import {
  presets as tiles,
  readControls,
  writeControls,
} from '../../src/explore/checklist/controls.ts';
import { sideView } from '../../src/explore/checklist/model.ts';
import { checksPicture, checksTable } from '../../src/explore/checklist/picture.ts';
import { swapControls } from '../../src/explore/ck-tile/controls.ts';
import * as ck from '../../src/explore/ck-tile/model.ts';
import * as flow from '../../src/explore/ck-tile/picture.ts';
import { coalescingControls, scenarios } from '../../src/explore/coalescing/controls.ts';
import { coalescingView, fetchOf } from '../../src/explore/coalescing/model.ts';
import * as load from '../../src/explore/coalescing/picture.ts';
import { gcdControls, worked } from '../../src/explore/gcd/controls.ts';
import { compared, gcdView, tileText } from '../../src/explore/gcd/model.ts';
import { banksPicture, banksTable } from '../../src/explore/gcd/picture.ts';
import { gpuControls } from '../../src/explore/gpu/controls.ts';
import { gpuView, specOf as gpuSpec } from '../../src/explore/gpu/model.ts';
import { levels, pathPicture, pathTable } from '../../src/explore/gpu/picture.ts';
import { tileControls, tileOf, worked as attributes } from '../../src/explore/iree/controls.ts';
import * as iree from '../../src/explore/iree/tile.ts';
import { paddingControls, parametersOf, presets } from '../../src/explore/padding-xor/controls.ts';
import { specOf as paddingSpec } from '../../src/explore/padding-xor/spec.ts';
import { paddingModel } from '../../src/explore/padding-xor/model.ts';
import { rowsPicture } from '../../src/explore/padding-xor/picture.ts';
import { swappedAt } from '../../src/explore/parts/index-swapping.ts';
import { type LanePattern, patternSpecification } from '../../src/explore/parts/lane-pattern.ts';
import { mapControls } from '../../src/explore/phases/controls.ts';
import { choiceOf, ofWave } from '../../src/explore/phases/model.ts';
import { metTable, sourceTable } from '../../src/explore/phases/picture.ts';
import { accessControls, presets as accesses } from '../../src/explore/rules/controls.ts';
import { compare } from '../../src/explore/rules/model.ts';
import { tutorialControls } from '../../src/explore/tutorials/controls.ts';
import * as tutorial from '../../src/explore/tutorials/model.ts';
import { tilePicture, tileTable } from '../../src/explore/tutorials/picture.ts';
import { waveControls } from '../../src/explore/wave/controls.ts';
import { specificationOf, waveModel } from '../../src/explore/wave/model.ts';
import * as wave from '../../src/explore/wave/picture.ts';
import { xorControls } from '../../src/explore/xor-descriptor/controls.ts';
import { specOf as xorSpec, xorModel } from '../../src/explore/xor-descriptor/model.ts';
import * as xor from '../../src/explore/xor-descriptor/picture.ts';
import { chosenOf } from '../../../../test/cases.ts';
import { slugs, triesOf } from './page-controls.ts';

/** What the playground is given, and conflict cycles of its sites by the beginning of their names. */
type Opened = readonly [text: string | undefined, chip: string, Readonly<Record<string, number>>];

interface Shown {
  /** Lists of the same size: the steps of one picture. */
  readonly pictures: readonly (readonly Picture[])[];
  readonly tables?: readonly DataTable[];
  readonly opened?: readonly Opened[];
}

interface Page {
  readonly states: readonly string[];
  readonly shown: (address: string) => Shown | undefined;
}

/** A figure by its controls: what it shows in each state, which an address carries. */
function page<S extends object>(
  controls: Controls<S>,
  known: readonly Partial<NoInfer<S>>[],
  shown: (state: S) => Shown | undefined,
): Page {
  const tried = slugs
    .flatMap(triesOf)
    .filter((one) => Object.is(one.controls, controls))
    .flatMap(({ trials }) => trials.map(({ state }) => state));
  const states = [{}, ...known, ...tried].map((some) =>
    controls.write(controls.settled({ ...controls.start, ...some }), ''),
  );
  return { states, shown: (address) => shown(controls.read(address)) };
}

const checklist = (name: 'read' | 'write', controls: typeof readControls): Page =>
  page(
    controls,
    tiles.map((tile) => tile[name]),
    (side) => {
      const view = sideView('gfx942', name, side);
      const accesses = [{ name, request: view.request, pattern: side }];
      const text = patternSpecification(name, accesses, view.machine);
      const opened: Opened = [text, 'gfx942', { [name]: view.explanation.bankConflict }];
      return { pictures: [[checksPicture(view)]], tables: [checksTable(view)], opened: [opened] };
    },
  );

const stateOf = <S>({ state }: { readonly state: Partial<S> }): Partial<S> => state;

const pages: Readonly<Record<string, Page>> = {
  'checklist, read': checklist('read', readControls),
  'checklist, write': checklist('write', writeControls),
  'ck-tile': page(swapControls, [], (state) => {
    const made = ck.swapModel(state);
    if (!made.ok) return undefined;
    const { model } = made;
    const at = swappedAt(model, state.m, state.k);
    const text = model.faults.length === 0 ? ck.specOf(model) : undefined;
    return {
      pictures: [flow.steps(model, at).map((_, step) => flow.flowPicture(model, at, step))],
      tables: [flow.flowTable(model, at)],
      opened: [[text, state.chip, { packs: model.readings[0].conflicts }]],
    };
  }),
  'coalescing': page(coalescingControls, scenarios.map(stateOf), (state) => {
    const view = coalescingView(state, fetchOf(state.fetch));
    const pictures = load.steps.map((_, step) => load.stepsPicture(view, step));
    return { pictures: [pictures], tables: [load.slicesTable(view)] };
  }),
  'gcd': page(gcdControls, worked.map(stateOf), (state) => {
    const view = gcdView(state);
    return {
      pictures: [view.bankOfRow.map((_, row) => banksPicture(view, row))],
      tables: [banksTable(view)],
      opened: compared(state)
        .filter(({ request }) => request.startsWith('read'))
        .map(({ request, explanation }): Opened => {
          const bytes = Number(request.replace('read.b', '')) / 8;
          return [tileText(state, bytes), state.chip, { column: explanation.bankConflict }];
        }),
    };
  }),
  'gpu': page(gpuControls, [], (state) => {
    const view = gpuView(state);
    const isWhole =
      view.chosen !== undefined && view.activeLanes === view.access.addressBytes.length;
    const conflicts = view.wavesPerWorkgroup * view.access.bankConflict;
    return {
      pictures: [levels.map((_, level) => pathPicture(view, level))],
      tables: [pathTable(view)],
      opened: isWhole ? [[gpuSpec(view), state.chip, { read: conflicts }]] : [],
    };
  }),
  'iree': page(tileControls, attributes.map(stateOf), (state) => {
    const model = iree.tileModel(tileOf(state));
    const opened = model.sides.map((side): Opened => {
      const reads = iree.sideReads(model, side);
      const operand = reads.reduce((sum, { bankConflict }) => sum + bankConflict, 0);
      return [iree.specificationOf(model.parameters, side.name), state.chip, { operand }];
    });
    return { pictures: [], opened };
  }),
  'padding-xor': page(paddingControls, presets.map(stateOf), (state) => {
    const model = paddingModel(parametersOf(state));
    if (model === undefined) return undefined;
    return {
      pictures: [model.sides.map((side) => rowsPicture(model, side))],
      opened: model.sides.flatMap((side): Opened[] => {
        const { row, column } = side.counts ?? {};
        const isRoom = side.fits;
        if (row === undefined || column === undefined || !isRoom) return [];
        const wanted = { along: row.cost.conflicts, down: column.cost.conflicts };
        return [[paddingSpec(model, side), state.chip, wanted]];
      }),
    };
  }),
  'phases': page(mapControls, [], ({ model: value, waveSize }) => {
    const choice = ofWave(choiceOf(value), waveSize);
    const lanes = [0, waveSize - 1];
    return {
      pictures: [lanes.map((lane) => phaseMapPicture(choice, { selection: { lane }, width: 900 }))],
      tables: [...lanes.map((lane) => metTable(choice, lane)), sourceTable(choice)],
    };
  }),
  'rules': page(accessControls, accesses.map(stateOf), (state) => {
    const { machine, byRule, byEngine } = compare(state);
    const pattern: LanePattern = state;
    const all = [{ name: 'access', request: state.request, pattern }];
    const text = patternSpecification('access', all, machine);
    return {
      pictures: [byRule, byEngine].map((one) => [bankGridPicture(one, 0, { machine })]),
      opened: [[text, state.chip, { access: byEngine.bankConflict }]],
    };
  }),
  'tutorials': page(tutorialControls, [], (state) => {
    const answer = tutorial.tutorialFor(tutorial.requestOf(state));
    if (!answer.ok) return undefined;
    const model = answer.value;
    const moved = model.instructions.map((_, index) => tutorial.movedElements(model, index, 0));
    const conflicts = model.conflicts * model.tile.waves;
    return {
      pictures: [moved.map((own, index) => tilePicture(model, index, 0, own))],
      tables: moved.map(tileTable),
      opened: [[tutorial.specOf(model), state.chip, { '': conflicts }]],
    };
  }),
  'wave': page(waveControls, [], (state) => {
    const model = waveModel(state, state.which);
    const { sides } = model;
    const first = wave.firstDrawn(state.row);
    // How many of the 8 waves read each element of the tile.
    const readers = Math.max(1, 8 / (state.rows / state.operandRows));
    return {
      pictures: sides.flatMap((side) => {
        const [own, lds] = [wave.globalBase(model, side, first), wave.ldsBase(model, side, first)];
        return [
          [wave.globalPicture(model, side, own, state)],
          [wave.ldsPicture(model, side, lds, state)],
        ];
      }),
      tables: sides.flatMap((side) => wave.tileTable(model, side) ?? []),
      opened: sides.map((side): Opened => {
        const text = specificationOf(state, side.name === 'swizzled');
        return [text, state.chip, { operand: readers * side.conflicts }];
      }),
    };
  }),
  'xor-descriptor': page(xorControls, [], (state) => {
    const model = xorModel(state, state.m);
    if (model === undefined) return undefined;
    const steps = xor.steps.map((_, step) => xor.stepPicture(model, step, 'column', state));
    return {
      pictures: [steps, [xor.panelsPicture(model, state)]],
      opened: [[xorSpec(model), state.chip, { packs: model.read.swapped.bankConflict }]],
    };
  }),
};

const UNKNOWN = /NaN|undefined|Infinity/;

describe.each(Object.entries(pages))('%s', (_, { states, shown }) => {
  it.each(chosenOf(states, 1))('with "%s" is whole, and opens what is counted alike', (address) => {
    const { pictures, tables = [], opened = [] } = shown(address) ?? { pictures: [] };
    for (const steps of pictures) {
      expect(new Set(steps.map(({ width, height }) => `${width} x ${height}`)).size).toBe(1);
      for (const step of steps) expect(JSON.stringify(step)).not.toMatch(UNKNOWN);
    }
    for (const table of tables) {
      expect(table.rows.length).toBeGreaterThan(0);
      expect(JSON.stringify(table)).not.toMatch(UNKNOWN);
    }
    for (const [text, chip, wanted] of opened) {
      if (text === undefined) continue;
      expect(text).not.toMatch(UNKNOWN);
      const { analysis, diagnostics } = analyzeKernel(text, { machine: chip, file: 'tile.yaml' });
      expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
      const sites = analysis?.report.sites ?? [];
      const counted = Object.keys(wanted).map((name) => {
        const own = sites.filter(({ id }) => id.startsWith(name));
        return [name, own.reduce((sum, { bankConflict }) => sum + bankConflict, 0)];
      });
      expect([text, Object.fromEntries(counted)]).toEqual([text, wanted]);
    }
  });
});

it('shows every explorer but those whose tests have their own tables', () => {
  const missing = slugs.filter((slug) => !Object.keys(pages).some((name) => name.startsWith(slug)));
  expect(missing).toEqual(['hot-loop', 'operands']);
});
