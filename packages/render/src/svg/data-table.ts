/** A table of a picture's data, for readers and for screen readers: plain texts, one line per row. */
export interface DataTable {
  readonly caption: string;
  readonly columns: readonly DataColumn[];
  readonly rows: readonly (readonly string[])[];
}

export interface DataColumn {
  readonly title: string;
  /** Numbers are right-aligned. */
  readonly numeric?: boolean;
}
