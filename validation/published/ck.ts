/**
 * Scores the hardware counters of a CK Tile case list (`cases`, kind `hardware_counter`): a tutorial by its
 * number, a formula, or the addresses of the active lanes of one instruction.
 */
import { findMachine, opcodeNumber, simulate, singleAccess } from '@ldscope/core';
import { type JsonObject, numberAt, objectAt, textAt } from '../base/json.ts';
import { scoreEntry } from './entry.ts';
import type { Score } from './score.ts';
import { type Tutorial, tutorials } from './tutorials.ts';

/** The score of a case with hardware counters; `undefined` of others. */
export function scoreCkCase(item: JsonObject): Score | undefined {
  if (textAt(item, 'kind') === 'hardware_counter') return scoreCounter(item);
  return textAt(item, 'kind') === 'hardware_counter_single_instruction'
    ? scoreLanes(item)
    : undefined;
}

const COUNTER = 'SQ_LDS_BANK_CONFLICT';

/** The lists say MI355 where they mean gfx950; their other counters are of MI300. */
function archOf(item: JsonObject): 'gfx942' | 'gfx950' {
  const words = [textAt(item, 'id'), textAt(item, 'source')].join(' ');
  return /mi355|gfx950/i.test(words) ? 'gfx950' : 'gfx942';
}

function scoreCounter(item: JsonObject): Score {
  const input = objectAt(item, 'input');
  const expected = objectAt(item, 'expected');
  const arch = archOf(item);
  const access = tutorialOf(input, arch) ?? {
    instruction: textAt(input, 'op'),
    byte_address: textAt(input, 'byte_address'),
  };
  const waves = numberAt(input, 'waves') ?? 4;
  const tiles = (numberAt(input, 'wave_tiles') ?? waves) / waves;
  return scoreEntry({
    id: textAt(item, 'id'),
    vendor: 'AMD',
    arch,
    wave_size: 64,
    ...access,
    parameters: { tiles, waves_per_block: waves },
    measured: {
      counter: COUNTER,
      value: numberAt(expected, COUNTER),
      normalization: 'whole kernel',
    },
    secondary: { SQ_INSTS_LDS: numberAt(expected, 'SQ_INSTS_LDS') },
  });
}

/** 08 and 10 take the number of banks from the chip that they are compiled for, unless the case says. */
function tutorialOf(input: JsonObject | undefined, arch: string): Tutorial | undefined {
  const number = numberAt(input, 'tutorial');
  if (number === undefined) return undefined;
  const element = textAt(input, 'element') === 'fp32' ? ' fp32' : '';
  const banks = numberAt(input, 'n_lds_banks_in_descriptor') ?? (arch === 'gfx950' ? 64 : 32);
  // 07 differs from 08 in its registers only.
  const name = `${number === 7 ? 8 : number}${element}`;
  const wide = banks === 64 ? `${name} 64` : name;
  return tutorials[Object.hasOwn(tutorials, wide) ? wide : name];
}

function scoreLanes(item: JsonObject): Score {
  const input = objectAt(item, 'input');
  const value = numberAt(objectAt(item, 'expected'), COUNTER);
  const machine = findMachine(archOf(item));
  const op = opcodeNumber(textAt(input, 'op') ?? '');
  const score = {
    id: textAt(item, 'id') ?? 'case without id',
    chip: archOf(item),
    measured: value === undefined ? 'nothing' : String(value),
  };
  if (value === undefined) {
    return { ...score, verdict: 'unmeasured', reason: 'the case holds no measured number' };
  }
  if (machine === undefined || op === undefined) {
    return { ...score, verdict: 'open', reason: 'the instruction is not known' };
  }
  const addresses = new Uint32Array(64);
  const masks: [number, number] = [0, 0];
  for (const [key, address] of Object.entries(objectAt(input, 'active_lane_byte_address') ?? {})) {
    const lane = Number(key);
    if (!Number.isInteger(lane) || lane < 0 || lane > 63 || typeof address !== 'number') {
      return { ...score, verdict: 'open', reason: `'${key}' is not the address of a lane` };
    }
    addresses[lane] = address;
    masks[lane < 32 ? 0 : 1] |= 1 << (lane & 31);
  }
  const trace = singleAccess(op, addresses, { maskLow: masks[0], maskHigh: masks[1] });
  const predicted = simulate(trace, machine).bankConflict[0] ?? 0;
  const exact = predicted === value;
  return {
    ...score,
    predicted: String(predicted),
    verdict: exact ? 'exact' : 'differs',
    ...(exact ? {} : { reason: 'model and counter disagree' }),
  };
}
