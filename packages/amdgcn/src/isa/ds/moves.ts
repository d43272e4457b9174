/**
 * LDS reads and writes, with one address and with two, and by thread id: one row per mnemonic.
 * Source: AMD CDNA3 ISA, "Data Share"; two-address forms count their offsets in elements, or in 64 of them.
 */
import { requireOpcode } from '../../state/environment.ts';
import { LANE_STEP_BYTES, ldsBase } from '../../state/lds-by-m0.ts';
import type { Outstanding } from '../../state/waits.ts';
import { M0, type Step, type Wave } from '../../state/wave.ts';
import { type DsContext, type DsRow, dsRow } from './row.ts';
import { issueVector } from '../memory/issue.ts';
import { type LoadForm, loadForms, type StoreForm, storeForms, wordsOf } from '../memory/values.ts';

/** What a wide access must be a multiple of to be served at full speed. */
function alignmentOf(bytes: number): number {
  return bytes === 12 ? 4 : bytes;
}

const outstanding = (number: number): Outstanding => ({ number, registers: [] });

/** Makes what sets the lane addresses of an access. */
type Locate = (context: DsContext) => (wave: Wave) => void;

const inOperand =
  (index: number): Locate =>
  ({ rows, offset, access }) => {
    const address = rows[index] ?? 0;
    return (wave) => access.fromRegister(wave, address, offset);
  };

/** Address M0 + offset + 4 * lane. */
const byLane: Locate = ({ environment, offset, access }) => {
  const baseOf = ldsBase(environment.target, 'threadId');
  return (wave) => access.fromLanes(wave, baseOf(wave) + offset, LANE_STEP_BYTES.threadId);
};

function read(name: string, form: LoadForm, place = inOperand(1)): (context: DsContext) => Step {
  const op = requireOpcode(name);
  const alignment = alignmentOf(form.bytes);
  return (context) => {
    const { environment, number, rows, access } = context;
    const { lds } = environment;
    const [target = 0] = rows;
    const locate = place(context);
    const destination = { row: target, count: wordsOf(form.bytes), mask: form.mask };
    return issueVector(environment, number, 'lds', destination, (wave) => {
      locate(wave);
      access.record(environment, op, number, wave);
      wave.order++;
      access.admit(environment, number, form.bytes, alignment);
      access.checkRead(lds, wave, number, form.bytes);
      access.load(lds, wave, target, form);
    });
  };
}

/** The data is in the operand `from`. */
function write(
  name: string,
  form: StoreForm,
  place = inOperand(0),
  from = 1,
): (context: DsContext) => Step {
  const op = requireOpcode(name);
  const alignment = alignmentOf(form.bytes);
  return (context) => {
    const { environment, number, rows, access } = context;
    const { lds } = environment;
    const data = rows[from] ?? 0;
    const locate = place(context);
    const item = outstanding(number);
    return (wave) => {
      locate(wave);
      access.record(environment, op, number, wave);
      wave.order++;
      access.admit(environment, number, form.bytes, alignment);
      const tag = access.checkWrite(lds, wave, number, form.bytes, 'plain');
      lds.storeChecked(() => access.store(lds, wave, data, form));
      wave.waits.lds(item, tag);
    };
  };
}

/** Two addresses: equal offsets make one access. */
function read2(name: string, form: LoadForm, stride: 1 | 64): (context: DsContext) => Step {
  const op = requireOpcode(name);
  const words = wordsOf(form.bytes);
  return ({ environment, number, rows, offset0, offset1, access, second }) => {
    const { lds } = environment;
    const [target = 0, address = 0] = rows;
    const unit = form.bytes * stride;
    const destination = { row: target, count: 2 * words, mask: form.mask };
    return issueVector(environment, number, 'lds', destination, (wave) => {
      access.fromRegister(wave, address, offset0 * unit);
      access.record(environment, op, number, wave);
      second.fromRegister(wave, address, offset1 * unit);
      if (offset0 !== offset1) second.record(environment, op, number, wave);
      wave.order++;
      access.admit(environment, number, form.bytes, form.bytes);
      access.checkRead(lds, wave, number, form.bytes);
      second.admit(environment, number, form.bytes, form.bytes);
      second.checkRead(lds, wave, number, form.bytes);
      access.load(lds, wave, target, form);
      second.load(lds, wave, target + words, form);
    });
  };
}

function write2(name: string, form: StoreForm, stride: 1 | 64): (context: DsContext) => Step {
  const op = requireOpcode(name);
  return ({ environment, number, rows, offset0, offset1, access, second }) => {
    const { lds } = environment;
    const [address = 0, data0 = 0, data1 = 0] = rows;
    const unit = form.bytes * stride;
    const item = outstanding(number);
    return (wave) => {
      access.fromRegister(wave, address, offset0 * unit);
      access.record(environment, op, number, wave);
      second.fromRegister(wave, address, offset1 * unit);
      if (offset0 !== offset1) second.record(environment, op, number, wave);
      wave.order++;
      access.admit(environment, number, form.bytes, form.bytes);
      second.admit(environment, number, form.bytes, form.bytes);
      const tag = access.checkWrite(lds, wave, number, form.bytes, 'plain');
      lds.storeChecked(() => access.store(lds, wave, data0, form));
      second.checkWrite(lds, wave, number, form.bytes, 'plain', tag);
      lds.storeChecked(() => second.store(lds, wave, data1, form));
      wave.waits.lds(item, tag);
    };
  };
}

const readByLane = read('ds_read_addtid_b32', { bytes: 4, mask: 0xffffffff }, byLane);
const writeByLane = write('ds_write_addtid_b32', { bytes: 4, shift: 0 }, byLane, 0);

const doubles = (['b32', 'b64'] as const).flatMap((width) =>
  ([1, 64] as const).map((stride) => ({ width, stride, suffix: stride === 64 ? 'st64' : '' })),
);

export const moveRows: readonly DsRow[] = [
  ...Object.entries(loadForms).map(([name, form]) =>
    dsRow(`ds_read_${name}`, 'w1 r1', form.bytes, read(`ds_read_${name}`, form)),
  ),
  ...Object.entries(storeForms).map(([name, form]) =>
    dsRow(`ds_write_${name}`, 'r1 r1', form.bytes, write(`ds_write_${name}`, form)),
  ),
  ...doubles.flatMap(({ width, stride, suffix }) => {
    const load = loadForms[width];
    const store = storeForms[width];
    if (load === undefined || store === undefined) return [];
    const [reads, writes] = [`ds_read2${suffix}_${width}`, `ds_write2${suffix}_${width}`];
    return [
      dsRow(reads, 'w2 r1', load.bytes, read2(reads, load, stride)),
      dsRow(writes, 'r1 r1 r1', store.bytes, write2(writes, store, stride)),
    ];
  }),
  dsRow('ds_read_addtid_b32', 'w1', 4, readByLane, { reads: [M0], byM0: 'threadId' }),
  dsRow('ds_write_addtid_b32', 'r1', 4, writeByLane, { reads: [M0], byM0: 'threadId' }),
];
