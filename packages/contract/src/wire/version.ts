import { z } from 'zod';

/**
 * The version of a row that an edit was made from: its `updatedAt` as the editor read it. The second of two edits of
 * the same version is refused with 409; an edit without one always wins (R-catalogue-2).
 */
export const Version = z.iso.datetime({ offset: true, error: 'Invalid date format' });
