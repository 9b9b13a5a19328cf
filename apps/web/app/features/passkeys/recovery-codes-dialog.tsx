import { Button, Group, Stack, Text } from '@mantine/core';
import toast from 'react-hot-toast';
import { saveFile } from '../../lib/api/save-file.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import classes from './passkeys.module.css';

type Props = { codes: readonly string[] | undefined; onClose: () => void };

/** Recovery codes, shown this once (R-passkeys-7); closed while there are none. */
export function RecoveryCodesDialog({ codes, onClose }: Props) {
  return (
    <Dialog
      opened={codes !== undefined}
      onClose={onClose}
      closeOnClickOutside={false}
      title="Your recovery codes"
      size={480}
    >
      {codes && <RecoveryCodes codes={codes} onDone={onClose} />}
    </Dialog>
  );
}

function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const text = codes.join('\n');

  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      toast.success('Recovery codes copied');
    } catch {
      toast.error('The browser did not copy. Please download them.');
    }
  }

  return (
    <Stack gap="md" px={{ base: 16, sm: 24 }} py="lg">
      <Text size="sm">
        Each signs you in once, after your password, when no passkey is at hand. Keep them where only you can read them:{' '}
        <b>they are not shown again.</b>
      </Text>
      <ol className={classes.codes} aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <Group justify="space-between" gap="xs">
        <Group gap="xs">
          <Button variant="default" onClick={copy}>
            Copy
          </Button>
          <Button
            variant="default"
            onClick={() => saveFile(new Blob([`${text}\n`], { type: 'text/plain' }), 'anupalan-recovery-codes.txt')}
          >
            Download
          </Button>
        </Group>
        <Button onClick={onDone}>I have saved them</Button>
      </Group>
    </Stack>
  );
}
