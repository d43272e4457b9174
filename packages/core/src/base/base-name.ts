/** The name of a file behind its folders, with `/` or `\\` between them. */
export const baseName = (path: string): string => path.split(/[\\/]/).at(-1) ?? path;
