/** How the operations of a kernel are executed while some of its values are not known. */
import type { Operation } from '../../ir/ir.ts';
import type { Source } from './value-class.ts';

export type Treatment =
  /** Its results are not known; nothing that is counted needs them. */
  | { readonly kind: 'skip' }
  /** It accesses LDS, and where, or by which lanes, is not known. */
  | {
      readonly kind: 'drop';
      readonly why: 'address' | 'lanes';
      readonly source?: Source | undefined;
    }
  /** It is executed with offsets of 0; where memory ends before that, it is not counted. */
  | { readonly kind: 'tolerate' }
  /** It copies to known places in LDS from a source that is not known. */
  | { readonly kind: 'without-source' }
  /** A condition: both of its regions are executed, by all lanes or by lanes that are not known. */
  | { readonly kind: 'both' | 'apart'; readonly source: Source }
  /** A loop: one turn is. */
  | { readonly kind: 'once' | 'once-apart'; readonly source: Source }
  /** It needs a value. */
  | { readonly kind: 'refuse'; readonly source: Source | undefined };

export interface Plan {
  /** Operations that are not here are executed as ever. */
  readonly treatments: ReadonlyMap<Operation, Treatment>;
}
