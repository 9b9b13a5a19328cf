import type { ComplianceItem } from '@anupalan/contract/compliance-items';
import { NewCompanyDay } from '@anupalan/contract/due-days/company-days';
import { formatDay, formatIsoDay, toIsoMidnight } from '@anupalan/domain/calendar-day';
import { isOccurrence } from '@anupalan/domain/due-days/exceptions';
import { findPublicHoliday, safeDayOf } from '@anupalan/domain/due-days/holidays';
import { legalDayOf } from '@anupalan/domain/due-days/legal-order';
import type { Schedule } from '@anupalan/domain/occurrence';
import { can } from '@anupalan/domain/permissions';
import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { IconCalendarPlus } from '@tabler/icons-react';
import { messageAboutNoField } from '../../lib/forms/faults.ts';
import { useContractForm } from '../../lib/forms/use-contract-form.ts';
import { useActor } from '../../lib/session/actor.ts';
import { DetailsSection } from '../../ui/details-section.tsx';
import { UnsentForms, useCounted } from '../../ui/dialogs/use-counted.ts';
import { AddPanel } from '../../ui/forms/add-panel.tsx';
import { Field } from '../../ui/forms/field.tsx';
import { FormActions } from '../../ui/forms/form-actions.tsx';
import { FormAlert } from '../../ui/forms/form-alert.tsx';
import { FormDayInput } from '../../ui/forms/form-day-input.tsx';
import { findMoved, findPossible } from '../compliance-items/moved-days.ts';
import { useMeetExtension, useRemoveCompanyDay, useSetCompanyDay } from './calls.ts';

type Props = { item: ComplianceItem; schedule: Schedule; day: Temporal.PlainDate };

/** Days of an occurrence beside its nominal one, with what they rest on (R-due-dates-20); nothing for another day. */
export function DaysSection({ item, schedule, day }: Props) {
  const { first, frequency } = schedule;
  const manages = can(useActor(), 'company-days.change');
  if (first === null || !isOccurrence(first, frequency, day)) return null;
  const legal = legalDayOf(day, schedule);
  const moved = findMoved(item, day);
  const own = new Set(item.holidays?.map((holiday) => holiday.slice(0, 10)));
  const safe = safeDayOf(legal, own);
  const closed = findPublicHoliday(legal);
  const isPlain = !moved && !closed && safe.equals(legal) && !findPossible(item, day);
  if (isPlain && !manages) return null;
  return (
    <DetailsSection title="When it really falls due">
      <Stack gap={6}>
        <Text size="sm">
          {isPlain ? 'Nothing moves the law’s day, ' : 'The law’s day: '}
          <b>{formatDay(legal)}</b>
          {!legal.equals(day) && (
            <>
              {' '}
              <s>{formatDay(day)}</s>
            </>
          )}
        </Text>
        {moved?.by.map(({ what, source }) => (what === 'company' ? null : <Source key={source} text={source} />))}
        <Possible item={item} day={day} />
        {!safe.equals(legal) && (
          <Text size="sm">
            Safe day: <b>{formatDay(safe)}</b>, the last working day before
          </Text>
        )}
        {closed && (
          <Text size="xs" c="dimmed">
            {closed.name}. By section 10 of the General Clauses Act, 1897, what must be done at an office that is closed
            may be done on the next day it is open; whether that covers payments online is disputed, so the day stays.
          </Text>
        )}
        <CompanyDay item={item} forDate={toIsoMidnight(day)} company={moved?.company ?? null} />
      </Stack>
    </DetailsSection>
  );
}

/** What a day rests on, with a link where an address stands behind it. */
function Source({ text }: { text: string }) {
  const { name = text, url } = /^(?<name>.+) \((?<url>https?:\/\/\S+)\)$/.exec(text)?.groups ?? {};
  return (
    <Text size="xs" c="dimmed">
      {url ? (
        <Anchor href={url} target="_blank" rel="noopener noreferrer" inherit>
          {name}
        </Anchor>
      ) : (
        name
      )}
    </Text>
  );
}

function CompanyDay({ item, forDate, company }: { item: ComplianceItem; forDate: string; company: string | null }) {
  const manages = can(useActor(), 'company-days.change');
  const removal = useRemoveCompanyDay();
  return (
    <>
      {company && (
        <Group gap="xs">
          <Text size="sm">
            Your company’s day: <b>{formatIsoDay(company)}</b>
          </Text>
          {manages && (
            <Button
              variant="subtle"
              size="compact-xs"
              loading={removal.isPending}
              onClick={() => removal.mutate({ itemId: item._id, forDate })}
            >
              Remove
            </Button>
          )}
        </Group>
      )}
      {manages && (
        <AddPanel
          action={company ? 'Change your day' : 'Set a day of your own'}
          icon={<IconCalendarPlus size={14} aria-hidden />}
        >
          {(panel) => <CompanyDayForm item={item} forDate={forDate} company={company} {...panel} />}
        </AddPanel>
      )}
    </>
  );
}

type FormProps = {
  item: ComplianceItem;
  forDate: string;
  company: string | null;
  action: string;
  onClose: () => void;
};

function CompanyDayForm({ item, forDate, company, action, onClose }: FormProps) {
  const saving = useSetCompanyDay();
  const form = useContractForm(NewCompanyDay, {
    mode: 'controlled',
    name: 'company-day',
    initialValues: { day: company?.slice(0, 10) ?? '' },
    toPayload: ({ day }) => ({ day, forDate }),
  });
  useCounted(UnsentForms, form.isDirty() && !saving.isSuccess);
  const submit = form.onSubmit(({ day }) =>
    saving.mutate({ itemId: item._id, forDate, day }, { onSuccess: onClose, onError: form.showRefusal }),
  );
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <FormAlert message={messageAboutNoField(saving.error)} />
        <Field
          form={form}
          name="day"
          as={FormDayInput}
          label="Done by"
          hint="Everybody is reminded by this day. The law’s day stays what it is."
          required
          data-autofocus
        />
      </Stack>
      <FormActions action={action} busy={saving.isPending} onCancel={onClose} />
    </form>
  );
}

/** Extension whose condition nobody has said to meet (R-due-dates-29). */
function Possible({ item, day }: { item: ComplianceItem; day: Temporal.PlainDate }) {
  const manages = can(useActor(), 'extensions.meet');
  const meeting = useMeetExtension();
  const possible = findPossible(item, day);
  if (!possible) return null;
  return (
    <Stack gap={6} align="flex-start">
      <Text size="sm">
        Extension possible to <b>{formatIsoDay(possible.day)}</b>, if you meet this: {possible.condition}
      </Text>
      <Source text={possible.source} />
      {manages && (
        <Button variant="default" size="xs" loading={meeting.isPending} onClick={() => meeting.mutate(possible._id)}>
          We meet it
        </Button>
      )}
    </Stack>
  );
}
