/** The chosen register of a matrix instruction; and a read of its operand from LDS. */
import { choice, controls, select, whole } from '../../controls/schema.ts';
import { tries } from '../parts/known-states.ts';
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

export const mapTries = tries(mapControls)`
Look at the result, D | name=d | D is held the other way: a lane holds several rows of one column.
Take 32 rows | instruction=v_mfma_f32_32x32x8_f16 | Half as many groups of lanes share k, and each lane holds sixteen elements of D.
Use fp8 on gfx942 | instruction=v_mfma_f32_16x16x32_fp8_fp8 | Each register holds four neighbours in k.
`;

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
    columns: choice('Elements per row', pitches, 128),
    /** What is beside the plain tile. */
    layout: choice('Compare with', ['padded', 'xor', 'best'], 'padded', {
      text: (layout) => ({ padded: 'padding', xor: 'XOR with the row', best: 'best XOR' })[layout],
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

/** Reads of well-known kernels. */
export const readPresets = [
  { name: '16x16x16, 128 per row', state: presets.talk },
  { name: '16x16x32, 64 per row', state: presets.wave },
  { name: '32x32x8, 32 per row', state: presets.gemm },
] as const;

export const readTries = tries(readControls)`
Read wider | read.read=ds_read_b128 | One read serves two matrix instructions, and fewer lanes share a phase.
Take rows of 256 elements | read.columns=256 | The rows are longer, but still a multiple of the bank period: the same conflicts.
Swizzle instead of padding | read.layout=best | The XOR that costs least, at no extra memory.
Transposed read of gfx950 | read.chip=gfx950&read.instruction=v_mfma_f32_16x16x32_f16&read.order=down&read.read=ds_read_b64_tr_b16 | k runs down the columns, and the hardware transposes 16-bit elements while it reads.
`;
