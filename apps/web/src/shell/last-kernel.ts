/** The kernel that was open in the playground of this tab, as the fragment of a link: the way back from another page keeps it. */
const KEY = 'ldscope-kernel';

export function rememberKernel(fragment: string): void {
  try {
    // A kernel that is too large removes the earlier one.
    sessionStorage.removeItem(KEY);
    sessionStorage.setItem(KEY, fragment);
  } catch {
    // Without storage the way back is to the bare page.
  }
}

/** Empty where none was open. */
export function lastKernel(): string {
  try {
    return sessionStorage.getItem(KEY) ?? '';
  } catch {
    return '';
  }
}
