/** The order of folders, by package: the lowest line first. */
export const rooms: Readonly<Record<string, readonly (readonly string[])[]>>;

/** What a package may import beside itself. */
export const imports: Readonly<Record<string, readonly string[]>>;
