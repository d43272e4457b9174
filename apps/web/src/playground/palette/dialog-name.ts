/** The dialogs over the page. */
export type DialogName = 'commands' | 'keys';
