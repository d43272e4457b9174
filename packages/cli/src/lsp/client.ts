/** What a client can do, as far as the server asks. */
import type { ClientCapabilities } from 'vscode-languageserver';

export interface ClientAbilities {
  readonly hasConfiguration: boolean;
  readonly registersConfiguration: boolean;
  readonly registersWatchers: boolean;
  readonly refreshesLenses: boolean;
  readonly refreshesHints: boolean;
  /** It opens addresses in a browser. */
  readonly showsPages: boolean;
  /** It takes edits of a version of a document. */
  readonly hasVersions: boolean;
  /** It shows actions that cannot be done, with the reason. */
  readonly hasDisabled: boolean;
}

export function abilitiesOf({
  workspace,
  textDocument,
  window,
}: ClientCapabilities): ClientAbilities {
  return {
    hasConfiguration: workspace?.configuration === true,
    registersConfiguration: workspace?.didChangeConfiguration?.dynamicRegistration === true,
    registersWatchers: workspace?.didChangeWatchedFiles?.dynamicRegistration === true,
    refreshesLenses: workspace?.codeLens?.refreshSupport === true,
    refreshesHints: workspace?.inlayHint?.refreshSupport === true,
    showsPages: window?.showDocument?.support === true,
    hasVersions: workspace?.workspaceEdit?.documentChanges === true,
    hasDisabled: textDocument?.codeAction?.disabledSupport === true,
  };
}
