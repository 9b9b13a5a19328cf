/**
 * The words for a company that the caller is no member of, whether there is one or not (R-permissions-3). Apart from the
 * other refusals, as every page of the browser knows these and few ask for permissions.
 */
export const NO_MEMBER = 'You are not a member of this company';
