/**
 * The state that a link carries: a kernel and its view. A link is untrusted data: each field is checked, unknown fields are
 * dropped, and one wrong field refuses the whole link.
 */
import { shape, type ValueOf, valueIn } from '@ldscope/core';
import { request, type Workgroups } from '@ldscope/engine';

export type { Workgroups };

const { choice, mapping, optional, required, text, whole } = shape;

export const viewNames = [
  'banks',
  'tile',
  'mitigations',
  'machine',
  'global',
  'timeline',
  'advice',
  'passes',
  'compare',
] as const;

export type ViewName = (typeof viewNames)[number];

export const MOST_TEXT = 4_000_000;
const MOST_ELEMENTS = 2 ** 24;

const name = text('a name', { most: 300 });
const typed = optional(text('a text', { most: 20_000 }), 'A field of the page, as typed.');

const { machine, model, launch, kernel, workgroups, site, layout, tile, at } = request;

/** A kernel with the inputs of its execution. */
const kernelShape = mapping(
  {
    text: required(
      text('a text', { most: MOST_TEXT }),
      'The kernel, or specification, or schedule.',
    ),
    file: optional(name, 'Its name; the ending can decide which language it is.'),
    machine,
    model,
    launch,
    kernel,
    workgroups,
    // Of machine code: the tile that its buffer is, and the byte of shared memory that it begins at.
    tile,
    at,
  },
  { isOpen: true },
);
export type SharedKernel = ValueOf<typeof kernelShape>;

/** The page's fields for C++ of CK Tile. */
const ckKeys = {
  /** Constants that the text does not define: `Problem::kM=128 DataType=f16`. */
  constants: typed,
  /** One of several layouts. */
  layout: typed,
  element: typed,
  index: typed,
  move: typed,
};
export const ckFields = ['constants', 'layout', 'element', 'index', 'move'] as const;

const ckShape = mapping(ckKeys, { isOpen: true });
export type SharedCkFields = ValueOf<typeof ckShape>;

/** `SharedState.compare` of the kernel that is pinned. */
export const PINNED = 'pinned';

/** The state in a parsed JSON value; other fields are dropped. */
export const stateShape = mapping(
  {
    ...kernelShape.keys,
    compare: optional(name, 'A second chip or model beside the first, or the pinned kernel.'),
    baseline: optional(kernelShape, 'The pinned kernel.'),
    view: optional(choice(viewNames), 'The view that is open.'),
    site,
    phase: optional(whole(0, 63), 'The selected phase.'),
    line: optional(
      whole(0, MOST_ELEMENTS),
      'The line of the text that the author had the cursor on, from 1.',
    ),
    lane: optional(whole(0, 63), 'The selected lane.'),
    bank: optional(whole(0, 63), 'The selected bank.'),
    element: optional(whole(0, MOST_ELEMENTS), 'The selected element of the tile.'),
    example: optional(name, 'The example that the text was opened as.'),
    layout: optional(
      layout.shape,
      'The tried layout: a suggested one in words, or any in the text of a notation.',
    ),
    ck: optional(ckShape, 'Of C++ of CK Tile.'),
  },
  { isOpen: true },
);
export type SharedState = ValueOf<typeof stateShape>;

/** The state in a parsed JSON value; `undefined` when it is none. */
export const readState = (value: unknown): SharedState | undefined => valueIn(value, stateShape);
