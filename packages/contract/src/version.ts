import { z } from 'zod';

/**
 * Which version of a row an edit was made from: its `updatedAt` as the editor read it. Of two who edit the same version
 * the second is refused with 409; an edit without one always wins.
 */
export const Version = z.iso.datetime({ offset: true, error: 'Invalid date format' });
