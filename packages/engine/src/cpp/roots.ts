/**
 * Objects in shared memory and the arrays in them.
 *
 *     struct Row { float key[8]; int n; };  __shared__ Row rows[256];
 *
 *     root `rows`: levels [256];  arrays `rows` of Row, and `rows.key` with levels [256] and [8]
 */
import type { Declared } from './declarations.ts';
import type { Offset, Step } from './pointers.ts';
import type { Program } from './program.ts';
import { fieldsOf, type Field } from './records.ts';
import { type Range } from './range.ts';
import type { Context, Dimension, Shape } from './types.ts';

export type StorageKind =
  | 'array'
  | 'std::array'
  | 'member'
  | 'record array'
  | 'view class'
  | 'dynamic'
  | 'carved';

/** A variable in shared memory, or one that points to a part of another one. */
export interface Root {
  readonly declared: Declared;
  readonly shape: Shape;
  readonly isDynamic: boolean;
  readonly base?: Base | undefined;
}

/** What a part is cut out of. */
interface Base {
  readonly root: Root;
  /** How far from its beginning. */
  readonly offsets: readonly Offset[];
  /** True where a class is given the pointer. */
  readonly isViewed: boolean;
  /** The type of a cast beside that of the variable. */
  readonly typed?: Declared | undefined;
  /** What the fields of the class begin with, and the arguments of its template. */
  readonly fields?: ReadonlyMap<Declared, Range>;
  readonly context?: Context;
}

/** Dimensions of the root, or of a field of the class that the level before has. */
interface Level {
  readonly field?: Field | undefined;
  readonly shape: Shape;
}

/** An array in a root. */
export interface SharedArray {
  readonly root: Root;
  readonly levels: readonly Level[];
  /** As the author would write it: `s.a`. */
  readonly name: string;
  readonly storage: StorageKind;
  readonly dimensions: readonly Dimension[];
  readonly shape: Shape;
}

const MOST_LEVELS = 8;

/** The arrays in a root: itself, and the fields of its class that are arrays or in an array. */
export function arraysOf(program: Program, root: Root): SharedArray[] {
  const found: SharedArray[] = [];
  const add = (levels: readonly Level[]): void => {
    const dimensions = levels.flatMap(({ shape }) => shape.dimensions);
    const { shape } = levels.at(-1) ?? { shape: root.shape };
    if (shape.dimensions.length > 0) {
      const names = levels.flatMap(({ field }) => field?.name ?? []).filter((name) => name !== '');
      const name = [root.declared.name, ...names].join('.');
      found.push({
        root,
        levels,
        name,
        storage: storageOf(root, levels, shape),
        dimensions,
        shape,
      });
    }
    if (shape.record === undefined || levels.length >= MOST_LEVELS) return;
    for (const field of fieldsOf(program, shape.record))
      if (field.shape !== undefined && field.declared?.isReference !== true)
        add([...levels, { field, shape: field.shape }]);
  };
  add([{ shape: root.shape }]);
  return found;
}

function storageOf(root: Root, levels: readonly Level[], shape: Shape): StorageKind {
  if (root.base?.isViewed === true) return 'view class';
  if (shape.record !== undefined) return 'record array';
  if (levels.length > 1) {
    const class_ = levels.at(-2)?.shape.record?.body;
    const isView = levels.length === 2 && class_ !== undefined && hasIndexOperator(class_);
    return isView ? 'view class' : 'member';
  }
  if (root.isDynamic) return 'dynamic';
  if (root.base !== undefined) return 'carved';
  const isLibrary =
    root.declared.bounds.length < shape.dimensions.length &&
    root.declared.type.to - root.declared.type.from > 4;
  return isLibrary ? 'std::array' : 'array';
}

const hasIndexOperator = ({ unit, open, close }: NonNullable<Shape['record']>['body']): boolean =>
  unit.tokens.slice(open, close).some(({ text }) => text === 'operator');

/** The steps that lead to an element of an array: an index per dimension, and the names of fields. */
export function patternOf({ levels }: SharedArray): ('index' | string)[] {
  return levels.flatMap(({ field, shape }) => [
    ...(field === undefined || field.name === '' ? [] : [`.${field.name}`]),
    ...shape.dimensions.map(() => 'index'),
  ]);
}

/** How much of the way to an element of an array steps go; `undefined` where they lead elsewhere. Steps beyond are not counted. */
export function stepsInto(pattern: readonly string[], steps: readonly Step[]): number | undefined {
  let count = 0;
  for (const step of steps) {
    if (count >= pattern.length) break;
    const wanted = pattern[count] ?? '';
    const isFitting =
      step.kind === 'index'
        ? wanted === 'index'
        : step.kind === 'member' && wanted === `.${step.name}`;
    if (!isFitting) return undefined;
    count++;
  }
  return count;
}

/** True for memory without rows of its own, out of which parts are cut: `float smem[]`, `char raw[4096]`. */
export const isFlat = ({ shape }: Root): boolean =>
  shape.dimensions.length === 1 && shape.record === undefined;

/** The memory that a part is cut out of in the end. */
export const bottomOf = (root: Root): Root =>
  root.base === undefined ? root : bottomOf(root.base.root);
