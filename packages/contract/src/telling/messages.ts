import { CHOSEN_KINDS } from '@anupalan/domain/telling/preferences';

/** The ways on which messages reach a person. */
export const MESSAGE_CHANNELS = ['mail', 'push'] as const;
export type MessageChannel = (typeof MESSAGE_CHANNELS)[number];

/**
 * What a message may be: the kinds that a person chooses, and those that nobody switches off. A `trial` says that an
 * address takes mail again (R-messages-12), a `seal` has the heads of an owner's companies (R-activity-14), a
 * `prepared-file` that a file is ready (R-exports-5).
 */
export const MESSAGE_KINDS = [...CHOSEN_KINDS, 'trial', 'seal', 'prepared-file'] as const;
export type MessageKindName = (typeof MESSAGE_KINDS)[number];
