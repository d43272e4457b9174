/**
 * LDS reads and writes, with one address and with two, and by thread id: one row per mnemonic.
 *
 *     CDNA   ds_read_b64    ds_read2_b32        ds_write2st64_b32
 *     RDNA   ds_load_b64    ds_load_2addr_b32   ds_store_2addr_stride64_b32
 *
 * Two-address forms count their offsets in elements, or in 64 of them.
 * Source: AMD CDNA3, RDNA3 and RDNA4 ISA, "Data Share".
 */
import { requireOpcode } from '../../state/environment.ts';
import { LANE_STEP_BYTES, ldsBase } from '../../state/lds-by-m0.ts';
import type { Outstanding } from '../../state/waits.ts';
import { M0, type Step, type Wave } from '../../state/wave.ts';
import { type DsContext, type DsRow, dsRow } from './row.ts';
import { issueVector } from '../memory/issue.ts';
import {
  isWhole,
  type LoadForm,
  loadForms,
  type StoreForm,
  storeForms,
  wordsOf,
} from '../memory/values.ts';
import { CDNA, RDNA, type Target } from '../../state/target.ts';

/** The alignment in bytes that a wide access needs for full speed. */
function alignmentOf(bytes: number): number {
  return bytes === 12 ? 4 : bytes;
}

const outstanding = (number: number): Outstanding => ({ number, registers: [] });

/** Makes the function that sets the lane addresses of an access. */
type Locate = (context: DsContext) => (wave: Wave) => void;

const inOperand =
  (index: 0 | 1): Locate =>
  ({ rows, offset, access }) => {
    const address = rows[index];
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
    const [target] = rows;
    const locate = place(context);
    const destination = { row: target, count: wordsOf(form.bytes), mask: form.mask };
    return issueVector(environment, number, 'lds', destination, (wave) => {
      locate(wave);
      access.record(environment, op, number, wave);
      wave.order++;
      access.admit(environment, number, form.bytes, alignment);
      const tag = access.checkRead(lds, wave, number, form.bytes);
      access.load(lds, wave, target, form);
      return tag;
    });
  };
}

/** The data is in the operand `from`. */
function write(
  name: string,
  form: StoreForm,
  place = inOperand(0),
  from: 0 | 1 = 1,
): (context: DsContext) => Step {
  const op = requireOpcode(name);
  const alignment = alignmentOf(form.bytes);
  return (context) => {
    const { environment, number, rows, access } = context;
    const { lds } = environment;
    const data = rows[from];
    const locate = place(context);
    const item = outstanding(number);
    return (wave) => {
      locate(wave);
      access.record(environment, op, number, wave);
      wave.order++;
      access.admit(environment, number, form.bytes, alignment);
      const tag = access.checkWrite(lds, wave, number, form.bytes, 'plain');
      lds.storeChecked(() => access.store(lds, wave, data, form));
      access.checkCollision(lds, wave, number, data, form);
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
    const [target, address] = rows;
    const unit = form.bytes * stride;
    const destination = { row: target, count: 2 * words, mask: form.mask };
    return issueVector(environment, number, 'lds', destination, (wave) => {
      access.fromRegister(wave, address, offset0 * unit);
      access.record(environment, op, number, wave);
      second.fromRegister(wave, address, offset1 * unit);
      if (offset0 !== offset1) second.record(environment, op, number, wave);
      wave.order++;
      access.admit(environment, number, form.bytes, form.bytes);
      const tag = access.checkRead(lds, wave, number, form.bytes);
      second.admit(environment, number, form.bytes, form.bytes);
      second.checkRead(lds, wave, number, form.bytes, tag);
      access.load(lds, wave, target, form);
      second.load(lds, wave, target + words, form);
      return tag;
    });
  };
}

function write2(name: string, form: StoreForm, stride: 1 | 64): (context: DsContext) => Step {
  const op = requireOpcode(name);
  return ({ environment, number, rows, offset0, offset1, access, second }) => {
    const { lds } = environment;
    const [address, data0, data1] = rows;
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
      access.checkCollision(lds, wave, number, data0, form);
      second.checkWrite(lds, wave, number, form.bytes, 'plain', tag);
      lds.storeChecked(() => second.store(lds, wave, data1, form));
      second.checkCollision(lds, wave, number, data1, form);
      wave.waits.lds(item, tag);
    };
  };
}

const WORD_LOAD: LoadForm = { bytes: 4, mask: 0xffffffff };
const WORD_STORE: StoreForm = { bytes: 4, shift: 0 };

/** How a family of chips spells its moves. */
interface Spelling {
  readonly load: string;
  readonly store: string;
  readonly two: string;
  readonly far: string;
  readonly targets: readonly Target[];
}

const spellings: readonly Spelling[] = [
  { load: 'ds_read', store: 'ds_write', two: '2', far: '2st64', targets: CDNA },
  { load: 'ds_load', store: 'ds_store', two: '_2addr', far: '_2addr_stride64', targets: RDNA },
];

const LOAD = { memory: 'load', lanes: 'own' } as const;
const STORE = { memory: 'store', lanes: 'own' } as const;

/** Reads and writes of a width at two addresses. */
function doubles({ load, store, two, far, targets }: Spelling, width: 'b32' | 'b64'): DsRow[] {
  const [loads, stores] = [loadForms[width], storeForms[width]];
  if (loads === undefined || stores === undefined) return [];
  return ([1, 64] as const).flatMap((stride) => {
    const infix = stride === 64 ? far : two;
    const [reads, writes] = [`${load}${infix}_${width}`, `${store}${infix}_${width}`];
    return [
      dsRow(reads, 'w2 r1', loads.bytes, read2(reads, loads, stride), {
        ...LOAD,
        targets,
        two: stride,
      }),
      dsRow(writes, 'r1 r1 r1', stores.bytes, write2(writes, stores, stride), {
        ...STORE,
        targets,
        two: stride,
      }),
    ];
  });
}

function movesOf(spelling: Spelling): DsRow[] {
  const { load, store, targets } = spelling;
  const byLaneOptions = { reads: [M0], byM0: 'threadId', targets } as const;
  const [readLane, writeLane] = [`${load}_addtid_b32`, `${store}_addtid_b32`];
  return [
    ...Object.entries(loadForms).map(([form, entry]) => {
      const name = `${load}_${form}`;
      const keeps = !isWhole(entry);
      return dsRow(name, 'w1 r1', entry.bytes, read(name, entry), { ...LOAD, keeps, targets });
    }),
    ...Object.entries(storeForms).map(([form, entry]) => {
      const name = `${store}_${form}`;
      return dsRow(name, 'r1 r1', entry.bytes, write(name, entry), { ...STORE, targets });
    }),
    ...doubles(spelling, 'b32'),
    ...doubles(spelling, 'b64'),
    dsRow(readLane, 'w1', 4, read(readLane, WORD_LOAD, byLane), { ...LOAD, ...byLaneOptions }),
    dsRow(writeLane, 'r1', 4, write(writeLane, WORD_STORE, byLane, 0), {
      ...STORE,
      ...byLaneOptions,
    }),
  ];
}

export const moveRows: readonly DsRow[] = spellings.flatMap(movesOf);

/** Names of CDNA that assemblers take for RDNA, in the order of the rows: `ds_read_b32` for `ds_load_b32`. */
export const moveAliases: readonly (readonly [alias: string, name: string])[] = moveNames(
  CDNA,
).flatMap((alias, index) => {
  const name = moveNames(RDNA)[index];
  return name === undefined ? [] : [[alias, name] as const];
});

function moveNames(targets: readonly Target[]): readonly string[] {
  return moveRows.filter((row) => row.targets === targets).map(({ mnemonic }) => mnemonic);
}
