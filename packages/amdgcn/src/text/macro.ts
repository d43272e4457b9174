/** A macro as data: `macro-directives.ts` reads it, `macros.ts` expands it. */
export interface Parameter {
  readonly name: string;
  readonly fallback: string | undefined;
  readonly required: boolean;
  readonly rest: boolean;
}

/** Lines that are kept, with begin and end of each in the file. */
export interface Body {
  readonly text: string;
  readonly origins: Int32Array;
}

export interface Macro {
  readonly parameters: readonly Parameter[];
  readonly body: Body;
}
