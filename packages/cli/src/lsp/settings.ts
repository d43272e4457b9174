/** What a client sets: data that may be anything. */
import { isRecord } from '@ldscope/core';

export interface Settings {
  /** A chip or product; by default those of ldscope.yaml, else what the kernel names. */
  readonly machine?: string | undefined;
  /** As `--launch` takes it. */
  readonly launch?: string | undefined;
  /** Most workgroups to execute. */
  readonly workgroups?: number | undefined;
  /** Sources in C++ are compiled, with the flags of ldscope.yaml: a compiler can be told to run programs. */
  readonly compile: boolean;
  /** Hovers have pictures, for clients that show them; else banks are drawn with characters. */
  readonly pictures: boolean;
}

const MOST_TEXT = 4096;
const MOST_WORKGROUPS = 2 ** 31;

/** The settings in a value of a client; what is not understood is left out. */
export function readSettings(value: unknown): Settings {
  const { machine, launch, workgroups, compile, pictures } = isRecord(value) ? value : {};
  const isCount =
    typeof workgroups === 'number' &&
    Number.isInteger(workgroups) &&
    workgroups > 0 &&
    workgroups <= MOST_WORKGROUPS;
  return {
    machine: textOf(machine),
    launch: textOf(launch),
    workgroups: isCount ? workgroups : undefined,
    compile: compile === true,
    pictures: pictures === true,
  };
}

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' && value.length <= MOST_TEXT
    ? value.trim()
    : undefined;
