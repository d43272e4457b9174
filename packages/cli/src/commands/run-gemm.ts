/** `ldscope run gemm.yaml -m gfx942`: executes a GEMM of CK Tile and compares its product with plain arithmetic. */
import { diagnose, type Diagnostic, messages, placeDiagnostics } from '@ldscope/core';
import { type RanGemm, resolveMachine, runGemm, writeNpy } from '@ldscope/engine';
import { gemmJson, sayGemm } from '@ldscope/render';
import { answer, refuse } from '../answer/document.ts';
import { exitCode } from '../answer/failure.ts';
import { fileProblem } from '../system/file-problem.ts';
import type { Io } from '../io/io.ts';
import type { RunCommandOptions } from '../options/commands.ts';

/** `dump` of buffers: `c=out.npy`, of a, b or c. */
type RunGemmOptions = Pick<RunCommandOptions, 'machine' | 'dump' | 'format'>;

const SCHEMA = 'ldscope-ck-gemm/1';
const DEFAULT_MACHINE = 'gfx950';

export async function runGemmCommand(
  io: Io,
  path: string,
  text: string,
  { machine: named = DEFAULT_MACHINE, dump, format }: RunGemmOptions,
): Promise<number> {
  const origin = { file: path, source: text };
  const fail = (diagnostics: readonly Diagnostic[]): Promise<number> =>
    refuse(io, SCHEMA, placeDiagnostics(diagnostics, text), { format }, origin);
  const machine = resolveMachine(named);
  if (machine === undefined) return await fail([diagnose(messages.usage.machineNeeded(named))]);
  const ran = runGemm(text, path.replace(/^.*[\\/]/, ''), machine);
  if (!ran.ok) return await fail(ran.diagnostics);
  const written: { buffer: string; file: string }[] = [];
  for (const each of dump) {
    const [, name = '', file = ''] = /^([abc])=(.+)$/.exec(each) ?? [];
    if (file === '') return await fail([diagnose(messages.usage.gemmDump(each))]);
    try {
      await io.writeFile(file, writeNpy(matrixOf(name, ran.value)));
    } catch (error) {
      const reason = fileProblem(error);
      if (reason === undefined) throw error;
      return await fail([messages.usage.unwritable(file, reason)]);
    }
    written.push({ buffer: name, file });
  }
  const report = { ...ran.value, written };
  const diagnostics = placeDiagnostics(ran.diagnostics, text);
  const forms = {
    json: () => gemmJson(report, diagnostics),
    document: () => sayGemm(report),
  };
  const isRight = ran.value.right === ran.value.size.m * ran.value.size.n;
  const code = isRight ? exitCode.done : exitCode.unmet;
  return await answer(io, forms, { format }, { diagnostics, origin, code });
}

/** A matrix as `.npy`: A as M x K, B as N x K, C as M x N, all in f64. */
function matrixOf(name: string, { product, size: { m, n, k } }: RanGemm) {
  const { a, b, c } = product;
  const [values, shape] = name === 'a' ? [a, [m, k]] : name === 'b' ? [b, [n, k]] : [c, [m, n]];
  return {
    descr: '<f8',
    shape: [shape[0] ?? 0, shape[1] ?? 0],
    data: new Uint8Array(values.buffer, values.byteOffset, values.byteLength),
  };
}
