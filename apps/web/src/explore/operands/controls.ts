/** The register that is looked at of a matrix instruction; and a read of its operand from LDS. */
import { choice, controls, select, whole } from '../../controls/schema.ts';
import {
  columnsFor,
  pitches,
  presets,
  readableMatrices,
  readableMatrix,
  readNames,
  readsFor,
} from './model.ts';
import { chips, matricesOn, matrixOn, nameOf, operandTitles, registerCount } from './registers.ts';

const chip = choice('Chip', chips, 'gfx942');
const instruction = select<string>(
  'Matrix instruction',
  [...new Set(chips.flatMap((one) => matricesOn(one).map(nameOf)))],
  'v_mfma_f32_16x16x16_f16',
);

export const mapControls = controls(
  '',
  {
    chip,
    instruction,
    name: choice('Operand', ['a', 'b', 'd'], 'a', { text: (name) => operandTitles[name] }),
    lane: whole('Lane', 17),
    register: whole('Register', 0),
  },
  {
    depends: {
      instruction: (state) => ({ values: matricesOn(state.chip).map(nameOf) }),
      lane: (state) => ({ max: matrixOn(state.chip, state.instruction).lanes - 1 }),
      register: (state) => ({
        max: registerCount(matrixOn(state.chip, state.instruction), state.name) - 1,
      }),
    },
    follow: (next, before) =>
      next.chip !== before.chip
        ? { instruction: nameOf(matrixOn(next.chip, before.instruction)), register: 0 }
        : next.instruction !== before.instruction
          ? { register: 0 }
          : {},
  },
);

export const readControls = controls(
  'read',
  {
    chip,
    instruction,
    order: choice('k in the tile', ['along', 'down'], 'along', {
      text: (order) => ({ along: 'along its rows', down: 'down its columns' })[order],
    }),
    /** The LDS instruction. */
    read: choice<string>('Read', readNames, 'ds_read_b64'),
    /** Elements of a row of the tile, LD. */
    columns: choice('Elements of a row', pitches, 128),
    /** What is beside the plain tile. */
    layout: choice('Beside plain', ['padded', 'xor', 'best'], 'padded', {
      text: (layout) => ({ padded: 'padded', xor: 'XOR of the row', best: 'best XOR' })[layout],
    }),
  },
  {
    depends: {
      instruction: (state) => ({ values: readableMatrices(state.chip).map(nameOf) }),
      columns: (state) => ({
        values: columnsFor(readableMatrix(state), state.order, state.read),
      }),
      read: (state) => ({ values: readsFor(state.chip, readableMatrix(state), state.order) }),
    },
    // The same instruction has another name on another chip.
    follow: (next, before) =>
      next.chip === before.chip
        ? {}
        : { instruction: nameOf(readableMatrix({ ...next, instruction: before.instruction })) },
  },
);

/** Where others begin. */
export const readPresets = [
  { name: "IREE's talk", state: presets.talk },
  { name: "Wave's kernel", state: presets.wave },
  { name: 'GEMM notes', state: presets.gemm },
] as const;
