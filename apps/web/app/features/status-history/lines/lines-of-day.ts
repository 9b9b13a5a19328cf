import type { Registration } from '@anupalan/contract/company/registrations';
import type { ComplianceItem } from '@anupalan/contract/compliance-items';
import type { StatusEntry, StatusLine } from '@anupalan/contract/status-history';
import { isNumberOn, lineOf } from '@anupalan/domain/registrations/lines';
import type { Status } from '@anupalan/domain/statuses';

/** Registration number of an item, with how a day stands for it. */
export interface LineOfDay extends StatusLine {
  readonly number: string;
  readonly state: Registration['state'];
}

/**
 * Lines of a day: one for each registration number of the item, where there are several, or several were recorded about
 * (R-registrations-16).
 * @param day ISO
 * @param status what the day stands for without an entry
 */
export function listLines(
  { registrationKind: kind, state }: Pick<ComplianceItem, 'registrationKind' | 'state'>,
  registrations: readonly Registration[],
  { day, entry, status }: { day: string; entry: StatusEntry | null | undefined; status: Status },
): LineOfDay[] {
  if (!kind) return [];
  const said = new Map(entry?.lines?.map((line) => [line.registrationId, line]));
  const shown = registrations.filter((one) => said.has(one._id) || isNumberOn({ kind, state }, one, day));
  if (shown.length < 2) return [];
  const stands = { current: entry?.current ?? status, at: '', lines: entry?.lines ? indexLines(entry.lines) : null };
  return shown
    .map(({ _id, number, state: ofState }) => {
      const line = said.get(_id);
      return {
        waiting: null,
        ...line,
        registrationId: _id,
        status: lineOf(stands, _id).status,
        number,
        state: ofState,
      };
    })
    .toSorted((one, other) => (one.registrationId < other.registrationId ? -1 : 1));
}

/** Lines by their registrations, as the rules of `domain` read them; the moments are one for all. */
export function indexLines(lines: readonly StatusLine[], at = ''): Record<string, StatusLine & { at: string }> {
  return Object.fromEntries(lines.map((line) => [line.registrationId, { ...line, at }]));
}
