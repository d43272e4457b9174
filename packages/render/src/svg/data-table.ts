/** A table that says what a picture shows, for readers and for screen readers: plain texts, a row a line. */
export interface DataTable {
  readonly caption: string;
  readonly columns: readonly DataColumn[];
  readonly rows: readonly (readonly string[])[];
}

export interface DataColumn {
  readonly title: string;
  /** Numbers stand at the right. */
  readonly numeric?: boolean;
}
