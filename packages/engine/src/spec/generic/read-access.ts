/**
 * One access of a specification: what the lanes of all waves move, instruction by instruction.
 *
 *     { read: b128, row: lane % 16, column: (lane / 16) * 8, repeat: 4 }     formulas; i counts repetitions
 *     { read: mfma-a v_mfma_f32_16x16x16_f16 b128, rows: 32, row: wave * 32 }   a name, over a part of the tile
 */
import {
  accessFromLanes,
  elementView,
  findMatrixInstruction,
  type Machine,
  isWithin,
  matrixChipOf,
  type MatrixInstruction,
  messages,
  opcodeAt,
  serviceOf,
  opcodeNumber,
  type Place,
  plainOpcode,
  type ProblemAccess,
  shape,
  type Tile,
  type ValueOf,
} from '@ldscope/core';
import { type AccessWords, readWords } from './access-words.ts';
import { formulaValues, namedValues, type Values } from './lane-formulas.ts';
import { patterns, type Steps } from './patterns.ts';
import { MOST_LENGTH } from './read-tile.ts';

const { label, oneKey, optional, whole } = shape;

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
  readonly place: Place;
}

const MOST_REPEAT = 4096;
/** Lanes of all waves and steps of one access. */
const MOST_LANES = 2 ** 20;

const EXAMPLES =
  'b128, ds_read_b128, row-copy b64, mfma-a v_mfma_f32_16x16x16_f16 b128, transposed-read, ldmatrix, direct-to-lds, b64: row = lane; column = 0';
const side = label('an access in words', EXAMPLES.split(', '));
const formula = label('a formula of lane, wave and i', ['lane % 16', '(lane / 16) * 8 + i']);
const length = whole(1, MOST_LENGTH);

export const accessShape = oneKey(
  {
    write: optional(side, 'A write in words: a width, an instruction, the name of a pattern.'),
    read: optional(side, 'A read, in the same words.'),
  },
  {
    name: optional(label('a name'), 'What reports call the access.'),
    row: optional(formula, 'The row of each lane, or of the part that a pattern covers.'),
    column: optional(formula, 'The column.'),
    where: optional(formula, 'Which lanes take part: not 0.'),
    rows: optional(length, 'Rows of the part that a pattern covers.'),
    columns: optional(length, 'Columns of it.'),
    repeat: optional(whole(1, MOST_REPEAT), 'How often; i counts in formulas.'),
  },
);
type Access = ValueOf<typeof accessShape>;

/** `undefined` where something is wrong and has been said. */
function readAccess(
  [[direction, text], keys]: Access,
  place: Place,
  number: number,
  { tile: stored, ...machine }: AccessContext,
): ReadAccess | undefined {
  // Specifications count elements, also those below a byte.
  const context = { ...machine, tile: elementView(stored) };
  const { name = `${direction}.${number}`, repeat = 1 } = keys;
  const side = place.at(direction);
  const words = readWords(text, side, context.tile.elementBytes);
  if (words === undefined) return undefined;
  const request: Request = { ...context, place, keys, side, direction, words, repeat };
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
  return { access, direction, splits, text, place };
}

interface Request extends AccessContext {
  readonly place: Place;
  readonly keys: Access[1];
  /** The place of `write` or `read`. */
  readonly side: Place;
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

const FORMULA_KEYS = ['name', 'row', 'column', 'where', 'repeat'];

interface Places {
  /** Instructions of each wave. */
  readonly steps: number;
  /** By `(step * waves + wave) * waveSize + lane`. */
  readonly at: (index: number) => { readonly row: number; readonly column: number } | undefined;
}

function formulaPlaces(request: Request): Places | undefined {
  const { place, keys, side, words, tile, waveSize, waves, repeat } = request;
  const who = { lanes: waveSize, waves, repeat };
  if (waveSize * waves * repeat > MOST_LANES) return tooMany(request);
  const part = keys.rows === undefined ? 'columns' : 'rows';
  if (keys[part] !== undefined)
    return place
      .at(part)
      .fail(messages.spec.unknownKey(part, place.where, undefined, FORMULA_KEYS));
  const named =
    words.formulas === undefined ? undefined : namedValues(side, words.formulas, who, tile);
  if (words.formulas !== undefined && named === undefined) return undefined;
  const valuesOf = (key: 'row' | 'column' | 'where', fallback?: number): Values | undefined => {
    const inText = named?.get(key);
    const own = keys[key];
    if (inText !== undefined && own !== undefined)
      return place.at(key).fail(messages.spec.twice(place.where, key));
    if (inText !== undefined) return inText;
    if (own === undefined && fallback === undefined) {
      return place.fail(messages.spec.noPlace(place.where, Object.keys(patterns)));
    }
    return formulaValues(own, place.at(key), who, tile, fallback ?? 0);
  };
  const [row, column, where] = [valuesOf('row'), valuesOf('column'), valuesOf('where', 1)];
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
  const { place, keys, side, words, tile, waveSize, waves, repeat, direction } = request;
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
  const { rows = tile.rows, columns = tile.columns } = keys;
  if (!isWithin(place.at('rows'), rows, 1, tile.rows)) return undefined;
  if (!isWithin(place.at('columns'), columns, 1, tile.columns)) return undefined;
  const who = { lanes: 1, waves, repeat };
  const row = formulaValues(keys.row, place.at('row'), who, tile, 0);
  const column = formulaValues(keys.column, place.at('column'), who, tile, 0);
  const lanes = { ...who, lanes: waveSize };
  const active = formulaValues(keys.where, place.at('where'), lanes, tile, 1);
  if (row === undefined || column === undefined || active === undefined) return undefined;
  const inPart = [keys.row, keys.column, keys.rows, keys.columns].some((one) => one !== undefined);
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

/** All accesses of a list. */
export function readAccesses(
  list: readonly Access[],
  place: Place,
  context: AccessContext,
): readonly ReadAccess[] | undefined {
  const numbers = { read: 0, write: 0 };
  const read = list.map((access, i) => {
    const [[direction]] = access;
    return readAccess(access, place.at(i), numbers[direction]++, context);
  });
  return read.every((one) => one !== undefined) ? read : undefined;
}
