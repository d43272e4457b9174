/** The rows of the vector-memory instructions of CDNA. */
import type { Space } from './address.ts';
import { integerAtomics, type OperationName } from './operations.ts';
import type { MemoryRow } from './row.ts';
import { vectorLoads, vectorStores } from './values.ts';
import {
  SINCE_CDNA1,
  SINCE_CDNA2,
  SINCE_CDNA3,
  SINCE_CDNA4,
  UNTIL_CDNA2,
} from '../../state/target.ts';

const spaces: readonly Space[] = ['flat', 'global', 'scratch', 'buffer'];

const floatAtomics: readonly (readonly [verb: string, operation: OperationName, words: 1 | 2])[] = [
  ['add_f32', 'fadd', 1],
  ['pk_add_f16', 'pkAddF16', 1],
  ['pk_add_bf16', 'pkAddBf16', 1],
  ['add_f64', 'fadd', 2],
  ['min_f64', 'fmin', 2],
  ['max_f64', 'fmax', 2],
];

/** Direct-to-LDS forms: what the register would get, and how far lanes are apart in LDS. */
export const ldsForms: Readonly<
  Record<string, { readonly op: string; readonly laneBytes: 4 | 16 }>
> = {
  ubyte: { op: 'ubyte', laneBytes: 4 },
  sbyte: { op: 'ubyte', laneBytes: 4 },
  ushort: { op: 'ushort', laneBytes: 4 },
  sshort: { op: 'ushort', laneBytes: 4 },
  dword: { op: 'dword', laneBytes: 4 },
  dwordx3: { op: 'dwordx3', laneBytes: 16 },
  dwordx4: { op: 'dwordx4', laneBytes: 16 },
};

/** Forms of more than a word came with CDNA4. */
const wideLds = new Set(['dwordx3', 'dwordx4']);

export const cdnaRows: readonly MemoryRow[] = [
  ...spaces.flatMap((space): MemoryRow[] => [
    ...Object.entries(vectorLoads).map(([name, form]): MemoryRow => ({
      mnemonic: `${space}_load_${name}`,
      space,
      action: { kind: 'load', form },
    })),
    ...Object.entries(vectorStores).map(([name, form]): MemoryRow => ({
      mnemonic: `${space}_store_${name}`,
      space,
      action: { kind: 'store', form },
    })),
  ]),
  ...(['global', 'scratch'] as const).flatMap((space) =>
    Object.entries(ldsForms)
      .filter(([name]) => space === 'global' || !wideLds.has(name))
      .map(([name, { op, laneBytes }]): MemoryRow => ({
        mnemonic: `${space}_load_lds_${name}`,
        space,
        action: {
          kind: 'lds',
          op: `global_load_lds_${op}`,
          form: vectorLoads[name] ?? 'b32',
          laneBytes,
        },
        targets: wideLds.has(name) ? SINCE_CDNA4 : SINCE_CDNA3,
      })),
  ),
  ...(['flat', 'global', 'buffer'] as const).flatMap((space): MemoryRow[] => [
    ...integerAtomics.flatMap((operation) =>
      ([1, 2] as const).map((words): MemoryRow => ({
        mnemonic: `${space}_atomic_${operation}${words === 2 ? '_x2' : ''}`,
        space,
        action: { kind: 'atomic', operation, words },
      })),
    ),
    ...floatAtomics.map(([verb, operation, words]): MemoryRow => ({
      mnemonic: `${space}_atomic_${verb}`,
      space,
      action: { kind: 'atomic', operation, words },
      ...floatTargets(space, verb),
    })),
  ]),
  // Caches: memory is always current here.
  ...(
    [
      ['wbl2', SINCE_CDNA2],
      ['inv', SINCE_CDNA3],
      ['invl2', UNTIL_CDNA2.filter((one) => SINCE_CDNA2.includes(one))],
      ['wbinvl1', UNTIL_CDNA2],
      ['wbinvl1_vol', UNTIL_CDNA2],
    ] as const
  ).map(([verb, targets]): MemoryRow => ({
    mnemonic: `buffer_${verb}`,
    space: 'buffer',
    action: { kind: 'idle' },
    targets,
  })),
];

/** Where a float atomic exists. */
function floatTargets(space: Space, verb: string): { readonly targets: readonly string[] } {
  if (verb === 'pk_add_bf16') return { targets: space === 'buffer' ? SINCE_CDNA4 : SINCE_CDNA3 };
  if (verb.endsWith('f64')) return { targets: SINCE_CDNA2 };
  return { targets: space === 'flat' ? SINCE_CDNA3 : SINCE_CDNA1 };
}
