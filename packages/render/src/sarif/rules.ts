/** The rules that results belong to; a diagnostic's rule is its code. */
export interface SarifRule {
  readonly id: string;
  readonly name?: string;
  readonly shortDescription: { readonly text: string };
  readonly fullDescription?: { readonly text: string };
  readonly help: { readonly text: string; readonly markdown?: string };
}

export const rules = {
  conflict: 'ldscope/bank-conflict',
  misaligned: 'ldscope/misaligned-access',
  global: 'ldscope/uncoalesced-access',
} as const;

const own: Readonly<Record<string, Omit<SarifRule, 'id'>>> = {
  [rules.conflict]: {
    name: 'BankConflict',
    shortDescription: { text: 'Lanes want different words of one bank in the same phase.' },
    fullDescription: {
      text:
        'A bank of shared memory serves one word at a time. Lanes that are served together and want different words of one ' +
        'bank wait for each other; the instruction takes as many cycles as the fullest bank has words.',
    },
    help: {
      text:
        'ldscope explain FILE --site ID shows the banks phase by phase; ldscope suggest FILE finds a padding or a swizzle ' +
        'without conflicts; ldscope fix FILE -o OUT applies it to MLIR.',
      markdown:
        '`ldscope explain FILE --site ID` shows the banks phase by phase; `ldscope suggest FILE` finds a padding or a swizzle ' +
        'without conflicts; `ldscope fix FILE -o OUT` applies it to MLIR.',
    },
  },
  [rules.misaligned]: {
    name: 'MisalignedAccess',
    shortDescription: { text: 'An address is below the alignment that the chip serves in phases.' },
    help: {
      text: 'Align the buffer, its rows and the offsets of the lanes to the width of the access.',
    },
  },
  [rules.global]: {
    name: 'UncoalescedAccess',
    shortDescription: { text: 'A wave touches more lines of global memory than its bytes need.' },
    help: {
      text:
        'ldscope explain FILE --global --site ID shows the lines and their lanes. Let neighbouring lanes access neighbouring ' +
        'bytes.',
    },
  },
};

/** The rule of an id. */
export function ruleFor(id: string): SarifRule {
  const known = own[id];
  if (known !== undefined) return { id, ...known };
  return {
    id,
    shortDescription: { text: `${id.replaceAll('-', ' ').replace('/', ': ')}.` },
    help: { text: 'The message says what to do.' },
  };
}
