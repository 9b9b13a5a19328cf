import type { Mailer } from '../mail/mailer.ts';
import { mailSeconds } from './registry.ts';

/** Measures how long the mailer takes, and whether mail was accepted. */
export function measureMailer(mailer: Mailer): Mailer {
  return {
    ...mailer,
    deliver: async (mail, signal) => {
      const end = mailSeconds.startTimer();
      try {
        await mailer.deliver(mail, signal);
        end({ outcome: 'accepted' });
      } catch (error) {
        end({ outcome: 'failed' });
        throw error;
      }
    },
  };
}
