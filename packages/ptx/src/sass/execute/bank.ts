/**
 * Where a launch puts its sizes and parameters in the constant bank, and where shared memory begins, by generation of chips.
 *
 *     sm_90:  c[0x0][0x0] the block,  c[0x0][0xc] the grid,  c[0x0][0x210] the first parameter;  s at 0x400
 *
 * Source: what ptxas 13.0 makes of `%ntid`, `%nctaid`, parameters and addresses of shared memory for sm_75 to sm_120.
 * Addresses that do not follow from it are not among those of PTX, and the execution is then not used.
 */
export interface BankLayout {
  /** Three words each. */
  readonly blockAt: number;
  readonly gridAt: number;
  readonly parametersAt: number;
  readonly stackAt: number;
  /** Bytes in front of the variables of a block, and of each further block of a cluster. */
  readonly sharedAt: number;
  readonly windowBytes: number;
}

const VOLTA: BankLayout = {
  blockAt: 0,
  gridAt: 0xc,
  parametersAt: 0x160,
  stackAt: 0x28,
  sharedAt: 0,
  windowBytes: 0,
};
const HOPPER: BankLayout = {
  blockAt: 0,
  gridAt: 0xc,
  parametersAt: 0x210,
  stackAt: 0x28,
  sharedAt: 0x400,
  windowBytes: 2 ** 24,
};
const BLACKWELL: BankLayout = {
  blockAt: 0x360,
  gridAt: 0x370,
  parametersAt: 0x380,
  stackAt: 0x37c,
  sharedAt: 0x400,
  windowBytes: 2 ** 24,
};

/** The layout of `sm_90` and others; `undefined` for a name of another kind. */
export function bankLayoutOf(machine: string): BankLayout | undefined {
  const generation = Number(/^sm_(\d{2,3})/.exec(machine)?.[1] ?? NaN);
  if (!(generation >= 70)) return undefined;
  return generation < 90 ? VOLTA : generation < 100 ? HOPPER : BLACKWELL;
}
