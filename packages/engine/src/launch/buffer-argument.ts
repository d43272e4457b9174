import type { ElementType } from './dtypes.ts';

/** A buffer in global memory, with its contents; the kernel's stores change them. */
export interface BufferArgument {
  readonly kind: 'buffer';
  readonly name: string;
  readonly dtype: string;
  readonly type: ElementType;
  readonly shape: readonly number[];
  readonly data: Uint8Array;
}
