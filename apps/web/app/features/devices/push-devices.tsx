import { type Device, MAX_DEVICES } from '@anupalan/contract/telling/devices';
import { Badge, Button, Stack, Text, Title } from '@mantine/core';
import { IconBellRinging } from '@tabler/icons-react';
import { describeDevice } from '../../lib/describe-device.ts';
import { formatDayOf } from '../../lib/time/dates.ts';
import { DeleteButton } from '../../ui/forms/delete-button.tsx';
import { RecordLine, RecordList } from '../../ui/lists/record-list.tsx';
import { LoadingPanel } from '../../ui/loading-panel.tsx';
import { useAddDevice, useDevices, useRemoveDevice } from './calls.ts';
import { canSubscribe, isThisBrowser } from './subscription.ts';

/** Browsers in which the person is notified with the digest, and the way to be so in this one (R-webhooks-15). */
export default function PushDevices() {
  const { data, isPending, refetch } = useDevices();
  return (
    <Stack gap="sm" component="section" aria-label="Notifications">
      <div>
        <Title order={3} size="h5">
          Notifications
        </Title>
        <Text size="sm" c="dimmed" mt={2}>
          With the digest, on devices that you choose: how many obligations need attention, and nothing else.
        </Text>
      </div>
      {data ? (
        <Devices devices={data.devices} publicKey={data.publicKey} />
      ) : (
        <LoadingPanel what="devices" failed={!isPending} onRetry={refetch} />
      )}
    </Stack>
  );
}

function Devices({ devices, publicKey }: { devices: readonly Device[]; publicKey: string }) {
  const adding = useAddDevice();
  const isOn = devices.some(({ _id }) => isThisBrowser(_id));
  return (
    <>
      {devices.length > 0 && (
        <RecordList label="Devices that are notified" count={devices.length} empty="">
          {devices.map((device) => (
            <DeviceLine key={device._id} device={device} />
          ))}
        </RecordList>
      )}
      {!canSubscribe() ? (
        <Text size="sm" c="dimmed">
          This browser can't be notified. On an iPhone, add Anupalan to the home screen and open it there.
        </Text>
      ) : (
        !isOn && (
          <div>
            <Button
              variant="default"
              leftSection={<IconBellRinging size={17} stroke={1.7} aria-hidden />}
              loading={adding.isPending}
              disabled={devices.length >= MAX_DEVICES}
              onClick={() => adding.mutate(publicKey)}
            >
              Notify me in this browser
            </Button>
          </div>
        )
      )}
    </>
  );
}

function DeviceLine({ device }: { device: Device }) {
  const removing = useRemoveDevice();
  const name = describeDevice(device.name);
  const used = device.usedAt ? `last notified on ${formatDayOf(device.usedAt)}` : 'not notified yet';
  return (
    <RecordLine
      title={name}
      aside={
        isThisBrowser(device._id) && (
          <Badge size="sm" variant="light" tt="none">
            This browser
          </Badge>
        )
      }
      detail={`Since ${formatDayOf(device.createdAt)}, ${used}`}
    >
      <DeleteButton
        name={`Stop notifying ${name}`}
        question={`Are you sure that ${name} shall not be notified any more?`}
        busy={removing.isPending}
        onDelete={(close) => removing.mutate(device, { onSettled: close })}
      />
    </RecordLine>
  );
}
