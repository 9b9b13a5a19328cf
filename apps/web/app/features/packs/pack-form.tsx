import { NewPack } from '@anupalan/contract/proof/packs';
import { can } from '@anupalan/domain/permissions';
import { Button, Checkbox, Group, Radio, Stack, Text } from '@mantine/core';
import { messageAboutNoField } from '../../lib/forms/faults.ts';
import { useContractForm } from '../../lib/forms/use-contract-form.ts';
import { useActor } from '../../lib/session/actor.ts';
import { useToday } from '../../lib/time/clock.ts';
import { Columns } from '../../ui/columns.tsx';
import { Field } from '../../ui/forms/field.tsx';
import { FormAlert } from '../../ui/forms/form-alert.tsx';
import { FormDayInput } from '../../ui/forms/form-day-input.tsx';
import { useActs } from '../acts/calls.ts';
import { useComplianceItems } from '../compliance-items/calls.ts';
import { useMakePack } from './calls.ts';
import classes from './packs.module.css';

type Which = 'all' | 'acts' | 'authority';

type Typed = { from: string; to: string; which: Which; acts: string[]; authority: string };

/** Form of a pack: its period, and which obligations it has (R-packs-1). */
export function PackForm({ underWay }: { underWay: boolean }) {
  const today = useToday();
  const acts = useActsOfCompany();
  const knowsAuthorities = can(useActor(), 'compliance-items.read-premium-values');
  const making = useMakePack();
  const form = useContractForm(NewPack, {
    mode: 'controlled',
    initialValues: { ...usualDays(today), which: 'all', acts: [], authority: '' } as Typed,
    toPayload: ({ from, to, which, acts: chosen, authority }) => ({
      from,
      to,
      ...(which === 'acts' && { acts: chosen }),
      ...(which === 'authority' && { authority }),
    }),
  });
  const { which, acts: chosen, authority } = form.values;
  const isIncomplete = (which === 'acts' && chosen.length === 0) || (which === 'authority' && authority.trim() === '');
  const submit = form.onSubmit((pack) => making.mutate(pack, { onError: form.showRefusal }));
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="lg">
        <FormAlert message={messageAboutNoField(making.error)} />
        <Columns from="xs" maw={520}>
          <Field form={form} name="from" as={FormDayInput} label="From" required />
          <Field form={form} name="to" as={FormDayInput} label="To" required />
        </Columns>
        <Radio.Group {...form.getInputProps('which')} label="Obligations">
          <Stack gap="sm" mt={6}>
            <Radio value="all" label="All of them" />
            <Radio value="acts" label="Those of some acts" />
            <Radio
              value="authority"
              label="Those of an authority"
              disabled={!knowsAuthorities}
              description={knowsAuthorities ? undefined : 'Authorities are part of Premium'}
            />
          </Stack>
        </Radio.Group>
        {which === 'acts' && (
          <Checkbox.Group {...form.getInputProps('acts')} label="Acts">
            <div className={classes.acts}>
              {acts?.map(({ _id, name }) => (
                <Checkbox key={_id} value={_id} label={name} />
              ))}
            </div>
          </Checkbox.Group>
        )}
        {which === 'authority' && (
          <Field
            form={form}
            name="authority"
            label="Authority"
            hint="Words that stand in the column Authority, such as EPFO or Labour Commissioner"
            maw={520}
          />
        )}
        <Group gap="md">
          <Button type="submit" loading={making.isPending} disabled={underWay || isIncomplete}>
            Make pack
          </Button>
          {underWay && (
            <Text size="sm" c="dimmed">
              One is being made already. Please wait until it is ready.
            </Text>
          )}
        </Group>
      </Stack>
    </form>
  );
}

/** Acts under which the company has obligations, by name: of others a pack has nothing. */
function useActsOfCompany() {
  const acts = useActs().data;
  const items = useComplianceItems().data;
  if (!acts || !items) return undefined;
  const used = new Set(items.map(({ actId }) => actId));
  return acts.filter(({ _id }) => used.has(_id)).sort((one, other) => one.name.localeCompare(other.name, 'en'));
}

/** The financial year so far: inspectors ask for it first. */
function usualDays(today: Temporal.PlainDate): { from: string; to: string } {
  const april = today.with({ month: 4, day: 1 });
  const from = Temporal.PlainDate.compare(today, april) < 0 ? april.subtract({ years: 1 }) : april;
  return { from: from.toString(), to: today.toString() };
}
