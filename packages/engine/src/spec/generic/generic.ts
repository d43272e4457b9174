/**
 * Executes specifications of a tile and its accesses. One workgroup executes them in their order; a site is an access,
 * `write.0` or its name.
 */
import { type AccessTrace, makeCounter, placeElements, type Site, tileExtent } from '@ldscope/core';
import { type ExecutionRequest, type ExecutionResult, notExecuted } from '../../source/source.ts';
import { placed, type YamlData } from '../../input/yaml-data.ts';
import { type GenericSpec, readGenericSpec } from './read-generic.ts';
import { withSplits } from './split-access.ts';

/** Executes a specification; what is wrong with it shows when the machine is known. */
export function executeSpec(
  data: YamlData,
  name: string,
  { machine, onWorkgroup }: ExecutionRequest,
): ExecutionResult {
  const read = readGenericSpec(data.value, machine, name);
  const diagnostics = placed(data, read.diagnostics);
  if (read.value === undefined) return notExecuted(diagnostics);
  const { value } = read;
  onWorkgroup?.(traceOf(value), 1, 1);
  const { copies, otherBytes } = value.problem;
  const kernel = {
    name: value.name,
    waves: value.waves,
    wavesPerWorkgroup: value.waves,
    ldsBytes: otherBytes + copies * tileExtent(value.layout),
  };
  return { kernel, hazards: [], diagnostics };
}

/** The title of a specification that does not give one: its file. */
export function specName(file: string | undefined, otherwise = 'specification'): string {
  return file?.replace(/^.*[/\\]/, '') ?? otherwise;
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
