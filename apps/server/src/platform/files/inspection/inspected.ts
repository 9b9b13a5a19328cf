import { FILE_TYPES } from '@anupalan/contract/wire/files';
import { z } from 'zod';

/** Types of files that are opened to find out that they are of it. */
const INSPECTED_TYPES = [...FILE_TYPES, 'xls', 'msg'] as const;

/**
 * The harm that a file of an accepted kind may do, or why nobody can look: it opens with a password alone, has macros,
 * starts a program, has other files in it, or runs a script.
 */
const HARMS = ['locked', 'macros', 'program', 'attachment', 'script'] as const;
export type Harm = (typeof HARMS)[number];

/** What a file is by its structure: `type` is null when it is none that is accepted, or when only the harm is known. */
export const Inspected = z.object({ type: z.enum(INSPECTED_TYPES).nullable(), harm: z.enum(HARMS).nullable() });
export type Inspected = z.infer<typeof Inspected>;

export const NOTHING: Inspected = { type: null, harm: null };

export function refusedFor(harm: Harm): Inspected {
  return { type: null, harm };
}

/** The words for a file that is refused for its harm, with the way out. */
export const HARM_WORDS: Readonly<Record<Harm, string>> = {
  locked: 'This file has a password. Please save it without one, and upload it again.',
  macros: 'This document has macros, programs or packed files in it. Please save it without them, or as a PDF',
  program: 'This PDF starts a program. Please print it to a new PDF, and choose that',
  attachment: 'This PDF has other files in it. Please save those and choose them one by one, or print it to a new PDF',
  script: 'This PDF runs a script. Please print it to a new PDF, and choose that',
};
