import { type AnyFileType, claimedType } from '@anupalan/contract/wire/files';
import { MEDIA_TYPES } from '@anupalan/contract/wire/media-types';
import type { z } from 'zod';
import { cleanFileName } from '../../../platform/files/names.ts';

interface Evidence {
  readonly subject_kind: string;
  readonly item_id: string | null;
  readonly day: string | null;
  readonly name: string;
  readonly type: AnyFileType;
  readonly media_type: string;
  readonly removed_at: string | null;
  readonly removed_by: string | null;
  readonly removed_reason: string | null;
}

/** Subjects that are about an occurrence of an obligation. */
const OF_ITEMS: readonly string[] = ['record', 'payment-date', 'submission-date'];

/** Types that are taken by their content, whatever their name ends in (R-evidence-2). */
const BY_CONTENT: readonly (AnyFileType | null)[] = ['pdf', 'jpg', 'png', 'webp', 'heic'];

/** As an upload is taken (R-evidence-2), and what a removal says. */
export function judgeEvidence(row: Evidence, context: z.core.$RefinementCtx): void {
  const refuse = (column: string, message: string) => context.addIssue({ code: 'custom', path: [column], message });
  const claimed = claimedType(cleanFileName(row.name));
  const isOfType = claimed === row.type || [claimed, row.type].every((type) => BY_CONTENT.includes(type));
  if (!isOfType) refuse('type', 'is not that of its name');
  if (row.media_type !== MEDIA_TYPES[row.type]) refuse('media_type', 'is not that of its type');
  const isOfItem = OF_ITEMS.includes(row.subject_kind);
  if ((row.item_id !== null) !== isOfItem || (row.day !== null) !== isOfItem) {
    refuse('item_id', 'does not fit what it belongs to');
  }
  const removal = [row.removed_at, row.removed_by, row.removed_reason].filter((part) => part !== null);
  if (removal.length !== 0 && removal.length !== 3)
    refuse('removed_at', 'is missing, or another part of the removal is');
}
