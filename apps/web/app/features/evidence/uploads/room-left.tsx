import { Text } from '@mantine/core';
import { UpgradePrompt } from '../../../ui/upgrade-prompt.tsx';
import { useRoom } from '../calls.ts';
import classes from '../evidence.module.css';

const GB = 1024 ** 3;

/** Says how much of the room for files is used, before a file that has none is refused; nothing while there is plenty. */
export function RoomLeft() {
  const { data: room } = useRoom();
  if (!room) return null;
  const used = `${inGigabytes(room.used, Math.floor)} of ${inGigabytes(room.most, Math.round)} GB`;
  const whose = room.isShared ? 'all companies that one person pays for' : 'this company';
  return (
    <Text size="sm" className={classes.warning}>
      {used} used by the files of {whose}.
      {room.used >= room.most && ' Nothing can be added before some are removed: they make room after 30 days.'}
      {!room.isShared && (
        <>
          {' '}
          <UpgradePrompt>Upgrade for more room</UpgradePrompt>
        </>
      )}
    </Text>
  );
}

/** Gigabytes with one digit after the point; what is used is rounded down, so that what is not full never looks so. */
function inGigabytes(bytes: number, round: (figure: number) => number): string {
  return String(round((bytes / GB) * 10) / 10);
}
