import { AppError } from '../../platform/errors/errors.ts';
import { GatewayError } from './gateway/gateway.ts';

/** Turns a provider's failure into the 502 with the call's own message, and logs the reason (R-payments-11). */
export function upstreamFailed(message: string): (error: unknown) => never {
  return (error) => {
    throw error instanceof GatewayError ? new AppError('upstream-failed', message, { cause: error }) : error;
  };
}
