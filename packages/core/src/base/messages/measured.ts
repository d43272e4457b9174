import { error } from './message.ts';

/** Files of hardware counters, one record per line. */
export const measured = {
  notJson: () =>
    error(
      'measured/not-json',
      'the line is not a JSON object',
      'write one record per line: {"op": ..., "mask": ..., "address": [...], ...}',
    ),
  field: (name: string, wanted: string) =>
    error('measured/field', `the record has no valid '${name}'`, `give '${name}' as ${wanted}`),
  unknownOp: (op: string) =>
    error(
      'measured/unknown-op',
      `there is no instruction ${JSON.stringify(op)}`,
      'name it as the assembler does (ds_read_b128, ld.shared.v4.b32) or in short (ld128, st32)',
    ),
  noRule: (op: string, machine: string, model: string) =>
    error(
      'measured/no-rule',
      `${op} is not served by ${machine} in the model '${model}'`,
      'choose the machine and the model that the counters belong to',
    ),
  waveSize: (lanes: number, machine: string, sizes: string) =>
    error(
      'measured/wave-size',
      `the record has ${lanes} addresses, but a wave of ${machine} has ${sizes} lanes`,
      'give one address for every lane, also for inactive ones',
    ),
  address: (lane: number, largest: number) =>
    error(
      'measured/address',
      `the address of lane ${lane} is not a whole number from 0 to ${largest}`,
      'give byte addresses inside the shared memory of one workgroup',
    ),
  counters: () =>
    error(
      'measured/counters',
      'the record has no counters',
      "give 'wavefronts' and 'conflicts' (NVIDIA), or 'idxActive' and 'bankConflict' (AMD)",
    ),
};
