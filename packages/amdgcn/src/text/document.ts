/** The tree of metadata: from YAML in assembly, from MessagePack in code objects. */
export type Document =
  | string
  | number
  | bigint
  | boolean
  | undefined
  | readonly Document[]
  | ReadonlyMap<string, Document>;
