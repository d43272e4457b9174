/** `ldscope pipeline`: the software pipeline of a GEMM for a tile, as a schedule or as calls for LLVM. */
import {
  type Overlap,
  PIPELINE_SCHEMA,
  type PipelineLayout,
  placeDiagnostics,
} from '@ldscope/core';
import { gemmPipeline } from '@ldscope/engine';
import { pipelineJson, sayPipeline, writeText } from '@ldscope/render';
import { answer, refuse } from '../answer/document.ts';
import { deliver, exitCode } from '../answer/failure.ts';
import type { Io } from '../io/io.ts';
import type { ReportFormat } from '../options/options.ts';
import { errorPageOf } from '../answer/terminal.ts';
import { type GemmTileOptions, gemmTileOf } from './gemm-tile.ts';

export interface PipelineCommandOptions extends Omit<GemmTileOptions, 'buffers'> {
  readonly overlap: Overlap;
  readonly prefetch: number;
  readonly ldsBuffers: number;
  readonly directToLds?: boolean;
  readonly swizzle: PipelineLayout;
  readonly steps: number;
  readonly as: 'schedule' | 'sched-group-barrier';
  readonly otherRegisters: number;
  readonly machine?: string;
  readonly format: ReportFormat | 'json';
  readonly output?: string;
}

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
