/** The channel on which instances hear that a webhook may have something to do. */
export const WEBHOOKS_CHANNEL = 'webhooks';
