/**
 * The rows of the vector-memory instructions of RDNA, which have the type of their data behind the verb.
 *
 *     gfx11     global_load_b32   global_atomic_min_f32       global_atomic_csub_u32        buffer_gl0_inv
 *     gfx12     global_load_b32   global_atomic_min_num_f32   global_atomic_sub_clamp_u32   global_inv
 *     gfx1250   global_load_async_to_lds_b128   global_load_tr16_b128   flat_load_b32 v0, v1, s[4:5]
 *
 * Left out, and so refused: format conversions (`buffer_load_format_x`, `tbuffer_*`), images, blocks of registers by a mask
 * in M0 (`global_load_block`), ordered atomics, and the transposing loads of gfx12, whose exchange between lanes is not
 * documented.
 */
import type { Space } from './address.ts';
import type { OperationName } from './operations.ts';
import type { MemoryRow } from './row.ts';
import { RDNA, SINCE_GFX1250, SINCE_RDNA4, type Target, UNTIL_RDNA35 } from '../../state/target.ts';
import { rdnaLoads, rdnaStores, vectorLoads, vectorStores } from './values.ts';

const spaces: readonly Space[] = ['flat', 'global', 'scratch', 'buffer'];
const atomicSpaces = ['flat', 'global', 'buffer'] as const;

/** Verb, type letter and operation of the atomics that exist for 32 and 64 bits. */
const integers: readonly (readonly [verb: string, letter: string, operation: OperationName])[] = [
  ['swap', 'b', 'swap'],
  ['cmpswap', 'b', 'cmpswap'],
  ['add', 'u', 'add'],
  ['sub', 'u', 'sub'],
  ['min', 'i', 'smin'],
  ['min', 'u', 'umin'],
  ['max', 'i', 'smax'],
  ['max', 'u', 'umax'],
  ['and', 'b', 'and'],
  ['or', 'b', 'or'],
  ['xor', 'b', 'xor'],
  ['inc', 'u', 'inc'],
  ['dec', 'u', 'dec'],
];

interface Other {
  readonly name: string;
  readonly operation: OperationName;
  readonly words: 1 | 2;
  readonly targets: readonly Target[];
  /** Where flat addresses have it too. */
  readonly flat: boolean;
}

const other = (
  name: string,
  operation: OperationName,
  targets: readonly Target[],
  options: Partial<Pick<Other, 'words' | 'flat'>> = {},
): Other => ({ name, operation, targets, words: 1, flat: true, ...options });

const others: readonly Other[] = [
  other('add_f32', 'fadd', RDNA),
  other('cmpswap_f32', 'fcmpswap', UNTIL_RDNA35),
  other('min_f32', 'fmin', UNTIL_RDNA35),
  other('max_f32', 'fmax', UNTIL_RDNA35),
  other('csub_u32', 'subClamp', UNTIL_RDNA35, { flat: false }),
  other('min_num_f32', 'fmin', SINCE_RDNA4),
  other('max_num_f32', 'fmax', SINCE_RDNA4),
  other('sub_clamp_u32', 'subClamp', SINCE_RDNA4),
  other('cond_sub_u32', 'condSub', SINCE_RDNA4),
  other('pk_add_f16', 'pkAddF16', SINCE_RDNA4),
  other('pk_add_bf16', 'pkAddBf16', SINCE_RDNA4),
  other('add_f64', 'fadd', SINCE_GFX1250, { words: 2 }),
  other('min_num_f64', 'fmin', SINCE_GFX1250, { words: 2 }),
  other('max_num_f64', 'fmax', SINCE_GFX1250, { words: 2 }),
];

const atomics: readonly MemoryRow[] = atomicSpaces.flatMap((space) => [
  ...integers.flatMap(([verb, letter, operation]) =>
    ([1, 2] as const).map((words): MemoryRow => ({
      mnemonic: `${space}_atomic_${verb}_${letter}${32 * words}`,
      space,
      action: { kind: 'atomic', operation, words },
      targets: RDNA,
    })),
  ),
  ...others
    .filter(({ flat }) => flat || space !== 'flat')
    .map(({ name, operation, words, targets }): MemoryRow => ({
      mnemonic: `${space}_atomic_${name}`,
      space,
      action: { kind: 'atomic', operation, words },
      targets,
    })),
]);

/** Caches: memory is always current here. */
const idle: readonly MemoryRow[] = (
  [
    ['buffer_gl0_inv', 'buffer', UNTIL_RDNA35],
    ['buffer_gl1_inv', 'buffer', UNTIL_RDNA35],
    ['global_inv', 'global', SINCE_RDNA4],
    ['global_wb', 'global', SINCE_RDNA4],
    ['global_wbinv', 'global', SINCE_RDNA4],
    ['global_prefetch_b8', 'global', SINCE_GFX1250],
    ['flat_prefetch_b8', 'flat', SINCE_GFX1250],
  ] as const
).map(([mnemonic, space, targets]) => ({ mnemonic, space, action: { kind: 'idle' }, targets }));

const copies: readonly MemoryRow[] = (['b8', 'b32', 'b64', 'b128'] as const).flatMap((width) =>
  (
    [
      [`load_async_to_lds_${width}`, 'to-lds'],
      [`store_async_from_lds_${width}`, 'from-lds'],
    ] as const
  ).map(([name, direction]): MemoryRow => ({
    mnemonic: `global_${name}`,
    space: 'global',
    action: { kind: 'async', direction, form: width },
    targets: SINCE_GFX1250,
  })),
);

const transposing: readonly MemoryRow[] = (
  [
    ['tr16_b128', 'b128'],
    ['tr8_b64', 'b64'],
  ] as const
).map(([name, form]) => ({
  mnemonic: `global_load_${name}`,
  space: 'global',
  action: { kind: 'load', form, transposing: `ds_load_${name}` },
  targets: SINCE_GFX1250,
}));

export const rdnaRows: readonly MemoryRow[] = [
  ...spaces.flatMap((space): MemoryRow[] => [
    ...Object.entries(rdnaLoads).map(([name, form]): MemoryRow => ({
      mnemonic: `${space}_load_${name}`,
      space,
      action: { kind: 'load', form },
      targets: RDNA,
    })),
    ...Object.entries(rdnaStores).map(([name, form]): MemoryRow => ({
      mnemonic: `${space}_store_${name}`,
      space,
      action: { kind: 'store', form },
      targets: RDNA,
    })),
  ]),
  {
    mnemonic: 'global_load_addtid_b32',
    space: 'global',
    action: { kind: 'load', form: 'b32' },
    byLane: true,
    targets: RDNA,
  },
  {
    mnemonic: 'global_store_addtid_b32',
    space: 'global',
    action: { kind: 'store', form: 'b32' },
    byLane: true,
    targets: RDNA,
  },
  ...atomics,
  ...copies,
  ...transposing,
  ...idle,
];

const byForm = (names: Readonly<Record<string, string>>): ReadonlyMap<string, string> =>
  new Map(Object.entries(names).map(([name, form]) => [form, name]));

function* moveAliases(
  space: Space,
  verb: 'load' | 'store',
  cdna: Readonly<Record<string, string>>,
  rdna: Readonly<Record<string, string>>,
): Generator<readonly [string, string]> {
  const names = byForm(rdna);
  for (const [name, form] of Object.entries(cdna)) {
    const renamed = names.get(form);
    if (renamed !== undefined) yield [`${space}_${verb}_${name}`, `${space}_${verb}_${renamed}`];
  }
}

/** Names of CDNA that assemblers take for RDNA: `global_load_dword` for `global_load_b32`. */
export const rdnaMemoryAliases: ReadonlyMap<string, string> = new Map([
  ...spaces.flatMap((space) => [
    ...moveAliases(space, 'load', vectorLoads, rdnaLoads),
    ...moveAliases(space, 'store', vectorStores, rdnaStores),
  ]),
  ...atomicSpaces.flatMap((space) =>
    integers.flatMap(([verb, letter, operation]) =>
      ([1, 2] as const).map(
        (words) =>
          [
            `${space}_atomic_${operation}${words === 2 ? '_x2' : ''}`,
            `${space}_atomic_${verb}_${letter}${32 * words}`,
          ] as const,
      ),
    ),
  ),
]);
