import { z } from 'zod';
import { Id } from '../wire/primitives.ts';
import { MOST_EVIDENCE } from './evidence-files.ts';

/** Staged files, or files of the same occurrence, that a record is made with (R-evidence-5). */
export const EvidenceIds = z
  .array(Id)
  .max(MOST_EVIDENCE, `Please add at most ${MOST_EVIDENCE} files`)
  .refine((ids) => new Set(ids).size === ids.length, 'Please name each file once');
