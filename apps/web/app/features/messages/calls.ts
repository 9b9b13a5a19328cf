import {
  type ChangedPreferences,
  changeCompanyDefaults,
  changePreferences,
  leavePreferences,
  type OwnPreferences,
  type Preferences,
  readCompanyDefaults,
  readPreferences,
  tryAddressAgain,
} from '@anupalan/contract/telling/preferences';
import { listSent, readSentQueues, type Sent } from '@anupalan/contract/telling/sent';
import { previewUnsubscribe, subscribeAgain, unsubscribe } from '@anupalan/contract/telling/unsubscribe';
import { getOwnProfile } from '@anupalan/contract/users';
import { useMutation, useQuery } from '@tanstack/react-query';
import { request } from '../../lib/api/api.ts';
import { callQuery } from '../../lib/api/call-query.ts';
import { inSilence, useCall } from '../../lib/api/use-call.ts';

/** What the viewer is told (R-messages-1). */
export function usePreferences() {
  return useQuery(callQuery(readPreferences, {}, ({ data }): OwnPreferences => data));
}

/** Saves what the viewer is told; the form shows failures. */
export function useChangePreferences() {
  return useCall({
    send: (body: ChangedPreferences) =>
      request(changePreferences, { body, failed: 'Failed to save what you are told' }),
    done: (_, { message = 'Saved' }) => message,
    describeFailure: inSilence,
    changes: [readPreferences],
  });
}

/** Leaves what the viewer is told to their companies (R-messages-2). */
export function useLeavePreferences() {
  return useCall({
    send: () => request(leavePreferences, { failed: 'Failed to leave it to your company' }),
    done: (_, { message = 'Left to your company' }) => message,
    changes: [readPreferences],
  });
}

/** What the company's people are told who chose nothing (R-messages-2). */
export function useCompanyDefaults() {
  return useQuery(callQuery(readCompanyDefaults, {}, ({ data }): Preferences => data));
}

/** Saves what people are told who chose nothing; the form shows failures. */
export function useChangeCompanyDefaults() {
  return useCall({
    send: (body: Preferences) =>
      request(changeCompanyDefaults, { body, failed: 'Failed to save what people are told' }),
    done: (_, { message = 'Saved' }) => message,
    describeFailure: inSilence,
    changes: [readCompanyDefaults, readPreferences, 'activity'],
  });
}

/** Sends mail to the viewer's address again (R-messages-13). */
export function useTryAddressAgain() {
  return useCall({
    send: () => request(tryAddressAgain, { failed: 'Failed to try the address again' }),
    done: (_, { message }) => message,
    changes: [getOwnProfile, readPreferences, listSent],
  });
}

/** What went out to the viewer (R-messages-14). */
export function useSent() {
  return useQuery(callQuery(listSent, {}, ({ data }): Sent[] => data));
}

/** How sending stands, for administrators (R-messages-16). */
export function useSentQueues() {
  return useQuery(callQuery(readSentQueues, {}, ({ data }) => data));
}

/** What a mailed link would switch off; looking changes nothing (R-messages-10). Undefined until there is a token. */
export function useUnsubscribePreview(token: string | undefined) {
  return useQuery({
    queryKey: ['unsubscribe-preview', token],
    queryFn: async ({ signal }) => (await request(previewUnsubscribe, { body: { token: token ?? '' }, signal })).data,
    enabled: token !== undefined && token !== '',
    retry: false,
    refetchOnWindowFocus: false,
  });
}

/** Switches what a mailed link is about off, or on again (R-messages-10). */
export function useSwitchByLink() {
  return useMutation({
    mutationFn: async ({ token, on }: { token: string; on: boolean }) => {
      const failed = 'Failed to save this. Please try again.';
      return (await request(on ? subscribeAgain : unsubscribe, { body: { token }, failed })).data;
    },
  });
}
