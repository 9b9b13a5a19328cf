import { AppError } from '../../platform/errors/errors.ts';

/**
 * The 409 for a plan that the user has already, which a browser takes for success: it was given before by another way
 * (R-plans-15).
 */
export function onSamePlan(): AppError {
  return new AppError('conflict', 'You are already on this plan');
}
