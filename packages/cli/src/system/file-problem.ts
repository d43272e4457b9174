/** What the file system says, in words. */

/** Why a file could not be read or written, in words; `undefined` when the file system did not report it. */
export function fileProblem(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  switch (error.code) {
    case 'ENOENT':
      return 'no such file or directory';
    case 'EISDIR':
      return 'it is a directory';
    case 'ENOTDIR':
      return 'a part of the path is not a directory';
    case 'EACCES':
    case 'EPERM':
      return 'permission denied';
    case 'ENXIO':
      return 'it is a device, not a file';
    case 'EFBIG':
      return 'it is too large';
    case 'EROFS':
      return 'the file system is read-only';
    case 'EEXIST':
      return 'there is a file of this name';
    case 'ENOSPC':
      return 'no space left';
    default:
      return typeof error.code === 'string' ? error.message : undefined;
  }
}
