/** What a descriptor starts from: one of CK's `make_naive_tensor_descriptor...`. */
export type DescriptorBase =
  | {
      readonly kind: 'naive';
      readonly lengths: readonly number[];
      readonly strides: readonly number[];
      /** Guaranteed vector length and stride of the last dimension. */
      readonly vector?: readonly [number, number] | undefined;
    }
  | {
      readonly kind: 'packed';
      readonly lengths: readonly number[];
      readonly vectorLength?: number | undefined;
    }
  | {
      readonly kind: 'aligned';
      readonly lengths: readonly number[];
      /** The second last stride is rounded up to a multiple of it. */
      readonly align: number;
    }
  | {
      readonly kind: 'with_offset';
      readonly lengths: readonly number[];
      readonly strides: readonly number[];
      readonly offset: number;
    };
