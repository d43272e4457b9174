/** `ldscope explain policy.hpp`: the descriptors and distributions that C++ of CK Tile means. */
import {
  type CppLayout,
  type DescribeOptions,
  describeLayout,
  diagnose,
  layoutsOfCpp,
  messages,
  placeDiagnostics,
  type Result,
  success,
  failure,
} from '@ldscope/core';
import { ckLayoutsJson, type SaidLayout, sayCkLayouts } from '@ldscope/render';
import { answer, refuse } from '../document.ts';
import { ckContext, type CkOptions } from '../input/ck-cpp.ts';
import type { Io } from '../io.ts';
import type { ReportFormat } from '../options.ts';

export interface CkLayoutOptions extends CkOptions {
  readonly machine?: string | undefined;
  readonly index?: readonly number[];
  readonly move?: readonly number[];
  readonly format: ReportFormat | 'json';
  readonly output?: string | undefined;
}

const SCHEMA = 'ldscope-ck-layouts/1';

/** Prints all layouts of a text, one in full where it has one or `--use` names it. */
export async function explainCkLayouts(
  io: Io,
  path: string,
  text: string,
  options: CkLayoutOptions,
): Promise<number> {
  const context = await ckContext(io, text, path, options, options.machine);
  if ('code' in context) return await refuse(io, SCHEMA, placeDiagnostics([context], ''), options);
  const read = layoutsOfCpp(text, context);
  const bytes = options.element === undefined ? {} : { elementBytes: context.elementBytes };
  const described = read.ok
    ? describeAll(read.value, text, { ...options, ...bytes, banks: context.ldsBanks })
    : read;
  const diagnostics = placeDiagnostics(described.diagnostics, text);
  if (!described.ok) {
    return await refuse(io, SCHEMA, diagnostics, options, { file: path, source: text });
  }
  const said = { file: path, layouts: described.value };
  const json = (): string => ckLayoutsJson(said, diagnostics);
  return await answer(io, { json, document: () => sayCkLayouts(said) }, options, { diagnostics });
}

function describeAll(
  layouts: readonly CppLayout[],
  text: string,
  {
    use,
    index,
    move,
    elementBytes,
    banks,
  }: CkLayoutOptions & Pick<DescribeOptions, 'elementBytes' | 'banks'>,
): Result<readonly SaidLayout[]> {
  const named = layouts.filter(
    ({ name }) => use === undefined || name === use || name.endsWith(`::${use}`),
  );
  const [only, other] = named;
  if (only === undefined) {
    const names = layouts.flatMap(({ name, kind }) => (kind === 'fault' ? [] : [name]));
    const message =
      use === undefined
        ? messages.syntax.expected('a descriptor or an encoding', 'none')
        : messages.notation.unknownName('name of a layout in this text', use, names);
    return failure(diagnose(message, { start: 0, end: text.length }));
  }
  const isOne = other === undefined;
  if (isOne && only.kind === 'fault') return failure(only.fault);
  const said: SaidLayout[] = [];
  for (const layout of named) {
    if (layout.kind === 'fault') {
      said.push({ kind: 'fault', name: layout.name, why: layout.fault.message });
      continue;
    }
    const described = describeLayout(layout, isOne ? { index, move, elementBytes, banks } : {});
    if (described.ok) said.push(described.value);
    else if (isOne)
      return failure(...described.diagnostics.map((each) => ({ ...each, span: layout.span })));
    else
      said.push({ kind: 'fault', name: layout.name, why: described.diagnostics[0]?.message ?? '' });
  }
  return success(said);
}
