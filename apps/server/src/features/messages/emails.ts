import type { Config } from '../../config.ts';
import { action, paragraph } from '../../platform/mail/layout.ts';
import type { MessageKind } from './kinds.ts';

/** The mail that shows whether an address takes mail again (R-messages-13). */
export function createTrialKind({ publicUrl }: Pick<Config, 'publicUrl'>): MessageKind {
  const content = {
    subject: 'Your address takes mail again',
    preview: 'You asked us to try your address again, and this arrived.',
    heading: 'Your address takes mail again',
    blocks: [
      paragraph('You asked us to try your address again, and this arrived. From now on you get your mails as before.'),
      action('Choose what you are told', `${publicUrl}/profile#mail`),
    ],
  };
  return { kind: 'trial', compose: async (messages) => new Map(messages.map(({ id }) => [id, content])) };
}
