import { NewHoliday } from '@anupalan/contract/due-days/holidays';
import { formatIsoDay } from '@anupalan/domain/calendar-day';
import { PUBLIC_HOLIDAYS, type PublicHoliday } from '@anupalan/domain/due-days/holidays';
import { can } from '@anupalan/domain/permissions';
import { Stack, Text, Title } from '@mantine/core';
import { messageAboutNoField } from '../../lib/forms/faults.ts';
import { useContractForm } from '../../lib/forms/use-contract-form.ts';
import { useActor } from '../../lib/session/actor.ts';
import { Columns } from '../../ui/columns.tsx';
import { AddPanel } from '../../ui/forms/add-panel.tsx';
import { DeleteButton } from '../../ui/forms/delete-button.tsx';
import { Field } from '../../ui/forms/field.tsx';
import { FormActions } from '../../ui/forms/form-actions.tsx';
import { FormAlert } from '../../ui/forms/form-alert.tsx';
import { FormDayInput } from '../../ui/forms/form-day-input.tsx';
import { RecordLine, RecordList } from '../../ui/lists/record-list.tsx';
import { LoadingPanel } from '../../ui/loading-panel.tsx';
import { PageFrame } from '../../ui/pages/page-frame.tsx';
import { useAddHoliday, useHolidays, useRemoveHoliday } from './calls.ts';

/** Page of the company's own holidays, beside those that everybody has (R-due-dates-31). */
export function Holidays() {
  const { data, isPending, refetch } = useHolidays();
  const manages = can(useActor(), 'holidays.manage');
  const removal = useRemoveHoliday();
  return (
    <PageFrame
      title="Holidays"
      text="Days off. You are reminded by the last working day before something falls due; the law’s own days stay."
    >
      <Columns from="md" spacing="xl">
        <Stack gap="sm" component="section" aria-label="Your own holidays">
          <Title order={2} size="h4">
            Your own
          </Title>
          {!data ? (
            <LoadingPanel what="holidays" failed={!isPending} onRetry={refetch} />
          ) : (
            <RecordList
              label="Your own holidays"
              count={data.length}
              empty="None yet: add the days your office is closed."
              whole
            >
              {data.map(({ _id, day, name }) => (
                <RecordLine key={_id} title={name} detail={describeDay(day)}>
                  {manages && (
                    <DeleteButton
                      name={`Remove ${name}`}
                      question={`Are you sure you want to remove ${name}?`}
                      busy={removal.isPending}
                      onDelete={(close) => removal.mutate(_id, { onSettled: close })}
                    />
                  )}
                </RecordLine>
              ))}
            </RecordList>
          )}
          {manages && <AddPanel action="Add a holiday">{(panel) => <HolidayForm {...panel} />}</AddPanel>}
        </Stack>
        <Stack gap="sm" component="section" aria-label="Everybody’s holidays">
          <Title order={2} size="h4">
            Everybody’s
          </Title>
          <RecordList label="Everybody’s holidays" count={PUBLIC_HOLIDAYS.length} empty="" whole>
            {PUBLIC_HOLIDAYS.map(({ key, name, rule }) => (
              <RecordLine key={key} title={name} detail={describeRule(rule)}>
                {null}
              </RecordLine>
            ))}
          </RecordList>
          <Text size="sm" c="dimmed">
            Every Saturday counts as free when a safe day is looked for. By section 10 of the General Clauses Act, 1897,
            what must be done at an office that is closed may be done on the next day it is open; whether that covers
            payments online is disputed.
          </Text>
        </Stack>
      </Columns>
    </PageFrame>
  );
}

function HolidayForm({ action, onClose }: { action: string; onClose: () => void }) {
  const adding = useAddHoliday();
  const form = useContractForm(NewHoliday, {
    mode: 'controlled',
    name: 'holiday',
    initialValues: { day: '', name: '' },
  });
  const submit = form.onSubmit((holiday) => adding.mutate(holiday, { onSuccess: onClose, onError: form.showRefusal }));
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <FormAlert message={messageAboutNoField(adding.error)} />
        <Field form={form} name="day" as={FormDayInput} label="Day" required data-autofocus />
        <Field form={form} name="name" label="Name" placeholder="Onam" required />
      </Stack>
      <FormActions action={action} busy={adding.isPending} onCancel={onClose} />
    </form>
  );
}

const WEEKDAY: Intl.DateTimeFormatOptions = { weekday: 'long' };

function describeDay(iso: string): string {
  return `${Temporal.PlainDate.from(iso.slice(0, 10)).toLocaleString('en-GB', WEEKDAY)}, ${formatIsoDay(iso)}`;
}

/** `26/01, every year` of `01-26`. */
function describeRule(rule: PublicHoliday['rule']): string {
  if ('monthDay' in rule) return `${rule.monthDay.split('-').reverse().join('/')}, every year`;
  return rule.nth.length === 0 ? 'Every week' : 'Every month';
}
