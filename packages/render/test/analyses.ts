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
import { raise } from '../../../test/raise.ts';

export interface MadeAccess {
  readonly op: string;
  readonly address: (lane: number, run: number) => number;
  readonly line: number;
  readonly column?: number;
  readonly text?: string | undefined;
  readonly buffer?: string | undefined;
  readonly runs?: number;
  readonly maskLow?: number;
  readonly maskHigh?: number;
}

interface MadeGlobal extends MadeAccess {
  readonly direction: GlobalDirection;
  readonly widthBytes: number;
}

export interface MadeOptions {
  readonly globals?: readonly MadeGlobal[];
  readonly coalescing?: string | undefined;
  readonly machine?: string;
  readonly model?: string | undefined;
  readonly kernel?: Partial<KernelSummary>;
  readonly hazards?: readonly Hazard[];
  readonly diagnostics?: readonly ReportDiagnostic[];
}

/** A place of the kernel. */
const at = (line: number, column: number, text?: string) => ({
  file: 'kernel.mlir',
  line,
  column,
  ...(text === undefined ? {} : { text }),
});

export function analysisOf(accesses: readonly MadeAccess[], options: MadeOptions = {}): Analysis {
  const machine = machineNamed(options.machine ?? 'gfx942');
  const trace = new TraceBuilder(machine.waveSizes[0] ?? 64);
  let order = 0;
  for (const { op, address, line, column = 10, text, buffer, runs = 1, ...masks } of accesses) {
    const number = opcodeNumber(op) ?? raise(`no opcode ${op}`);
    const site = trace.addSite({ id: `${line}:${column}`, ...at(line, column, text), buffer });
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
    const site = trace.addSite({ id: `${line}:5`, ...at(line, 5, text), buffer });
    const instruction = trace.addInstruction({ name: op, direction, widthBytes });
    for (let run = 0; run < runs; run++) {
      const addresses = Array.from({ length: waveSize }, (_, lane) => address(lane, run));
      trace.add(instruction, site, 0, run, addresses);
    }
  }
  return trace.finish();
}

/** `19:10 ds_read_u16 of tile, 64 times`: the place of an access, its instruction, its buffer, and how often it runs. */
function made(what: string, address: MadeAccess['address'], text?: string): MadeAccess {
  const [, line, column, op = '', buffer, runs = 1] =
    /^(\d+):(\d+) (\S+) of (\w+)(?:, (\d+) times)?$/.exec(what) ?? raise(what);
  const numbers = { line: Number(line), column: Number(column), runs: Number(runs) };
  return { op, address, text, buffer, ...numbers };
}

/** The bytes that a lane moves with an instruction of global memory. */
const widths = new Map([
  ['global_load_dwordx4', 16],
  ['global_load_dword', 4],
  ['global_store_short', 2],
]);

/** An access of global memory. */
function global(...of: Parameters<typeof made>): MadeGlobal {
  const access = made(...of);
  const direction = access.op.startsWith('global_load') ? 'load' : 'store';
  return { ...access, direction, widthBytes: widths.get(access.op) ?? raise(access.op) };
}

/** A transposing copy without LDS: rows read whole, columns written element by element. */
export const naive = (machine: string, coalescing?: string): Analysis =>
  analysisOf([], {
    machine,
    coalescing,
    kernel: { name: 'transpose_naive', ldsBytes: 0 },
    globals: [
      global(
        '7:5 global_load_dwordx4 of arg0, 16 times',
        (lane, run) => 4096 * run + 16 * lane,
        '%v = vector.load %in[%row, %column] : memref<1024x1024xf16>, vector<8xf16>',
      ),
      global(
        '9:5 global_store_short of arg1, 128 times',
        (lane, run) => 2048 * 8 * lane + 2 * run,
        'memref.store %x, %out[%column, %row] : memref<1024x1024xf16>',
      ),
      global(
        '12:5 global_load_dwordx4 of arg2, 4 times',
        (lane, run) => 4096 * run + 8 + 16 * lane,
        '%w = vector.load %weights[%k] : memref<4096xf16>, vector<8xf16>',
      ),
      global(
        '14:5 global_load_dword of arg3',
        () => 64,
        '%s = memref.load %scale[%c0] : memref<1xf32>',
      ),
    ],
  });

const store = made(
  '12:5 ds_write_b64 of tile, 16 times',
  (lane) => 8 * lane,
  'vector.store %v, %tile[%row, %c0] : memref<64x64xf16, #gpu.address_space<workgroup>>, vector<4xf16>',
);

const transposedLoad = made(
  '19:10 ds_read_u16 of tile, 64 times',
  (lane, run) => 128 * lane + 2 * run,
  '%x = memref.load %tile[%lane, %k] : memref<64x64xf16, #gpu.address_space<workgroup>>',
);

/** A tile read along its columns: everything on one bank. */
export const transpose = (machine: string, model?: string): Analysis =>
  analysisOf([store, transposedLoad], { machine, model, kernel: { name: 'transpose_plain' } });

/** Two conflict-free sites. */
export const clean = (): Analysis =>
  analysisOf(
    [
      store,
      made(
        '20:10 ds_read_b128 of tile, 8 times',
        (lane) => 16 * lane,
        '%v = vector.load %tile[%r, %c] : memref<64x64xf16, #gpu.address_space<workgroup>>, vector<8xf16>',
      ),
    ],
    { kernel: { name: 'copy', waves: 1, ldsBytes: 65536 } },
  );

/** A kernel of NVIDIA with `ldmatrix`, whose rows are 128 bytes apart. */
export const matrix = (): Analysis =>
  analysisOf(
    [
      made(
        '31:3 ldmatrix.x4 of tile, 4 times',
        (lane) => 128 * lane,
        '%m = nvgpu.ldmatrix %tile[%r, %c] {numTiles = 4 : i32, transpose = false}',
      ),
      made('22:3 st128 of tile, 4 times', (lane) => 16 * lane),
    ],
    { machine: 'sm_90', kernel: { name: 'gemm', waves: 4, ldsBytes: 49152 } },
  );

/** Everything that can be wrong at once. */
export const troubled = (): Analysis =>
  analysisOf(
    [
      transposedLoad,
      made('33:10 ds_read_b64 of a', (lane) => 8 * lane + 4, '%m = misaligned'),
      made('40:10 ds_read_b64_tr_b16 of b', (lane) => 8 * lane, '%t = transposing'),
    ],
    {
      hazards: [
        {
          code: 'hazard/unfinished-async-copy',
          severity: 'warning',
          message: 'reads 128 bytes that an asynchronous copy may not have written yet',
          hint: 'wait for the copy (memory_counter_wait) and pass a barrier before the read',
          location: at(19, 10, '%x = memref.load %tile[%lane, %k]'),
          count: 64,
          other: {
            access: 'async',
            location: at(
              12,
              5,
              'amdgpu.gather_to_lds %in[%i], %tile[%row, %c0] : vector<8xf16>, memref<4096xf16>, memref<64x64xf16, #gpu.address_space<workgroup>>',
            ),
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
