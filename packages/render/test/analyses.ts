/** Small analyses made by hand: each is one situation that a reader meets. */
import {
  type Analysis,
  findCoalescing,
  findModel,
  type GlobalDirection,
  type GlobalTrace,
  GlobalTraceBuilder,
  type Hazard,
  hint,
  type KernelSummary,
  machineNamed,
  opcodeNumber,
  option,
  ReportBuilder,
  type ReportDiagnostic,
  TraceBuilder,
} from '@ldscope/core';

export interface MadeAccess {
  readonly op: string;
  readonly address: (lane: number, run: number) => number;
  readonly line: number;
  readonly column?: number;
  readonly text?: string;
  readonly buffer?: string;
  readonly runs?: number;
  readonly maskLow?: number;
  readonly maskHigh?: number;
}

interface MadeGlobal {
  readonly op: string;
  readonly direction: GlobalDirection;
  readonly widthBytes: number;
  readonly address: (lane: number, run: number) => number;
  readonly line: number;
  readonly text?: string;
  readonly buffer?: string;
  readonly runs?: number;
}

export interface MadeOptions {
  readonly globals?: readonly MadeGlobal[];
  readonly coalescing?: string;
  readonly machine?: string;
  readonly model?: string;
  readonly kernel?: Partial<KernelSummary>;
  readonly hazards?: readonly Hazard[];
  readonly diagnostics?: readonly ReportDiagnostic[];
}

export function analysisOf(accesses: readonly MadeAccess[], options: MadeOptions = {}): Analysis {
  const machine = machineNamed(options.machine ?? 'gfx942');
  const trace = new TraceBuilder(machine.waveSizes[0] ?? 64);
  let order = 0;
  for (const { op, address, line, column = 10, text, buffer, runs = 1, ...masks } of accesses) {
    const number = opcodeNumber(op);
    if (number === undefined) throw new Error(`no opcode ${op}`);
    const site = trace.addSite({
      id: `${line}:${column}`,
      file: 'kernel.mlir',
      line,
      column,
      ...(text === undefined ? {} : { text }),
      ...(buffer === undefined ? {} : { buffer }),
    });
    for (let run = 0; run < runs; run++) {
      const addresses = Array.from({ length: trace.waveSize }, (_, lane) => address(lane, run));
      trace.add(number, site, 0, order++, addresses, masks.maskLow, masks.maskHigh);
    }
  }
  const builder = new ReportBuilder(
    machine,
    findModel(machine, options.model),
    findCoalescing(machine, options.coalescing),
  );
  builder.add(trace.finish());
  builder.addGlobal(globalTrace(trace.waveSize, options.globals ?? []));
  return builder.finish(
    {
      name: 'kernel',
      frontend: 'mlir',
      language: { title: 'MLIR', unit: 'instruction' },
      waves: 4,
      ldsBytes: 8192,
      wavesPerWorkgroup: 4,
      ...options.kernel,
    },
    options.hazards,
    options.diagnostics,
  );
}

function globalTrace(waveSize: 32 | 64, accesses: readonly MadeGlobal[]): GlobalTrace {
  const trace = new GlobalTraceBuilder(waveSize);
  for (const { op, direction, widthBytes, address, line, text, buffer, runs = 1 } of accesses) {
    const site = trace.addSite({
      id: `${line}:5`,
      file: 'kernel.mlir',
      line,
      column: 5,
      ...(text === undefined ? {} : { text }),
      ...(buffer === undefined ? {} : { buffer }),
    });
    const instruction = trace.addInstruction({ name: op, direction, widthBytes });
    for (let run = 0; run < runs; run++) {
      const addresses = Array.from({ length: waveSize }, (_, lane) => address(lane, run));
      trace.add(instruction, site, 0, run, addresses);
    }
  }
  return trace.finish();
}

/** A transposing copy without LDS: rows read whole, columns written element by element. */
export const naive = (machine: string, coalescing?: string): Analysis =>
  analysisOf([], {
    machine,
    ...(coalescing === undefined ? {} : { coalescing }),
    kernel: { name: 'transpose_naive', ldsBytes: 0 },
    globals: [
      {
        op: 'global_load_dwordx4',
        direction: 'load',
        widthBytes: 16,
        address: (lane, run) => 4096 * run + 16 * lane,
        line: 7,
        text: '%v = vector.load %in[%row, %column] : memref<1024x1024xf16>, vector<8xf16>',
        buffer: 'arg0',
        runs: 16,
      },
      {
        op: 'global_store_short',
        direction: 'store',
        widthBytes: 2,
        address: (lane, run) => 2048 * 8 * lane + 2 * run,
        line: 9,
        text: 'memref.store %x, %out[%column, %row] : memref<1024x1024xf16>',
        buffer: 'arg1',
        runs: 128,
      },
      {
        op: 'global_load_dwordx4',
        direction: 'load',
        widthBytes: 16,
        address: (lane, run) => 4096 * run + 8 + 16 * lane,
        line: 12,
        text: '%w = vector.load %weights[%k] : memref<4096xf16>, vector<8xf16>',
        buffer: 'arg2',
        runs: 4,
      },
      {
        op: 'global_load_dword',
        direction: 'load',
        widthBytes: 4,
        address: () => 64,
        line: 14,
        text: '%s = memref.load %scale[%c0] : memref<1xf32>',
        buffer: 'arg3',
        runs: 1,
      },
    ],
  });

const store: MadeAccess = {
  op: 'ds_write_b64',
  address: (lane) => 8 * lane,
  line: 12,
  column: 5,
  text: 'vector.store %v, %tile[%row, %c0] : memref<64x64xf16, #gpu.address_space<workgroup>>, vector<4xf16>',
  buffer: 'tile',
  runs: 16,
};

const transposedLoad: MadeAccess = {
  op: 'ds_read_u16',
  address: (lane, run) => 128 * lane + 2 * run,
  line: 19,
  text: '%x = memref.load %tile[%lane, %k] : memref<64x64xf16, #gpu.address_space<workgroup>>',
  buffer: 'tile',
  runs: 64,
};

/** A tile read along its columns: everything on one bank. */
export const transpose = (machine: string, model?: string): Analysis =>
  analysisOf([store, transposedLoad], {
    machine,
    ...(model === undefined ? {} : { model }),
    kernel: { name: 'transpose_plain' },
  });

/** Two conflict-free sites. */
export const clean = (): Analysis =>
  analysisOf(
    [
      store,
      {
        op: 'ds_read_b128',
        address: (lane) => 16 * lane,
        line: 20,
        text: '%v = vector.load %tile[%r, %c] : memref<64x64xf16, #gpu.address_space<workgroup>>, vector<8xf16>',
        buffer: 'tile',
        runs: 8,
      },
    ],
    { kernel: { name: 'copy', waves: 1, ldsBytes: 65536 } },
  );

/** A kernel of NVIDIA with `ldmatrix`, whose rows are 128 bytes apart. */
export const matrix = (): Analysis =>
  analysisOf(
    [
      {
        op: 'ldmatrix.x4',
        address: (lane) => 128 * lane,
        line: 31,
        column: 3,
        text: '%m = nvgpu.ldmatrix %tile[%r, %c] {numTiles = 4 : i32, transpose = false}',
        buffer: 'tile',
        runs: 4,
      },
      { op: 'st128', address: (lane) => 16 * lane, line: 22, column: 3, buffer: 'tile', runs: 4 },
    ],
    { machine: 'sm_90', kernel: { name: 'gemm', waves: 4, ldsBytes: 49152 } },
  );

/** Everything that can be wrong at once. */
export const troubled = (): Analysis =>
  analysisOf(
    [
      transposedLoad,
      {
        op: 'ds_read_b64',
        address: (lane) => 8 * lane + 4,
        line: 33,
        text: '%m = misaligned',
        buffer: 'a',
      },
      {
        op: 'ds_read_b64_tr_b16',
        address: (lane) => 8 * lane,
        line: 40,
        text: '%t = transposing',
        buffer: 'b',
      },
    ],
    {
      hazards: [
        {
          code: 'hazard/unfinished-async-copy',
          severity: 'warning',
          message: 'reads 128 bytes that an asynchronous copy may not have written yet',
          hint: 'wait for the copy (memory_counter_wait) and pass a barrier before the read',
          location: {
            file: 'kernel.mlir',
            line: 19,
            column: 10,
            text: '%x = memref.load %tile[%lane, %k]',
          },
          count: 64,
          other: {
            access: 'async',
            location: {
              file: 'kernel.mlir',
              line: 12,
              column: 5,
              text: 'amdgpu.gather_to_lds %in[%i], %tile[%row, %c0] : vector<8xf16>, memref<4096xf16>, memref<64x64xf16, #gpu.address_space<workgroup>>',
            },
          },
          witness: {
            workgroup: [0, 1, 0],
            buffer: '%tile',
            byte: 512,
            bytes: 128,
            wave: 1,
            lane: 4,
            otherWave: 0,
            otherLane: 32,
          },
        },
      ],
      diagnostics: [
        {
          code: 'usage/assumed-machine',
          severity: 'note',
          message: 'no machine was given and the kernel does not name one: gfx942 is assumed',
          hint: hint`choose one with ${option('machine')}`,
          about: 'assumed-machine',
        },
        {
          code: 'launch/some-workgroups',
          severity: 'warning',
          message: 'sampled 64 of 4096 workgroups; totals cover only those',
          hint: 'execute all with --workgroups all, or fewer with --workgroups N',
          line: 2,
          column: 8,
        },
      ],
    },
  );
