/**
 * Who writes each element of a tile to LDS and who reads it: the layout of a copy beside that of a matrix instruction.
 *
 *     16 x 128 f16, a wave: written in rows, 8 a lane; read as lane l mod 16 = row, 4 a lane
 *     element [3][8]    written by lane 49, read by lane 35
 *
 * Invariant: every element has one writer, the lowest thread that holds it, and at least one reader.
 */
import {
  derivedWriterLayout,
  nestedElement,
  type NestedLayout,
  type NestedRegister,
  nestedRegisters,
  nestedShape,
  parseNestedLayout,
  printIreeSwizzle,
  range,
} from '@ldscope/core';
import { type Answer, refused } from '../parts/answer.ts';
import { attentionTiles, THREADS, WAVE } from './attention.ts';
import {
  bytesOf,
  copyLayout,
  type Element,
  elementText,
  groupsBeside,
  hintFor,
  nestedLayout,
  readerLayout,
  ROWS,
} from './tile.ts';

/** A tile in LDS with its two layouts. */
interface Passage {
  readonly name: string;
  /** What the tile is for. */
  readonly note: string;
  readonly element: Element;
  readonly threads: number;
  readonly writer: NestedLayout;
  readonly reader: NestedLayout;
}

/** The layout that the IREE talk shows for fallback. */
const SLIDE = `#iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [2, 4], outer_tile = [4, 1],
  thread_tile = [4, 2], element_tile = [1, 4], subgroup_strides = [0, 0], thread_strides = [1, 4]>`;

function slideLayout(): NestedLayout {
  const parsed = parseNestedLayout(SLIDE);
  if (!parsed.ok) throw new RangeError('the layout of the slide does not parse');
  return parsed.value;
}

const notes = {
  Q: 'Queries, the left operand of the first product; each wave has rows of its own.',
  K: 'Keys, the operand that all waves read: LDS is read four times for one write.',
  V: 'Values, the right operand of the second product: k runs down the tile, so a lane reads single elements.',
  P: 'Scores, the result of the first product and the operand of the second; here their layouts differ.',
} as const;

export const passages: readonly Passage[] = [
  {
    name: 'the running example',
    note: 'One wave copies 16 rows and reads the operand of 16x16x16 matrix instructions.',
    element: 'f16',
    threads: WAVE,
    writer: copyLayout([ROWS, 128], WAVE, 'f16'),
    reader: readerLayout(128, 4),
  },
  {
    name: "the slide's layout",
    note: 'A nested_layout with eight different threads; the others hold copies.',
    element: 'f16',
    threads: WAVE,
    writer: copyLayout([32, 32], WAVE, 'f16'),
    reader: slideLayout(),
  },
  ...(['f16', 'f32'] as const).flatMap((element) =>
    attentionTiles(element, 128)
      .filter(({ name }) => element === 'f16' || name === 'P')
      .map(({ name, writer, reader }) => ({
        name: `attention ${element}, ${name}`,
        note: notes[name],
        element,
        threads: THREADS,
        writer,
        reader,
      })),
  ),
];

/** The name of a tile that the reader describes. */
export const OWN = 'your own';

interface OwnTile {
  readonly element: Element;
  readonly rows: number;
  readonly columns: number;
  readonly waves: number;
  readonly shared: string;
  /** Rows of the operand of a matrix instruction. */
  readonly operand: number;
  readonly read: number;
}

/** A tile of the reader's own, copied as IREE derives it and read as operands; or why waves cannot share it so. */
export function ownPassage(own: OwnTile): Answer<Passage> {
  const { element, rows, columns, waves, shared, operand, read } = own;
  const bytes = bytesOf[element];
  const ofWaves = shared === 'all rows' ? 1 : waves;
  const beside = groupsBeside(operand) * read;
  const threads = waves * WAVE;
  if (read * bytes > 16) {
    return refused(
      `A lane reads at most 16 bytes, and ${read} elements are ${read * bytes}: choose fewer.`,
    );
  }
  if (rows % (ofWaves * operand) !== 0) {
    return refused(
      `${rows} rows are not a multiple of ${ofWaves === 1 ? '' : `${ofWaves} waves of `}${operand} rows: choose other rows, fewer waves or an operand of ${ROWS} rows.`,
    );
  }
  if (columns % beside !== 0) {
    return refused(
      `${columns} columns are not a multiple of the ${beside} that lanes of a row read side by side: choose narrower reads.`,
    );
  }
  const writer = derivedWriterLayout([rows, columns], threads, 8 * bytes);
  if (writer === undefined) {
    return refused(
      `IREE cannot deal ${rows} x ${columns} elements to ${threads} lanes in vectors of 16 bytes: choose fewer waves or a larger tile.`,
    );
  }
  return {
    ok: true,
    value: {
      name: OWN,
      note: `${rows} x ${columns} ${elementText(element)}, copied by ${threads} lanes and read as operands of ${operand} rows.`,
      element,
      threads,
      writer,
      reader: nestedLayout({
        waves: ofWaves,
        batch: [rows / ofWaves / operand, columns / beside],
        threads: [operand, groupsBeside(operand)],
        element: [1, read],
        strides: [1, operand],
      }),
    },
  };
}

export type PassageModel = ReturnType<typeof passageModel>;
export type Holders = PassageModel['read'];

/** Everything that the figure shows of a passage. */
export function passageModel(passage: Passage) {
  const { writer, reader, threads, element } = passage;
  const [rows = 1, columns = 1] = nestedShape(reader);
  const write = holders(writer, threads, columns);
  const read = holders(reader, threads, columns);
  let stays = 0;
  visit(reader, threads, columns, (thread, index) => {
    if (write.first[index] === thread) stays++;
  });
  const widths = { writer: write.width, reader: read.width };
  const decided = hintFor({ chip: 'gfx942', element, rows, columns, ...widths });
  return {
    passage,
    rows,
    columns,
    write,
    read,
    /** Elements that the lane which writes them also reads. */
    stays,
    /** The hint by the pull request's rules, or why there is none. */
    decision:
      decided.kind === 'hint'
        ? printIreeSwizzle(decided.swizzle)
        : `none, by rule ${decided.rule}: ${decided.reason}`,
  };
}

/** Who holds what on one side of a passage. */
function holders(layout: NestedLayout, threads: number, columns: number) {
  const [rows = 1] = nestedShape(layout);
  const first = new Int16Array(rows * columns).fill(-1);
  visit(layout, threads, columns, (thread, index) => {
    if ((first[index] ?? -1) < 0) first[index] = thread;
  });
  const perLane = nestedRegisters(layout).length;
  return {
    /** Neighbours along a row that a lane moves at once, in elements. */
    width: layout.element_tile.at(-1) ?? 1,
    /** Elements of a lane. */
    perLane,
    /** Entry row * columns + column: the lowest thread that holds the element. */
    first,
    /** Lanes that hold the same element. */
    copies: (threads * perLane) / (rows * columns),
  };
}

/** Every element of every thread, threads in order. */
function visit(
  layout: NestedLayout,
  threads: number,
  columns: number,
  each: (thread: number, index: number) => void,
): void {
  const registers = nestedRegisters(layout);
  const [origin] = registers;
  if (origin === undefined) return;
  const indexOf = (thread: number, register: NestedRegister): number => {
    const [row = 0, column = 0] = nestedElement(layout, thread, WAVE, register);
    return row * columns + column;
  };
  // Thread 0 begins at the origin, so its elements are the distances of every thread's.
  const distances = registers.map((register) => indexOf(0, register));
  for (let thread = 0; thread < threads; thread++) {
    const start = indexOf(thread, origin);
    for (const distance of distances) each(thread, start + distance);
  }
}

/** The threads that write or read an element, in order. */
export function threadsOf(
  passage: Passage,
  side: 'writer' | 'reader',
  row: number,
  column: number,
): number[] {
  return range(passage.threads).filter((thread) => holds(passage[side], thread, [row, column]));
}

/** The inverse of `nestedElement`, dimension by dimension. */
function holds(layout: NestedLayout, thread: number, place: readonly number[]): boolean {
  return place.every((at, d) => {
    const size = (list: readonly number[]): number => list[d] ?? 1;
    const own = (strides: readonly number[], tile: readonly number[], unit: number): number => {
      const stride = strides[d] ?? 0;
      return stride === 0 ? 0 : Math.floor(thread / (stride * unit)) % size(tile);
    };
    const inThread = Math.floor(at / size(layout.element_tile));
    const perSubgroup =
      size(layout.thread_tile) * size(layout.outer_tile) * size(layout.batch_tile);
    return (
      own(layout.thread_strides, layout.thread_tile, 1) === inThread % size(layout.thread_tile) &&
      own(layout.subgroup_strides, layout.subgroup_tile, WAVE) ===
        Math.floor(inThread / perSubgroup)
    );
  });
}
