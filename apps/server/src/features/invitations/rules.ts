import { AppError } from '../../platform/errors/errors.ts';
import type { FoundInvitation } from './queries.ts';

const CLOSED = {
  accepted: 'This invitation was accepted already.',
  revoked: 'This invitation was withdrawn.',
  ended: 'This invitation has ended, because the person who sent it no longer manages the company.',
} as const;

const NEWER = 'A newer link was mailed to you. Please open that one.';
const EXPIRED = 'The time of this invitation is over. Please ask for a new link.';
const DAYS_OVER = 'The days that this invitation is for are over. Please ask for another one.';

/** @throws AppError conflict with the reason when a link's invitation can't be accepted, nor renewed (R-members-36). */
export function requireOpen({
  status,
  isFormer,
  daysOver,
}: Pick<FoundInvitation, 'status' | 'isFormer' | 'daysOver'>): void {
  if (status !== 'open') throw new AppError('conflict', CLOSED[status]);
  if (isFormer) throw new AppError('conflict', NEWER);
  if (daysOver) throw new AppError('conflict', DAYS_OVER);
}

/** @throws AppError conflict with the reason when a link's invitation can't be accepted (R-members-36). */
export function requireAcceptable(invitation: FoundInvitation): void {
  requireOpen(invitation);
  if (invitation.expired) throw new AppError('conflict', EXPIRED);
}
