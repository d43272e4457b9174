/**
 * The frontend for specifications of a tile and its accesses. One workgroup executes them in their order; a site is an
 * access, `write.0` or what its name is.
 */
import {
  type AccessTrace,
  type Diagnostic,
  type KernelSummary,
  makeCounter,
  placeElements,
  type Site,
  tileExtent,
} from '@ldscope/core';
import type { ReadSource } from '../../source.ts';
import { parseYaml, placed } from '../yaml.ts';
import { type GenericSpec, readGenericSpec } from './read-generic.ts';
import { withSplits } from './split-access.ts';

const NOTHING: KernelSummary = { name: '', frontend: 'spec', waves: 0, ldsBytes: 0 };

/** Reads a specification; what is wrong with it shows when the machine is known. */
export function readGenericSource(text: string, file?: string): ReadSource {
  const data = parseYaml(text);
  const failed = (diagnostics: readonly Diagnostic[]) => ({
    kernel: NOTHING,
    hazards: [],
    diagnostics,
  });
  return {
    diagnostics: data.diagnostics,
    readable: data.ok,
    kernels: [],
    execute: ({ machine, onWorkgroup }) => {
      if (!data.ok) return failed([]);
      const read = readGenericSpec(data.value.value, machine, specName(file));
      const diagnostics = placed(data.value, read.diagnostics);
      if (read.value === undefined) return failed(diagnostics);
      const { value } = read;
      onWorkgroup?.(traceOf(value), 1, 1);
      const { copies, otherBytes } = value.problem;
      const kernel: KernelSummary = {
        name: value.name,
        frontend: 'spec',
        waves: value.waves,
        wavesPerWorkgroup: value.waves,
        ldsBytes: otherBytes + copies * tileExtent(value.layout),
      };
      return { kernel, hazards: [], diagnostics };
    },
  };
}

/** What a specification is called that does not say: its file. */
export function specName(file: string | undefined): string {
  return file?.replace(/^.*[/\\]/, '') ?? 'specification';
}

/** Every wave and step, with the words of the specification as source. */
function traceOf({ problem, wide, layout, accesses, splits }: GenericSpec): AccessTrace {
  const counter = makeCounter(wide ?? problem);
  counter.count(placeElements(layout));
  const sites = accesses.map(({ access, text }): Site => ({
    id: access.name,
    text,
    buffer: 'tile',
  }));
  return withSplits({ ...counter.trace, sites }, splits);
}
