import { AppError } from '../../platform/errors.ts';

/** What the browser takes for success: the plan was given before, by whichever way. */
export function onSamePlan(): AppError {
  return new AppError('conflict', 'You are already on this plan');
}

export function administratorsHaveAll(): AppError {
  return new AppError('forbidden', 'Administrators already have every feature');
}
