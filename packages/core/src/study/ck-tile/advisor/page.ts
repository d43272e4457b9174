/** What CK's page on LDS index swapping says of its transforms, its configuration and its analyser. */
import { greatestOf, leastOf } from '../../../base/numbers.ts';
import { expressionsWithOpaqueXor } from '../../../layout/index/expression.ts';
import { bottomsOf } from '../../../vendors/ck-tile/adaptor.ts';
import { pageAnalyzer } from '../analyzer.ts';
import { calculateOffset, lengthsOf, makeDescriptor } from '../../../vendors/ck-tile/descriptor.ts';
import { elementExpressions } from '../../../vendors/ck-tile/distribution.ts';
import {
  ldsIndexSwappingSpec,
  ldsSwappingConfig,
  type LdsSwapping,
  mLdsLayerFor,
} from '../../../vendors/ck-tile/swapping.ts';
import type { TileAccessPlan } from '../../../vendors/ck-tile/tile-access.ts';
import { conflictWithLayer, type Facts, perWave, widthOf } from './facts.ts';
import { doesNotApply, type Finding, holds, refuted, type Rule, settled } from './statement.ts';

const NO_XOR = 'the descriptor is not an XOR of LdsIndexSwapping';

/** A check of the swapping, which does not apply without one. */
const ofSwapping =
  (check: (swapping: LdsSwapping, facts: Facts) => Finding) =>
  (facts: Facts): Finding =>
    facts.swapping === undefined ? doesNotApply(NO_XOR) : check(facts.swapping, facts);

/** A = K/KPack * MLdsLayer, the length that the XOR permutes. */
const xorLength = ({ kPerBlock, kPack, mLdsLayer }: LdsSwapping): number =>
  (kPerBlock / kPack) * mLdsLayer;

const powerOfTwo = ofSwapping((swapping) => {
  const length = xorLength(swapping);
  const sound = Number.isInteger(Math.log2(length));
  const said = sound ? 'a power of two' : 'not a power of two: indices leave the range';
  return settled(sound, `the XOR length is ${length}, ${said}`, { length });
});

const layerByBanks = ofSwapping((swapping, { banks, write }) => {
  const { elementBytes } = write.access;
  const { mLdsLayer, kPerBlock } = swapping;
  const wanted = mLdsLayerFor(banks, kPerBlock, elementBytes);
  return settled(
    mLdsLayer === wanted,
    `max(1, ${banks} * 4 / ${kPerBlock} / ${elementBytes}) = ${wanted}, MLdsLayer is ${mLdsLayer}`,
    { mLdsLayer, wanted },
  );
});

const layerBySize = ofSwapping((swapping, facts) => {
  const { mLdsLayer, mPerBlock, kPack } = swapping;
  const config = ldsSwappingConfig(mPerBlock, facts.write.access.elementBytes);
  if (!config.ok) {
    const [problem] = config.diagnostics;
    return settled(false, problem?.message ?? 'the tile size does not divide', {});
  }
  const numbers = { mLdsLayer, configured: config.value.mLdsLayer, kPack: config.value.kPack };
  const theirs = conflictWithLayer(facts, config.value.mLdsLayer);
  const cost = theirs === undefined ? '' : `, which has ${theirs} conflict cycles per wave`;
  const said = `LdsSwappingConfig takes MLdsLayer ${config.value.mLdsLayer}${cost} and KPack ${config.value.kPack} for ${mPerBlock} rows; here they are ${mLdsLayer} and ${kPack}`;
  const ours = perWave(facts, facts.cost);
  if (config.value.kPack === kPack && theirs !== undefined && theirs > ours) {
    return refuted(`${said}, with ${ours}`, numbers);
  }
  return settled(
    config.value.mLdsLayer === mLdsLayer && config.value.kPack === kPack,
    said,
    numbers,
  );
});

const packs = ofSwapping(({ kPack }, { write, read, spec }) => {
  const bytes = kPack * spec.elementBytes;
  const widest = ({ instructions, ...plan }: TileAccessPlan): number =>
    greatestOf(instructions.map((one) => widthOf({ instructions, ...plan }, one)));
  const [w, r] = [widest(write), widest(read)];
  return settled(
    bytes === 16 && w === bytes && r === bytes,
    `packs are ${bytes} B, writes ${w} B and reads ${r} B wide`,
    { packBytes: bytes, writeBytes: w, readBytes: r },
  );
});

const tried = ofSwapping(({ mLdsLayer }, facts) => {
  const layers = [1, 2, 4, 8].flatMap((layer) => {
    const conflict = conflictWithLayer(facts, layer);
    return conflict === undefined ? [] : [{ layer, conflict }];
  });
  const ours = perWave(facts, facts.cost);
  const best = Math.min(ours, leastOf(layers.map(({ conflict }) => conflict)));
  const list = layers.map(({ layer, conflict }) => `${layer}: ${conflict}`).join(', ');
  return settled(
    ours === best,
    `conflict cycles per wave by MLdsLayer ${list}; it is ${mLdsLayer}`,
    Object.fromEntries(layers.map(({ layer, conflict }) => [`mLdsLayer${layer}`, conflict])),
  );
});

const key = ofSwapping((swapping) => {
  const { mPerBlock, mLdsLayer } = swapping;
  const length = xorLength(swapping);
  let different = 0;
  for (let m = 0; m < mPerBlock; m++) {
    if (Math.floor(m / mLdsLayer) % length !== m % length) different++;
  }
  const numbers = { differentRows: different, rows: mPerBlock };
  if (different === 0) return holds('rows are groups here, MLdsLayer is 1', numbers);
  return refuted(
    `read with M as the row of the tile, ${different} of ${mPerBlock} rows would have another key; M counts groups of ${mLdsLayer} rows`,
    numbers,
  );
});

const zeroLayer = ofSwapping((swapping) => {
  const { mPerBlock, kPerBlock, kPack, mLdsLayer } = swapping;
  const spec = ldsIndexSwappingSpec(swapping);
  const descriptor = spec.ok
    ? makeDescriptor({ ...spec.value, stages: spec.value.stages.slice(0, 2) })
    : spec;
  if (!descriptor.ok) return doesNotApply(NO_XOR);
  const places = new Set<number>();
  for (let m = 0; m < mPerBlock; m++) {
    for (let k = 0; k < kPerBlock; k++) {
      const index = [0, Math.floor(m / mLdsLayer), Math.floor(k / kPack), k % kPack];
      places.add(calculateOffset(descriptor.value, index));
    }
  }
  const lost = mPerBlock * kPerBlock - places.size;
  const numbers = { lost, elements: mPerBlock * kPerBlock };
  if (lost === 0) return holds('MLdsLayer is 1, so L is always 0', numbers);
  return refuted(
    `stored with L = 0, ${lost} of ${mPerBlock * kPerBlock} elements would overwrite others: L is m % MLdsLayer`,
    numbers,
  );
});

function analyser(facts: Facts): Finding {
  const { write, cost } = facts;
  const { descriptor } = write.access;
  const [rows = 0, columns = 0, ...more] = lengthsOf(descriptor);
  if (rows < 8 || columns < 8 || more.length > 0) {
    return doesNotApply('the analyser looks at 8 rows of 8 elements of a matrix');
  }
  const ways = pageAnalyzer(descriptor).maxConflict;
  const worst = greatestOf(cost.instructions.map(({ worstWays }) => worstWays));
  const numbers = { analyser: ways, ways: worst };
  const said = `it states ${ways} ways (floats, 32 banks, 64 lanes at once), counted are ${worst}`;
  return ways === worst ? holds(said, numbers) : refuted(said, numbers);
}

function conflictFree(facts: Facts): Finding {
  if (facts.swapping === undefined) return doesNotApply(NO_XOR);
  const conflict = perWave(facts, facts.cost);
  return settled(conflict === 0, `${conflict} conflict cycles per wave`, {
    conflictCycles: conflict,
  });
}

/** Addresses that a thread has to compute: reads and writes whose formulas differ by more than a constant. */
function bases({ access, instructions }: TileAccessPlan): number {
  const keys = instructions.flatMap(({ addressRegisters }) =>
    addressRegisters.map((register) => {
      const tops = elementExpressions(access.distribution, register);
      const [offset] = bottomsOf(access.descriptor, tops, expressionsWithOpaqueXor);
      return offset === undefined ? '' : offset.key.slice(0, offset.key.lastIndexOf('+'));
    }),
  );
  return new Set(keys).size;
}

function overhead({ write, read }: Facts): Finding {
  const [w, r] = [bases(write), bases(read)];
  return settled(w + r <= 2, `a thread computes ${w} write and ${r} read addresses`, {
    writeAddresses: w,
    readAddresses: r,
  });
}

export const page: readonly Rule[] = [
  {
    rule: 'page/xor-range',
    title: 'XOR range',
    says: 'the XOR updates K0 inside its length KPerBlock / KPack * MLdsLayer',
    check: powerOfTwo,
  },
  {
    rule: 'page/mldslayer',
    title: 'MLdsLayer by banks',
    says: 'MLdsLayer = max(1, banks * 4 / K / size)',
    check: layerByBanks,
  },
  {
    rule: 'page/config',
    title: 'LdsSwappingConfig',
    says: 'MLdsLayer is 1, 2 or 4 by tile size, KPack by type, and they divide the tile size',
    check: layerBySize,
  },
  {
    rule: 'page/mldslayer-tried',
    title: 'MLdsLayer by trying',
    says: 'MLdsLayer 2 is the typical value for avoiding conflicts',
    check: tried,
  },
  {
    rule: 'page/kpack',
    title: 'packs and vectors',
    says: 'KPack is the vector of a thread along K: 16 bytes',
    check: packs,
  },
  {
    rule: 'page/xor-key',
    title: 'the key of the XOR',
    says: "K0' = K0 ^ (M % (KPerBlock / KPack * MLdsLayer))",
    check: key,
  },
  {
    rule: 'page/l-component',
    title: 'the L component',
    says: 'the example stores at L = 0',
    check: zeroLayer,
  },
  {
    rule: 'page/analyser',
    title: 'BankConflictAnalyzer',
    says: 'the lanes on the fullest bank are the conflict',
    check: analyser,
  },
  {
    rule: 'page/conflict-free',
    title: 'conflict-free access',
    says: 'index swapping eliminates or significantly reduces bank conflicts',
    check: conflictFree,
  },
  {
    rule: 'page/zero-overhead',
    title: 'zero overhead',
    says: 'all transformations resolve at compile time',
    check: overhead,
  },
];
