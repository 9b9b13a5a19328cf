import { ACTIVITY_NOUNS, type ActivityNoun } from '@anupalan/contract/people/activity';
import { parseCalendarDay } from '@anupalan/domain/calendar-day';
import { z } from 'zod';
import { readPage, readParam } from '../../lib/address-state.ts';

/** Page and filters of the activity as the address has them; days are ISO (`2026-12-15`). */
export type ActivityListState = Readonly<{
  page: number;
  /** Id of who did it. */
  by: string | undefined;
  what: ActivityNoun | undefined;
  /** Id of the obligation that it is about. */
  item: string | undefined;
  from: string | undefined;
  to: string | undefined;
}>;

const Day = z.string().transform((text) => parseCalendarDay(text)?.toString());

/** Invalid parameters are dropped: anybody can write an address. */
export function readActivityListState(params: URLSearchParams): ActivityListState {
  return {
    page: readPage(params),
    by: readParam(params, 'by', z.uuid()),
    what: readParam(params, 'what', z.enum(ACTIVITY_NOUNS)),
    item: readParam(params, 'item', z.uuid()),
    from: readParam(params, 'from', Day),
    to: readParam(params, 'to', Day),
  };
}
