import { removeCompanyDay, setCompanyDay } from '@anupalan/contract/due-days/company-days';
import {
  createExtension,
  deleteExtension,
  listExtensions,
  meetExtension,
  type NewExtension,
  previewExtension,
} from '@anupalan/contract/due-days/extensions';
import {
  createHoliday,
  deleteHoliday,
  type Holiday,
  listHolidays,
  type NewHoliday,
} from '@anupalan/contract/due-days/holidays';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { request } from '../../lib/api/api.ts';
import { callQuery } from '../../lib/api/call-query.ts';
import { inSilence, useCall } from '../../lib/api/use-call.ts';
import { replaceCachedItem } from '../compliance-items/cached-items.ts';

type OfOccurrence = { itemId: string; forDate: string };

/** Sets the company's day of an occurrence; the form shows failures. */
export function useSetCompanyDay() {
  return useCall({
    send: ({ itemId, ...body }: OfOccurrence & { day: string }) =>
      request(setCompanyDay, { params: { id: itemId }, body, failed: 'Failed to save your day' }),
    onDone: (client, { data }) => replaceCachedItem(client, data),
    done: 'Your day was saved',
    describeFailure: inSilence,
    changes: ['activity', 'notifications'],
  });
}

export function useRemoveCompanyDay() {
  return useCall({
    send: ({ itemId, forDate }: OfOccurrence) =>
      request(removeCompanyDay, { params: { id: itemId }, query: { forDate }, failed: 'Failed to remove your day' }),
    onDone: (client, { data }) => replaceCachedItem(client, data),
    done: 'Your day was removed',
    changes: ['activity', 'notifications', 'compliance-items'],
  });
}

export const holidaysQuery = callQuery(
  listHolidays,
  { failed: 'Failed to fetch holidays' },
  ({ data }): Holiday[] => data,
);

export function useHolidays() {
  return useQuery(holidaysQuery);
}

/** Nouns that go by holidays. */
const BY_HOLIDAYS = ['holidays', 'compliance-items', 'notifications'];

/** New holiday; its form shows failures. */
export function useAddHoliday() {
  return useCall({
    send: (body: NewHoliday) => request(createHoliday, { body, failed: 'Failed to add the holiday' }),
    done: 'Holiday added',
    describeFailure: inSilence,
    changes: BY_HOLIDAYS,
  });
}

export function useRemoveHoliday() {
  return useCall({
    send: (id: string) => request(deleteHoliday, { params: { id }, failed: 'Failed to remove the holiday' }),
    done: 'Holiday removed',
    changes: BY_HOLIDAYS,
  });
}

/** Page of all extensions, for administrators. */
export function useExtensions(page: number) {
  return useQuery({
    ...callQuery(
      listExtensions,
      { query: { page: String(page) }, failed: 'Failed to fetch extensions' },
      ({ data, pagination }) => ({ extensions: data, pagination }),
    ),
    placeholderData: keepPreviousData,
  });
}

/** Nouns that an extension changes. */
const BY_EXTENSIONS = ['extensions', 'compliance-items', 'notifications', 'clients', 'activity'];

/** Whom an extension would reach; the form shows failures. */
export function usePreviewExtension() {
  return useCall({
    send: (body: NewExtension) => request(previewExtension, { body, failed: 'Failed to say whom it reaches' }),
    describeFailure: inSilence,
  });
}

export function usePublishExtension() {
  return useCall({
    send: (body: NewExtension) => request(createExtension, { body, failed: 'Failed to publish the extension' }),
    done: 'Extension published',
    describeFailure: inSilence,
    changes: BY_EXTENSIONS,
  });
}

export function useTakeExtensionBack() {
  return useCall({
    send: (id: string) => request(deleteExtension, { params: { id }, failed: 'Failed to take the extension back' }),
    done: 'Extension taken back',
    changes: BY_EXTENSIONS,
  });
}

/** Says that the company meets the condition of an extension. */
export function useMeetExtension() {
  return useCall({
    send: (id: string) => request(meetExtension, { params: { id }, body: {}, failed: 'Failed to save your answer' }),
    done: 'The extension holds for your company',
    changes: BY_EXTENSIONS,
  });
}
