/** `ldscope pipeline`: the software pipeline of a GEMM for a tile, as a schedule or as calls for LLVM. */
import { PIPELINE_SCHEMA, placeDiagnostics } from '@ldscope/core';
import { gemmPipeline } from '@ldscope/engine';
import { pipelineJson, sayPipeline, writeText } from '@ldscope/render';
import { answer, refuse } from '../answer/document.ts';
import { deliver, exitCode } from '../answer/failure.ts';
import type { Io } from '../io/io.ts';
import { errorPageOf } from '../answer/terminal.ts';
import { gemmTileOf } from './gemm-tile.ts';
import type { PipelineCommandOptions } from '../options/commands.ts';

/** The schedule goes to the standard output or to the file of `-o`, the report to the standard error. */
export async function pipelineCommand(io: Io, options: PipelineCommandOptions): Promise<number> {
  const {
    overlap,
    prefetch,
    ldsBuffers: buffers,
    swizzle: layout,
    steps,
    format,
    output,
  } = options;
  const tile = gemmTileOf({ ...options, buffers });
  const made = tile.ok
    ? gemmPipeline(
        {
          ...tile.value,
          overlap,
          prefetch,
          layout,
          steps,
          directToLds: options.directToLds ?? false,
        },
        options.machine ?? 'gfx942',
        options.otherRegisters,
      )
    : tile;
  if (!made.ok) {
    return await refuse(io, PIPELINE_SCHEMA, placeDiagnostics(made.diagnostics, ''), options);
  }
  const report = made.value;
  const code = report.occupancy.workgroups > 0 ? exitCode.done : exitCode.unmet;
  if (format !== 'text') {
    const document = () => sayPipeline(report, { withCode: true });
    return await answer(io, { json: () => pipelineJson(report), document }, options, { code });
  }
  io.stderr.write(writeText(sayPipeline(report), errorPageOf(io)));
  const text = options.as === 'schedule' ? report.schedule : report.schedGroupBarriers;
  return await deliver(io, text, output, code);
}
