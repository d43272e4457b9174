/**
 * One access of a specification: what the lanes of all waves move, instruction by instruction.
 *
 *     { read: b128, row: lane % 16, column: (lane / 16) * 8, repeat: 4 }     formulas; i counts repetitions
 *     { read: mfma-a v_mfma_f32_16x16x16_f16 b128, rows: 32, row: wave * 32 }   a name, over a part of the tile
 */
import {
  accessFromLanes,
  complete,
  elementView,
  type Field,
  findMatrixInstruction,
  type Machine,
  matrixChipOf,
  type MatrixInstruction,
  messages,
  opcodeAt,
  serviceOf,
  opcodeNumber,
  plainOpcode,
  type ProblemAccess,
  type Tile,
} from '@ldscope/core';
import { type AccessWords, readWords } from './access-words.ts';
import { fieldValues, namedValues, type Values } from './lane-formulas.ts';
import { patterns, type Steps } from './patterns.ts';

export interface AccessContext {
  readonly tile: Tile;
  readonly machine: Machine;
  readonly waveSize: 32 | 64;
  readonly waves: number;
}

export interface ReadAccess {
  readonly access: ProblemAccess;
  readonly direction: 'read' | 'write';
  /** Its width chose the instruction, and a compiler may choose narrower ones. */
  readonly splits: boolean;
  /** As it is written. */
  readonly text: string;
  readonly field: Field;
}

const KEYS = ['name', 'write', 'read', 'row', 'column', 'rows', 'columns', 'repeat', 'where'];
const MOST_REPEAT = 4096;
/** Lanes of all waves and steps of one access. */
const MOST_LANES = 2 ** 20;

/** `undefined` where something is wrong and has been said. */
function readAccess(
  field: Field,
  number: number,
  { tile: stored, ...machine }: AccessContext,
): ReadAccess | undefined {
  // Specifications count elements, also those below a byte.
  const context = { ...machine, tile: elementView(stored) };
  const fields = field.mapping(KEYS);
  if (fields === undefined) return undefined;
  const [write, read] = [fields.get('write'), fields.get('read')];
  const side = write ?? read;
  if (side === undefined || (write !== undefined && read !== undefined)) {
    return field.fail(messages.spec.oneOf(field.where, ['write', 'read']));
  }
  const direction = write === undefined ? 'read' : 'write';
  const nameField = fields.get('name');
  const name = nameField === undefined ? `${direction}.${number}` : nameField.text();
  const words = readWords(side, context.tile.elementBytes);
  const repeatField = fields.get('repeat');
  const repeat = repeatField === undefined ? 1 : repeatField.whole(1, MOST_REPEAT);
  if (name === undefined || words === undefined || repeat === undefined) return undefined;
  const request: Request = { ...context, field, fields, side, direction, words, repeat };
  const matrix = words.matrix === undefined ? undefined : matrixOf(words.matrix, request);
  if (words.matrix !== undefined && matrix === undefined) return undefined;
  const op = opcodeOf(request, matrix);
  if (op === undefined) return undefined;
  const places =
    words.pattern === undefined ? formulaPlaces(request) : patternPlaces(request, op, matrix);
  if (places === undefined || !insideTile(request, op, places)) return undefined;
  if (!startsAtBytes(request, places)) return undefined;
  const { waveSize, waves } = context;
  const columnBytes = stored.elementBits === undefined ? 1 : stored.elementBits / 8;
  const access = accessFromLanes({
    name,
    op,
    waveSize,
    instances: places.steps * waves,
    wave: (instance) => instance % waves,
    place(lane, instance) {
      const place = places.at(instance * waveSize + lane);
      return place && { row: place.row, column: place.column * columnBytes };
    },
  });
  const form = words.pattern === undefined ? 'plain' : patterns[words.pattern]?.form;
  const splits = words.op === undefined && form === 'plain';
  return { access, direction, splits, text: side.text() ?? '', field };
}

interface Request extends AccessContext {
  readonly field: Field;
  readonly fields: ReadonlyMap<string, Field>;
  /** The value of `write` or `read`. */
  readonly side: Field;
  readonly direction: 'read' | 'write';
  readonly words: AccessWords;
  readonly repeat: number;
}

function matrixOf(name: string, { machine, side }: Request): MatrixInstruction | undefined {
  const chip = matrixChipOf(machine.name);
  const found = chip === undefined ? undefined : findMatrixInstruction(name, chip);
  return found ?? side.fail(messages.spec.noMatrix(side.where, machine.name, name));
}

/** Bytes of an element of A and B; several where a modifier of the instruction chooses. */
const OPERAND_BYTES: Readonly<Partial<Record<MatrixInstruction['a'], readonly number[]>>> = {
  f64: [8],
  f32: [4],
  xf32: [4],
  f16: [2],
  bf16: [2],
  i8: [1],
  fp8: [1],
  bf8: [1],
  f8f6f4: [1, 0.75, 0.5],
};

/** The instruction that is named, or the one of the width, or what the pattern usually takes. */
function opcodeOf(request: Request, matrix: MatrixInstruction | undefined): number | undefined {
  const { words, side, machine, waveSize, direction, tile } = request;
  const [model] = machine.models;
  const { elementBytes } = tile;
  const pattern = words.pattern === undefined ? undefined : patterns[words.pattern];
  const { where } = side;
  const without = (wanted: string) =>
    side.fail(messages.spec.noInstruction(where, machine.name, wanted));
  let op = words.op;
  if (op === undefined && pattern?.form === 'rows') {
    op = opcodeNumber('ldmatrix.x4');
  } else if (op === undefined && pattern?.form === 'transposed') {
    const bits = 8 * elementBytes;
    const name = `ds_read_b${bits === 6 ? 96 : 64}_tr_b${bits}`;
    op = opcodeNumber(name) ?? without(name);
    if (op === undefined) return undefined;
  } else if (op === undefined) {
    const widthBytes = words.widthBytes ?? usualWidth(request, matrix);
    if (widthBytes === undefined) return side.fail(messages.spec.width(where));
    const way = pattern?.form === 'async' ? 'async' : direction;
    op = plainOpcode(machine.isa, way, widthBytes, way === 'async' ? 'lane-contiguous' : 'single');
    if (op === undefined) {
      const other = plainOpcode(machine.isa, way, widthBytes);
      return other !== undefined &&
        serviceOf(opcodeAt(other), machine, model, waveSize) === 'no-rule'
        ? side.fail(messages.spec.noRule(where, machine.name, opcodeAt(other).name))
        : without(`${way} of ${widthBytes} bytes`);
    }
  }
  if (op === undefined) return undefined;
  const { name, isa, widthBytes, direction: moves, addressing } = opcodeAt(op);
  if (!isa.includes(machine.isa)) return without(name);
  const fits = moves === direction || (moves === 'async' && direction === 'write');
  if (!fits || addressing.kind === 'double' || addressing.kind === 'thread-id') {
    return side.fail(messages.spec.direction(where, name, `${direction} one address of each lane`));
  }
  if (pattern !== undefined && !formFits(pattern.form, op)) {
    return side.fail(messages.spec.direction(where, name, `do ${words.pattern}`));
  }
  if (widthBytes % elementBytes !== 0) {
    return side.fail(messages.spec.torn(where, name, widthBytes, elementBytes));
  }
  return op;
}

function formFits(form: 'plain' | 'async' | 'transposed' | 'rows', op: number): boolean {
  const { addressing, request, name } = opcodeAt(op);
  switch (form) {
    case 'plain':
      return addressing.kind === 'single' || addressing.kind === 'lane-contiguous';
    case 'async':
      return addressing.kind === 'lane-contiguous';
    case 'transposed':
      return request === 'read.tr.b64' || request === 'read.tr.b96';
    case 'rows':
      return name.startsWith('ldmatrix');
  }
}

/** The bytes that an operand needs at once, or the widest copy of the chip. */
function usualWidth(
  { words, tile, waveSize, machine }: Request,
  matrix: MatrixInstruction | undefined,
): number | undefined {
  const { pattern } = words;
  if (pattern === 'direct-to-lds') {
    return [16, 4].find(
      (bytes) =>
        (plainOpcode(machine.isa, 'async', bytes, 'lane-contiguous') ??
          plainOpcode(machine.isa, 'async', bytes)) !== undefined,
    );
  }
  if (matrix === undefined || pattern?.startsWith('mfma') !== true) return undefined;
  const { m, k, blocks } = matrix;
  const heldBytes = ((m * k * blocks) / waveSize) * tile.elementBytes;
  // The 24 bytes of 32 elements of 6 bits are two reads of 96 bits.
  return tile.elementBytes === 0.75 && heldBytes % 12 === 0 ? 12 : Math.min(16, heldBytes);
}

interface Places {
  /** Instructions of each wave. */
  readonly steps: number;
  /** By `(step * waves + wave) * waveSize + lane`. */
  readonly at: (index: number) => { readonly row: number; readonly column: number } | undefined;
}

function formulaPlaces(request: Request): Places | undefined {
  const { field, fields, side, words, tile, waveSize, waves, repeat } = request;
  const who = { lanes: waveSize, waves, repeat };
  if (waveSize * waves * repeat > MOST_LANES) return tooMany(request);
  for (const key of ['rows', 'columns']) {
    const useless = fields.get(key);
    if (useless !== undefined)
      return useless.fail(messages.spec.unknownKey(key, field.where, KEYS));
  }
  const named =
    words.formulas === undefined ? undefined : namedValues(side, words.formulas, who, tile);
  if (words.formulas !== undefined && named === undefined) return undefined;
  const valuesOf = (key: string, fallback: number | undefined): Values | undefined => {
    const inText = named?.get(key);
    const own = fields.get(key);
    if (inText !== undefined && own !== undefined)
      return own.fail(messages.spec.twice(field.where, key));
    if (inText !== undefined) return inText;
    if (own === undefined && fallback === undefined) {
      return field.fail(messages.spec.noPlace(field.where, Object.keys(patterns)));
    }
    return fieldValues(own, who, tile, fallback ?? 0);
  };
  const [row, column, where] = [
    valuesOf('row', undefined),
    valuesOf('column', undefined),
    valuesOf('where', 1),
  ];
  if (row === undefined || column === undefined || where === undefined) return undefined;
  return {
    steps: repeat,
    at: (index) =>
      where[index] === 0 ? undefined : { row: row[index] ?? 0, column: column[index] ?? 0 },
  };
}

/** A pattern over the tile, or over the part of it that `row`, `column`, `rows` and `columns` say each wave takes. */
function patternPlaces(
  request: Request,
  op: number,
  matrix: MatrixInstruction | undefined,
): Places | undefined {
  const { fields, side, words, tile, waveSize, waves, repeat, direction } = request;
  const pattern = patterns[words.pattern ?? ''];
  if (pattern === undefined) return undefined;
  const { where } = side;
  if (words.formulas !== undefined) return side.fail(messages.spec.twice(where, 'place'));
  if (pattern.direction !== 'any' && pattern.direction !== direction) {
    return side.fail(messages.spec.direction(where, words.pattern ?? '', direction));
  }
  if (matrix !== undefined) {
    const type = words.pattern === 'mfma-b' ? matrix.b : matrix.a;
    const sizes = OPERAND_BYTES[type] ?? [];
    if (!sizes.includes(tile.elementBytes)) {
      return side.fail(messages.spec.matrixElement(where, matrix.name, sizes, tile.elementBytes));
    }
  } else if (pattern.needsMatrix) {
    return side.fail(messages.spec.matrix(where, words.pattern ?? ''));
  }
  const [rowsField, columnsField] = [fields.get('rows'), fields.get('columns')];
  const rows = rowsField === undefined ? tile.rows : rowsField.whole(1, tile.rows);
  const columns = columnsField === undefined ? tile.columns : columnsField.whole(1, tile.columns);
  const who = { lanes: 1, waves, repeat };
  const row = fieldValues(fields.get('row'), who, tile, 0);
  const column = fieldValues(fields.get('column'), who, tile, 0);
  const active = fieldValues(fields.get('where'), { ...who, lanes: waveSize }, tile, 1);
  if (rows === undefined || columns === undefined) return undefined;
  if (row === undefined || column === undefined || active === undefined) return undefined;
  const inPart = ['row', 'column', 'rows', 'columns'].some((key) => fields.has(key));
  const opcode = opcodeAt(op);
  const steps: Steps | ReturnType<typeof messages.spec.block> = pattern.steps(
    {
      rows,
      columns,
      elementBytes: tile.elementBytes,
      vector: opcode.widthBytes / tile.elementBytes,
      waveSize,
      waves: inPart ? 1 : waves,
      opcode,
      matrix,
    },
    where,
  );
  if ('code' in steps) return side.fail(steps);
  if (steps.count * repeat * waves * waveSize > MOST_LANES) return tooMany(request);
  return {
    steps: steps.count * repeat,
    at(index) {
      const lane = index % waveSize;
      const wave = Math.floor(index / waveSize) % waves;
      const step = Math.floor(index / (waveSize * waves));
      const turn = Math.floor(step / steps.count) * waves + wave;
      if (active[turn * waveSize + lane] === 0) return undefined;
      const place = steps.place(lane, wave, step % steps.count);
      return (
        place && { row: (row[turn] ?? 0) + place.row, column: (column[turn] ?? 0) + place.column }
      );
    },
  };
}

function tooMany({ side }: Request): undefined {
  return side.fail(messages.spec.tooMany(`${side.where} has more lanes and steps`, MOST_LANES));
}

/** Every lane moves elements of one row of the tile. */
function insideTile({ tile, side, waveSize, waves }: Request, op: number, places: Places): boolean {
  const vector = opcodeAt(op).widthBytes / tile.elementBytes;
  for (let index = 0; index < places.steps * waves * waveSize; index++) {
    const place = places.at(index);
    if (place === undefined) continue;
    const { row, column } = place;
    if (row < tile.rows && column + vector <= tile.columns) continue;
    const [lane, wave] = [index % waveSize, Math.floor(index / waveSize) % waves];
    const step = Math.floor(index / (waveSize * waves));
    const elements =
      vector === 1 ? `column ${column}` : `columns ${column} to ${column + vector - 1}`;
    side.fail(
      messages.spec.leavesTile(
        side.where,
        `lane ${lane} of wave ${wave}${step === 0 ? '' : `, step ${step},`}`,
        `row ${row}, ${elements}`,
        `${tile.rows} x ${tile.columns}`,
      ),
    );
    return false;
  }
  return true;
}

/** Every lane begins at a byte: elements below a byte have no addresses of their own. */
function startsAtBytes({ tile, side, waveSize, waves }: Request, places: Places): boolean {
  if (tile.elementBytes >= 1) return true;
  for (let index = 0; index < places.steps * waves * waveSize; index++) {
    const { column = 0 } = places.at(index) ?? {};
    if (Number.isInteger(column * tile.elementBytes)) continue;
    const who = `lane ${index % waveSize} of wave ${Math.floor(index / waveSize) % waves}`;
    side.fail(messages.spec.withinByte(side.where, who, column, tile.elementBytes * 8));
    return false;
  }
  return true;
}

/** All accesses of a list, at least one. */
export function readAccesses(list: Field, context: AccessContext): ReadAccess[] | undefined {
  const fields = list.list('a list of accesses', 1);
  if (fields === undefined) return undefined;
  const numbers = { read: 0, write: 0 };
  return complete(
    fields.map((field) => {
      const { value } = field;
      const direction =
        typeof value === 'object' && value !== null && 'write' in value ? 'write' : 'read';
      return readAccess(field, numbers[direction]++, context);
    }),
  );
}
