declare const brand: unique symbol;

/**
 * The key of everything a workspace owns. Only rows of the database give one (a session's, a new workspace's), so a
 * query by any other text doesn't compile; SQL that is text gets it through functions that ask for this type.
 */
export type WorkspaceId = string & { readonly [brand]: 'WorkspaceId' };
