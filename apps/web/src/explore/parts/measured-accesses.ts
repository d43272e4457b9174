/**
 * What hardware counted for one instruction with addresses of a known pattern. Every row is published, with its source;
 * the rows are those of validation/data, and a test compares them.
 */
import { findMachine, type RequestClass } from '@ldscope/core';
import { down, type LanePattern, patternAddresses, requests, strided } from './lane-pattern.ts';

export interface MeasuredAccess {
  /** The chip's name in the engine. */
  readonly chip: string;
  /** What it was measured on. */
  readonly device: string;
  readonly request: RequestClass;
  readonly pattern: LanePattern;
  /** Cycles (wavefronts on NVIDIA) beyond those without conflict, of one instruction. */
  readonly conflict: number;
  /** `counter`, or `time` where cycles were derived from a published time. */
  readonly how: 'counter' | 'time';
  readonly source: string;
  /** How one instruction follows from what was published, where it is not the published number itself. */
  readonly note?: string;
}

type Row = (
  request: RequestClass,
  pattern: LanePattern,
  conflict: number,
  note?: string,
) => MeasuredAccess;

const on =
  (chip: string, device: string, source: string, how: MeasuredAccess['how'] = 'counter'): Row =>
  (request, pattern, conflict, note) => ({
    chip,
    device,
    request,
    pattern,
    conflict,
    how,
    source,
    ...(note === undefined ? {} : { note }),
  });

const shark = on('gfx942', 'MI300X', 'nod-ai/amd-shark-ai, docs/empirical-lds/cdna3info.md');
const CK = 'ROCm/composable_kernel, tutorial 14,';
const slides = on('gfx942', 'MI300', `${CK} bank_conflict_slides.html`);
const micro = on('gfx942', 'MI300X', `${CK} investigation/test_inter_lane_fp16.cpp`);
const kittens = on(
  'gfx950',
  'MI355X',
  'HazyResearch/HipKittens, analysis/paper_experiments/phases',
);
const timed = on('gfx906', 'MI50', 'kzwrime/gpu_shm_microbench, README.md', 'time');
const hopper = on(
  'sm_90',
  'H200',
  'ldscope, random accesses on an H200 under ncu, validation/data/hopper-sm90-sample.jsonl',
);

const sweep = (request: RequestClass, first: number, conflicts: readonly number[]) =>
  conflicts.map((conflict, index) =>
    shark(
      request,
      strided(first * 2 ** index),
      conflict,
      'SQ_LDS_BANK_CONFLICT of 64 equal reads of one wave, divided by 64',
    ),
  );

/** MI50: b128 with `(lane mod N) * 32 + floor(lane / N)` as its index; total cycles from times in units of 83.5 ms. */
const ladder = (
  request: RequestClass,
  width: number,
  phases: number,
  cycles: readonly number[],
): MeasuredAccess[] =>
  [2, 4, 8, 16].map((rows, index) =>
    timed(
      request,
      down(rows, 32 * width, width),
      (cycles[index] ?? 0) - phases,
      'time in units of 83.5 ms, within 5 %',
    ),
  );

/** Request, rows, pitch and step in bytes, conflict cycles. */
const hopperRows = `
  read.b8 16 512 1 15, read.b8 2 256 1 1, read.b8 1 0 256 31, read.b8 16 144 1 1,
  read.b8 1 0 260 0, read.b16 4 272 2 0, read.b16 2 272 2 1, read.b16 16 256 2 15,
  read.b16 1 0 128 31, read.b16 1 0 2 0, read.b16 4 64 2 1, read.b16 16 272 2 1,
  read.b32 1 0 512 31, read.b32 16 512 4 15, read.b32 4 72 4 1, read.b32 8 256 4 7,
  read.b32 1 0 64 15, read.b32 16 144 4 1, read.b64 1 0 8 0, read.b64 16 512 8 30,
  read.b64 8 72 8 2, read.b64 16 256 8 30, read.b128 1 0 16 0, read.b128 1 0 128 28,
  read.b128 8 272 16 0, read.b128 16 144 16 0, read.b128 4 128 16 12, write.b8 8 132 1 0,
  write.b8 1 0 256 31, write.b8 1 0 128 31, write.b16 16 256 2 15, write.b16 1 0 512 31,
  write.b32 4 128 4 3, write.b32 1 0 256 31, write.b32 1 0 96 7, write.b32 4 68 4 1,
  write.b64 1 0 512 30, write.b64 2 264 8 2, write.b64 16 128 8 30, write.b64 1 0 128 30,
  write.b128 1 0 512 28, write.b128 4 256 16 12, write.b128 1 0 80 0`;

const hopperRow = (text: string): MeasuredAccess[] => {
  const [name, ...numbers] = text.trim().split(' ');
  const [rows = 1, pitchBytes = 0, stepBytes = 0, conflict = 0] = numbers.map(Number);
  return requests
    .filter((request) => request === name)
    .map((request) => hopper(request, { rows, pitchBytes, stepBytes, active: 32 }, conflict));
};

export const measuredAccesses: readonly MeasuredAccess[] = [
  ...sweep('read.b32', 4, [0, 2, 6, 14, 30, 62, 62, 62]),
  ...sweep('read.b64', 8, [0, 4, 12, 28, 60, 60, 60]),
  ...sweep('read.b128', 16, [0, 8, 24, 56, 56, 56]),
  slides(
    'read.b16',
    down(8, 512, 2),
    14,
    '01 row-major: 3,670,016 of 32,768 waves with tiles, 112 each, for eight such reads (its write has none)',
  ),
  slides(
    'write.b16',
    down(4, 1024, 2),
    6,
    '02 column-major: 1,572,864 of 32,768 waves with tiles, 48 each, for eight such writes (its read has none)',
  ),
  micro('read.b16', strided(2, 8), 0),
  micro('read.b16', strided(4, 32), 0),
  kittens('write.b64', strided(256), 60),
  ...ladder('read.b32', 4, 2, [4, 8, 16, 32]),
  ...ladder('read.b64', 8, 4, [8, 16, 32, 64]),
  ...ladder('read.b128', 16, 8, [16, 32, 32, 32]),
  ...hopperRows.split(',').flatMap(hopperRow),
];

/** What was measured with just these addresses, on the chip. */
export function findMeasured(
  chip: string,
  request: RequestClass,
  pattern: LanePattern,
): MeasuredAccess | undefined {
  const wave = findMachine(chip)?.waveSizes[0] ?? 64;
  const of = (one: LanePattern): string =>
    patternAddresses(one, wave).slice(0, one.active).join(' ');
  const wanted = of(pattern);
  return measuredAccesses.find(
    (one) => one.chip === chip && one.request === request && of(one.pattern) === wanted,
  );
}
