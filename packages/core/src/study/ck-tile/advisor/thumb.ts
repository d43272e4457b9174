/** The slides' rules of thumb except for padding, and what the tutorials say in passing. */
import { greatestOf, leastOf, sum } from '../../../base/numbers.ts';
import { coalesce, efficiency } from '../../../coalesce/coalesce.ts';
import { findCoalescing } from '../../../machine/coalescing.ts';
import { calculateOffset, lengthsOf } from '../../../vendors/ck-tile/descriptor.ts';
import { type GlobalTileAccess, globalTileTrace } from '../../../vendors/ck-tile/global-access.ts';
import { ldsIndexSwapping, mLdsLayerFor } from '../../../vendors/ck-tile/swapping.ts';
import { globalAccesses } from '../dispatch.ts';
import {
  conflictWithLayer,
  costsOf,
  type Facts,
  listed,
  perWave,
  sideConflict,
  widthOf,
} from './facts.ts';
import { wastedBytes } from './padding.ts';
import {
  counted,
  doesNotApply,
  type Finding,
  holds,
  refuted,
  type Rule,
  settled,
  violated,
} from './statement.ts';
import { xorKeys } from './xor-keys.ts';

const NO_XOR = 'the descriptor is not an XOR of LdsIndexSwapping';

/** The global side as the slides count it: lines of 64 bytes. */
interface GlobalSide {
  readonly widthBytes: number;
  /** Accesses of a thread. */
  readonly count: number;
  /** Lines that a wave touches with one access, on average. */
  readonly lines: number;
  readonly useful: number;
  /** True where the row pitch of the matrix is not given. */
  readonly isAssumed: boolean;
}

function globalSide({ machine }: Facts, access: GlobalTileAccess): GlobalSide {
  const trace = globalTileTrace(access);
  const model = findCoalescing(machine, 'deck-64') ?? machine.coalescing[0];
  const { transactions, usefulBytes, fetchedBytes } = coalesce(trace, model);
  return {
    widthBytes: leastOf(trace.instructions.map(({ widthBytes }) => widthBytes)),
    count: trace.sites.length,
    lines: sum(transactions) / trace.count,
    useful: efficiency(sum(usefulBytes), sum(fetchedBytes)),
    isAssumed: access.pitchBytes === undefined,
  };
}

const loadOf = (facts: Facts): GlobalSide =>
  globalSide(facts, globalAccesses(facts.spec, facts)[0]);
/** Absent for a tile that is not stored. */
function storeOf(facts: Facts): GlobalSide | undefined {
  const [, store] = globalAccesses(facts.spec, facts);
  return store && globalSide(facts, store);
}

const described = (verb: string, { count, widthBytes, lines, useful }: GlobalSide): string =>
  `${verb} ${count} x ${widthBytes} B per thread, ${lines} lines of 64 B per wave and access, ${Math.round(100 * useful)} % useful`;

function coalescing(facts: Facts): Finding {
  const [load, store] = [loadOf(facts), storeOf(facts)];
  // How many stores it takes is thumb-5.
  const isWasteful = [load, store].some((side) => side !== undefined && side.useful < 1);
  const assumed =
    load.isAssumed || store?.isAssumed === true
      ? '; assumed: rows of the matrix begin at a line'
      : '';
  const stores = store === undefined ? 'nothing is stored' : described('stores', store);
  const sides = `${described('loads', load)}; ${stores}`;
  return settled(!isWasteful, `${sides}${assumed}`, {
    loadBytes: load.widthBytes,
    loadEfficiency: load.useful,
    ...(store && { storeBytes: store.widthBytes, storeEfficiency: store.useful }),
  });
}

function alongThePack(facts: Facts): Finding {
  const { swapping, read, write } = facts;
  if (swapping === undefined) return doesNotApply(NO_XOR);
  const packBytes = swapping.kPack * write.access.elementBytes;
  const width = greatestOf(read.instructions.map((one) => widthOf(read, one)));
  const wasted = wastedBytes(facts);
  const numbers = { packBytes, readBytes: width, wastedBytes: wasted };
  const said = `packs of ${packBytes} B are read with ${listed(read.instructions)}; ${wasted} B of LDS are not used`;
  return settled(width >= packBytes && wasted === 0, said, numbers);
}

function banksOfTheChip(facts: Facts): Finding {
  const { swapping, banks, machine, write, cost } = facts;
  if (swapping === undefined) return doesNotApply(NO_XOR);
  const { mLdsLayer, kPerBlock } = swapping;
  const wanted = mLdsLayerFor(banks, kPerBlock, write.access.elementBytes);
  const ours = perWave(facts, cost);
  const numbers = { mLdsLayer, wanted, conflictCycles: ours };
  if (mLdsLayer === wanted) {
    return holds(`MLdsLayer is ${mLdsLayer}, as ${banks} banks require`, numbers);
  }
  const other = conflictWithLayer(facts, wanted);
  const reads = sideConflict(facts, facts.read) / facts.read.instructions.length;
  const hard = [32, 64].find(
    (count) => mLdsLayerFor(count, kPerBlock, write.access.elementBytes) === mLdsLayer,
  );
  const blame = hard === undefined ? `MLdsLayer ${mLdsLayer}` : `hard-coding ${hard} banks`;
  const better = other === undefined ? '' : `; MLdsLayer ${wanted} has ${other} a wave`;
  const found = {
    ...numbers,
    perRead: reads,
    ...(other === undefined ? {} : { withWanted: other }),
  };
  const said = `${blame} on ${machine.name} leaves ${reads} conflict cycles per read, ${ours} a wave${better}`;
  return settled(other !== undefined && other >= ours, said, found);
}

function rowMul(facts: Facts): Finding {
  const { swapping } = facts;
  if (swapping === undefined) return doesNotApply(NO_XOR);
  const [one, two] = [1, 2].map((factor) => ldsIndexSwapping({ ...swapping, rowMul: factor }));
  if (one?.ok !== true || two?.ok !== true) return doesNotApply(NO_XOR);
  const [rows = 0, columns = 0] = lengthsOf(one.value);
  let different = 0;
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const index = [row, column];
      if (calculateOffset(one.value, index) !== calculateOffset(two.value, index)) different++;
    }
  }
  return refuted(
    `RowMul 1 and 2 differ at ${different} of ${rows * columns} elements: the XOR takes its first length from what it is given; what adapts the layout is MLdsLayer`,
    { different, elements: rows * columns },
  );
}

function wideStores(facts: Facts): Finding {
  const store = storeOf(facts);
  if (store === undefined) return doesNotApply('the tile is not stored');
  const reads = facts.read.instructions.length;
  const numbers = { storeBytes: store.widthBytes, stores: store.count, ldsReads: reads };
  const said = `${counted(store.count, 'store')} of ${store.widthBytes} B per thread, ${counted(reads, 'LDS read')}`;
  const bytes = facts.read.access.distribution.registers * facts.spec.elementBytes;
  if (store.widthBytes >= Math.min(16, bytes)) return holds(said, numbers);
  return violated(
    `${said}; vectors along the stored dimension would make it ${counted(Math.ceil(bytes / 16), 'store')} of ${Math.min(16, bytes)} B at the price of more LDS reads`,
    numbers,
  );
}

function offsets(facts: Facts): Finding {
  const { read, readSwapping: swapping } = facts;
  if (swapping === undefined) return doesNotApply(NO_XOR);
  if (read.instructions.length < 2) return doesNotApply('one instruction reads all');
  const each = costsOf(facts, read).map(({ bankConflict }) => bankConflict / read.waves);
  const conflicting = each.filter((cycles) => cycles > 0).length;
  if (conflicting === 0) return doesNotApply('no read conflicts');
  const { rows, keys: distinct } = xorKeys(read, swapping);
  const blamed = facts.isTutorial ? '; the slides blame 3 of 8' : '';
  return refuted(
    `an offset is part of a right address, or the result would be wrong: ${conflicting} of ${each.length} reads conflict, with ${each.join(', ')} cycles per wave, since the ${rows} rows of a half-wave have ${counted(distinct, 'key')}${blamed}`,
    { reads: each.length, conflicting, rows, keys: distinct },
  );
}

function keys(facts: Facts): Finding {
  const { readSwapping: swapping } = facts;
  if (swapping === undefined) return doesNotApply(NO_XOR);
  const found = xorKeys(facts.read, swapping);
  const conflict = sideConflict(facts, facts.read);
  const { registers } = facts.read.access.distribution;
  const said = `a half-wave is on ${counted(found.rows, 'row')} with ${counted(found.keys, 'key')}, the ${registers} elements of a lane have ${found.keysOfLane}; reads have ${conflict} conflict cycles per wave`;
  return settled(conflict === 0, said, { ...found, conflictCycles: conflict });
}

function fewerInstructions(facts: Facts): Finding {
  const { write, read, spec } = facts;
  const bytes = ({ access }: typeof write): number =>
    access.distribution.registers * spec.elementBytes;
  const least = Math.ceil(bytes(write) / 16) + Math.ceil(bytes(read) / 16);
  const count = write.instructions.length + read.instructions.length;
  return settled(
    count === least,
    `${count} LDS instructions per wave (${listed(write.instructions)}; ${listed(read.instructions)}), ${least} at least`,
    { instructions: count, least },
  );
}

export const thumb: readonly Rule[] = [
  {
    rule: 'slides/thumb-1',
    title: 'start from coalescing',
    says: 'if the global load or store is narrow, nothing in LDS can rescue it',
    check: coalescing,
  },
  {
    rule: 'slides/thumb-3',
    title: 'XOR, read along the packs',
    says: 'XOR wastes nothing, and pays off when reads are along the KPack axis',
    check: alongThePack,
  },
  {
    rule: 'slides/thumb-4',
    title: 'the banks of the chip',
    says: 'build for the banks of the chip: hard-coding 32 leaves conflicts on gfx950',
    check: banksOfTheChip,
  },
  {
    rule: 'slides/row-mul',
    title: 'RowMul',
    says: 'RowMul doubles the row axis of the XOR on gfx950',
    check: rowMul,
  },
  {
    rule: 'slides/thumb-5',
    title: 'wide stores',
    says: 'a read along the stored dimension makes stores wide, for more LDS instructions',
    check: wideStores,
  },
  {
    rule: 'slides/thumb-6',
    title: 'offsets that bypass the XOR',
    says: 'immediate offsets are added after the swizzle and bypass it',
    check: offsets,
  },
  {
    rule: 'slides/xor-keys',
    title: 'as many keys as rows',
    says: 'rows that are read together have XOR keys of their own (10: 8 M values, 8 keys)',
    check: keys,
  },
  {
    rule: 'slides/instructions',
    title: 'few LDS instructions',
    says: 'one 128-bit read replaces eight of 16 bits (08 has 4.5 times fewer)',
    check: fewerInstructions,
  },
];
